// @ts-check
import {Job} from './job.js';
import {browserSource, Port} from './port.js';
import {failureOf, isActive, specKey} from './protocol.js';
import {RunGroup} from './run-group.js';

/** @import {Source} from './port.js' */
/** @import {RunState, Spec} from './protocol.js' */

const TICK_MS = 1000;
const MAX_WORKERS = 4;
const MAX_KEPT = 400; // done runs that no group watches any more

/**
 * Runs specs in workers, as many at once as there are cores, until the last few share them. Equal specs are one run,
 * whichever group asks for it, and what is done is kept.
 */
export class Pool {
  /** By the key of the spec; the one that was requested last is the last. @type {Map<string, Job>} */
  #jobs = new Map();
  /** @type {Job[]} that wait for a worker or for their worker's core, first come first served */
  #queue = [];
  /** @type {Set<Job>} that have a worker: running, paused, or waiting again after a pause */
  #working = new Set();
  /** @type {Port[]} workers without a run */
  #free = [];
  /** @type {Set<RunGroup>} */
  #groups = new Set();
  /** @type {Job[]} paused because the page was hidden */
  #resting = [];
  #isHidden = false;
  /** @type {'goOn' | 'pause'} */
  #background = 'goOn';
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /**
   * @param {Source} source
   * @param {{nWorkers?: number, page?: Pick<Document, 'hidden' | 'addEventListener'>}} [options]
   */
  constructor(source, {nWorkers = 1, page} = {}) {
    this.source = source;
    this.nWorkers = Math.max(1, Math.min(Math.floor(nWorkers) || 1, MAX_WORKERS));
    page?.addEventListener('visibilitychange', () => {
      this.#isHidden = page.hidden;
      this.#restOrGoOn();
    });
  }

  /** Whether runs go on while the page cannot be seen. */
  get background() {
    return this.#background;
  }

  set background(choice) {
    this.#background = choice;
    for (const group of this.#groups) group.changed();
  }

  /**
   * Runs to watch; nothing starts before start().
   *
   * @param {readonly Spec[]} specs
   * @param {() => void} onChange called at each change; not from within run()
   * @param {(states: readonly RunState[]) => readonly Spec[]} [follow] what comes after all of `specs`
   *   are done, made of their results
   * @returns {RunGroup} to be closed by the caller
   */
  run(specs, onChange, follow) {
    const group = new RunGroup(this, specs, onChange, follow);
    this.#groups.add(group);
    return group;
  }

  /** The job of a spec: the one there is, or a new one. @param {Spec} spec */
  jobOf(spec) {
    const key = specKey(spec);
    const job = this.#jobs.get(key) ?? new Job(spec);
    this.#jobs.delete(key);
    this.#jobs.set(key, job); // to the end: what was requested last is kept longest
    return job;
  }

  // ---------------------------------------------------------------- what a group asks of its jobs

  /**
   * Lets jobs go on, at once or when a worker is free; anew where they failed or were stopped.
   *
   * @param {readonly Job[]} jobs
   * @param {'go' | 'step'} wanted
   */
  start(jobs, wanted) {
    for (const job of jobs) {
      const {state} = job.state;
      if (state === 'done') continue;
      const goesOn = state === 'running' && job.wanted === 'step' && wanted === 'go';
      job.wanted = wanted;
      if (goesOn) job.steer(); // or it would pause after its step
      if (isActive(job.state)) continue;
      if (state === 'failed' || state === 'stopped') job.reset();
      this.#queue.push(job);
      job.update({state: 'waiting'});
    }
    this.#schedule();
  }

  /** @param {readonly Job[]} jobs their workers keep what they have learned */
  pause(jobs) {
    for (const job of jobs) {
      if (!isActive(job.state)) continue;
      this.#leaveQueue(job);
      job.wanted = 'pause';
      job.steer();
      job.update({state: 'paused'});
    }
    this.#schedule();
  }

  /** @param {readonly Job[]} jobs end with their workers; their curves stay */
  stop(jobs) {
    for (const job of jobs) {
      if (!isActive(job.state) && job.state.state !== 'paused') continue;
      this.#endWorker(job);
      job.update({state: job.state.step > 0 ? 'stopped' : 'idle', timeLeftMs: Number.NaN});
    }
    this.#schedule();
  }

  /** @param {readonly Job[]} jobs that have one watcher less: those without any end, with their workers */
  release(jobs) {
    for (const job of jobs.filter(({watchers}) => watchers.size === 0)) {
      this.#endWorker(job);
      const key = specKey(job.state.spec);
      if (job.state.state !== 'done' && this.#jobs.get(key) === job) this.#jobs.delete(key);
    }
    this.#schedule();
  }

  /** @param {RunGroup} group that is closed */
  leave(group) {
    this.#groups.delete(group);
    if (this.#groups.size === 0) for (const port of this.#free.splice(0)) port.end();
    for (const [key, job] of this.#jobs) {
      if (this.#jobs.size <= MAX_KEPT) return;
      if (job.watchers.size === 0) this.#jobs.delete(key);
    }
  }

  // ------------------------------------------------------------------------ who has which worker

  /**
   * How many may run at once: one a core, but fewer than two rounds of them all at once. Otherwise the last round leaves
   * cores idle: three runs on two cores would take as long as four.
   */
  get #most() {
    const nLeft = this.#running.length + this.#queue.length;
    return nLeft < 2 * this.nWorkers ? nLeft : this.nWorkers;
  }

  /** Gives free workers to jobs that wait. */
  #schedule() {
    while (!this.#mustRest && this.#queue.length > 0 && this.#running.length < this.#most) {
      const job = /** @type {Job} */ (this.#queue.shift());
      try {
        if (!job.port) this.#giveWorker(job);
      } catch (error) {
        const message = `No worker can be started here: ${failureOf(error).message}`;
        job.update({state: 'failed', error: {message}});
        continue;
      }
      job.steer();
      job.update({state: 'running'});
    }
    // counts the seconds of silence while a worker should report
    if (this.#running.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    } else {
      this.#timer ??= setInterval(() => {
        for (const job of this.#running) job.port?.tick();
      }, TICK_MS);
    }
  }

  get #running() {
    return [...this.#working].filter(({state}) => state.state === 'running');
  }

  /** @param {Job} job */
  #giveWorker(job) {
    const port = this.#free.pop() ?? new Port(this.source);
    port.onReport = (report) => {
      const isLast = report.type === 'done' || report.type === 'failed';
      // the worker is free before the job's watchers run: they may start what follows
      if (isLast && report.id === job.id) this.#takeWorker(job);
      job.receive(report);
      if (isLast || report.type === 'paused') this.#schedule();
    };
    port.onLost = (why) => {
      this.#endWorker(job);
      const {step, steps} = job.state;
      const where = step > 0 ? `The run ended at step ${step} of ${steps}. ` : '';
      const message = `${why} ${where}It can be started again.`;
      job.update({state: 'failed', error: {message, step}, timeLeftMs: Number.NaN});
      this.#schedule();
    };
    this.#working.add(job);
    job.begin(port);
  }

  /** @param {Job} job that is over: its worker is free for another */
  #takeWorker(job) {
    const {port} = job;
    job.port = null;
    this.#working.delete(job);
    if (!port) return;
    port.onReport = () => {};
    port.onLost = () => {
      this.#free = this.#free.filter((other) => other !== port);
    };
    if (this.#free.length < this.nWorkers) this.#free.push(port);
    else port.end();
  }

  /** @param {Job} job that is not to run on: it has no worker any more and waits for none */
  #endWorker(job) {
    this.#leaveQueue(job);
    job.port?.end();
    job.port = null;
    this.#working.delete(job);
  }

  /** @param {Job} job */
  #leaveQueue(job) {
    this.#queue = this.#queue.filter((other) => other !== job);
  }

  // ------------------------------------------------------------------------------- a hidden page

  get #mustRest() {
    return this.#isHidden && this.#background === 'pause';
  }

  /** Pauses what runs while the page is hidden, and lets it go on afterwards. */
  #restOrGoOn() {
    if (this.#mustRest) {
      this.#resting = [...this.#working].filter(
        ({state, wanted}) => isActive(state) && wanted === 'go',
      );
      this.pause(this.#resting);
    } else {
      const paused = this.#resting.filter(({state}) => state.state === 'paused');
      this.#resting = [];
      this.start(paused, 'go');
    }
  }
}

/** @type {Pool | undefined} */
let shared;

/** The one pool of a page. */
export function sharedPool() {
  shared ??= new Pool(browserSource(), {
    nWorkers: navigator.hardwareConcurrency,
    page: document,
  });
  return shared;
}

// @ts-check
import {Handle} from './handle.js';
import {Job} from './job.js';
import {browserSource} from './launch.js';
import {Port} from './port.js';
import {failureOf, isActive, specKey} from './protocol.js';

/** @import {Source} from './port.js' */
/** @import {Report, RunState, Spec} from './protocol.js' */

const TICK_MS = 1000;
const MAX_WORKERS = 4;
const MAX_KEPT = 400; // done runs that nobody watches any more

/**
 * Runs specs in workers, a core each and no more at once than there are cores. Equal specs are one
 * run, whoever asks, and what is done is kept.
 */
export class Pool {
  /** @type {Map<string, Job>} */
  #jobs = new Map();
  /** @type {Job[]} in the order in which they were asked for */
  #queue = [];
  /** @type {Port[]} workers without work */
  #free = [];
  /** @type {Set<Job>} those that have a worker */
  #working = new Set();
  /** @type {Set<Handle>} */
  #handles = new Set();
  /** @type {Job[]} that go on when the page is seen again */
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
      this.#rest();
    });
  }

  /** Whether runs go on while the page cannot be seen. */
  get background() {
    return this.#background;
  }

  set background(choice) {
    this.#background = choice;
    for (const handle of this.#handles) handle.changed();
  }

  /**
   * Runs to watch; nothing starts before start().
   *
   * @param {readonly Spec[]} specs
   * @param {() => void} onChange called at each piece of news; not from within run()
   * @param {(states: readonly RunState[]) => readonly Spec[]} [follow] what comes after all of `specs`
   *   are done, made of their results
   * @returns {Handle}
   */
  run(specs, onChange, follow) {
    const handle = new Handle(this, onChange, follow);
    this.#handles.add(handle);
    handle.add(specs);
    return handle;
  }

  /** The job of a spec: the one there is, or a new one. @param {Spec} spec */
  jobOf(spec) {
    const key = specKey(spec);
    const job = this.#jobs.get(key) ?? new Job(spec);
    this.#jobs.delete(key);
    this.#jobs.set(key, job); // to the end: what was asked for last is kept longest
    return job;
  }

  /**
   * Lets a job go on, at once or when a worker is free; afresh where it failed or was stopped.
   *
   * @param {Job} job
   * @param {'go' | 'once'} wanted
   */
  start(job, wanted) {
    const {state} = job.state;
    if (state === 'done') return;
    const isMore = state === 'running' && job.wanted === 'once' && wanted === 'go';
    job.wanted = wanted;
    if (isMore) job.steer(); // or it would pause after its step
    if (isActive(job.state)) return;
    if (state === 'failed' || state === 'stopped') job.reset();
    this.#queue.push(job);
    job.update({state: 'waiting'});
    this.#next();
  }

  /** @param {Job} job its worker keeps what it has learned */
  pause(job) {
    if (!isActive(job.state)) return;
    job.wanted = 'pause';
    this.#leaveQueue(job);
    job.steer();
    job.update({state: 'paused'});
    this.#next();
  }

  /** @param {Job} job ends with its worker; its curve stays */
  stop(job) {
    if (!isActive(job.state) && job.state.state !== 'paused') return;
    this.#endWorker(job);
    job.update({state: job.state.step > 0 ? 'stopped' : 'idle', timeLeftMs: Number.NaN});
    this.#next();
  }

  /** @param {Job} job that has one watcher less: without any it ends, with its worker */
  release(job) {
    if (job.watchers.size > 0) return;
    this.#endWorker(job);
    if (job.state.state !== 'done') this.#forget(job);
    this.#next();
  }

  /** @param {Handle} handle that watches no more */
  leave(handle) {
    this.#handles.delete(handle);
    if (this.#handles.size === 0) for (const port of this.#free.splice(0)) port.end();
    this.#trim();
  }

  /** @param {Job} job */
  #forget(job) {
    for (const [key, other] of this.#jobs) if (other === job) this.#jobs.delete(key);
  }

  #trim() {
    for (const [key, job] of this.#jobs) {
      if (this.#jobs.size <= MAX_KEPT) return;
      if (job.watchers.size === 0) this.#jobs.delete(key);
    }
  }

  /** Gives free workers to who waits, first come first served. */
  #next() {
    while (!this.#isResting() && this.#queue.length > 0 && this.#nRunning() < this.nWorkers) {
      const job = /** @type {Job} */ (this.#queue.shift());
      this.#work(job);
    }
    this.#keepTime();
  }

  #isResting() {
    return this.#isHidden && this.#background === 'pause';
  }

  /** Pauses what runs while nobody can see the page, and lets it go on afterwards. */
  #rest() {
    if (this.#isResting()) {
      this.#resting = [...this.#working].filter(
        ({state, wanted}) => isActive(state) && wanted === 'go',
      );
      for (const job of this.#resting) this.pause(job);
      return;
    }
    for (const job of this.#resting.splice(0))
      if (job.state.state === 'paused') this.start(job, 'go');
    this.#next();
  }

  #nRunning() {
    return [...this.#working].filter(({state}) => state.state === 'running').length;
  }

  /** @param {Job} job */
  #work(job) {
    try {
      if (!job.port) job.begin(this.#hire(job));
    } catch (error) {
      const message = `No worker can be started here: ${failureOf(error).message}`;
      job.update({state: 'failed', error: {message}});
      return;
    }
    job.steer();
    job.update({state: 'running'});
  }

  /** @param {Job} job */
  #hire(job) {
    const port = this.#free.pop() ?? new Port(this.source);
    port.onReport = (report) => this.#hear(job, report);
    port.onLost = (why) => this.#lose(job, why);
    this.#working.add(job);
    return port;
  }

  /**
   * @param {Job} job
   * @param {Report} report
   */
  #hear(job, report) {
    const isLast = report.type === 'done' || report.type === 'failed';
    const port = job.port;
    if (isLast && port && 'id' in report && report.id === job.id) {
      this.#retire(job);
      this.#dismiss(port);
    }
    job.hear(report);
    if (isLast || report.type === 'paused') this.#next();
  }

  /** @param {Port} port whose run is over */
  #dismiss(port) {
    port.onReport = () => {};
    port.onLost = () => {
      this.#free = this.#free.filter((other) => other !== port);
    };
    if (this.#free.length < this.nWorkers) this.#free.push(port);
    else port.end();
  }

  /**
   * @param {Job} job
   * @param {string} why
   */
  #lose(job, why) {
    this.#retire(job);
    this.#leaveQueue(job);
    const {step, steps} = job.state;
    const where = step > 0 ? `The run ended at step ${step} of ${steps}. ` : '';
    const message = `${why} ${where}It can be started again.`;
    job.update({state: 'failed', error: {message, step}, timeLeftMs: Number.NaN});
    this.#next();
  }

  /** @param {Job} job */
  #endWorker(job) {
    this.#leaveQueue(job);
    job.port?.end();
    this.#retire(job);
  }

  /** @param {Job} job that has no worker any more */
  #retire(job) {
    job.port = null;
    this.#working.delete(job);
  }

  /** @param {Job} job */
  #leaveQueue(job) {
    this.#queue = this.#queue.filter((other) => other !== job);
  }

  /** Listens for silence as long as somebody should be heard. */
  #keepTime() {
    const isNeeded = this.#nRunning() > 0;
    if (!isNeeded) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    this.#timer ??= setInterval(() => {
      for (const job of [...this.#working]) if (job.state.state === 'running') job.port?.tick();
    }, TICK_MS);
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

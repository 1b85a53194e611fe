// @ts-check
import {Job} from './job.js';
import {isActive} from './protocol.js';

/** @import {Pool} from './pool.js' */
/** @import {Condition, RunState, Spec} from './protocol.js' */

/** Some runs of a pool, as one figure watches and steers them together. */
export class Handle {
  /** @type {Job[]} */
  jobs = [];

  #pool;
  #onChange;
  #follow;
  #isClosed = false;
  #nFirst = 0; // jobs before those that follow
  #hasFollowed = false;
  #isWanted = false; // somebody has pressed Run, so what follows starts by itself
  /** @type {Map<Job, () => void>} saved models that are being tested */
  #loading = new Map();
  #tell = () => this.changed();

  /**
   * @param {Pool} pool
   * @param {() => void} onChange
   * @param {(states: readonly RunState[]) => readonly Spec[]} [follow]
   */
  constructor(pool, onChange, follow) {
    this.#pool = pool;
    this.#onChange = onChange;
    this.#follow = follow;
  }

  /** Whether runs go on while the page cannot be seen: one choice for the whole page. */
  get background() {
    return this.#pool.background;
  }

  set background(choice) {
    this.#pool.background = choice;
  }

  /** In the order of the specs. @returns {readonly RunState[]} */
  get states() {
    return this.jobs.map(({state}) => state);
  }

  /** What can be said of all runs at once. @returns {Condition} */
  get condition() {
    const states = this.states.map(({state}) => state);
    const order = /** @type {const} */ (['running', 'waiting', 'paused', 'failed', 'stopped']);
    const first = order.find((state) => states.includes(state));
    return first ?? (states.every((state) => state === 'done') ? 'done' : 'idle');
  }

  /** 0..1 of all work. */
  get fraction() {
    const sum = this.states.reduce((part, state) => part + state.fraction, 0);
    return this.jobs.length === 0 ? 1 : sum / this.jobs.length;
  }

  /** Milliseconds until all are done, if nobody else wants the workers; NaN while nobody knows. */
  get timeLeftMs() {
    const open = this.jobs.filter(({state}) => state.state !== 'done' && state.state !== 'failed');
    if (open.length === 0) return 0;
    const totals = this.jobs.map((job) => job.totalMs).filter(Number.isFinite);
    const usual = totals.reduce((a, b) => a + b, 0) / totals.length;
    const left = open.map((job) => {
      const total = Number.isFinite(job.totalMs) ? job.totalMs : usual;
      return total * (1 - job.state.fraction);
    });
    const sum = left.reduce((a, b) => a + b, 0);
    return Math.max(Math.max(...left), sum / Math.min(this.#pool.nWorkers, open.length));
  }

  /** @param {readonly Spec[]} specs */
  add(specs) {
    this.#watch(specs);
    this.#nFirst = this.jobs.length;
    this.#addFollowers();
  }

  /** @param {readonly Spec[]} specs */
  #watch(specs) {
    for (const spec of specs) {
      const job = this.#pool.jobOf(spec);
      job.watchers.add(this.#tell);
      this.jobs.push(job);
    }
  }

  /**
   * All that is not done; afresh what has failed or was stopped. Where all is done, but with models out of
   * files, they give their places back.
   */
  start() {
    const loaded = this.condition === 'done' ? this.jobs.filter(({file}) => file) : [];
    for (const job of loaded) this.#replace(job, this.#pool.jobOf(job.state.spec));
    this.#go();
  }

  #go() {
    this.#isWanted = true;
    for (const job of [...this.jobs]) this.#pool.start(job, 'go');
  }

  resume() {
    this.#isWanted = true;
    for (const job of [...this.jobs]) {
      if (job.state.state === 'paused') this.#pool.start(job, 'go');
    }
  }

  /** One step of each run, and a pause after it. */
  step() {
    for (const job of [...this.jobs]) if (!isActive(job.state)) this.#pool.start(job, 'once');
  }

  pause() {
    // who waits is told first, or would get the worker of the next
    for (const job of [...this.jobs].reverse()) this.#pool.pause(job);
  }

  stop() {
    this.#isWanted = false;
    for (const job of [...this.jobs].reverse()) this.#pool.stop(job);
  }

  /** Watches no more. A run that nobody else watches ends, and its worker with it. */
  close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const [job, look] of this.#loading) job.watchers.delete(look);
    for (const job of this.jobs) job.watchers.delete(this.#tell);
    for (const job of [...this.#loading.keys(), ...[...this.jobs].reverse()])
      this.#pool.release(job);
    this.#pool.leave(this);
  }

  /**
   * Tests a saved model in place of a run's own. The run is as it was where the file is refused.
   *
   * @param {number} index of the run
   * @param {ArrayBuffer} file
   * @returns {Promise<void>}
   * @throws {Error} whose message says what is wrong with the file
   */
  load(index, file) {
    const old = this.jobs[index];
    const job = new Job(old.state.spec, file);
    return new Promise((resolve, reject) => {
      const look = () => {
        const {state, error} = job.state;
        if (state !== 'done' && state !== 'failed') return;
        job.watchers.delete(look);
        this.#loading.delete(job);
        if (state === 'failed') return reject(new Error(error?.message));
        this.#replace(old, job);
        resolve();
      };
      this.#loading.set(job, look);
      job.watchers.add(look);
      this.#pool.start(job, 'go');
    });
  }

  /**
   * @param {Job} old
   * @param {Job} job
   */
  #replace(old, job) {
    old.watchers.delete(this.#tell);
    job.watchers.add(this.#tell);
    if (this.jobs.indexOf(old) < this.#nFirst) this.#dropFollowers();
    this.jobs = this.jobs.map((other) => (other === old ? job : other));
    this.#pool.release(old);
    this.changed();
  }

  /** Something of its runs, or of how they run, is new. */
  changed() {
    this.#addFollowers();
    this.#onChange();
  }

  /** When all are done, those that need their results. */
  #addFollowers() {
    if (!this.#follow || this.#hasFollowed || this.condition !== 'done') return;
    this.#hasFollowed = true;
    this.#watch(this.#follow(this.states));
    if (this.#isWanted) this.#go();
  }

  /** They were made of other results. */
  #dropFollowers() {
    this.#hasFollowed = false;
    for (const job of this.jobs.splice(this.#nFirst)) {
      job.watchers.delete(this.#tell);
      this.#pool.release(job);
    }
  }
}

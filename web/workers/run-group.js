// @ts-check
import {Job} from './job.js';
import {isActive} from './protocol.js';

/** @import {Pool} from './pool.js' */
/** @import {Condition, RunState, Spec} from './protocol.js' */

const GIVEN_UP =
  'Its test was ended: the run was started anew, its settings changed, or its figure was closed.';

/** Some runs of a pool, as one figure watches and steers them together. */
export class RunGroup {
  /** In the order of the specs. @type {readonly Job[]} */
  jobs = [];

  #pool;
  #onChange;
  #follow;
  #nFirst; // jobs before those that follow
  #hasFollowed = false;
  #isWanted = false; // Run was pressed, so what follows starts by itself
  #isClosed = false;
  /** Tests of saved models, by the job that each is to replace.
   *  @type {Map<Job, {test: Job, cancel: (why: string) => void}>} */
  #loading = new Map();
  #changed = () => this.changed();

  /**
   * @param {Pool} pool
   * @param {readonly Spec[]} specs
   * @param {() => void} onChange
   * @param {(states: readonly RunState[]) => readonly Spec[]} [follow]
   */
  constructor(pool, specs, onChange, follow) {
    this.#pool = pool;
    this.#onChange = onChange;
    this.#follow = follow;
    this.#nFirst = specs.length;
    this.#watch(specs);
    this.#addFollowers();
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

  /** What holds for all runs together. @returns {Condition} */
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

  /** Milliseconds until all are done, if no other group wants the workers; NaN while unknown. */
  get timeLeftMs() {
    const open = this.jobs.filter(({state}) => state.state !== 'done' && state.state !== 'failed');
    if (open.length === 0) return 0;
    // a run that has not begun is taken to be as long as the mean of those that have
    const totals = this.jobs.map((job) => job.totalMs).filter(Number.isFinite);
    const mean = totals.reduce((a, b) => a + b, 0) / totals.length;
    const left = open.map((job) => {
      const total = Number.isFinite(job.totalMs) ? job.totalMs : mean;
      return total * (1 - job.state.fraction);
    });
    const sum = left.reduce((a, b) => a + b, 0);
    return Math.max(...left, sum / this.#pool.nWorkers);
  }

  /**
   * Starts all that is not done, and anew what has failed or was stopped. Where all is done, but with
   * models from files, the runs take the place of those models again.
   */
  start() {
    const loaded = this.condition === 'done' ? this.jobs.filter(({file}) => file) : [];
    for (const job of loaded) this.#replace(job, this.#pool.jobOf(job.state.spec));
    this.#isWanted = true;
    this.#pool.start(this.jobs, 'go');
  }

  resume() {
    this.#isWanted = true;
    const paused = this.jobs.filter(({state}) => state.state === 'paused');
    this.#pool.start(paused, 'go');
  }

  /** One step of each run, and a pause after it. */
  step() {
    const resting = this.jobs.filter(({state}) => !isActive(state));
    this.#pool.start(resting, 'step');
  }

  pause() {
    this.#pool.pause(this.jobs);
  }

  stop() {
    this.#isWanted = false;
    this.#pool.stop(this.jobs);
  }

  /**
   * Stops watching. A run that no other group watches ends, and its worker with it; a load() that has not
   * ended is refused.
   */
  close() {
    this.#isClosed = true;
    this.#unwatch(this.jobs);
    this.#pool.leave(this);
  }

  /**
   * Tests a saved model in place of a run's own. The run stays as it was where the file is refused, where
   * another file is chosen for it meanwhile, and where the run goes.
   *
   * @param {number} index of the run
   * @param {ArrayBuffer} file
   * @returns {Promise<void>}
   * @throws {Error} whose message says why it was not loaded
   */
  async load(index, file) {
    const old = this.jobs[index];
    if (!old || this.#isClosed) throw new Error(GIVEN_UP);
    const earlier = this.#loading.get(old);
    earlier?.cancel('Another file was chosen for this run.');
    const test = new Job(old.state.spec, file);
    await new Promise((resolve, reject) => {
      const look = () => {
        const {state, error} = test.state;
        if (state !== 'done' && state !== 'failed') return;
        end();
        if (state === 'failed') return reject(new Error(error?.message));
        resolve(undefined);
        this.#replace(old, test);
      };
      const end = () => {
        test.watchers.delete(look);
        this.#loading.delete(old);
      };
      const cancel = (/** @type {string} */ why) => {
        end();
        reject(new Error(why));
      };
      this.#loading.set(old, {test, cancel});
      test.watchers.add(look);
      if (earlier) this.#pool.release([earlier.test]);
      this.#pool.start([test], 'go');
    });
  }

  /** To be called when its runs, or how they run, have changed. */
  changed() {
    this.#addFollowers();
    this.#onChange();
  }

  /** When all runs are done, adds those that need their results. */
  #addFollowers() {
    if (!this.#follow || this.#hasFollowed || this.condition !== 'done') return;
    this.#hasFollowed = true;
    this.#watch(this.#follow(this.states));
    if (this.#isWanted) this.#pool.start(this.jobs, 'go');
  }

  /** @param {readonly Spec[]} specs */
  #watch(specs) {
    const added = specs.map((spec) => this.#pool.jobOf(spec));
    for (const job of added) job.watchers.add(this.#changed);
    this.jobs = [...this.jobs, ...added];
  }

  /** Lets jobs go, and the tests of files that were to replace them. @param {readonly Job[]} jobs */
  #unwatch(jobs) {
    const tests = jobs.flatMap((job) => this.#loading.get(job) ?? []);
    for (const {cancel} of tests) cancel(GIVEN_UP);
    for (const job of jobs) job.watchers.delete(this.#changed);
    this.#pool.release([...tests.map(({test}) => test), ...jobs]);
  }

  /**
   * @param {Job} old nothing happens where it is gone already
   * @param {Job} job
   */
  #replace(old, job) {
    const index = this.jobs.indexOf(old);
    if (index < 0) return;
    // what follows was made of other results
    const followers = index < this.#nFirst ? this.jobs.slice(this.#nFirst) : [];
    if (index < this.#nFirst) this.#hasFollowed = false;
    job.watchers.add(this.#changed);
    this.jobs = this.jobs
      .filter((other) => !followers.includes(other))
      .map((other) => (other === old ? job : other));
    this.#unwatch([old, ...followers]);
    this.changed();
  }
}

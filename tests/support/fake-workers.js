// A pool whose workers the test plays: it reads the commands that they get, and answers.
import {Pool} from '../../web/workers/pool.js';

/** @import {TestContext} from 'node:test' */
/** @import {RunState, Spec, TrainSpec} from '../../web/workers/protocol.js' */
/** @import {RunGroup} from '../../web/workers/run-group.js' */

/** @param {number} seed @param {Partial<TrainSpec>} [more] @returns {TrainSpec} */
export const specOf = (seed, more = {}) => ({
  kind: 'train',
  task: 'copy',
  seqLen: 6,
  batch: 2,
  steps: 4,
  lr: 0.01,
  warmup: 1,
  weightDecay: 0,
  seed,
  model: {methods: []},
  ...more,
});

/** Until all promises that can settle have. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));

/** @param {RunGroup} group */
export const conditions = (group) => group.states.map(({state}) => state);

/** A worker that the test plays. */
export class FakeWorker {
  /** @type {any[]} */
  commands = [];
  isEnded = false;
  refusesModules = false;
  onmessage = /** @type {any} */ (null);
  onmessageerror = /** @type {any} */ (null);
  onerror = /** @type {any} */ (null);

  /** @param {any} command */
  postMessage(command) {
    if (this.refusesModules && command.type === 'load' && !(command.core instanceof ArrayBuffer))
      throw new Error('cannot be cloned');
    this.commands.push(command);
  }

  terminate() {
    this.isEnded = true;
  }

  get types() {
    return this.commands.map(({type}) => type);
  }

  /** The newest run that it was to start. */
  get run() {
    return this.commands.findLast(({type}) => type === 'start');
  }

  /** @param {any} report */
  report(report) {
    this.onmessage({data: report});
  }

  started() {
    const {spec, id, file} = this.run;
    const steps = file ? 0 : spec.steps;
    this.report({type: 'started', id, steps, nParams: 10, nBytes: 99, before: {}});
  }

  /** @param {number} step @param {number[]} losses the newest, up to that step */
  progress(step, losses) {
    const {id, spec} = this.run;
    const fraction = step / (spec.steps + 1);
    const progress = {step, fraction, busyMs: 10 * step, trainedMs: 10 * step, evaluations: []};
    this.report({
      type: 'progress',
      id,
      progress: {...progress, losses: Float32Array.from(losses)},
    });
  }

  /** Answers a command, the newest unless another is given. @param {any} [command] */
  paused({id, commandId} = this.commands.at(-1)) {
    this.report({type: 'paused', id, commandId});
  }

  /** @param {any} error */
  failed(error) {
    this.report({type: 'failed', id: this.run.id, error});
  }

  /** Does the whole run. */
  async finish() {
    this.started();
    const {id, spec, file} = this.run;
    const steps = file ? 0 : spec.steps;
    this.progress(
      steps,
      Array.from({length: steps}, (_, k) => 4 - k),
    );
    const model = file ?? new ArrayBuffer(8);
    this.report({type: 'done', id, outcome: {tensors: {}, probe: {}, model}});
    await settled();
  }
}

/**
 * A pool, its workers as they are made, and a page that can be hidden. The groups are closed after the test.
 *
 * @param {TestContext} t
 * @param {{nWorkers?: number, make?: (worker: FakeWorker) => FakeWorker,
 *   ended?: (lock: string) => Promise<void>}} [options]
 */
export function fakePool(t, {nWorkers = 2, make = (worker) => worker, ended} = {}) {
  /** @type {FakeWorker[]} */
  const workers = [];
  /** @type {() => void} */
  let onVisibility = () => {};
  const page = {
    hidden: false,
    addEventListener: (/** @type {string} */ _, /** @type {any} */ listener) => {
      onVisibility = listener;
    },
  };
  const hide = (/** @type {boolean} */ hidden) => {
    page.hidden = hidden;
    onVisibility();
  };
  const source = {
    makeWorker() {
      const worker = make(new FakeWorker());
      workers.push(worker);
      return worker;
    },
    loadModule: async () => ({}),
    loadBytes: async () => new ArrayBuffer(4),
    ended,
  };
  const pool = new Pool(/** @type {any} */ (source), {nWorkers, page: /** @type {any} */ (page)});
  /**
   * A group of runs, by seed or spec; nothing starts.
   *
   * @param {readonly (number | TrainSpec)[]} specs
   * @param {{onChange?: () => void, follow?: (states: readonly RunState[]) => readonly Spec[]}} [options]
   */
  const watch = (specs, {onChange = () => {}, follow} = {}) => {
    const list = specs.map((spec) => (typeof spec === 'number' ? specOf(spec) : spec));
    const group = pool.run(list, onChange, follow);
    t.after(() => group.close());
    return group;
  };
  /** The same, started. @type {(...args: Parameters<typeof watch>) => Promise<RunGroup>} */
  const start = async (...args) => {
    const group = watch(...args);
    group.start();
    await settled();
    return group;
  };
  return {pool, workers, hide, watch, start};
}

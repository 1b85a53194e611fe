// @ts-check
// What a worker does with its commands. The worker's own scope is handed in, so that a test can take its
// place.
import {failureOf, transferablesOf} from './protocol.js';

/** @import {Core, Tensor} from '../core/core.js' */
/** @import {Command, Evaluation, Report, Spec} from './protocol.js' */

/**
 * One run as a machine that a worker can leave between any two of its parts.
 *
 * @typedef {object} Run
 * @property {number} step
 * @property {number} steps
 * @property {Float32Array} losses of the steps done
 * @property {number} fraction of its work, 0..1
 * @property {boolean} isOver
 * @property {number} nParams
 * @property {number} nBytes
 * @property {readonly Evaluation[]} evaluations
 * @property {Record<string, Tensor>} before
 * @property {Record<string, Tensor>} tensors
 * @property {Record<string, Tensor>} probe
 * @property {ArrayBuffer | undefined} model
 * @property {() => boolean} advance does one part of the work; returns whether there is more
 * @property {() => Record<string, Tensor> | undefined} [picture] tensors to be shown on the way
 */

/**
 * @typedef {object} Env
 * @property {(report: Report, transfer: ArrayBuffer[]) => void} post
 * @property {() => number} now milliseconds
 * @property {(task: () => void) => void} later runs a task after the messages that wait
 * @property {(core: any) => Promise<() => Promise<Core>>} load
 *   what makes a new core, out of what the page has sent
 * @property {(core: Core, spec: Spec, file?: ArrayBuffer) => Run} begin ready for its first advance()
 * @property {() => Promise<string | undefined>} [hold] a lock that is held while the worker lives
 */

/** No message waits longer than this for an answer, unless one part takes longer by itself. */
const SLICE_MS = 25;
const PROGRESS_MS = 80;
/** The page gives a worker up whose part takes longer (port.js): where one did, the machine slept meanwhile. */
const ASLEEP_MS = 15_000;

/** One run at a time, worked on in slices; messages are read between two of them. */
export class RunLoop {
  #env;
  /** @type {(() => Promise<Core>) | null} */
  #makeCore = null;
  /** @type {Run | null} */
  #run = null;
  #id = -1;
  #commandId = 0; // of the newest command
  #isGoing = false;
  #isQueued = false;
  #reported = {step: 0, at: 0};
  #busyMs = 0;
  #trainedMs = 0;
  #inOrder = Promise.resolve();

  /** @param {Env} env */
  constructor(env) {
    this.#env = env;
  }

  /**
   * Commands are obeyed in order, also while one of them takes its time.
   *
   * @param {Command} command
   * @returns {Promise<void>} when it was obeyed; never rejected
   */
  receive(command) {
    this.#inOrder = this.#inOrder
      .then(() => this.#obey(command))
      .catch((error) => {
        // outside of the chain, where it stops this worker but not the commands after it in silence
        this.#env.later(() => {
          throw error;
        });
      });
    return this.#inOrder;
  }

  /** @param {Command} command */
  async #obey(command) {
    if (command.type === 'load') return this.#load(command.core);
    if (command.type === 'start') return this.#start(command);
    if (command.id !== this.#id || !this.#run) return;
    this.#commandId = command.commandId;
    const wasGoing = this.#isGoing;
    this.#isGoing = command.type === 'go';
    if (command.type === 'go') return this.#queueSlice();
    // one step, or after the last step one part of what follows; then a pause
    if (command.type === 'step' ? this.#work() : wasGoing) {
      this.#reportProgress();
      this.#post({type: 'paused', id: this.#id, commandId: this.#commandId});
    }
  }

  /** @param {unknown} core */
  async #load(core) {
    try {
      this.#makeCore = await this.#env.load(core);
      this.#post({type: 'ready', lock: await this.#env.hold?.()});
    } catch (error) {
      this.#post({type: 'failed', error: failureOf(error)});
    }
  }

  /** @param {Extract<Command, {type: 'start'}>} command */
  async #start({id, spec, file}) {
    this.#end();
    this.#id = id;
    try {
      if (!this.#makeCore) throw new Error('This worker has no core.');
      this.#run = this.#env.begin(await this.#makeCore(), spec, file);
    } catch (error) {
      this.#post({type: 'failed', id, error: failureOf(error)});
      return;
    }
    this.#reported = {step: 0, at: this.#env.now()};
    this.#busyMs = 0;
    this.#trainedMs = 0;
    const {steps, nParams, nBytes, before} = this.#run;
    const report = /** @type {const} */ ({type: 'started', id, steps, nParams, nBytes, before});
    this.#post(report, transferablesOf(before));
  }

  #end() {
    this.#run = null;
    this.#isGoing = false;
    this.#id = -1;
  }

  #queueSlice() {
    if (this.#isQueued || !this.#isGoing) return;
    this.#isQueued = true;
    this.#env.later(() => {
      this.#isQueued = false;
      const {now} = this.#env;
      const end = now() + SLICE_MS;
      while (this.#isGoing && now() < end) if (!this.#work()) return;
      if (this.#isGoing && now() - this.#reported.at >= PROGRESS_MS) this.#reportProgress();
      this.#queueSlice();
    });
  }

  /** One part of the run, and its last reports where it ends. @returns {boolean} whether there is more */
  #work() {
    const run = this.#run;
    if (!run) return false;
    const begin = this.#env.now();
    const {step} = run;
    let isMore = false;
    try {
      isMore = run.advance();
    } catch (error) {
      this.#reportProgress();
      this.#post({type: 'failed', id: this.#id, error: failureOf(error)});
      this.#end();
      return false;
    }
    const took = this.#env.now() - begin;
    const ms = took < ASLEEP_MS ? took : 0;
    this.#busyMs += ms;
    if (run.step > step) this.#trainedMs += ms;
    if (isMore) return true;
    this.#reportProgress();
    const {tensors, probe, model} = run;
    const transfer = new Set([...transferablesOf(tensors), ...transferablesOf(probe)]);
    if (model) transfer.add(model);
    this.#post({type: 'done', id: this.#id, outcome: {tensors, probe, model}}, [...transfer]);
    this.#end();
    return false;
  }

  /** What is new since the last report. */
  #reportProgress() {
    const run = this.#run;
    if (!run) return;
    const {step, fraction, evaluations} = run;
    const losses = run.losses.slice(this.#reported.step);
    this.#reported = {step, at: this.#env.now()};
    const [busyMs, trainedMs] = [this.#busyMs, this.#trainedMs];
    const tensors = run.picture?.();
    const progress = {step, fraction, busyMs, trainedMs, losses, evaluations, tensors};
    const transfer = [losses.buffer, ...transferablesOf(tensors ?? {})];
    this.#post({type: 'progress', id: this.#id, progress}, transfer);
  }

  /**
   * @param {Report} report
   * @param {ArrayBuffer[]} [transfer]
   */
  #post(report, transfer = []) {
    this.#env.post(report, transfer);
  }
}

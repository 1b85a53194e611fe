// @ts-check
// What a worker does with its commands. The worker's own scope is handed in, so that a test can stand
// in its place.
import {buffersOf, failureOf} from './protocol.js';

/** @import {Core} from '../core/core.js' */
/** @import {Run} from './run.js' */
/** @import {Command, Report, Spec} from './protocol.js' */

/**
 * @typedef {object} Surroundings
 * @property {(report: Report, transfer: ArrayBuffer[]) => void} post
 * @property {() => number} now milliseconds
 * @property {(task: () => void) => void} later runs a task after the messages that wait
 * @property {(core: any) => Promise<() => Promise<Core>>} load
 *   what makes a new core, out of what the page has sent
 * @property {(core: Core, spec: Spec, file?: ArrayBuffer) => Run} begin
 * @property {() => Promise<string | undefined>} [hold] a lock that is held while the worker lives
 */

/** No message waits longer than this for an answer, but for a part that takes longer by itself. */
const SLICE_MS = 25;
const NEWS_MS = 80;

/** One run at a time, worked on in slices, with an ear for messages between two of them. */
export class Station {
  #around;
  /** @type {(() => Promise<Core>) | null} */
  #makeCore = null;
  /** @type {Run | null} */
  #run = null;
  #id = -1;
  #turn = 0;
  #isGoing = false;
  #isQueued = false;
  #told = {step: 0, at: 0};
  #busyMs = 0;
  #trainedMs = 0;
  #line = Promise.resolve();

  /** @param {Surroundings} around */
  constructor(around) {
    this.#around = around;
  }

  /**
   * Commands are obeyed in order, also while one of them takes its time.
   *
   * @param {Command} command
   */
  receive(command) {
    this.#line = this.#line.then(() => this.#obey(command));
    return this.#line;
  }

  /** @param {Command} command */
  async #obey(command) {
    if (command.type === 'load') return this.#load(command.core);
    if (command.type === 'start') return this.#start(command);
    if (command.id !== this.#id || !this.#run) return;
    this.#turn = command.turn;
    if (command.type === 'pause') return this.#pause();
    if (command.type === 'go') this.#isGoing = true;
    if (command.type === 'once') this.#once();
    this.#queue();
  }

  /** @param {unknown} core */
  async #load(core) {
    try {
      this.#makeCore = await this.#around.load(core);
      this.#post({type: 'ready', lock: await this.#around.hold?.()});
    } catch (error) {
      this.#post({type: 'failed', error: failureOf(error)});
    }
  }

  /** @param {Extract<Command, {type: 'start'}>} command */
  async #start({id, spec, file}) {
    this.#drop();
    this.#id = id;
    try {
      if (!this.#makeCore) throw new Error('This worker has no core.');
      this.#run = this.#around.begin(await this.#makeCore(), spec, file);
    } catch (error) {
      this.#post({type: 'failed', id, error: failureOf(error)});
      return;
    }
    this.#told = {step: 0, at: this.#around.now()};
    this.#busyMs = 0;
    this.#trainedMs = 0;
    const {steps, nParams, nBytes, before} = this.#run;
    const report = /** @type {const} */ ({type: 'started', id, steps, nParams, nBytes, before});
    this.#post(report, buffersOf(before));
  }

  #drop() {
    this.#run = null;
    this.#isGoing = false;
    this.#id = -1;
  }

  #pause() {
    if (!this.#isGoing) return;
    this.#isGoing = false;
    this.#tell();
    this.#post({type: 'paused', id: this.#id, turn: this.#turn});
  }

  /** One step; after the last, one part of what follows. */
  #once() {
    this.#isGoing = false;
    if (!this.#work()) return;
    this.#tell();
    this.#post({type: 'paused', id: this.#id, turn: this.#turn});
  }

  #queue() {
    if (this.#isQueued || !this.#isGoing) return;
    this.#isQueued = true;
    this.#around.later(() => {
      this.#isQueued = false;
      this.#slice();
    });
  }

  #slice() {
    const {now} = this.#around;
    const end = now() + SLICE_MS;
    while (this.#isGoing && now() < end) if (!this.#work()) return;
    if (this.#isGoing && now() - this.#told.at >= NEWS_MS) this.#tell();
    this.#queue();
  }

  /** One part of the run. @returns {boolean} whether there is more */
  #work() {
    const run = this.#run;
    if (!run) return false;
    const begin = this.#around.now();
    const {step} = run;
    try {
      const isMore = run.advance();
      this.#count(begin, run.step > step);
      if (!isMore) this.#finish(run);
      return isMore;
    } catch (error) {
      this.#tell();
      this.#post({type: 'failed', id: this.#id, error: failureOf(error)});
      this.#drop();
      return false;
    }
  }

  /**
   * @param {number} begin
   * @param {boolean} isStep
   */
  #count(begin, isStep) {
    const ms = this.#around.now() - begin;
    this.#busyMs += ms;
    if (isStep) this.#trainedMs += ms;
  }

  /** @param {Run} run */
  #finish(run) {
    this.#tell();
    const {tensors, probe, model} = run;
    const buffers = [...buffersOf(tensors), ...buffersOf(probe), ...(model ? [model] : [])];
    this.#post({type: 'done', id: this.#id, outcome: {tensors, probe, model}}, [
      ...new Set(buffers),
    ]);
    this.#drop();
  }

  /** What is new since the last time. */
  #tell() {
    const run = this.#run;
    if (!run) return;
    const losses = run.losses.slice(this.#told.step);
    const {step, fraction, evaluations} = run;
    this.#told = {step, at: this.#around.now()};
    const [busyMs, trainedMs] = [this.#busyMs, this.#trainedMs];
    const tensors = run.picture?.();
    const news = {step, fraction, busyMs, trainedMs, losses, evaluations, tensors};
    this.#post({type: 'news', id: this.#id, news}, [losses.buffer, ...buffersOf(tensors ?? {})]);
  }

  /**
   * @param {Report} report
   * @param {ArrayBuffer[]} [transfer]
   */
  #post(report, transfer = []) {
    this.#around.post(report, transfer);
  }
}

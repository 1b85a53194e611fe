// @ts-check
import {idleState} from './protocol.js';

/** @import {Port} from './port.js' */
/** @import {News, Report, RunState, Spec} from './protocol.js' */

/**
 * One run as the page knows it: its state, its worker while it has one, and who watches.
 * The pool moves it; it knows nothing of other jobs.
 */
export class Job {
  /** @type {RunState} */
  state;
  /** What it shall do when it has a worker. @type {'go' | 'once' | 'pause'} */
  wanted = 'pause';
  /** @type {Port | null} */
  port = null;
  /** @type {Set<() => void>} told of every change */
  watchers = new Set();
  /** Milliseconds that it has worked. */
  busyMs = 0;

  static #nJobs = 0;
  #turn = 0;
  #losses = new Float32Array(0);

  /**
   * @param {Spec} spec
   * @param {ArrayBuffer} [file] a saved model, in place of a new one
   */
  constructor(spec, file) {
    this.id = Job.#nJobs++;
    this.file = file;
    this.state = idleState(spec);
  }

  /** All its work, in milliseconds, as far as that can be told. */
  get totalMs() {
    return this.state.fraction > 0 ? this.busyMs / this.state.fraction : Number.NaN;
  }

  /** As if it had never run. */
  reset() {
    this.id = Job.#nJobs++; // news of the earlier life are of another run
    this.busyMs = 0;
    this.update(idleState(this.state.spec));
  }

  /** @param {Port} port */
  begin(port) {
    this.port = port;
    const {id, file} = this;
    port.send({type: 'start', id, spec: this.state.spec, file});
  }

  /** Tells its worker what is wanted. */
  steer() {
    this.port?.send({type: this.wanted, id: this.id, turn: ++this.#turn});
  }

  /** @param {Partial<RunState>} news */
  update(news) {
    this.state = {...this.state, ...news};
    for (const tell of [...this.watchers]) tell();
  }

  /** @param {Report} report of its worker */
  hear(report) {
    if (!('id' in report) || report.id !== this.id) return;
    switch (report.type) {
      case 'started': {
        const {steps, nParams, nBytes, before} = report;
        this.#losses = new Float32Array(steps);
        const isLoaded = this.file !== undefined;
        return this.update({steps, nParams, nBytes, before, isLoaded});
      }
      case 'news':
        return this.#learn(report.news);
      case 'paused':
        if (report.turn === this.#turn) this.update({state: 'paused'});
        return;
      case 'done':
        return this.update({...report.outcome, state: 'done', fraction: 1, timeLeftMs: 0});
      case 'failed':
        return this.update({state: 'failed', error: report.error, timeLeftMs: Number.NaN});
    }
  }

  /** @param {News} news */
  #learn({step, fraction, busyMs, trainedMs, losses, evaluations, tensors}) {
    this.#losses.set(losses, step - losses.length);
    this.busyMs = busyMs;
    this.update({
      step,
      fraction,
      losses: this.#losses.subarray(0, step),
      msPerStep: step > 0 ? trainedMs / step : 0,
      timeLeftMs: fraction > 0 ? (busyMs / fraction) * (1 - fraction) : Number.NaN,
      evaluations,
      ...(tensors && {tensors}),
    });
  }
}

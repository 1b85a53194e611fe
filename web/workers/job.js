// @ts-check
import {idleState} from './protocol.js';

/** @import {Port} from './port.js' */
/** @import {Report, RunState, Spec} from './protocol.js' */

/**
 * One run as the page knows it: its state, its worker while it has one, and what watches it. Equal specs
 * share one, so several groups may watch it. The pool moves it; it knows nothing of other jobs.
 */
export class Job {
  /** @type {RunState} */
  state;
  /** What it is to do when it has a worker. @type {'go' | 'step' | 'pause'} */
  wanted = 'pause';
  /** @type {Port | null} */
  port = null;
  /** @type {Set<() => void>} called at every change */
  watchers = new Set();

  static #nIds = 0;
  #id = Job.#nIds++;
  #nCommands = 0;
  #busyMs = 0; // that it has worked
  #losses = new Float32Array(0);

  /**
   * @param {Spec} spec
   * @param {ArrayBuffer} [file] a saved model, in place of a new one
   */
  constructor(spec, file) {
    this.file = file;
    this.state = idleState(spec);
  }

  get id() {
    return this.#id;
  }

  /** Milliseconds of all its work; NaN while unknown. */
  get totalMs() {
    return this.state.fraction > 0 ? this.#busyMs / this.state.fraction : Number.NaN;
  }

  /** As if it had never run. */
  reset() {
    this.#id = Job.#nIds++; // reports of its earlier life are of another run
    this.update(idleState(this.state.spec));
  }

  /** @param {Port} port of a worker that is free */
  begin(port) {
    this.port = port;
    port.send({type: 'start', id: this.id, spec: this.state.spec, file: this.file});
  }

  /** Sends its worker what is wanted. */
  steer() {
    this.port?.send({type: this.wanted, id: this.id, commandId: ++this.#nCommands});
  }

  /** @param {Partial<RunState>} changes */
  update(changes) {
    this.state = {...this.state, ...changes};
    for (const notify of [...this.watchers]) {
      try {
        notify();
      } catch (error) {
        // it is reported as uncaught: the error of one figure must not stop the runs of the others
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  /** @param {Report} report of its worker */
  receive(report) {
    if (!('id' in report) || report.id !== this.id) return;
    switch (report.type) {
      case 'started': {
        const {steps, nParams, nBytes, before} = report;
        this.#losses = new Float32Array(steps);
        return this.update({steps, nParams, nBytes, before, isLoaded: this.file !== undefined});
      }
      case 'progress': {
        const {step, fraction, busyMs, trainedMs, losses, evaluations, tensors} = report.progress;
        this.#losses.set(losses, step - losses.length);
        this.#busyMs = busyMs;
        return this.update({
          step,
          fraction,
          losses: this.#losses.subarray(0, step),
          msPerStep: step > 0 ? trainedMs / step : 0,
          timeLeftMs: fraction > 0 ? (busyMs / fraction) * (1 - fraction) : Number.NaN,
          evaluations,
          ...(tensors && {tensors}),
        });
      }
      case 'paused':
        // a pause that was taken back meanwhile pauses nothing
        if (report.commandId === this.#nCommands) this.update({state: 'paused'});
        return;
      case 'done':
        return this.update({...report.outcome, state: 'done', fraction: 1, timeLeftMs: 0});
      case 'failed':
        return this.update({state: 'failed', error: report.error, timeLeftMs: Number.NaN});
    }
  }
}

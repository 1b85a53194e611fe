// @ts-check
// A second Python beside the learner's, which runs changes of a solution while the learner reads or writes on. It is
// loaded when it is first needed, and gone when the search has ended.
import {asCell} from '../grading/as-cell.js';
import {Sandbox} from '../runtime/sandbox.js';

/** @import {RunResult} from '../runtime/sandbox.js' */

const MOST_RUN_MS = 1000; // of a program that a change has made endless
/** A JavaScript engine keeps what it compiled for a program: a new Python has none of it. */
const MOST_RUNS = 1000;

export class SparePython {
  #sandbox = new Sandbox();
  #nRuns = 0;
  #isClosed = false;

  /** @param {string} code @param {any[]} steps @param {string} file @returns {Promise<RunResult>} 'stopped' after close() */
  async run(code, steps, file) {
    if (this.#isClosed) return {type: 'stopped'};
    if (++this.#nRuns % MOST_RUNS === 0) this.#sandbox.close();
    const cell = {code: asCell(code), session: 'changes'};
    return this.#sandbox.run({...cell, file, steps, timeLimitMs: MOST_RUN_MS});
  }

  close() {
    this.#isClosed = true;
    this.#sandbox.close();
  }
}

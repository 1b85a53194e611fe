// @ts-check
import {idleState} from './protocol.js';

/** @import {RunState, Spec} from './protocol.js' */

/**
 * @typedef {object} Handle
 * @property {readonly RunState[]} states
 * @property {() => void} start
 * @property {() => void} pause
 * @property {() => void} resume
 * @property {() => void} step
 * @property {() => void} stop
 * @property {() => void} close
 */

export class Pool {
  /**
   * @param {readonly Spec[]} specs
   * @param {() => void} _onChange
   * @returns {Handle}
   */
  run(specs, _onChange) {
    const states = specs.map(idleState);
    const nothing = () => {};
    return {
      states,
      start: nothing,
      pause: nothing,
      resume: nothing,
      step: nothing,
      stop: nothing,
      close: nothing,
    };
  }
}

/** @type {Pool | undefined} */
let shared;

/** The one pool of a page. */
export function sharedPool() {
  shared ??= new Pool();
  return shared;
}

// @ts-check
// What all open exercises of a page share: one Python, one core.
import {fullCore} from '../../core/full-core.js';
import {Sandbox} from '../runtime/sandbox.js';

/** @import {SandboxState} from '../runtime/sandbox.js' */

/** @type {Set<(state: SandboxState, progress: number) => void>} */
const listeners = new Set();

export const sandbox = new Sandbox({
  onState: (state, progress) => {
    for (const listener of listeners) listener(state, progress);
  },
});

/** @param {(state: SandboxState, progress: number) => void} listener @returns {() => void} ends it */
export function watchSandbox(listener) {
  listeners.add(listener);
  listener(sandbox.state, 0);
  return () => listeners.delete(listener);
}

let last = Promise.resolve();

/**
 * One run after the other, whichever exercise asks: while Python loads, more than one may.
 *
 * @template T
 * @param {() => Promise<T>} use
 * @returns {Promise<T>}
 */
export function oneAtATime(use) {
  const own = last.then(use);
  last = own.then(
    () => {},
    () => {},
  );
  return own;
}

export {fullCore};

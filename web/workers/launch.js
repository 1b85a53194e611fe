// @ts-check
// Where workers come from in a browser.
import {compileCore, coreBytes} from '../core/full-core.js';

/** @import {Source} from './port.js' */

/**
 * A worker of a script. A browser starts none from another origin, so there a script of ours, made on
 * the spot, loads the real one.
 *
 * @param {URL} url
 */
function makeWorker(url) {
  if (url.origin === location.origin) return new Worker(url);
  const text = `importScripts(${JSON.stringify(url.href)});`;
  const blob = URL.createObjectURL(new Blob([text], {type: 'text/javascript'}));
  try {
    return new Worker(blob);
  } finally {
    setTimeout(() => URL.revokeObjectURL(blob), 60_000); // by then it has been read
  }
}

/** @returns {Source} */
export function browserSource() {
  return {
    makeWorker: () => makeWorker(new URL('worker.js', import.meta.url)),
    loadModule: compileCore,
    loadBytes: coreBytes,
    ended: (lock) => navigator.locks.request(lock, () => {}),
  };
}

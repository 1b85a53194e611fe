// @ts-check
// A worker's entry. It is a classic script, so that a page of another origin can start it too.
import {loadCore} from '../core/core.js';
import {startRun} from './run.js';
import {Station} from './station.js';

/** @type {any} */
const scope = globalThis;

// A task of a channel stands in line with the messages of the page; a timer would wait 4 ms.
const {port1, port2} = new MessageChannel();
/** @type {(() => void)[]} */
const tasks = [];
port1.onmessage = () => tasks.shift()?.();

/**
 * Holds a lock for as long as this worker lives: nothing else tells a page of a worker's end.
 *
 * @returns {Promise<string | undefined>} its name; none where there are no locks, and then the page
 *   listens for news
 */
function holdLock() {
  const name = `poslab-worker-${Math.random()}`;
  return new Promise((resolve) => {
    const hold = () => {
      resolve(name);
      return new Promise(() => {});
    };
    const {locks} = scope.navigator;
    if (!locks) resolve(undefined);
    else locks.request(name, hold).catch(() => resolve(undefined));
  });
}

const station = new Station({
  post: (report, transfer) => scope.postMessage(report, transfer),
  now: () => performance.now(),
  later(task) {
    tasks.push(task);
    port2.postMessage(null);
  },
  load: async (core) => () => loadCore(core),
  begin: startRun,
  hold: holdLock,
});

scope.onmessage = (/** @type {MessageEvent} */ {data}) => station.receive(data);
scope.onmessageerror = () => scope.postMessage({type: 'unreadable'});

// @ts-check
// A worker's entry. It is a classic script, so that a page of another origin can start it too.
import {loadCore} from '../core/core.js';
import {RunLoop} from './run-loop.js';
import {TrainRun} from './train-run.js';
import {TsneRun} from './tsne-run.js';

/** @type {any} */
const scope = globalThis;

// A task of a channel is queued with the messages of the page; a timer would wait 4 ms.
const {port1, port2} = new MessageChannel();
/** @type {(() => void)[]} */
const tasks = [];
port1.onmessage = () => tasks.shift()?.();

/**
 * Holds a lock for as long as this worker lives: nothing else lets a page know of a worker's end.
 *
 * @returns {Promise<string | undefined>} its name; none where there are no locks, and then the page
 *   counts the seconds without a report
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

const runLoop = new RunLoop({
  post: (report, transfer) => scope.postMessage(report, transfer),
  now: () => performance.now(),
  later(task) {
    tasks.push(task);
    port2.postMessage(null);
  },
  load: async (core) => () => loadCore(core),
  begin: (core, spec, file) =>
    spec.kind === 'tsne' ? new TsneRun(core, spec) : new TrainRun(core, spec, file),
  hold: holdLock,
});

scope.onmessage = (/** @type {MessageEvent} */ {data}) => runLoop.receive(data);
scope.onmessageerror = () => scope.postMessage({type: 'unreadable'});

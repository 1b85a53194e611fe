// @ts-check
// What runs in the sandboxed frame: it starts the worker from bytes, passes messages on, and ends it. A
// classic script of its own. Learners' code never runs here, only in the worker: a window can do more than
// a worker.
import {MOST_PRINTED, messageOf} from '../answer.js';

// What one run may post: the first prints one by one, then some a second, and its answer.
const MOST_MESSAGES = 1200;

/** @type {any} */
let assets;
/** @type {Worker | undefined} */
let worker;
/** The run that is under way; what is said of any other is not passed on. @type {string | null} */
let current = null;
let [nMessages, nPrinted] = [0, 0];

/** @param {any} message */
const tell = (message) => parent.postMessage(message, '*');

/** @param {string} message why the worker is given up */
function giveUp(message) {
  worker?.terminate();
  worker = undefined;
  tell({type: 'broken', message});
}

/** @param {any} data of the worker, or of whoever got at it */
function pass(data) {
  if (++nMessages > MOST_MESSAGES) return giveUp('more messages than a run may send');
  const message = messageOf(data);
  if (message?.type === 'print') nPrinted += message.text.length;
  if (!message || nPrinted > MOST_PRINTED) return giveUp('what came out of Python is no answer');
  if ('run' in message && message.run !== current) return;
  if (message.type === 'done') current = null;
  tell(message);
}

function spawn() {
  worker?.terminate();
  [current, nMessages, nPrinted] = [null, 0, 0];
  const url = URL.createObjectURL(new Blob([assets.script], {type: 'text/javascript'}));
  const spawned = new Worker(url);
  worker = spawned;
  spawned.onmessage = ({data}) => worker === spawned && pass(data);
  spawned.onmessageerror = () =>
    worker === spawned && giveUp('what came out of Python is no answer');
  spawned.onerror = ({message}) => worker === spawned && giveUp(String(message));
  const {wasm, core, library, mostBytes} = assets;
  spawned.postMessage({type: 'start', wasm, core, library, mostBytes});
  URL.revokeObjectURL(url);
  tell({type: 'spawned'});
}

/** @param {any} data */
async function receive(data) {
  if (data.type === 'assets') {
    const [wasm, core] = await Promise.all(
      [data.wasm, data.core].map((b) => WebAssembly.compile(b)),
    );
    assets = {...data, wasm, core};
    spawn();
  } else if (data.type === 'restart') {
    spawn();
  } else {
    [current, nMessages, nPrinted] = [data.run, 0, 0];
    worker?.postMessage(data);
  }
}

addEventListener('message', ({source, data}) => {
  if (source !== parent) return;
  receive(data).catch((error) => tell({type: 'broken', message: String(error)}));
});
tell({type: 'frame'});

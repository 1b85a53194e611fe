// @ts-check
// What runs in the sandboxed frame: it starts the worker from bytes, passes messages on, and ends it. A
// classic script of its own. Learners' code never runs here, only in the worker: a window can do more than
// a worker.
import {MOST_PRINTED, messageOf} from './answer.js';

// What one run may post: the first prints one by one, then some a second, and its answer.
const MOST_MESSAGES = 1200;

/** What workers are made of, as far as it has come: the script's address, modules, the library's bytes. @type {Record<string, any>} */
const assets = {};
/** @type {Worker | undefined} */
let worker;
/** A worker that waits for the library alone, which is where Python begins: it replaces one that dies. @type {Worker | undefined} */
let spare;
/** The run that is under way; messages of any other are not passed on. @type {string | null} */
let current = null;
let [nMessages, nPrinted] = [0, 0];

/** @param {any} message */
const report = (message) => parent.postMessage(message, '*');

/** @param {string} message why the worker is given up */
function giveUp(message) {
  worker?.terminate();
  worker = undefined;
  report({type: 'broken', message});
}

/** @param {any} data of the worker, which may run code that got out of Python */
function pass(data) {
  if (++nMessages > MOST_MESSAGES) return giveUp('more messages than a run may send');
  const message = messageOf(data);
  if (message?.type === 'print') nPrinted += message.text.length;
  if (!message || nPrinted > MOST_PRINTED) return giveUp('what came out of Python is no answer');
  if ('run' in message && message.run !== current) return;
  if (message.type === 'done') current = null;
  if (message.type === 'ready') spare ??= makeWorker();
  report(message);
}

/** @param {Worker | undefined} to @param {string[]} names */
function give(to, ...names) {
  for (const name of names.filter((one) => one in assets)) {
    to?.postMessage({type: 'asset', name, asset: assets[name]});
  }
}

function makeWorker() {
  const made = new Worker(assets.script);
  made.onmessage = ({data}) => worker === made && pass(data);
  made.onmessageerror = () => worker === made && giveUp('what came out of Python is no answer');
  made.onerror = ({message}) => worker === made && giveUp(String(message));
  give(made, 'wasm', 'core');
  return made;
}

function start() {
  worker?.terminate();
  [current, nMessages, nPrinted] = [null, 0, 0];
  worker = spare ?? makeWorker();
  spare = undefined;
  give(worker, 'library');
  report({type: 'spawned'});
}

/** @param {string} name @param {ArrayBuffer} bytes */
async function take(name, bytes) {
  if (name === 'script') {
    assets.script = URL.createObjectURL(new Blob([bytes], {type: 'text/javascript'}));
    start();
  } else {
    assets[name] = name === 'library' ? bytes : await WebAssembly.compile(bytes);
    give(worker, name);
  }
}

/** @param {any} data */
async function receive(data) {
  if (data.type === 'asset') {
    await take(data.name, data.bytes);
  } else if (data.type === 'restart') {
    start();
  } else {
    [current, nMessages, nPrinted] = [data.run, 0, 0];
    worker?.postMessage(data);
  }
}

addEventListener('message', ({source, data}) => {
  if (source !== parent) return;
  receive(data).catch((error) => report({type: 'broken', message: String(error)}));
});
// A browser that keeps a page which was left, to show it again, would let a worker that never rests go on at full load.
addEventListener('pagehide', () => {
  if (current === null) return;
  worker?.terminate();
  worker = undefined;
});
addEventListener('pageshow', ({persisted}) => {
  if (persisted && current !== null) giveUp('the page was left while it ran');
});
report({type: 'frame'});

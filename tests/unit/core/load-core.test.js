// Where a core can come from: an address, an answer of a server, bytes, or a compiled module.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {test} from 'node:test';

import {DIST} from '../../../web/build/paths.js';
import {loadCore, simdSupported} from '../../../web/core/core.js';
import {alibiSlopes} from '../../../web/core/pe.js';

const bytes = await readFile(path.join(DIST, 'lab/core.wasm'));
const URL_TEXT = 'https://lab.example/lab/core.wasm';

for (const [what, source] of /** @type {[string, () => any][]} */ ([
  ['an address as a text', () => URL_TEXT],
  ['an address', () => new URL(URL_TEXT)],
  ['an answer', () => new Response(bytes)],
  ['bytes', () => bytes],
  ['a buffer', () => new Uint8Array(bytes).buffer],
  ['a module', () => new WebAssembly.Module(bytes)],
]))
  test(`a core from ${what} computes`, async (t) => {
    t.mock.method(globalThis, 'fetch', async (/** @type {unknown} */ url) =>
      String(url) === URL_TEXT ? new Response(bytes) : new Response('', {status: 404}),
    );
    const core = await loadCore(source());
    assert.deepEqual([...alibiSlopes(core, {nHeads: 2}).data], [2 ** -4, 2 ** -8]);
  });

test('an answer that is no core is refused with its address and its status', async () => {
  const answer = new Response('', {status: 404, statusText: 'Not Found'});
  Object.defineProperty(answer, 'url', {value: URL_TEXT});
  await assert.rejects(loadCore(answer), {message: `${URL_TEXT}: 404 Not Found`});
});

test('a core of another version is refused, naming both', async () => {
  await assert.rejects(loadCore(bytes, 'another'), /core\.wasm has interface version .*, these scripts were built for another/); // biome-ignore format: one thought
});

test('this engine has SIMD', () => assert.equal(simdSupported(), true));

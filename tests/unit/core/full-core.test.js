// Where the bytes of the full core come from, and what is said where they are not there.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import {abiVersion} from '../../../web/build/abi.js';
import {DIST} from '../../../web/build/paths.js';

const deflated = new Blob(['a core']).stream().pipeThrough(new CompressionStream('deflate'));
/** What a bundler makes of the address of a file. */
const bundled = {url: ''};
const packed = Buffer.from(await new Response(deflated).arrayBuffer()).toString('base64');
// what a build defines: the version that the scripts are for, and a file that is inside a module
Object.assign(globalThis, {
  POSLAB_ABI: abiVersion(),
  POSLAB_FILES: {
    'inside.js': {load: async () => ({default: packed})},
    'both.wasm': {load: async () => ({default: packed}), url: () => new URL(bundled.url)},
  },
});
const {compileCore, coreBytes, fullCore} = await import('../../../web/core/full-core.js');
const {isInside, labFile, labUrl, setBaseUrl} = await import('../../../web/core/lab-files.js');

test('a core.wasm that is not there is named, with what the server answered and what to do', async (t) => {
  Object.assign(globalThis, {document: {}}); // as in a page: without one, Node reads its own files
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  for (const [statusText, answer] of [
    ['Not Found', '404 Not Found'],
    ['', '404'],
  ]) {
    const response = {ok: false, url: 'https://example.org/lab/core.wasm', status: 404, statusText};
    t.mock.method(globalThis, 'fetch', async () => response);
    await assert.rejects(coreBytes(), {
      message: `core.wasm could not be fetched: https://example.org/lab/core.wasm answered ${answer}. It must be in the same folder as the scripts of the page.`,
    });
  }
});

test('a core that could not be had is fetched again, and one that is there is compiled once', async (t) => {
  Object.assign(globalThis, {document: {}});
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  /** @type {(() => Response)[]} */
  const answers = [
    () => new Response('', {status: 503}),
    () => new Response('not a module'),
    () => new Response(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])), // a module, and no core
    () => new Response(readFileSync(path.join(DIST, 'lab/core.wasm'))),
  ];
  const fetched = t.mock.method(globalThis, 'fetch', async () =>
    answers[fetched.mock.callCount()](),
  );
  await assert.rejects(compileCore(), /answered 503/);
  await assert.rejects(compileCore(), WebAssembly.CompileError);
  await assert.rejects(fullCore());
  const core = await fullCore();
  assert.equal(core, await fullCore());
  assert.ok((await compileCore()) instanceof WebAssembly.Module);
  assert.equal(fetched.mock.callCount(), answers.length);
});

test('files are in the folder that base-url names, with or without a slash at its end', (t) => {
  t.after(() => setBaseUrl(''));
  const beside = labUrl('core.wasm').href;
  for (const folder of ['https://example.org/lab', 'https://example.org/lab/']) {
    setBaseUrl(folder);
    assert.equal(labUrl('core.wasm').href, 'https://example.org/lab/core.wasm');
  }
  setBaseUrl('');
  assert.equal(labUrl('core.wasm').href, beside);
});

test('a file that is inside a module is unpacked from it, unless base-url names a folder', async (t) => {
  t.after(() => setBaseUrl(''));
  const file = await labFile('inside.js');
  assert.equal(file.headers.get('content-type'), 'text/javascript');
  assert.equal(await file.text(), 'a core');
  assert.ok(isInside('inside.js'));
  setBaseUrl('https://example.org/lab');
  assert.ok(!isInside('inside.js'));
});

test('a file that a bundler has left behind comes out of its module, and one that is there from its address', async (t) => {
  for (const url of [
    'file:///static/media/both.wasm',
    '/static/media/both.wasm',
    'https://example.org/both.wasm',
  ]) {
    t.mock.method(globalThis, 'fetch', async () => new Response('', {status: 404}));
    Object.assign(bundled, {url});
    const response = await labFile('both.wasm');
    assert.deepEqual([await response.text(), response.headers.get('content-type')], ['a core', 'application/octet-stream']); // biome-ignore format: one thought
  }
  t.mock.method(globalThis, 'fetch', async () => new Response('fetched'));
  assert.equal(await (await labFile('both.wasm')).text(), 'fetched');
  assert.equal(isInside('both.wasm'), false);
});

// The files that the core loads: in Node from the disk, by path and by address.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

import {fetchFile, labUrl} from '../../../web/core/lab-files.js';

test('a file on the disk is read by its path and by its address', async () => {
  const here = new URL(import.meta.url);
  const text = readFileSync(here, 'utf8');
  for (const source of [here, here.href, fileURLToPath(here)])
    assert.equal(await (await fetchFile(source)).text(), text);
  await assert.rejects(fetchFile(new URL('not-there.wasm', here)), {code: 'ENOENT'});
});

test('an address that a bundler gives without an origin is one of the page', async (t) => {
  const own = /** @type {any} */ (globalThis);
  /** What Next's bundler makes of `new URL('frame.js', import.meta.url)`: a URL only by its prototype. */
  const relative = Object.create(URL.prototype, {
    href: {value: '/_next/static/media/frame.js'},
    toString: {value: () => '/_next/static/media/frame.js'},
  });
  own.POSLAB_FILES = {'python/frame.js': {url: () => relative}};
  own.document = {baseURI: 'https://course.example/lesson/'};
  t.after(() => {
    delete own.POSLAB_FILES;
    delete own.document;
  });
  const fresh = await import(`../../../web/core/lab-files.js?${'packed'}`);
  const {href} = fresh.labUrl('python/frame.js');
  assert.equal(href, 'https://course.example/_next/static/media/frame.js');
  assert.ok(labUrl('python/frame.js').href.startsWith('file:'));
});

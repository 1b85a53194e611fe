// The files that the core loads: in Node from the disk, by path and by address.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

import {fetchFile} from '../../../web/core/lab-files.js';

test('a file on the disk is read by its path and by its address', async () => {
  const here = new URL(import.meta.url);
  const text = readFileSync(here, 'utf8');
  for (const source of [here, here.href, fileURLToPath(here)])
    assert.equal(await (await fetchFile(source)).text(), text);
  await assert.rejects(fetchFile(new URL('not-there.wasm', here)), {code: 'ENOENT'});
});

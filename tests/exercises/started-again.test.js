// Starting Python for the pages twice: the build's result depends on its sources alone (web/build/started.js).
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import {CACHE} from '../../web/build/paths.js';
import {startedPython} from '../../web/build/started.js';

test('the same sources give the same bytes, at another time too', async () => {
  const first = path.join(CACHE, 'first-library.bin');
  const build = () =>
    startedPython(
      first,
      async () => readFileSync(first),
      async (bytes) => bytes,
    );
  const [one, other] = [await build(), await build()];
  assert.ok(Buffer.from(one).equals(other));
  assert.ok(Date.now() > Date.UTC(2026));
});

// Where the bytes of the full core come from, and what is said where they are not there.
import assert from 'node:assert/strict';
import test from 'node:test';

import {coreBytes} from '../../../web/core/full-core.js';

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

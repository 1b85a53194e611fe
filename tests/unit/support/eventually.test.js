import assert from 'node:assert/strict';
import {test} from 'node:test';

import {eventually} from '../../support/eventually.js';

test('assertions are made again until they hold', async () => {
  let n = 0;
  await eventually(async () => assert.equal(++n, 4));
  assert.equal(n, 4);
});

test('assertions that never hold reject with what was seen last, and for how long', async () => {
  let n = 0;
  await assert.rejects(
    eventually(() => assert.equal(`seen ${++n}`, 'wanted'), 100),
    ({name, message}) =>
      name === 'AssertionError' &&
      message.includes(`'seen ${n}'`) &&
      message.endsWith('(so still after 0.1 s)'),
  );
});

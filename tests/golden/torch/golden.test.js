// The page's torch beside PyTorch 1.13, expression by expression. torch.json was made by make.py.
import assert from 'node:assert/strict';
import test from 'node:test';

import {differences} from './compare.js';

test('the page’s torch does what PyTorch does', async () => {
  const {count, wrong} = await differences({
    golden: 'torch.json',
    onPurpose: 'on-purpose.json',
    relative: 1.2e-7,
    last: 'x',
  });
  assert.ok(count >= 1000, String(count));
  assert.equal(wrong.length, 0, wrong.join('\n'));
});

test('types, numbers of numpy’s, places, arguments and errors are those of PyTorch', async () => {
  const {count, wrong} = await differences({
    golden: 'kinds.json',
    onPurpose: 'on-purpose.json',
    relative: 1e-6,
    last: 'r',
  });
  assert.ok(count >= 400, String(count));
  assert.equal(wrong.length, 0, wrong.join('\n'));
});

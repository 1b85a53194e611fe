// The page's numpy beside numpy 1.24, expression by expression. numpy.json was made by ../torch/make.py.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';

import {runPython} from '../../support/python.js';
import {differences} from '../torch/compare.js';

test('the page’s numpy does what numpy does', async () => {
  const {count, wrong} = await differences({
    golden: '../numpy/numpy.json',
    onPurpose: '../numpy/on-purpose.json',
    relative: 1e-13,
    last: 'v',
  });
  assert.ok(count >= 150, String(count));
  assert.equal(wrong.length, 0, wrong.join('\n'));
});

test('types, scalars, views, arguments and draws are those of numpy', async () => {
  const {count, wrong} = await differences({
    golden: '../numpy/kinds.json',
    onPurpose: '../numpy/on-purpose.json',
    relative: 1e-6,
    last: 'r',
  });
  assert.ok(count >= 700, String(count));
  assert.equal(wrong.length, 0, wrong.join('\n'));
});

test('every public name of the page’s numpy is one of numpy’s', async () => {
  const {names} = JSON.parse(readFileSync(new URL('names.json', import.meta.url), 'utf8'));
  const {printed} = await runPython({
    code: `import numpy\nprint(*[name for name in vars(numpy) if name[0] != '_'])`,
  });
  const own = printed.trim().split(' ');
  assert.ok(own.length > 300, String(own.length));
  const known = new Set(names.split(' '));
  assert.deepEqual(
    own.filter((name) => !known.has(name)),
    [],
  );
});

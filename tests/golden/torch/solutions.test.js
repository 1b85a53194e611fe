// Whole solutions, as learners write them, beside what they gave in PyTorch 1.13: every number within
// one last digit of float32 of the tensor's largest, and beyond that no further than PyTorch's float32 is
// from its own float64. solutions.json was made by make_solutions.py.
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import test from 'node:test';

import {readText, runPython, textOf} from '../../support/python.js';

/**
 * `error`: how far PyTorch's own numbers are from those of float64, of the largest.
 *
 * @typedef {{shape: number[], dtype: string, step: number, values: any[], error: number}} Kept
 */

const GOLDEN = new URL('./', import.meta.url);
const FOLDER = new URL('solutions/', GOLDEN);
const RELATIVE = 1.2e-7;
const SUPPORT = readText(new URL('solutions.py', GOLDEN));
/** @type {Record<string, Record<string, Kept>>} */
const SOLUTIONS = JSON.parse(readText(new URL('solutions.json', GOLDEN))).solutions;

/** @param {string} name @returns {Promise<Record<string, Kept>>} */
async function ours(name) {
  const code = `${SUPPORT}\n${readText(new URL(`${name}.py`, FOLDER))}
import json

def outcome():
    return json.dumps(recorded(results))
`;
  const step = {op: 'call', target: 'outcome', args: [], get: true};
  const {error, results} = await runPython({code, file: `${name}.py`, steps: [step]});
  assert.equal(error, null, error?.traceback);
  return JSON.parse(textOf(results[0]));
}

/** The largest difference of two tensors, by the largest number of the second. @param {Kept} got @param {Kept} want */
function distance(got, want) {
  const most = Math.max(...want.values.map((value) => Math.abs(Number(value))));
  const apart = want.values.map((value, k) => Math.abs(Number(got.values[k]) - Number(value)));
  return Math.max(...apart) / (most || 1);
}

test('every solution has its golden numbers', () => {
  const names = readdirSync(FOLDER).map((name) => name.replace('.py', ''));
  assert.deepEqual(names.sort(), Object.keys(SOLUTIONS).sort());
});

for (const [name, wanted] of Object.entries(SOLUTIONS)) {
  test(`${name} gives PyTorch's numbers`, async (t) => {
    const got = await ours(name);
    assert.deepEqual(Object.keys(got), Object.keys(wanted));
    for (const [key, want] of Object.entries(wanted)) {
      const {values: _, error, ...head} = want;
      const {values, ...ourHead} = got[key];
      assert.deepEqual(ourHead, head, key);
      assert.equal(values.length, want.values.length, key);
      const by = distance(got[key], want);
      t.diagnostic(`${key}: ${by.toExponential(1)}, PyTorch's own error ${error}`);
      assert.ok(by <= RELATIVE + error, `${key} is off by ${by}`);
    }
  });
}

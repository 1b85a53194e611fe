// Sizes, held in both directions: over the budget fails, and so does a number in size.json that is
// no longer true, so that each change is seen and said.
import assert from 'node:assert/strict';
import test from 'node:test';

import {measure, readExpected} from './size.js';

const TOLERANCE = 0.03;
const expected = readExpected();
const measured = measure();

test('size.json has a line for each thing that is measured', () => {
  assert.deepEqual(Object.keys(expected), Object.keys(measured));
});

for (const [name, {bytes, budget}] of Object.entries(expected)) {
  test(`${name} is at most ${budget} bytes gzipped`, () => {
    assert.ok(measured[name] <= budget, `${name}: ${measured[name]} bytes > ${budget}`);
  });

  test(`${name} is what size.json says it is`, () => {
    const change = measured[name] / bytes - 1;
    assert.ok(
      Math.abs(change) <= TOLERANCE,
      `${name}: ${measured[name]} bytes, size.json says ${bytes} (${(100 * change).toFixed(1)} %). ` +
        'If that is meant, run `node tests/repo/size.js --update` and commit tests/repo/size.json.',
    );
  });
}

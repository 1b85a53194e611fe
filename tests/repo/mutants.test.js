// The mistakes that `npm run mutants` makes.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {choose} from '../mutants/choose.js';
import {mutantsOfC, mutantsOfJs} from '../mutants/operators.js';

/** @import {Mutant} from '../mutants/operators.js' */

/** @param {Mutant[]} mutants */
const changesOf = (mutants) => mutants.map(({operator, change}) => `${operator}: ${change}`);

suite('a mistake is made at every place that has one', () => {
  test('of C', () => {
    const source = 'static int f(int n) {\n    if (n < 3) g(n, m);\n    return 1;\n}\n';
    assert.deepEqual(changesOf(mutantsOfC('a.c', source)), [
      'another operator: if (n [< → <=] 3) g(n, m);',
      'another number: if (n < [3 → 4]) g(n, m);',
      'another number: return [1 → 2];',
      'a condition negated: if [(n < 3) → (!(n < 3))] g(n, m);',
      'arguments swapped: if (n < 3) [g(n, m → g(m, n]);',
    ]);
  });

  test('of JavaScript', () => {
    const source = 'if (a && b)\n  await f(a, b);\n';
    assert.deepEqual(changesOf(mutantsOfJs('a.js', source)), [
      'a condition negated: if ([a && b → !(a && b)])',
      'a statement dropped: [await f(a, b); → ;]',
      'await dropped: [await f(a, b) → (f(a, b))];',
      'arguments swapped: await f([a, b → b, a]);',
      'another operator: if (a [&& → ||] b)',
    ]);
  });
});

test('a mistake by hand is at one place of its file, and each mutant has an id of its own', () => {
  const all = choose({quota: 3, seed: 1});
  assert.ok(all.length >= 300, `${all.length} mutants`);
  assert.equal(new Set(all.map(({id}) => id)).size, all.length);
});

// Solutions with one default, one size or one flag changed: none of them passes.
import assert from 'node:assert/strict';
import path from 'node:path';
import {test} from 'node:test';

import {grade} from '../../web/exercises/grading/grader.js';
import {CaseRandom} from '../../web/exercises/grading/random.js';
import {BANK, readBank} from '../support/bank.js';
import {loadCore} from '../support/core.js';
import {runPython} from '../support/python.js';

const core = await loadCore();

/** @type {[id: string, what: string, from: string | RegExp, to: string][]} */
const CHANGES = [
  ['yarn', 'another default base', 'base: float = 10000', 'base: float = 500'],
  ['yarn', 'another default length', 'max_len: int = 2048', 'max_len: int = 128'],
  ['yarn', 'another default scale', 'scale: float = 1.0', 'scale: float = 2.0'],
  [
    'ntk-rope',
    'another default base',
    'base: float = 10000.0, scale',
    'base: float = 500.0, scale',
  ],
  ['ntk-rope', 'another default scale', 'scale: float = 1.0', 'scale: float = 4.0'],
  ['sinusoidal-module', 'a short default table', 'max_len: int = 5000', 'max_len: int = 64'],
  ['sinusoidal-module', 'another default dropout', 'dropout: float = 0.1', 'dropout: float = 0.5'],
  ['t5-bias', 'another default of buckets', 'num_buckets: int = 32', 'num_buckets: int = 16'],
  ['t5-bias', 'another default distance', 'max_distance: int = 128', 'max_distance: int = 64'],
  [
    'learned-module',
    'a frozen table',
    /(self\.table = .*)/,
    '$1; self.table.weight.requires_grad = False',
  ],
  [
    'no-position',
    'a second number that is always 0',
    /return \(after - before\)[\s\S]*?\n\n/,
    'return (after - before).abs().max().item(), 0.0\n\n',
  ],
];

for (const [id, what, from, to] of CHANGES) {
  test(`${id}: ${what} does not pass`, async () => {
    const solution = readBank(id, 'solution.py');
    const code = solution.replace(from, to);
    assert.notEqual(code, solution);
    const check = await import(path.join(BANK, id, 'check.js'));
    for (const seed of [1n, 2n]) {
      const cases = check.cases(new CaseRandom(seed));
      const steps = cases.flatMap((/** @type {{steps: any[]}} */ item) => item.steps);
      const answer = await runPython({code, file: 'exercise.py', steps});
      const verdict = grade({core, check, cases, run: {type: 'done', ...answer}});
      assert.notEqual(verdict.status, 'pass');
    }
  });
}

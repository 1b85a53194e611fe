// A function that keeps an answer and gives it again for other numbers of the same shape is wrong in every exercise that hands
// over numbers.
import assert from 'node:assert/strict';
import path from 'node:path';
import {test} from 'node:test';

import {CaseRandom} from '../../web/exercises/grading/random.js';
import {BANK, exerciseIds, readBank} from '../support/bank.js';
import {verdictOf} from '../support/verdict.js';

const KEEPING = `
import torch as _torch
def _kind(value):
    if isinstance(value, _torch.Tensor): return tuple(value.shape)
    if isinstance(value, list): return len(value), *(_kind(one) if isinstance(one, (list, _torch.Tensor)) else type(one).__name__ for one in value)
    return value if isinstance(value, (int, str)) else type(value).__name__
def _keeping(function):
    kept = {}
    def answer(*args, **kwargs):
        key = (*map(_kind, args), *((name, _kind(one)) for name, one in kwargs.items()))
        if key not in kept: kept[key] = function(*args, **kwargs)
        return kept[key]
    return answer
`;

/** @param {any} value of a step */
const hasTensor = (value) => Boolean(JSON.stringify(value)?.includes('"tensor":'));

/** The functions that get tensors. @param {string} id */
async function functionsOf(id) {
  const check = await import(path.join(BANK, id, 'check.js'));
  const steps = check.cases(new CaseRandom(1n)).flatMap((/** @type {any} */ item) => item.steps);
  const names = [...readBank(id, 'solution.py').matchAll(/^def (\w+)/gm)].map(([, name]) => name);
  return names.filter((name) =>
    steps.some(
      (/** @type {any} */ {op, target, args}) =>
        op === 'call' &&
        target === name &&
        args.every((/** @type {any} */ one) => !one?.ref) &&
        hasTensor(args),
    ),
  );
}

for (const id of exerciseIds) {
  test(`${id} is not passed by answers that are kept by shapes`, async (t) => {
    const names = await functionsOf(id);
    if (names.length === 0) return t.diagnostic('no tensors');
    for (const name of names) {
      const code = `${readBank(id, 'solution.py')}\n${KEEPING}\n${name} = _keeping(${name})\n`;
      const verdict = await verdictOf(id, code, 3n);
      assert.notEqual(verdict.status, 'pass', name);
    }
  });
}

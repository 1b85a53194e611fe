// Attacks by what holds a result: lists, tuples and dicts of a learner's own class, long ones, deep ones, and what is no result
// but holds objects that could run when they are named.
import assert from 'node:assert/strict';
import path from 'node:path';
import {test} from 'node:test';

import {casesOf} from '../../web/exercises/grading/cases.js';
import {CaseRandom} from '../../web/exercises/grading/random.js';
import {BANK, readBank} from '../support/bank.js';
import {runPython} from '../support/python.js';
import {verdictOf} from '../support/verdict.js';

const SEED = 9n;

/** What is given at first, and what is done to it at the last call. @type {Record<string, [before: string, made: string, filled: string]>} */
const LATE = {
  'a list of its own class': ['class L(list): pass', 'L([0])', 'one[:] = parts'],
  'a list of a class that hides what it holds': [
    'class L(list):\n    def __iter__(self): return iter([0])\n    def __getitem__(self, k): return 0\n    def __len__(self): return 1',
    'L([0])',
    'one[:] = parts',
  ],
  'a list that is long at first': ['', '[0] * 1001', 'one[:] = parts'],
  'a pair of its own class': [
    'import collections\nPair = collections.namedtuple("Pair", "a")',
    'Pair([0])',
    'one.a[:] = parts',
  ],
  'a list in a list of its own class': ['class L(list): pass', '[L([0])]', 'one[0][:] = parts'],
  'a dict of its own class': ['class D(dict): pass', 'D()', 'one.update(value)'],
};

const IDS = [
  ...['rms-norm', 'rope-tables', 'adamw-step', 'layer-norm', 'alibi-slopes-12', 'alibi-mask'],
  ...['swiglu', 'softmax-gradient', 'joined-caches', 'expert-routing', 'clip-by-norm'],
  ...['multi-head-attention', 'repetition-penalty', 'temperature-by-position', 'window-keys'],
  ...['sinusoidal-table', 'llama3-bands', 'masked-cross-entropy', 'mrope-ids', 'packing-mask'],
];

/** @param {string} id @param {string} kind */
async function lateCode(id, kind) {
  const [before, made, filled] = LATE[kind];
  const check = await import(path.join(BANK, id, 'check.js'));
  const steps = casesOf(check, new CaseRandom(SEED)).flatMap((item) => item.steps);
  const {target} = steps.find(({get}) => get);
  const n = steps.filter((step) => step.target === target).length;
  return `${readBank(id, 'solution.py')}
${before}
_right, _kept = ${target}, []
def ${target}(*args, **kwargs):
    value = _right(*args, **kwargs)
    if len(_kept) == ${n - 1}:
        for one, other in _kept: _fill(one, other)
        return value
    _kept.append((${made}, value))
    return _kept[-1][0]
def _fill(one, value):
    parts = list(value) if type(value) is tuple else [value]
    ${filled}
`;
}

for (const kind of Object.keys(LATE)) {
  test(`no exercise is passed by ${kind} that is filled later`, async () => {
    for (const id of kind.includes('dict') ? ['compare-encodings'] : IDS) {
      const verdict = await verdictOf(id, await lateCode(id, kind), SEED);
      assert.notEqual(verdict.status, 'pass', id);
    }
  });
}

/** What holds an object with a repr of its own. */
const HOLDERS = [
  ...['{odd}', 'frozenset([odd])', '[[[[[odd]]]]]', '{1: {2: {3: {4: {5: odd}}}}}', '[odd] * 1001'],
  ...['collections.deque([odd])', 'types.SimpleNamespace(a=odd)', 'functools.partial(print, odd)'],
  ...[
    'slice(odd)',
    'types.MappingProxyType({1: odd})',
    'array_of(odd)',
    'iter([odd])',
    'odd.method',
  ],
  ...['collections.OrderedDict(a=odd)'],
  ...['range(10 ** 9)', 'types.GenericAlias(list, odd)', 'types.MethodType(print, odd)'],
];

test('nothing of a learner runs while results are written, whatever holds it', async () => {
  const code = `
import builtins, collections, functools, json, types
class Odd:
    def __repr__(self):
        json.JSONEncoder.encode = lambda self, plain: '{"kind": "number", "value": 1}'
        return ""
    __str__ = __repr__
    def method(self): pass
odd = Odd()
def array_of(one):
    class Holder(list):
        __repr__ = Odd.__repr__
    return Holder([[[[[one]]]]])
`;
  for (const holder of HOLDERS) {
    const steps = [holder, '0'].map((expression) => ({op: 'eval', expression, get: true}));
    const {results} = await runPython({code, steps});
    assert.deepEqual(results.at(-1), {kind: 'number', value: 0}, holder);
  }
});

test('an integer too long to be written hides no error, and is no key', async () => {
  const code = 'import sys\ndef f():\n    n = 10 ** 100000\n    return 1 / 0';
  const {results} = await runPython({code, steps: [{op: 'eval', expression: 'f()', get: true}]});
  assert.match('message' in results[0] ? results[0].message : '', /^ZeroDivisionError/);
  const key = {op: 'eval', expression: '{10 ** 100000: 1}', get: true};
  assert.deepEqual((await runPython({code, steps: [key]})).results, [
    {kind: 'dict', items: [['int', {kind: 'number', value: 1}]]},
  ]);
});

// What of Python's own a run has changed, as JavaScript sees it in Python's memory (web/build/watched.js).
import assert from 'node:assert/strict';
import test, {mock} from 'node:test';

import {Python} from '../../web/exercises/runtime/python.js';
import {newPython} from '../support/python.js';

/** @import {AtStart} from '../../web/exercises/runtime/started.js' */

const [TAPED, CHANGED, OTHERS] = [1, 2, 4];

const goOn = mock.method(Python.prototype, 'goOn');
const python = await newPython();
/** @type {AtStart} */
const {changes} = goOn.mock.calls[0].arguments[0];

/** @param {string} code @returns {number} */
function changesOf(code) {
  let sum = -1;
  const {error} = python.run({
    code: `${code}\nprint('here')`,
    onPrint: (text) => {
      if (text.includes('here')) sum = changes();
    },
  });
  assert.equal(error, null, JSON.stringify(error));
  return sum;
}

test('of what most runs do, nothing is changed, and Python has nothing to compare', () => {
  const code = `
import math, random, warnings
import numpy as np, matplotlib.pyplot as plt
import torch, torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0); np.random.seed(1)
class Rotated(torch.Tensor): pass
class Net(nn.Module):
    def forward(self, x): return F.softmax(x @ x.T, -1)
x = torch.randn(4, 8)
print(Net()(x).sum(), np.linalg.norm(x.numpy()), isinstance(x, Rotated), str(Net()))
plt.plot([1, 2], label='a'); plt.legend()
warnings.warn('heard')
try: x[9]
except IndexError as error: print(error)`;
  assert.equal(changesOf(code), 0);
});

test('recording for gradients counts as recording, and not as a change', () => {
  assert.equal(
    changesOf('import torch\nx = torch.ones(2, requires_grad=True)\n(x * x).sum().backward()'),
    TAPED,
  );
});

const OWN = [
  ['a name of a module', 'torch.relu = abs'],
  ['a new name', 'torch.mine = 1'],
  ['a name that is gone', 'del torch.relu'],
  ['a name in the place of another', 'f = torch.relu; del torch.relu; torch.relu6 = f'],
  ['a builtin', 'import builtins; builtins.abs = len'],
  ['a method', 'torch.Tensor.sum = abs'],
  ['an operator', 'torch.Tensor.__add__ = lambda a, b: a'],
  ['the bases of a class', 'class A: pass\ntorch.nn.ReLU.__bases__ = (torch.nn.Module, A)'],
  ['the code of a function', 'torch.nn.Linear.forward.__code__ = (lambda *a, **k: 1).__code__'],
  ['the defaults of a function', 'torch.nn.functional.gelu.__defaults__ = (1, 2)'],
  ['the keyword defaults of a function', 'torch.nn.functional.gelu.__kwdefaults__ = {"dtype": 1}'],
  [
    'what a function holds',
    `import types
held = [f for f in vars(torch).values() if type(f) is types.FunctionType and f.__closure__]
held[0].__closure__[0].cell_contents = 5`,
  ],
  ['the class of a module', 'import types\nclass M(types.ModuleType): pass\ntorch.__class__ = M'],
  ['a function of a module of our own', 'from torch import _base; _base.TensorBase = int'],
  ['a table of rules', 'from torch import _tape; _tape.rules["reduce"] = abs'],
  ['a function that records', 'from torch import _tape; _tape.recorders["reduce"] = abs'],
  [
    'what a function that records holds',
    'from torch import _tape; _tape.recorders["reduce"].__closure__[0].cell_contents = 5',
  ],
  ['an own function of the engine', 'from torch import _tape; _tape.own["reduce"] = abs'],
];
for (const [what, change] of OWN) {
  test(`${what} is a change, and the next run has none`, () => {
    assert.ok(changesOf(`import torch\n${change}`) & CHANGED);
    assert.equal(changesOf('x = 1'), 0);
  });
}

test('a name of another module counts before the report alone', () => {
  assert.equal(changesOf('import copy\ncopy.copy = str'), OTHERS);
});

for (const [what, first] of [
  ['before gradients', ''],
  ['while gradients are recorded', 'torch.ones(2, requires_grad=True)'],
  [
    'while gradients are recorded, by the tape',
    'torch.ones(2, requires_grad=True)\n_engine = _tape.raw',
  ],
])
  test(`what the grader defined gives its own number, whatever the function that it called has replaced ${what}`, () => {
    const code = `import torch
from torch import _engine, _tape
fake, clone = torch.tensor([9.0, 9.0]), _engine.clone
${first}
put = _engine.__setitem__ if type(_engine) is dict else _engine.__setattr__
def f():
    put("clone", lambda handle: clone(fake._h))
    return torch.tensor([1.0, 2.0])`;
    const steps = [
      {op: 'define', code: 'def twice(t):\n    return t * 2'},
      {op: 'eval', expression: 'twice(f())', get: true},
    ];
    const {results} = python.run({code, steps});
    assert.equal(results[0].kind, 'tensor');
    assert.deepEqual([.../** @type {any} */ (results[0]).data], [2, 4]);
  });

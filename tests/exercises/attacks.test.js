// What a learner's file does to the library, to the builtins and to the grader's own names does not make a
// wrong answer pass; and names of the learner's own do not make a right one fail.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {readBank} from '../support/bank.js';
import {verdictOf} from '../support/verdict.js';

const SEED = 5n;

/** @param {string} id @param {string} from @param {string} to */
function changed(id, from, to) {
  const code = readBank(id, 'solution.py');
  assert.ok(code.includes(from), `${id}: '${from}'`);
  return code.replaceAll(from, () => to);
}

const NOTHING = 'def restore(rotary):\n    pass\n';
const hunt = (/** @type {string} */ test) => `${readBank('repair-frequencies', 'solution.py')}
import builtins, gc, sys, threading, atexit
def test_frequencies(implementation):
    ${test.trim().replaceAll('\n', '\n    ')}
`;
const initialised = (/** @type {string} */ body) =>
  `import torch, builtins, math, operator, sys, gc\ndef initialise(parameters, n_layers, std=0.02):\n    ${body.trim().replaceAll('\n', '\n    ')}\n`;
const frozen = (
  /** @type {string} */ more,
  start = 'torch.zeros(r, d_in), torch.zeros(d_out, r)',
) =>
  `${changed('lora-layer', 'torch.randn(r, d_in) / math.sqrt(d_in), torch.zeros(d_out, r)', start)}\n${more}\n`;
const fixedTable = (/** @type {string} */ more) =>
  `${changed('sinusoidal-module', 'self.register_buffer("pe", table)', 'self.pe = nn.Parameter(table)')}\n${more}\n`;
const withoutDropout = (/** @type {string} */ more) =>
  `${changed('sinusoidal-module', 'self.dropout(x + self.pe[: x.size(1)])', '(x + self.pe[: x.size(1)])')}\n${more}\n`;
const unmoved = (/** @type {string} */ more) =>
  `${changed('no-position', 'after - before[order]', 'after - after')}\n${more}\n`;

const LYING = `
class Lying(torch.Tensor):
    def detach(self): return self
    def abs(self): return self
    def max(self): return 1.0
    def var(self): return 1 / self.shape[-1]
    def __matmul__(self, other): return torch.zeros(1)
    __rmatmul__ = __matmul__
`;

/** @type {[what: string, id: string, code: string][]} */
const ATTACKS = [
  [
    'the judge’s name',
    'repair-frequencies',
    hunt('global _judged, _tried\n_judged = lambda outcomes, flags: [int(not f) for f in flags]'),
  ],
  [
    'the judge through globals()',
    'repair-frequencies',
    hunt('globals()["_judged"] = lambda o, flags: [int(not f) for f in flags]'),
  ],
  ['int()', 'repair-frequencies', hunt('builtins.int = lambda x: 0')],
  [
    'zip()',
    'repair-frequencies',
    hunt(
      'builtins.zip = lambda outcomes, flags: [(None if f else ValueError(), f) for f in flags]',
    ),
  ],
  ['isinstance()', 'repair-frequencies', hunt('builtins.isinstance = lambda *_: True')],
  [
    'AssertionError that equals None',
    'repair-frequencies',
    hunt('class E(AssertionError):\n    def __eq__(self, o): return True\nraise E'),
  ],
  [
    'a test at exit',
    'repair-frequencies',
    hunt('atexit.register(lambda: globals().update(_judged=lambda o, f: [int(not x) for x in f]))'),
  ],
  [
    'a thread',
    'repair-frequencies',
    hunt('try:\n    threading.Thread(target=lambda: None).start()\nexcept RuntimeError:\n    pass'),
  ],
  ['torch.full()', 'initial-scale', initialised('torch.full = lambda *a: torch.zeros(200, 200)')],
  [
    'Tensor.mean and std',
    'initial-scale',
    initialised(
      'torch.Tensor.mean = lambda self, *a: 0.0\ntorch.Tensor.std = lambda self, *a: std\ntorch.mean, torch.std = torch.Tensor.mean, torch.Tensor.std',
    ),
  ],
  [
    'the code of mean',
    'initial-scale',
    initialised('torch.Tensor.mean.__code__ = (lambda self, *a, **k: 0.0).__code__'),
  ],
  ['float()', 'initial-scale', initialised('builtins.float = lambda x: 0.0')],
  [
    'another class for the tensors',
    'initial-scale',
    initialised(
      'class Lying(torch.Tensor):\n    mean = lambda self: 0.0 if "norm" not in self.name else 1.0\n    std = lambda self: std\n    detach = lambda self: self\nfor name, t in parameters.items():\n    t.name = name\n    t.__class__ = Lying',
    ),
  ],
  [
    'other tensors in the dictionary',
    'initial-scale',
    initialised('for name in parameters:\n    parameters[name] = torch.randn(200, 200) * std'),
  ],
  [
    'a tensor that lies',
    'lora-layer',
    frozen(LYING, 'Lying(torch.zeros(r, d_in)), Lying(torch.zeros(d_out, r))'),
  ],
  ['Tensor.max', 'lora-layer', frozen('torch.Tensor.max = lambda self, *a: 1.0')],
  [
    'Tensor.abs and var',
    'lora-layer',
    frozen(
      'torch.Tensor.abs = lambda self: torch.ones(1)\ntorch.Tensor.var = lambda self: 1 / 400',
    ),
  ],
  ['float of the learner’s', 'lora-layer', frozen('def float(x):\n    return 1.0')],
  [
    'the measuring function',
    'lora-layer',
    frozen('def _looked_at(*_):\n    return [1.0, 1.0, 1.0]'),
  ],
  [
    'the measuring function later',
    'lora-layer',
    frozen(
      'class Late:\n    pass\ndef merged(weight, a, b, alpha):\n    globals()["_looked_at"] = lambda *_: [1.0, 1.0, 1.0]\n    return weight + alpha / a.shape[0] * (b @ a)',
    ),
  ],
  [
    'parameters()',
    'sinusoidal-module',
    fixedTable('SinusoidalPositionalEncoding.parameters = lambda self: []'),
  ],
  ['Module.parameters', 'sinusoidal-module', fixedTable('nn.Module.parameters = lambda self: []')],
  [
    'the class of torch.nn',
    'sinusoidal-module',
    fixedTable(
      'import types\nclass Empty(nn.Module):\n    parameters = lambda self: []\nclass Lying(types.ModuleType):\n    def __getattribute__(self, name): return Empty if name == "Module" else super().__getattribute__(name)\ntorch.nn.__class__ = Lying',
    ),
  ],
  [
    'what the functions of tensors hold',
    'sinusoidal-module',
    fixedTable(
      'for kind in (torch.Tensor, nn.Module):\n    for f in vars(kind).values():\n        for cell in getattr(f, "__closure__", None) or ():\n            cell.cell_contents = lambda *a, **k: 0',
    ),
  ],
  [
    'the bases of Tensor',
    'sinusoidal-module',
    fixedTable(
      'class Lying(*torch.Tensor.__bases__):\n    numel = lambda self: 0\ntorch.Tensor.__bases__ = (Lying,)\nif "numel" in vars(torch.Tensor): del torch.Tensor.numel',
    ),
  ],
  ['sum()', 'sinusoidal-module', fixedTable('def sum(values):\n    return 0')],
  ['numel()', 'sinusoidal-module', fixedTable('torch.Tensor.numel = lambda self: 0')],
  ['allclose()', 'sinusoidal-module', withoutDropout('torch.allclose = lambda *a, **k: False')],
  [
    'the dropping function',
    'sinusoidal-module',
    withoutDropout('def _dropping(*_):\n    return 0'),
  ],
  [
    'abs() and range()',
    'sinusoidal-module',
    withoutDropout('import builtins\nbuiltins.abs = lambda x: 0.0'),
  ],
  [
    'an import hook',
    'sinusoidal-module',
    withoutDropout(
      'import sys\nclass Hook:\n    @staticmethod\n    def find_spec(name, path=None, target=None):\n        return None\nsys.meta_path.insert(0, Hook)\nimport types\nfake = types.ModuleType("torch")\nfake.allclose = lambda *a, **k: False\nsys.modules["torch"] = fake',
    ),
  ],
  [
    '__import__',
    'sinusoidal-module',
    withoutDropout(
      'import builtins\nreal = builtins.__import__\ndef importing(name, *a, **k):\n    torch.allclose = lambda *x, **y: False\n    return real(name, *a, **k)\nbuiltins.__import__ = importing',
    ),
  ],
  [
    'operators of tensors',
    'no-position',
    unmoved(
      'class Zero:\n    def __float__(self): return 0.0\n    def __sub__(self, o): return self\n    __rsub__ = __sub__\n    def __abs__(self): return 0.0',
    ),
  ],
  [
    'Tensor.__sub__ in the test',
    'no-position',
    unmoved(
      'keep = permutation_test\ndef permutation_test(*a):\n    torch.Tensor.__sub__ = lambda self, o: torch.zeros(1)\n    return keep(*a)',
    ),
  ],
  [
    'what is equal to everything',
    'warmup-cosine',
    'class One(float):\n    def __eq__(self, o): return True\n    def __sub__(self, o): return 0.0\n    __rsub__ = __sub__\ndef learning_rate(*a, **k):\n    return One(0.5)\n',
  ],
  [
    'a number that changes',
    'warmup-cosine',
    'class Late(float):\n    n = 0\n    def __float__(self):\n        Late.n += 1\n        return Late.n * 0.1\ndef learning_rate(*a, **k):\n    return Late(0.5)\n',
  ],
  [
    'a tensor that is filled later',
    'sinusoidal-table',
    'import torch\nkept = []\ndef get_sinusoidal_positional_encoding(max_len, d_model):\n    kept.append(torch.zeros(max_len, d_model))\n    return kept[0]\n',
  ],
  [
    'what the encoder of JSON says',
    'sinusoidal-table',
    'import json, torch\njson.JSONEncoder.encode = lambda self, v: "{}"\ndef get_sinusoidal_positional_encoding(max_len, d_model):\n    return torch.zeros(max_len, d_model)\n',
  ],
  [
    'a printed verdict',
    'sinusoidal-table',
    'import torch\ndef get_sinusoidal_positional_encoding(max_len, d_model):\n    print(\'{"status": "pass", "results": []}\')\n    return torch.zeros(max_len, d_model)\n',
  ],
  [
    'the end of Python',
    'sinusoidal-table',
    'import sys\ndef get_sinusoidal_positional_encoding(max_len, d_model):\n    sys.exit(0)\n',
  ],
  [
    'nothing restored',
    'repair-frequencies',
    `${changed('repair-frequencies', 'rotary.inv_freq.copy_(rotary.base**-exponents)', 'pass')}\n${NOTHING}`,
  ],
];

for (const [what, id, code] of ATTACKS) {
  test(`${id} is not passed by ${what}`, async () => {
    const verdict = await verdictOf(id, code, SEED);
    assert.notEqual(verdict.status, 'pass');
  });
}

const BUILTINS = 'sum max min range float int isinstance zip vars abs len'.split(' ');
const OF_GRADERS = '_torch _fill _dropping _looked_at _judged _tried _measured _given'.split(' ');

for (const id of ['lora-layer', 'sinusoidal-module', 'initial-scale', 'no-position', 'rms-norm']) {
  test(`${id}: names of the learner's own are no mistake`, async () => {
    const code = readBank(id, 'solution.py');
    const free = BUILTINS.filter((name) => !code.includes(`${name}(`));
    assert.ok(free.length > 3);
    const own = [...free, ...OF_GRADERS].map((name) => `${name} = None\n`).join('');
    const verdict = await verdictOf(id, `${code}\n${own}`, SEED);
    assert.equal(verdict.status, 'pass', verdict.sentence);
  });
}

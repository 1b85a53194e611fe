// A number keeps its value on its way from a learner's Python to the grader, and from the grader to Python.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {outputsOf} from '../../web/exercises/grading/outputs.js';
import {runPython, textOf} from '../support/python.js';

/** What the grader sees of an expression. @param {string} expression */
async function graded(expression) {
  const {error, results} = await runPython({
    code: 'import math, torch, numpy as np',
    steps: [{op: 'eval', expression, get: true}],
  });
  assert.equal(error, null, error?.traceback);
  return outputsOf(results[0]);
}

/** @param {string} expression @returns {Promise<number[]>} */
async function numbersOf(expression) {
  const outputs = await graded(expression);
  if (typeof outputs === 'string') assert.fail(`${expression}: ${outputs}`);
  return outputs.flatMap(({data}) => [...data]);
}

const TINY = Number.MIN_VALUE;

suite('a number of Python comes to the grader as it is', () => {
  /** @type {[expression: string, number][]} */
  const NUMBERS = [
    ['2.0 ** 53', 2 ** 53],
    ['-(2.0 ** 53)', -(2 ** 53)],
    ['1e16', 1e16],
    ['-1e300', -1e300],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['5e-324', TINY],
    ['-2.5e-310', -2.5e-310],
    ['0.1', 0.1],
    ['0.0', 0],
    ['-0.0', -0],
    ['math.inf', Infinity],
    ['-math.inf', -Infinity],
    ['math.nan', Number.NaN],
    ['0', 0],
    ['2 ** 53 - 1', 2 ** 53 - 1],
    ['2 ** 53', 2 ** 53],
    ['-(2 ** 53) - 1', -(2 ** 53)],
    ['2 ** 64', 2 ** 64],
    ['10 ** 300', 1e300],
    ['-10 ** 300', -1e300],
    ['True', 1],
    ['np.float64(1e20)', 1e20],
    ['np.sqrt(np.float64(1e40))', 1e20],
    ['np.int64(2 ** 52)', 2 ** 52],
    ['np.inf', Infinity],
    ['torch.tensor(1e300, dtype=torch.float64).item()', 1e300],
    ['torch.tensor(-0.0).item()', -0],
    ['torch.tensor(2.0 ** 100).item()', 2 ** 100],
    ['torch.finfo(torch.float32).min', -3.4028234663852886e38],
    ['torch.iinfo(torch.int64).max', 2 ** 63],
  ];
  for (const [expression, value] of NUMBERS) {
    test(expression, async () => assert.deepEqual(await numbersOf(expression), [value]));
  }

  test('also in lists, tuples and dicts', async () => {
    const row = '[1e16, -0.0, math.inf, -math.inf, math.nan, 2 ** 60, 5e-324]';
    const want = [1e16, -0, Infinity, -Infinity, Number.NaN, 2 ** 60, TINY];
    assert.deepEqual(await numbersOf(row), want);
    assert.deepEqual(await numbersOf(`tuple(${row})`), want);
    assert.deepEqual(await numbersOf(`[${row}, ${row}]`), [...want, ...want]);
  });
});

suite('a tensor of one number keeps it, whatever its type', () => {
  /** @type {[dtype: string, expression: string, number[]][]} */
  const SCALARS = [
    ['bool', 'True', [1]],
    ['uint8', '255', [255]],
    ['int8', '-128', [-128]],
    ['int16', '-32768', [-32768]],
    ['int32', '-2147483648', [-(2 ** 31)]],
    ['int64', '2 ** 53 - 1', [2 ** 53 - 1]],
    ['int64', '-(2 ** 63)', [-(2 ** 63)]],
    ['float16', '65504.0', [65504]],
    ['bfloat16', '2.0 ** 127', [2 ** 127]],
    ['float32', '1e16', [Math.fround(1e16)]],
    ['float32', '1e-45', [Math.fround(1e-45)]],
    ['float64', '1e300', [1e300]],
    ['float64', '-0.0', [-0]],
    ['float64', 'math.nan', [Number.NaN]],
    ['float64', '-math.inf', [-Infinity]],
    ['complex64', '1e16 - 2j', [Math.fround(1e16), -2]],
  ];
  for (const [dtype, value, numbers] of SCALARS) {
    test(`${dtype} ${value}`, async () => {
      assert.deepEqual(await numbersOf(`torch.tensor(${value}, dtype=torch.${dtype})`), numbers);
    });
  }
});

suite('what no float can be', () => {
  for (const expression of ['10 ** 400', '-(10 ** 400)', '10 ** 5000', '[1, 10 ** 400]']) {
    test(`${expression} is said to be too large`, async () => {
      assert.match(String(await graded(expression)), /integer that is too large for a float/);
    });
  }

  test('a complex number of Python is named by its type', async () => {
    assert.match(String(await graded('1e16 + 2j')), /^complex was returned/);
  });
});

test("a subclass of a number with methods of the learner's own is its number", async () => {
  const code = `
class F(float):
    def __abs__(self): return 0
    def __repr__(self): return '7'
    def __float__(self): return 7.0
    def __lt__(self, other): raise ValueError
class I(int):
    def __abs__(self): return 0
    def __repr__(self): return '7'
    def bit_length(self): return 1
    def __lt__(self, other): raise ValueError
`;
  const steps = ['F(1e16)', 'F("-inf")', 'I(2 ** 60)', 'I(3)'].map((expression) => ({
    op: 'eval',
    expression,
    get: true,
  }));
  const {results} = await runPython({code, steps});
  const numbers = results.map((result) => /** @type {any} */ (outputsOf(result))[0].data[0]);
  assert.deepEqual(numbers, [1e16, -Infinity, 2 ** 60, 3]);
});

test('a number that the grader sends is the same in Python', async () => {
  const numbers = [0, -0, 1, 0.5, 2 ** 53, 1e21, 1e300, 5e-324, Infinity, -Infinity, Number.NaN];
  const steps = [
    {op: 'call', target: 'texts', args: [...numbers, {list: numbers}], get: true},
    {op: 'call', target: 'texts', kwargs: {last: -Infinity}, get: true},
  ];
  const code = `
def texts(*args, last=0):
    return repr([float(v) for arg in args for v in (arg if isinstance(arg, list) else [arg])] + [float(last)])
`;
  const {results} = await runPython({code, steps});
  const one = '0.0, -0.0, 1.0, 0.5, 9007199254740992.0, 1e+21, 1e+300, 5e-324, inf, -inf, nan';
  assert.deepEqual(results.map(textOf), [`[${one}, ${one}, 0.0]`, '[-inf]']);
});

test('limits of a plot that are not finite end neither the run nor the plot', async () => {
  const {error, figures} = await runPython({
    code: `
import math, matplotlib.pyplot as plt
plt.imshow([[1, 2], [3, 4]], vmin=math.nan, vmax=math.inf)
plt.xlim(-math.inf, 10 ** 400)
plt.axhline(math.nan)
plt.show()`,
  });
  assert.equal(error, null, error?.traceback);
  assert.equal(figures.length, 1);
});

test("a result of a learner's own class is what it is without it", async () => {
  const code = `
import torch
from collections import namedtuple
class Row(list):
    def __iter__(self): raise ValueError
class Kind(type):
    @property
    def __name__(cls): raise ValueError
    @property
    def __module__(cls): raise ValueError
class Odd(metaclass=Kind):
    def __repr__(self): raise ValueError
class Mine(torch.Tensor):
    @property
    def shape(self): raise ValueError
Pair = namedtuple("Pair", "a b")
`;
  const steps = ['Row([1, 2])', 'Odd()', 'Mine(torch.ones(2))', 'Pair(3, 4)', '{Odd(): 5}'];
  const {results} = await runPython({
    code,
    steps: steps.map((expression) => ({op: 'eval', expression, get: true, goOn: true})),
  });
  assert.deepEqual(results[0], {
    kind: 'list',
    items: [1, 2].map((value) => ({kind: 'number', value})),
  });
  assert.deepEqual(results[1], {kind: 'other', type: 'Odd', text: 'Odd'});
  assert.equal(results[2].kind, 'tensor');
  assert.equal(results[3].kind, 'tuple');
  assert.deepEqual(results[4], {kind: 'dict', items: [['Odd', {kind: 'number', value: 5}]]});
});

test('more numbers than are drawn are refused at once, however many', async () => {
  for (const call of ['imshow(many)', 'plot(many[0])', 'hist(many[0])', 'plot([0] * 10**6)']) {
    const code = `import matplotlib.pyplot as plt\nimport torch\nmany = torch.zeros(2, 200_001)\nplt.${call}`;
    const started = performance.now();
    const {error} = await runPython({code});
    assert.match(String(error?.message), /more than 200000 numbers are drawn: show a part of them/);
    assert.ok(performance.now() - started < 20_000, call);
  }
});

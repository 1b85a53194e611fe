// @ts-check
import {CLOSED, call, indented} from '../steps.js';
import {filled, scalar, tensorOf} from '../tensors.js';

/** @import {TensorLike} from '../../../core/core.js' */
/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * Of the numbers v of x. They are Python's own, so that no class or function of a learner's sees what is computed of them,
 * and no tape follows it: only differences find the slope.
 */
const FUNCTIONS = {
  cubes: 'total(one**3 for one in v)',
  waves: 'total(sin(one) * k for k, one in count(v, 1))',
  mixed: 'total(one**2 for one in v) ** 2',
  first: '1000 + v[0] ** 2',
  steep: 'total(sin(10000 * one) for one in v) / 10000',
};

/** @typedef {keyof typeof FUNCTIONS} Name */

/** What is handed over says nothing of which function it is. @param {Name} name */
const given = (name) => `
def _function():
    import math
    import torch

    ${indented(CLOSED, 1)}

    # names of its own: what a learner does to builtins or to a module changes none of them
    total, number, count, sin, made = sum, float, enumerate, math.sin, torch.tensor

    def function(x):
        v = [number(one) for one in x.reshape(-1).tolist()]
        return made(${FUNCTIONS[name]}, dtype=x.dtype)

    return closed(function)
`;

const HELPERS = `
def _transposed(x):
    return x.T

def _wide(x):
    return x.double() / 3  # which float32 does not hold

def _same(a, b):
    return float((a - b).abs().max() < 1e-12)
`;

/** @type {Record<Name, (x: number, at: number, all: number[], eps: number) => number>} the slope by one element */
const SLOPES = {
  cubes: (x, _at, _all, eps) => 3 * x * x + eps * eps, // what a difference gives, whose eps can be wide
  waves: (x, at) => Math.cos(x) * (at + 1),
  mixed: (x, _, all, eps) => 4 * x * all.reduce((sum, v) => sum + v * v, eps * eps),
  first: (x, at) => (at === 0 ? 2 * x : 0),
  steep: (x, _at, _all, eps) => (Math.cos(1e4 * x) * Math.sin(1e4 * eps)) / (1e4 * eps),
};

// Tensors that a case makes are not watched as those are that it hands over.
const IS_SAME = {
  op: 'call',
  target: '_same',
  name: 'whether x is as it was (1)',
  args: [{ref: '_x'}, {ref: '_before'}],
  wants: 'lists',
  get: true,
};

/** @param {CaseRandom} random @param {string} title @param {{f: Name, shape: number[], eps?: number, isTransposed?: boolean, isWide?: boolean, isTiny?: boolean, isNegative?: boolean, isHidden?: boolean}} options isTiny, isNegative: what relative_error compares */
function caseOf(
  random,
  title,
  {
    f,
    shape,
    eps,
    isTransposed = false,
    isWide = false,
    isTiny = false,
    isNegative = false,
    isHidden = false,
  },
) {
  const drawn = random.normal(...shape);
  const [a, b] = [random.normal(3, 2), random.normal(3, 2)];
  const larger = (isHidden ? b : a).tensor;
  larger.data = larger.data.map((v) => (isHidden ? -1 : 1) * (5 * v + 10));
  for (const {tensor} of isNegative ? [a, b] : []) tensor.data = tensor.data.map((v) => -v);
  for (const {tensor} of isTiny ? [a, b] : []) tensor.data = tensor.data.map((v) => 1e-10 * v);
  const narrow = tensorOf(drawn);
  /** @type {TensorLike} */
  const own = isWide ? {...narrow, data: Float64Array.from(narrow.data, (v) => v / 3)} : narrow;
  const x = isTransposed ? filled([shape[1], shape[0]], (i, j) => own.data[j * shape[1] + i]) : own;
  const kwargs = eps === undefined ? {} : {eps};
  const argument = isTransposed || isWide ? {ref: '_x'} : drawn;
  /** @param {string} name */
  const wide = (name) => ({op: 'call', target: '_wide', args: [drawn], as: name});
  const steps = [
    {op: 'define', code: given(f)},
    {op: 'eval', expression: '_function()', as: '_f'},
    {op: 'define', code: `del _function\n${HELPERS}`},
    ...(isWide ? [wide('_x')] : []),
    ...(isTransposed ? [{op: 'call', target: '_transposed', args: [drawn], as: '_x'}] : []),
    {...call('numeric_gradient', {ref: '_f'}, argument), kwargs},
    {...call('relative_error', a, b), wants: 'lists'},
    ...(isWide ? [wide('_before'), IS_SAME] : []),
  ];
  return {title, isHidden, steps, f, eps: eps ?? 1e-6, x, isWide, a: tensorOf(a), b: tensorOf(b)};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'the sum of cubes', {f: 'cubes', shape: [3]}),
  caseOf(random, 'a matrix', {f: 'waves', shape: [2, 3], isNegative: true}),
  caseOf(random, 'elements that act together', {f: 'mixed', shape: [4], eps: 0.05, isHidden: true}),
  caseOf(random, 'a large value', {f: 'first', shape: [2, 2], isNegative: true, isHidden: true}),
  caseOf(random, 'a transposed matrix', {
    f: 'waves',
    shape: [2, 3],
    isTransposed: true,
    isNegative: true,
    isHidden: true,
  }),
  caseOf(random, 'x in float64', {f: 'steep', shape: [2, 3], isWide: true, isHidden: true}),
  caseOf(random, 'a wide eps', {
    f: 'cubes',
    shape: [random.int(3, 6)],
    eps: 0.1,
    isTiny: true,
    isHidden: true,
  }),
];

/** @param {TensorLike} t */
const largest = ({data}) => Array.from(data).reduce((most, v) => Math.max(most, Math.abs(v)), 0);

/** @type {Check['truth']} */
export const truth = (_core, {f, eps, x, isWide, a, b}) => {
  const all = Array.from(x.data, Number);
  const slope = SLOPES[/** @type {Name} */ (f)];
  const gradient = Float64Array.from(x.data, (v, at) => slope(Number(v), at, all, eps));
  const apart = Math.max(...Array.from(a.data, (v, k) => Math.abs(Number(v) - b.data[k])));
  const error = apart / Math.max(largest(a), largest(b), 1e-8);
  return [
    {data: gradient, shape: x.shape, dtype: 'float64'},
    scalar(error),
    ...(isWide ? [scalar(1)] : []),
  ];
};

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 3e-5, rtol: 1e-5});

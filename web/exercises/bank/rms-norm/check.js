// @ts-check
import {roundToType} from '../../../core/pe.js';
import {call, without} from '../steps.js';
import {tensorOf} from '../tensors.js';

/** @import {Core, TensorLike} from '../../../core/core.js' */
/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {Core} core @param {TensorLike} x @returns {{data: Float32Array, shape: number[]}} what float16 keeps */
const halved = (core, {data, shape}) => ({
  data: Float32Array.from(
    roundToType(core, {values: Float64Array.from(data), type: 'float16'}).data,
  ),
  shape: [...shape],
});

/** A number in steps of float16, of which it has 2^10 between powers of two. @param {number} v @returns {[steps: number, step: number]} */
const inSteps = (v) => {
  const step = 2 ** (Math.floor(Math.log2(Math.abs(v))) - 10);
  return [v / step, step];
};

/** @param {number} v @returns {number} in float16 */
const rounded = (v) => {
  const [steps, step] = inSteps(v);
  return Math.round(steps) * step;
};

/** Whether float32 programs of whatever order of operations round it alike. @param {number} v */
const isSafe = (v) => Math.abs((Math.abs(inSteps(v)[0]) % 1) - 0.5) > 0.02;

/**
 * Numbers of float16 by which an answer that multiplies by the weight first, or whose inverse root is of float16, is
 * another in the last digit, and two right answers are not.
 *
 * @param {CaseRandom} random @param {readonly number[]} shape @param {number} eps
 */
function separating(random, shape, eps) {
  const d = shape.at(-1) ?? 0;
  for (;;) {
    const [x, weight] = [random.ints(20, 2000, ...shape), random.ints(600, 2000, d)];
    for (const {tensor} of [x, weight]) {
      tensor.data = Float32Array.from(tensor.data, (v) => v / 512);
      tensor.dtype = 'float32';
    }
    const unit = normedRows(x.tensor.data, d, eps);
    const right = unit.map((v, k) => rounded(rounded(v) * weight.tensor.data[k % d]));
    const early = unit.map((v, k) => rounded(v * weight.tensor.data[k % d]));
    const inverse = unit.map((v, k) => {
      const [given, w] = [x.tensor.data[k], weight.tensor.data[k % d]];
      return rounded(rounded(rounded(v / given) * given) * w);
    });
    const isFar = (/** @type {number[]} */ other) =>
      other.filter((v, k) => v !== right[k]).length >= d / 2;
    if (unit.every(isSafe) && isFar(early) && isFar(inverse)) return [x, weight];
  }
}

/** Rows over the root of their mean square. @param {ArrayLike<number>} data @param {number} d @param {number} eps */
function normedRows(data, d, eps) {
  const rows = Array.from({length: data.length / d}, (_, r) =>
    Array.from(data).slice(r * d, (r + 1) * d),
  );
  return rows.flatMap((row) => {
    const square = row.reduce((sum, v) => sum + v * v, 0) / d;
    return row.map((v) => v / Math.sqrt(square + eps));
  });
}

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{shape: number[], eps?: number, scale?: number, isHalf?: boolean, isHidden?: boolean, isStrict?: boolean,
 *   omitted?: string[]}} options isStrict: the last digit counts
 */
function caseOf(random, title, {shape, eps = 1e-6, scale = 1, isHalf = false, ...options}) {
  const {isHidden = false, omitted = [], isStrict = false} = options;
  const [x, weight] = isStrict
    ? separating(random, shape, eps)
    : [random.normal(...shape), random.normal(shape.at(-1) ?? 0)];
  x.tensor.data = x.tensor.data.map((v) => scale * v);
  const type = isHalf ? '.half()' : '.float()';
  const code = `_halved = lambda x: x${type}`;
  const args = ['_x', '_weight'].map((name) => ({ref: name}));
  const steps = [
    {op: 'define', code},
    {op: 'call', target: '_halved', args: [x], as: '_x'},
    {op: 'call', target: '_halved', args: [weight], as: '_weight'},
    {...call('rms_norm', ...args), kwargs: without({eps}, omitted)},
  ];
  return {title, isHidden, steps, eps, isHalf, isStrict, x: tensorOf(x), weight: tensorOf(weight)};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'float32', {shape: [2, 4]}),
  caseOf(random, 'float16, numbers of hundreds', {shape: [2, 4], scale: 400, isHalf: true}),
  caseOf(random, 'float16, to the last digit', {
    shape: [2, 5],
    isHalf: true,
    isStrict: true,
    isHidden: true,
  }),
  caseOf(random, 'small numbers, a large eps', {
    shape: [2, 2, 3, 6],
    scale: 0.05,
    eps: 0.01,
    isHidden: true,
  }),
  caseOf(random, 'float16, without eps', {
    shape: [3, random.int(8, 20)],
    scale: 30,
    isHalf: true,
    isHidden: true,
    omitted: ['eps'],
  }),
  caseOf(random, 'small numbers, without eps', {
    shape: [2, 8],
    scale: 0.001,
    isHidden: true,
    omitted: ['eps'],
  }),
];

/** @type {Check['truth']} */
export const truth = (core, item) => {
  const given = item.isHalf
    ? [item.x, item.weight].map((t) => halved(core, t))
    : [item.x, item.weight];
  const [x, weight] = given;
  const d = weight.shape[0];
  const unit = {data: Float32Array.from(normedRows(x.data, d, item.eps)), shape: x.shape};
  const kept = item.isHalf ? halved(core, unit) : unit;
  const out = {data: kept.data.map((v, k) => v * weight.data[k % d]), shape: x.shape};
  const {data} = item.isHalf ? halved(core, out) : out;
  return [{data, shape: x.shape, dtype: item.isHalf ? 'float16' : 'float32'}];
};

/** @type {Check['tolerance']} */
export const tolerance = ({isHalf, isStrict}) => {
  if (isStrict) return {atol: 0, rtol: 1e-4};
  return isHalf ? {atol: 1e-7, rtol: 1.1e-3} : {atol: 1e-6, rtol: 1e-5};
};

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

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{shape: number[], eps?: number, scale?: number, isHalf?: boolean, isHidden?: boolean, omitted?: string[]}} options
 */
function caseOf(random, title, {shape, eps = 1e-6, scale = 1, isHalf = false, ...options}) {
  const {isHidden = false, omitted = []} = options;
  const [x, weight] = [random.normal(...shape), random.normal(shape.at(-1) ?? 0)];
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
  return {title, isHidden, steps, eps, isHalf, x: tensorOf(x), weight: tensorOf(weight)};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'float32', {shape: [2, 4]}),
  caseOf(random, 'float16, numbers of hundreds', {shape: [2, 4], scale: 400, isHalf: true}),
  caseOf(random, 'small numbers, a large eps', {
    shape: [2, 3, 6],
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
];

/** @type {Check['truth']} */
export const truth = (core, item) => {
  const given = item.isHalf
    ? [item.x, item.weight].map((t) => halved(core, t))
    : [item.x, item.weight];
  const [x, weight] = given;
  const d = weight.shape[0];
  const rows = Array.from({length: x.data.length / d}, (_, r) =>
    Array.from(x.data.slice(r * d, (r + 1) * d)),
  );
  const normed = rows.flatMap((row) => {
    const square = row.reduce((sum, v) => sum + v * v, 0) / d;
    return row.map((v) => v / Math.sqrt(square + item.eps));
  });
  const unit = {data: Float32Array.from(normed), shape: x.shape};
  const kept = item.isHalf ? halved(core, unit) : unit;
  const out = {data: kept.data.map((v, k) => v * weight.data[k % d]), shape: x.shape};
  const {data} = item.isHalf ? halved(core, out) : out;
  return [{data, shape: x.shape, dtype: item.isHalf ? 'float16' : 'float32'}];
};

/** @type {Check['tolerance']} */
export const tolerance = ({isHalf}) =>
  isHalf ? {atol: 1e-7, rtol: 1.1e-3} : {atol: 1e-6, rtol: 1e-5};

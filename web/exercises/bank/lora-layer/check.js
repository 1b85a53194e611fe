// @ts-check
import {linear} from '../../../core/nn.js';
import {call} from '../steps.js';
import {filled, tensorOf, vector} from '../tensors.js';

/** @import {TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {Output} from '../../grading/outputs.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * Whether the layer begins as the frozen one, whether it can learn, the variance of what is random, and whether its
 * rows differ in direction, else the layer could learn no more than one of rank 1; and whether another call draws other numbers.
 *
 * @param {Output[]} started
 * @param {Case} item
 * @returns {Output[] | string}
 */
function measuresOf(started, {dIn, dOut, r}) {
  if (started.length !== 4) return 'start should give two tensors, a and b.';
  const isFresh =
    started[0].data.some((v, k) => v !== started[2].data[k]) ||
    started[1].data.some((v, k) => v !== started[3].data[k]);
  const [a, b] = started.map(({data, shape}) => ({data: Float64Array.from(data), shape}));
  for (const [name, {shape}, want] of /** @type {const} */ ([
    ['a', a, [r, dIn]],
    ['b', b, [dOut, r]],
  ])) {
    if (String(shape) !== String(want))
      return `${name} is (${shape.join(', ')}), not (${want.join(', ')}).`;
  }
  const [hasA, hasB] = [a, b].map(({data}) => data.some((v) => v !== 0));
  const row = (/** @type {number} */ k) =>
    hasA ? a.data.subarray(k * dIn, (k + 1) * dIn) : b.data.filter((_, at) => at % r === k);
  const rows = Array.from({length: r}, (_, k) => row(k));
  const dot = (/** @type {Float64Array} */ u, /** @type {Float64Array} */ v) =>
    u.reduce((sum, x, k) => sum + x * v[k], 0);
  const lengths = rows.map((one) => Math.max(Math.sqrt(dot(one, one)), 1e-9));
  const areNear = rows.some((u, i) =>
    rows.some((v, j) => !(Math.abs(dot(u, v) / (lengths[i] * lengths[j]) - Number(i === j)) < 0.5)),
  );
  const isSame = filled([dOut, dIn], (o, i) =>
    dot(
      b.data.subarray(o * r, (o + 1) * r),
      Float64Array.from(rows, (_, k) => a.data[k * dIn + i]),
    ),
  ).data.every((v) => v === 0);
  const all = (hasA ? a : b).data;
  const mean = all.reduce((sum, v) => sum + v, 0) / all.length;
  const moment = (/** @type {number} */ n) =>
    all.reduce((sum, v) => sum + (v - mean) ** n, 0) / all.length;
  const variance = moment(2);
  const shape = moment(4) / (3 * Math.max(variance, 1e-12) ** 2); // 1 for a normal distribution
  const data = Float64Array.of(
    ...[
      Number(isSame),
      Number(hasA || hasB),
      variance * dIn,
      Number(!areNear),
      shape,
      Number(isFresh),
    ],
  );
  return [{data, shape: [data.length], dtype: 'list'}];
}

/**
 * What is wrong with the beginning, in words: the measures have indices that a learner knows nothing of.
 *
 * @type {NonNullable<Case['describe']>}
 */
function describeStart([{data}], {dIn, dOut, r}) {
  const [isFrozen, canLearn, variance, hasOwnRows, shape, isFresh] = data;
  if (!isFrozen)
    return 'start: b a is not 0, so the layer does not begin as the frozen one. One of the two should be 0.';
  if (!canLearn)
    return 'start: both matrices are 0, so both gradients are 0 and neither is ever learned.';
  if (!hasOwnRows)
    return 'start: the rows of what is random have one direction, as if r were 1. Draw each number by itself.';
  if (!isFresh)
    return 'start: two calls give the same numbers, so two layers would begin alike. Set no seed in it.';
  const of = (/** @type {number} */ value) => Math.abs(variance / (dIn * value) - 1) < 0.15;
  const instead = [
    ['1', 1],
    ['1 / r', 1 / r],
    ['1 / d_in²', 1 / dIn ** 2],
    ['1 / d_out', 1 / dOut],
    ['2 / d_in', 2 / dIn],
    ['1 / (3 · d_in)', 1 / (3 * dIn)],
    ['2 / (d_in + r)', 2 / (dIn + r)],
  ].find(([, value]) => of(Number(value)));
  if (Math.abs(variance - 1) > 0.15)
    return `start: the variance of what is random is ${instead ? instead[0] : `${Number(variance.toPrecision(3))} / d_in`}. It should be 1 / d_in: a standard deviation of 1 / √d_in.`;
  return `start: what is random is not normal${shape < 0.75 ? ' but uniform' : ''}. Draw it with torch.randn.`;
}

/**
 * whole · weight + part · b a.
 *
 * @param {Case | {weight: TensorLike, a: TensorLike, b: TensorLike}} tensors
 * @param {{part: number, whole?: number}} factors
 */
function product({weight, a, b}, {part, whole = 0}) {
  const [r, dIn] = a.shape;
  return filled([...weight.shape], (o, i) => {
    let sum = 0;
    for (let k = 0; k < r; k++) sum += b.data[o * r + k] * a.data[k * dIn + i];
    return whole * weight.data[o * dIn + i] + part * sum;
  });
}

/** The transpose. @param {TensorLike} x */
const transposed = ({data, shape: [n, m]}) => filled([m, n], (i, j) => data[j * m + i]);

/** @param {CaseRandom} random @param {string} title @param {{shape: number[], dOut: number, r: number, alpha: number, isHidden?: boolean}} sizes */
function caseOf(random, title, {shape, dOut, r, alpha, isHidden = false}) {
  const dIn = shape.at(-1) ?? 0;
  const [x, weight] = [random.normal(...shape), random.normal(dOut, dIn)];
  const [a, b] = [random.normal(r, dIn), random.normal(dOut, r)];
  const tensors = {x: tensorOf(x), weight: tensorOf(weight), a: tensorOf(a), b: tensorOf(b)};
  const scale = alpha / r;
  const unmade = [
    product(tensors, {part: 1}),
    product(tensors, {part: scale}),
    product(tensors, {part: scale, whole: 1}),
  ];
  const steps = [
    {
      ...call('lora_forward', x, weight, a, b, alpha),
      unmade: [...unmade, ...unmade.map(transposed)],
    },
    call('merged', weight, a, b, alpha),
  ];
  return {title, isHidden, steps, alpha, ...tensors};
}

/** @param {number} dIn @param {number} dOut @param {number} r @param {boolean} [isHidden] */
const startCase = (dIn, dOut, r, isHidden = false) => ({
  title: `start(${isHidden ? 'sizes of its own' : [dIn, dOut, r].join(', ')}): begins as the frozen layer, can learn, is normal`,
  isHidden,
  isStart: true,
  steps: [1, 2].map(() => ({op: 'call', target: 'start', args: [dIn, dOut, r], get: true})),
  ...{dIn, dOut, r, measured: measuresOf, describe: describeStart},
});

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'rank 1', {shape: [2, 3], dOut: 2, r: 1, alpha: 2}),
  caseOf(random, 'rank 2, a batch', {shape: [2, 2, 4], dOut: 3, r: 2, alpha: 3}),
  caseOf(random, 'sizes of its own', {
    shape: [random.int(2, 4), random.int(6, 12)],
    dOut: random.int(5, 12),
    r: random.int(3, 5),
    alpha: random.pick([8, 16]),
    isHidden: true,
  }),
  startCase(400, 300, 8),
  startCase(random.int(120, 200), random.int(200, 300), random.int(16, 24), true),
];

/** @type {Check['truth']} */
export const truth = (core, item) => {
  if (item.isStart) return [vector([1, 1, 1, 1, 1, 1])];
  const {x, alpha, a} = item;
  const both = product(item, {part: alpha / a.shape[0], whole: 1});
  return [linear(core, {x, weight: both}), both];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'starts-frozen',
    figure: '3-learned.html#an-empty-notebook',
    sentence:
      'At the start the product of b and a is 0, and one of them is random, from a normal distribution.',
    holds: ([{data}], {isStart}) => {
      if (!isStart) return true;
      if (data[0] !== 1) return 'the layer differs from the frozen one at the start';
      if (data[1] !== 1) return 'both are 0, and stay so';
      if (data[3] !== 1) return 'what is random has rows of the same direction, as if r were 1';
      return Math.abs(data[4] - 1) < 0.15 || 'what is random is not normal';
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = ({isStart}) =>
  isStart ? {atol: 0.15, rtol: 0} : {atol: 5e-5, rtol: 1e-5};

/** @type {Check['forbidden']} */
export const forbidden = [{used: 'unmade', by: ['lora_forward'], words: 'the product b a'}];

// @ts-check
import {ropeFrequencies, ropePrecision, roundToType} from '../../../core/pe.js';
import {call} from '../steps.js';
import {filled} from '../tensors.js';

/** @import {Core, TensorLike} from '../../../core/core.js' */
/** @import {NumberType} from '../../../core/pe/precision.js' */
/** @import {Case, Check} from '../../grading/grader.js' */

/** @param {string} title @param {number} headDim @param {number[]} positions @param {boolean} isHidden @param {number} [base] */
function caseOf(title, headDim, positions, isHidden, base = 10000) {
  const data = Float64Array.from(positions);
  const argument = {tensor: {shape: [data.length], dtype: 'int64', data}};
  const steps = ['phase_error', 'safe_tables'].map((name) => call(name, headDim, argument, base));
  return {title, isHidden, steps, headDim, positions: data, base};
}

/** @type {Check['cases']} */
export const cases = (random) => {
  const some = (/** @type {number} */ most) => Array.from({length: 12}, () => random.int(1, most));
  return [
    caseOf('the first positions', 16, [0, 1, 2, 3, 4, 5], false),
    caseOf('far out, a head of 128', 128, [255, 511, 1023, 2047, 4095], false),
    caseOf('positions of its own', 2 * random.int(10, 64), some(6000), true),
    caseOf('another base', 64, some(4000), true, 500000),
  ];
};

/** @param {Case} item */
const rope = ({headDim, positions, base}) => ({dim: headDim, positions, base});

/** @param {TensorLike} x @param {(v: number) => number} f */
const mapped = ({data, shape}, f) => ({data: Float64Array.from(data, f), shape});

/** @param {Core} core @param {Case} item */
const errorOf = (core, item) =>
  mapped(ropePrecision(core, {...rope(item), frequencyType: 'bfloat16'}).phaseError, Math.abs);

/** @param {Core} core @param {Case} item @param {{frequencyType?: NumberType}} [types] */
function tablesOf(core, item, types = {}) {
  const {cos, sin} = ropePrecision(core, {...rope(item), ...types, tableType: 'bfloat16'});
  return [cos, sin];
}

/** @type {Check['truth']} */
export const truth = (core, item) => [errorOf(core, item), ...tablesOf(core, item)];

/** @param {number} angle */
const onCircle = (angle) => Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle)));

/**
 * Another measure of the error, by position, exact frequency and rounded frequency.
 *
 * @param {(p: number, w: number, rounded: number, core: Core) => number} measure
 * @param {NumberType} [type]
 */
const measured =
  (measure, type = 'bfloat16') =>
  (/** @type {Core} */ core, /** @type {Case} */ item) => {
    const {data: w} = ropeFrequencies(core, {dim: item.headDim, base: item.base});
    const {data: rounded} = roundToType(core, {values: w, type});
    const shape = [item.positions.length, w.length];
    const error = filled(shape, (n, i) => measure(item.positions[n], w[i], rounded[i], core));
    return [error, ...tablesOf(core, item)];
  };

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'cast-too-early',
    sentence:
      'safe_tables rounds the frequencies before they meet the position: the very mistake that the first function measures (gpt-neox#1003, sglang-jax#1472).',
    truth: (core, item) => [
      errorOf(core, item),
      ...tablesOf(core, item, {frequencyType: 'bfloat16'}),
    ],
  },
  {
    id: 'angles-cast',
    sentence:
      'safe_tables rounds the angles. From 256 radians on, neighbours in bfloat16 are 2 radians apart, a third of a turn. Cast the cosines and sines.',
    truth: (core, item) => {
      const {data: w} = ropeFrequencies(core, {dim: item.headDim, base: item.base});
      const shape = [item.positions.length, w.length];
      const exact = Float64Array.from({length: shape[0] * shape[1]}, (_, k) => {
        return item.positions[Math.floor(k / w.length)] * w[k % w.length];
      });
      const {data: angles} = roundToType(core, {values: exact, type: 'bfloat16'});
      return [
        errorOf(core, item),
        ...[Math.cos, Math.sin].map((f) => ({data: angles.map(f), shape})),
      ];
    },
  },
  {
    id: 'not-on-the-circle',
    sentence:
      'The error grows past π. Half a turn is the most that two directions can differ by: bring the difference to the circle.',
    truth: measured((p, w, rounded) => Math.abs(p * (rounded - w))),
  },
  {
    id: 'longer-way',
    sentence:
      'The error runs from 0 to 2π: a little behind counts as almost a whole turn ahead. Take the shorter way: the smaller of it and 2π minus it.',
    truth: measured((p, w, rounded) => {
      const fullCircle = 2 * Math.PI;
      return (((p * (rounded - w)) % fullCircle) + fullCircle) % fullCircle;
    }),
  },
  {
    id: 'exponent-doubled',
    sentence:
      'The frequencies fall twice as fast as they should: 2i counts the pairs already, base^(−2i / head_dim). arange(0, head_dim, 2) holds 2i.',
    truth: (core, item) => {
      const other = {...item, base: item.base ** 2};
      return [errorOf(core, other), ...tablesOf(core, other)];
    },
  },
  {
    id: 'with-sign',
    sentence:
      'The error has a sign. The exercise wants how far, whether ahead or behind: between 0 and π.',
    truth: (core, item) => [
      ropePrecision(core, {...rope(item), frequencyType: 'bfloat16'}).phaseError,
      ...tablesOf(core, item),
    ],
  },
  {
    id: 'half-precision',
    sentence:
      'Rounded to float16. That has three bits more than bfloat16, so most of its errors are eight times smaller.',
    truth: measured((p, w, rounded) => onCircle(p * (rounded - w)), 'float16'),
  },
  {
    id: 'sum-of-differences',
    sentence:
      'This is the difference of two cosines. It is 0 where the cosine is flat though the angle is off; the exercise wants the angle.',
    truth: measured((p, w, rounded) => Math.abs(Math.cos(p * rounded) - Math.cos(p * w))),
  },
  {
    id: 'positions-rounded',
    sentence:
      'The positions are rounded as well: from 257 on, bfloat16 has not every whole number. That is a mistake of its own (transformers#29496); here only the frequency is rounded.',
    truth: measured((p, w, rounded, core) => {
      const near = roundToType(core, {values: [p], type: 'bfloat16'}).data[0];
      return onCircle(near * rounded - p * w);
    }),
  },
];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'tables-are-bfloat16',
    figure: '11-labs.html#three-roundings',
    sentence: 'safe_tables hands back bfloat16.',
    holds: (outputs) => {
      const at = outputs.findIndex(({dtype}, k) => k > 0 && dtype !== 'bfloat16');
      return at < 0 || `${at === 1 ? 'cos' : 'sin'} is ${outputs[at].dtype}`;
    },
  },
  {
    id: 'within-pi',
    figure: '11-labs.html#three-roundings',
    sentence: 'No error is below 0 or above π.',
    holds: ([{data, shape}]) => {
      const at = data.findIndex((v) => !(v >= 0 && v <= Math.PI + 1e-6));
      return at < 0 || `pair ${at % shape[1]}`;
    },
  },
  {
    id: 'first-pair',
    figure: '11-labs.html#three-roundings',
    sentence: 'The first pair has frequency 1, which bfloat16 holds exactly: no error.',
    holds: ([{data, shape}]) => {
      const at = data.findIndex((v, k) => k % shape[1] === 0 && Math.abs(v) > 1e-4);
      return at < 0 || `row ${at / shape[1]}`;
    },
  },
];

// one step of bfloat16 below 1 is 2^-8: an angle in float32 may tip a rounding
/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 4e-3, rtol: 0});

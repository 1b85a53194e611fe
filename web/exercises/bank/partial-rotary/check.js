// @ts-check
import {ropeRotate, ropeScaling, ropeTables} from '../../../core/pe.js';
import {call} from '../steps.js';
import {filled, keepsLengths} from '../tensors.js';

/** @import {Core, Tensor, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {CaseRandom} random @param {string} title @param {[nHeads: number, n: number, headDim: number]} shape @param {number} rotaryDim @param {boolean} isHidden @param {number} [base] */
function caseOf(random, title, shape, rotaryDim, isHidden, base = 10000) {
  const x = random.normal(...shape);
  const steps = [call('partial_rope', x, rotaryDim, base)];
  return {title, isHidden, steps, x: x.tensor, rotaryDim, base};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'a quarter of 32', [2, 6, 32], 8, false),
  caseOf(random, 'half of 16', [3, 10, 16], 8, false),
  caseOf(random, 'the whole head', [1, 7, 12], 12, true),
  caseOf(random, 'sizes of its own', [2, random.int(10, 20), 24], 2 * random.int(2, 10), true),
  caseOf(random, 'another base', [1, random.int(4, 16), 20], 6, true, 1e6),
];

/** @param {Core} core @param {Case} item @param {number} [headDim] over which the exponent counts */
function tables(core, {x, rotaryDim: dim, base}, headDim = dim) {
  return ropeTables(core, {
    nPos: x.shape[1],
    ...ropeScaling(core, {dim, base, kind: 'proportional', headDim}),
  });
}

/** Columns in another order. @param {TensorLike} x @param {(column: number) => number} from @returns {Tensor} */
const columns = ({data, shape}, from) =>
  filled(shape, (h, p, c) => data[(h * shape[1] + p) * shape[2] + from(c)]);

/** @type {Check['truth']} */
export const truth = (core, item) => [ropeRotate(core, {x: item.x, ...tables(core, item)})];

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'whole-head',
    sentence: 'The whole head rotates. Only the first rotary_dim channels may; the rest stays.',
    truth: (core, {x, base}) => {
      const cosSin = ropeTables(core, {nPos: x.shape[1], dim: x.shape[2], base});
      return [ropeRotate(core, {x, ...cosSin})];
    },
  },
  {
    id: 'whole-head-exponent',
    sentence:
      'The exponent is divided by the whole head, so the pairs rotate too fast: that is the proportional rule. Here it is divided by rotary_dim (pie#602; pegainfer#820 warns of one parameter for both).',
    truth: (core, item) => [ropeRotate(core, {x: item.x, ...tables(core, item, item.x.shape[2])})],
  },
  {
    id: 'far-partner',
    sentence:
      'Channel j has met channel j + head_dim / 2. Its partner stands rotary_dim / 2 away, inside the part that is rotated.',
    truth: (core, item) => {
      const {cos, sin} = tables(core, item);
      const [n, half] = [item.x.shape[1], item.x.shape[2] / 2];
      const pairs = item.rotaryDim / 2;
      const widened = (/** @type {Tensor} */ {data}, /** @type {number} */ still) =>
        filled([n, half], (p, j) => (j < pairs ? data[p * pairs + j] : still));
      return [ropeRotate(core, {x: item.x, cos: widened(cos, 1), sin: widened(sin, 0)})];
    },
  },
  {
    id: 'rotates-the-end',
    sentence: 'The last rotary_dim channels rotate. The exercise wants the first.',
    truth: (core, item) => {
      const [d, r] = [item.x.shape[2], item.rotaryDim];
      const moved = columns(item.x, (c) => (c + d - r) % d);
      return [columns(ropeRotate(core, {x: moved, ...tables(core, item)}), (c) => (c + r) % d)];
    },
  },
  {
    id: 'rest-lost',
    sentence:
      'Only the part that is rotated came back. The rest of the head belongs behind it, unchanged.',
    truth: (core, item) => {
      const {data, shape} = ropeRotate(core, {x: item.x, ...tables(core, item)});
      const [nHeads, n, d] = shape;
      return [filled([nHeads, n, item.rotaryDim], (h, p, c) => data[(h * n + p) * d + c])];
    },
  },
  {
    id: 'interleaved',
    sentence:
      'The pairs are neighbours, (0, 1), (2, 3), …: interleaved. Here they are half-split, (j, j + rotary_dim / 2) (transformers#25199).',
    truth: (core, item) => [
      ropeRotate(core, {x: item.x, ...tables(core, item), layout: 'interleaved'}),
    ],
  },
  {
    id: 'reversed',
    sentence:
      'It rotates the other way: (a cos − b sin, a sin + b cos) has its minus with the first.',
    truth: (core, item) => [ropeRotate(core, {x: item.x, ...tables(core, item), inverse: true})],
  },
  {
    id: 'dropped-base',
    sentence: 'The argument base is not used: 10000 is written in its place.',
    truth: (core, item) => truth(core, {...item, base: 10000}),
  },
];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'rest-stays',
    figure: '10-longer-contexts.html#a-quarter-turns',
    sentence: 'The channels from rotary_dim on come through unchanged.',
    holds: ([{data, shape}], {x, rotaryDim}) => {
      const at = data.findIndex(
        (v, k) => k % shape[2] >= rotaryDim && Math.abs(v - x.data[k]) > 1e-6,
      );
      return at < 0 || `channel ${at % shape[2]}`;
    },
  },
  {
    id: 'lengths',
    figure: '4-rope.html#turn-do-not-add',
    sentence: 'A rotation keeps the length of every vector.',
    holds: ([output], {x}) => keepsLengths(x, output),
  },
  {
    id: 'first-stays',
    figure: '4-rope.html#right-at-zero',
    sentence: 'The token at position 0 is not rotated.',
    holds: ([{data, shape}], {x}) => {
      const [, n, d] = shape;
      const at = data.findIndex(
        (v, k) => Math.floor(k / d) % n === 0 && Math.abs(v - x.data[k]) > 1e-6,
      );
      return at < 0 || `channel ${at % d}`;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 3e-5, rtol: 1e-5});

// @ts-check
import {ropeRotate, ropeScaling, ropeTables} from '../../../core/pe.js';
import {call} from '../steps.js';
import {keepsLengths} from '../tensors.js';

/** @import {Core} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {CaseRandom} random @param {string} title @param {[nHeads: number, n: number, headDim: number]} shape @param {number} rotaryDim @param {boolean} isHidden @param {number} [base] */
function caseOf(random, title, shape, rotaryDim, isHidden, base = 10000) {
  const x = random.normal(...shape);
  const given = isHidden && base === 10000 ? [] : [base]; // the default counts too
  const steps = [call('partial_rope', x, rotaryDim, ...given)];
  return {title, isHidden, steps, x: x.tensor, rotaryDim, base};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'a quarter of 32', [2, 6, 32], 8, false),
  caseOf(random, 'half of 16', [3, 10, 16], 8, false),
  caseOf(random, 'the whole head', [1, 7, 12], 12, true),
  caseOf(random, 'sizes of its own', [2, random.int(10, 20), 24], 2 * random.int(2, 10), true),
  caseOf(random, 'a long text', [1, random.int(260, 300), 6], 4, true), // bfloat16 holds whole numbers up to 256
  caseOf(random, 'another base', [1, random.int(4, 16), 20], 6, true, 1e6),
];

/** @param {Core} core @param {Case} item @param {number} [headDim] over which the exponent counts */
function tables(core, {x, rotaryDim: dim, base}, headDim = dim) {
  return ropeTables(core, {
    nPos: x.shape[1],
    ...ropeScaling(core, {dim, base, kind: 'proportional', headDim}),
  });
}

/** @type {Check['truth']} */
export const truth = (core, item) => [ropeRotate(core, {x: item.x, ...tables(core, item)})];

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
export const tolerance = ({x}) => ({atol: 3e-5 + 4e-7 * x.shape[1], rtol: 1e-5});

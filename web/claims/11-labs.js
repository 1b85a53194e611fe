// @ts-check
import {mropeAxes, ropePrecision, roundToType} from '../core/pe.js';
import {upTo} from './measures.js';

/** @import {Core} from '../core/core.js' */
/** @import {NumberType} from '../core/pe/precision.js' */
/** @import {Claim} from './claim.js' */

/** @param {Core} core @param {NumberType} type */
const rounder = (core, type) => (/** @type {number} */ value) =>
  roundToType(core, {values: [value], type}).data[0];

/** How many binary digits a type keeps: up to 2^n it holds every whole number. @param {Core} core @param {NumberType} type */
function digitsOf(core, type) {
  const round = rounder(core, type);
  let digits = 0;
  // 2^53 + 1 is no double, so the next double stands for it
  while (digits < 53 && round(2 ** digits + 1) === 2 ** digits + 1) digits++;
  return digits;
}

/** @type {Claim[]} */
export default [
  {
    id: 'number-types',
    source: 'Whole numbers rounded to each type',
    compute(core) {
      const toFloat16 = rounder(core, 'float16');
      const toBfloat16 = rounder(core, 'bfloat16');
      const largest = (2 - 2 ** -10) * 2 ** 15;
      return {
        bfloat16: digitsOf(core, 'bfloat16'),
        wholeInBfloat16: 2 ** digitsOf(core, 'bfloat16'),
        float16: digitsOf(core, 'float16'),
        float32: digitsOf(core, 'float32'),
        float64: digitsOf(core, 'float64'),
        largest: toFloat16(largest),
        tooLarge: largest + 16,
        next: toFloat16(largest + 16),
        beforeNext: toFloat16(largest + 15),
        merged: upTo(1000).find((n) => toBfloat16(n + 1) === n) ?? Number.NaN,
      };
    },
    law: {
      says: 'half a step beyond the largest float16 there is only infinity, and up to there the largest',
      holds: ({next, beforeNext, largest}) => next === Infinity && beforeNext === largest,
    },
  },
  {
    id: 'float32-chain',
    source:
      'Frequency, angle and table in float32, against double precision; width 128, base 10,000',
    settings: {width: 128, short: 4096, far: 65536, long: 100000},
    compute(core, {width, short, far, long}) {
      // the step of float32 doubles at 65,536, so the worst lies beyond
      const worstIn = (/** @type {number} */ first, /** @type {number} */ last) => {
        const positions = upTo(last - first).map((k) => first + k);
        const types = /** @type {const} */ ({
          frequencyType: 'float32',
          angleType: 'float32',
          tableType: 'float32',
        });
        const {data} = ropePrecision(core, {dim: width, positions, ...types}).phaseError;
        return data.reduce((worst, error) => Math.max(worst, Math.abs(error)), 0);
      };
      return {upToShort: worstIn(0, short), upToLong: worstIn(far, long + 1)};
    },
  },
  {
    id: 'image-axes',
    source: 'The sections of the figure: pairs for time, height and width',
    settings: {pairs: 64, time: 16, height: 24, width: 24},
    compute(core, {time, height, width}) {
      const axes = mropeAxes(core, {sections: [time, height, width]});
      return {ofHeight: axes.filter((axis) => axis === 1).length, all: axes.length};
    },
    law: {
      says: 'every pair has one axis',
      holds: ({ofHeight, all, pairs, height}) => all === pairs && ofHeight === height,
    },
  },
];

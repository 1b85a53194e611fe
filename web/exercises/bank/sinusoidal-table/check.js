// @ts-check
import {sinusoidal} from '../../../core/pe.js';

/** @import {Check} from '../../grading/grader.js' */

/** @param {string} title @param {number} nPos @param {number} dModel @param {boolean} isHidden */
const caseOf = (title, nPos, dModel, isHidden) => ({
  title,
  isHidden,
  nPos,
  dModel,
  steps: [
    {op: 'call', target: 'get_sinusoidal_positional_encoding', args: [nPos, dModel], get: true},
  ],
});

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf('4 positions, 6 dimensions', 4, 6, false),
  caseOf('50 positions, 64 dimensions', 50, 64, false),
  caseOf('one position', 1, 2 * random.int(1, 8), true),
  // as many positions as before: what was made for them then is no answer
  caseOf('a size of its own', random.pick([4, 50]), 2 * random.int(33, 48), true),
  caseOf('a long table', random.int(500, 700), 2 * random.int(2, 4), true),
];

/** @type {Check['truth']} */
export const truth = (core, {nPos, dModel}) => [sinusoidal(core, {nPos, dModel})];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'unit-pairs',
    figure: '2-sinusoidal.html#a-step-is-a-rotation',
    sentence: 'Sine and cosine of one angle lie on the unit circle: their squares add up to 1.',
    holds: ([{data, shape}]) => {
      const at = data.findIndex(
        (s, k) => k % 2 === 0 && Math.abs(s * s + data[k + 1] ** 2 - 1) > 1e-4,
      );
      return (
        at < 0 ||
        `position ${Math.floor(at / shape[1])}, columns ${at % shape[1]} and ${(at % shape[1]) + 1}`
      );
    },
  },
  {
    id: 'first-row',
    figure: '2-sinusoidal.html#one-row',
    sentence: 'At position 0 every sine is 0 and every cosine is 1.',
    holds: ([{data, shape}]) => {
      const at = data.subarray(0, shape[1]).findIndex((v, k) => Math.abs(v - (k % 2)) > 1e-6);
      return at < 0 || `column ${at}`;
    },
  },
];

// float32 angles are off by position times 6e-8
/** @type {Check['tolerance']} */
export const tolerance = ({nPos}) => ({atol: 1e-5 + 1.2e-7 * nPos, rtol: 0});

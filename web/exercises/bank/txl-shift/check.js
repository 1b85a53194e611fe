// @ts-check
import {txlShift} from '../../../core/pe.js';
import {call} from '../steps.js';
import {filled} from '../tensors.js';

/** @import {Core} from '../../../core/core.js' */
/** @import {TxlShift} from '../../../core/pe/transformer-xl.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {CaseRandom} random @param {string} title @param {[nHeads: number, nQuery: number, nKey: number]} shape @param {boolean} isHidden */
function caseOf(random, title, shape, isHidden) {
  const x = random.normal(...shape);
  return {title, isHidden, steps: [call('relative_shift', x)], x: x.tensor};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, '4 queries, 4 keys', [1, 4, 4], false),
  caseOf(random, '3 queries, 5 keys: a memory of 2', [2, 3, 5], false),
  caseOf(random, 'one query', [1, 1, random.int(2, 9)], true),
  caseOf(random, 'a longer memory', [3, random.int(4, 9), random.int(14, 24)], true),
  caseOf(random, 'no memory', [2, 12, 12], true),
];

/**
 * A stage of the shift, head by head. The core knows distances to the future too: here they are 0.
 *
 * @param {Core} core
 * @param {Case} item
 * @param {Exclude<keyof TxlShift, 'future'>} stage
 */
function staged(core, {x}, stage) {
  const [nHeads, nQuery, nKey] = x.shape;
  const width = nQuery + nKey - 1;
  const heads = Array.from({length: nHeads}, (_, h) => {
    const padded = filled([nQuery, width], (i, c) =>
      c < nKey ? x.data[(h * nQuery + i) * nKey + c] : 0,
    );
    return txlShift(core, {x: padded})[stage].data;
  });
  return filled(x.shape, (h, i, j) => heads[h][i * nKey + j]);
}

/** @type {Check['truth']} */
export const truth = (core, item) => [staged(core, item, 'picked')];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'future-is-zero',
    figure: '9-relative.html#the-shift',
    sentence: 'Above the diagonal, where a key lies in the future, stands 0.',
    holds: ([{data, shape}]) => {
      const [, nQuery, nKey] = shape;
      const at = data.findIndex(
        (v, k) => (k % nKey) - (Math.floor(k / nKey) % nQuery) > nKey - nQuery && v !== 0,
      );
      return at < 0 || `query ${Math.floor(at / nKey) % nQuery}, key ${at % nKey}`;
    },
  },
];

// @ts-check
import {linear} from '../../../core/nn.js';
import {ropeRotate, ropeTables} from '../../../core/pe.js';
import {call} from '../steps.js';
import {filled} from '../tensors.js';

/** @import {Core, Tensor, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {number} nHeads
 * @param {number} headDim
 * @param {number} dModel
 * @param {boolean} isHidden
 */
function caseOf(random, title, nHeads, headDim, dModel, isHidden) {
  const weight = random.normal(nHeads * headDim, dModel);
  const steps = [call('interleaved_to_half', weight, nHeads)];
  return {title, isHidden, steps, nHeads, headDim, weight: weight.tensor};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'one head of 8', 1, 8, 4, false),
  caseOf(random, 'four heads of 16', 4, 16, 64, false),
  caseOf(random, 'keys of grouped attention', 2, 2 * random.int(3, 12), 40, true),
  // as wide as it is high: then rows and columns can be mistaken for each other
  caseOf(random, 'a square weight', 3, 12, 36, true),
];

/** Rows in another order. @param {TensorLike} weight @param {(row: number) => number} from */
const rows = ({data, shape}, from) => filled(shape, (r, c) => data[from(r) * shape[1] + c]);

/** @param {number} j in a head @param {number} d its width */
const pairOf = (j, d) => (j < d / 2 ? 2 * j : 2 * (j - d / 2) + 1);

/** @param {Case} item @param {(j: number, d: number) => number} from of the rows of each head */
const ofHeads = ({weight, headDim: d}, from) => rows(weight, (r) => r - (r % d) + from(r % d, d));

/** @type {Check['truth']} */
export const truth = (_, item) => [ofHeads(item, pairOf)];

/** Queries of a few tokens by a weight, rotated. @param {Core} core @param {TensorLike} weight @param {Case} item @param {'half' | 'interleaved'} layout @returns {Tensor} */
function rotated(core, weight, {nHeads, headDim}, layout) {
  const [n, dModel] = [5, weight.shape[1]];
  const x = filled([n, dModel], (p, c) => Math.sin(1 + 2 * p + 3 * c));
  const {data} = linear(core, {x, weight});
  const heads = filled([nHeads, n, headDim], (h, p, j) => data[(p * nHeads + h) * headDim + j]);
  const tables = ropeTables(core, {nPos: n, dim: headDim});
  return ropeRotate(core, {x: heads, ...tables, layout});
}

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'same-scores',
    figure: '11-labs.html#which-channels-form-a-pair',
    sentence:
      'Scores by half-split RoPE with the converted weight equal those by interleaved RoPE with the old one.',
    holds: ([{data, shape}], item, core) => {
      const now = rotated(core, {data: Float32Array.from(data), shape}, item, 'half');
      const before = rotated(core, item.weight, item, 'interleaved');
      const d = item.headDim;
      const dot = (
        /** @type {Tensor} */ {data: all},
        /** @type {number} */ a,
        /** @type {number} */ b,
      ) => all.subarray(a * d, a * d + d).reduce((sum, v, j) => sum + v * all[b * d + j], 0);
      for (let p = 0; p < 5; p++) {
        const [got, want] = [dot(now, 0, p), dot(before, 0, p)];
        if (Math.abs(got - want) > 1e-3 * (1 + Math.abs(want))) {
          return `query 0 and key ${p}: ${got.toPrecision(4)} instead of ${want.toPrecision(4)}`;
        }
      }
      return true;
    },
  },
];

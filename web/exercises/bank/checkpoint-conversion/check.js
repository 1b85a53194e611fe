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

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'unchanged',
    sentence:
      'The weight comes back as it was. Half-split code would then rotate channels together that were trained apart: right at position 0, wrong from position 1 on (transformers#25199).',
    truth: (_, {weight}) => [weight],
  },
  {
    id: 'other-direction',
    sentence:
      'This is the inverse: weights of half-split code for interleaved code. The exercise wants the opposite (transformers#25199).',
    truth: (_, item) => [ofHeads(item, (j, d) => (j % 2 ? (d + j - 1) / 2 : j / 2))],
  },
  {
    id: 'across-heads',
    sentence:
      'The order runs over all rows at once, so heads have exchanged channels. Each head must keep its own rows.',
    truth: (_, item) => [rows(item.weight, (r) => pairOf(r, item.nHeads * item.headDim))],
  },
  {
    id: 'heads-inside',
    sentence:
      'The rows are read as if the head were the fastest axis. They stand head after head: view(n_heads, …) comes first.',
    truth: (_, {weight, nHeads, headDim}) => [
      rows(weight, (r) => {
        const [member, rest] = [
          Math.floor((r * 2) / (nHeads * headDim)),
          r % ((nHeads * headDim) / 2),
        ];
        const pair = Math.floor(rest / nHeads);
        return (pair * 2 + member) * nHeads + (rest % nHeads);
      }),
    ],
  },
  {
    id: 'members-swapped',
    sentence:
      'The second channel of each pair has come first. Then every pair rotates the wrong way round, and scores at distance 3 are those of distance −3.',
    truth: (_, item) => [ofHeads(item, (j, d) => pairOf(j, d) ^ 1)],
  },
  {
    id: 'columns',
    sentence:
      'The columns are reordered. Columns are the inputs of the projection; the channels that RoPE rotates are its outputs, the rows.',
    truth: (_, {weight, nHeads}) => {
      const width = weight.shape[1] / nHeads;
      if (width % 2) return null;
      return [
        filled(weight.shape, (r, c) => {
          const from = c - (c % width) + pairOf(c % width, width);
          return weight.data[r * weight.shape[1] + from];
        }),
      ];
    },
  },
];

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

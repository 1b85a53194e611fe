// @ts-check
import {attention, linear} from '../../../core/nn.js';
import {ropeRotate, ropeTables} from '../../../core/pe.js';
import {call} from '../steps.js';
import {filled, tensorOf} from '../tensors.js';

/** @import {Core, TensorLike} from '../../../core/core.js' */
/** @import {RopeLayout} from '../../../core/pe.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{nHeads: number, nKv: number, headDim: number, dModel: number, isHidden?: boolean}} sizes
 */
function caseOf(random, title, {nHeads, nKv, headDim, dModel, isHidden = false}) {
  const [q, k] = [random.normal(nHeads * headDim, dModel), random.normal(nKv * headDim, dModel)];
  const steps = [call('from_gguf', q, k, nHeads, nKv)];
  return {title, isHidden, steps, nHeads, nKv, headDim, q: tensorOf(q), k: tensorOf(k)};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, '2 query heads, 1 key head', {nHeads: 2, nKv: 1, headDim: 8, dModel: 3}),
  caseOf(random, '4 query heads, 2 key heads', {nHeads: 4, nKv: 2, headDim: 16, dModel: 8}),
  caseOf(random, 'six query heads', {nHeads: 6, nKv: 2, headDim: 24, dModel: 10, isHidden: true}),
  caseOf(random, 'sizes of its own', {
    nHeads: 8,
    nKv: random.pick([2, 4]),
    headDim: 16,
    dModel: random.int(5, 30),
    isHidden: true,
  }),
];

/** @param {number} row of a weight for half-split code @param {number} d width of a head @returns {number} in the file */
function rowInFile(row, d) {
  const j = row % d;
  return row - j + (j < d / 2 ? 2 * j : 2 * (j - d / 2) + 1);
}

/** @type {Check['truth']} */
export const truth = (_core, {q, k, headDim}) =>
  [q, k].map(({data, shape}) =>
    filled(shape, (row, c) => data[rowInFile(row, headDim) * shape[1] + c]),
  );

/** What queries and keys of a few tokens score, all heads. @param {Core} core @param {Case} item @param {TensorLike[]} weights @param {RopeLayout} layout */
function scores(core, {nHeads, nKv, headDim}, [q, k], layout) {
  const n = 4;
  const x = filled([n, q.shape[1]], (p, c) => Math.sin(1 + 2 * p + 3 * c));
  const rotated = (/** @type {TensorLike} */ weight, /** @type {number} */ heads) => {
    const {data} = linear(core, {x, weight});
    const nOwn = weight.shape[0] / headDim;
    const from = (/** @type {number} */ h) => Math.floor((h * nOwn) / heads);
    const split = filled(
      [heads, n, headDim],
      (h, p, j) => data[(p * nOwn + from(h)) * headDim + j],
    );
    return ropeRotate(core, {x: split, ...ropeTables(core, {nPos: n, dim: headDim}), layout});
  };
  const [queries, keys] = [rotated(q, nHeads), rotated(k, nHeads)];
  return nKv ? attention(core, {q: queries, k: keys, v: keys}).logits : queries;
}

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'same-scores',
    figure: '11-labs.html#which-channels-form-a-pair',
    sentence:
      'Half-split RoPE with the new weights scores as interleaved RoPE with those of the file.',
    holds: (outputs, item, core) => {
      const given = outputs.map(({data, shape}) => ({data: Float32Array.from(data), shape}));
      const [now, before] = [
        scores(core, item, given, 'half'),
        scores(core, item, [item.q, item.k], 'interleaved'),
      ];
      const at = now.data.findIndex((v, i) => Math.abs(v - before.data[i]) > 1e-3);
      return at < 0 || `head ${Math.floor(at / 16)}, query ${(at >> 2) % 4}, key ${at % 4}`;
    },
  },
];

// @ts-check
import {crossEntropy} from '../../../core/nn-training.js';
import {call} from '../steps.js';
import {filled, scalar, tensorOf} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{lengths: number[], n: number, vocab: number, scale?: number, isHidden?: boolean}} options
 */
function caseOf(random, title, {lengths, n, vocab, scale = 1, isHidden = false}) {
  const logits = random.normal(lengths.length, n, vocab);
  logits.tensor.data = logits.tensor.data.map((v) => scale * v);
  const tokens = random.ints(0, vocab - 1, lengths.length, n);
  const real = filled([lengths.length, n], (t, i) => Number(i < lengths[t]));
  const mask = {tensor: {...real, data: Float64Array.from(real.data), dtype: 'int64'}};
  const steps = [call('next_token_loss', logits, tokens, mask)];
  return {title, isHidden, steps, logits: tensorOf(logits), tokens: tokens.tensor, lengths};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'one text', {lengths: [3], n: 3, vocab: 4}),
  caseOf(random, 'two texts of different lengths', {lengths: [5, 2], n: 5, vocab: 4}),
  caseOf(random, 'large logits', {lengths: [4, 6], n: 6, vocab: 5, scale: 150, isHidden: true}),
  caseOf(random, 'no place that counts', {lengths: [1, 0], n: 3, vocab: 4, isHidden: true}),
  caseOf(random, 'one place that counts', {lengths: [2, 1], n: 4, vocab: 5, isHidden: true}),
  caseOf(random, 'sizes of its own', {
    lengths: [random.int(2, 4), random.int(6, 9), random.int(3, 5)],
    n: 9,
    vocab: random.int(6, 20),
    scale: 2,
    isHidden: true,
  }),
];

/** @type {Check['truth']} */
export const truth = (core, {logits, tokens, lengths}) => {
  const [, n, vocab] = logits.shape;
  const places = lengths.flatMap((/** @type {number} */ length, /** @type {number} */ t) =>
    Array.from({length: Math.max(0, length - 1)}, (_, i) => t * n + i),
  );
  if (places.length === 0) return [scalar(0)];
  const rows = filled([places.length, vocab], (r, c) => logits.data[places[r] * vocab + c]);
  const targets = places.map((/** @type {number} */ at) => tokens.data[at + 1]);
  return [scalar(crossEntropy(core, {logits: rows, targets}).loss)];
};

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 1e-5, rtol: 2e-5});

/** @type {Check['forbidden']} */
export const forbidden = [
  {used: 'cross_entropy', by: ['next_token_loss'], words: 'PyTorch’s cross_entropy()'},
];

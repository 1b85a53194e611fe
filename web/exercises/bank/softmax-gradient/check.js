// @ts-check
import {attentionBackward, softmaxBackward} from '../../../core/nn.js';
import {call} from '../steps.js';
import {argumentOf, tensorOf} from '../tensors.js';

/** @import {TensorLike} from '../../../core/core.js' */
/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {TensorLike} x @returns {TensorLike} */
const headOf = ({data, shape}) => ({data, shape: [1, ...shape]});

/** @type {Check['cases']} */
export const cases = (random) => [
  softmaxCase(random, 'a softmax of 4', [4]),
  attentionCase(random, '2 queries, 3 keys', {nQuery: 2, nKey: 3, d: 2}),
  softmaxCase(random, 'a batch of them', [2, random.int(2, 4), random.int(5, 9)], true),
  attentionCase(random, 'sizes of its own', {
    nQuery: random.int(3, 6),
    nKey: random.int(7, 9),
    d: random.int(3, 8),
    isHidden: true,
  }),
];

/** The shapes of an n × n matrix, alone or for each row of a batch. @param {number[]} shape (..., n) */
function squaresOf(shape) {
  const n = shape.at(-1) ?? 0;
  const rows = shape.slice(0, -1);
  const count = rows.reduce((a, b) => a * b, 1);
  return [[n, n], [count, n, n], ...rows.map((_, k) => [...rows.slice(k), n, n])].map((one) => ({
    shape: one,
  }));
}

/** @param {CaseRandom} random @param {string} title @param {number[]} shape @param {boolean} [isHidden] */
function softmaxCase(random, title, shape, isHidden = false) {
  const dy = random.normal(...shape);
  const n = shape.at(-1) ?? 0;
  const raw = tensorOf(random.normal(...shape));
  const data = raw.data.map((_, at) => {
    const row = Array.from(raw.data.slice(at - (at % n), at - (at % n) + n), Math.exp);
    return row[at % n] / row.reduce((a, b) => a + b, 0);
  });
  const y = {data, shape};
  return {
    title,
    isHidden,
    steps: [{...call('softmax_backward', dy, argumentOf(y)), unmade: squaresOf(shape)}],
    y,
    dy: tensorOf(dy),
  };
}

/** @param {CaseRandom} random @param {string} title @param {{nQuery: number, nKey: number, d: number, isHidden?: boolean}} sizes */
function attentionCase(random, title, {nQuery, nKey, d, isHidden = false}) {
  const tensors = [nQuery, nQuery, nKey, nKey].map((n) => random.normal(n, d));
  const steps = [call('attention_backward', ...tensors)];
  return {title, isHidden, steps, tensors: tensors.map(tensorOf)};
}

/** @type {Check['truth']} */
export const truth = (core, {y, dy, tensors}) => {
  if (y) return [softmaxBackward(core, {dy, y})];
  const [dout, q, k, v] = tensors.map(headOf);
  const {dq, dk, dv} = attentionBackward(core, {q, k, v, dout});
  return [dq, dk, dv].map(({data, shape}) => ({data, shape: shape.slice(1)}));
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'rows-sum-to-zero',
    figure: '1-why-position.html#attention-in-words',
    sentence: 'A softmax does not change when all logits grow alike, so its gradient adds up to 0.',
    holds: ([{data}], {y}) => {
      if (!y) return true;
      const n = y.shape.at(-1);
      const all = Array.from(data);
      for (let at = 0; at < all.length; at += n) {
        const sum = all.slice(at, at + n).reduce((a, b) => a + b, 0);
        if (Math.abs(sum) > 1e-4) return `row ${at / n}: ${sum.toFixed(4)}`;
      }
      return true;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 2e-5, rtol: 2e-5});

/** @type {Check['forbidden']} */
export const forbidden = [
  {used: 'autograd', by: ['softmax_backward', 'attention_backward'], words: 'autograd'},
  {used: 'unmade', by: ['softmax_backward'], words: 'an n × n matrix'},
];

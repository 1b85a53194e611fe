// @ts-check
import {matmul, maxAbsDiff} from '../../../core/linalg.js';
import {attention} from '../../../core/nn.js';
import {argumentOf, filled, scalar, tensorOf, vector} from '../tensors.js';

/** @import {Core, Tensor, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {Argument, CaseRandom} from '../../grading/random.js' */

/**
 * A random order that is not its own inverse: cycles of three and more.
 *
 * @param {CaseRandom} random @param {number} n >= 3 @returns {number[]}
 */
function orderOf(random, n) {
  const places = random.sample(
    Array.from({length: n}, (_, k) => k),
    n,
  );
  const order = new Array(n);
  for (const [k, place] of places.entries()) order[place] = places[(k + 1) % n];
  return order;
}

/** Weights small enough for soft attention. @param {CaseRandom} random @param {number} dModel @param {number} dHead */
function matrixOf(random, dModel, dHead) {
  const {data, shape} = tensorOf(random.normal(dModel, dHead));
  return argumentOf({data: data.map((v) => (1.2 * v) / Math.sqrt(dModel)), shape});
}

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{n: number, dModel: number, dHead: number, isHidden?: boolean}} sizes
 */
function caseOf(random, title, {n, dModel, dHead, isHidden = false}) {
  const x = random.normal(n, dModel);
  const matrices = [0, 1, 2].map(() => matrixOf(random, dModel, dHead));
  return caseWith(title, x, matrices, orderOf(random, n), isHidden);
}

/** The same with all values rotated to their negatives: then a largest difference without abs() is another. @param {Case} item */
function negated({x, wQ, wK, wV, order}) {
  const minus = {data: wV.data.map((/** @type {number} */ v) => -v), shape: wV.shape};
  const matrices = [wQ, wK, minus].map(argumentOf);
  return caseWith('the same, values negated', argumentOf(x), matrices, order, true);
}

/** @param {string} title @param {Argument} x @param {Argument[]} matrices @param {number[]} order @param {boolean} isHidden @returns {Case} */
function caseWith(title, x, matrices, order, isHidden) {
  const [dModel, dHead] = matrices[0].tensor.shape;
  const n = order.length;
  const permutation = {tensor: {shape: [n], dtype: 'int64', data: order}};
  const steps = [
    {op: 'call', target: 'attention', args: [x, ...matrices], get: true},
    {
      op: 'call',
      target: 'permutation_test',
      args: [x, ...matrices, permutation],
      wants: 'numbers',
      get: true,
    },
  ];
  const [wQ, wK, wV] = matrices.map((/** @type {Argument} */ m) => tensorOf(m));
  return {title, isHidden, steps, x: tensorOf(x), wQ, wK, wV, order, dHead, dModel};
}

/**
 * Of the attention of this exercise the second number is always 0. So the learner's test is tried on another
 * attention, which sees the order: 1 where it measures that, or where it never calls `attention`.
 */
const MEASURES = `
import math
import torch

def _measures(test, *tensors):
    called = []

    def causal(x, w_q, w_k, w_v):
        called.append(x)
        logits = (x @ w_q) @ (x @ w_k).T
        hidden = torch.ones_like(logits).triu(1).bool()
        weights = torch.softmax(logits.masked_fill(hidden, -math.inf), dim=-1)
        return weights @ (x @ w_v), weights

    names = test.__globals__
    own = names["attention"]
    names["attention"] = causal
    try:
        given = test(*tensors)
    finally:
        names["attention"] = own
    if not called:
        return 1
    *inputs, order = tensors
    before, after = causal(*inputs)[0], causal(inputs[0][order], *inputs[1:])[0]
    return int(abs(float(given[1]) - (after - before[order]).abs().max().item()) < 1e-3)
`;

const describe = () =>
  'permutation_test does not measure its second number: with an attention that sees the order it is not 0.';

/** @param {CaseRandom} random @returns {Case} */
function measuringCase(random) {
  const [n, dModel, dHead] = [random.int(5, 9), random.int(8, 12), 4];
  const matrices = [0, 1, 2].map(() => matrixOf(random, dModel, dHead));
  const order = {tensor: {shape: [n], dtype: 'int64', data: orderOf(random, n)}};
  const args = [{ref: 'permutation_test'}, random.normal(n, dModel), ...matrices, order];
  const steps = [
    {op: 'define', code: MEASURES},
    {op: 'call', target: '_measures', args, get: true},
  ];
  return {title: 'your test on a causal attention', isHidden: true, steps, isOther: true, describe};
}

/** @type {Check['cases']} */
export const cases = (random) => {
  const first = caseOf(random, '5 tokens of width 8, a head of 4', {n: 5, dModel: 8, dHead: 4});
  return [first, negated(first), ...hiddenCases(random), measuringCase(random)];
};

/** @param {CaseRandom} random */
const hiddenCases = (random) => [
  caseOf(random, 'sizes of its own', {
    n: random.int(6, 20),
    dModel: random.int(8, 24),
    dHead: random.int(2, 7),
    isHidden: true,
  }),
  caseOf(random, 'three tokens', {n: 3, dModel: random.int(4, 9), dHead: 2, isHidden: true}),
];

/** @typedef {{scale?: number, causal?: boolean}} Options */

/** @param {Core} core @param {Case} item @param {Tensor} x @param {Options} [options] */
function head(core, {wQ, wK, wV}, x, options = {}) {
  const [q, k, v] = [wQ, wK, wV].map((b) => {
    const {data, shape} = matmul(core, {a: x, b});
    return {data, shape: [1, ...shape]};
  });
  const {output, weights} = attention(core, {q, k, v, ...options});
  const flat = (/** @type {Tensor} */ {data, shape}) => ({data, shape: shape.slice(1)});
  return {output: flat(output), weights: flat(weights)};
}

/** @param {Tensor} x @param {readonly number[]} order @returns {Tensor} */
const reordered = (x, order) => filled(x.shape, (i, c) => x.data[order[i] * x.shape[1] + c]);

/** @param {readonly number[]} order */
const inverseOf = (order) => order.map((_, k) => order.indexOf(k));

/** Output and weights, then the test's two numbers. @param {Core} core @param {Case} item @param {Options} [options] @returns {TensorLike[]} */
function answer(core, item, options) {
  const {x, order} = item;
  const before = head(core, item, x, options);
  const after = head(core, item, reordered(x, order), options).output;
  const raw = maxAbsDiff(core, {a: after, b: before.output});
  const matched = maxAbsDiff(core, {a: after, b: reordered(before.output, order)});
  return [before.output, before.weights, vector([raw, matched])];
}

/** The truth with other numbers at its end. @param {Core} core @param {Case} item @param {number | null} raw @param {number | null} matched */
function withTest(core, item, raw, matched) {
  const [output, weights, numbers] = answer(core, item);
  return [output, weights, vector([raw, matched].map((v, k) => v ?? numbers.data[k]))];
}

/** @type {Check['truth']} */
export const truth = (core, item) => (item.isOther ? [scalar(1)] : answer(core, item));

/** Columns, not rows, sum to 1. @param {Core} core @param {Case} item @param {Tensor} x */
function overQueries(core, {wQ, wK, wV, dHead}, x) {
  const n = x.shape[0];
  const [q, k, v] = [wQ, wK, wV].map((b) => matmul(core, {a: x, b}));
  const part = (/** @type {Tensor} */ {data, shape}) => ({data, shape: [1, ...shape]});
  const swapped = attention(core, {q: part(k), k: part(q), v: part(v), scale: dHead ** -0.5});
  const weights = filled([n, n], (i, j) => swapped.weights.data[j * n + i]);
  return {weights, output: matmul(core, {a: weights, b: v})};
}

/** @type {Check['mistakes']} */
const MISTAKES = [
  {
    id: 'no-scale',
    sentence: 'The logits are not divided by √d_head: softmax gets too sharp as heads get wider.',
    truth: (core, item) => answer(core, item, {scale: 1}),
  },
  {
    id: 'model-width-scale',
    sentence:
      'The logits are divided by √d_model. What is summed up in a dot product has d_head terms: the width of the head, w_q.shape[1].',
    truth: (core, item) => answer(core, item, {scale: item.dModel ** -0.5}),
  },
  {
    id: 'softmax-over-queries',
    sentence:
      'Softmax runs over the queries: the columns sum to 1. Each query shares out its attention among the keys, dim=-1.',
    truth: (core, item) => {
      const before = overQueries(core, item, item.x);
      const after = overQueries(core, item, reordered(item.x, item.order)).output;
      const raw = maxAbsDiff(core, {a: after, b: before.output});
      return [before.output, before.weights, vector([raw, 0])];
    },
  },
  {
    id: 'causal',
    sentence:
      'The future is masked. A causal mask is knowledge of the order already, which is what the test shows: matched is no longer zero. The exercise asks for none.',
    truth: (core, item) => answer(core, item, {causal: true}),
  },
  {
    id: 'order-undone',
    sentence:
      'matched compares with the old outputs in the inverse order. Row i of f(x[order]) belongs to token order[i], so it is f(x)[order]. (Swapping two tokens hides this: such an order is its own inverse.)',
    truth: (core, item) => {
      const {x, order} = item;
      const before = head(core, item, x).output;
      const after = head(core, item, reordered(x, order)).output;
      const b = reordered(before, inverseOf(order));
      return withTest(core, item, null, maxAbsDiff(core, {a: after, b}));
    },
  },
  {
    id: 'same-order',
    sentence:
      'raw is zero and matched is not. Either the two have changed places (raw comes first), or f was called twice with the same order: then nothing was tested, and the second call should get x[order].',
    truth: (core, item) => {
      const before = head(core, item, item.x).output;
      const b = reordered(before, item.order);
      return withTest(core, item, 0, maxAbsDiff(core, {a: before, b}));
    },
  },
  {
    id: 'no-abs',
    sentence:
      'The largest difference is taken with its sign: one that is far below 0 does not count. abs() comes before max().',
    truth: (core, item) => {
      const {x, order} = item;
      const before = head(core, item, x).output.data;
      const after = head(core, item, reordered(x, order)).output.data;
      return withTest(core, item, Math.max(...after.map((v, k) => v - before[k])), null);
    },
  },
  {
    id: 'mean-difference',
    sentence: 'raw is a mean over all numbers. The exercise wants the largest difference.',
    truth: (core, item) => {
      const {x, order} = item;
      const before = head(core, item, x).output.data;
      const after = head(core, item, reordered(x, order)).output.data;
      const sum = after.reduce((all, v, k) => all + Math.abs(v - before[k]), 0);
      return withTest(core, item, sum / after.length, null);
    },
  },
  {
    id: 'divided-by-width',
    sentence:
      'The logits are divided by d_head itself: softmax gets too flat. The root of it keeps their size, √d_head.',
    truth: (core, item) => answer(core, item, {scale: 1 / item.dHead}),
  },
  {
    id: 'pooled',
    sentence:
      'raw is zero: what it compares knows nothing of the order any more. A mean over the tokens is such a thing, and so are outputs that were put back into the old order. Compare the outputs row by row, as they come.',
    truth: (core, item) => withTest(core, item, 0, null),
  },
];

/** @type {Check['mistakes']} */
export const mistakes = MISTAKES.map((mistake) => ({
  ...mistake,
  truth: (core, item) => (item.isOther ? null : (mistake.truth?.(core, item) ?? null)),
}));

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'rows',
    figure: '1-why-position.html#attention-in-words',
    sentence: 'Each query shares out all of its attention: rows of weights sum to 1.',
    holds: ([, weights], {isOther}) => {
      if (isOther) return true;
      const {data, shape} = weights;
      for (let i = 0; i < shape[0]; i++) {
        let sum = 0;
        for (let j = 0; j < shape[1]; j++) sum += data[i * shape[1] + j];
        if (!(Math.abs(sum - 1) < 1e-4)) return `query ${i}`;
      }
      return true;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 2e-5, rtol: 1e-4});

// @ts-check
import {matmul, maxAbsDiff} from '../../../core/linalg.js';
import {attention} from '../../../core/nn.js';
import {CLOSED} from '../steps.js';
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
    ...triedOn(false, x, ...matrices, permutation),
  ];
  const [wQ, wK, wV] = matrices.map((/** @type {Argument} */ m) => tensorOf(m));
  return {title, isHidden, steps, x: tensorOf(x), wQ, wK, wV, order, dHead, dModel};
}

/**
 * Of the attention of this exercise the second number is always 0. So the learner's test is tried on another
 * attention too, which sees the order. It is handed over as the learner's own is, so that a test finds no other sign of it
 * than what it measures. What it measures is judged outside of Python.
 */
const MEASURES = `
import math
import torch
from types import FunctionType

${CLOSED}
def _causal(x, w_q, w_k, w_v):
    logits = (x @ w_q) @ (x @ w_k).T
    hidden = torch.ones_like(logits).triu(1).bool()
    weights = torch.softmax(logits.masked_fill(hidden, -math.inf), dim=-1)
    return weights @ (x @ w_v), weights

def _relay(*args, **kwargs):
    return _given_attention(*args, **kwargs)

def _copy_of(f):
    copy = FunctionType(f.__code__, f.__globals__, f.__name__, f.__defaults__, f.__closure__)
    copy.__kwdefaults__ = f.__kwdefaults__
    return copy

def _told(test, own, is_other, *tensors):
    called = []
    is_function = type(own) is FunctionType
    answers = closed(_causal if is_other else _copy_of(own) if is_function else own)

    def attention(*args, **kwargs):
        called.append(1)
        return answers(*args, **kwargs)

    names = own.__globals__ if is_function else test.__globals__
    names["attention"], names["_given_attention"] = attention, attention
    code = None
    if is_function and not own.__code__.co_freevars:
        code, own.__code__ = own.__code__, _relay.__code__  # whatever other name it is called by
    try:
        return test(*tensors), called
    finally:
        names["attention"] = own
        del names["_given_attention"]
        if code is not None:
            own.__code__ = code
`;

/** Steps that try the learner's test on an attention. @param {boolean} isOther @param {any[]} tensors */
const triedOn = (isOther, ...tensors) => [
  {op: 'define', code: MEASURES},
  {
    op: 'call',
    target: '_told',
    name: 'permutation_test',
    args: [{ref: 'permutation_test'}, {ref: 'attention'}, isOther, ...tensors],
    as: '_answer',
  },
  {op: 'eval', expression: '_answer[0]', wants: 'numbers', name: 'permutation_test', get: true},
];

/** @param {import('../../grading/outputs.js').Output[]} outputs */
const describe = ([, {data}]) =>
  data[0] === 0
    ? 'permutation_test does not call attention: it is to measure whatever attention it finds there.'
    : 'permutation_test does not measure its second number: with an attention that sees the order it is not 0.';

/** @param {CaseRandom} random @returns {Case} */
function measuringCase(random) {
  const [n, dModel, dHead] = [random.int(5, 9), random.int(8, 12), 4];
  const matrices = [0, 1, 2].map(() => matrixOf(random, dModel, dHead));
  const order = {tensor: {shape: [n], dtype: 'int64', data: orderOf(random, n)}};
  const own = [random.normal(n, dModel), ...matrices];
  const steps = [
    ...triedOn(true, ...own, order),
    {op: 'eval', expression: 'bool(_answer[1])', get: true},
  ];
  const [x, wQ, wK, wV] = own.map(tensorOf);
  return {
    ...{title: 'your test on a causal attention', isHidden: true, steps, describe},
    ...{isOther: true, x, wQ, wK, wV, order: order.tensor.data},
  };
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

/** Output and weights, then the test's two numbers. @param {Core} core @param {Case} item @param {Options} [options] @returns {TensorLike[]} */
function answer(core, item, options) {
  const {x, order} = item;
  const before = head(core, item, x, options);
  const after = head(core, item, reordered(x, order), options).output;
  const raw = maxAbsDiff(core, {a: after, b: before.output});
  const matched = maxAbsDiff(core, {a: after, b: reordered(before.output, order)});
  return [before.output, before.weights, vector([raw, matched])];
}

/** @type {Check['truth']} */
export const truth = (core, item) =>
  item.isOther ? [answer(core, item, {causal: true, scale: 1})[2], scalar(1)] : answer(core, item);

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
export const tolerance = ({isOther}) => ({atol: isOther ? 1e-3 : 2e-5, rtol: 1e-4});

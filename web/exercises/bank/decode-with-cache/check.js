// @ts-check
import {attention, linear} from '../../../core/nn.js';
import {ropeRotate, ropeTables} from '../../../core/pe.js';
import {without} from '../steps.js';
import {argumentOf, tensorOf} from '../tensors.js';

/** @import {TensorLike} from '../../../core/core.js' */
/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{d: number, calls: number[], base?: number, isHidden?: boolean, omitted?: string[]}} sizes
 */
function caseOf(random, title, {d, calls, base = 10000, isHidden = false, omitted = []}) {
  const n = calls.reduce((a, b) => a + b, 0);
  const x = tensorOf(random.normal(n, d));
  const weights = [0, 1, 2].map(() => random.normal(d, d));
  for (const {tensor} of weights) tensor.data = tensor.data.map((v) => v / Math.sqrt(d));
  const chunks = calls.map((size, c) => {
    const from = calls.slice(0, c).reduce((a, b) => a + b, 0);
    return argumentOf({data: x.data.slice(from * d, (from + size) * d), shape: [size, d]});
  });
  const kwargs = without({base}, omitted);
  const steps = [
    {op: 'call', target: 'Decoder', args: weights, kwargs, as: '_decoder'},
    // another one between its calls: neither may see what the other keeps
    {op: 'call', target: 'Decoder', args: weights.toReversed(), kwargs: {base: 3}, as: '_other'},
    ...chunks.flatMap((chunk, c) => [
      {op: 'call', target: '_decoder', args: [chunk], get: true, name: `call ${c + 1}`},
      {op: 'call', target: '_other', args: [chunk]},
    ]),
  ];
  return {title, isHidden, steps, x, weights: weights.map(tensorOf), calls, base};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'all tokens at once', {d: 4, calls: [4]}),
  caseOf(random, 'a prompt of 3, then one by one', {d: 4, calls: [3, 1, 1]}),
  caseOf(random, 'in chunks', {d: 6, calls: [2, 3, 2], base: 100, isHidden: true}),
  caseOf(random, 'one by one', {
    d: 8,
    calls: [1, 1, 1, 1, 1, 1],
    isHidden: true,
    omitted: ['base'],
  }),
  caseOf(random, 'sizes of its own', {
    d: 2 * random.int(4, 8),
    calls: [random.int(4, 9), random.int(2, 5), 1, random.int(2, 4)],
    base: 500,
    isHidden: true,
  }),
];

/** @type {Check['truth']} */
export const truth = (core, {x, weights, calls, base}) => {
  const [n, d] = x.shape;
  const [q, k, v] = weights.map((/** @type {TensorLike} */ weight) => ({
    data: linear(core, {x, weight}).data,
    shape: [1, n, d],
  }));
  const tables = ropeTables(core, {nPos: n, dim: d, base});
  const [rotatedQ, rotatedK] = [q, k].map((one) => ropeRotate(core, {x: one, ...tables}));
  const {output} = attention(core, {q: rotatedQ, k: rotatedK, v, causal: true});
  return calls.map((/** @type {number} */ size, /** @type {number} */ c) => {
    const from = calls
      .slice(0, c)
      .reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0);
    return {data: output.data.slice(from * d, (from + size) * d), shape: [size, d]};
  });
};

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 3e-5, rtol: 1e-5});

// @ts-check
import {attention, linear} from '../../../core/nn.js';
import {huntCase, huntTruth, misses, refusesRight, testIsFair} from '../hunt.js';
import {filled, tensorOf} from '../tensors.js';

/** @import {Core, Tensor} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {Argument, CaseRandom} from '../../grading/random.js' */

const BROKEN = `
import torch

def _all_heads(attention, x):
    return attention(x, x, x, average_attn_weights=False)[1][0]

def _right(attention, x, head):
    return _all_heads(attention, x)[head]

def _by_hand(attention, x, head):
    n, d, n_heads = *x.shape[1:], attention.num_heads
    both = torch.nn.functional.linear(x[0], attention.in_proj_weight, attention.in_proj_bias)
    q, k = (both[:, at : at + d].reshape(n, n_heads, d // n_heads)[:, head] for at in (0, d))
    return torch.softmax(q @ k.T / (d // n_heads) ** 0.5, dim=-1)

def _row(attention, x, head):
    return attention(x, x, x)[1][0, head]

def _average(attention, x, head):
    return attention(x, x, x)[1][0]

def _first_head(attention, x, head):
    return _all_heads(attention, x)[0]

def _transposed(attention, x, head):
    return _all_heads(attention, x)[head].T
`;

const LAYER = `
import torch

def _given_layer(n_heads, weight, bias):
    layer = torch.nn.MultiheadAttention(weight.shape[1], n_heads, batch_first=True)
    layer.in_proj_weight = torch.nn.Parameter(weight)
    layer.in_proj_bias = torch.nn.Parameter(bias)
    return layer.eval()

def _given_plain(weights):
    if issubclass(type(weights), torch.Tensor):  # isinstance() would ask what it is
        return torch.Tensor.detach(weights)
    return weights
`;

/** @param {CaseRandom} random @param {{n: number, nHeads: number, dHead: number, head: number, isHidden?: boolean}} sizes */
function caseOf(random, {n, nHeads, dHead, head, isHidden = false}) {
  const d = nHeads * dHead;
  const x = random.normal(1, n, d);
  const weight = random.normal(3 * d, d);
  weight.tensor.data = weight.tensor.data.map((v) => (1.5 * v) / Math.sqrt(d));
  const bias = random.normal(3 * d);
  return {
    title: `${n} tokens, head ${head} of ${nHeads}`,
    isHidden,
    steps: [
      {op: 'define', code: LAYER},
      {op: 'call', as: '_given', target: '_given_layer', args: [nHeads, weight, bias]},
      {op: 'call', as: '_map', target: 'attention_map', args: [{ref: '_given'}, x, head]},
      {op: 'call', target: '_given_plain', args: [{ref: '_map'}], get: true},
    ],
    nHeads,
    head,
    ...projected(weight, bias, x),
  };
}

/** What the layer is made of. @param {Argument} weight @param {Argument} bias @param {Argument} x */
const projected = (weight, bias, x) => ({
  weight: tensorOf(weight),
  bias: tensorOf(bias),
  x: tensorOf(x),
});

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, {n: 6, nHeads: 4, dHead: 4, head: 0}),
  caseOf(random, {n: 6, nHeads: 4, dHead: 4, head: 2}),
  caseOf(random, {n: 4, nHeads: 4, dHead: 3, head: 3, isHidden: true}),
  caseOf(random, {
    n: random.int(6, 12),
    nHeads: 5,
    dHead: 2,
    head: random.int(1, 4),
    isHidden: true,
  }),
  huntCase({
    random,
    test: 'test_attention_map',
    right: {_right: 'one that asks the layer', _by_hand: 'one that computes the weights'},
    broken: {
      _row: 'a single row',
      _average: 'the average over all heads',
      _first_head: 'always the first head',
      _transposed: 'a map whose rows are keys',
    },
    code: BROKEN,
  }),
];

/** Queries and keys, (nHeads, n, dHead). @param {Core} core @param {Case} item @returns {[Tensor, Tensor]} */
function queriesAndKeys(core, {x, weight, bias, nHeads}) {
  const [, n, d] = x.shape;
  const {data} = linear(core, {x: {data: x.data, shape: [n, d]}, weight, bias});
  const heads = (/** @type {number} */ from) =>
    filled([nHeads, n, d / nHeads], (h, i, c) => data[i * 3 * d + from + (h * d) / nHeads + c]);
  return [heads(0), heads(d)];
}

/** All maps, (nHeads, n, n). @param {Core} core @param {Case} item @param {number} [scale] */
function maps(core, item, scale) {
  const [q, k] = queriesAndKeys(core, item);
  return attention(core, {q, k, v: k, scale}).weights;
}

/** @param {Tensor} all @param {number} head @returns {Tensor} */
const mapOf = ({data, shape: [, n]}, head) => ({
  data: data.slice(head * n * n, (head + 1) * n * n),
  shape: [n, n],
});

/** What another attention_map() gives; nothing for the hunt. @param {(core: Core, item: Case) => Tensor} map @returns {(core: Core, item: Case) => [Tensor] | null} */
const giving = (map) => (core, item) => (item.isHunt ? null : [map(core, item)]);

const right = giving((core, item) => mapOf(maps(core, item), item.head));

/** @type {Check['truth']} */
export const truth = (core, item) => right(core, item) ?? huntTruth(item);

/** @type {Check['mistakes']} */
export const mistakes = [
  misses(
    'misses-row',
    ['_row'],
    'Your test lets the single row through, the bug that was reported. Look at the shape.',
  ),
  misses(
    'misses-average',
    ['_average'],
    'Your test lets the average over heads through. Its rows sum to 1, and its mean over heads is right too: check that two heads differ.',
  ),
  misses(
    'misses-first-head',
    ['_first_head'],
    'Your test lets a function through that gives the first head’s map for every head. Ask for another one.',
  ),
  misses(
    'misses-transposed',
    ['_transposed'],
    'Your test lets a map through whose rows are keys. The sum of all weights is the same; sum along each row.',
  ),
  refusesRight(
    'refuses-right',
    'Your test refuses a map that is right. Rows sum to 1 and columns do not; shape is (n, n); float32 needs some tolerance. If it compares with your own attention_map, look at that first.',
  ),
];

/** @type {Check['laws']} */
export const laws = [
  testIsFair,
  {
    id: 'rows-sum-to-one',
    figure: '1-why-position.html#attention-in-words',
    sentence: 'Each query shares out a weight of 1.',
    holds: ([{data, shape}], {isHunt}) => {
      if (isHunt) return true;
      const [n, m] = shape;
      const sums = new Float64Array(n);
      for (let k = 0; k < data.length; k++) sums[Math.floor(k / m)] += data[k];
      const at = sums.findIndex((sum) => !(Math.abs(sum - 1) < 1e-4));
      return at < 0 || `query ${at} shares out ${sums[at].toFixed(3)}`;
    },
  },
];

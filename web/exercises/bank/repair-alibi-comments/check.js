// @ts-check
import {alibiBias} from '../../../core/pe.js';
import {catchesNothing, huntCase, huntTruth, misses, refusesRight, testIsFair} from '../hunt.js';
import {call} from '../steps.js';

/** @import {Check} from '../../grading/grader.js' */

/** @param {number} nHeads @param {number} n @param {boolean} isHidden */
const caseOf = (nHeads, n, isHidden) => ({
  title: `${nHeads} ${nHeads === 1 ? 'head' : 'heads'}, ${n} ${n === 1 ? 'token' : 'tokens'}`,
  isHidden,
  steps: [call('get_alibi_mask', nHeads, n)],
  nHeads,
  n,
});

/** What the learner's test is tried on. */
const RIGHT = {
  _right: 'one with a mask over all',
  _rows: 'one written row by row',
};
const BROKEN = {
  _symmetric: 'symmetric, nothing hidden',
  _reward: 'more for keys that are farther away',
  _along_queries: 'a bias that is the same for a whole row',
  _gentle_first: 'slopes from gentle to steep',
  _from_one: 'slopes that begin with 1',
  _one_slope: 'the slope of the first head for every head',
  _zeros: '0 instead of −inf for the future',
  _hides_itself: 'a token that does not see itself',
};

const CODE = `
import math
import torch

def _made(value, hidden=lambda i, j: j > i, fill=-math.inf, slope=lambda h, n: 2.0 ** (-8.0 * (h + 1) / n)):
    def implementation(n_heads, max_len):
        i = torch.arange(max_len).view(-1, 1)
        j = torch.arange(max_len)
        slopes = slope(torch.arange(n_heads), n_heads).view(-1, 1, 1)
        return (slopes * value(i, j)).masked_fill(hidden(i, j), fill)
    return implementation

_right = _made(lambda i, j: j - i)
_symmetric = _made(lambda i, j: -(i - j).abs(), hidden=lambda i, j: (i - j) > i + j)
_reward = _made(lambda i, j: i - j)
_along_queries = _made(lambda i, j: -i + 0 * j)
_gentle_first = _made(lambda i, j: j - i, slope=lambda h, n: 2.0 ** (-8.0 * (n - h) / n))
_from_one = _made(lambda i, j: j - i, slope=lambda h, n: 2.0 ** (-8.0 * h / n))
_one_slope = _made(lambda i, j: j - i, slope=lambda h, n: 2.0 ** (-8.0 * (0 * h + 1) / n))
_zeros = _made(lambda i, j: j - i, fill=0.0)
_hides_itself = _made(lambda i, j: j - i, hidden=lambda i, j: j >= i)

def _rows(n_heads, max_len):
    heads = []
    for h in range(n_heads):
        slope = 2 ** (-8 * (h + 1) / n_heads)
        rows = [[-slope * (i - j) if j <= i else -math.inf for j in range(max_len)] for i in range(max_len)]
        heads.append(torch.tensor(rows))
    return torch.stack(heads)
`;

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(2, 4, false),
  caseOf(8, 6, false),
  caseOf(1, 1, true),
  caseOf(random.pick([4, 16]), random.int(7, 30), true),
  huntCase({random, test: 'test_get_alibi_mask', right: RIGHT, broken: BROKEN, code: CODE}),
];

/** @type {Check['truth']} */
export const truth = (core, item) => {
  const {isHunt, nHeads, n} = item;
  return isHunt ? huntTruth(item) : [alibiBias(core, {nHeads, nQuery: n, nKey: n})];
};

/** @type {Check['mistakes']} */
export const mistakes = [
  catchesNothing(
    'test-catches-nothing',
    'Your test lets everything through: the shape is right in all of them. Look at the numbers.',
  ),
  misses(
    'test-one-token',
    Object.keys(BROKEN).filter((name) => name !== '_hides_itself'),
    'Your test sees one token only: its distance to itself is 0, whatever the slopes, the sign and the mask. Give it several.',
  ),
  misses(
    'test-one-head',
    ['_one_slope'],
    'Your test lets a function through that gives every head the slope of the first. Look at another head too.',
  ),
  refusesRight(
    'test-rejects-right',
    'Your test refuses a right implementation. Perhaps it asks for what the comments say, a symmetric mask without −inf; perhaps it subtracts −inf from −inf, which is nan.',
  ),
];

/** @type {Check['laws']} */
export const laws = [
  testIsFair,
  {
    id: 'sees-itself',
    figure: '5-alibi.html#the-bias-as-a-matrix',
    sentence: 'Every token sees itself, without a penalty.',
    holds: ([{data, shape}], item) => {
      if (item.isHunt) return true;
      const n = shape[1];
      const at = data.findIndex((v, k) => Math.floor(k / n) % n === k % n && v !== 0);
      return at < 0 || `token ${at % n}`;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 1e-6, rtol: 1e-5});

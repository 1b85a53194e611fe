// @ts-check
import {ropeRotate, ropeTables} from '../../../core/pe.js';
import {catchesNothing, huntCase, huntTruth, inTest, refusesRight, testIsFair} from '../hunt.js';
import {call} from '../steps.js';
import {filled} from '../tensors.js';

/** @import {Core, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {CaseRandom} random @param {string} title @param {[d: number, nOffsets: number, first: number]} sizes @param {boolean} isHidden */
function caseOf(random, title, [d, nOffsets, first], isHidden) {
  const [q, k, other] = [random.normal(d), random.normal(d), random.normal(d)];
  // twice the same, then another query
  const steps = [q, q, other].map((x) => call('dot_by_offset', x, k, nOffsets, first));
  const [tq, tk, tOther] = [q, k, other].map(({tensor}) => tensor);
  return {title, isHidden, steps, q: tq, k: tk, other: tOther, nOffsets, first};
}

/** What the learner's test is tried on. */
const RIGHT = {
  _at_first: 'one that rotates both',
  _at_zero: 'one that knows that only the distance counts',
};
const BROKEN = {
  _fresh: 'new random vectors at every distance',
  _seeded: 'random vectors from a seed',
  _still: 'nothing rotated',
  _key_only: 'only the key rotated',
  _added: 'query rotated backwards, so that angles add up',
  _exchanged: 'query and key exchanged',
};

const CODE = `
import torch

def _rotate(x, position):
    w = 10000.0 ** (-torch.arange(0, x.shape[-1], 2) / x.shape[-1])
    angles = torch.as_tensor(position).reshape(-1, 1) * w
    cos, sin = angles.cos(), angles.sin()
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)

def _curve(q_at, k_at):
    def implementation(q, k, n_offsets, first=0):
        return _rotate(k, k_at(first, torch.arange(n_offsets))) @ _rotate(q, q_at(first))[0]
    return implementation

_at_first = _curve(lambda first: first, lambda first, o: first + o)
_at_zero = _curve(lambda first: 0, lambda first, o: o)
_still = _curve(lambda first: 0, lambda first, o: 0 * o)
_key_only = _curve(lambda first: 0, lambda first, o: first + o)
_added = _curve(lambda first: -first, lambda first, o: first + o)

def _exchanged(q, k, n_offsets, first=0):
    return _at_first(k, q, n_offsets, first)

def _noise(generator):
    def implementation(q, k, n_offsets, first=0):
        x = torch.randn(n_offsets, len(q), generator=generator())
        return _rotate(x, torch.arange(n_offsets)) @ _rotate(x[0], 0)[0]
    return implementation

# numbers of their own: those of a test stay what they are
_fresh_numbers = torch.Generator()
_fresh = _noise(lambda: _fresh_numbers)
_seeded = _noise(lambda: torch.Generator().manual_seed(1))
`;

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'from position 0', [8, 5, 0], false),
  caseOf(random, 'from position 100', [16, 6, 100], false),
  caseOf(
    random,
    'sizes of its own',
    [2 * random.int(2, 16), random.int(3, 6), random.int(1, 100)],
    true,
  ),
  huntCase({random, test: 'test_dot_by_offset', right: RIGHT, broken: BROKEN, code: CODE}),
];

/** @param {Core} core @param {Case} item @param {(first: number) => number} queryAt @param {(first: number, offset: number) => number} [keyAt] */
function curves(
  core,
  {q, k, other, nOffsets, first},
  queryAt,
  keyAt = (from, offset) => from + offset,
) {
  const d = q.shape[0];
  const rotate = (/** @type {TensorLike} */ {data}, /** @type {number} */ position) => {
    const tables = ropeTables(core, {positions: [position], dim: d});
    return ropeRotate(core, {x: {data, shape: [1, 1, d]}, ...tables}).data;
  };
  const curveOf = (/** @type {TensorLike} */ x) => {
    const query = rotate(x, queryAt(first));
    return filled([nOffsets], (offset) =>
      rotate(k, keyAt(first, offset)).reduce((sum, v, c) => sum + v * query[c], 0),
    );
  };
  return [q, q, other].map(curveOf);
}

/** @type {Check['truth']} */
export const truth = (core, item) =>
  item.isHunt ? huntTruth(item) : curves(core, item, (first) => first);

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
const near = (a, b) => Array.from(a).every((v, k) => Math.abs(v - b[k]) < 1e-4);

/** @type {Check['mistakes']} */
export const mistakes = [
  catchesNothing(
    'test-catches-nothing',
    'Your test lets everything through. It must fail, by an assert, when it is given a wrong implementation.',
  ),
  inTest(
    'test-at-zero',
    'Your test looks at position 0 only, where nothing is rotated: what rotates only the key, or both the wrong way, goes through. Let the curve begin somewhere else too.',
    (refuses) => !refuses('_key_only') && !refuses('_added') && refuses('_seeded'),
  ),
  {
    id: 'fresh-content',
    sentence:
      'Two calls with the same q and k differ: new random vectors are drawn at every distance, and the peak at 0 is a vector with itself. Use q and k.',
    matches: ([a, b], item) => (item.isHunt ? null : !near(a.data, b.data)),
  },
  {
    id: 'seeded-content',
    sentence:
      'A seed makes the noise come back, but it is noise: the curve does not depend on q. Use the vectors that are given.',
    matches: ([a, b, c], item) =>
      item.isHunt ? null : near(a.data, b.data) && near(a.data, c.data),
  },
  inTest(
    'test-exchanged',
    'Your test lets a function through that exchanges query and key. If both are the same vector that cannot be seen, and the curve is even: give it two.',
    (refuses) => !refuses('_exchanged') && refuses('_key_only'),
  ),
  refusesRight(
    'test-rejects-right',
    'Your test refuses a right implementation. In float32 a shift leaves differences of about 1e−6: compare with a tolerance. And the curve of two vectors need not be highest at distance 0.',
  ),
];

/** @type {Check['laws']} */
export const laws = [
  testIsFair,
  {
    id: 'distance-0',
    figure: '4-rope.html#four-rows-one-curve',
    sentence: 'At distance 0 the product is q · k.',
    holds: ([curve], item) => {
      if (item.isHunt) return true;
      const {data: q} = item.q;
      const want = q.reduce(
        (/** @type {number} */ sum, /** @type {number} */ v, /** @type {number} */ c) =>
          sum + v * item.k.data[c],
        0,
      );
      return Math.abs(curve.data[0] - want) < 1e-3 || `first = ${item.first}`;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 1e-3, rtol: 1e-4});

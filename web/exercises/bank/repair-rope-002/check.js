// @ts-check
import {ropeTables} from '../../../core/pe.js';
import {huntCase, huntTruth, inTest, misses, refusesRight, testIsFair} from '../hunt.js';
import {keepsLengths, rotated, tensorOf} from '../tensors.js';

/** @import {Core} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** What the learner's test is tried on. */
const IMPLEMENTATIONS = `
import torch as _torch

def _angles(n, width):
    return _torch.outer(_torch.arange(n).float(), 10000 ** (-_torch.arange(0, width, 2).float() / width))

def _rotated(x, cos, sin):
    a, b = x[..., 0::2], x[..., 1::2]
    return _torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2)

def _right(x):
    angles = _angles(x.shape[1], x.shape[-1])[:, None]
    return _rotated(x, angles.cos(), angles.sin())

def _right_too(x):
    angles = _angles(x.shape[1], x.shape[-1]).repeat_interleave(2, dim=-1)[:, None]
    partner = _torch.stack([-x[..., 1::2], x[..., 0::2]], dim=-1).flatten(-2)
    return x * angles.cos() + partner * angles.sin()

def _mixed(x):
    angles = _angles(x.shape[1], x.shape[-1])[:, None]
    angles = _torch.cat([angles, angles], dim=-1)
    even, odd = angles[..., 0::2], angles[..., 1::2]
    a, b = x[..., 0::2], x[..., 1::2]
    return _torch.stack([a * even.cos() - b * even.sin(), a * odd.sin() + b * odd.cos()], dim=-1).flatten(-2)

def _squared(x):
    angles = _angles(x.shape[1], x.shape[-1])[:, None] * _torch.arange(x.shape[1])[:, None, None]
    return _rotated(x, angles.cos(), angles.sin())

def _late(x):
    angles = _angles(x.shape[1], x.shape[-1])[:, None] * _torch.arange(x.shape[1])[:, None, None]
    return _torch.cat([_right(x)[..., :2], _rotated(x, angles.cos(), angles.sin())[..., 2:]], dim=-1)

def _by_head(x):
    angles = _angles(x.shape[2], x.shape[-1])
    return _rotated(x, angles.cos(), angles.sin())

def _nothing(x):
    return x.clone()
`;
const RIGHT = {
  _right: 'one that stacks the pairs',
  _right_too: 'one that adds each channel’s partner',
};
const BROKEN = {
  _mixed: 'tables of one layout, read as the other’s',
  _squared: 'rotated by the square of the time',
  _late: 'the first pair right, the others rotated by the square of the time',
  _by_head: 'rotated by the head’s number',
  _nothing: 'nothing rotated',
};

/** @param {CaseRandom} random @param {string} title @param {number[]} shape @param {boolean} [isHidden] */
function caseOf(random, title, shape, isHidden = false) {
  const x = random.normal(...shape);
  const steps = [{op: 'call', target: 'rope', args: [x], get: true}];
  return {title, isHidden, steps, x: tensorOf(x)};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'as many heads as times', [1, 4, 4, 8]),
  caseOf(random, '6 times, 2 heads', [2, 6, 2, 8]),
  caseOf(
    random,
    'sizes of its own',
    [2, random.int(9, 30), random.int(1, 5), 2 * random.int(3, 16)],
    true,
  ),
  huntCase({random, test: 'test_rope', right: RIGHT, broken: BROKEN, code: IMPLEMENTATIONS}),
];

/** @param {Core} core @param {Case} item */
function tablesOf(core, {x}) {
  const [, n, nHeads, dim] = x.shape;
  return ropeTables(core, {nPos: Math.max(n, nHeads), dim});
}

/** @type {Check['truth']} */
export const truth = (core, item) =>
  item.isHunt ? huntTruth(item) : [rotated(core, item.x, tablesOf(core, item))];

/** @type {Check['mistakes']} */
export const mistakes = [
  misses(
    'tests-position-zero',
    ['_mixed', '_squared', '_nothing'],
    'Your test lets nearly everything pass. Shapes are right in all of them, and at position 0 every angle is 0, so that right and wrong look alike: look at the numbers at other positions.',
  ),
  misses(
    'tests-lengths-only',
    ['_squared', '_by_head', '_nothing'],
    'Your test sees lengths alone. Rotating by the head’s number keeps them too, and so does doing nothing: ask that scores depend on the offset.',
  ),
  misses(
    'tests-offset-only',
    ['_by_head', '_nothing'],
    'Your test asks that only the offset counts. Where no position counts at all that holds as well: ask too that another offset gives another score.',
  ),
  inTest(
    'tests-first-pair',
    'Your test looks at the first pair alone: the others may do what they like. Look at all channels, or at scores, which hold all of them.',
    (isRefused) => isRefused('_squared') && !isRefused('_late'),
  ),
  refusesRight(
    'refuses-all',
    'Your test refuses what is right. Try it on a rope of your own that you trust, and leave float32 some room (atol=1e-4).',
  ),
];

/** @type {Check['laws']} */
export const laws = [
  testIsFair,
  {
    id: 'lengths',
    figure: '4-rope.html#turn-do-not-add',
    sentence: 'A rotation keeps the length of every single vector.',
    holds: ([output], {x, isHunt}) => isHunt || keepsLengths(x, output),
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 2e-5, rtol: 1e-5});

// @ts-check
import {ropeRotate} from '../../../core/pe.js';
import {huntCase, huntTruth, misses, refusesRight, testIsFair} from '../hunt.js';
import {call} from '../steps.js';
import {keepsLengths, permuted, randomTables, tensorOf} from '../tensors.js';

/** @import {Core, Tensor} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

const CODE = `
import torch

def _parts(x, cos, sin):
    cos, sin = cos[: x.shape[-2]], sin[: x.shape[-2]]
    a, b = x[..., 0::2], x[..., 1::2]
    return a * cos - b * sin, a * sin + b * cos

def _right(x, cos, sin):
    return torch.stack(_parts(x, cos, sin), dim=-1).flatten(-2)

def _right_complex(x, cos, sin):
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], x.shape[-1] // 2, 2))
    rotations = torch.complex(cos[: x.shape[-2]].contiguous(), sin[: x.shape[-2]].contiguous())
    return torch.view_as_real(pairs * rotations).reshape(x.shape)

def _flatten_3(x, cos, sin):
    return torch.stack(_parts(x, cos, sin), dim=-1).flatten(3)

def _flatten_2(x, cos, sin):
    return torch.stack(_parts(x, cos, sin), dim=-1).flatten(2)

def _cat(x, cos, sin):
    return torch.cat(_parts(x, cos, sin), dim=-1)

def _first_row(x, cos, sin):
    return torch.stack(_parts(x, cos[:1], sin[:1]), dim=-1).flatten(-2)

def _last_rows(x, cos, sin):
    return _right(x, cos[-x.shape[-2] :], sin[-x.shape[-2] :])

def _axis_1(x, cos, sin):
    x = x.transpose(1, -2)
    return torch.stack(_parts(x, cos, sin), dim=-1).flatten(-2).transpose(1, -2)
`;

/** @param {CaseRandom} random @param {string} title @param {number[]} shape @param {boolean} isHidden */
function caseOf(random, title, shape, isHidden) {
  const x = random.normal(...shape);
  const [width] = shape.slice(-1);
  const {cos, sin} = randomTables(random, 12, width / 2);
  const steps = [call('rotate_pairs', x, cos, sin)];
  return {title, isHidden, steps, x: tensorOf(x), cos: tensorOf(cos), sin: tensorOf(sin)};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'batch, time, width', [2, 8, 64], false),
  caseOf(random, 'batch, heads, time, width', [2, 3, 6, 8], false),
  caseOf(random, 'five axes', [1, 2, 3, random.int(4, 7), 2 * random.int(2, 6)], true),
  caseOf(random, 'one batch, one time', [1, 1, 2 * random.int(2, 6)], true),
  caseOf(random, 'as many heads as times', [2, 5, 5, 2 * random.int(3, 6)], true),
  huntCase({
    random,
    test: 'test_rotate_pairs',
    right: {_right: 'one that stacks', _right_complex: 'one with complex numbers'},
    broken: {
      _flatten_3: 'flatten(3)',
      _flatten_2: 'flatten(2)',
      _cat: 'one that puts the channels in another order',
      _axis_1: 'one that takes the time from axis 1',
      _first_row: 'one that rotates every token by the first row of the tables',
      _last_rows: 'one that takes the last rows of longer tables',
    },
    code: CODE,
  }),
];

/** Rotated by the place along an axis. @param {Core} core @param {Case} item @param {number} axis */
function rotated(core, {x, cos, sin}, axis) {
  const order = x.shape.map((/** @type {number} */ _, /** @type {number} */ d) => d);
  const time = order.length - 2;
  [order[axis], order[time]] = [time, axis];
  const {data, shape} = permuted(x, order);
  const [n, width] = shape.slice(-2);
  const rows = (/** @type {Tensor} */ table) => ({
    data: table.data.slice(0, (n * width) / 2),
    shape: [n, width / 2],
  });
  const y = ropeRotate(core, {
    x: {data, shape: [data.length / (n * width), n, width]},
    cos: rows(cos),
    sin: rows(sin),
    layout: 'interleaved',
  });
  return permuted({data: y.data, shape}, order);
}

/** @param {Core} core @param {Case} item */
const rightOf = (core, item) => rotated(core, item, item.x.shape.length - 2);

/** @type {Check['truth']} */
export const truth = (core, item) => (item.isHunt ? huntTruth(item) : [rightOf(core, item)]);

/** @type {Check['mistakes']} */
export const mistakes = [
  misses(
    'misses-flatten-3',
    ['_flatten_3'],
    'Your test lets flatten(3) through, the bug that was reported. With four axes it is no bug: try three.',
  ),
  misses(
    'misses-flatten-2',
    ['_flatten_2'],
    'Your test lets flatten(2) through. It is right for three axes: try four as well.',
  ),
  misses(
    'misses-cat',
    ['_cat'],
    'Your test lets a function through that puts the channels in another order. Shape and lengths are right; only the numbers themselves show it.',
  ),
  misses(
    'misses-axis-1',
    ['_axis_1'],
    'Your test lets a function through that rotates by axis 1: by the head’s number, where there are heads. Compare numbers for (batch, heads, time, width), with several heads.',
  ),
  misses(
    'misses-first-row',
    ['_first_row'],
    'Your test lets a function through that rotates every token by the first row. At the first time that is right: compare the others too.',
  ),
  misses(
    'misses-last-rows',
    ['_last_rows'],
    'Your test lets a function through that takes the last rows of the tables. It is right where there are as many rows as times: give it tables with more.',
  ),
  refusesRight(
    'refuses-right',
    'Your test refuses a function that is right. It is called with (x, cos, sin), the tables may be longer than x, and float32 needs some tolerance. If it compares with your own rotate_pairs, look at that first.',
  ),
];

/** @type {Check['laws']} */
export const laws = [
  testIsFair,
  {
    id: 'keeps-lengths',
    figure: '4-rope.html#turn-do-not-add',
    sentence: 'A rotation keeps the length of every vector.',
    holds: ([y], {isHunt, x}) => isHunt || keepsLengths(x, y),
  },
];

// @ts-check

import {huntCase, huntTruth, misses, refusesRight, testIsFair} from '../hunt.js';
import {call} from '../steps.js';

/** @import {Check} from '../../grading/grader.js' */

const IMPLEMENTATIONS = `
import torch

def _right(height, width):
    k = torch.arange(height * width)
    return torch.stack([k // width, k % width])

def _meshed(height, width):
    grid = torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij")
    return torch.stack(grid).flatten(1)

def _divided_by_height(height, width):
    k = torch.arange(height * width)
    return torch.stack([k // height, k % height])

def _column_first(height, width):
    return _right(height, width).flip(0)

def _along_columns(height, width):
    k = torch.arange(height * width)
    return torch.stack([k % height, k // height])

def _columns_by_height(height, width):
    k = torch.arange(height * width)
    return torch.stack([k // width, k % height])

def _from_one(height, width):
    return _right(height, width) + 1
`;

/** @param {number} height @param {number} width @param {boolean} [isHidden] */
const caseOf = (height, width, isHidden = false) => ({
  title: `${height} rows, ${width} columns`,
  isHidden,
  steps: [call('grid_ids', height, width)],
  height,
  width,
});

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(3, 3),
  caseOf(2, 3),
  caseOf(random.int(5, 8), random.int(2, 4), true),
  caseOf(1, random.int(3, 9), true),
  huntCase({
    random,
    test: 'test_grid',
    right: {_right: 'one that divides', _meshed: 'one by meshgrid'},
    broken: {
      _divided_by_height: 'one that divides by the height',
      _column_first: 'one that gives the column first',
      _along_columns: 'one whose row runs fastest',
      _columns_by_height: 'one that takes the columns modulo the height',
      _from_one: 'one that counts from 1',
    },
    code: IMPLEMENTATIONS,
  }),
];

/** @type {Check['truth']} */
export const truth = (_core, item) => {
  if (item.isHunt) return huntTruth(item);
  const {height, width} = item;
  const rows = Array.from({length: height * width}, (_, k) => Math.floor(k / width));
  const columns = rows.map((row, k) => k - row * width);
  return [{data: Float64Array.of(...rows, ...columns), shape: [2, height * width], dtype: 'int64'}];
};

/** @type {Check['mistakes']} */
export const mistakes = [
  misses(
    'misses-divided-by-height',
    ['_divided_by_height'],
    'Your test lets code through that divides by the height: the bug that was reported. It is right on every square; ask for a grid with two different sides.',
  ),
  misses(
    'misses-column-first',
    ['_column_first'],
    'Your test lets code through that gives the column first. Say which of the two rows of ids is which.',
  ),
  misses(
    'misses-along-columns',
    ['_along_columns'],
    'Your test lets code through that numbers the patches along the columns. The largest ids are right there; look at patch 1.',
  ),
  misses(
    'misses-columns',
    ['_columns_by_height'],
    'Your test looks at the rows alone: it lets code through that takes the columns modulo the height. Check both rows of ids.',
  ),
  misses(
    'misses-from-one',
    ['_from_one'],
    'Your test lets code through that counts from 1. Look at the first patch.',
  ),
  refusesRight(
    'refuses-right',
    'Your test refuses ids that are right. They are (2, height · width), the rows first, int64, and count from 0.',
  ),
];

/** @type {Check['laws']} */
export const laws = [
  testIsFair,
  {
    id: 'each-patch-once',
    figure: '11-labs.html#an-image-between-words',
    sentence: 'No two patches have the same row and column.',
    holds: ([{data}], {isHunt}) => {
      if (isHunt) return true;
      const n = data.length / 2;
      const places = new Set();
      for (let k = 0; k < n; k++) {
        const place = `${data[k]}, ${data[n + k]}`;
        if (places.has(place)) return `two patches at ${place}`;
        places.add(place);
      }
      return true;
    },
  },
];

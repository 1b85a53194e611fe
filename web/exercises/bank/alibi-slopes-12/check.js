// @ts-check
import {alibiSlopes} from '../../../core/pe.js';
import {call} from '../steps.js';
import {filled} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */

/** @param {number} nHeads @param {boolean} isHidden */
const caseOf = (nHeads, isHidden) => ({
  title: nHeads === 1 ? 'one head' : `${nHeads} heads`,
  isHidden,
  nHeads,
  steps: [call('get_slopes', nHeads)],
});

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(8, false),
  caseOf(12, false),
  caseOf(1, true),
  caseOf(random.pick([16, 32]), true),
  caseOf(random.int(5, 7), true),
  caseOf(random.int(18, 31), true),
];

/** @type {Check['truth']} */
export const truth = (core, {nHeads}) => [alibiSlopes(core, {nHeads})];

/** The largest power of two that is not above n. @param {number} n */
const below = (n) => 2 ** Math.floor(Math.log2(n));

/** Slopes whose extra ones are others of twice as many heads. @param {number} n @param {(k: number) => number} pick */
const withExtras = (n, pick) =>
  filled([n], (h) => {
    const m = below(n);
    return h < m ? 2 ** ((-8 * (h + 1)) / m) : 2 ** ((-4 * (pick(h - m) + 1)) / m);
  });

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'geometric',
    sentence:
      'This is the plain row 2^(−8h/n). It agrees for powers of two only; for 12 heads the authors take 8 slopes of 8 heads and 4 of 16 (mlx#343, TensorRT-LLM#1611).',
    truth: (core, {nHeads}) => [alibiSlopes(core, {nHeads, rule: 'geometric'})],
  },
  {
    id: 'zero-based',
    sentence:
      'Heads are counted from 0, so the first slope is 1. The row begins with its own ratio: the exponent is −8 (h + 1) / n when h counts from 0.',
    // the first n of them; those of a count that is no power of two may follow either rule
    matches: ([{data}], {nHeads: n}) =>
      data[0] === 1 && [n, below(n)].some((m) => n < 2 || Math.abs(data[1] - 2 ** (-8 / m)) < 1e-6),
  },
  {
    id: 'sorted',
    sentence:
      'The slopes are the right ones, but sorted. The extra ones come last; a checkpoint’s heads are in that order (the unsorted list has been taken for a bug more than once: TensorRT-LLM#1611).',
    truth: (core, {nHeads}) => {
      const {data, shape} = alibiSlopes(core, {nHeads});
      return [{data: data.toSorted((a, b) => b - a), shape}];
    },
  },
  {
    id: 'next-power',
    sentence:
      'These are the first slopes of the next larger power of two. The gentle ones at the end are missing: 12 heads would stop at 2^(−6).',
    truth: (_, {nHeads: n}) => {
      const next = 2 ** Math.ceil(Math.log2(n));
      return [filled([n], (h) => 2 ** ((-8 * (h + 1)) / next))];
    },
  },
  {
    id: 'no-stride',
    sentence:
      'The extra slopes are the first ones of 2m heads, without leaving every second one out. Half of them are there already: two heads would be the same.',
    truth: (_, {nHeads}) => [withExtras(nHeads, (k) => k)],
  },
  {
    id: 'even-extras',
    sentence:
      'Every second slope of 2m heads, but beginning with the second: those are exactly the slopes of m heads, which are there already.',
    truth: (_, {nHeads}) => [withExtras(nHeads, (k) => 2 * k + 1)],
  },
];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'all-differ',
    figure: '5-alibi.html#slopes',
    sentence: 'No two heads have the same slope, and every slope is above 0 and below 1.',
    holds: ([{data}]) => {
      const at = data.findIndex((s, h) => !(s > 0 && s < 1) || data.indexOf(s) !== h);
      return at < 0 || `head ${at}`;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 1e-7, rtol: 1e-5});

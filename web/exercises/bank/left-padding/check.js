// @ts-check
import {alibiKeyOffsetBias} from '../../../core/pe.js';
import {call} from '../steps.js';
import {filled} from '../tensors.js';

/** @import {Core} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */

/** @param {string} title @param {number[][]} mask @param {boolean} isHidden */
function caseOf(title, mask, isHidden) {
  const data = Float64Array.from(mask.flat());
  const argument = {tensor: {shape: [mask.length, mask[0].length], dtype: 'int64', data}};
  const steps = [call('position_ids', argument), call('next_position', argument)];
  return {title, isHidden, steps, mask};
}

/** A row of real tokens between padding. @param {number} left @param {number} real @param {number} right */
const row = (left, real, right) => [
  ...new Array(left).fill(0),
  ...new Array(real).fill(1),
  ...new Array(right).fill(0),
];

/** @type {Check['cases']} */
export const cases = (random) => {
  const [a, b] = [random.int(2, 5), random.int(1, 6)];
  return [
    caseOf('two prompts, one padded on the left', [row(2, 3, 0), row(0, 5, 0)], false),
    caseOf('one padded on the right', [row(0, 4, 2), row(3, 3, 0)], false),
    caseOf('nothing padded', [row(0, b, 0)], true),
    caseOf('both sides', [row(a, b, 2), row(2, b, a), row(0, b + 1, a + 1)], true),
    // parts of a talk that were padded one by one
    caseOf('padding in the middle', [[...row(a, b, 0), ...row(1, 4, 0)]], true),
  ];
};

/** @param {Core} core @param {Case} item */
function idsOf(core, {mask}) {
  // with slope 1 ALiBi's row form counts the real keys up to each, less one
  const rows = mask.map(
    (/** @type {number[]} */ keyMask) => alibiKeyOffsetBias(core, {slopes: [1], keyMask}).data,
  );
  return filled([mask.length, mask[0].length], (t, i) => rows[t][i]);
}

/** @param {Case} item @param {(real: number, n: number) => number} of */
const next = ({mask}, of) => filled([mask.length], (t) => of(count(mask[t]), mask[t].length));

/** @param {number[]} row */
const count = (row) => row.reduce((a, b) => a + b, 0);

/** @type {Check['truth']} */
export const truth = (core, item) =>
  [idsOf(core, item), next(item, (real) => real)].map((one) => ({...one, dtype: 'int64'}));

/** Ids by place. @param {Case} item @param {(i: number, isReal: number, id: number, nPadding: number) => number} of @param {Core} core */
function ids(item, of, core) {
  const {data, shape} = idsOf(core, item);
  const {mask} = item;
  return filled(shape, (t, i) => {
    const nPadding = shape[1] - count(mask[t]);
    return of(i, mask[t][i], data[t * shape[1] + i], nPadding);
  });
}

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'slots',
    sentence:
      'These are the slots of the row: padding is counted. Learned and sinusoidal positions then depend on how much padding is in front (transformers#22161, #18478; unsloth#3795).',
    truth: (core, item) => [ids(item, (i) => i, core), next(item, (_, n) => n)],
  },
  {
    id: 'next-by-slots',
    sentence:
      'The prompt counts real tokens, but the next position is the length of the padded row, as the length of a cache would say: a gap as wide as the padding opens between them.',
    truth: (core, item) => [idsOf(core, item), next(item, (_, n) => n)],
  },
  {
    id: 'minus-one',
    sentence:
      'Padding has position −1. Python takes that for the last row of a table without a word; the exercise wants 0.',
    truth: (core, item) => [
      ids(item, (_, isReal, id) => (isReal ? id : -1), core),
      next(item, (real) => real),
    ],
  },
  {
    id: 'from-one',
    sentence: 'The first real token has position 1. A cumulative sum counts it too: take 1 away.',
    matches: ([{data, shape}], {mask}) =>
      mask.every((/** @type {number[]} */ row, /** @type {number} */ t) => {
        let next = 1;
        return row.every((isReal, i) => data[t * shape[1] + i] === (isReal ? next++ : 0));
      }),
  },
  {
    id: 'counts-on',
    sentence:
      'Padding behind or between the real tokens has the position of the last one before it. The exercise wants 0 at every padding: clamp is not enough, fill it.',
    truth: (_, item) => {
      const upTo = (/** @type {number} */ t, /** @type {number} */ i) =>
        count(item.mask[t].slice(0, i + 1));
      const shape = [item.mask.length, item.mask[0].length];
      const ids = filled(shape, (t, i) => Math.max(0, upTo(t, i) - 1));
      return [ids, next(item, (real) => real)];
    },
  },
  {
    id: 'padding-counted',
    sentence: 'The padding is counted instead of the real tokens: mask is 1 where a token is real.',
    truth: (core, item) => {
      const mask = item.mask.map((/** @type {number[]} */ row) => row.map((real) => 1 - real));
      const padding = {...item, mask};
      return [idsOf(core, padding), next(padding, (n) => n)];
    },
  },
  {
    id: 'next-repeats',
    sentence:
      'The next token gets the position of the last one. Positions begin at 0, so it is the number of real tokens.',
    truth: (core, item) => [idsOf(core, item), next(item, (real) => real - 1)],
  },
  {
    id: 'padding-taken-off',
    sentence:
      'The number of padding tokens is taken off each slot. That is right while all padding is on the left, and wrong for a row padded elsewhere.',
    truth: (core, item) => [
      ids(item, (i, _, __, nPadding) => Math.max(0, i - nPadding), core),
      next(item, (real) => real),
    ],
  },
];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'one-by-one',
    figure: '11-labs.html#does-a-shift-matter',
    sentence: 'The real tokens of a row have positions 0, 1, 2, … without a gap.',
    holds: ([{data, shape}], {mask}) => {
      for (let t = 0; t < shape[0]; t++) {
        let next = 0;
        for (let i = 0; i < shape[1]; i++) {
          if (mask[t][i] && data[t * shape[1] + i] !== next++) return `row ${t}, place ${i}`;
        }
      }
      return true;
    },
  },
];

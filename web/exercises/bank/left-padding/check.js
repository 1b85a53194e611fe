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
    caseOf('as many tokens, padded elsewhere', [row(0, 4, 1), row(3, 2, 0)], true),
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

// @ts-check
import {alibiKeyOffsetBias} from '../../../core/pe.js';
import {call} from '../steps.js';
import {filled, scalar} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{padding: number, lengths: number[], n: number, left?: boolean, isHidden?: boolean}} text
 */
function caseOf(random, title, {padding, lengths, n, left = false, isHidden = false}) {
  const isReal = (/** @type {number} */ t, /** @type {number} */ i) =>
    left ? i >= n - lengths[t] : i < lengths[t];
  const ids = filled([lengths.length, n], (t, i) =>
    isReal(t, i) ? (padding + random.int(1, 40)) % 41 : padding,
  );
  const data = Float64Array.from(ids.data);
  const nRows = random.int(20, 600);
  const steps = [
    call('position_ids', {tensor: {...ids, data, dtype: 'int64'}}, padding),
    call('longest_text', nRows, padding),
  ];
  return {title, isHidden, steps, ids, padding, nRows};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'padding_idx 1, as in RoBERTa', {padding: 1, lengths: [5, 3], n: 5}),
  caseOf(random, 'other lengths', {padding: 1, lengths: [2, 5], n: 5, isHidden: true}),
  caseOf(random, 'padding on the left', {padding: 1, lengths: [2, 4], n: 4, left: true}),
  caseOf(random, 'another padding_idx', {padding: 3, lengths: [3, 6, 1], n: 6, isHidden: true}),
  caseOf(random, 'padding_idx 0', {
    padding: 0,
    lengths: [random.int(2, 5), 7],
    n: 7,
    left: true,
    isHidden: true,
  }),
];

/** @type {Check['truth']} */
export const truth = (core, {ids, padding, nRows}) => {
  const [nTexts, n] = ids.shape;
  const isReal = (/** @type {number} */ t, /** @type {number} */ i) =>
    Number(ids.data[t * n + i] !== padding);
  // with slope 1 ALiBi's row form counts the real keys up to each, less one
  const counted = Array.from({length: nTexts}, (_, t) => {
    const keyMask = Array.from({length: n}, (__, i) => isReal(t, i));
    return alibiKeyOffsetBias(core, {slopes: [1], keyMask}).data;
  });
  const rows = filled([nTexts, n], (t, i) => padding + isReal(t, i) * (counted[t][i] + 1));
  return [{...rows, dtype: 'int64'}, scalar(nRows - padding - 1)];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'padding-alone',
    figure: '3-learned.html#past-the-last-row',
    sentence: 'The row of padding is read by padding, and by nothing else.',
    holds: ([{data}], {ids, padding}) => {
      const at = data.findIndex((row, k) => (row === padding) !== (ids.data[k] === padding));
      return at < 0 || `text ${Math.floor(at / ids.shape[1])}, token ${at % ids.shape[1]}`;
    },
  },
];

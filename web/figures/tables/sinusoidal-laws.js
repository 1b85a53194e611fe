// @ts-check
// What the sinusoidal figures share: the table, right or by one of the known bugs, and the laws
// that it keeps. The formulas, right and wrong, are the core's.

import {faultSinusoidalDoubledExponent, faultSinusoidalSwapped} from '../../core/fault.js';
import {cosineSimilarity, minDistance, normError, toeplitzSpread} from '../../core/linalg.js';
import {sinusoidal} from '../../core/pe.js';
import {formatNumber} from '../../draw/format.js';
import {onGitHub} from '../frame/faults.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Setting, Settings} from '../frame/settings.js' */

export const SINUSOIDAL_FAULTS = /** @type {Record<string, Fault>} */ ({
  'doubled-exponent': {
    label: 'the exponent doubled',
    source: onGitHub('shenweichen/DeepCTR#379'),
    breaks: 'row-norm',
    says: ({settings: {dModel, base}}) => {
      const last = Math.floor((dModel - 1) / 2);
      const period = (/** @type {number} */ factor) =>
        formatNumber(Number((2 * Math.PI * base ** ((factor * last) / dModel)).toPrecision(3)));
      return (
        'The exponent counts columns where it should count pairs. It grows twice as fast, so the slowest sine takes ' +
        `${period(4)} positions per period, not ${period(2)}; and the sine and cosine of a pair have two ` +
        'frequencies, so a pair no longer runs on a circle.'
      );
    },
  },
  swapped: {
    label: 'sin and cos swapped (harmless)',
    source: onGitHub('tensorflow/tensorflow#37191'),
    breaks: null,
    says:
      'Each pair holds its cosine first and its sine second. That is another layout, not a bug: a layer that reads ' +
      'the table can learn either, and lengths, similarities and distances of rows stay as they are.',
  },
});

export const SINUSOIDAL_LAYOUT = /** @type {Setting} */ ({
  type: 'choice',
  default: 'interleaved',
  options: {
    interleaved: 'sin, cos, sin, cos …',
    concatenated: 'sines, then cosines',
    tensor2tensor: 'tensor2tensor',
  },
  label: 'Layout',
});

/**
 * Rows 0 .. nPos - 1 as the fault has them.
 *
 * @param {Core} core
 * @param {Settings} settings dModel, base, layout
 * @param {string} fault
 * @param {number} nPos
 * @returns {Tensor} (nPos, dModel)
 */
export function sinusoidalTable(core, {dModel, base, layout}, fault, nPos) {
  if (fault === 'doubled-exponent')
    return faultSinusoidalDoubledExponent(core, {nPos, dModel, base});
  if (fault === 'swapped') return faultSinusoidalSwapped(core, {nPos, dModel, base});
  return sinusoidal(core, {nPos, dModel, base, layout});
}

/**
 * Sine and cosine of a pair share one frequency.
 *
 * @param {Core} core
 * @param {Tensor} table (n, d)
 * @returns {Meter[]} none for an odd width, whose lone sine has no partner
 */
export function rowNormMeter(core, table) {
  const [n, d] = table.shape;
  if (d % 2 !== 0) return [];
  const unit = {data: new Float32Array(n * d).fill(Math.SQRT1_2), shape: [n, d]};
  const label = `every row is √(d/2) = ${Math.sqrt(d / 2).toFixed(3)} long`;
  return [{name: 'row-norm', label, value: normError(core, {x: unit, y: table}), limit: 1e-5}];
}

/** The most multiplications that the similarities of all pairs of rows may take. */
const MAX_COMPARED = 4e6;

/**
 * Every row, or of a long or wide table every second, every third ... one: the law holds for any even step,
 * and all pairs of 512 rows take longer than a moving slider has.
 *
 * @param {Tensor} table (n, d)
 * @returns {Tensor} (n / step, d)
 */
function evenRows({data, shape: [n, d]}) {
  const step = Math.ceil(n / Math.sqrt(MAX_COMPARED / d));
  if (step === 1) return {data, shape: [n, d]};
  const nRows = Math.ceil(n / step);
  const rows = new Float32Array(nRows * d);
  for (let r = 0; r < nRows; r++) {
    rows.set(data.subarray(r * step * d, (r * step + 1) * d), r * d);
  }
  return {data: rows, shape: [nRows, d]};
}

/**
 * @param {Core} core
 * @param {Tensor} similarity (n, n)
 * @returns {Meter}
 */
export const offsetMeter = (core, similarity) => ({
  name: 'offset-only',
  label: 'similarity depends on the offset only',
  value: toeplitzSpread(core, {x: similarity}),
  limit: 1e-5,
});

/**
 * @param {Core} core
 * @param {Tensor} table (n, d), n >= 2
 * @returns {Meter}
 */
export const uniqueMeter = (core, table) => ({
  name: 'unique',
  label: 'closest two rows',
  value: minDistance(core, {x: table}).distance,
  limit: 1e-3,
  relation: '≥',
});

/**
 * The laws of a sinusoidal table. The lone sine of an odd width keeps none but the last.
 *
 * @param {Core} core
 * @param {Tensor} table (n, d)
 * @returns {Meter[]}
 */
export function sinusoidalMeters(core, table) {
  const [n, d] = table.shape;
  if (n < 2) return rowNormMeter(core, table);
  if (d % 2 !== 0) return [uniqueMeter(core, table)];
  const similarity = cosineSimilarity(core, {x: evenRows(table)});
  return [...rowNormMeter(core, table), offsetMeter(core, similarity), uniqueMeter(core, table)];
}

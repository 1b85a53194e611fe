// @ts-check
import {sinusoidalFrequencies} from '../../../core/pe.js';
import {formatNumber} from '../../../draw/format.js';
import {shadeAt} from '../../../draw/theme.js';
import {lines, REVOLUTION, requireBelow, spectrumPanel} from '../../shared/curves.js';
import {columnOf, positionsFrom, rowOf} from '../../shared/tensors.js';
import {rowNormMeter, sinusoidalMeters, sinusoidalTable} from '../sinusoidal-laws.js';

/** @import {Core, Tensor} from '../../../core/core.js' */
/** @import {Drawing} from '../../frame/figure.js' */
/** @import {Settings} from '../../frame/settings.js' */

const LAW_ROWS = 64; // of a long table, for the laws that compare every two rows

/**
 * @param {Core} core
 * @param {Settings} settings whose layout is RoPE's
 * @param {string} fault
 * @param {number} nPos
 */
const tableOf = (core, {dModel, base}, fault, nPos) =>
  sinusoidalTable(core, {dModel, base, layout: 'interleaved'}, fault, nPos);

/**
 * Columns of the sinusoidal table against position.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
export function wavesOf(core, settings, fault) {
  const {dims, dModel, nPos} = settings;
  requireBelow('dims', dims, dModel);
  const table = tableOf(core, settings, fault, nPos);
  const x = positionsFrom(0, nPos);
  const series = dims.map((/** @type {number} */ k) => ({
    name: `dimension ${k}`,
    x,
    y: columnOf(table, k),
  }));
  const waves = lines({series, x: {label: 'position'}, y: {label: 'value', domain: [-1, 1]}});
  return {panels: [waves], meters: rowNormMeter(core, table)};
}

/**
 * Rows of the sinusoidal table across its dimensions. Sines and cosines are apart: a line through
 * both would zigzag between two curves.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
export function profilesOf(core, settings, fault) {
  const {at, shown, dModel} = settings;
  const table = tableOf(core, settings, fault, Math.max(LAW_ROWS, Math.max(...at) + 1));
  const names = fault === 'swapped' ? ['cosines', 'sines'] : /* t */ ['sines', 'cosines'];
  const panels = names.map((name, first) => {
    const columns = positionsFrom(0, Math.ceil((Math.min(shown, dModel) - first) / 2)).map(
      (k) => 2 * k + first,
    );
    return lines({
      title: `${name}, the ${first === 0 ? 'even' : 'odd'} dimensions`,
      series: at.map((/** @type {number} */ p, /** @type {number} */ k) => ({
        name: `position ${p}`,
        shade: shadeAt(k, at.length),
        x: columns,
        y: columns.map((k) => rowOf(table, p)[k]),
        style: 'both',
      })),
      x: {label: 'dimension', domain: [-0.5, Math.min(shown, dModel) - 0.5]},
      y: {label: 'value', domain: [-1, 1]},
      aspect: 0.75,
    });
  });
  const rows = {data: table.data.subarray(0, LAW_ROWS * dModel), shape: [LAW_ROWS, dModel]};
  return {panels, columns: 2, meters: sinusoidalMeters(core, rows)};
}

/**
 * Radians per position of the sines of a table, read from its second row: sin(1 w), with w in 0..1.
 *
 * @param {Tensor} table (n >= 2, d)
 */
function sineFrequencies(table) {
  const row = rowOf(table, 1);
  return positionsFrom(0, Math.ceil(row.length / 2)).map((pair) => Math.asin(row[2 * pair]));
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
export function spectrumOf(core, settings, fault) {
  const {dModel, base} = settings;
  const exact = Array.from(sinusoidalFrequencies(core, {dModel, base}).data);
  const table = tableOf(core, settings, fault, LAW_ROWS);
  const isFaulty = fault === 'doubled-exponent';
  const drawn = isFaulty ? sineFrequencies(table) : exact;
  const panels = [
    spectrumPanel('angular frequency', 'rad per position', drawn, exact, isFaulty),
    spectrumPanel(
      /* t */ 'wavelength',
      'positions per turn',
      drawn.map((w) => REVOLUTION / w),
      exact.map((w) => REVOLUTION / w),
      isFaulty,
    ),
  ];
  const note =
    `The first pair turns once in ${formatNumber(REVOLUTION / drawn[0])} positions, ` +
    `the last once in ${formatNumber(Math.round(REVOLUTION / drawn[drawn.length - 1]))}.`;
  return {panels, columns: 2, meters: rowNormMeter(core, table), note: fault ? '' : note};
}

// @ts-check
// What the pictures of the cache lab share.

/** @import {HeatmapPanel, LinesPanel} from '../../draw/panel.js' */

/** Of a logit: the rounding of a product whose angles are others. */
export const LIMIT = 1e-5;

/** @param {number} n @param {number} [first] */
export const range = (n, first = 0) => Array.from({length: n}, (_, k) => first + k);

/**
 * @param {string} title
 * @param {readonly (readonly number[])[]} rows
 * @param {{names: string[], x: HeatmapPanel['x'], value: string, rules?: HeatmapPanel['rules'],
 *   text?: boolean}} options
 * @returns {HeatmapPanel}
 */
export function stripPanel(title, rows, {names, x, value, rules, text = false}) {
  const data = Float32Array.from(rows.flat());
  const [low, high] = [Math.min(...data), Math.max(...data)];
  return {
    kind: 'heatmap',
    title,
    tensor: {data, shape: [rows.length, rows[0].length]},
    ...(text ? {text: rows.flat().map(String)} : {}),
    x,
    y: {label: 'cache', names},
    value: {label: value},
    colour: {map: 'weight', domain: [low, high > low ? high : low + 1]},
    rules,
    bar: false,
    aspect: rows.length === 2 ? 0.15 : 0.21, // so that a telephone names each row
  };
}

/**
 * @param {string} title
 * @param {LinesPanel['series']} series
 * @param {{x: string, y: string, rules?: LinesPanel['rules'], domain?: [number, number]}} options
 * @returns {LinesPanel}
 */
export function linesPanel(title, series, {x, y, rules, domain}) {
  return {
    kind: 'lines',
    title,
    series,
    x: {label: x},
    y: {label: y, ...(domain ? {domain} : {})},
    rules,
    aspect: 0.3,
  };
}

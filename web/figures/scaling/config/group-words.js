// @ts-check
// A group of equal layers in words: for the strip, the table, and the report.

import {formatNumber} from '../../../draw/format.js';
import {rangesText} from './encodings.js';

/** @import {Encoding} from './encodings.js' */
/** @import {Sees} from './layer-kinds.js' */
/** @import {Group, Layer} from './layers.js' */

/** @type {Record<Sees, string>} */
const SEES = {
  full: 'all tokens',
  sliding: 'a window',
  chunked: 'its chunk',
  compressed: 'compressed blocks',
  recurrent: 'a state',
  image: 'the image',
  'no attention': 'nothing: no attention',
  unknown: 'not known',
};
/** @type {Record<Encoding, string>} */
const ENCODINGS = {
  rope: 'RoPE',
  none: 'no positions',
  alibi: 'ALiBi',
  learned: 'learned table',
  sinusoidal: 'table of sines',
  buckets: 'bias by bucket',
  relative: 'vectors by distance',
  convolution: 'a convolution',
  grid: 'RoPE by row and column',
  recurrent: 'order of the state',
  'no attention': '–',
  unknown: 'not in the file',
};
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The name of a group, by its number. @param {number} k */
export const letterOf = (k) => LETTERS[k] ?? String(k + 1);

/** @param {Layer} layer */
export function seesText({sees, window}) {
  if (window === null) return SEES[sees];
  const n = formatNumber(window);
  if (sees === 'sliding') return `a window of ${n}`;
  return sees === 'chunked' ? `a chunk of ${n}` : `${SEES[sees]}, ${n}`;
}

/** @param {Layer} layer */
export function ruleText({encoding, rule}) {
  if (encoding !== 'rope') return '–';
  const {kind, factor} = rule.settings;
  if (kind === 'default') return 'none';
  return factor === undefined
    ? kind
    : `${kind}, factor ${formatNumber(Number(factor.toPrecision(6)))}`;
}

/** Temperature and sinks. @param {Layer} layer */
export function extrasText({temperature, sinks}) {
  const parts = [
    ...(temperature
      ? [
          `temperature by position, beta ${Number(temperature.beta.toFixed(4))}, per ${formatNumber(temperature.length)}`,
        ]
      : []),
    ...(sinks ? ['sinks'] : []),
  ];
  return parts.join('; ') || '–';
}

/** Columns of the table of layers; the rows are of tableRow(). */
export const COLUMNS = /* t */ [
  'group',
  'layers',
  'sees',
  'positions',
  'base',
  'rule',
  'rotated',
  'also',
];

/**
 * @param {Group} group
 * @param {number} k its number
 * @returns {string[]}
 */
export function tableRow({layers, layer}, k) {
  const isRope = layer.encoding === 'rope';
  return [
    letterOf(k),
    rangesText(layers),
    seesText(layer),
    ENCODINGS[layer.encoding],
    isRope ? formatNumber(layer.base) : '–',
    ruleText(layer),
    isRope ? `${layer.rotaryDim} of ${layer.headDim}` : '–',
    extrasText(layer),
  ];
}

/**
 * One layer as a sentence.
 *
 * @param {number} layer its number
 * @param {Group} group
 * @param {number} k the group's number
 */
export function layerSentence(layer, group, k) {
  const [, , sees, positions, base, rule, rotated, also] = tableRow(group, k);
  const frequencies =
    group.layer.encoding === 'rope'
      ? `, base ${base}, rule: ${rule}, ${rotated} elements rotated`
      : '';
  return `Layer ${layer}, group ${letterOf(k)}: sees ${sees}; ${positions}${frequencies}${also === '–' ? '' : `; ${also}`}.`;
}

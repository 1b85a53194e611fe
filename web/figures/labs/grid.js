// @ts-check
// M-RoPE over a strip with an image: its three rows of ids as a picture, and the laws that they keep.

import {maxAbsDiff} from '../../core/linalg.js';
import {mropeAxes, mropeTables, ropeTables} from '../../core/pe.js';
import {formatNumber} from '../../draw/format.js';
import {gridIds} from './strip.js';

/** @import {Core} from '../../core/core.js' */
/** @import {HeatmapPanel} from '../../draw/panel.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Token} from './strip.js' */

/** @typedef {'grid' | 'flat' | 'count'} GridRule */
/** @typedef {ReturnType<typeof gridIds>} GridIds */

const DIM = 128;
const SECTIONS = [16, 24, 24]; // Qwen2-VL's pairs of time, height and width

/** @param {readonly Token[]} tokens @param {GridIds} ids @returns {HeatmapPanel} */
export function idsPanel(tokens, {t, h, w}) {
  const rows = [t, h, w];
  const highest = Math.max(1, ...rows.flat());
  return {
    kind: 'heatmap',
    title: 'the three ids of each token',
    tensor: {data: Float32Array.from(rows.flat()), shape: [3, tokens.length]},
    text: rows.flat().map(String),
    x: {label: 'token', names: tokens.map(({word}) => word)},
    y: {label: 'axis', names: ['time', 'height', 'width']},
    value: {label: 'id'},
    colour: {map: 'weight', domain: [0, highest]},
    bar: false,
    aspect: 0.22,
  };
}

/** @param {GridIds} ids @param {number} k @returns {[number, number, number]} */
const tripleOf = ({t, h, w}, k) => [t[k], h[k], w[k]];

/**
 * Two neighbours in a column of an image, as places in the strip.
 *
 * @param {readonly Token[]} tokens
 * @returns {[number, number] | null}
 */
function columnNeighbours(tokens) {
  for (const [k, token] of tokens.entries()) {
    if (token.image === undefined || token.row === 0) continue;
    return [k - (token.cols ?? 1), k];
  }
  return null;
}

/**
 * One step down a column of the image must rotate the pairs of height, and leave the others alone.
 *
 * @param {Core} core
 * @param {readonly Token[]} tokens
 * @param {GridIds} ids
 * @returns {Meter[]}
 */
function stepMeter(core, tokens, ids) {
  const pair = columnNeighbours(tokens);
  if (!pair) return [];
  const positions = pair.map((k) => tripleOf(ids, k));
  const data = [0, 1, 2].flatMap((axis) => positions.map((triple) => triple[axis]));
  const tables = mropeTables(core, {
    positions: {data, shape: [3, 2]},
    sections: SECTIONS,
    dim: DIM,
  });
  const axisOf = mropeAxes(core, {sections: SECTIONS});
  let most = 0;
  axisOf.forEach((axis, k) => {
    if (axis === 1) return;
    for (const {data: values} of [tables.cos, tables.sin]) {
      most = Math.max(most, Math.abs(values[k] - values[axisOf.length + k]));
    }
  });
  const label = 'one row further down rotates only the pairs of height';
  return [{name: 'grid', label, value: most, limit: 1e-6}];
}

/**
 * A token of text is rotated as in a model that has never seen an image, at whatever id it has.
 *
 * @param {Core} core
 * @param {readonly Token[]} tokens
 * @param {GridIds} ids
 * @returns {Meter[]}
 */
function textMeter(core, tokens, ids) {
  const places = tokens.flatMap((token, k) => (token.image === undefined ? [k] : []));
  if (places.length === 0) return [];
  const data = [0, 1, 2].flatMap((axis) => places.map((k) => tripleOf(ids, k)[axis]));
  const positions = {data, shape: [3, places.length]};
  const three = mropeTables(core, {positions, sections: SECTIONS, dim: DIM});
  const plain = ropeTables(core, {positions: places.map((k) => ids.t[k]), dim: DIM});
  const value = maxAbsDiff(core, {a: three.cos, b: plain.cos});
  return [{name: 'text', label: 'text is rotated as with plain RoPE', value, limit: 1e-6}];
}

/**
 * The token that follows the last image, and what its id has to be: one more than any before it.
 *
 * @param {readonly Token[]} tokens
 * @param {GridIds} ids
 * @returns {{place: number, id: number, wanted: number} | null} null where nothing follows
 */
export function nextOf(tokens, ids) {
  const last = tokens.findLastIndex(({image}) => image !== undefined);
  if (last < 0 || last + 1 === tokens.length) return null;
  const right = gridIds(tokens, 'grid');
  const place = last + 1;
  return {place, id: ids.t[place], wanted: right.t[place]};
}

/** @param {Core} core @param {readonly Token[]} tokens @param {GridIds} ids @returns {Meter[]} */
export function gridMeters(core, tokens, ids) {
  const next = nextOf(tokens, ids);
  const following = next ? [nextMeter(next)] : [];
  return [...following, ...stepMeter(core, tokens, ids), ...textMeter(core, tokens, ids)];
}

/** @param {{id: number, wanted: number}} next @returns {Meter} */
function nextMeter({id, wanted}) {
  return {
    name: 'next',
    label: `text goes on at ${formatNumber(wanted)}, the largest id and one: off by`,
    value: Math.abs(id - wanted),
    limit: 0,
  };
}

/** @param {readonly Token[]} tokens @param {GridIds} ids @param {GridRule} rule */
export function gridNote(tokens, ids, rule) {
  const nImage = tokens.filter(({image}) => image !== undefined).length;
  const first = tokens.find(({image}) => image !== undefined);
  if (!first)
    return 'Without an image the three rows are one: write [2x3] for a picture of 2 by 3.';
  if (rule === 'flat') {
    return `One count for all: a step down the image looks like ${first.cols} steps along the text, in every pair. No error is raised, and the picture has lost its shape.`;
  }
  const next = nextOf(tokens, ids);
  const steps = Math.max(first.rows ?? 1, first.cols ?? 1);
  const patches = `${first.rows} by ${first.cols} patches are ${(first.rows ?? 1) * (first.cols ?? 1)} tokens`;
  if (next && rule === 'count')
    return `${patches}. The next word is at ${next.id}, as if each patch had been a step; it belongs at ${next.wanted}.`;
  const words = `${patches}, and the ids move on by ${steps}.`;
  if (!next) return `${words} ${nImage} tokens of the strip are patches.`;
  return `${words} The next word is at ${next.id}.`;
}

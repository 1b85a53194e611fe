// @ts-check
// Which channels of a head form a pair, and what is left of a checkpoint's logits when other code rotates
// its queries and keys, in whatever order.

import {randomNormal} from '../../core/base.js';
import {faultRopeMixed} from '../../core/fault.js';
import {attention} from '../../core/nn.js';
import {ropeRotate, ropeTables} from '../../core/pe.js';

/** @import {Core, Tensor} from '../../core/core.js' */

/** @typedef {'interleaved' | 'half' | 'mixed'} Code */
/** @typedef {{q: Tensor, k: Tensor}} Content (nHeads, n, dim) each */

const LETTERS = 'ABCDEFGH';
const SIGMA = 0.5; // so that the rounding of a sum in another order stays below 1e-6

/**
 * The pair of a channel, as a number, and which of its two elements it is, by the layout of some code.
 * Mixed code takes its neighbours from the interleaved layout; what is mixed are its angles.
 *
 * @param {number} channel
 * @param {number} dim
 * @param {Code} code
 * @returns {{pair: number, element: 0 | 1}}
 */
export function placeOf(channel, dim, code) {
  const half = dim / 2;
  if (code === 'half') return {pair: channel % half, element: channel < half ? 0 : 1};
  return {pair: Math.floor(channel / 2), element: channel % 2 === 0 ? 0 : 1};
}

/** A₁ and A₂ rotate together. @param {{pair: number, element: 0 | 1}} place */
export const nameOf = ({pair, element}) => `${LETTERS[pair]}${element === 0 ? '₁' : '₂'}`;

/** The same, to be spoken. @param {{pair: number, element: 0 | 1}} place */
export const spokenName = ({pair, element}) =>
  `the ${element === 0 ? 'first' : 'second'} of pair ${LETTERS[pair]}`;

/**
 * The order that makes `code` rotate each pair as the code of training did: channel order[s] of the
 * checkpoint goes to place s.
 *
 * @param {number} dim
 * @param {Code} trained
 * @param {Code} code
 * @returns {number[]}
 */
export function conversion(dim, trained, code) {
  const channels = Array.from({length: dim}, (_, channel) => channel);
  return channels.map((slot) => {
    const wanted = placeOf(slot, dim, code);
    return channels.findIndex((channel) => {
      const place = placeOf(channel, dim, trained);
      return place.pair === wanted.pair && place.element === wanted.element;
    });
  });
}

/**
 * @param {string} text numbers, separated by spaces or commas
 * @param {number} dim
 * @returns {number[]} each of 0 .. dim - 1 once
 * @throws {RangeError} saying what is missing, or there twice
 */
export function readOrder(text, dim) {
  const words = text.split(/[\s,]+/).filter(Boolean);
  const order = words.map(Number);
  const wanted = `each channel of 0 to ${dim - 1} once`;
  const strange = words.find(
    (_, k) => !(Number.isInteger(order[k]) && order[k] >= 0 && order[k] < dim),
  );
  if (strange !== undefined) throw new RangeError(`order must have ${wanted}, got "${strange}".`);
  const twice = order.find((channel, k) => order.indexOf(channel) !== k);
  if (twice !== undefined) throw new RangeError(`order must have ${wanted}, got ${twice} twice.`);
  if (order.length === dim) return order;
  const missing = Array.from({length: dim}, (_, k) => k).filter((k) => !order.includes(k));
  throw new RangeError(`order must have ${wanted}; ${missing.join(', ')} missing.`);
}

/**
 * The channels of a head in another order, as when rows of a projection are exchanged.
 *
 * @param {Tensor} x (nHeads, n, dim)
 * @param {readonly number[]} order
 * @returns {Tensor}
 */
export function reordered({data, shape}, order) {
  const dim = order.length;
  const out = new Float32Array(data.length);
  for (let row = 0; row < data.length; row += dim) {
    for (let slot = 0; slot < dim; slot++) out[row + slot] = data[row + order[slot]];
  }
  return {data: out, shape};
}

/**
 * Queries and keys as a checkpoint projects them; a head here is a layer.
 *
 * @param {Core} core
 * @param {{seed: number, nLayers: number, n: number, dim: number}} sizes
 * @returns {Content}
 */
export function contentOf(core, {seed, nLayers, n, dim}) {
  const shape = [nLayers, n, dim];
  return {
    q: randomNormal(core, {seed, name: 'query', shape, sigma: SIGMA}),
    k: randomNormal(core, {seed, name: 'key', shape, sigma: SIGMA}),
  };
}

/**
 * @param {Core} core
 * @param {Tensor} x (nHeads, n, dim)
 * @param {Code} code
 * @param {number} first position of row 0
 * @returns {Tensor}
 */
export function rotated(core, x, code, first) {
  const [, n, dim] = x.shape;
  const tables = ropeTables(core, {firstPos: first, nPos: n, dim});
  if (code === 'mixed') return faultRopeMixed(core, {x, ...tables});
  return ropeRotate(core, {x, ...tables, layout: code});
}

/**
 * @param {Core} core
 * @param {Content} content
 * @param {Code} code
 * @param {number} [first]
 * @returns {Tensor} (nHeads, n, n)
 */
export function logitsOf(core, {q, k}, code, first = 0) {
  const [tq, tk] = [q, k].map((x) => rotated(core, x, code, first));
  return plainLogits(core, {q: tq, k: tk});
}

/** Of queries and keys as they are: a layer without RoPE. @param {Core} core @param {Content} content */
export const plainLogits = (core, {q, k}) => attention(core, {q, k, v: k}).logits;

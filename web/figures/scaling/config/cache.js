// @ts-check
// The cache of keys and values: what it holds a token, and at a length.

/** @import {Model} from './model.js' */

/** Bytes of a number in the cache. @type {Record<string, number>} */
export const NUMBER_BYTES = {'16-bit': 2, '32-bit': 4, '8-bit': 1};

/**
 * Numbers that the cache keeps for one token: a key and a value a group of heads and layer; with latent
 * attention one compressed vector and one rotary key a layer, for all heads together.
 *
 * @param {Model} model
 */
export function cachedNumbers({layers, kvHeads, headDim, latent}) {
  return layers * (latent ? latent.rank + latent.rope : 2 * kvHeads * headDim);
}

/**
 * The same if each head had its own key and value.
 *
 * @param {Model} model
 */
export function uncompressedNumbers({layers, heads, headDim, latent}) {
  return layers * heads * (latent ? headDim + latent.value : 2 * headDim);
}

/**
 * Tokens whose keys are kept at a length: no more than the window, where every layer has one.
 *
 * @param {Model} model
 * @param {number} seqLen
 */
export function cachedTokens({window}, seqLen) {
  return window === null ? seqLen : Math.min(seqLen, window);
}

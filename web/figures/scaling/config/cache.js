// @ts-check
// The cache of keys and values: what it holds a token, and at a length.

/** @import {Layer} from './layers.js' */
/** @import {Model} from './model.js' */

/** Bytes of a number in the cache. @type {Record<string, number>} */
export const NUMBER_BYTES = {'16-bit': 2, '32-bit': 4, '8-bit': 1};

/** Whether a layer keeps keys: a recurrent one has a state of one size. @param {Layer} layer */
export const keepsKeys = ({encoding}) => encoding !== 'recurrent' && encoding !== 'no attention';

/**
 * Numbers that one layer keeps for one token: a key and a value per group of heads; with latent attention one
 * compressed vector and one rotary key, for all heads together.
 *
 * @param {Model} model
 * @param {Layer} layer
 */
function numbersOf({latent}, layer) {
  if (!keepsKeys(layer)) return 0;
  return latent ? latent.rank + latent.rope : 2 * layer.kvHeads * layer.headDim;
}

/**
 * Numbers that the cache keeps for one token that every layer still sees.
 *
 * @param {Model} model
 */
export function cachedNumbers(model) {
  return model.list.reduce((sum, layer) => sum + numbersOf(model, layer), 0);
}

/**
 * The same if each head had its own key and value.
 *
 * @param {Model} model
 */
export function uncompressedNumbers({list, heads, latent}) {
  return list
    .filter(keepsKeys)
    .reduce((sum, {headDim}) => sum + heads * (latent ? headDim + latent.value : 2 * headDim), 0);
}

/**
 * Tokens whose keys a layer keeps at a length: no more than its window.
 *
 * @param {{window: number | null}} layer
 * @param {number} seqLen
 */
export function cachedTokens({window}, seqLen) {
  return window === null ? seqLen : Math.min(seqLen, window);
}

/**
 * Numbers that the cache keeps at a length, all layers together, each within its window.
 *
 * @param {Model} model
 * @param {number} seqLen
 */
export function cachedTotal(model, seqLen) {
  return model.list.reduce(
    (sum, layer) => sum + numbersOf(model, layer) * cachedTokens(layer, seqLen),
    0,
  );
}

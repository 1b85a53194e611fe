// @ts-check
// Queries and keys of a sentence, for the figures that take a logit apart.

import {randomNormal} from '../../core/base.js';
import {selfAttention, toyTokens} from '../../core/model.js';
import {embed} from '../shared/toy-attention.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Colour, HeatmapPanel} from '../../draw/panel.js' */
/** @import {Settings} from '../frame/settings.js' */

export const MAX_WORDS = 16;

/** @param {Settings} settings text */
export function wordsOf({text}) {
  const words = text.trim().split(/\s+/);
  if (words.length >= 2 && words.length <= MAX_WORDS) return words;
  throw new RangeError(
    `The sentence must have 2 to ${MAX_WORDS} words, so that each cell is seen, got ${words.length}.`,
  );
}

/**
 * Embeddings of the words, or of one word everywhere.
 *
 * @param {Core} core
 * @param {Settings} settings text, content (words, flat), dModel, size, seed
 * @returns {Tensor} (n, dModel)
 */
export function contentOf(core, {text, content, dModel, size, seed}) {
  const ids = toyTokens(text);
  const shown = content === 'flat' ? ids.map(() => 0) : ids;
  return embed(core, {ids: shown, dModel, sigma: size, seed});
}

/**
 * A projection: one that changes nothing, or a random one.
 *
 * @param {Core} core
 * @param {Settings} settings weights (none, random), dModel, seed
 * @param {string} name
 * @returns {Tensor} (dModel, dModel)
 */
export function weightOf(core, {weights, dModel, seed}, name) {
  const shape = [dModel, dModel];
  if (weights === 'random') {
    return randomNormal(core, {seed, name, shape, sigma: 1 / Math.sqrt(dModel)});
  }
  const data = new Float32Array(dModel * dModel);
  for (let c = 0; c < dModel; c++) data[c * dModel + c] = 1;
  return {data, shape};
}

/**
 * The queries and keys of one head without position.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @returns {{q: Tensor, k: Tensor}} (1, n, dModel) each
 */
export function queriesAndKeys(core, settings) {
  const [wQ, wK] = ['query', 'key'].map((name) => weightOf(core, settings, name));
  const params = {wQ, wK, wV: wK, wO: wK}; // values are not looked at
  const {q, k} = selfAttention(core, {x: contentOf(core, settings), nHeads: 1, params});
  return {q, k};
}

/** @param {Tensor} like @returns {Tensor} */
export const zerosLike = ({data, shape}) => ({data: new Float32Array(data.length), shape});

/**
 * A map of all queries and keys, named by their words, on a scale that it shares with others.
 *
 * @param {string} title
 * @param {Tensor} tensor (n, n)
 * @param {string[]} words
 * @param {Colour} colour
 * @returns {HeatmapPanel}
 */
export const wordMap = (title, tensor, words, colour) => ({
  kind: 'heatmap',
  title,
  tensor,
  x: {label: 'key', names: words},
  y: {label: 'query', names: words},
  value: {label: title},
  colour,
  bar: false,
  aspect: 1,
});

// @ts-check
// One attention layer over the words of a sentence, as several figures show it.
import {randomNormal} from '../../core/base.js';
import {selfAttention} from '../../core/model.js';
import {learnedLookup} from '../../core/pe.js';

/** @import {Core, Tensor} from '../../core/core.js' */

export const SENTENCE = 'the cat sat on the mat';

/**
 * What a figure calls a method, and the core's names for it.
 *
 * @type {Record<string, string[]>}
 */
export const METHODS = {
  none: [],
  sinusoidal: ['sinusoidal'],
  rope: ['rope-half'],
  alibi: ['alibi'],
};

/** @type {Record<string, string>} */
export const METHOD_NAMES = {none: 'none', sinusoidal: 'sinusoidal', rope: 'RoPE', alibi: 'ALiBi'};

/**
 * Embeddings of a sequence of token ids: equal ids, equal rows.
 *
 * @param {Core} core
 * @param {{ids: readonly number[], dModel: number, sigma: number, seed: number}} options
 * @returns {Tensor} (ids.length, dModel)
 */
export function embed(core, {ids, dModel, sigma, seed}) {
  const table = randomNormal(core, {
    seed,
    name: 'embedding',
    shape: [Math.max(...ids) + 1, dModel],
    sigma,
  });
  return learnedLookup(core, {table, positions: ids});
}

/**
 * The same layer with one method of position: the seed alone makes its weights, which may be given.
 *
 * @param {Core} core
 * @param {Tensor} x (n, dModel)
 * @param {{method: string, nHeads: number, seed: number, causal: boolean, params?: any}} options
 */
export const attend = (core, x, {method, ...options}) =>
  selfAttention(core, {x, methods: METHODS[method], ...options});

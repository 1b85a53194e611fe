// @ts-check
// The four terms of a logit as the figure shows them: those of an encoding that is added to the input,
// and those that Transformer-XL made of them.

import {randomNormal} from '../../core/base.js';
import {fourTerms} from '../../core/four-terms.js';
import {matmul} from '../../core/linalg.js';
import {attention, linear} from '../../core/nn.js';
import {learnedInit, learnedLookup, methodBias, sinusoidalAt} from '../../core/pe.js';
import {positionsFrom, slice} from '../shared/tensors.js';
import {contentOf, MAX_WORDS, queriesAndKeys, weightOf, zerosLike} from './sentence-content.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Settings} from '../frame/settings.js' */

/** @typedef {{names: string[], terms: Tensor[], whole: Tensor}} Terms four and their sum, (n, n) each */

export const MAX_FIRST = 64;

const ABSOLUTE = [
  'content · content',
  'content · position',
  'position · content',
  'position · position',
];
const RELATIVE = ['content · content', 'content · offset', 'u · content', 'v · offset'];

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {number} first
 * @param {number} n
 */
function tableOf(core, {table, dModel, seed}, first, n) {
  const positions = positionsFrom(first, n);
  if (table === 'sinusoidal') return sinusoidalAt(core, {positions, dModel});
  const maxLen = MAX_FIRST + MAX_WORDS;
  return learnedLookup(core, {
    table: learnedInit(core, {maxLen, dModel, sigma: 1, seed}),
    positions,
  });
}

/**
 * The four terms of the layer on x + p, positions counted from `first`.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {number} first
 * @returns {Terms}
 */
export function absoluteTerms(core, settings, first) {
  const x = contentOf(core, settings);
  const p = tableOf(core, settings, first, x.shape[0]);
  const [wQ, wK] = ['query', 'key'].map((name) => weightOf(core, settings, name));
  const got = fourTerms(core, {x, p, wQ, wK});
  const terms = [
    got.contentContent,
    got.contentPosition,
    got.positionContent,
    got.positionPosition,
  ].map((term) => slice(term, 0));
  return {names: ABSOLUTE, terms, whole: slice(got.whole, 0)};
}

/**
 * Transformer-XL's four (Dai et al. 2019, section 3.3): offsets in place of the key's position in both
 * terms that have it, and two learned vectors, u and v, in place of the query's.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {number} first
 * @param {string} fault
 * @returns {Terms}
 */
export function relativeTerms(core, settings, first, fault) {
  const {dModel, seed} = settings;
  const {q, k} = queriesAndKeys(core, settings);
  const [u, v] = ['u', 'v'].map((name) => randomNormal(core, {seed, name, shape: [1, dModel]}));
  const r = weightOf(core, settings, 'offset');
  const projection = {data: r.data, shape: [1, dModel, dModel]};
  const bias = (
    /** @type {Tensor} */ query,
    /** @type {Tensor} */ uUsed,
    /** @type {Tensor} */ vUsed,
  ) =>
    methodBias(core, {
      method: 'transformer-xl',
      causal: false,
      firstPos: first,
      q: query,
      k,
      tensors: {'attn.txl_u': uUsed, 'attn.txl_v': vUsed, 'attn.txl_r': projection},
    });
  const logits = (/** @type {Tensor} */ query, /** @type {Tensor} */ added) =>
    slice(attention(core, {q: query, k, v: k, bias: added}).logits, 0);
  const content = attention(core, {q, k, v: k}).logits;
  const last =
    fault === 'stale'
      ? staleTerm(core, tableOf(core, settings, first, q.shape[1]), r, v)
      : bias(zerosLike(q), zerosLike(u), v);
  const terms = [
    content,
    bias(q, zerosLike(u), zerosLike(v)),
    bias(zerosLike(q), u, zerosLike(v)),
    last,
  ];
  const added = fault === 'stale' ? sumOf(core, terms.slice(1)) : bias(q, u, v);
  return {
    names: RELATIVE,
    terms: terms.map((term) => slice(term, 0)),
    whole: logits(q, added),
  };
}

/**
 * A common mistake: the last term still has the key's own position.
 *
 * @param {Core} core
 * @param {Tensor} p (n, dModel)
 * @param {Tensor} weight
 * @param {Tensor} v (1, dModel)
 * @returns {Tensor} (1, n, n)
 */
function staleTerm(core, p, weight, v) {
  const [n, dModel] = p.shape;
  const shape = [1, n, dModel];
  const k = {data: linear(core, {x: p, weight}).data, shape};
  const q = {data: new Float32Array(n * dModel), shape};
  for (let row = 0; row < n; row++) q.data.set(v.data, row * dModel);
  return attention(core, {q, k, v: k}).logits;
}

/**
 * @param {Core} core
 * @param {readonly Tensor[]} terms of one shape
 * @returns {Tensor}
 */
export function sumOf(core, terms) {
  const size = terms[0].data.length;
  const b = {data: new Float32Array(terms.length * size), shape: [terms.length, size]};
  for (const [row, {data}] of terms.entries()) b.data.set(data, row * size);
  const ones = {data: new Float32Array(terms.length).fill(1), shape: [1, terms.length]};
  return {data: matmul(core, {a: ones, b}).data, shape: terms[0].shape};
}

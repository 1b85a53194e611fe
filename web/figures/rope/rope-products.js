// @ts-check
// Queries, keys and their logits, for the figures of RoPE: which content stands where, and the
// core's numbers for it.

import {randomNormal} from '../../core/base.js';
import {attention} from '../../core/nn.js';
import {learnedLookup} from '../../core/pe.js';
import {rotationOf} from '../shared/rope-angles.js';
import {positionsFrom} from '../shared/tensors.js';
import {SENTENCE} from '../shared/toy-attention.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Settings} from '../frame/settings.js' */

const WORDS = SENTENCE.split(' ');

export const CONTENT = {
  ones: 'all ones',
  equal: 'one random vector, q = k',
  constant: 'one random q, another k, everywhere',
  tokens: 'a sentence, over and over',
  random: 'random at every position',
};

/** @typedef {{q: Tensor, k: Tensor}} Content (nHeads, n, dim) each */

/**
 * Whether every position has the same query and the same key.
 *
 * @param {Settings} settings
 */
export const isConstant = ({content}) => ['ones', 'equal', 'constant'].includes(content);

/**
 * Queries and keys before they are rotated.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {number} n positions
 * @returns {Content}
 */
export function contentOf(core, settings, n) {
  const {content, nHeads, dim, seed} = settings;
  const shape = [nHeads, n, dim];
  if (content === 'ones') {
    const ones = {data: new Float32Array(nHeads * n * dim).fill(1), shape};
    return {q: ones, k: ones};
  }
  /** @param {string} name */
  const make = (name) => {
    if (content === 'random') return randomNormal(core, {seed, name, shape});
    const ids = content === 'tokens' ? wordsOf(n) : new Array(n).fill(0);
    const data = new Float32Array(nHeads * n * dim);
    for (let head = 0; head < nHeads; head++) {
      const table = randomNormal(core, {
        seed,
        name: `${name} ${head}`,
        shape: [Math.max(...ids) + 1, dim],
      });
      data.set(learnedLookup(core, {table, positions: ids}).data, head * n * dim);
    }
    return {data, shape};
  };
  const q = make('q');
  return {q, k: content === 'equal' ? q : make('k')};
}

/**
 * The same number for the same word.
 *
 * @param {number} n
 */
function wordsOf(n) {
  return positionsFrom(0, n).map((k) => WORDS.indexOf(WORDS[k % WORDS.length]));
}

/**
 * Logits of every query and key whose positions start at `first`.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @param {Content} content
 * @param {number} first
 */
export function logitsOf(core, settings, fault, {q, k}, first) {
  const rotate = rotationOf(core, settings, fault);
  const positions = positionsFrom(first, q.shape[1]);
  const rotated = {q: rotate(q, positions), k: rotate(k, positions)};
  return {rotated, logits: productsOf(core, settings, fault, rotated)};
}

/**
 * Logits of queries and keys as they are. A figure of plain dot products has no scale; for the
 * others its lack is the mistake.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @param {Content} rotated
 */
export function productsOf(core, {view}, fault, {q, k}) {
  const scale = view === 'dot' || fault === 'no-scale' ? {scale: 1} : {};
  return attention(core, {q, k, v: k, ...scale}).logits;
}

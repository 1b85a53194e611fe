// @ts-check
// One attention layer over a strip of tokens with each of four methods, and how far each document's
// output is from what it would be alone.

import {randomNormal} from '../../core/base.js';
import {matmul} from '../../core/linalg.js';
import {attention} from '../../core/nn.js';
import {
  alibiBias,
  learnedInit,
  learnedLookup,
  ropePrecision,
  ropeRotate,
  ropeTables,
  sinusoidalAt,
} from '../../core/pe.js';
import {idsOf, MAX_TOKENS, maskOf} from './strip.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {IdRule, MaskRule, Token} from './strip.js' */

/** @typedef {'learned' | 'sinusoidal' | 'rope' | 'rope-bf16' | 'alibi'} StripMethod */

/** @type {Record<StripMethod, string>} */
export const METHODS = {
  learned: 'learned',
  sinusoidal: 'sinusoidal',
  rope: 'RoPE',
  'rope-bf16': 'RoPE, bfloat16 table',
  alibi: 'ALiBi',
};

const WIDTH = 32;
const SLOPE = 0.25;

/**
 * Word by word the same embedding, wherever the word stands.
 *
 * @param {Core} core
 * @param {readonly Token[]} tokens
 * @param {number} seed
 * @returns {Tensor} (n, WIDTH)
 */
function embedded(core, tokens, seed) {
  const data = new Float32Array(tokens.length * WIDTH);
  tokens.forEach(({word}, k) => {
    const row = randomNormal(core, {seed, name: `word ${word}`, shape: [WIDTH]});
    data.set(row.data, k * WIDTH);
  });
  return {data, shape: [tokens.length, WIDTH]};
}

/**
 * @param {Core} core
 * @param {StripMethod} method
 * @param {number[]} ids
 * @param {number} seed
 * @returns {Tensor | null} (n, WIDTH), what is added to the embeddings
 */
function addedOf(core, method, ids, seed) {
  if (method === 'sinusoidal') return sinusoidalAt(core, {positions: ids, dModel: WIDTH});
  if (method !== 'learned') return null;
  const table = learnedInit(core, {maxLen: MAX_TOKENS, dModel: WIDTH, sigma: 1, seed});
  return learnedLookup(core, {table, positions: ids});
}

/** @param {Core} core @param {StripMethod} method @param {number[]} positions */
function tablesOf(core, method, positions) {
  if (method === 'rope') return ropeTables(core, {positions, dim: WIDTH});
  if (method !== 'rope-bf16') return null;
  const {cos, sin} = ropePrecision(core, {dim: WIDTH, positions, tableType: 'bfloat16'});
  const single = (/** @type {import('../../core/core.js').Tensor64} */ {data, shape}) => ({
    data: Float32Array.from(data),
    shape,
  });
  return {cos: single(cos), sin: single(sin)};
}

/**
 * Causal attention of one head over the strip.
 *
 * @param {Core} core
 * @param {readonly Token[]} tokens
 * @param {{method: StripMethod, ids: number[], mask: MaskRule, seed: number}} options
 * @returns {Tensor} (n, WIDTH)
 */
function layer(core, tokens, {method, ids, mask, seed}) {
  const n = tokens.length;
  const x = embedded(core, tokens, seed);
  const added = addedOf(core, method, ids, seed);
  if (added) for (let k = 0; k < x.data.length; k++) x.data[k] += added.data[k];
  const tables = tablesOf(core, method, ids);
  const [q, k, v] = ['query', 'key', 'value'].map((name) => {
    const sigma = 1 / Math.sqrt(WIDTH);
    const weight = randomNormal(core, {seed, name, shape: [WIDTH, WIDTH], sigma});
    const head = {data: matmul(core, {a: x, b: weight}).data, shape: [1, n, WIDTH]};
    return tables && name !== 'value' ? ropeRotate(core, {x: head, ...tables}) : head;
  });
  const bias = maskOf(tokens, mask);
  if (method === 'alibi') {
    const alibi = alibiBias(core, {slopes: [SLOPE], nQuery: n, nKey: n, mask: 'none'});
    for (let at = 0; at < n * n; at++) bias.data[at] += alibi.data[at];
  }
  const {output} = attention(core, {q, k, v, bias, causal: true});
  return {data: output.data, shape: [n, WIDTH]};
}

/**
 * The largest difference of any number between a document's output in the strip and its output alone.
 *
 * @param {Core} core
 * @param {readonly Token[]} tokens
 * @param {{method: StripMethod, ids: IdRule, mask: MaskRule, seed: number}} options
 * @returns {number}
 */
export function changeOf(core, tokens, {method, ids, mask, seed}) {
  const together = layer(core, tokens, {method, ids: idsOf(tokens, ids), mask, seed});
  const documents = new Set(tokens.map(({document}) => document).filter((d) => d >= 0));
  let most = 0;
  for (const document of documents) {
    const places = tokens.flatMap((token, k) => (token.document === document ? [k] : []));
    const own = places.map((k) => tokens[k]);
    const alone = layer(core, own, {method, ids: own.map((_, k) => k), mask: 'none', seed});
    places.forEach((place, row) => {
      for (let c = 0; c < WIDTH; c++) {
        const apart = together.data[place * WIDTH + c] - alone.data[row * WIDTH + c];
        most = Math.max(most, Math.abs(apart));
      }
    });
  }
  return most;
}

// @ts-check
// What each relative method does to a logit, from the core: the logit with the method less that
// without it, for stated queries and keys.
import {randomNormal} from '../../core/base.js';
import {attention} from '../../core/nn.js';
import {findMethod, methodBias, methodFacts, methodQk, methodTensors} from '../../core/pe.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Settings} from '../frame/settings.js' */

/**
 * What figures add to the core's own facts of a method. `isEven`: its effect is the same to both sides;
 * `readsQuery`: it depends on the query's position once that is beyond the threshold; `countsToEnd`: without
 * a mask it counts to the end of the text, and so depends on the content in between; `hasSides`: without a mask
 * it distinguishes the two sides by halves of its table. Each of `sigma` is the spread that a learned tensor is drawn with for the figures, by
 * the end of its name; `fixed` are numbers stated instead.
 *
 * @typedef {{name: string, isEven?: boolean, readsQuery?: boolean, countsToEnd?: boolean,
 *   hasSides?: boolean, sigma?: Record<string, number>, fixed?: Record<string, number>}} Relative
 */

/** @type {Record<string, Relative>} by the core's names */
export const RELATIVE = {
  alibi: {name: 'ALiBi', isEven: true},
  'kerple-log': {name: 'KERPLE log', isEven: true, fixed: {kerple_a: 1, kerple_p: 1}},
  'kerple-power': {name: 'KERPLE power', isEven: true, fixed: {kerple_a: 0.5, kerple_p: 0.5}},
  fire: {
    name: 'FIRE',
    readsQuery: true,
    isEven: true,
    sigma: {fire_w1: 1, fire_b1: 0.5, fire_w2: 0.6, fire_b2: 0},
    fixed: {fire_c: 1},
  },
  'clipped-bias': {name: 'clipped bias', sigma: {'': 1}},
  t5: {name: 'T5', hasSides: true, sigma: {'': 1}},
  'shaw-keys': {name: 'Shaw', sigma: {'': 1}},
  'transformer-xl': {
    name: 'Transformer-XL',
    sigma: {txl_u: 0.3, txl_v: 1, txl_r: 0.2},
  },
  deberta: {name: 'DeBERTa', sigma: {'': 1}},
  cope: {name: 'CoPE', countsToEnd: true, sigma: {'': 0.25}},
  'rope-half': {name: 'RoPE'},
  xpos: {name: 'xPos'},
};

/** @type {Record<string, string>} */
export const RELATIVE_NAMES = Object.fromEntries(
  Object.entries(RELATIVE).map(([method, {name}]) => [method, name]),
);

export const D_HEAD = 16;
export const N_HEADS = 8;

/** @typedef {{q: Tensor, k: Tensor}} Content (nHeads, n, dHead) each */

/**
 * Random vectors: one query and one key everywhere, or others at every position.
 *
 * @param {Core} core
 * @param {{content: string, n: number, seed: number}} options
 * @returns {Content}
 */
export function contentOf(core, {content, n, seed}) {
  /** @param {string} name */
  const make = (name) => {
    if (content === 'random') return randomNormal(core, {seed, name, shape: [N_HEADS, n, D_HEAD]});
    const one = randomNormal(core, {seed, name, shape: [N_HEADS, D_HEAD]}).data;
    const data = new Float32Array(N_HEADS * n * D_HEAD);
    for (let at = 0; at < data.length; at += D_HEAD) {
      const head = Math.floor(at / (n * D_HEAD));
      data.set(one.subarray(head * D_HEAD, (head + 1) * D_HEAD), at);
    }
    return {data, shape: [N_HEADS, n, D_HEAD]};
  };
  return {q: make('query'), k: make('key')};
}

/**
 * What the core is given for a method, apart from queries and keys.
 *
 * @param {string} method
 * @param {Settings} settings
 */
const sizesOf = (method, {clip, nBuckets, maxDistance, causal, scaleBase}) => ({
  method,
  nHeads: N_HEADS,
  dHead: D_HEAD,
  clip,
  nBuckets,
  maxDistance,
  causal,
  scaleBase,
  maxLen: 32, // of CoPE: the positions it can count up to
});

/**
 * The numbers that a method would learn: drawn by the seed, or as stated.
 *
 * @param {Core} core
 * @param {string} method
 * @param {Settings} settings
 * @returns {Record<string, Tensor>}
 */
export function tensorsOf(core, method, settings) {
  const {sigma = {}, fixed = {}} = RELATIVE[method];
  const stated = {...fixed, fire_L: settings.threshold};
  const entries = methodTensors(core, sizesOf(method, settings)).map(({name, shape}) => {
    const end = name.replace(/^.*\./, '');
    const size = shape.reduce((a, b) => a * b, 1);
    const {[end]: value} = /** @type {Record<string, number>} */ (stated);
    if (value !== undefined) return [name, {data: new Float32Array(size).fill(value), shape}];
    const by = sigma[end] ?? sigma[''] ?? 1;
    return [name, randomNormal(core, {seed: settings.seed, name: end, shape, sigma: by})];
  });
  return Object.fromEntries(entries);
}

/**
 * @param {Core} core
 * @param {string} method
 * @param {Settings} settings
 * @param {Content} content q may have fewer positions: they are the last ones
 * @param {Record<string, Tensor>} [tensors]
 * @returns {Tensor} (nHeads, nQuery, nKey)
 */
export function effectOf(core, method, settings, {q, k}, tensors) {
  const sizes = sizesOf(method, settings);
  if (findMethod(core, method).actsOn === 'qk') {
    const rotated = methodQk(core, {...sizes, q, k});
    const [after, before] = [rotated, {q, k}].map((pair) => logitsOf(core, pair));
    return {data: after.data.map((value, at) => value - before.data[at]), shape: after.shape};
  }
  const learned = tensors ?? tensorsOf(core, method, settings);
  return methodBias(core, {...sizes, q, k, tensors: learned});
}

/**
 * Whether a method's effect on a logit depends on the query and the key themselves.
 *
 * @param {Core} core
 * @param {string} method
 */
export const readsContent = (core, method) =>
  findMethod(core, method).actsOn === 'qk' || methodFacts(core, method).readsContent;

/** @param {Core} core @param {Content} content */
const logitsOf = (core, {q, k}) => attention(core, {q, k, v: k}).logits;

/**
 * Some of the positions of every head.
 *
 * @param {Tensor} tensor (nHeads, n, d)
 * @param {number} first
 * @param {number} count
 * @returns {Tensor} (nHeads, count, d)
 */
export function positionsOf({data, shape: [nHeads, n, d]}, first, count) {
  const out = new Float32Array(nHeads * count * d);
  for (let head = 0; head < nHeads; head++) {
    const from = (head * n + first) * d;
    out.set(data.subarray(from, from + count * d), head * count * d);
  }
  return {data: out, shape: [nHeads, count, d]};
}

/**
 * Positions in the opposite order.
 *
 * @param {Tensor} tensor (nHeads, n, d)
 * @returns {Tensor}
 */
export function reversed({data, shape}) {
  const [nHeads, n, d] = shape;
  const out = new Float32Array(data.length);
  for (let head = 0; head < nHeads; head++) {
    for (let row = 0; row < n; row++) {
      const from = (head * n + row) * d;
      out.set(data.subarray(from, from + d), (head * n + n - 1 - row) * d);
    }
  }
  return {data: out, shape};
}

/**
 * What is added when the offset has the wrong sign: i - j where j - i is meant. The kernel is right, and
 * is given both sides the other way round.
 *
 * @param {Core} core
 * @param {string} method
 * @param {Settings} settings
 * @param {Content} content of as many queries as keys
 * @returns {Tensor} (nHeads, n, n)
 */
export function effectOfWrongSign(core, method, settings, {q, k}) {
  const effect = effectOf(core, method, settings, {q: reversed(q), k: reversed(k)});
  const {data, shape} = reversed(effect); // the queries back in their order, and now the keys
  const n = shape[2];
  for (let at = 0; at < data.length; at += n) data.subarray(at, at + n).reverse();
  return {data, shape};
}

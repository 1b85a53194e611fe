// @ts-check
// The curves against distance that one head of each method can draw. The columns come from the core's own
// kernels: a method that is linear in what it learns is run with each of its numbers alone, one per head.
import {randomNormal} from '../../core/base.js';
import {attention} from '../../core/nn.js';
import {alibiBias, methodBias, methodQk, methodTensors} from '../../core/pe.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Family} from './fit.js' */

/**
 * A method with one query, the last, against n keys. `numbers`: how many it is free to choose. `draw` is
 * the curve that the core makes of found numbers, by distance.
 *
 * @typedef {Family & {method: string, name: string, numbers: number,
 *   draw(coefficients: readonly number[], inner: number): Float64Array}} NamedFamily
 */

const CLIP = 16;
const BUCKETS = 32;
const RULE = {nBuckets: BUCKETS, maxDistance: 128};
const HIDDEN = 32; // of FIRE
const COUNTED = 32; // positions that CoPE can count to
const WIDTH = 16; // of a head that is rotated, and of Transformer-XL's sinusoids

/**
 * @param {Core} core
 * @param {number} n keys
 * @returns {NamedFamily[]} from few free numbers to many
 */
export const familiesOf = (core, n) => [
  alibi(core, n),
  ...kerple(core, n),
  rotary(core, n, 'rope-half', 'RoPE'),
  rotary(core, n, 'xpos', 'xPos'),
  transformerXl(core, n),
  clipped(core, n),
  t5(core, n),
  deberta(core, n),
  fire(core, n),
  cope(core, n),
];

/**
 * @param {readonly number[]} shape
 * @param {(...index: number[]) => number} value
 * @returns {Tensor}
 */
function filled(shape, value) {
  const [a, b, c] = [...shape, 1, 1];
  const data = new Float32Array(a * b * c);
  let at = 0;
  for (let i = 0; i < a; i++)
    for (let j = 0; j < b; j++) for (let k = 0; k < c; k++) data[at++] = value(i, j, k);
  return {data, shape};
}

/** @param {number} i @param {number} j */
const same = (i, j) => (i === j ? 1 : 0);

/**
 * Each head of the last query by distance.
 *
 * @param {Tensor} bias (nHeads, 1, n)
 * @returns {Float64Array[]}
 */
function byDistance({data, shape: [nHeads, , n]}) {
  return Array.from({length: nHeads}, (_, h) =>
    Float64Array.from(data.subarray(h * n, (h + 1) * n)).reverse(),
  );
}

/**
 * @param {Core} core
 * @param {string} method
 * @param {number} n
 * @param {{nHeads: number, dHead?: number, q?: Tensor, k?: Tensor, [setting: string]: any}} options
 * @param {Record<string, Tensor>} tensors
 */
function biasOf(core, method, n, {nHeads, dHead = 1, q, k, ...settings}, tensors) {
  const zero = (/** @type {number} */ rows) => ({
    data: new Float32Array(nHeads * rows * dHead),
    shape: [nHeads, rows, dHead],
  });
  const content = {q: q ?? zero(1), k: k ?? zero(n)};
  return byDistance(methodBias(core, {method, ...content, ...settings, tensors}));
}

/** @param {Core} core @param {number} n @returns {NamedFamily} */
function alibi(core, n) {
  const draw = (/** @type {readonly number[]} */ [slope]) =>
    byDistance(alibiBias(core, {slopes: [slope], nQuery: 1, nKey: n, mask: 'none'}))[0];
  const columns = () => [[draw([1])]];
  return {method: 'alibi', name: 'ALiBi', numbers: 1, isFalling: true, columns, draw};
}

/** @param {Core} core @param {number} n @returns {NamedFamily[]} */
function kerple(core, n) {
  /** @typedef {readonly number[]} Numbers one a curve */
  const run = (
    /** @type {string} */ method,
    /** @type {Numbers} */ as,
    /** @type {Numbers} */ ps,
  ) => {
    const nHeads = as.length;
    const tensors = {
      kerple_a: filled([nHeads], (h) => as[h]),
      kerple_p: filled([nHeads], (h) => ps[h]),
    };
    return biasOf(core, method, n, {nHeads}, tensors);
  };
  const ones = (/** @type {Numbers} */ inners) => inners.map(() => 1);
  const common = {numbers: 2, isFalling: true, isFine: true};
  return [
    {
      ...common,
      method: 'kerple-log',
      name: 'KERPLE log',
      inner: {low: 0.01, high: 1000, steps: 24},
      columns: (as) => run('kerple-log', as, ones(as)).map((curve) => [curve]),
      draw: ([p], a) => run('kerple-log', [a], [p])[0],
    },
    {
      ...common,
      method: 'kerple-power',
      name: 'KERPLE power',
      inner: {low: 0.01, high: 2, steps: 24},
      columns: (ps) => run('kerple-power', ones(ps), ps).map((curve) => [curve]),
      draw: ([a], p) => run('kerple-power', [a], [p])[0],
    },
  ];
}

/**
 * One query and one key, rotated: a cosine and a sine for each pair.
 *
 * @param {Core} core
 * @param {number} n
 * @param {string} method
 * @param {string} name
 * @returns {NamedFamily}
 */
function rotary(core, n, method, name) {
  const place = (/** @type {number} */ pair, /** @type {number} */ part) =>
    method === 'rope-half' ? pair + (part * WIDTH) / 2 : 2 * pair + part;
  const run = (/** @type {Tensor} */ q, /** @type {Tensor} */ k) => {
    const rotated = methodQk(core, {method, q, k});
    const [after, before] = [rotated, {q, k}].map((both) =>
      byDistance(attention(core, {...both, v: both.k}).logits),
    );
    return after.map((row, h) => row.map((value, d) => value - before[h][d]));
  };
  const pairs = Array.from({length: WIDTH / 2}, (_, pair) => pair);
  const columns = () => {
    const at = (/** @type {number} */ h) => place(h >> 1, h & 1);
    const q = filled([WIDTH, 1, WIDTH], (h, _row, c) => same(c, place(h >> 1, 0)));
    const k = filled([WIDTH, n, WIDTH], (h, _row, c) => same(c, at(h)));
    return [run(q, k)];
  };
  return {
    method,
    name,
    numbers: WIDTH,
    columns,
    draw: (found) => {
      const key = new Float32Array(WIDTH);
      for (const pair of pairs)
        for (const part of [0, 1]) key[place(pair, part)] = found[2 * pair + part];
      const firsts = pairs.map((pair) => place(pair, 0));
      const q = filled([1, 1, WIDTH], (_h, _row, c) => (firsts.includes(c) ? 1 : 0));
      return run(
        q,
        filled([1, n, WIDTH], (_h, _row, c) => key[c]),
      )[0];
    },
  };
}

/** @param {Core} core @param {number} n @returns {NamedFamily} */
function transformerXl(core, n) {
  const columns = () => {
    const zero = filled([WIDTH, 1], () => 0);
    const tensors = {
      'attn.txl_u': zero,
      'attn.txl_v': filled([WIDTH, 1], () => 1),
      'attn.txl_r': filled([WIDTH, 1, WIDTH], (h, _row, c) => same(h, c)),
    };
    return [biasOf(core, 'transformer-xl', n, {nHeads: WIDTH}, tensors)];
  };
  const draw = (/** @type {readonly number[]} */ found) => {
    const tensors = {
      'attn.txl_u': filled([1, WIDTH], () => 0),
      'attn.txl_v': filled([1, WIDTH], (_h, c) => same(c, 0) * Math.sqrt(WIDTH)),
      'attn.txl_r': filled([1, WIDTH, WIDTH], (_h, row, c) => (row === 0 ? found[c] : 0)),
    };
    return biasOf(core, 'transformer-xl', n, {nHeads: 1, dHead: WIDTH}, tensors)[0];
  };
  return {method: 'transformer-xl', name: 'Transformer-XL', numbers: WIDTH, columns, draw};
}

/**
 * The name of the one tensor that a method learns.
 *
 * @param {Core} core
 * @param {string} method
 */
const tableOf = (core, method) => methodTensors(core, {method, nHeads: 1, dHead: 1})[0].name;

/**
 * A family that is linear in all that it learns. `run` makes a curve a head of what each head has learned.
 *
 * @param {string} method
 * @param {string} name
 * @param {number} numbers
 * @param {(nHeads: number, value: (head: number, at: number) => number, inner: number) => Float64Array[]} run
 * @returns {NamedFamily}
 */
const linear = (method, name, numbers, run) => ({
  method,
  name,
  numbers,
  columns: (inners) => inners.map((inner) => run(numbers, same, inner)),
  draw: (found, inner) => run(1, (_head, at) => found[at], inner)[0],
});

/** @param {Core} core @param {number} n */
function clipped(core, n) {
  const name = tableOf(core, 'clipped-bias');
  return linear('clipped-bias', 'clipped, Shaw', CLIP + 1, (nHeads, value) => {
    const rows = filled([nHeads, 2 * CLIP + 1], (h, row) =>
      row <= CLIP ? value(h, CLIP - row) : 0,
    );
    return biasOf(core, 'clipped-bias', n, {nHeads, clip: CLIP}, {[name]: rows});
  });
}

/** @param {Core} core @param {number} n */
function t5(core, n) {
  const name = tableOf(core, 't5');
  return linear('t5', 'T5', BUCKETS, (nHeads, value) => {
    const table = filled([BUCKETS, nHeads], (bucket, h) => value(h, bucket));
    return biasOf(core, 't5', n, {nHeads, ...RULE, causal: true}, {[name]: table});
  });
}

/** @param {Core} core @param {number} n */
const deberta = (core, n) =>
  linear('deberta', 'DeBERTa', BUCKETS, (nHeads, value) => {
    const shape = [nHeads, 2 * BUCKETS, 1]; // the second half is for keys before the query
    const past = filled(shape, (h, row) => (row < BUCKETS ? 0 : value(h, row - BUCKETS)));
    const tensors = {'attn.deberta_k': past, 'attn.deberta_q': filled(shape, () => 0)};
    const q = filled([nHeads, 1, 1], () => 1);
    return biasOf(core, 'deberta', n, {nHeads, q, ...RULE}, tensors);
  });

/** Its hidden layer as drawn, its output layer free. @param {Core} core @param {number} n */
function fire(core, n) {
  const draw = (/** @type {string} */ name, /** @type {number} */ sigma) =>
    randomNormal(core, {seed: 42, name, shape: [HIDDEN], sigma});
  const hidden = {
    'attn.fire_w1': draw('fire_w1', 1),
    'attn.fire_b1': draw('fire_b1', 0.5),
    'attn.fire_c': filled([1], () => 1),
    'attn.fire_L': filled([1], () => n),
  };
  return linear('fire', 'FIRE', HIDDEN, (nHeads, value) => {
    const output = {
      'attn.fire_w2': filled([nHeads, HIDDEN], value),
      'attn.fire_b2': filled([nHeads], () => 0),
    };
    return biasOf(core, 'fire', n, {nHeads, width: HIDDEN}, {...hidden, ...output});
  });
}

/** Every key opens its gate as far as every other. @param {Core} core @param {number} n @returns {NamedFamily} */
function cope(core, n) {
  // a query of one 1 reads one row of the table; its last element opens the gates and reads nothing
  const dHead = COUNTED + 1;
  const family = linear('cope', 'CoPE', COUNTED, (nHeads, value, gate) => {
    const open = Math.log(gate / (1 - gate)) * Math.sqrt(dHead);
    const q = filled([nHeads, 1, dHead], (h, _row, c) => (c < COUNTED ? value(h, c) : 1));
    const k = {data: new Float32Array(nHeads * n * dHead), shape: [nHeads, n, dHead]};
    for (let at = COUNTED; at < k.data.length; at += dHead) k.data[at] = open;
    const options = {nHeads, dHead, q, k, maxLen: COUNTED, causal: true};
    return biasOf(core, 'cope', n, options, {'attn.cope_emb': filled([COUNTED, dHead], same)});
  });
  return {...family, numbers: COUNTED + 1, inner: {low: 0.06, high: 0.95, steps: 8}};
}

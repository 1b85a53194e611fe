// @ts-check
// The curves against distance that one head of each method can draw. The columns come from the core's own
// kernels: a method that is linear in what it learns is asked for each of its numbers alone, a head each.
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
const MAX_DISTANCE = 128;
const HIDDEN = 32; // of FIRE
const COUNTED = 32; // positions that CoPE can count to
const WIDTH = 16; // of a head that turns, and of Transformer-XL's sinusoids

/**
 * @param {Core} core
 * @param {number} n keys
 * @returns {NamedFamily[]} from few free numbers to many
 */
export const familiesOf = (core, n) => [
  alibi(core, n),
  ...kerple(core, n),
  turning(core, n, 'rope-half', 'RoPE'),
  turning(core, n, 'xpos', 'xPos'),
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
  const data = Float32Array.from({length: a * b * c}, (_, at) =>
    value(Math.floor(at / (b * c)), Math.floor(at / c) % b, at % c),
  );
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
  const zero = (/** @type {number} */ rows) => filled([nHeads, rows, dHead], () => 0);
  const content = {q: q ?? zero(1), k: k ?? zero(n)};
  return byDistance(methodBias(core, {method, ...content, ...settings, tensors}));
}

/** @param {Core} core @param {number} n @returns {NamedFamily} */
function alibi(core, n) {
  const draw = (/** @type {readonly number[]} */ [slope]) =>
    byDistance(alibiBias(core, {slopes: [slope], nQuery: 1, nKey: n, mask: 'none'}))[0];
  const columns = () => [draw([1])];
  return {method: 'alibi', name: 'ALiBi', numbers: 1, isFalling: true, columns, draw};
}

/** @param {Core} core @param {number} n @returns {NamedFamily[]} */
function kerple(core, n) {
  const run = (/** @type {string} */ method, /** @type {number} */ a, /** @type {number} */ p) => {
    const tensors = {kerple_a: filled([1], () => a), kerple_p: filled([1], () => p)};
    return biasOf(core, method, n, {nHeads: 1}, tensors)[0];
  };
  const common = {numbers: 2, isFalling: true, isFine: true};
  return [
    {
      ...common,
      method: 'kerple-log',
      name: 'KERPLE log',
      inner: {low: 0.01, high: 1000, steps: 24},
      columns: (a) => [run('kerple-log', a, 1)],
      draw: ([p], a) => run('kerple-log', a, p),
    },
    {
      ...common,
      method: 'kerple-power',
      name: 'KERPLE power',
      inner: {low: 0.01, high: 2, steps: 24},
      columns: (p) => [run('kerple-power', 1, p)],
      draw: ([a], p) => run('kerple-power', a, p),
    },
  ];
}

/**
 * One query and one key, turned: a cosine and a sine for each pair.
 *
 * @param {Core} core
 * @param {number} n
 * @param {string} method
 * @param {string} name
 * @returns {NamedFamily}
 */
function turning(core, n, method, name) {
  const place = (/** @type {number} */ pair, /** @type {number} */ part) =>
    method === 'rope-half' ? pair + (part * WIDTH) / 2 : 2 * pair + part;
  const run = (/** @type {Tensor} */ q, /** @type {Tensor} */ k) => {
    const turned = methodQk(core, {method, q, k});
    const [after, before] = [turned, {q, k}].map((both) =>
      byDistance(attention(core, {...both, v: both.k}).logits),
    );
    return after.map((row, h) => row.map((value, d) => value - before[h][d]));
  };
  const pairs = Array.from({length: WIDTH / 2}, (_, pair) => pair);
  const columns = () => {
    const at = (/** @type {number} */ h) => place(h >> 1, h & 1);
    const q = filled([WIDTH, 1, WIDTH], (h, _row, c) => same(c, place(h >> 1, 0)));
    return run(
      q,
      filled([WIDTH, n, WIDTH], (h, _row, c) => same(c, at(h))),
    );
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
    return biasOf(core, 'transformer-xl', n, {nHeads: WIDTH}, tensors);
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

/** @param {Core} core @param {number} n @returns {NamedFamily} */
function clipped(core, n) {
  const name = tableOf(core, 'clipped-bias');
  const run = (
    /** @type {number} */ nHeads,
    /** @type {(h: number, d: number) => number} */ value,
  ) =>
    biasOf(
      core,
      'clipped-bias',
      n,
      {nHeads, clip: CLIP},
      {
        [name]: filled([nHeads, 2 * CLIP + 1], (h, row) =>
          row <= CLIP ? value(h, CLIP - row) : 0,
        ),
      },
    );
  return {
    method: 'clipped-bias',
    name: 'clipped, Shaw',
    numbers: CLIP + 1,
    columns: () => run(CLIP + 1, same),
    draw: (found) => run(1, (_h, d) => found[d])[0],
  };
}

/** @param {Core} core @param {number} n @returns {NamedFamily} */
function t5(core, n) {
  const name = tableOf(core, 't5');
  const rule = {nBuckets: BUCKETS, maxDistance: MAX_DISTANCE, causal: true};
  const run = (
    /** @type {number} */ nHeads,
    /** @type {(b: number, h: number) => number} */ value,
  ) => biasOf(core, 't5', n, {nHeads, ...rule}, {[name]: filled([BUCKETS, nHeads], value)});
  return {
    method: 't5',
    name: 'T5',
    numbers: BUCKETS,
    columns: () => run(BUCKETS, same),
    draw: (found) => run(1, (bucket) => found[bucket])[0],
  };
}

/** @param {Core} core @param {number} n @returns {NamedFamily} */
function deberta(core, n) {
  const rule = {nBuckets: BUCKETS, maxDistance: MAX_DISTANCE};
  const run = (
    /** @type {number} */ nHeads,
    /** @type {(h: number, b: number) => number} */ value,
  ) => {
    const tensors = {
      'attn.deberta_k': filled([nHeads, 2 * BUCKETS, 1], (h, row) =>
        row >= BUCKETS ? value(h, row - BUCKETS) : 0,
      ),
      'attn.deberta_q': filled([nHeads, 2 * BUCKETS, 1], () => 0),
    };
    const q = filled([nHeads, 1, 1], () => 1);
    return biasOf(core, 'deberta', n, {nHeads, q, ...rule}, tensors);
  };
  return {
    method: 'deberta',
    name: 'DeBERTa',
    numbers: BUCKETS,
    columns: () => run(BUCKETS, same),
    draw: (found) => run(1, (_h, bucket) => found[bucket])[0],
  };
}

/** Its hidden layer as drawn, its output layer free. @param {Core} core @param {number} n @returns {NamedFamily} */
function fire(core, n) {
  const draw = (/** @type {string} */ name, /** @type {number} */ sigma) =>
    randomNormal(core, {seed: 42, name, shape: [HIDDEN], sigma});
  const hidden = {
    'attn.fire_w1': draw('fire_w1', 1),
    'attn.fire_b1': draw('fire_b1', 0.5),
    'attn.fire_c': filled([1], () => 1),
    'attn.fire_L': filled([1], () => n),
  };
  const run = (
    /** @type {number} */ nHeads,
    /** @type {(h: number, c: number) => number} */ value,
  ) =>
    biasOf(
      core,
      'fire',
      n,
      {nHeads, width: HIDDEN},
      {
        ...hidden,
        'attn.fire_w2': filled([nHeads, HIDDEN], value),
        'attn.fire_b2': filled([nHeads], () => 0),
      },
    );
  return {
    method: 'fire',
    name: 'FIRE',
    numbers: HIDDEN,
    columns: () => run(HIDDEN, same),
    draw: (found) => run(1, (_h, unit) => found[unit])[0],
  };
}

/** Every key opens its gate as far as every other. @param {Core} core @param {number} n @returns {NamedFamily} */
function cope(core, n) {
  const run = (
    /** @type {number} */ nHeads,
    /** @type {number} */ gate,
    /** @type {(h: number, position: number) => number} */ value,
  ) => {
    // a query of one 1 reads one row of the table; the last element opens the gates and reads nothing
    const dHead = COUNTED + 1;
    const open = Math.log(gate / (1 - gate)) * Math.sqrt(dHead);
    const q = filled([nHeads, 1, dHead], (h, _row, c) => (c < COUNTED ? value(h, c) : 1));
    const k = filled([nHeads, n, dHead], (_h, _row, c) => (c < COUNTED ? 0 : open));
    const table = filled([COUNTED, dHead], same);
    const options = {nHeads, dHead, q, k, maxLen: COUNTED, causal: true};
    return biasOf(core, 'cope', n, options, {'attn.cope_emb': table});
  };
  return {
    method: 'cope',
    name: 'CoPE',
    numbers: COUNTED + 1,
    inner: {low: 0.06, high: 0.95, steps: 8},
    columns: (gate) => run(COUNTED, gate, same),
    draw: (found, gate) => run(1, gate, (_h, position) => found[position])[0],
  };
}

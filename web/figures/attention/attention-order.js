// @ts-check
import {permutation, randomNormal} from '../../core/base.js';
import {matmul, maxAbsDiff} from '../../core/linalg.js';
import {toyTokens} from '../../core/model.js';
import {attention} from '../../core/nn.js';
import {learnedInit, learnedLookup, sinusoidal} from '../../core/pe.js';
import {colourFor} from '../../draw/colour.js';
import {formatNumber} from '../../draw/format.js';
import {COMMON_SLIP} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {HeatmapPanel, Panel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const MAX_WORDS = 6; // 720 orders

/**
 * Every order of n things, the given one first.
 *
 * @param {number} n
 * @returns {number[][]}
 */
function allOrders(n) {
  /** @type {number[][]} */
  let orders = [[]];
  for (let k = 0; k < n; k++) {
    const rest = (/** @type {number[]} */ order) =>
      Array.from({length: n}, (_, j) => j).filter((j) => !order.includes(j));
    orders = orders.flatMap((order) => rest(order).map((j) => [...order, j]));
  }
  return orders;
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {number} n
 * @returns {number[][]} order[index] = the token that sits there; the first is the sentence itself
 */
function ordersOf(core, {orders, count, seed}, n) {
  if (orders === 'all') return allOrders(n);
  const given = Array.from({length: n}, (_, k) => k);
  const random = Array.from({length: count}, (_, k) =>
    Array.from(permutation(core, {seed, name: `order ${k}`, n}).data),
  );
  return [given, ...random];
}

/**
 * One attention layer on every order at once: the orders stand where heads do, since heads never
 * see each other.
 *
 * @param {Core} core
 * @param {Tensor} tokens (n, d)
 * @param {Tensor | null} table (n, d) added to the rows, or null
 * @param {number[][]} orders
 * @param {{seed: number, causal: boolean}} options
 * @returns {Tensor} (orders, n, d)
 */
function layerOnOrders(core, tokens, table, orders, {seed, causal}) {
  const [n, d] = tokens.shape;
  const x = {data: new Float32Array(orders.length * n * d), shape: [orders.length * n, d]};
  let at = 0;
  for (const order of orders) {
    for (const [index, token] of order.entries()) {
      for (let c = 0; c < d; c++)
        x.data[at++] = tokens.data[token * d + c] + (table ? table.data[index * d + c] : 0);
    }
  }
  const [q, k, v] = ['query', 'key', 'value'].map((name) => {
    const weight = randomNormal(core, {seed, name, shape: [d, d], sigma: 1 / Math.sqrt(d)});
    return {data: matmul(core, {a: x, b: weight}).data, shape: [orders.length, n, d]};
  });
  return attention(core, {q, k, v, causal}).output;
}

/**
 * The outputs of every order, each moved back to its token's place in the sentence.
 *
 * @param {Tensor} output (orders, n, d)
 * @param {number[][]} orders
 * @returns {Tensor} (orders, n, d)
 */
function movedBack({data, shape}, orders) {
  const [, n, d] = shape;
  const out = new Float32Array(data.length);
  for (const [row, order] of orders.entries()) {
    for (const [index, token] of order.entries()) {
      const from = (row * n + index) * d;
      out.set(data.subarray(from, from + d), (row * n + token) * d);
    }
  }
  return {data: out, shape};
}

/** @param {Tensor} output (orders, n, d) @returns {Tensor} (orders, 1, d) the mean over positions */
function pooled({data, shape: [nOrders, n, d]}) {
  const out = new Float32Array(nOrders * d);
  for (let row = 0; row < nOrders * n; row++) {
    const at = Math.floor(row / n) * d;
    for (let c = 0; c < d; c++) out[at + c] += data[row * d + c] / n;
  }
  return {data: out, shape: [nOrders, 1, d]};
}

/** @param {Tensor} outputs @returns {Tensor} the first order's, repeated for each */
function firstRepeated({data, shape: [nOrders, n, d]}) {
  const out = new Float32Array(data.length);
  for (let row = 0; row < nOrders; row++) out.set(data.subarray(0, n * d), row * n * d);
  return {data: out, shape: [nOrders, n, d]};
}

/**
 * How far each position's output is from that of the sentence itself, in parts of its usual length.
 *
 * @param {Tensor} outputs (orders, n, d)
 * @returns {Tensor} (orders, n), in percent
 */
function changes({data, shape: [nOrders, n, d]}) {
  const out = new Float32Array(nOrders * n);
  const usual = Math.hypot(...data.subarray(0, n * d)) / Math.sqrt(n);
  for (let k = 0; k < nOrders * n; k++) {
    const first = (k % n) * d;
    let sum = 0;
    for (let c = 0; c < d; c++) sum += (data[k * d + c] - data[first + c]) ** 2;
    out[k] = (100 * Math.sqrt(sum)) / usual;
  }
  return {data: out, shape: [nOrders, n]};
}

/** @param {Tensor} table (orders, n) percent a index @returns {Float32Array} percent an order */
const perOrder = ({data, shape: [nOrders, n]}) =>
  Float32Array.from(
    {length: nOrders},
    (_, row) => Math.hypot(...data.subarray(row * n, (row + 1) * n)) / Math.sqrt(n),
  );

/** @param {Float32Array} values without the sentence itself */
const meanOfOthers = (values) =>
  values.subarray(1).reduce((a, b) => a + b, 0) / Math.max(1, values.length - 1);

/**
 * @param {string} title
 * @param {Tensor} tensor (orders, n)
 * @param {string[]} words
 * @param {boolean} isBack
 * @param {HeatmapPanel['colour']} colour
 * @returns {HeatmapPanel}
 */
function heatmapOf(title, tensor, words, isBack, colour) {
  return {
    kind: 'heatmap',
    title,
    tensor,
    x: isBack ? {label: 'token', names: words} : {label: 'position'},
    y: {label: 'order'},
    value: {label: 'change in %'},
    colour,
    aspect: 0.75,
  };
}

/**
 * What shuffling the tokens does to an attention layer, with position and without.
 *
 * Attributes: text, orders (random, all), count (random orders), compare (index, back), method
 * (sinusoidal, learned), d-model, seed.
 */
export class AttentionOrder extends Figure {
  static tag = 'attention-order';

  static settings = /** @type {Schema} */ ({
    text: {type: 'text', default: 'the cat sat on the mat', maxLength: 80, label: 'Sentence'},
    orders: {
      type: 'choice',
      default: 'random',
      options: {random: 'random orders', all: 'all orders'},
      label: 'Orders',
    },
    count: {type: 'int', default: 50, min: 1, max: 200, label: 'Random orders'},
    compare: {
      type: 'choice',
      default: 'back',
      options: {index: 'position by position', back: 'moved back to their tokens'},
      label: 'Outputs compared',
    },
    method: {
      type: 'choice',
      default: 'sinusoidal',
      options: {sinusoidal: 'sinusoidal', learned: 'learned, before training (σ 1)'},
      label: 'Position',
    },
    dModel: {type: 'int', default: 32, min: 2, max: 64, label: 'Width d'},
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'permutation-variance': {
      title: 'One layer of attention, many orders of one sentence',
      controls: ['text', 'orders', 'count', 'compare', 'method', 'seed'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    causal: {
      label: 'the same claim under a causal mask',
      source: COMMON_SLIP,
      breaks: 'equivariance',
      says: ({value}) =>
        'A causal mask hides what comes later, so a token’s output depends on its place even without an encoding: ' +
        `moved back to their tokens, the outputs still differ by up to ${value('equivariance')}.`,
    },
  });

  /** @param {Core} core @param {Settings} settings @param {string} fault @returns {Drawing} */
  static compute(core, settings, fault) {
    const words = settings.text.trim().split(/\s+/);
    if (words.length < 2 || words.length > MAX_WORDS) {
      throw new RangeError(
        `The sentence must have 2 to ${MAX_WORDS} words, since ${MAX_WORDS} have 720 orders, got ${words.length}.`,
      );
    }
    const {seed, dModel} = settings;
    const ids = toyTokens(settings.text);
    const embedding = randomNormal(core, {seed, name: 'embedding', shape: [words.length, dModel]});
    const tokens = learnedLookup(core, {table: embedding, positions: ids});
    const table =
      settings.method === 'learned'
        ? learnedInit(core, {maxLen: words.length, dModel, sigma: 1, seed})
        : sinusoidal(core, {nPos: words.length, dModel});
    const orders = ordersOf(core, settings, words.length);
    const options = {seed, causal: fault === 'causal'};
    const outputs = [null, table].map((t) => layerOnOrders(core, tokens, t, orders, options));
    return drawingOf(core, settings, words, orders, outputs);
  }
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {string[]} words
 * @param {number[][]} orders
 * @param {Tensor[]} outputs without position, with it
 * @returns {Drawing}
 */
function drawingOf(core, {compare, method}, words, orders, outputs) {
  const names = ['without position', `with ${method}`];
  const backs = outputs.map((output) => movedBack(output, orders));
  const pools = outputs.map(pooled);
  const byIndex = outputs.map(changes);
  const byToken = backs.map(changes);
  const isBack = compare === 'back';
  const shown = isBack ? byToken : byIndex;
  const colour = colourFor('weight', ...shown.map((t) => t.data));
  const means = [byIndex, byToken, pools.map(changes)].map((pair) =>
    pair.map((t) => meanOfOthers(perOrder(t))),
  );
  /** @type {Panel[]} */
  const panels = [
    ...names.map((name, k) => heatmapOf(name, shown[k], words, isBack, colour)),
    barsOf(names, means),
    curvesOf(names, byIndex.map(perOrder), byToken.map(perOrder)),
  ];
  const value = maxAbsDiff(core, {a: backs[0], b: firstRepeated(backs[0])});
  const pooledValue = maxAbsDiff(core, {a: pools[0], b: firstRepeated(pools[0])});
  return {
    panels,
    columns: 2,
    meters: [
      {name: 'equivariance', label: 'without position: f(PX) = P f(X)', value, limit: 1e-5},
      {name: 'pooled', label: 'without position: equal averages', value: pooledValue, limit: 1e-5},
    ],
    note:
      `${orders.length} orders, the first is the sentence itself. Without position: position by position ${formatNumber(means[0][0])} % change ` +
      `on average, moved back ${formatNumber(means[1][0])} %. With position: moved back ${formatNumber(means[1][1])} %.`,
  };
}

/**
 * @param {string[]} names
 * @param {number[][]} means [measure][without, with] in percent
 * @returns {import('../../draw/panel.js').BarsPanel}
 */
const barsOf = (names, means) => ({
  kind: 'bars',
  title: 'mean change over the orders',
  groups: ['by position', 'moved back', 'averaged'],
  series: names.map((name, k) => ({
    name,
    values: means.map((pair) => pair[k]),
    text: means.map((pair) => (pair[k] < 0.01 ? '0' : `${pair[k].toFixed(0)} %`)),
  })),
  x: {label: 'outputs compared'},
  y: {label: 'change in %'},
  aspect: 0.6,
});

/**
 * @param {string[]} names
 * @param {Float32Array[]} byIndex
 * @param {Float32Array[]} byToken
 * @returns {import('../../draw/panel.js').LinesPanel}
 */
const curvesOf = (names, byIndex, byToken) => ({
  kind: 'lines',
  title: 'each order’s change, sorted',
  series: [
    ['by position', byIndex],
    ['moved back', byToken],
  ].flatMap(([kind, values]) =>
    names.map((name, k) => {
      const y = /** @type {Float32Array[]} */ (values)[k].slice().sort();
      return {name: `${name}, ${kind}`, x: Float32Array.from(y, (_, i) => i), y};
    }),
  ),
  x: {label: 'orders, least changed first'},
  y: {label: 'change in %'},
  aspect: 0.6,
});

// @ts-check

import {fullCore} from '../../core/full-core.js';
import {maxAbsDiff, minDistance, rowSumError} from '../../core/linalg.js';
import {miniBlock, toyTokens} from '../../core/model.js';
import {attention, attentionEntropy} from '../../core/nn.js';
import {colourFor} from '../../draw/colour.js';
import {formatNumber} from '../../draw/format.js';
import {placeOf} from '../../draw/method-colours.js';
import {COMMON_SLIP} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {rowOf, slice} from '../shared/tensors.js';
import {attend, embed, METHOD_NAMES, METHODS, SENTENCE} from '../shared/toy-attention.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {HeatmapPanel, LinesPanel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const MAX_WORDS = 10;

/** @typedef {{method: string, q: Tensor, k: Tensor, weights: Tensor}} Layer */

/**
 * The tokens that a setting names, and what to call them.
 *
 * @param {Settings} settings
 * @returns {{ids: number[], names: string[]}}
 */
function tokensOf({show, tokens, text}) {
  if (show === 'pair') {
    if (tokens.length < 2) throw new RangeError(`tokens must be at least 2, got ${tokens.length}.`);
    return {ids: [...tokens], names: tokens.map(String)};
  }
  const names = text.trim().split(/\s+/);
  if (names.length < 2 || names.length > MAX_WORDS) {
    throw new RangeError(`The sentence must have 2 to ${MAX_WORDS} words, got ${names.length}.`);
  }
  return {ids: Array.from(toyTokens(text)), names};
}

/**
 * One layer with a method of position, or with a mistake: the small block for token numbers,
 * a lone layer for a sentence.
 *
 * @param {Core} core
 * @param {number[]} ids
 * @param {string} method
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Layer}
 */
function layerOf(core, ids, method, {show, dModel, nHeads, sigma, causal, seed}, fault) {
  // position that comes after attention finds the weights made: they are those of no method
  const used = fault === 'after-attention' ? 'none' : method;
  const options = {dModel, nHeads, seed, causal};
  const {q, k, v, bias, weights} =
    show === 'pair'
      ? miniBlock(core, {tokens: ids, vocabSize: 100, methods: METHODS[used], ...options})
      : attend(core, embed(core, {ids, dModel, sigma, seed}), {method: used, ...options});
  if (fault !== 'unscaled') return {method, q, k, weights};
  return {method, q, k, weights: attention(core, {q, k, v, bias, causal, scale: 1}).weights};
}

/** @param {ArrayLike<number>} values */
const rootMeanSquare = (values) => Math.hypot(...Array.from(values)) / Math.sqrt(values.length);

/**
 * The logits' size against that of the queries' and keys' elements: about 1 where q k^T is divided
 * by √d, √d where it is not.
 *
 * @param {Core} core
 * @param {Layer} layer
 * @param {string} fault
 */
function logitSize(core, {q, k}, fault) {
  const {logits} = attention(core, {q, k, v: k, ...(fault === 'unscaled' ? {scale: 1} : {})});
  return rootMeanSquare(logits.data) / (rootMeanSquare(q.data) * rootMeanSquare(k.data));
}

/**
 * @param {Core} core
 * @param {readonly number[]} ids
 * @param {Tensor} weights (nHeads, n, n)
 * @returns {number} the largest distance between the rows of two equal tokens
 */
function apartRows(core, ids, weights) {
  let apart = 0;
  for (let h = 0; h < weights.shape[0]; h++) {
    const map = slice(weights, h);
    for (let j = 1; j < ids.length; j++) {
      const i = ids.indexOf(ids[j]); // j itself where it is the first: no distance
      const data = new Float32Array([...rowOf(map, i), ...rowOf(map, j)]);
      apart = Math.max(apart, minDistance(core, {x: {data, shape: [2, ids.length]}}).distance);
    }
  }
  return apart;
}

/**
 * @param {Core} core
 * @param {readonly number[]} ids
 * @param {Layer[]} layers the first without position
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Meter[]}
 */
function metersOf(core, ids, layers, settings, fault) {
  const [none, ...others] = layers;
  const error = Math.max(...layers.map(({weights}) => rowSumError(core, {x: weights})));
  const felt = Math.min(
    ...others.map(({weights}) => maxAbsDiff(core, {a: weights, b: none.weights})),
  );
  const repeats = new Set(ids).size < ids.length;
  return [
    {name: 'row-sum', label: 'every row sums to 1', value: error, limit: 1e-5},
    // a causal mask tells equal tokens apart by their positions
    ...(repeats && !settings.causal
      ? [
          {
            name: 'same-rows',
            label: 'without position equal tokens have equal rows',
            value: apartRows(core, ids, none.weights),
            limit: 1e-5,
          },
        ]
      : []),
    {
      name: 'position-felt',
      label: 'position changes the weights',
      value: felt,
      limit: 1e-4,
      relation: '≥',
    },
    {
      name: 'logit-size',
      label: 'size of a logit ÷ size of one product of elements',
      value: logitSize(core, none, fault),
      limit: 2,
    },
  ];
}

/**
 * @param {Core} core
 * @param {Layer[]} layers
 * @param {Settings} settings
 */
function noteOf(core, layers, {head, causal}) {
  const n = layers[0].weights.shape[2];
  // under the mask query i sees i + 1 keys
  const nVisible = Array.from({length: n}, (_, i) => (causal ? i + 1 : n));
  const uniform = nVisible.reduce((sum, keys) => sum + Math.log(keys), 0) / n;
  const one = layers.map(({method, weights}) => {
    const {data, shape} = attentionEntropy(core, {weights});
    const row = data.subarray((head - 1) * shape[1], head * shape[1]);
    const mean = row.reduce((a, b) => a + b, 0) / row.length;
    const most = Math.max(...slice(weights, head - 1).data);
    return `${METHOD_NAMES[method]}: mean entropy ${formatNumber(mean)} nats, largest weight ${formatNumber(most)}`;
  });
  return `Head ${head}. ${one.join('; ')}. Evenly spread would be ${formatNumber(uniform)} nats.`;
}

/**
 * @param {string} title
 * @param {Tensor} map (n, n)
 * @param {string[]} names
 * @param {HeatmapPanel['colour']} colour
 * @returns {HeatmapPanel}
 */
const mapOf = (title, map, names, colour) => ({
  kind: 'heatmap',
  title,
  tensor: map,
  x: {label: 'key', names},
  y: {label: 'query', names},
  value: {label: 'weight'},
  colour,
  aspect: 1,
});

/**
 * Weights of one query over the keys, as stems.
 *
 * @param {string} title
 * @param {Tensor} map (n, n)
 * @param {number} query
 * @param {{names: string[], colour: number}} look colour: a place in the palette
 * @returns {LinesPanel}
 */
const stemsOf = (title, map, query, {names, colour}) => ({
  kind: 'lines',
  title,
  series: [
    {
      name: `weights of query ${query} (${names[query]})`,
      x: names.map((_, k) => k),
      y: rowOf(map, query),
      labels: names.map((name, k) => `${k} (${name})`),
      style: 'bars',
      colour,
    },
  ],
  x: {label: 'key', domain: [-0.5, names.length - 0.5], names, at: names.map((_, k) => k)},
  y: {label: 'weight', domain: [0, 1]},
  rules: [{axis: 'x', at: query, label: ''}],
  aspect: 0.7,
});

/**
 * What each arrangement draws.
 *
 * @type {Record<string, (settings: Settings, names: string[], layers: Layer[]) => Drawing>}
 */
const ARRANGE = {
  pair: ({head}, names, layers) => {
    const colour = sharedColour(layers, head);
    const panels = layers.map((layer) =>
      mapOf(titleOf(layer), slice(layer.weights, head - 1), names, colour),
    );
    return {columns: 2, panels};
  },
  grid: ({head}, names, layers) => {
    const [none, ...others] = layers;
    const colour = sharedColour(layers, head);
    const draw = (/** @type {string} */ title, /** @type {Layer} */ {weights}) => ({
      ...mapOf(title, slice(weights, head - 1), names, colour),
      bar: false,
    });
    const without = others.map(({method}) => draw(`without ${METHOD_NAMES[method]}`, none));
    const panels = [...without, ...others.map((layer) => draw(titleOf(layer), layer))];
    return {
      columns: others.length,
      panels,
      note: `The colour of the paper is 0, the strongest blue ${formatNumber(colour.domain[1])}. The upper row is one map three times: without position there is no method to vary.`,
    };
  },
  patterns: ({head, queries}, names, layers) => {
    const asked = queries.filter((/** @type {number} */ query) => query < names.length);
    if (asked.length === 0) {
      const last = names.length - 1;
      throw new RangeError(
        `queries must name positions from 0 to ${last}, got ${queries.join(', ')}.`,
      );
    }
    const panels = layers.flatMap((layer) =>
      asked.map((/** @type {number} */ query) => {
        const title = `${METHOD_NAMES[layer.method]}, query ${query} “${names[query]}”`;
        return stemsOf(title, slice(layer.weights, head - 1), query, {
          names,
          colour: placeOf(layer.method),
        });
      }),
    );
    return {columns: Math.min(3, asked.length), panels, note: 'Dashed: the query itself.'};
  },
};

/** @param {Layer} layer */
const titleOf = ({method}) =>
  method === 'none' ? 'without position' : `with ${METHOD_NAMES[method]}`;

/** @param {Layer[]} layers @param {number} head */
const sharedColour = (layers, head) =>
  colourFor('weight', ...layers.map(({weights}) => slice(weights, head - 1).data));

/** @type {Record<string, (settings: Settings) => string[]>} */
const SHOWN = {
  pair: ({method}) => ['none', method],
  patterns: () => ['none', 'sinusoidal', 'alibi'],
  grid: () => ['none', 'sinusoidal', 'rope', 'alibi'],
};

const {none: _none, ...POSITIONED} = METHOD_NAMES;

/**
 * Maps of attention with position and without, from one set of weights, head by head.
 *
 * Attributes: show (pair, patterns, grid), tokens (pair: numbers of the vocabulary), text (patterns,
 * grid: words), queries (patterns: which are shown), method (pair), head (from 1), n-heads, d-model,
 * sigma (size of an embedding's elements), causal, seed.
 */
export class AttentionMaps extends Figure {
  static tag = 'attention-maps';

  static core = fullCore; // its attention runs the table of methods

  static settings = /** @type {Schema} */ ({
    show: {
      type: 'choice',
      default: 'pair',
      options: {pair: 'with and without', patterns: 'three queries', grid: 'three methods'},
      label: 'Show',
    },
    tokens: {type: 'list', default: [1, 1, 1, 2, 2, 2], min: 0, max: 99, label: 'Tokens (0 to 99)'},
    text: {type: 'text', default: SENTENCE, maxLength: 80, label: 'Sentence'},
    queries: {type: 'list', default: [0, 2, 5], min: 0, max: MAX_WORDS - 1, label: 'Queries shown'},
    method: {type: 'choice', default: 'sinusoidal', options: POSITIONED, label: 'Method'},
    head: {
      type: 'int',
      default: 1,
      min: 1,
      max: (/** @type {Settings} */ s) => s.nHeads,
      label: 'Head',
    },
    nHeads: {type: 'int', default: 4, min: 1, max: 4, label: 'Heads'},
    dModel: {type: 'int', default: 64, min: 32, max: 128, step: 16, label: 'Width d'},
    sigma: {
      type: 'number',
      default: 1,
      min: 0.1,
      max: 3,
      step: 0.1,
      label: 'Size of an embedding’s elements',
    },
    causal: {type: 'flag', default: false, label: 'Causal mask'},
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'attn-with-without-pe': {
      title: 'One layer, one set of weights: without position and with it',
      short: 'with and without',
      // a seed whose weights are not all taken by one word: they often are
      settings: {show: 'pair', seed: 50},
      controls: ['head', 'method', 'tokens', 'causal', 'seed'],
    },
    'attn-pattern-3x3': {
      title: 'What three words of the sentence look at',
      short: 'three words',
      settings: {show: 'patterns'},
      controls: ['text', 'queries', 'head', 'sigma', 'causal', 'seed'],
    },
    'nopos-attn-grid': {
      title: 'Three methods, and the same layer without any',
      short: 'all methods',
      settings: {show: 'grid'},
      controls: ['text', 'head', 'sigma', 'causal', 'seed'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    unscaled: {
      label: 'attention without 1/√d',
      source: COMMON_SLIP,
      breaks: 'logit-size',
      says: ({settings: {dModel, nHeads}}) =>
        `The logits are not divided by √${dModel / nHeads}: they are ${formatNumber(Math.sqrt(dModel / nHeads))} times too large, and the softmax puts more of the weight on fewer keys.`,
    },
    'after-attention': {
      label: 'position added after attention',
      source: COMMON_SLIP,
      breaks: 'position-felt',
      says: ({value}) =>
        'Position is added to the output, when the tokens have already been compared: it changes the weights by ' +
        `${value('position-felt')}. All maps of a query are the one without position.`,
    },
  });

  /** @param {Core} core @param {Settings} settings @param {string} fault @returns {Drawing} */
  static compute(core, settings, fault) {
    if (settings.dModel % (2 * settings.nHeads) !== 0) {
      throw new RangeError(
        `Width d must be a multiple of ${2 * settings.nHeads}, for whole pairs in ${settings.nHeads} heads, got ${settings.dModel}.`,
      );
    }
    const {ids, names} = tokensOf(settings);
    const layers = SHOWN[settings.show](settings).map((method) =>
      layerOf(core, ids, method, settings, fault),
    );
    const drawing = ARRANGE[settings.show](settings, names, layers);
    return {
      ...drawing,
      meters: metersOf(core, ids, layers, settings, fault),
      note: `${noteOf(core, layers, settings)} ${drawing.note ?? ''}`,
    };
  }
}

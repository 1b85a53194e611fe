// @ts-check

import {faultAlibiQueryAxis} from '../../core/fault.js';
import {fullCore} from '../../core/full-core.js';
import {maxAbsDiff, pearson, rowSumError} from '../../core/linalg.js';
import {selfAttentionParams, toyTokens} from '../../core/model.js';
import {attention} from '../../core/nn.js';
import {alibiSlopes} from '../../core/pe.js';
import {shadeAt} from '../../draw/theme.js';
import {COMMON_SLIP} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {attend, embed, METHOD_NAMES, METHODS, SENTENCE} from '../shared/toy-attention.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {LinesPanel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

/**
 * One list a head; `rowSum` and `apart` are the largest of all layers.
 *
 * @typedef {{distances: number[][], weights: number[][], rowSum: number, apart: number}} Sample
 */

/** @type {Map<string, ReturnType<typeof selfAttentionParams>>} */
const drawn = new Map();
/** More layers than the figure shows at once. */
const N_KEPT = 64;

/**
 * The weights of a seed, kept: to draw them is much of a layer's work, and most sliders ask for no others.
 *
 * @param {Core} core
 * @param {number} seed
 * @param {number} dModel
 */
function paramsOf(core, seed, dModel) {
  const key = `${seed} ${dModel}`;
  const params = drawn.get(key) ?? selfAttentionParams(core, {seed, dModel});
  if (drawn.size >= N_KEPT) drawn.clear();
  drawn.set(key, params);
  return params;
}

/**
 * Weight against distance over all pairs and several random layers, for each method.
 *
 * @param {Core} core
 * @param {string[]} methods
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Sample[]}
 */
function samplesOf(core, methods, {seqLen, dModel, nHeads, sigma, inits, seed, causal}, fault) {
  const words = toyTokens(SENTENCE);
  // the toy sentence, and other words past its end
  const ids = Array.from({length: seqLen}, (_, k) => words[k] ?? k);
  const empty = () => Array.from({length: nHeads}, () => /** @type {number[]} */ ([]));
  const samples = methods.map(() => ({distances: empty(), weights: empty(), rowSum: 0, apart: 0}));
  for (let draw = 0; draw < inits; draw++) {
    const params = paramsOf(core, seed + draw, dModel);
    const options = {nHeads, seed: seed + draw, causal, params};
    const x = embed(core, {ids, dModel, sigma, seed: seed + draw});
    const none = attend(core, x, {method: 'none', ...options});
    methods.forEach((method, m) => {
      const weights = weightsOf(core, x, none, {method, ...options}, fault);
      samples[m].rowSum = Math.max(samples[m].rowSum, rowSumError(core, {x: weights}));
      samples[m].apart = Math.max(
        samples[m].apart,
        maxAbsDiff(core, {a: weights, b: none.weights}),
      );
      collect(samples[m], weights, causal);
    });
  }
  return samples;
}

/**
 * @param {Core} core
 * @param {Tensor} x
 * @param {ReturnType<typeof attend>} none the layer without position
 * @param {{method: string, nHeads: number, seed: number, causal: boolean, params: any}} options
 * @param {string} fault
 * @returns {Tensor}
 */
function weightsOf(core, x, none, options, fault) {
  if (options.method === 'none') return none.weights;
  if (options.method === 'alibi' && fault === 'query-axis')
    return withQueryBias(core, none, options.nHeads, options.causal);
  return attend(core, x, options).weights;
}

/**
 * @param {Core} core
 * @param {{q: Tensor, k: Tensor}} layer
 * @param {number} nHeads
 * @param {boolean} causal
 */
function withQueryBias(core, {q, k}, nHeads, causal) {
  const n = q.shape[1];
  const bias = faultAlibiQueryAxis(core, {slopes: alibiSlopes(core, {nHeads}), nQuery: n, nKey: n});
  return attention(core, {q, k, v: k, bias, causal}).weights;
}

/**
 * @param {Sample} out
 * @param {Tensor} weights (nHeads, n, n)
 * @param {boolean} causal
 */
function collect(out, {data, shape: [nHeads, n]}, causal) {
  for (let h = 0; h < nHeads; h++) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < (causal ? i + 1 : n); j++) {
        out.distances[h].push(Math.abs(i - j));
        out.weights[h].push(data[(h * n + i) * n + j]);
      }
    }
  }
}

/** @param {number} r */
const rText = (r) =>
  Number.isNaN(r)
    ? 'none'
    : r
        .toFixed(2)
        .replace(/^-0\.00$/, '0.00')
        .replace('-', '−');

/**
 * @param {Core} core
 * @param {string} method
 * @param {Sample} sampled
 * @returns {LinesPanel}
 */
function panelOf(core, method, {distances, weights}) {
  const rs = distances.map((x, h) => pearson(core, {x, y: weights[h]}));
  const spread = Math.min(0.12, 0.6 / distances.length);
  return {
    kind: 'lines',
    title: `${METHOD_NAMES[method]}: r = ${rs.map(rText).join(', ')}`,
    series: distances.map((x, h) => ({
      name: `head ${h + 1}`,
      x: x.map((d) => d + (h - (distances.length - 1) / 2) * spread), // heads side by side, not on top of each other
      y: weights[h],
      labels: x,
      style: /** @type {const} */ ('points'),
      shade: shadeAt(h, distances.length),
    })),
    x: {label: 'distance |i − j|', domain: [-0.5, Math.max(...distances[0]) + 0.5]},
    y: {label: 'weight', domain: [0, 1]},
    aspect: 0.62,
  };
}

/**
 * Does attention fall with distance? By method, head by head, with Pearson's r.
 *
 * Attributes: method (all, or one), sigma (size of an embedding's elements), seq-len, inits (random
 * layers that r is averaged over), d-model, n-heads, causal, seed.
 */
export class AttentionDistance extends Figure {
  static tag = 'attention-distance';

  static core = fullCore; // its attention runs the table of methods

  static settings = /** @type {Schema} */ ({
    method: {
      type: 'choice',
      default: 'all',
      options: {all: 'all four', ...METHOD_NAMES},
      label: 'Method',
    },
    sigma: {
      type: 'number',
      default: 1,
      min: 0.05,
      max: 3,
      step: 0.05,
      label: 'Size of an embedding’s elements',
    },
    seqLen: {type: 'int', default: 6, min: 3, max: 12, label: 'Tokens'},
    inits: {type: 'int', default: 8, min: 1, max: 20, label: 'Random layers'},
    dModel: {type: 'int', default: 64, min: 16, max: 128, step: 16, label: 'Width d'},
    nHeads: {type: 'int', default: 4, min: 1, max: 4, label: 'Heads'},
    causal: {type: 'flag', default: false, label: 'Causal mask'},
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'distance-vs-attention': {
      title: 'Attention weight against distance, in untrained layers',
      controls: ['method', 'sigma', 'seqLen', 'inits', 'causal', 'seed'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'query-axis': {
      label: 'ALiBi’s bias along the query axis',
      source: COMMON_SLIP,
      breaks: 'alibi-acts',
      says: ({value}) =>
        'ALiBi’s bias is built along the queries: every key of a row gets the same number, and the softmax ' +
        `ignores it. The weights differ from those without position by ${value('alibi-acts')}, and r is that of no position.`,
      unseen: 'This bug is in ALiBi’s bias, and the method shown has none: nothing changes.',
    },
  });

  /** @param {Core} core @param {Settings} settings @param {string} fault @returns {Drawing} */
  static compute(core, settings, fault) {
    if (settings.dModel % (2 * settings.nHeads) !== 0) {
      throw new RangeError(
        `Width d must be a multiple of ${2 * settings.nHeads}, for whole pairs in ${settings.nHeads} heads, got ${settings.dModel}.`,
      );
    }
    const methods = settings.method === 'all' ? Object.keys(METHODS) : [settings.method];
    const samples = samplesOf(core, methods, settings, fault);
    const alibi = samples[methods.indexOf('alibi')];
    const rowSum = Math.max(...samples.map((s) => s.rowSum));
    return {
      columns: methods.length > 1 ? 2 : 1,
      panels: methods.map((method, k) => panelOf(core, method, samples[k])),
      meters: [
        {name: 'row-sum', label: 'every row sums to 1', value: rowSum, limit: 1e-5},
        ...(alibi
          ? [
              {
                name: 'alibi-acts',
                label: 'ALiBi changes the weights',
                value: alibi.apart,
                limit: 1e-3,
                relation: /** @type {const} */ ('≥'),
              },
            ]
          : []),
      ],
      note: fault
        ? ''
        : 'r is Pearson’s, one per head. It depends on the size of the embeddings: make them small, and ALiBi’s bias outweighs the content.',
    };
  }
}

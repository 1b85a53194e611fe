// @ts-check
import {fullCore} from '../../core/full-core.js';
import {rowSumError} from '../../core/linalg.js';
import {placeOf} from '../../draw/method-colours.js';
import {shadeAt} from '../../draw/theme.js';
import {Experiment} from '../frame/experiment.js';
import {rowOf} from '../shared/tensors.js';
import {clusters} from './attention-clusters.js';
import {correlations, pairsOf, visibleKeys} from './attention-stats.js';
import {factsOf, grammarLoss, infoOf} from './grammar-facts.js';
import {
  mapOf,
  N_HEADS,
  N_LAYERS,
  probedSpec,
  SENTENCE_LENGTH,
  SENTENCES,
  weightsOf,
} from './grammar-probe.js';
import {ceilingMeters} from './results.js';
import {GRAMMAR_STEPS, methodOf} from './train-specs.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {LinesPanel, TablePanel} from '../../draw/panel.js' */
/** @import {RunState} from '../../workers/protocol.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

/**
 * The models that each arrangement compares, by their keys.
 *
 * @type {Record<string, string[]>}
 */
const SHOWN = {
  patterns: ['none', 'sinusoidal', 'alibi'],
  distance: ['none', 'sinusoidal', 'rope', 'alibi'],
  clusters: ['none', 'sinusoidal', 'learned', 'rope', 'alibi'],
};

/** @param {number} n */
const uniformShares = (n) => Array.from({length: n}, (_, i) => 1 / visibleKeys(i, n, true));

/**
 * Weights of one query over its keys as stems, with rings where an even spread would have them.
 *
 * @param {string} key
 * @param {Tensor | undefined} weights (sentences, heads, n, n)
 * @param {number} query
 * @param {Settings} settings
 * @returns {LinesPanel}
 */
function stems(key, weights, query, settings) {
  const names = SENTENCES[settings.sentence].split(' ');
  const keys = names.slice(0, query + 1);
  const share = uniformShares(names.length)[query];
  const labels = keys.map((name, k) => `${k} (${name})`);
  const x = keys.map((_, k) => k);
  const map = weights && mapOf(weights, Number(settings.sentence), settings.head - 1);
  return {
    kind: 'lines',
    title: `${methodOf(key).name}, query ${query} “${names[query]}”`,
    series: [
      ...(map
        ? [
            {
              name: 'weights',
              x,
              y: rowOf(map, query).subarray(0, query + 1),
              labels,
              style: /** @type {const} */ ('bars'),
              colour: placeOf(key),
            },
          ]
        : []),
      {
        name: 'spread evenly',
        x,
        y: x.map(() => share),
        labels,
        style: 'points',
        open: true,
        reference: /** @type {const} */ ('dots'),
      },
    ],
    x: {label: 'key', domain: [-0.5, names.length - 0.5], names, at: names.map((_, k) => k)},
    y: {label: 'weight', domain: [0, 1.04]},
    aspect: 0.7,
  };
}

/** @param {Core} core @param {Settings} settings @param {RunState[]} runs @returns {Drawing} */
function patterns(core, settings, runs) {
  const {layer, queries} = settings;
  const asked = queries.filter((/** @type {number} */ query) => query < SENTENCE_LENGTH);
  if (asked.length === 0) {
    const last = SENTENCE_LENGTH - 1;
    throw new RangeError(
      `queries must name positions from 0 to ${last}, got ${queries.join(', ')}.`,
    );
  }
  const panels = runs.flatMap((run, m) =>
    asked.map((/** @type {number} */ query) =>
      stems(SHOWN.patterns[m], weightsOf(run, layer - 1), query, settings),
    ),
  );
  return {columns: Math.min(3, asked.length), panels, note: patternNote(core, settings, runs)};
}

/**
 * How even the head's rows are, model by model.
 *
 * @param {Core} _core
 * @param {Settings} settings
 * @param {readonly RunState[]} runs
 */
function patternNote(_core, {layer, head, sentence}, runs) {
  const one = runs.flatMap((run, m) => {
    const weights = weightsOf(run, layer - 1);
    if (!weights) return [];
    const map = mapOf(weights, Number(sentence), head - 1);
    const n = map.shape[0];
    let [most, at] = [0, [0, 0]];
    for (let i = 1; i < n; i++)
      for (let j = 0; j <= i; j++)
        if (map.data[i * n + j] > most) [most, at] = [map.data[i * n + j], [i, j]];
    const names = SENTENCES[sentence].split(' ');
    const place = (/** @type {number} */ k) => `“${names[k]}”@${k}`;
    return [
      `${methodOf(SHOWN.patterns[m]).name}: ${place(at[0])} gives ${place(at[1])} ${most.toFixed(2)}`,
    ];
  });
  if (one.length === 0) return '';
  return `Layer ${layer}, head ${head}, largest weight after the first query. ${one.join('; ')}. Another head may do something else: choose.`;
}

/** @param {Core} core @param {Settings} settings @param {RunState[]} runs @returns {Drawing} */
function distance(core, settings, runs) {
  const {layer, measure} = settings;
  const heads = Array.from({length: N_HEADS}, (_, h) => h);
  const models = runs.map((run, m) => {
    const weights = weightsOf(run, layer - 1);
    const pairs = weights
      ? heads.map((head) =>
          pairsOf(
            SENTENCES.map((_, s) => mapOf(weights, s, head)),
            true,
          ),
        )
      : [];
    return {key: SHOWN.distance[m], pairs, rs: pairs.map((one) => correlations(core, one))};
  });
  const done = models.filter(({pairs}) => pairs.length > 0);
  return {
    columns: 2,
    panels: [
      ...models.map((model) => scatter(model, measure)),
      ...(done.length > 0 ? [correlationTable(done)] : []),
    ],
    note: done.length > 0 ? distanceNote(done, layer) : '',
  };
}

/** @typedef {{key: string, pairs: import('./attention-stats.js').Pairs[], rs: ReturnType<typeof correlations>[]}} Model */

/** What an even spread would have, under the mask: without a model there is this to see. */
const EVEN = (() => {
  const n = SENTENCE_LENGTH;
  const data = new Float32Array(n * n);
  uniformShares(n).forEach((share, i) => {
    data.fill(share, i * n, i * n + i + 1);
  });
  return pairsOf([{data, shape: [n, n]}], true);
})();

/**
 * @param {Model} model
 * @param {string} measure
 * @returns {LinesPanel}
 */
function scatter({key, pairs, rs}, measure) {
  const isRatio = measure === 'ratio';
  const spread = 0.6 / N_HEADS;
  const values = (/** @type {Model['pairs'][number]} */ {weights, uniform}) =>
    isRatio ? weights.map((w, k) => w / uniform[k]) : weights;
  const text = rs.map((r) => signed(isRatio ? r.ratio : r.weight)).join(', ');
  return {
    kind: 'lines',
    title: `${methodOf(key).name}${text ? `: r = ${text}` : ''}`,
    series: [
      ...pairs.map((one, h) => ({
        name: `head ${h + 1}`,
        x: one.distances.map((d) => d + (h - (N_HEADS - 1) / 2) * spread), // side by side
        y: values(one),
        labels: one.distances,
        style: /** @type {const} */ ('points'),
        shade: shadeAt(h, N_HEADS),
      })),
      {
        name: 'spread evenly',
        x: EVEN.distances,
        y: values(EVEN),
        style: 'points',
        open: true,
        reference: /** @type {const} */ ('dots'),
      },
    ],
    x: {label: 'distance i − j', domain: [-0.5, SENTENCE_LENGTH - 0.5]},
    y: isRatio
      ? {label: 'weight ÷ even share', domain: [0, SENTENCE_LENGTH]}
      : {label: 'weight', domain: [0, 1.04]},
    aspect: 0.62,
  };
}

/** @param {number} value */
const signed = (value) =>
  value
    .toFixed(2)
    .replace(/^-0\.00$/, '0.00')
    .replace('-', '−');

/**
 * @param {readonly Model[]} models
 * @returns {TablePanel}
 */
function correlationTable(models) {
  return {
    kind: 'table',
    title: 'Pearson’s r with distance, head by head',
    wide: true,
    columns: ['model', 'of', ...Array.from({length: N_HEADS}, (_, h) => `head ${h + 1}`)],
    rows: models.flatMap(({key, rs}) => [
      [methodOf(key).name, 'weight', ...rs.map((r) => signed(r.weight))],
      [methodOf(key).name, '÷ even share', ...rs.map((r) => signed(r.ratio))],
    ]),
  };
}

/**
 * @param {readonly Model[]} models
 * @param {number} layer
 */
function distanceNote(models, layer) {
  const all = models.flatMap(({key, rs}) =>
    rs.map(({ratio}, h) => ({name: methodOf(key).name, head: h + 1, ratio})),
  );
  const [least] = [...all].sort((a, b) => a.ratio - b.ratio);
  const flattest = models
    .map(({key, rs}) => ({
      name: methodOf(key).name,
      most: Math.max(...rs.map(({ratio}) => Math.abs(ratio))),
    }))
    .sort((a, b) => a.most - b.most)[0];
  const {uniform} = models[0].rs[0];
  return (
    `Layer ${layer}. The mask alone makes near keys heavy, since early queries have few keys and all are near: ` +
    `an even spread has r = ${signed(uniform)}. Weight ÷ even share is free of that. By it the most negative r is ` +
    `${least.name}’s, ${signed(least.ratio)} in head ${least.head}; the flattest model is ` +
    `${flattest.name}, with r up to ${signed(flattest.most)} either way. ALiBi is often expected to be the ` +
    'most negative and the model without position to be flat.'
  );
}

/** @param {Core} core @param {Settings} settings @param {RunState[]} runs @returns {Drawing} */
const inClusters = (core, settings, runs) =>
  clusters(
    core,
    SHOWN.clusters,
    runs,
    /** @type {{clusters: number, clusterSeed: number}} */ (settings),
  );

/** @type {Record<string, typeof patterns>} */
const ARRANGE = {patterns, distance, clusters: inClusters};

/**
 * Laws of attention under a mask, over all that the models have shown.
 *
 * @param {Core} core
 * @param {readonly RunState[]} runs
 * @returns {Meter[]}
 */
function metersOf(core, runs) {
  const all = runs.flatMap((run) =>
    Array.from({length: N_LAYERS}, (_, layer) => weightsOf(run, layer) ?? []).flat(),
  );
  if (all.length === 0) return [];
  const sum = Math.max(...all.map((x) => rowSumError(core, {x})));
  const future = Math.max(...all.map(futureOf));
  return [
    {name: 'row-sum', label: 'every row sums to 1', value: sum, limit: 1e-5},
    {name: 'no-future', label: 'largest weight on a key after the query', value: future, limit: 0},
  ];
}

/** @param {Tensor} weights (..., n, n) */
function futureOf({data, shape}) {
  const n = shape[shape.length - 1];
  let most = 0;
  for (let k = 0; k < data.length; k++)
    if (k % n > Math.floor(k / n) % n) most = Math.max(most, data[k]);
  return most;
}

/**
 * Attention of trained causal models: patterns, weight against distance, clusters of maps.
 *
 * Attributes: show, layer, head (patterns), sentence (patterns), queries (patterns), measure
 * (distance), clusters, cluster-seed (clusters), steps, seed.
 */
export class TrainedAttention extends Experiment {
  static tag = 'trained-attention';
  static core = fullCore;
  static settings = /** @type {Schema} */ ({
    show: {
      type: 'choice',
      default: 'patterns',
      options: {patterns: 'three queries', distance: 'against distance', clusters: 'clusters'},
      label: 'Show',
    },
    layer: {type: 'int', default: 1, min: 1, max: N_LAYERS, label: 'Layer'},
    head: {type: 'int', default: 1, min: 1, max: N_HEADS, label: 'Head'},
    sentence: {
      type: 'choice',
      default: '0',
      options: Object.fromEntries(SENTENCES.map((text, k) => [String(k), text])),
      label: 'Sentence',
    },
    queries: {
      type: 'list',
      default: [2, 4, 5],
      min: 0,
      max: SENTENCE_LENGTH - 1,
      label: 'Queries shown',
    },
    measure: {
      type: 'choice',
      default: 'weight',
      options: {weight: 'weight', ratio: 'weight ÷ even share'},
      label: 'Measure',
    },
    clusters: {type: 'int', default: 5, min: 2, max: 8, label: 'Clusters'},
    clusterSeed: {type: 'int', default: 1, min: 0, max: 99, label: 'Seed of the clusters'},
    steps: {type: 'int', default: GRAMMAR_STEPS, min: 20, max: 2000, step: 20, label: 'Steps'},
    seed: {type: 'int', default: 1, min: 0, max: 99, label: 'Seed'},
  });

  static presets = {
    'attn-pattern-3x3-trained': {
      title: 'What three words of the sentence look at, in trained models',
      short: 'three words',
      settings: {show: 'patterns'},
      controls: ['layer', 'head', 'sentence', 'queries', 'steps', 'seed'],
    },
    'distance-vs-attention-trained': {
      title: 'Attention weight against distance, in trained models',
      short: 'distance',
      settings: {show: 'distance'},
      controls: ['layer', 'measure', 'steps', 'seed'],
    },
    'attn-clusters': {
      title: 'Families of attention maps, sorted without telling the method',
      short: 'families',
      settings: {show: 'clusters'},
      controls: ['clusters', 'clusterSeed', 'steps', 'seed'],
    },
  };

  /** @param {Settings} settings */
  static runs({show, steps, seed}) {
    return SHOWN[show].map((method) => probedSpec({method, steps, seed}));
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} _fault
   * @param {RunState[]} runs
   * @returns {Drawing}
   */
  static compute(core, settings, _fault, runs) {
    const drawing = ARRANGE[settings.show](core, settings, runs);
    const isDone = runs.every(({state}) => state === 'done');
    const models = runs.map((run, k) => ({method: methodOf(SHOWN[settings.show][k]), run}));
    return {
      ...drawing,
      panels: isDone ? drawing.panels : [...drawing.panels, grammarLoss(core, models)],
      meters: [
        ...metersOf(core, runs),
        ...(drawing.meters ?? []),
        ...ceilingMeters(runs, () => infoOf(core, runs[0])),
      ],
      note: [drawing.note, factsOf(core, models)].filter(Boolean).join(' '),
    };
  }
}

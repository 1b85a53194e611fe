// @ts-check
// Maps of attention of several models as points, sorted by k-means, whose only input is the maps.
import {kmeans, pca} from '../../core/proj.js';
import {formatNumber} from '../../draw/format.js';
import {crossTable, evenReach, purity, reach} from './attention-stats.js';
import {mapOf, N_HEADS, N_LAYERS, SENTENCE_LENGTH, SENTENCES, weightsOf} from './grammar-probe.js';
import {methodOf} from './train-specs.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {LinesPanel, TablePanel} from '../../draw/panel.js' */
/** @import {RunState} from '../../workers/protocol.js' */
/** @import {Drawing} from '../frame/figure.js' */

/** @typedef {{method: number, layer: number, head: number, sentence: number, map: Tensor}} LabelledMap */

/**
 * Every map of every model that is done.
 *
 * @param {readonly RunState[]} runs
 * @returns {LabelledMap[]}
 */
export function mapsOf(runs) {
  return runs.flatMap((run, method) =>
    Array.from({length: N_LAYERS}, (_, layer) => layer).flatMap((layer) => {
      const weights = weightsOf(run, layer);
      if (!weights) return [];
      return SENTENCES.flatMap((_, sentence) =>
        Array.from({length: N_HEADS}, (_h, head) => ({
          method,
          layer,
          head,
          sentence,
          map: mapOf(weights, sentence, head),
        })),
      );
    }),
  );
}

/**
 * The maps as rows of one matrix.
 *
 * @param {readonly LabelledMap[]} maps
 * @returns {Tensor} (maps, n * n)
 */
function rowsOf(maps) {
  const width = maps[0].map.data.length;
  const data = new Float32Array(maps.length * width);
  for (const [k, {map}] of maps.entries()) data.set(map.data, k * width);
  return {data, shape: [maps.length, width]};
}

/** @typedef {{labels: ArrayLike<number>, centres: {data: ArrayLike<number>, shape: readonly number[]}}} Sorted */

/**
 * @param {Core} core
 * @param {readonly string[]} methods keys, in the order of the runs
 * @param {readonly RunState[]} runs
 * @param {{clusters: number, clusterSeed: number}} settings
 * @returns {Drawing}
 */
export function clusters(core, methods, runs, {clusters: k, clusterSeed}) {
  const maps = mapsOf(runs);
  if (maps.length === 0) return {panels: []};
  const x = rowsOf(maps);
  const {labels, centres} = kmeans(core, {x, k, seed: clusterSeed, nStarts: 4});
  const sorted = {labels: labels.data, centres};
  return {
    panels: [scatter(core, methods, maps, x, sorted), countTable(methods, maps, sorted, k)],
    meters: [
      {
        name: 'nearest-centre',
        label: 'maps nearer to another cluster’s centre than to their own',
        value: strays(x, sorted),
        limit: 0,
      },
    ],
    note: `${purityNote(core, maps, sorted)} ${reachNote(methods, maps)}`,
  };
}

/**
 * How many rows have a nearer centre than that of their label.
 *
 * @param {Tensor} x (n, d)
 * @param {Sorted} sorted
 */
export function strays({data, shape: [n, d]}, {labels, centres}) {
  const far = (/** @type {number} */ row, /** @type {number} */ c) => {
    let sum = 0;
    for (let k = 0; k < d; k++) sum += (data[row * d + k] - centres.data[c * d + k]) ** 2;
    return Math.sqrt(sum);
  };
  let count = 0;
  for (let row = 0; row < n; row++) {
    const own = far(row, labels[row]) - 1e-5; // a tie is none
    for (let c = 0; c < centres.shape[0]; c++)
      if (far(row, c) < own) {
        count++;
        break;
      }
  }
  return count;
}

/**
 * Two components of all maps: a mark a method, a colour a cluster.
 *
 * @param {Core} core
 * @param {readonly string[]} methods
 * @param {readonly LabelledMap[]} maps
 * @param {Tensor} x
 * @param {Sorted} sorted
 * @returns {LinesPanel}
 */
function scatter(core, methods, maps, x, {labels}) {
  const {scores, explainedVarianceRatio} = pca(core, {x, nComponents: 2});
  const places = maps.map((one, k) => ({...one, k, at: scores.data.subarray(2 * k, 2 * k + 2)}));
  const share = (/** @type {number} */ c) => Math.round(100 * explainedVarianceRatio.data[c]);
  const nClusters = Math.max(...Array.from(labels)) + 1;
  const middles = Array.from({length: nClusters}, (_, c) => {
    const own = places.filter(({k}) => labels[k] === c);
    return [0, 1].map((axis) => own.reduce((sum, {at}) => sum + at[axis], 0) / own.length);
  });
  return {
    kind: 'lines',
    title: `${formatNumber(maps.length)} maps of attention`,
    series: [
      ...methods.map((key, m) => {
        const own = places.filter(({method}) => method === m);
        return {
          name: methodOf(key).name,
          x: own.map(({at}) => at[0]),
          y: own.map(({at}) => at[1]),
          style: /** @type {const} */ ('points'),
          mark: m,
          colours: own.map(({k}) => labels[k]),
          labels: own.map(
            ({k, layer, head, sentence}) =>
              `layer ${layer + 1}, head ${head + 1}, “${SENTENCES[sentence]}”, cluster ${labels[k] + 1}`,
          ),
        };
      }),
      ...middles.map(([mx, my], c) => ({
        name: `cluster ${c + 1}`,
        x: [mx],
        y: [my],
        labels: ['its middle'],
        style: /** @type {const} */ ('points'),
        open: true,
        colour: c,
      })),
    ],
    x: {label: `component 1 (${share(0)} % of the variance)`},
    y: {label: `component 2 (${share(1)} %)`},
    aspect: 0.55,
  };
}

/**
 * @param {readonly string[]} methods
 * @param {readonly LabelledMap[]} maps
 * @param {Sorted} sorted
 * @param {number} k
 * @returns {TablePanel}
 */
function countTable(methods, maps, {labels}, k) {
  const classes = maps.map(({method}) => method);
  const counts = crossTable(labels, classes, {nClusters: k, nClasses: methods.length});
  return {
    kind: 'table',
    title: 'Maps of each method in each cluster, and how far back they look on average',
    wide: true,
    columns: ['cluster', ...methods.map((key) => methodOf(key).name), 'tokens back'],
    rows: counts.map((row, c) => {
      const own = maps.filter((_, i) => labels[i] === c);
      const back = own.reduce((sum, {map}) => sum + reach(map), 0) / own.length;
      return [c + 1, ...row, own.length > 0 ? back.toFixed(2) : 'none'];
    }),
  };
}

/**
 * What the clusters coincide with most, measured.
 *
 * @param {Core} core
 * @param {readonly LabelledMap[]} maps
 * @param {Sorted} sorted
 */
function purityNote(core, maps, {labels}) {
  const named = /** @type {const} */ (['method', 'layer', 'sentence']).map((name) => ({
    name,
    ...purity(
      core,
      labels,
      maps.map((one) => one[name]),
    ),
  }));
  const one = named.map(
    ({name, purity: p, shuffled}) =>
      `${name} ${Math.round(100 * p)} % (shuffled ${Math.round(100 * shuffled)} %)`,
  );
  const [most] = [...named].sort((a, b) => b.kept - a.kept);
  const heads = maps.map(({method, layer, head}) => (method * N_LAYERS + layer) * N_HEADS + head);
  const loyal = purity(core, heads, labels).purity;
  return (
    `Share of maps that are of the commonest kind in their cluster: ${one.join(', ')}. ` +
    `Beyond chance the clusters go most with the ${most.name}. ` +
    `Of the ${SENTENCES.length} maps of one head ${Math.round(100 * loyal)} % are in one cluster.`
  );
}

/**
 * @param {readonly string[]} methods
 * @param {readonly LabelledMap[]} maps
 */
function reachNote(methods, maps) {
  const one = methods.flatMap((key, m) => {
    const own = maps.filter(({method}) => method === m);
    if (own.length === 0) return [];
    const back = own.reduce((sum, {map}) => sum + reach(map), 0) / own.length;
    return [`${methodOf(key).name} ${back.toFixed(2)}`];
  });
  const even = evenReach(SENTENCE_LENGTH, true).toFixed(2);
  return `ALiBi’s maps are often expected to be the local ones. Tokens back on average: ${one.join(', ')}; an even spread ${even}.`;
}

// @ts-check
import {randomNormal} from '../core/base.js';
import {maxAbsDiff} from '../core/linalg.js';
import {attention, attentionEntropy} from '../core/nn.js';
import {alibiBias, alibiSlopes, methodQk} from '../core/pe.js';
import {wholeCore} from '../core/whole.js';
import {formatNumber} from '../draw/format.js';
import {Figure} from './figure.js';

/** @import {Core, Tensor} from '../core/core.js' */
/** @import {LinesPanel, Series} from '../draw/panel.js' */
/** @import {Drawing} from './figure.js' */
/** @import {Schema, Settings} from './settings.js' */

const SIZES = [128, 256, 512, 1024, 2048, 4096, 8192];

/** @param {ArrayLike<number>} values */
const mean = (values) => Array.from(values).reduce((a, b) => a + b, 0) / values.length;

/** @param {Tensor} weights (draws, 1, n), one query each */
const onTarget = ({data, shape: [draws, , n]}) =>
  mean(Array.from({length: draws}, (_, row) => data[row * n]));

/** @type {{key: string, draws: Map<number, Tensor>}} */
const unit = {key: '', draws: new Map()};

/**
 * Draws from N(0, 1), kept while the seed stays: a hundred thousand of them are most of the work, and
 * most sliders only stretch them.
 *
 * @param {Core} core
 * @param {Settings} settings seed, draws
 * @param {number} n
 * @returns {Tensor} (draws, n)
 */
function unitDraws(core, {seed, draws}, n) {
  const key = `${seed} ${draws}`;
  if (unit.key !== key) {
    unit.key = key;
    unit.draws.clear();
  }
  const kept =
    unit.draws.get(n) ??
    randomNormal(core, {seed, name: `logits ${n}`, shape: [draws, n], sigma: 1});
  unit.draws.set(n, kept);
  return kept;
}

/**
 * The logits of one query in each draw: random ones, and first the key that matters.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {number} n
 * @returns {Tensor} (draws, n, 1): keys whose product with a query of 1 is that logit
 */
function keysOf(core, settings, n) {
  const {sigma, target, draws} = settings;
  const {data: unit} = unitDraws(core, settings, n);
  const data = new Float32Array(unit.length);
  for (let k = 0; k < data.length; k++) data[k] = unit[k] * sigma; // map() takes ten times as long
  for (let row = 0; row < draws; row++) data[row * n] = target;
  return {data, shape: [draws, n, 1]};
}

/**
 * Three kinds of attention over the same logits: as they are; with ln N added to each; with the query
 * sharpened by the core's log-N method. The last query of n stands at position n - 1, so its factor is
 * ln n / ln N0, and 1 where that is less.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {number} n
 * @param {string} fault
 */
function measureAt(core, settings, n, fault) {
  const {draws, trainLen} = settings;
  const k = keysOf(core, settings, n);
  const q = {data: new Float32Array(draws).fill(1), shape: [draws, 1, 1]};
  const bias = {data: new Float32Array(draws * n).fill(Math.log(n)), shape: [draws, 1, n]};
  const sharp = methodQk(core, {method: 'log-n', q, k, trainLen});
  const weightsOf = (/** @type {Partial<import('../core/nn.js').AttentionInput>} */ other) =>
    attention(core, {q, k, v: k, scale: 1, ...other}).weights;
  const [raw, added] = [weightsOf({}), weightsOf({bias})];
  const scaled = fault === 'add-log-n' ? added : weightsOf({q: sharp.q});
  const kinds = [raw, added, scaled];
  return {
    shift: maxAbsDiff(core, {a: raw, b: added}),
    factor: fault === 'add-log-n' ? 1 : sharp.q.data[0],
    targets: kinds.map(onTarget),
    entropies: kinds.map((weights) => mean(attentionEntropy(core, {weights}).data)),
  };
}

/** The second lies on the first: rings around its points. */
const KINDS = ['as trained', 'ln N added', 'times ln N / ln N₀'];

/**
 * @param {string} title
 * @param {readonly Series[]} series
 * @param {string} label
 * @param {Partial<LinesPanel>} [more]
 * @returns {LinesPanel}
 */
const panelOf = (title, series, label, more = {}) => ({
  kind: 'lines',
  title,
  series,
  x: {label: 'keys N', scale: 'log', at: SIZES, domain: [110, 9600]},
  y: {label},
  aspect: 0.62,
  ...more,
});

/**
 * @param {string} name
 * @param {number[]} y
 * @returns {Series}
 */
const seriesOf = (name, y) => ({name, x: SIZES, y, style: 'both'});

const uniform = () => ({...seriesOf('uniform: ln N', SIZES.map(Math.log)), dashed: true});

/** @param {Core} core @param {Settings} settings @param {string} fault @returns {Drawing} */
function targetDrawing(core, settings, fault) {
  const measured = SIZES.map((n) => measureAt(core, settings, n, fault));
  const pick = (/** @type {'targets' | 'entropies'} */ what) =>
    KINDS.map((name, k) => ({
      ...seriesOf(
        name,
        measured.map((m) => m[what][k]),
      ),
      ...(k === 1 && {style: /** @type {const} */ ('points'), open: true}),
    }));
  const end = measured[measured.length - 1];
  const {
    targets: last,
    entropies: [raw, , scaled],
  } = end;
  const at = SIZES.indexOf(512);
  return {
    columns: 2,
    panels: [
      panelOf('weight on the one key that matters', [...pick('targets')], 'weight', {
        rules: [{axis: 'x', at: settings.trainLen, label: 'N₀'}],
      }),
      panelOf('entropy of the weights', [...pick('entropies'), uniform()], 'entropy in nats'),
    ],
    meters: [
      {
        name: 'shift',
        label: 'a constant added to all logits changes no weight',
        value: Math.max(...measured.map((m) => m.shift)),
        limit: 1e-6,
      },
      {
        name: 'in-training',
        label: 'up to N₀ keys the log-N method changes nothing',
        value: Math.max(
          ...measured.map(({factor}, k) =>
            SIZES[k] <= settings.trainLen ? Math.abs(factor - 1) : 0,
          ),
        ),
        limit: 0,
      },
      {
        name: 'sharper',
        label: 'log-N scaling takes entropy away at N = 8,192',
        value: raw - scaled,
        limit: 1e-3,
        relation: '≥',
      },
    ],
    note:
      `Weight on the key, as trained: ${formatNumber(measured[at].targets[0])} among 512 keys, ${formatNumber(last[0])} among 8,192; ` +
      `with ln N added: ${formatNumber(last[1])}, the same; multiplied by ${formatNumber(end.factor)}: ` +
      `${formatNumber(last[2])}. Mean of ${settings.draws} random draws.`,
  };
}

/** @param {Core} core @param {Settings} settings @returns {Drawing} */
function alibiDrawing(core, {nHeads}) {
  const slopes = alibiSlopes(core, {nHeads});
  const q = {data: new Float32Array(nHeads), shape: [nHeads, 1, 1]};
  const entropies = SIZES.map((n) => {
    const k = {data: new Float32Array(nHeads * n), shape: [nHeads, n, 1]};
    const bias = alibiBias(core, {slopes, nQuery: 1, nKey: n});
    const {weights} = attention(core, {q, k, v: k, bias});
    return attentionEntropy(core, {weights}).data;
  });
  const shown = [
    ...new Set([0, Math.floor((nHeads - 1) / 3), Math.floor((2 * (nHeads - 1)) / 3), nHeads - 1]),
  ];
  const heads = shown.map((h) =>
    seriesOf(
      `slope ${formatNumber(slopes.data[h])}`,
      entropies.map((row) => row[h]),
    ),
  );
  const [before, last] = entropies.slice(-2);
  return {
    panels: [
      panelOf(
        'entropy under ALiBi, content being equal',
        [...heads, uniform()],
        'entropy in nats',
        {aspect: 0.5},
      ),
    ],
    meters: [
      {
        name: 'saturates',
        label: 'head 1: doubling N adds no entropy',
        value: last[0] - before[0],
        limit: 1e-3,
      },
    ],
    note:
      shown
        .map(
          (h) =>
            `Slope ${formatNumber(slopes.data[h])}: ${formatNumber(last[h])} nats at 8,192 keys`,
        )
        .join('; ') +
      `; uniform: ${formatNumber(Math.log(8192))}. The steeper the slope, the sooner length stops mattering.`,
  };
}

/**
 * What more keys do to one query's attention: one key that matters among random ones, and ALiBi with
 * equal content.
 *
 * Attributes: show (target, alibi); sigma (deviation of the other logits), target (the logit of the
 * key that matters), train-len (keys in training, N₀), draws (averaged), seed; n-heads (alibi).
 */
export class AttentionDilution extends Figure {
  static tag = 'attention-dilution';
  static core = wholeCore;

  static settings = /** @type {Schema} */ ({
    show: {
      type: 'choice',
      default: 'target',
      options: {target: 'one key that matters', alibi: 'ALiBi, equal content'},
      label: 'Show',
    },
    sigma: {
      type: 'number',
      default: 2,
      min: 0.5,
      max: 4,
      step: 0.1,
      label: 'Spread σ of the other logits',
    },
    target: {
      type: 'number',
      default: 8,
      min: 0,
      max: 16,
      step: 0.5,
      label: 'Logit of the key that matters',
    },
    trainLen: {type: 'int', default: 512, min: 128, max: 4096, label: 'Training length N₀'},
    draws: {type: 'int', default: 8, min: 1, max: 16, label: 'Random draws'},
    nHeads: {type: 'int', default: 8, min: 1, max: 16, label: 'Heads'},
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'attention-dilution': {
      title: 'More keys, thinner attention',
      settings: {show: 'target'},
      controls: ['sigma', 'target', 'trainLen', 'seed'],
    },
    'log-n-logits': {
      title: 'ln N added, and multiplied',
      settings: {show: 'target'},
      controls: ['trainLen', 'target', 'sigma', 'seed'],
    },
    'attention-dilution-alibi': {
      title: 'Under ALiBi dilution comes to an end',
      settings: {show: 'alibi'},
      controls: ['nHeads'],
      faults: [],
    },
  };

  static faults = {
    'add-log-n': {
      label: 'ln N added to the logits instead of multiplied',
      source: 'the notes (E004-10): an added constant cancels in the softmax',
      breaks: 'sharper',
    },
  };

  /** @param {Core} core @param {Settings} settings @param {string} fault @returns {Drawing} */
  static compute(core, settings, fault) {
    return settings.show === 'alibi'
      ? alibiDrawing(core, settings)
      : targetDrawing(core, settings, fault);
  }
}

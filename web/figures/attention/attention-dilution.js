// @ts-check
import {randomNormal} from '../../core/base.js';
import {fullCore} from '../../core/full-core.js';
import {maxAbsDiff} from '../../core/linalg.js';
import {attention, attentionEntropy, softmax} from '../../core/nn.js';
import {alibiBias, alibiSlopes, methodQk} from '../../core/pe.js';
import {formatNumber} from '../../draw/format.js';
import {COMMON_SLIP} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {LinesPanel, Series} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const SIZES = [128, 256, 512, 1024, 2048, 4096, 8192];

/** @param {ArrayLike<number>} values */
const mean = (values) => Array.from(values).reduce((a, b) => a + b, 0) / values.length;

/** @param {Tensor} weights (draws, n), one query each */
const onTarget = ({data, shape: [draws, n]}) =>
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
 * A loop, since a typed array's map() takes ten times as long.
 *
 * @param {Tensor} x
 * @param {number} factor
 * @param {number} [more]
 * @returns {Tensor} x * factor + more
 */
function stretched({data, shape}, factor, more = 0) {
  const out = new Float32Array(data.length);
  for (let k = 0; k < out.length; k++) out[k] = data[k] * factor + more;
  return {data: out, shape};
}

/**
 * By what the core's log-N method multiplies the query at each position, and with it its logits: at
 * position n - 1, which sees n keys, ln n / ln N0, and 1 where that is less.
 *
 * @param {Core} core
 * @param {number} trainLen N0
 */
function logNFactors(core, trainLen) {
  const n = SIZES[SIZES.length - 1];
  const ones = {data: new Float32Array(n).fill(1), shape: [1, n, 1]};
  return methodQk(core, {method: 'log-n', q: ones, k: ones, trainLen}).q.data;
}

/**
 * @param {Core} core
 * @param {Tensor} weights (draws, n)
 * @returns {{target: number, entropy: number}} means over the draws
 */
const spreadOf = (core, weights) => ({
  target: onTarget(weights),
  entropy: mean(attentionEntropy(core, {weights}).data),
});

/**
 * Three kinds of weights over the same logits: as they are; with ln N added to each; sharpened by log-N.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {number} n
 * @param {number} factor of log-N; 0 where it is added by mistake
 */
function measureAt(core, settings, n, factor) {
  const {sigma, target, draws} = settings;
  const logits = stretched(unitDraws(core, settings, n), sigma);
  for (let row = 0; row < draws; row++) logits.data[row * n] = target;
  const raw = softmax(core, {x: logits});
  const added = softmax(core, {x: stretched(logits, 1, Math.log(n))});
  const shift = maxAbsDiff(core, {a: raw, b: added});
  const [before, after] = [raw, added].map((weights) => spreadOf(core, weights));
  const scaled =
    factor === 0
      ? after
      : factor === 1
        ? before
        : spreadOf(core, softmax(core, {x: stretched(logits, factor)}));
  return {shift, factor: factor || 1, kinds: [before, after, scaled]};
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

/** @typedef {ReturnType<typeof measureAt>} Measured */

/**
 * @param {readonly Measured[]} measured
 * @param {number} trainLen
 * @returns {Meter[]}
 */
function metersOf(measured, trainLen) {
  const [before, , after] = measured[measured.length - 1].kinds;
  const early = measured.filter((_, k) => SIZES[k] <= trainLen);
  return [
    {
      name: 'shift',
      label: 'a constant added to all logits changes no weight',
      value: Math.max(...measured.map(({shift}) => shift)),
      limit: 1e-6,
    },
    {
      name: 'in-training',
      label: 'up to N₀ keys the log-N method changes nothing',
      value: Math.max(0, ...early.map(({factor}) => Math.abs(factor - 1))),
      limit: 0,
    },
    {
      name: 'sharper',
      label: 'log-N scaling takes entropy away at N = 8,192',
      value: before.entropy - after.entropy,
      limit: 1e-3,
      relation: '≥',
    },
  ];
}

/**
 * @param {readonly Measured[]} measured
 * @param {number} draws
 * @param {boolean} isAdded
 */
function noteOf(measured, draws, isAdded) {
  if (isAdded) return '';
  const end = measured[measured.length - 1];
  const early = formatNumber(measured[SIZES.indexOf(512)].kinds[0].target);
  const [raw, added, times] = end.kinds.map(({target}) => formatNumber(target));
  return (
    `Weight on the key, as trained: ${early} among 512 keys, ${raw} among 8,192; ` +
    `with ln N added: ${added}, the same; multiplied by ${formatNumber(end.factor)}: ${times}. Mean of ${draws} random draws.`
  );
}

/** @param {Core} core @param {Settings} settings @param {string} fault @returns {Drawing} */
function targetDrawing(core, settings, fault) {
  const {draws, trainLen} = settings;
  const isAdded = fault === 'add-log-n';
  const factors = logNFactors(core, trainLen);
  const measured = SIZES.map((n) => measureAt(core, settings, n, isAdded ? 0 : factors[n - 1]));
  const pick = (/** @type {'target' | 'entropy'} */ what) =>
    KINDS.map((name, k) => ({
      ...seriesOf(
        name,
        measured.map(({kinds}) => kinds[k][what]),
      ),
      ...(k === 1 && {style: /** @type {const} */ ('points'), open: true}),
    }));
  return {
    columns: 2,
    panels: [
      panelOf('weight on the one key that matters', pick('target'), 'weight', {
        rules: [{axis: 'x', at: trainLen, label: 'N₀'}],
      }),
      panelOf('entropy of the weights', [...pick('entropy'), uniform()], 'entropy in nats'),
    ],
    meters: metersOf(measured, trainLen),
    note: noteOf(measured, draws, isAdded),
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
  static core = fullCore;

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
      short: 'one logit',
      settings: {show: 'target'},
      controls: ['sigma', 'target', 'trainLen', 'seed'],
    },
    'log-n-logits': {
      title: 'ln N added, and multiplied',
      short: 'ln N',
      settings: {show: 'target'},
      controls: ['trainLen', 'target', 'sigma', 'seed'],
    },
    'attention-dilution-alibi': {
      title: 'Under ALiBi dilution comes to an end',
      short: 'ALiBi',
      settings: {show: 'alibi'},
      controls: ['nHeads'],
      faults: [],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'add-log-n': {
      label: 'ln N added to the logits instead of multiplied',
      source: COMMON_SLIP,
      breaks: 'sharper',
      says: ({value}) =>
        'ln N is added to each logit instead of multiplying it. What is added to all logits cancels in the softmax: ' +
        `at 8,192 keys the entropy changes by ${value('sharper')} nats, which is rounding.`,
    },
  });

  /** @param {Core} core @param {Settings} settings @param {string} fault @returns {Drawing} */
  static compute(core, settings, fault) {
    return settings.show === 'alibi'
      ? alibiDrawing(core, settings)
      : targetDrawing(core, settings, fault);
  }
}

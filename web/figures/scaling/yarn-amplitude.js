// @ts-check
import {randomNormal} from '../../core/base.js';
import {fullCore} from '../../core/full-core.js';
import {attention, attentionEntropy} from '../../core/nn.js';
import {ropeRotate, ropeScaling, ropeTables} from '../../core/pe.js';
import {formatNumber} from '../../draw/format.js';
import {NEUTRAL} from '../../draw/method-colours.js';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {lines} from '../shared/curves.js';
import {positionsFrom} from '../shared/tensors.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {LinesPanel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const [DIM, N_KEYS, FIRST] = [64, 32, 100];
const ORIGINAL = 4096;

/** Factors at which the curves are drawn: four to each doubling. */
const FACTORS = Array.from({length: 25}, (_, k) => 2 ** (k / 4));

/**
 * Where a model has its amplitude: what cosine and sine are multiplied by, and what the logits are
 * multiplied by besides.
 *
 * @typedef {{tables: number, softmax: number}} Amplitude
 */

/**
 * @param {Core} core
 * @param {number} factor
 * @param {{mscale?: number, mscaleAllDim?: number, attentionFactor?: number}} [more]
 */
const onTables = (core, factor, more = {}) =>
  ropeScaling(core, {dim: DIM, kind: 'yarn', factor, originalMaxPosition: ORIGINAL, ...more})
    .attentionFactor;

/**
 * What a model was trained with.
 *
 * @param {Core} core
 * @param {string} convention
 * @param {number} factor
 * @param {number} mscale
 * @returns {Amplitude}
 */
function trained(core, convention, factor, mscale) {
  if (convention === 'tables') return {tables: onTables(core, factor), softmax: 1};
  if (convention === 'none') {
    return {tables: onTables(core, factor, {attentionFactor: 1}), softmax: 1};
  }
  const both = {mscale, mscaleAllDim: mscale};
  // the magnitude of mscale_all_dim alone: how much more than 1 it is grows with mscale
  const magnitude = 1 + mscale * (onTables(core, factor) - 1);
  return {tables: onTables(core, factor, both), softmax: magnitude ** 2};
}

/**
 * What a program makes of it.
 *
 * @param {Core} core
 * @param {Amplitude} right
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Amplitude}
 */
function running(core, right, {factor}, fault) {
  if (fault === 'collapsed') {
    return {tables: onTables(core, factor, {mscale: 1, mscaleAllDim: 1}), softmax: 1};
  }
  if (fault === 'unasked') return {tables: onTables(core, factor), softmax: right.softmax};
  return right;
}

/**
 * Logits of one query against some keys, and the weights that they give: far from position 0, with the
 * frequencies of YaRN.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {Amplitude} amplitude
 */
function attend(core, {factor, seed}, {tables, softmax}) {
  const draw = (/** @type {string} */ name, /** @type {number} */ n) =>
    randomNormal(core, {seed, name, shape: [1, n, DIM]});
  const {invFreq} = ropeScaling(core, {
    dim: DIM,
    kind: 'yarn',
    factor,
    originalMaxPosition: ORIGINAL,
  });
  const rotate = (/** @type {Tensor} */ x, /** @type {number} */ first) => {
    const positions = positionsFrom(first, x.shape[1]);
    const {cos, sin} = ropeTables(core, {positions, invFreq, attentionFactor: tables});
    return ropeRotate(core, {x, cos, sin});
  };
  const k = rotate(draw('keys', N_KEYS), FIRST);
  const q = rotate(draw('query', 1), FIRST + N_KEYS - 1);
  const scale = softmax / Math.sqrt(DIM);
  const {logits, weights} = attention(core, {q, k, v: k, scale});
  return {logits, weights, entropy: attentionEntropy(core, {weights}).data[0]};
}

/** @param {Amplitude} amplitude by how much it multiplies a logit */
const total = ({tables, softmax}) => tables ** 2 * softmax;

/**
 * By how much the logits were really multiplied: least squares over all of them.
 *
 * @param {Tensor} before
 * @param {Tensor} after
 */
function measuredFactor({data: before}, {data: after}) {
  let [both, own] = [0, 0];
  for (let k = 0; k < before.length; k++) {
    both += before[k] * after[k];
    own += before[k] * before[k];
  }
  return both / own;
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {Amplitude} used
 * @returns {LinesPanel}
 */
function factorPanel(core, {convention, factor, mscale}, used) {
  const all = FACTORS.map((s) => trained(core, convention, s, mscale));
  const series = [
    {name: 'on cosine and sine', x: FACTORS, y: all.map(({tables}) => tables)},
    {name: 'on the softmax', x: FACTORS, y: all.map(({softmax}) => softmax)},
    {name: 'on a logit, in all', x: FACTORS, y: all.map(total)},
  ];
  const here = {x: [factor], y: [total(used)], style: /** @type {const} */ ('points'), open: true};
  return lines({
    title: 'Amplitude against the factor',
    series: [...series, {name: 'on a logit, here', colour: NEUTRAL, ...here}],
    x: {label: 'factor s', scale: 'log', domain: [0.94, 68], at: [1, 2, 4, 8, 16, 32, 64]},
    y: {label: 'multiplied by', domain: [0.9, 2.1]},
    aspect: 0.7,
  });
}

/** The weights, from the largest down. @param {Tensor} weights */
const sorted = ({data}) => Array.from(data).sort((a, b) => b - a);

/**
 * Where YaRN's amplitude stands, and what it does to attention.
 *
 * Attributes: convention (tables, softmax, none: what the model was trained with), factor, mscale (of a model
 * that has it on the softmax), seed.
 */
export class YarnAmplitude extends Figure {
  static tag = 'yarn-amplitude';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    convention: {
      type: 'choice',
      default: 'tables',
      options: {
        tables: 'on cosine and sine (paper)',
        softmax: 'on the softmax (DeepSeek V2, V3)',
        none: 'none (DeepSeek V4)',
      },
      label: 'The model was trained with it',
    },
    factor: {type: 'number', default: 16, min: 1, max: 64, step: 1, label: 'Factor s'},
    mscale: {
      type: 'number',
      default: 1,
      min: 0.1,
      max: 1,
      step: 0.001,
      label: 'mscale, mscale_all_dim',
    },
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'yarn-amplitude': {
      title: 'YaRN’s amplitude: once on each side, squared in the logit',
      short: 'each side',
      controls: ['convention', 'factor', 'seed'],
      faults: ['collapsed'],
    },
    'yarn-amplitude-deepseek': {
      title: 'DeepSeek’s amplitude: a ratio that is 1, and a factor on the softmax',
      short: 'DeepSeek',
      settings: {convention: 'softmax', factor: 40},
      controls: ['factor', 'mscale', 'seed'],
      faults: ['collapsed'],
    },
    'yarn-amplitude-none': {
      title: 'A model trained without amplitude',
      short: 'none',
      settings: {convention: 'none', factor: 16},
      controls: ['factor', 'seed'],
      faults: ['unasked'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    collapsed: {
      label: 'the ratio of two equal mscales, and nothing on the softmax',
      source: onGitHub('huggingface/transformers#47435'),
      breaks: 'total',
      says: ({value}) =>
        'The ratio of the two mscales is 1, and the code takes that for the whole amplitude: nothing multiplies the ' +
        `softmax either. The factor on a logit is too small by ${value('total')}, so attention is flatter than in training.`,
    },
    unasked: {
      label: 'the usual amplitude on a model that has none',
      source: onGitHub('Avarok-Cybersecurity/atlas#342'),
      breaks: 'total',
      says: ({value}) =>
        'YaRN’s usual amplitude is applied to a model that was trained without one: the factor on a logit is too ' +
        `large by ${value('total')}, so attention is sharper than in training.`,
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, settings, fault) {
    const right = trained(core, settings.convention, settings.factor, settings.mscale);
    const used = running(core, right, settings, fault);
    const plain = attend(core, settings, {tables: 1, softmax: 1});
    const [wanted, got] = [right, used].map((one) => attend(core, settings, one));
    const x = positionsFrom(1, N_KEYS);
    const series = [
      {name: 'without amplitude', x, y: sorted(plain.weights)},
      {name: 'as trained', x, y: sorted(wanted.weights)},
      {name: 'as it runs', x, y: sorted(got.weights), style: /** @type {const} */ ('points')},
    ];
    const weights = lines({
      title: 'Weights of one query, largest first',
      series,
      x: {label: 'key, by weight', domain: [0.5, N_KEYS + 0.5]},
      y: {label: 'weight', scale: 'log'},
      aspect: 0.7,
    });
    return {
      columns: 2,
      panels: [factorPanel(core, settings, used), weights],
      meters: metersOf({right, used}, measuredFactor(plain.logits, got.logits)),
      note: noteOf(settings, used, [plain.entropy, got.entropy]),
    };
  }
}

/**
 * @param {{right: Amplitude, used: Amplitude}} amplitudes
 * @param {number} measured
 * @returns {Meter[]}
 */
const metersOf = ({right, used}, measured) => [
  {
    name: 'square',
    label: 'the factor on cosine and sine is squared in the logit: measured against computed',
    value: Math.abs(measured - total(used)),
    limit: 1e-5,
  },
  {
    name: 'total',
    label: `logits are multiplied by ${total(right).toFixed(4)}, as in training; off by`,
    value: Math.abs(measured - total(right)),
    limit: 1e-5,
  },
];

/**
 * @param {Settings} settings
 * @param {Amplitude} used
 * @param {number[]} entropies
 */
function noteOf({factor}, used, [before, after]) {
  const [tables, softmax, all] = [used.tables, used.softmax, total(used)].map((v) => v.toFixed(4));
  return (
    `s = ${formatNumber(factor)}: ${tables} on cosine and sine, ${softmax} on the softmax, ` +
    `${all} on a logit. Entropy of these weights ${before.toFixed(3)} nats without amplitude, ` +
    `${after.toFixed(3)} with it.`
  );
}

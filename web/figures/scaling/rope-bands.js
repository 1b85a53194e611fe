// @ts-check

import {fullCore} from '../../core/full-core.js';
import {ropeFrequencies} from '../../core/pe.js';
import {formatNumber} from '../../draw/format.js';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {lines, pairAxis} from '../shared/curves.js';
import {
  pairWithRevolutions,
  RULES,
  revolutionsIn,
  scaled,
  shareOf,
  swapped,
} from '../shared/scaling-rules.js';
import {positionsFrom} from '../shared/tensors.js';

/** @import {Core} from '../../core/core.js' */
/** @import {LinesPanel, Series} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Scaled} from '../shared/scaling-rules.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const BANDS = /** @type {const} */ (['kept', 'blended', 'divided']);

/**
 * What is on the screen: frequencies before, rotations of each pair over the original length, what the rule in
 * use makes of them, and the length that it takes for the original one.
 *
 * @typedef {{settings: Settings, plain: ArrayLike<number>, revolutions: number[], used: Scaled,
 *   believed: number, others: {name: string, ratio: ArrayLike<number>}[]}} FigureData
 */

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {FigureData}
 */
function figureData(core, settings, fault) {
  const {rule, dim, original, factor, fast, slow} = settings;
  const base = Number(settings.base);
  const believed = fault === 'extended-length' ? original * factor : original;
  const stretch = {dim, base, original: believed, factor, seqLen: original * factor, fast, slow};
  const plain = ropeFrequencies(core, {dim, base}).data;
  const right = scaled(core, rule, stretch);
  const used = fault === 'swapped' ? swapped(right, factor) : right;
  const twin = {yarn: 'yarn-paper', 'yarn-paper': 'yarn', llama3: ''}[/** @type {'yarn'} */ (rule)];
  const others = [
    ...(twin ? [{name: RULES[twin].name, ratio: scaled(core, twin, stretch).ratio.data}] : []),
    ...(fault
      ? [{name: 'right', ratio: scaled(core, rule, {...stretch, original}).ratio.data}]
      : []),
  ];
  return {settings, plain, revolutions: revolutionsIn(plain, original), used, believed, others};
}

/**
 * @param {FigureData} figure
 * @returns {LinesPanel}
 */
function wavelengthPanel({settings, plain, used}) {
  const {dim, original, factor} = settings;
  const waves = (/** @type {ArrayLike<number>} */ w) => Array.from(w, (v) => (2 * Math.PI) / v);
  const before = waves(plain);
  /** @type {Series[]} */
  const series = BANDS.map((band) => {
    const x = positionsFrom(0, dim / 2).filter((pair) => used.band[pair] === band);
    return {name: band, x, y: x.map((pair) => before[pair]), style: 'points'};
  });
  const after = waves(used.invFreq.data);
  series.push({name: 'after the rule', x: positionsFrom(0, dim / 2), y: after, dashed: true});
  return lines({
    title: 'Wavelength of each pair',
    series,
    x: pairAxis(dim / 2),
    y: {label: 'positions per turn', scale: 'log'},
    rules: [
      {axis: 'y', at: original, label: `original: ${formatNumber(original)}`},
      {axis: 'y', at: original * factor, label: `extended: ${formatNumber(original * factor)}`},
    ],
    aspect: 0.75,
  });
}

/** @param {number} n */
const revolutionsText = (n) => `${formatNumber(n)} ${n === 1 ? /* t */ 'turn' : 'turns'}`;

/**
 * @param {FigureData} figure
 * @param {'pair' | 'revolutions'} by
 * @returns {LinesPanel}
 */
function rampPanel({settings, plain, revolutions, used, believed, others}, by) {
  const {rule, dim, factor, fast, slow} = settings;
  const x = by === 'pair' ? positionsFrom(0, dim / 2) : revolutions;
  const seriesOf = (/** @type {string} */ name, /** @type {ArrayLike<number>} */ ratio) => ({
    name,
    x,
    y: shareOf(ratio, factor),
  });
  const at = (/** @type {number} */ n) =>
    by === 'pair' ? pairWithRevolutions(plain, believed, n) : n;
  const ends = [fast, slow].map((n) => ({at: at(n), label: `${formatNumber(n)}×`}));
  const [first, last] = [revolutions[0], revolutions[revolutions.length - 1]];
  const isInside = (/** @type {{at: number}} */ end) =>
    by === 'revolutions' || (end.at > 0 && end.at < dim / 2 - 1);
  return lines({
    title: by === 'pair' ? 'The ramp against the pair index' : 'The ramp against the turns',
    series: [
      seriesOf(RULES[rule].name, used.ratio.data),
      ...others.map(({name, ratio}) => seriesOf(name, ratio)),
    ],
    x:
      by === 'pair'
        ? pairAxis(dim / 2)
        : {label: 'turns in the original length', scale: 'log', domain: [last / 1.2, first * 1.2]},
    y: {label: 'share of the division', domain: [0, 1]},
    rules: ends.filter(isInside).map((end) => ({axis: /** @type {const} */ ('x'), ...end})),
    aspect: 0.75,
  });
}

/**
 * @param {FigureData} figure
 * @returns {Meter[]}
 */
function metersOf({settings, revolutions, used}) {
  const {factor, fast, slow} = settings;
  const ratio = Array.from(used.ratio.data);
  const worst = (/** @type {number[]} */ values) => Math.max(0, ...values);
  const fastOnes = ratio.filter((_, pair) => revolutions[pair] >= fast);
  const slowOnes = ratio.filter((_, pair) => revolutions[pair] <= slow);
  return [
    {
      name: 'fast-kept',
      label: `pairs of ${formatNumber(fast)} turns and more keep their frequency`,
      value: worst(fastOnes.map((r) => Math.abs(1 - r))),
      limit: 1e-9,
    },
    {
      name: 'slow-known',
      label: 'pairs that never came round meet no new angle: largest angle, new to old',
      value: worst(slowOnes.map((r) => r * factor)),
      limit: 1 + 1e-9,
    },
    {
      name: 'between',
      label: 'no pair is faster than before, or slowed by more than the factor',
      value: worst(ratio.map((r) => Math.max(r - 1, 1 / factor - r))),
      limit: 1e-9,
    },
  ];
}

/** @param {FigureData} figure */
function noteOf({settings, plain, used, believed}) {
  const {fast, slow} = settings;
  const ranges = BANDS.flatMap((band) => {
    const pairs = used.band.flatMap((one, pair) => (one === band ? [pair] : []));
    if (pairs.length === 0) return [];
    const [first, last] = [pairs[0], pairs[pairs.length - 1]];
    return [`${band} ${first === last ? first : `${first} to ${last}`}`];
  });
  const [from, to] = [fast, slow].map((n) => pairWithRevolutions(plain, believed, n).toFixed(2));
  const length = formatNumber(believed);
  const ends = `Within ${length} positions pair ${from} makes ${revolutionsText(fast)}, pair ${to} ${revolutionsText(slow)}.`;
  const amplitude =
    used.attentionFactor === 1
      ? ''
      : ` Cosine and sine are multiplied by ${used.attentionFactor.toFixed(4)}.`;
  return `Pairs ${ranges.join(', ')}. ${ends}${amplitude}`;
}

/**
 * Which pairs a rule keeps, blends and divides, and where its ramp runs.
 *
 * Attributes: rule (yarn, yarn-paper, llama3); dim (width of a head), base; original (tokens in
 * training), factor; fast, slow (rotations in the original length at which the ramp begins and ends).
 */
export class RopeBands extends Figure {
  static tag = 'rope-bands';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    rule: {
      type: 'choice',
      default: 'yarn',
      options: Object.fromEntries(
        ['yarn', 'yarn-paper', 'llama3'].map((key) => [key, RULES[key].name]),
      ),
      label: 'Rule',
    },
    dim: {type: 'int', default: 128, min: 8, max: 256, step: 2, label: 'Width of a head'},
    base: {
      type: 'choice',
      default: '10000',
      options: {10000: '10,000', 500000: '500,000', 1000000: '1,000,000'},
      label: 'Base',
    },
    original: {
      type: 'int',
      default: 4096,
      min: 512,
      max: 32768,
      step: 512,
      label: 'Original length',
    },
    factor: {type: 'number', default: 4, min: 1.5, max: 64, step: 0.5, label: 'Factor s'},
    fast: {type: 'number', default: 32, min: 2, max: 64, step: 1, label: 'Kept from so many turns'},
    slow: {
      type: 'number',
      default: 1,
      min: 0.25,
      max: 1.75,
      step: 0.25,
      label: 'Divided up to so many turns',
    },
  });

  static presets = {
    'rope-bands': {
      title: 'YaRN: kept, blended, divided',
      short: 'YaRN',
      settings: {rule: 'yarn'},
      faults: ['extended-length'],
    },
    'rope-bands-llama3': {
      title: 'The rule of Llama 3.1, eight billion parameters: kept, blended, divided',
      short: 'Llama 3.1',
      settings: {rule: 'llama3', base: '500000', original: 8192, factor: 8, fast: 4},
      controls: ['dim', 'original', 'factor', 'fast', 'slow'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'extended-length': {
      label: 'the extended length given as the original one',
      source: onGitHub('huggingface/transformers#33783'),
      breaks: 'slow-known',
      says: ({settings: {original, factor}, value}) =>
        `The rule is given the wrong length of training: ${formatNumber(original * factor)} tokens instead of ${formatNumber(original)}. Pairs that should be ` +
        `divided are kept, and at the extended length a slow pair reaches ${value('slow-known')} times the largest angle of training. Nothing fails.`,
    },
    swapped: {
      label: 'low and high swapped: a high frequency mistaken for a long wave',
      source: onGitHub('Lightning-AI/litgpt#1745'),
      breaks: 'fast-kept',
      says: ({value}) =>
        'The two ends of the ramp are swapped: fast pairs are divided and slow ones kept. A fast pair’s frequency is off by ' +
        `up to ${value('fast-kept')} of itself, and a slow pair reaches ${value('slow-known')} times the largest angle of training.`,
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, settings, fault) {
    const figure = figureData(core, settings, fault);
    return {
      columns: 3,
      least: 280,
      panels: [
        wavelengthPanel(figure),
        rampPanel(figure, 'pair'),
        rampPanel(figure, 'revolutions'),
      ],
      meters: metersOf(figure),
      note: noteOf(figure),
    };
  }
}

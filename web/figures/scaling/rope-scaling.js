// @ts-check
import {fullCore} from '../../core/full-core.js';
import {formatNumber} from '../../draw/format.js';
import {COMMON_SLIP} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {pairAxis} from '../shared/curves.js';
import {RULES, scaled} from '../shared/scaling-rules.js';
import {positionsFrom} from '../shared/tensors.js';

/** @import {Core} from '../../core/core.js' */
/** @import {LinesPanel, TablePanel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Scaled} from '../shared/scaling-rules.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

/** @typedef {{rule: string, name: string, scaled: Scaled}} Row one rule */

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Row[]}
 */
function rowsOf(core, settings, fault) {
  const {dim, base, original, factor, seqLen} = settings;
  const stretch = {dim, base: Number(base), original, factor, seqLen};
  const asked = (/** @type {string} */ rule) =>
    fault === 'yarn-is-linear' && rule.startsWith('yarn') ? 'linear' : rule;
  return settings.rules.map((/** @type {string} */ rule) => ({
    rule,
    name: RULES[rule].name,
    scaled: scaled(core, asked(rule), stretch),
  }));
}

/**
 * @param {Row[]} rows
 * @param {Settings} settings
 * @returns {LinesPanel}
 */
function ratioPanel(rows, {dim, factor}) {
  const all = Object.keys(RULES);
  const least = Math.min(1 / factor, ...rows.flatMap((row) => Array.from(row.scaled.ratio.data)));
  return {
    kind: 'lines',
    title: 'Frequency after the rule, as a share of the frequency before',
    series: rows.map(({rule, name, scaled: {ratio}}) => ({
      name,
      x: positionsFrom(0, ratio.data.length),
      y: Array.from(ratio.data),
      colour: all.indexOf(rule),
      style: dim > 64 ? 'line' : 'both',
    })),
    x: {...pairAxis(dim / 2), label: 'pair index: fast to slow'},
    y: {label: 'ratio of frequency', scale: 'log', domain: [least / 1.25, 1.1]},
    rules: [{axis: 'y', at: 1 / factor, label: `1/${formatNumber(factor)}`}],
    aspect: 0.4,
  };
}

/**
 * @param {Row[]} rows
 * @param {Settings} settings
 * @returns {TablePanel}
 */
function ratioTable(rows, {dim}) {
  const digits = (/** @type {number | undefined} */ value) =>
    value === undefined ? '—' : value.toFixed(3);
  const pairs = [0, Math.floor(dim / 4), dim / 2 - 1];
  return {
    kind: 'table',
    title: 'Three pairs, and what cosine and sine are multiplied by',
    columns: ['rule', 'fastest pair', 'middle pair', 'slowest pair', 'on cosine and sine'],
    rows: rows.map(({name, scaled: {ratio, attentionFactor}}) => {
      const shown = pairs.map((pair) => digits(ratio.data[pair]));
      return [name, ...shown, attentionFactor.toFixed(4)];
    }),
  };
}

/** @param {ArrayLike<number>} values @param {number} wanted */
const farFrom = (values, wanted) =>
  Math.max(...Array.from(values, (value) => Math.abs(value - wanted)));

/**
 * What each rule promises, of those on the screen.
 *
 * @type {Record<string, (ratio: Float64Array, settings: Settings) => Meter>}
 */
const PROMISES = {
  linear: (ratio, {factor}) => ({
    name: 'linear',
    label: `interpolation: every pair is divided by ${formatNumber(factor)}`,
    value: farFrom(ratio, 1 / factor),
    limit: 1e-12,
  }),
  ntk: (ratio, {factor}) => ({
    name: 'ntk',
    label: `NTK-aware: the first pair is kept, the last divided by ${formatNumber(factor)}`,
    value: Math.max(Math.abs(ratio[0] - 1), Math.abs(ratio[ratio.length - 1] * factor - 1)),
    limit: 1e-12,
  }),
  yarn: (ratio) => ({
    name: 'yarn',
    label: 'YaRN: the first pair keeps its frequency',
    value: Math.abs(ratio[0] - 1),
    limit: 1e-12,
  }),
};

/**
 * @param {Core} core
 * @param {Row[]} rows
 * @param {Settings} settings
 * @returns {Meter[]}
 */
function metersOf(core, rows, settings) {
  const meters = rows.flatMap(({rule, scaled: {ratio}}) =>
    Object.hasOwn(PROMISES, rule)
      ? [PROMISES[rule](/** @type {Float64Array} */ (ratio.data), settings)]
      : [],
  );
  if (!settings.rules.includes('dynamic')) return meters;
  const {dim, base, original, factor} = settings;
  const short = {dim, base: Number(base), original, factor, seqLen: original};
  const value = farFrom(scaled(core, 'dynamic', short).ratio.data, 1);
  const label = 'dynamic NTK: a text of the original length is read as before';
  return [...meters, {name: 'dynamic', label, value, limit: 1e-12}];
}

/**
 * @param {Row[]} rows
 * @param {Settings} settings
 */
function noteOf(rows, {rules, original, factor, seqLen}) {
  const yarn = rows.find(({rule}) => rule === 'yarn');
  const count = (/** @type {string} */ band) =>
    yarn?.scaled.band.filter((one) => one === band).length;
  const bands = yarn
    ? [
        `YaRN, as its code: ${count('kept')} pairs kept, ${count('blended')} blended, ` +
          `${count('divided')} divided.`,
      ]
    : [];
  const asks = rules.includes('dynamic') || rules.includes('longrope');
  return [
    `From ${formatNumber(original)} tokens to ${formatNumber(original * factor)}.`,
    ...(asks
      ? [`Only dynamic NTK and LongRoPE depend on the length of the text: ${formatNumber(seqLen)}.`]
      : []),
    ...bands,
    ...(rules.includes('proportional') ? ['Proportional: what is left out is not rotated.'] : []),
  ].join(' ');
}

/**
 * What each rule for longer contexts does to the frequency of each pair of a head.
 *
 * Attributes: rules (keys of RULES, separated by commas); dim (width of a head), base; original (tokens in
 * training), factor (how many times as long texts will be), seq-len (tokens of the text at hand).
 */
export class RopeScaling extends Figure {
  static tag = 'rope-scaling';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    rules: {
      type: 'set',
      default: Object.keys(RULES).filter((rule) => rule !== 'none'),
      options: Object.fromEntries(Object.entries(RULES).map(([key, {name}]) => [key, name])),
      label: 'Rules',
    },
    dim: {type: 'int', default: 64, min: 4, max: 256, step: 2, label: 'Width of a head'},
    base: {
      type: 'choice',
      default: '10000',
      options: {10000: '10,000', 500000: '500,000', 1000000: '1,000,000'},
      label: 'Base',
    },
    original: {
      type: 'int',
      default: 2048,
      min: 256,
      max: 32768,
      step: 256,
      label: 'Original length',
    },
    factor: {type: 'number', default: 4, min: 1.5, max: 64, step: 0.5, label: 'Factor s'},
    seqLen: {
      type: 'int',
      default: 4096,
      min: 256,
      max: 131072,
      step: 256,
      label: 'Text at hand',
    },
  });

  static presets = {
    'rope-scaling-compare': {title: 'Eight rules, pair by pair', short: 'eight rules'},
    'rope-scaling-three': {
      title: 'Interpolation, NTK-aware, YaRN',
      short: 'three rules',
      settings: {rules: ['linear', 'ntk', 'yarn']},
      controls: ['dim', 'base', 'original', 'factor'],
    },
    'rope-scaling-dynamic': {
      title: 'Dynamic NTK: the frequencies depend on the text at hand',
      short: 'dynamic NTK',
      settings: {rules: ['linear', 'ntk', 'dynamic']},
      controls: ['seqLen', 'original', 'factor'],
      faults: [],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'yarn-is-linear': {
      label: 'YaRN mistaken for a division of all frequencies by s',
      source: COMMON_SLIP,
      breaks: 'yarn',
      says: ({settings: {factor}, value}) =>
        `Every frequency is divided by ${formatNumber(factor)}, also those that YaRN keeps: that is position interpolation. The first pair ` +
        `is slower by ${value('yarn')} of its frequency, so neighbouring tokens become harder to tell apart.`,
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, settings, fault) {
    const rows = rowsOf(core, settings, fault);
    return {
      panels: [ratioPanel(rows, settings), ratioTable(rows, settings)],
      meters: metersOf(core, rows, settings),
      note: noteOf(rows, settings),
    };
  }
}

// @ts-check

import {fullCore} from '../../core/full-core.js';
import {ropePrecision} from '../../core/pe.js';
import {formatNumber} from '../../draw/format.js';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {curveOf, nWithout, REACH, worstByPosition, worstPairs, worstUpTo} from './phase.js';

/** @import {Core} from '../../core/core.js' */
/** @import {LinesPanel, Series} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Chain} from './phase.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const TYPES = {
  float64: 'float64',
  float32: 'float32',
  bfloat16: 'bfloat16',
  float16: 'float16',
};
const LEAST = 1e-8; // of the axis: below it lie only float64's errors

/** @type {Record<string, Partial<Chain>>} */
const FAULT_TYPES = {
  'bf16-frequencies': {frequencyType: 'bfloat16'},
  'bf16-cache': {frequencyType: 'bfloat16', angleType: 'bfloat16'},
};

/** @param {Chain} chain */
const nameOf = ({frequencyType, angleType, tableType}) =>
  frequencyType === angleType && angleType === tableType
    ? `all ${frequencyType}`
    : `${frequencyType} · ${angleType} · ${tableType}`;

/** @type {readonly (Series['reference'])[]} */
const REFERENCES = ['dashes', 'dots'];

/** What the chosen chain is compared with. @type {readonly {name: string, chain: Chain}[]} */
const COMPARED = [
  {
    name: 'all float32',
    chain: {frequencyType: 'float32', angleType: 'float32', tableType: 'float32'},
  },
  {
    name: 'frequency bfloat16, the rest float32',
    chain: {frequencyType: 'bfloat16', angleType: 'float32', tableType: 'float32'},
  },
];

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {Chain} chain
 * @param {Float64Array} worst of the chain
 * @returns {LinesPanel}
 */
function positionPanel(core, settings, chain, worst) {
  const others = COMPARED.filter((one) => nameOf(one.chain) !== nameOf(chain)).map(
    ({name, chain: other}, k) => {
      const {x, y} = curveOf(worstByPosition(core, /** @type {any} */ (settings), other));
      return {name, x, y, reference: REFERENCES[k]};
    },
  );
  const chosen = curveOf(worst);
  return {
    kind: 'lines',
    title: 'the worst pair, up to each position (beyond 4,096: of some positions)',
    series: [{name: `chosen: ${nameOf(chain)}`, ...chosen}, ...others],
    x: {label: 'position', scale: 'log', domain: [1, REACH]},
    y: {label: 'phase error in rad', scale: 'log', domain: [LEAST, 2 * Math.PI]},
    rules: [
      {axis: 'y', at: Math.PI, label: 'π: as wrong as can be'},
      {axis: 'x', at: 2 ** settings.power, label: ''},
    ],
    aspect: 0.38,
    wide: true,
  };
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {Chain} chain
 * @returns {LinesPanel}
 */
function pairPanel(core, {dim, base, power}, chain) {
  const position = 2 ** power;
  const {data} = ropePrecision(core, {dim, base, positions: [position], ...chain}).phaseError;
  const errors = data.map(Math.abs);
  return {
    kind: 'lines',
    title: `each pair at position ${formatNumber(position)}`,
    series: [{name: 'error', x: Array.from(errors, (_, k) => k), y: errors, style: 'points'}],
    x: {label: 'pair, fastest first'},
    y: {label: 'phase error in rad', scale: 'log', domain: [1e-12, 2 * Math.PI]},
    aspect: 0.26,
    wide: true,
  };
}

/**
 * @param {Float64Array} worst
 * @param {number} start error at position 0
 * @returns {Meter[]}
 */
function metersOf(worst, start) {
  /** @param {string} name @param {number} last @param {number} limit @returns {Meter} */
  const upTo = (name, last, limit) => ({
    name,
    label: `worst error ${last === REACH ? 'seen ' : ''}up to position ${formatNumber(last)}, in rad`,
    value: worstUpTo(worst, last),
    limit,
  });
  return [
    {name: 'identity', label: 'position 0 is not rotated, in rad', value: start, limit: 0},
    upTo('near', 511, 5e-3),
    upTo('phase', 4095, 5e-3),
    upTo('far', REACH, 0.1),
    {name: 'defined', label: 'positions without an angle', value: nWithout(worst), limit: 0},
  ];
}

/** @param {Chain} chain @param {Float64Array} worst @param {string} fault */
function noteOf({frequencyType, angleType, tableType}, worst, fault) {
  if (nWithout(worst) > 0) {
    return 'float16 ends at 65,504. Positions from 65,520 on are infinite, and an infinite angle has no cosine: crosses mark them.';
  }
  if (fault === 'bf16-cache') {
    return 'Eight binary digits cannot write 257. It becomes 256, and whole runs of positions share one angle.';
  }
  if (frequencyType === 'bfloat16' || frequencyType === 'float16') {
    return `A frequency is rounded once, and the position multiplies the error: ${formatNumber(worstUpTo(worst, 511))} rad by 512, ${formatNumber(worstUpTo(worst, 2047))} by 2,048. Casting the product back to float32 does not restore it.`;
  }
  if (angleType === 'float32' && frequencyType === 'float32' && tableType === 'float32') {
    return 'The usual chain. Its error is tiny near the start and grows with the position.';
  }
  return 'Frequencies and angles multiply their rounding by the position. The table alone does not: rounded last, it errs by the same little everywhere.';
}

/**
 * RoPE's chain of roundings: a number type for the frequency, the angle and the table, one by one, and
 * the phase error up to a million positions.
 *
 * Attributes: frequency-type, angle-type, table-type (float64, float32, bfloat16, float16), dim, base,
 * power (of two: the position at which each pair is shown).
 */
export class PrecisionLab extends Figure {
  static tag = 'precision-lab';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    frequencyType: {type: 'choice', default: 'float32', options: TYPES, label: 'Frequency'},
    angleType: {type: 'choice', default: 'float32', options: TYPES, label: 'Position and angle'},
    tableType: {type: 'choice', default: 'float32', options: TYPES, label: 'Table of cos, sin'},
    dim: {type: 'int', default: 128, min: 2, max: 256, step: 2, label: 'Width of a head'},
    base: {type: 'number', default: 10000, min: 2, max: 1000000, step: 1, label: 'Base'},
    power: {type: 'int', default: 12, min: 0, max: 19, label: 'Pairs at position 2ⁿ, n ='},
  });

  static presets = {
    'precision-chain': {
      title: 'Three roundings, and how far they turn the worst pair',
      short: 'all rounded',
      controls: ['frequencyType', 'angleType', 'tableType', 'dim', 'base', 'power'],
    },
    'precision-table': {
      title: 'Only the table is rounded: the error does not grow',
      short: 'table only',
      settings: {frequencyType: 'float64', angleType: 'float64', tableType: 'bfloat16'},
      controls: ['frequencyType', 'angleType', 'tableType', 'power'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'bf16-frequencies': {
      label: 'the whole model cast, frequencies too: bfloat16',
      source: onGitHub('EleutherAI/gpt-neox#1003'),
      breaks: 'phase',
      says: 'The whole model is cast to bfloat16, and the table of frequencies with it.',
    },
    'bf16-cache': {
      label: 'the table made anew under mixed precision: frequency and position in bfloat16',
      source: onGitHub('huggingface/transformers#29496'),
      breaks: 'near',
      says: 'The table is computed again under mixed precision, where frequency and position are rounded to bfloat16.',
    },
  });

  /** @param {Core} core @param {Settings} settings @param {string} fault @returns {Drawing} */
  static compute(core, settings, fault) {
    const {dim, base, frequencyType, angleType, tableType} = settings;
    const chain = {frequencyType, angleType, tableType, ...FAULT_TYPES[fault]};
    const worst = worstByPosition(core, {dim, base}, chain);
    const [start] = worstPairs(core, {dim, base}, chain, [0]);
    return {
      panels: [positionPanel(core, settings, chain, worst), pairPanel(core, settings, chain)],
      meters: metersOf(worst, start),
      note: noteOf(chain, worst, fault),
    };
  }
}

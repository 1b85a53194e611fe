// @ts-check

import {fullCore} from '../../core/full-core.js';
import {ropeFrequencies, ropeScaling} from '../../core/pe.js';
import {formatNumber, formatPower} from '../../draw/format.js';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {lines, pairAxis} from '../shared/curves.js';
import {positionsFrom} from '../shared/tensors.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Series, TablePanel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const NAMES = {
  whole: 'the whole head is rotated',
  proportional: 'proportional: exponent over the head',
  partial: 'partial: exponent over the rotated part',
};

/**
 * Elements of a head that are rotated: an even number of them.
 *
 * @param {Settings} settings
 */
const rotaryWidthOf = ({dim, share}) => 2 * Math.max(1, Math.floor((dim * share) / 2));

/**
 * Radians per position of each rotated pair, by the three conventions.
 *
 * @param {Core} core
 * @param {Settings} settings
 */
function frequenciesOf(core, settings) {
  const {dim} = settings;
  const [base, rotaryWidth] = [Number(settings.base), rotaryWidthOf(settings)];
  const proportional = ropeScaling(core, {
    dim: rotaryWidth,
    base,
    kind: 'proportional',
    headDim: dim,
  });
  return {
    whole: ropeFrequencies(core, {dim, base}).data,
    proportional: proportional.invFreq.data,
    partial: ropeFrequencies(core, {dim: rotaryWidth, base}).data,
  };
}

/** @typedef {ReturnType<typeof frequenciesOf>} Frequencies */

/**
 * @param {Frequencies} frequencies
 * @param {string} convention
 * @param {ArrayLike<number>} used
 * @returns {Meter[]}
 */
function metersOf({whole, partial}, convention, used) {
  const apart = (/** @type {ArrayLike<number>} */ wanted) =>
    Math.max(...Array.from(used, (w, pair) => Math.abs(Math.log(w / wanted[pair]))));
  const meter =
    convention === 'proportional'
      ? {
          name: 'as-whole',
          label: 'a rotated pair is as fast as in a head that is rotated as a whole',
        }
      : {name: 'as-narrow', label: 'the rotated pairs are a narrow head of their own'};
  const value = apart(convention === 'proportional' ? whole : partial);
  return [{...meter, value, limit: 1e-9}];
}

/**
 * @param {Frequencies} frequencies
 * @param {number} dim
 * @returns {TablePanel}
 */
function tableOf({whole, proportional, partial}, dim) {
  const n = partial.length;
  const last = (/** @type {ArrayLike<number>} */ w) => formatPower(w[n - 1], 3);
  const pair = (/** @type {number} */ apart) => `0 and ${formatNumber(apart)}`;
  return {
    kind: 'table',
    title: `Pair ${formatNumber(n - 1)}, the last that is rotated`,
    columns: ['convention', 'radians per token', 'elements of pair 0, half-split'],
    rows: [
      [NAMES.whole, last(whole), pair(dim / 2)],
      [NAMES.proportional, last(proportional), pair(dim / 2)],
      [NAMES.partial, last(partial), pair(n)],
    ],
  };
}

/**
 * Part of a head is rotated: whether the exponent counts over the head or over that part.
 *
 * Attributes: convention (proportional, partial), dim (width of a head), share (of it that revolutions), base.
 */
export class RopePartial extends Figure {
  static tag = 'rope-partial';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    convention: {
      type: 'choice',
      default: 'proportional',
      options: {proportional: 'proportional', partial: 'partial'},
      label: 'The model was trained with',
    },
    dim: {type: 'int', default: 512, min: 16, max: 512, step: 16, label: 'Width of a head'},
    share: {
      type: 'number',
      default: 0.25,
      min: 0.125,
      max: 1,
      step: 0.125,
      label: 'Share that is rotated',
    },
    base: {
      type: 'choice',
      default: '1000000',
      options: {10000: '10,000', 500000: '500,000', 1000000: '1,000,000'},
      label: 'Base',
    },
  });

  static presets = {
    'rope-partial': {title: 'A quarter of the head is rotated: how fast?'},
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    denominator: {
      label: 'the other convention’s denominator',
      source: onGitHub('pegainfer-project/pegainfer#820'),
      breaks: 'as-whole',
      says: ({settings: {convention}, value}) =>
        (convention === 'proportional'
          ? 'The model counts its exponents over the whole head, and this code over the rotated part'
          : 'The model counts its exponents over the rotated part, and this code over the whole head') +
        `: the law is missed by a factor of ${value('as-whole')}.`,
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, settings, fault) {
    const {dim, convention} = settings;
    const frequencies = frequenciesOf(core, settings);
    const other = convention === 'proportional' ? 'partial' : 'proportional';
    const inUse = /** @type {'partial' | 'proportional'} */ (fault ? other : convention);
    /** @type {Series[]} */
    const series = Object.entries(frequencies).map(([key, w]) => ({
      name: `${NAMES[/** @type {keyof typeof NAMES} */ (key)]}${key === inUse ? ' (in use)' : ''}`,
      x: positionsFrom(0, w.length),
      y: Array.from(w),
    }));
    const rotaryWidth = rotaryWidthOf(settings);
    return {
      panels: [
        lines({
          title: 'Frequency of each rotated pair',
          series,
          x: pairAxis(dim / 2),
          y: {label: 'radians per token', scale: 'log'},
          rules: [{axis: 'x', at: rotaryWidth / 2 - 0.5, label: 'from here on nothing is rotated'}],
          aspect: 0.4,
        }),
        tableOf(frequencies, dim),
      ],
      meters: metersOf(frequencies, convention, frequencies[inUse]),
      note:
        `${formatNumber(rotaryWidth)} of ${formatNumber(dim)} elements are rotated, ${formatNumber(rotaryWidth / 2)} pairs. ` +
        'At position 0 both conventions do nothing, and the first pair is the same in both: a test of one token sees no difference.',
    };
  }
}

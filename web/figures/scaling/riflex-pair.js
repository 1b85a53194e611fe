// @ts-check
import {fullCore} from '../../core/full-core.js';
import {repeatingPair, ropeFrequencies, ropeScaling} from '../../core/pe.js';
import {formatNumber} from '../../draw/format.js';
import {COMMON_SLIP, onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {lines, REVOLUTION} from '../shared/curves.js';
import {positionsFrom} from '../shared/tensors.js';

/** @import {Core} from '../../core/core.js' */
/** @import {LinesPanel, Series} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

/** Places in the palette: a rule's is the same in both panels. @type {Record<string, number>} */
const COLOURS = {interpolation: 1, 'NTK-aware': 2, RIFLEx: 3};

/**
 * The time axis of a model, and a longer video.
 *
 * pair: from 0, the one that repeats; before: frequencies without a rule; rules: those under each rule.
 *
 * @typedef {{pair: number, before: Float64Array, rules: Record<string, Float64Array>}} TimeAxis
 */

/**
 * @param {Core} core
 * @param {Settings} settings
 * @returns {TimeAxis & {period: number}}
 */
function timeAxis(core, settings) {
  const {dim, original, length, repeatAt} = settings;
  const base = Number(settings.base);
  const head = {dim, base};
  const before = /** @type {Float64Array} */ (ropeFrequencies(core, head).data);
  const pair = repeatingPair(core, {...head, repeatAt}).pair - 1;
  const factor = Math.max(1, length / original);
  const under = (/** @type {object} */ rule) =>
    /** @type {Float64Array} */ (ropeScaling(core, {...head, ...rule}).invFreq.data);
  return {
    pair,
    before,
    period: REVOLUTION / before[pair],
    rules: {
      interpolation: under({kind: 'linear', factor}),
      'NTK-aware': under({kind: 'ntk', alpha: factor}),
    },
  };
}

/**
 * Frequencies that RIFLEx gives a video: a short one keeps all of them.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {number} length in frames
 * @param {string} fault
 * @returns {Float64Array}
 */
function riflex(core, settings, length, fault) {
  const {dim} = settings;
  const {pair, before, period} = timeAxis(core, settings);
  if (length <= period && fault !== 'always') return before;
  const changed = fault === 'from-zero' ? Math.min(pair + 1, dim / 2 - 1) : pair;
  return /** @type {Float64Array} */ (
    ropeScaling(core, {
      dim,
      base: Number(settings.base),
      kind: 'riflex',
      pair: changed + 1,
      length,
      margin: Number(settings.margin),
    }).invFreq.data
  );
}

/** @param {ArrayLike<number>} frequencies @param {ArrayLike<number>} before */
const changeOf = (frequencies, before) =>
  Math.max(...Array.from(frequencies, (w, k) => Math.abs(w / before[k] - 1)));

/**
 * @param {TimeAxis} axis
 * @param {Float64Array} used
 * @param {Settings} settings
 * @returns {LinesPanel}
 */
function periodPanel({before, rules}, used, {length}) {
  const x = positionsFrom(1, before.length);
  const periods = (/** @type {Float64Array} */ w) => Array.from(w, (one) => REVOLUTION / one);
  /** @type {Series[]} */
  const series = [
    {name: 'without a rule', x, y: periods(before), dashed: true},
    ...Object.entries(rules).map(([name, w]) => ({name, x, y: periods(w), colour: COLOURS[name]})),
    {name: 'RIFLEx', x, y: periods(used), style: 'points', colour: COLOURS.RIFLEx},
    {name: 'the new video', x, y: x.map(() => length), reference: 'dots'},
  ];
  return lines({
    title: 'Period of each pair',
    series,
    x: {label: 'pair, counted from 1'},
    y: {label: 'frames of one rotation', scale: 'log'},
    aspect: 0.75,
  });
}

/**
 * @param {TimeAxis} axis
 * @param {Float64Array} used
 * @param {Settings} settings
 * @returns {LinesPanel}
 */
function wavePanel({pair, before, rules}, used, {length, original}) {
  const x = positionsFrom(0, length);
  const wave = (/** @type {Float64Array} */ w) => x.map((frame) => Math.cos(frame * w[pair]));
  return lines({
    title: `Cosine of pair ${pair + 1} over the new video`,
    series: [
      {name: 'without a rule', x, y: wave(before), dashed: true},
      {name: 'interpolation', x, y: wave(rules.interpolation), colour: COLOURS.interpolation},
      {name: 'RIFLEx', x, y: wave(used), colour: COLOURS.RIFLEx},
    ],
    x: {label: 'frame'},
    y: {label: 'cosine', domain: [-1, 1.35]},
    rules: [{axis: 'x', at: original, label: 'end of training'}],
    aspect: 0.75,
  });
}

/**
 * @param {Core} core
 * @param {TimeAxis & {period: number}} axis
 * @param {Float64Array} used
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Meter[]}
 */
function metersOf(core, {pair, before, period}, used, settings, fault) {
  const {length, original} = settings;
  const short = Math.min(original, Math.floor(period));
  return [
    {
      name: 'repeats',
      label: `pair ${pair + 1}: rotations beyond the first, over the new video`,
      value: Math.max(0, (used[pair] * length) / REVOLUTION - 1),
      limit: 1e-12,
    },
    {
      name: 'others',
      label: 'the other pairs: largest change of a frequency, as a share',
      value: changeOf(
        used.filter((_, k) => k !== pair),
        before.filter((_, k) => k !== pair),
      ),
      limit: 0,
    },
    {
      name: 'short',
      label: `a video of ${formatNumber(short)} frames, without repetition: largest change, as a share`,
      value: changeOf(riflex(core, settings, short, fault), before),
      limit: 0,
    },
  ];
}

/** @param {TimeAxis & {period: number}} axis @param {Settings} settings @param {string} fault */
function noteOf({pair, period}, {length, margin}, fault) {
  const name = `Pair ${pair + 1} rotates once in ${formatNumber(period)} frames`;
  if (fault) return `${name}, and the new video has ${formatNumber(length)}.`;
  if (length <= period) {
    return `${name}. A video of ${formatNumber(length)} ends before it repeats, so RIFLEx changes nothing.`;
  }
  return (
    `${name}: from there on it shows the angles of the first frames again. RIFLEx gives this pair ` +
    `${margin === '1' ? 'one rotation' : '0.9 of a rotation'} over all ${formatNumber(length)} frames and leaves ` +
    'the others alone. Interpolation slows every pair, those of fast motion too.'
  );
}

/**
 * RIFLEx: the one pair of the time axis whose period shows as a video that repeats.
 *
 * Attributes: length (frames of the new video, in the latent space), original (those of training), repeat-at (the
 * frame at which a video was first seen to repeat), dim (elements of the time axis), base, margin (rotations of that
 * pair over the new video: 1, or 0.9).
 */
export class RiflexPair extends Figure {
  static tag = 'riflex-pair';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    length: {type: 'int', default: 66, min: 8, max: 256, label: 'Frames of the new video'},
    original: {type: 'int', default: 33, min: 8, max: 128, label: 'Frames in training'},
    repeatAt: {type: 'int', default: 48, min: 4, max: 256, label: 'Repeats at frame'},
    dim: {type: 'int', default: 16, min: 4, max: 64, step: 2, label: 'Width of the time axis'},
    base: {type: 'choice', default: '256', options: {256: '256', 10000: '10,000'}, label: 'Base'},
    margin: {
      type: 'choice',
      default: '1',
      options: {1: '1, as the paper', 0.9: '0.9, as its code'},
      label: 'Rotations over the video',
    },
  });

  static presets = {
    'riflex-pair': {title: 'RIFLEx: one pair makes a video repeat, and one pair is slowed'},
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    always: {
      label: 'the pair changed whatever the length',
      source: onGitHub('kijai/ComfyUI-HunyuanVideoWrapper#411'),
      breaks: 'short',
      says: ({value}) =>
        'The rule is applied to every video. One that ends before the repetition would have been read as in training; now the ' +
        `frequency of a pair is changed by ${value('short')} of itself, for nothing.`,
    },
    'from-zero': {
      label: 'pairs counted from 0',
      source: COMMON_SLIP,
      breaks: 'repeats',
      says: ({value}) =>
        `The paper counts pairs from 1. Counted from 0, the next one is changed, by ${value('others')} of its frequency, and the pair ` +
        `that repeats makes ${value('repeats')} rotations more than one.`,
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, settings, fault) {
    const axis = timeAxis(core, settings);
    const used = riflex(core, settings, settings.length, fault);
    return {
      columns: 2,
      least: 260,
      panels: [periodPanel(axis, used, settings), wavePanel(axis, used, settings)],
      meters: metersOf(core, axis, used, settings, fault),
      note: noteOf(axis, settings, fault),
    };
  }
}

// @ts-check
import {fullCore} from '../../core/full-core.js';
import {mropeAxes, ropeFrequencies} from '../../core/pe.js';
import {formatNumber} from '../../draw/format.js';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {lines} from '../shared/curves.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const BASE = 1e6;
const AXES = ['time', 'height', 'width'];
const IDS_PER_SECOND = 2;
const FRAMES_PER_STEP = 2; // of the video's grid
const RATES = [1, 2, 4, 8];
const SECONDS = 16;

/** @param {string} text "16,24,24" */
const numbersOf = (text) => text.split(',').map(Number);

/**
 * Which pairs follow which axis, as trained and as in use.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
function pairs(core, {sections, layout, height, width}, fault) {
  const list = numbersOf(sections);
  const axesOf = (/** @type {boolean} */ interleaved) =>
    mropeAxes(core, {sections: list, interleaved});
  const isInterleaved = layout === 'interleaved';
  const right = axesOf(isInterleaved);
  const used = fault ? axesOf(!isInterleaved) : right;
  const nPairs = right.length;
  const frequencies = ropeFrequencies(core, {dim: 2 * nPairs, base: BASE}).data;
  const angles = (/** @type {Int32Array} */ axes, /** @type {number[]} */ ids) =>
    Array.from(axes, (axis, pair) => ids[axis] * frequencies[pair]);
  const patch = [0, height, width];
  const nOther = right.filter((axis, pair) => axis !== used[pair]).length;
  const apart = (/** @type {number[]} */ ids) => {
    const wanted = angles(right, ids);
    return Math.max(...angles(used, ids).map((angle, pair) => Math.abs(angle - wanted[pair])));
  };
  const x = Array.from(right, (_, pair) => pair);
  return {
    columns: 2,
    least: 260,
    panels: [
      lines({
        title: 'The axis that each pair follows',
        series: [
          {name: fault ? 'in use' : 'each pair', x, y: Array.from(used), style: 'points'},
          ...(fault
            ? [
                {
                  name: 'trained',
                  x,
                  y: Array.from(right),
                  style: /** @type {const} */ ('points'),
                  open: true,
                },
              ]
            : []),
        ],
        x: {label: 'pair'},
        y: {label: '0 time, 1 height, 2 width', domain: [-0.5, 2.5], ticks: 3},
        aspect: 0.5,
      }),
      lines({
        title: `Angles of a patch ${formatNumber(height)} down and ${formatNumber(width)} across`,
        series: [
          {name: fault ? 'in use' : 'each pair', x, y: angles(used, patch), style: 'points'},
          ...(fault ? [{name: 'trained', x, y: angles(right, patch), dashed: true}] : []),
        ],
        x: {label: 'pair'},
        y: {label: 'angle (rad)'},
        aspect: 0.5,
      }),
    ],
    meters: [
      {name: 'pairs', label: 'pairs that follow another axis', value: nOther, limit: 0},
      {
        name: 'text',
        label: 'angles of a word, whose three ids are equal, apart',
        value: apart([9, 9, 9]),
        limit: 0,
      },
    ],
    note: fault
      ? `${nOther} of ${nPairs} pairs. A prompt of text alone is right to the last bit.`
      : `${list.map((n, axis) => `${AXES[axis]} ${n}`).join(', ')} of ${nPairs} pairs${isInterleaved ? ', by turns until an axis has its share' : ', one block after another'}.`,
  };
}

/**
 * The time ids of a video's steps, at several rates of frames.
 *
 * @param {Core} _core
 * @param {Settings} _settings
 * @param {string} fault
 * @returns {Drawing}
 */
function clock(_core, _settings, fault) {
  const series = RATES.map((rate, at) => {
    const secondsPerStep = FRAMES_PER_STEP / rate;
    const steps = Array.from({length: SECONDS / secondsPerStep}, (_, step) => step);
    return {
      name: `frames per second: ${rate}`,
      x: steps.map((step) => step * secondsPerStep),
      y: steps.map((step) => (fault ? step : Math.floor(step * secondsPerStep * IDS_PER_SECOND))),
      style: /** @type {const} */ ('both'),
      shade: at / (RATES.length - 1),
    };
  });
  const last = series.map(({x, y}) => y[y.length - 1] / x[x.length - 1]);
  return {
    panels: [
      lines({
        title: 'Time id of a frame, by when it is shown',
        series,
        x: {label: 'seconds'},
        y: {label: 'time id'},
        aspect: 0.45,
      }),
    ],
    meters: [
      {
        name: 'clock',
        label: 'ids per second: the greatest over the least, by rate of frames',
        value: Math.max(...last) / Math.min(...last),
        limit: 1.1,
      },
    ],
    note: fault
      ? 'The first frame has the id 0 either way.'
      : `Ids count seconds, ${IDS_PER_SECOND} to one, and not frames: the same film has the same ids at every rate. Other models write the seconds into the text between frames, and leave the time id alone.`,
  };
}

/**
 * M-RoPE's pairs: which of them follow time, height and width; and which clock the time is of.
 *
 * Attributes: show (pairs, clock), sections (pairs per axis), layout (sections, interleaved), height, width.
 */
export class ImagePairs extends Figure {
  static tag = 'image-pairs';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    show: {
      type: 'choice',
      default: 'pairs',
      options: {pairs: 'pairs and axes', clock: 'the clock of a video'},
      label: 'Show',
    },
    sections: {
      type: 'choice',
      default: '11,11,10',
      options: {
        '11,11,10': '11, 11, 10 (Qwen3.5)',
        '24,20,20': '24, 20, 20 (Qwen3-VL)',
        '16,24,24': '16, 24, 24 (Qwen2-VL)',
      },
      label: 'Pairs for time, height, width',
    },
    layout: {
      type: 'choice',
      default: 'interleaved',
      options: {interleaved: 'interleaved', sections: 'in sections'},
      label: 'The model was trained with pairs',
    },
    height: {type: 'int', default: 3, min: 0, max: 64, label: 'Patch, down'},
    width: {type: 'int', default: 12, min: 0, max: 64, label: 'Patch, across'},
  });

  static presets = {
    'image-pairs': {
      title: 'Three axes for the pairs of a head: in sections, or interleaved',
      short: 'pairs',
      controls: ['sections', 'layout', 'height', 'width'],
      faults: ['other-layout'],
    },
    'video-clock': {
      title: 'The time of a video: seconds or frames',
      short: 'video',
      settings: {show: 'clock'},
      controls: [],
      faults: ['frames'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'other-layout': {
      label: 'the other layout',
      source: onGitHub('vllm-project/vllm-omni#1784'),
      breaks: 'pairs',
      says: ({value}) =>
        `The shape of everything is right, and ${value('pairs')} pairs follow another axis than in training. Text does not show it: with three ` +
        'equal ids all layouts are one.',
    },
    frames: {
      label: 'frames counted in place of seconds',
      source: onGitHub('huggingface/transformers#45381'),
      breaks: 'clock',
      says: ({value}) =>
        'The id is the number of the step. A film that is sampled more often now runs slower for the model: ids per second differ by a ' +
        `factor of ${value('clock')}.`,
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, settings, fault) {
    return (settings.show === 'clock' ? clock : pairs)(core, settings, fault);
  }
}

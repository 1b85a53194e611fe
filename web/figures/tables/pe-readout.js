// @ts-check
import {fullCore} from '../../core/full-core.js';
import {COMMON_SLIP, onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {
  attentionRows,
  equivariance,
  identicalTokens,
  lateAddition,
  ropeAttention,
} from './readouts/attention.js';
import {dropoutDemo, postNormBlock} from './readouts/block.js';
import {longerThanTheTable, padding, unsafeCache} from './readouts/limits.js';
import {alibiSlopesDemo, headRange, relativeMatrixDemo} from './readouts/relative.js';
import {normPreservation, ropeChangesAttention, ropeShapes} from './readouts/rope.js';
import {
  additivity,
  distinguishability,
  fastAndSlow,
  similarityFrom5,
  sinusoidalShapes,
  uniqueness,
} from './readouts/sinusoidal.js';
import {
  compareMethods,
  parameterCount,
  summary,
  threeMethods,
  tradeOffs,
} from './readouts/tables.js';
import {workedPairs} from './readouts/worked.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Demo} from './readouts/cells.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

/** @type {Record<string, Demo>} */
const DEMOS = {
  equivariance,
  'sinusoidal-shapes': sinusoidalShapes,
  'parameter-count': parameterCount,
  'rope-shapes': ropeShapes,
  'alibi-slopes': alibiSlopesDemo,
  'compare-methods': compareMethods,
  'trade-offs': tradeOffs,
  'three-methods': threeMethods,
  summary,
  'longer-than-the-table': longerThanTheTable,
  'identical-tokens': identicalTokens,
  uniqueness,
  'similarity-from-5': similarityFrom5,
  additivity,
  'rope-changes-attention': ropeChangesAttention,
  'attention-rows': attentionRows,
  'relative-matrix': relativeMatrixDemo,
  distinguishability,
  'rope-attention': ropeAttention,
  'fast-and-slow': fastAndSlow,
  'norm-preservation': normPreservation,
  'head-range': headRange,
  'late-addition': lateAddition,
  padding,
  'unsafe-cache': unsafeCache,
  'post-norm-block': postNormBlock,
  dropout: dropoutDemo,
  'worked-pairs': workedPairs,
};

/**
 * The largest value of a setting, which a demo may lower.
 *
 * @param {string} name
 * @param {number} max
 * @returns {(settings: Settings) => number}
 */
const upTo = (name, max) => (settings) => DEMOS[settings.demo].limits?.[name] ?? max;

/**
 * A demonstration as a live table.
 *
 * Attributes: preset (a name of DEMOS), and those of the preset's controls, which ignore the rest: d-model,
 * seq-len, n-pos, max-len (rows of a table), lengths (up to eight, separated by commas), n-heads, head (from 1),
 * position, key-position, shift, clip, pads, percent (that dropout drops), seed.
 */
export class PeReadout extends Figure {
  static tag = 'pe-readout';

  static core = fullCore; // its attention runs the table of methods
  static hasMenu = false;
  static presets = Object.fromEntries(
    Object.entries(DEMOS).map(([name, demo]) => [
      name,
      {...demo, settings: {...demo.settings, demo: name}, faults: demo.faults ?? []},
    ]),
  );

  static settings = /** @type {Schema} */ ({
    demo: {
      type: 'choice',
      default: 'equivariance',
      options: Object.fromEntries(Object.entries(DEMOS).map(([name, {title}]) => [name, title])),
      label: 'Demo',
    },
    dModel: {type: 'int', default: 64, min: 1, max: upTo('dModel', 1024), label: 'Width d'},
    seqLen: {type: 'int', default: 20, min: 2, max: upTo('seqLen', 2048), label: 'Length'},
    nPos: {type: 'int', default: 60, min: 2, max: 400, label: 'Positions'},
    maxLen: {
      type: 'int',
      default: 512,
      min: 1,
      max: upTo('maxLen', 8192),
      label: 'Rows of the table',
    },
    nHeads: {type: 'int', default: 8, min: 1, max: 16, label: 'Heads'},
    head: {type: 'int', default: 1, min: 1, max: 4, label: 'Head'},
    position: {type: 'int', default: 5, min: 0, max: upTo('position', 4096), label: 'Position'},
    keyPosition: {
      type: 'int',
      default: 3,
      min: 0,
      max: upTo('keyPosition', 4096),
      label: 'Position of the key',
    },
    percent: {type: 'int', default: 10, min: 0, max: 90, label: 'Dropped, percent'},
    lengths: {
      type: 'list',
      default: [64, 128, 256, 512, 1024],
      min: 1,
      max: 8192,
      label: 'Lengths',
    },
    shift: {type: 'int', default: 7, min: 0, max: 4096, label: 'Shift'},
    clip: {type: 'int', default: 5, min: 0, max: 12, label: 'Cut off at'},
    pads: {type: 'int', default: 2, min: 0, max: 12, label: 'Pads on the left'},
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static faults = /** @type {Record<string, Fault>} */ ({
    sum: {
      label: 'adding PE(a) and PE(b) for PE(a + b)',
      source: COMMON_SLIP,
      breaks: 'shift',
      says: ({settings: {position, shift}, value}) =>
        `PE(${position}) + PE(${shift}) is taken for PE(${position + shift}): an element is off by up to ${value('shift')}. ` +
        'Positions add up as angles, so a step is a rotation.',
    },
    'plain-slopes': {
      label: 'plain geometric slopes for a head count that is no power of two',
      source: onGitHub('ml-explore/mlx#343'),
      breaks: 'reference',
      says: ({settings: {nHeads}, value}) => {
        const isPower = Number.isInteger(Math.log2(nHeads));
        const heads = isPower ? Math.round(nHeads * 1.5) : nHeads;
        return (
          (isPower
            ? `${nHeads} heads have one answer by either rule, so ${heads} are shown. `
            : '') +
          `Head r gets the slope 2^(−8r/${heads}); the worst head is off by ${value('reference')} from the authors’ slope.`
        );
      },
    },
    'mixed-pairs': {
      label: 'half-split tables read as interleaved pairs',
      source: onGitHub('raiyanyahya/how-to-train-your-gpt#6'),
      breaks: 'norm',
      says:
        'The first row of the table now reads half-split tables as interleaved pairs: the two elements of a pair get ' +
        'two different angles, which is no rotation. Position 0 does not show it.',
    },
    'after-attention': {
      label: 'position added after attention',
      source: COMMON_SLIP,
      breaks: 'weights-feel-position',
      says: ({value}) =>
        'Position is added to the output, when the weights are already made: it changes them by ' +
        `${value('weights-feel-position')}, and only the output moves.`,
    },
    'unmasked-pads': {
      label: 'pads not masked as keys',
      source: onGitHub('huggingface/transformers#22161'),
      breaks: 'counted',
      says: ({settings: {pads}, value}) =>
        `The ${pads} pads are keys like any other, and every query gives them weight: even with positions that do not count them, an output is off by up to ${value('counted')}.`,
      unseen: 'There are no pads, so there is nothing to hide: nothing changes.',
    },
    'sliced-cache': {
      label: 'a table of fixed size, sliced',
      source: COMMON_SLIP,
      breaks: 'rows',
      says: ({settings: {maxLen}, value}) =>
        `The code slices a table of ${maxLen} rows. A slice past the end raises nothing and is just shorter: at most ${value('rows')} rows are missing.`,
    },
  });

  constructor() {
    super();
    this.shadowRoot?.querySelector('.figure')?.classList.add('compact');
  }

  get presetName() {
    const name = this.getAttribute('demo') ?? ''; // how pages of version 0.1 say it
    return Object.hasOwn(DEMOS, name) ? name : super.presetName;
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   */
  static compute(core, settings, fault) {
    const demo = DEMOS[settings.demo];
    return demo.compute(core, settings, demo.faults?.includes(fault) ? fault : '');
  }
}

// @ts-check
import {Figure} from '../frame/figure.js';
import {ROPE_FAULTS} from '../shared/rope-angles.js';
import {bandsOf, ropeProfilesOf, ropeSpectrumOf, ropeWavesOf} from './curves/rope.js';
import {profilesOf, spectrumOf, wavesOf} from './curves/sinusoidal.js';
import {SINUSOIDAL_FAULTS} from './sinusoidal-laws.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

/** @type {Record<string, (core: Core, settings: Settings, fault: string) => Drawing>} */
const DRAWINGS = {
  waves: wavesOf,
  profiles: profilesOf,
  spectrum: spectrumOf,
  'rope-spectrum': ropeSpectrumOf,
  'rope-bands': bandsOf,
  'rope-waves': ropeWavesOf,
  'rope-profiles': ropeProfilesOf,
};

/**
 * Encodings as curves: columns against position, rows against dimension, frequencies of the pairs.
 *
 * Attributes: kind, d-model (of RoPE: the width of a head), dims (columns; of RoPE: pairs),
 * n-pos, first-pos, at (positions whose rows are shown), shown (dimensions shown), context (a
 * length in positions), base, layout, seed.
 */
export class PeCurves extends Figure {
  static tag = 'pe-curves';

  static settings = /** @type {Schema} */ ({
    kind: {
      type: 'choice',
      default: 'waves',
      options: {
        waves: 'sinusoidal, columns against position',
        profiles: 'sinusoidal, rows against dimension',
        spectrum: 'sinusoidal, frequencies',
        'rope-spectrum': 'RoPE, frequencies',
        'rope-bands': 'RoPE, turns within a context',
        'rope-waves': 'RoPE, cosines against position',
        'rope-profiles': 'RoPE, one vector at several positions',
      },
      label: 'Curves',
    },
    dModel: {type: 'int', default: 64, min: 2, max: 512, step: 2, label: 'Width d'},
    dims: {type: 'list', default: [0, 4, 16, 32, 48], min: 0, max: 511, label: 'Columns'},
    nPos: {type: 'int', default: 50, min: 2, max: 512, label: 'Positions'},
    firstPos: {type: 'int', default: 0, min: 0, max: 65536, label: 'First position'},
    at: {type: 'list', default: [0, 1, 5, 10, 20], min: 0, max: 511, label: 'Positions'},
    shown: {
      type: 'int',
      default: 32,
      min: 2,
      max: (s) => s.dModel,
      step: 2,
      label: 'Dimensions shown',
    },
    context: {type: 'int', default: 4096, min: 1, max: 131072, label: 'Positions in the context'},
    base: {type: 'number', default: 10000, min: 2, max: 1000000, step: 1, label: 'Base'},
    layout: {
      type: 'choice',
      default: 'half',
      options: {half: 'half-split pairs', interleaved: 'interleaved pairs'},
      label: 'Layout of RoPE',
    },
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'sin-waves-000': {
      title: 'Five columns of the sinusoidal table, d = 64: every pair at its own frequency',
      short: 'waves, d = 64',
      settings: {kind: 'waves', dModel: 64, dims: [0, 4, 16, 32, 48], nPos: 50},
      controls: ['dims', 'dModel', 'nPos', 'base'],
      faults: ['doubled-exponent'],
    },
    'sin-waves-002': {
      title: 'Five columns of the sinusoidal table, d = 128, over 100 positions',
      short: 'waves, d = 128',
      settings: {kind: 'waves', dModel: 128, dims: [0, 1, 10, 20, 50], nPos: 100},
      controls: ['dims', 'dModel', 'nPos', 'base'],
      faults: ['doubled-exponent'],
    },
    'sin-position-profiles': {
      title: 'The rows of five positions, sines and cosines apart',
      short: 'rows',
      settings: {kind: 'profiles', dModel: 128, at: [0, 1, 5, 10, 20], shown: 32},
      controls: ['at', 'shown', 'dModel', 'base'],
      faults: ['doubled-exponent', 'swapped'],
    },
    'sin-frequency-spectrum': {
      title: 'How fast each sine and cosine pair turns, and how long its wave is',
      short: 'frequencies',
      settings: {kind: 'spectrum', dModel: 64},
      controls: ['dModel', 'base'],
      faults: ['doubled-exponent'],
    },
    'rope-frequency-spectrum': {
      title: 'How fast RoPE rotates each of its pairs',
      short: 'RoPE frequencies',
      settings: {kind: 'rope-spectrum', dModel: 64, context: 4096},
      controls: ['dModel', 'base', 'context'],
      faults: ['bf16'],
    },
    'rope-frequency-bands': {
      title: 'How often each pair turns within a context',
      short: 'RoPE turns',
      settings: {kind: 'rope-bands', dModel: 64, context: 4096},
      controls: ['context', 'dModel', 'base'],
      faults: [],
    },
    'rope-cos-curves': {
      title: 'Cosines of four RoPE pairs, from fast to slow',
      short: 'RoPE cosines',
      settings: {kind: 'rope-waves', dModel: 64, dims: [0, 5, 15, 31], nPos: 100},
      controls: ['dims', 'firstPos', 'nPos', 'base'],
      faults: ['bf16'],
    },
    'rope-same-vector-profiles': {
      title: 'One vector, rotated to five positions',
      short: 'RoPE, one vector',
      settings: {kind: 'rope-profiles', dModel: 64, at: [0, 10, 20, 30, 40]},
      controls: ['at', 'dModel', 'layout', 'base', 'seed'],
      faults: ['mixed', 'by-head', 'bf16'],
    },
  };

  static faults = {...SINUSOIDAL_FAULTS, ...ROPE_FAULTS};

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   */
  static compute(core, settings, fault) {
    const {kind} = settings;
    const known = kind.startsWith('rope') ? ROPE_FAULTS : SINUSOIDAL_FAULTS;
    if (fault && !Object.hasOwn(known, fault)) {
      throw new RangeError(
        `fault must be one of ${Object.keys(known).join(', ')} for ${kind}, got ${fault}.`,
      );
    }
    return DRAWINGS[kind](core, settings, fault);
  }
}

// @ts-check
import {learnedInit, ropeTables, sinusoidal} from '../../core/pe.js';
import {colourFor} from '../../draw/colour.js';
import {Figure} from '../frame/figure.js';
import {firstColumns, transpose} from '../shared/tensors.js';
import {
  SINUSOIDAL_FAULTS,
  SINUSOIDAL_LAYOUT,
  sinusoidalMeters,
  sinusoidalTable,
} from './sinusoidal-laws.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {HeatmapPanel} from '../../draw/panel.js' */
/** @import {Settings} from '../frame/settings.js' */

const METHODS = {
  sinusoidal: 'sinusoidal',
  learned: 'learned, before training',
  both: 'sinusoidal and learned',
  'rope-cos': 'RoPE, cosines',
  'rope-sin': 'RoPE, sines',
};

/**
 * The table of a method, position by dimension.
 *
 * @param {Core} core
 * @param {string} method
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Tensor} (positions, dModel)
 */
function tableOf(core, method, settings, fault) {
  const {dModel, base, layout, firstPos, sigma, seed} = settings;
  const nPos = settings.nPos;
  if (method === 'learned') return learnedInit(core, {maxLen: nPos, dModel, sigma, seed});
  if (method.startsWith('rope')) {
    const {cos, sin} = ropeTables(core, {nPos, firstPos, dim: dModel, base});
    return bothHalves(method === 'rope-cos' ? cos : sin);
  }
  if (fault) return sinusoidalTable(core, settings, fault, nPos);
  return sinusoidal(core, {nPos, dModel, base, layout, firstPos});
}

/**
 * The cache of half-split RoPE holds its pairs twice, one copy for each half of a head.
 *
 * @param {Tensor} half (n, pairs)
 * @returns {Tensor} (n, 2 * pairs)
 */
function bothHalves({data, shape: [n, pairs]}) {
  const out = new Float32Array(n * 2 * pairs);
  for (let row = 0; row < n; row++) {
    const values = data.subarray(row * pairs, (row + 1) * pairs);
    out.set(values, 2 * row * pairs);
    out.set(values, (2 * row + 1) * pairs);
  }
  return {data: out, shape: [n, 2 * pairs]};
}

/**
 * @param {Settings} settings
 * @param {string} method
 * @param {Tensor} table (positions, dims)
 * @param {HeatmapPanel['colour']} colour
 * @returns {HeatmapPanel}
 */
function panelOf(settings, method, table, colour) {
  const {firstPos, transposed, dModel} = settings;
  const names = Array.from({length: table.shape[0]}, (_, k) => firstPos + k);
  const position = {label: 'position', names};
  const dimension = {label: 'dimension'};
  const isCache = method.startsWith('rope') && table.shape[1] > dModel / 2;
  const half = {
    axis: /** @type {'x' | 'y'} */ (transposed ? 'y' : 'x'),
    at: dModel / 2,
    label: 'second half = first half',
  };
  return {
    kind: 'heatmap',
    title: METHODS[/** @type {keyof typeof METHODS} */ (method)],
    tensor: transposed ? transpose(table) : table,
    x: transposed ? position : dimension,
    y: transposed ? dimension : position,
    value: {label: 'value'},
    colour,
    aspect: 0.62,
    rules: isCache ? [half] : [],
  };
}

/**
 * The table of an encoding, one cell a number: which numbers a position is given.
 *
 * Attributes: method, d-model, n-pos, dims (columns shown), first-pos, base, layout, transposed,
 * sigma and seed (of a learned table's start).
 */
export class PeHeatmap extends Figure {
  static tag = 'pe-heatmap';

  static settings = /** @type {import('../frame/settings.js').Schema} */ ({
    method: {type: 'choice', default: 'sinusoidal', options: METHODS, label: 'Method'},
    dModel: {type: 'int', default: 64, min: 1, max: 512, label: 'Width d'},
    nPos: {type: 'int', default: 50, min: 1, max: 512, label: 'Positions'},
    dims: {
      type: 'int',
      default: 32,
      min: 1,
      max: (/** @type {Settings} */ s) => s.dModel,
      label: 'Dimensions shown',
    },
    firstPos: {type: 'int', default: 0, min: 0, max: 1048576, label: 'First position'},
    base: {type: 'number', default: 10000, min: 2, max: 1000000, step: 1, label: 'Base'},
    layout: SINUSOIDAL_LAYOUT,
    transposed: {type: 'flag', default: false, label: 'Position across'},
    sigma: {type: 'number', default: 0.02, min: 0, max: 2, step: 0.01, label: 'σ of the start'},
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'sin-heatmap-000': {
      title: 'Sinusoidal table, 50 positions, the first 32 of 64 dimensions',
      short: '50 × 32',
      settings: {dModel: 64, nPos: 50, dims: 32},
      controls: ['dModel', 'nPos', 'dims', 'base', 'layout', 'firstPos'],
    },
    'sin-heatmap-001': {
      title: 'Sinusoidal table on its side, 64 of 128 dimensions',
      short: '64 × 50, on its side',
      settings: {dModel: 128, nPos: 50, dims: 64, transposed: true},
      controls: ['dModel', 'nPos', 'dims', 'base', 'layout', 'firstPos', 'transposed'],
    },
    'sin-heatmap-002': {
      title: 'Sinusoidal table on its side, 100 positions, 128 dimensions',
      short: '128 × 100, on its side',
      settings: {dModel: 128, nPos: 100, dims: 128, transposed: true},
      controls: ['dModel', 'nPos', 'dims', 'base', 'layout', 'firstPos', 'transposed'],
    },
    'sin-heatmap-004': {
      title: 'Sinusoidal table, 100 positions, 512 dimensions: most columns hardly move',
      short: '100 × 512',
      settings: {dModel: 512, nPos: 100, dims: 512},
      controls: ['dModel', 'nPos', 'dims', 'base', 'layout', 'firstPos'],
    },
    'sin-vs-learned-heatmaps': {
      title: 'Sinusoidal beside a learned table before training, on one colour scale',
      short: '10 positions, learned',
      settings: {method: 'both', dModel: 64, nPos: 10, dims: 64, transposed: true},
      controls: ['dModel', 'nPos', 'dims', 'sigma', 'seed'],
      faults: [],
    },
    'toy-pe-heatmaps': {
      title: 'The six positions of the toy sentence, sinusoidal and learned',
      short: 'toy sentence',
      settings: {method: 'both', dModel: 64, nPos: 6, dims: 64},
      controls: ['dModel', 'dims', 'sigma', 'seed'],
      faults: [],
    },
    'phase1-comparison-heatmaps': {
      title: 'Sinusoidal and learned side by side, 50 positions',
      short: '50 positions, learned',
      settings: {method: 'both', dModel: 64, nPos: 50, dims: 64},
      controls: ['dModel', 'nPos', 'dims', 'sigma', 'seed'],
      faults: [],
    },
    'rope-cos-heatmap': {
      title: 'RoPE: the cosines of the half-split cache, 100 positions',
      short: 'RoPE cosines',
      settings: {method: 'rope-cos', dModel: 64, nPos: 100, dims: 64, transposed: true},
      controls: ['method', 'dModel', 'nPos', 'base', 'firstPos'],
      faults: [],
    },
    'rope-sin-heatmap': {
      title: 'RoPE: the sines of the half-split cache, 100 positions',
      short: 'RoPE sines',
      settings: {method: 'rope-sin', dModel: 64, nPos: 100, dims: 64, transposed: true},
      controls: ['method', 'dModel', 'nPos', 'base', 'firstPos'],
      faults: [],
    },
  };

  static faults = SINUSOIDAL_FAULTS;

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   */
  static compute(core, settings, fault) {
    const methods = settings.method === 'both' ? ['sinusoidal', 'learned'] : [settings.method];
    const tables = methods.map((method) => tableOf(core, method, settings, fault));
    const shown = tables.map((table) => firstColumns(table, settings.dims));
    const colour = colourFor('signed', ...shown.map((table) => table.data));
    return {
      panels: methods.map((method, k) => panelOf(settings, method, shown[k], colour)),
      columns: methods.length,
      meters: methods[0] === 'sinusoidal' ? sinusoidalMeters(core, tables[0]) : [],
    };
  }
}

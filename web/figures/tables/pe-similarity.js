// @ts-check
import {cosineSimilarity} from '../../core/linalg.js';
import {learnedInit} from '../../core/pe.js';
import {formatNumber} from '../../draw/format.js';
import {Figure} from '../frame/figure.js';
import {rowOf} from '../shared/tensors.js';
import {
  offsetMeter,
  rowNormMeter,
  SINUSOIDAL_FAULTS,
  SINUSOIDAL_LAYOUT,
  sinusoidalTable,
  uniqueMeter,
} from './sinusoidal-laws.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Colour, HeatmapPanel} from '../../draw/panel.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const LEAST_PX = 420; // a map alone fills a narrow figure, and half of a wide one

const METHODS = {
  sinusoidal: 'sinusoidal',
  learned: 'learned, before training',
  both: 'sinusoidal and learned',
};

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @param {string} method
 * @returns {Tensor} (positions, dModel)
 */
function tableOf(core, settings, fault, method) {
  const {nPos, dModel, sigma, seed} = settings;
  if (method === 'sinusoidal') return sinusoidalTable(core, settings, fault, nPos);
  return learnedInit(core, {maxLen: nPos, dModel, sigma, seed});
}

/**
 * The first offset at which position 0 is more like the further of two neighbours.
 *
 * @param {Tensor} similarity (n, n)
 */
function noteOf(similarity) {
  const row = rowOf(similarity, 0);
  const rise = row.findIndex((value, k) => k > 0 && value > row[k - 1]);
  if (rise < 0) return 'Within these positions the nearer of two is always the more alike.';
  return (
    'Nearer is mostly more alike, but not always: the similarity at offset ' +
    `${rise - 1} is ${formatNumber(row[rise - 1])}, at offset ${rise} it is ${formatNumber(row[rise])}.`
  );
}

/**
 * Cosine similarity of the encodings of every two positions.
 *
 * Attributes: method, d-model, n-pos, base, layout, sigma and seed (of a learned
 * table's start).
 */
export class PeSimilarity extends Figure {
  static tag = 'pe-similarity';

  static settings = /** @type {Schema} */ ({
    method: {type: 'choice', default: 'sinusoidal', options: METHODS, label: 'Method'},
    dModel: {type: 'int', default: 64, min: 2, max: 512, label: 'Width d'},
    nPos: {type: 'int', default: 20, min: 2, max: 128, label: 'Positions'},
    base: {type: 'number', default: 10000, min: 2, max: 1000000, step: 1, label: 'Base'},
    layout: SINUSOIDAL_LAYOUT,
    sigma: {type: 'number', default: 0.02, min: 0.01, max: 2, step: 0.01, label: 'σ of the start'},
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'sin-similarity': {
      title: 'How alike the sinusoidal encodings of two positions are',
      short: 'sinusoidal',
      settings: {method: 'sinusoidal', dModel: 64, nPos: 20},
      controls: ['nPos', 'dModel', 'base', 'layout'],
    },
    'pe-similarity-matrix': {
      title: 'How alike two positions are: sinusoidal, and learned before training',
      short: 'and learned',
      settings: {method: 'both', dModel: 64, nPos: 50},
      controls: ['nPos', 'dModel', 'sigma', 'seed'],
    },
  };

  static faults = {
    ...SINUSOIDAL_FAULTS,
    'doubled-exponent': {...SINUSOIDAL_FAULTS['doubled-exponent'], breaks: 'offset-only'},
    swapped: {
      ...SINUSOIDAL_FAULTS.swapped,
      says:
        'Each pair holds its cosine first and its sine second. No number here changes by more than rounding: a ' +
        'similarity adds up products of both, in any order.',
    },
  };

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   */
  static compute(core, settings, fault) {
    const methods = settings.method === 'both' ? ['sinusoidal', 'learned'] : [settings.method];
    const tables = methods.map((method) => tableOf(core, settings, fault, method));
    const similarities = tables.map((table) => cosineSimilarity(core, {x: table}));
    const colour = /** @type {Colour} */ ({map: 'signed', domain: [-1, 1]});
    const isOne = methods.length === 1;
    const panels = methods.map((method, k) => ({
      .../** @type {HeatmapPanel} */ ({
        kind: 'heatmap',
        title: METHODS[/** @type {keyof typeof METHODS} */ (method)],
        tensor: similarities[k],
        x: {label: 'position'},
        y: {label: 'position'},
        value: {label: 'cosine similarity'},
        colour,
        aspect: 1,
      }),
      bar: isOne,
    }));
    const isSinusoidal = methods[0] === 'sinusoidal';
    return {
      panels,
      columns: 2,
      least: isOne ? LEAST_PX : 260,
      scale: isOne ? undefined : {colour, label: 'cosine similarity'},
      meters: isSinusoidal ? metersOf(core, tables[0], similarities[0]) : [],
      note: isSinusoidal && fault !== 'doubled-exponent' ? noteOf(similarities[0]) : '',
    };
  }
}

/**
 * @param {Core} core
 * @param {Tensor} table (positions, dModel)
 * @param {Tensor} similarity (positions, positions)
 */
const metersOf = (core, table, similarity) => [
  ...(table.shape[1] % 2 === 0 ? [offsetMeter(core, similarity)] : []),
  ...rowNormMeter(core, table),
  uniqueMeter(core, table),
];

// @ts-check
import {formatBytes} from '../../core/bytes.js';
import {memoryBytes, methods} from '../../core/pe.js';
import {formatNumber} from '../../draw/format.js';
import {placeOf} from '../../draw/method-colours.js';
import {Figure} from '../frame/figure.js';

/** @import {Core} from '../../core/core.js' */
/** @import {BarsPanel} from '../../draw/panel.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const FLOAT_BYTES = 4;

/** @type {Record<string, {name: string, keeps: string}>} by the core's names */
const METHODS = {
  sinusoidal: {name: 'sinusoidal', keeps: 'sinusoidal table'},
  learned: {name: 'learned', keeps: 'learned table'},
  'rope-half': {name: 'RoPE', keeps: 'RoPE cache, each angle once'},
  alibi: {name: 'ALiBi', keeps: 'ALiBi bias, written out'},
};

/**
 * How many numbers each method learns. A learned table keeps its parameters and nothing else.
 *
 * @param {Core} core
 * @param {Settings} settings
 */
function parametersOf(core, {maxLen, dModel}) {
  const table = methods(core);
  return Object.keys(METHODS).map((method) => {
    const learns = table.find(({name}) => name === method)?.learns;
    if (learns === 'nothing') return 0;
    return memoryBytes(core, {method, seqLen: maxLen, dModel}) / FLOAT_BYTES;
  });
}

/**
 * @param {Core} core
 * @param {Settings} settings
 */
function parametersDrawing(core, settings) {
  const counts = parametersOf(core, settings);
  const {maxLen, dModel} = settings;
  /** @type {BarsPanel} */
  const panel = {
    kind: 'bars',
    groups: Object.values(METHODS).map(({name}) => name),
    series: [
      {name: 'learned parameters', values: counts, colours: Object.keys(METHODS).map(placeOf)},
    ],
    x: {label: 'method'},
    y: {label: 'learned parameters'},
    aspect: 0.5,
  };
  const [, learned] = counts;
  return {
    panels: [panel],
    note:
      `A learned table has one row per position: ${formatNumber(maxLen)} × ${formatNumber(dModel)} = ` +
      `${formatNumber(learned)}. The other three are formulas.`,
  };
}

/**
 * @param {Core} core
 * @param {Settings} settings
 */
function memoryDrawing(core, settings) {
  const {lengths, dModel, nHeads, dHead} = settings;
  if (dHead % 2 !== 0)
    throw new RangeError(`d-head must be even, since pairs are rotated, got ${dHead}.`);
  const series = Object.entries(METHODS).map(([method, {keeps}]) => {
    const values = lengths.map((/** @type {number} */ seqLen) =>
      memoryBytes(core, {method, seqLen, dModel, nHeads, dHead}),
    );
    return {name: keeps, values, text: values.map(formatBytes), colour: placeOf(method)};
  });
  /** @type {BarsPanel} */
  const panel = {
    kind: 'bars',
    groups: lengths.map((/** @type {number} */ length) => formatNumber(length)),
    series,
    x: {label: 'length in positions'},
    y: {label: 'bytes kept, as float32', scale: 'log'},
    from: 1000,
    aspect: 0.55,
  };
  const last = lengths.length - 1;
  const bias = series[3].text[last];
  return {
    panels: [panel],
    note:
      `Twice the length is twice the table or cache, but four times the bias: ${bias} at ` +
      `${formatNumber(lengths[last])}. A program need not write the bias out: it is a slope times a ` +
      'distance, computed where it is added. One RoPE cache serves all heads. It keeps each angle once here; half-split code ' +
      'often keeps it twice, and so twice as much.',
  };
}

/**
 * What a method costs: numbers that it learns, bytes that it keeps.
 *
 * Attributes: kind (parameters, memory), max-len, d-model, lengths, n-heads, d-head.
 */
export class PeCost extends Figure {
  static tag = 'pe-cost';

  static settings = /** @type {Schema} */ ({
    kind: {
      type: 'choice',
      default: 'parameters',
      options: {parameters: 'parameters', memory: 'memory'},
      label: 'Cost',
    },
    maxLen: {type: 'int', default: 512, min: 1, max: 8192, label: 'Longest text'},
    dModel: {type: 'int', default: 768, min: 1, max: 4096, label: 'Width d'},
    lengths: {type: 'list', default: [512, 2048, 8192], min: 1, max: 131072, label: 'Lengths'},
    nHeads: {type: 'int', default: 4, min: 1, max: 128, label: 'Heads'},
    dHead: {type: 'int', default: 16, min: 2, max: 256, step: 2, label: 'Width of a head'},
  });

  static presets = {
    'param-count-bars': {
      title: 'How many numbers each method learns',
      short: 'parameters',
      settings: {kind: 'parameters', maxLen: 512, dModel: 768},
      controls: ['maxLen', 'dModel'],
    },
    'memory-scaling': {
      title: 'Memory against length: tables and caches grow with it, a bias with its square',
      short: 'memory',
      settings: {kind: 'memory', dModel: 64, nHeads: 4, dHead: 16},
      controls: ['lengths', 'dModel', 'nHeads', 'dHead'],
    },
  };

  /**
   * @param {Core} core
   * @param {Settings} settings
   */
  static compute(core, settings) {
    return settings.kind === 'memory'
      ? memoryDrawing(core, settings)
      : parametersDrawing(core, settings);
  }
}

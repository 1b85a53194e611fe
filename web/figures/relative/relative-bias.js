// @ts-check
import {randomNormal} from '../../core/base.js';
import {toeplitzSpread} from '../../core/linalg.js';
import {clippedBias, relativeMatrix} from '../../core/pe.js';
import {colourFor} from '../../draw/colour.js';
import {formatNumber} from '../../draw/format.js';
import {Figure} from '../frame/figure.js';
import {slice} from '../shared/tensors.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {BarsPanel, HeatmapPanel} from '../../draw/panel.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const LEAST_PX = 420; // a map alone fills a narrow figure, and half of a wide one

/**
 * @param {Tensor} tensor (positions, positions)
 * @param {string} title
 * @param {string} label of a value
 * @returns {HeatmapPanel}
 */
const mapOf = (tensor, title, label) => ({
  kind: 'heatmap',
  title,
  tensor,
  x: {label: 'key position j'},
  y: {label: 'query position i'},
  value: {label},
  colour: colourFor('signed', tensor.data),
  aspect: 1,
});

/**
 * @param {Tensor} table (1, 2 * clip + 1)
 * @param {number} clip
 * @returns {BarsPanel}
 */
function tablePanel({data}, clip) {
  const names = Array.from(data, (_, k) => formatNumber(k - clip));
  if (clip > 0) {
    names[0] = `≤ ${formatNumber(-clip)}`;
    names[2 * clip] = `≥ ${clip}`;
  }
  return {
    kind: 'bars',
    title: `the learned table: ${data.length} numbers per head`,
    groups: names,
    series: [
      {
        name: 'bias',
        values: data,
        text: Array.from(data, (value) => formatNumber(Number(value.toFixed(1)))),
      },
    ],
    x: {label: 'offset j − i, key position − query position'},
    y: {label: 'bias, added to a logit'},
    aspect: 0.9,
  };
}

/**
 * Offsets j - i (key position minus query position) cut off on both sides, and a learned bias that
 * is looked up by them.
 *
 * Attributes: kind (matrix, bias), positions, clip, seed (of the table's numbers).
 */
export class RelativeBias extends Figure {
  static tag = 'relative-bias';

  static settings = /** @type {Schema} */ ({
    kind: {
      type: 'choice',
      default: 'matrix',
      options: {matrix: 'offsets', bias: 'the bias they look up'},
      label: 'Values',
    },
    positions: {type: 'int', default: 8, min: 2, max: 64, label: 'Positions'},
    clip: {type: 'int', default: 5, min: 0, max: 16, label: 'Cut off at'},
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'relpos-matrix': {
      title: 'Offsets j − i, key position − query position, cut off at ±5',
      short: 'offsets',
      settings: {kind: 'matrix', positions: 8, clip: 5},
      controls: ['positions', 'clip'],
    },
    'relpos-bias': {
      title: 'A bias looked up by offset, from a table of 11 random numbers',
      short: 'bias',
      settings: {kind: 'bias', positions: 8, clip: 5},
      controls: ['positions', 'clip', 'seed'],
    },
  };

  /**
   * @param {Core} core
   * @param {Settings} settings
   */
  static compute(core, {kind, positions: n, clip, seed}) {
    const sizes = {nQuery: n, nKey: n, clip};
    const relative = relativeMatrix(core, sizes);
    const table = randomNormal(core, {seed, name: 'relative bias', shape: [1, 2 * clip + 1]});
    const bias = slice(clippedBias(core, {table, ...sizes}), 0);
    const isBias = kind === 'bias';
    const value = toeplitzSpread(core, {x: isBias ? bias : relative});
    const far = Math.max(0, n - 1 - clip);
    return {
      panels: isBias
        ? [tablePanel(table, clip), mapOf(bias, 'the bias of every query and key', 'bias')]
        : [mapOf(relative, '', 'offset j − i')],
      columns: 2,
      least: isBias ? 260 : LEAST_PX,
      meters: [{name: 'distance-only', label: 'depends on the offset only', value, limit: 1e-6}],
      note: far
        ? `Offsets beyond ±${clip} share the last number, up to ±${n - 1} here: longer texts need no new parameters, ` +
          'but cannot tell far from farther.'
        : `No offset here is beyond ±${clip}: nothing is cut off.`,
    };
  }
}

// @ts-check
import {cosineSimilarity, matmul, maxAbsDiff, normError} from '../../core/linalg.js';
import {sinusoidalShift} from '../../core/pe.js';
import {formatNumber} from '../../draw/format.js';
import {Figure} from '../frame/figure.js';
import {rowOf, transpose} from '../shared/tensors.js';
import {SINUSOIDAL_FAULTS, sinusoidalTable} from './sinusoidal-laws.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {LinesPanel, PlanePanel} from '../../draw/panel.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const FAULTY = 'No rotation then takes every position k further.';
const LAW_ROWS = 128; // positions whose rotated rows are compared

/**
 * @param {Tensor} table (n, d)
 * @param {number} first
 * @param {number} count
 * @returns {Tensor} (count, d), a view
 */
const rowsOf = ({data, shape: [, d]}, first, count) => ({
  data: data.subarray(first * d, (first + count) * d),
  shape: [count, d],
});

/**
 * Every row rotated by M: x Mᵀ.
 *
 * @param {Core} core
 * @param {Tensor} shift M (d, d)
 * @param {Tensor} x (n, d)
 */
const rotated = (core, shift, x) => matmul(core, {a: x, b: transpose(shift)});

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {number} offset
 */
const shiftOf = (core, {dModel, base}, offset) => sinusoidalShift(core, {dModel, base, offset});

/**
 * What is left when each of many rows is rotated by M and its own later row is taken away.
 *
 * @param {Core} core
 * @param {Tensor} table
 * @param {Tensor} shift
 * @param {number} offset
 * @returns {Meter}
 */
function residualMeter(core, table, shift, offset) {
  const a = rotated(core, shift, rowsOf(table, 0, LAW_ROWS));
  const value = maxAbsDiff(core, {a, b: rowsOf(table, offset, LAW_ROWS)});
  const label = `B(${offset}) rotates PE(p) into PE(p + ${offset}) for p = 0 to ${LAW_ROWS - 1}`;
  return {name: 'shift', label, value, limit: 1e-5};
}

/**
 * @param {string} name
 * @param {ArrayLike<number>} values
 * @param {number} shown
 * @param {Partial<import('../../draw/panel.js').Series>} rest
 */
const dimensionsOf = (name, values, shown, rest) => ({
  name,
  x: Array.from({length: shown}, (_, k) => k),
  y: Array.from(values).slice(0, shown),
  ...rest,
});

/**
 * Two steps of one length from two places: not one vector, but one rotated into the other.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {Tensor} table
 * @returns {Drawing}
 */
function differenceDrawing(core, settings, table) {
  const {pos, offset, gap, dModel, shown} = settings;
  const steps = new Float32Array(2 * dModel);
  [pos, pos + gap].forEach((p, k) => {
    const [from, to] = [rowOf(table, p), rowOf(table, p + offset)];
    for (let c = 0; c < dModel; c++) steps[k * dModel + c] = to[c] - from[c];
  });
  const both = {data: steps, shape: [2, dModel]};
  const [first, second] = [rowsOf(both, 0, 1), rowsOf(both, 1, 1)];
  const shift = shiftOf(core, settings, gap);
  const mapped = rotated(core, shift, first);
  const nameOf = (/** @type {number} */ p) => `PE(${p + offset}) − PE(${p})`;
  /** @type {LinesPanel} */
  const panel = {
    kind: 'lines',
    series: [
      dimensionsOf(nameOf(pos), first.data, shown, {style: 'bars'}),
      dimensionsOf(nameOf(pos + gap), second.data, shown, {style: 'points'}),
      dimensionsOf(`B(${gap}) (${nameOf(pos)})`, mapped.data, shown, {
        style: 'points',
        open: true,
      }),
    ],
    x: {label: 'dimension', domain: [-0.5, shown - 0.5]},
    y: {label: 'difference'},
    aspect: 0.5,
  };
  const meters = [
    ...stepMeters(core, settings, both),
    {
      name: 'rotated-step',
      label: `B(${gap}) rotates the first difference into the second`,
      value: maxAbsDiff(core, {a: mapped, b: second}),
      limit: 1e-5,
    },
    residualMeter(core, table, shift, gap),
  ];
  return {panels: [panel], meters, note: stepNote(core, settings, both)};
}

/**
 * @param {Core} core
 * @param {Tensor} steps (2, d)
 */
const cosineOf = (core, steps) => cosineSimilarity(core, {x: steps}).data[1];

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {Tensor} steps (2, d)
 * @returns {Meter[]}
 */
function stepMeters(core, {gap}, steps) {
  const [first, second] = [rowsOf(steps, 0, 1), rowsOf(steps, 1, 1)];
  /** @type {Meter[]} */
  const meters = [
    {
      name: 'step-length',
      label: 'both differences are equally long',
      value: normError(core, {x: first, y: second}),
      limit: 1e-5,
    },
  ];
  if (gap === 0) return meters;
  const value = cosineOf(core, steps);
  const label = 'yet they are not the same: cosine (1 would be)';
  return [...meters, {name: 'not-the-same', label, value, limit: 0.999}];
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {Tensor} steps (2, d)
 */
function stepNote(core, {gap, offset}, steps) {
  if (gap === 0) return 'Both steps start at the same place, so they are one and the same.';
  return (
    `Both steps go ${offset} positions ahead, yet the cosine between them is ` +
    `${formatNumber(cosineOf(core, steps))}: adding one vector does not move every position by ${offset}. ` +
    `A rotation does: the rings, the first difference rotated by ${gap} positions, lie on the second.`
  );
}

/**
 * One pair of PE(p) and of PE(p + offset) as arrows.
 *
 * @param {Settings} settings
 * @param {Tensor} table
 * @param {number} p
 * @returns {PlanePanel}
 */
function planeOf({pair, offset}, table, p) {
  const arrowOf = (/** @type {number} */ at, /** @type {number} */ series) => {
    const row = rowOf(table, at);
    return {x: row[2 * pair + 1], y: row[2 * pair], name: `PE(${at})`, series};
  };
  return {
    kind: 'plane',
    title: `pair ${pair}, from position ${p} to ${p + offset}`,
    arrows: [arrowOf(p, 0), arrowOf(p + offset, 1)],
    limit: 1.4,
    circle: 1,
    x: {label: `cosine, dimension ${2 * pair + 1}`},
    y: {label: `sine, dimension ${2 * pair}`},
    aspect: 1,
  };
}

/**
 * The same rotation from two places, and the whole row rotated.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {Tensor} table
 * @returns {Drawing}
 */
function rotationDrawing(core, settings, table) {
  const {pos, offset, gap, dModel, shown, pair} = settings;
  const shift = shiftOf(core, settings, offset);
  const row = rotated(core, shift, rowsOf(table, pos, 1));
  /** @type {LinesPanel} */
  const rows = {
    kind: 'lines',
    title: `whole rows: B(${offset}) PE(${pos}) lies on PE(${pos + offset})`,
    series: [
      dimensionsOf(`PE(${pos})`, rowOf(table, pos), shown, {style: 'points'}),
      dimensionsOf(`PE(${pos + offset})`, rowOf(table, pos + offset), shown, {style: 'points'}),
      dimensionsOf(`B(${offset}) PE(${pos})`, row.data, shown, {style: 'points', open: true}),
    ],
    x: {label: 'dimension', domain: [-0.5, shown - 0.5]},
    y: {label: 'value', domain: [-1.08, 1.08]},
    aspect: 0.32,
    wide: true,
  };
  const starts = gap === 0 ? [pos] : [pos, pos + gap];
  const at = 2 * pair * (dModel + 1); // of the pair's cosine in M; the sine stands to its right
  const degrees = (Math.atan2(shift.data[at + 1], shift.data[at]) * 180) / Math.PI;
  return {
    panels: [...starts.map((p) => planeOf(settings, table, p)), rows],
    columns: 2,
    meters: [residualMeter(core, table, shift, offset)],
    note:
      `From any position, ${offset} further on rotates pair ${pair} by the same angle, ` +
      `${formatNumber(Number(degrees.toFixed(1)))}° but for whole turns: B(${offset}) does not know p.`,
  };
}

/**
 * What a step of so many positions does to a sinusoidal encoding: it rotates every pair by an angle of
 * its own, wherever the step starts.
 *
 * Attributes: view (difference, rotation), pos (p), offset (the step), gap (from p to the second
 * place), pair, d-model, shown (dimensions shown), base.
 */
export class PeShift extends Figure {
  static tag = 'pe-shift';

  static settings = /** @type {Schema} */ ({
    view: {
      type: 'choice',
      default: 'difference',
      options: {difference: 'two differences', rotation: 'a rotation of every pair'},
      label: 'View',
    },
    pos: {type: 'int', default: 0, min: 0, max: 200, label: 'Position p'},
    offset: {type: 'int', default: 5, min: 1, max: 100, label: 'Step k'},
    gap: {type: 'int', default: 10, min: 0, max: 100, label: 'Second place, after p'},
    pair: {type: 'int', default: 2, min: 0, max: (s) => s.dModel / 2 - 1, label: 'Pair'},
    dModel: {type: 'int', default: 64, min: 2, max: 128, step: 2, label: 'Width d'},
    shown: {
      type: 'int',
      default: 32,
      min: 2,
      max: (s) => s.dModel,
      step: 2,
      label: 'Dimensions shown',
    },
    base: {type: 'number', default: 10000, min: 2, max: 1000000, step: 1, label: 'Base'},
  });

  static presets = {
    'sin-offset-diff': {
      title: 'Two steps of five positions are not one vector, but one is the other rotated',
      short: 'differences',
      settings: {view: 'difference', pos: 0, offset: 5, gap: 10, dModel: 64, shown: 32},
      controls: ['pos', 'offset', 'gap', 'shown'],
    },
    'sin-shift-rotation': {
      title: 'A step of k positions rotates each pair by one angle, wherever it starts',
      short: 'rotation',
      settings: {view: 'rotation', pos: 3, offset: 5, gap: 10, pair: 2, dModel: 64, shown: 32},
      controls: ['pos', 'offset', 'pair', 'gap', 'base'],
    },
  };

  static faults = {
    'doubled-exponent': {...SINUSOIDAL_FAULTS['doubled-exponent'], breaks: 'shift'},
  };

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   */
  static compute(core, settings, fault) {
    const {pos, offset, gap, dModel, base, view} = settings;
    const nPos = Math.max(pos, LAW_ROWS) + offset + gap + 1;
    const table = sinusoidalTable(core, {dModel, base, layout: 'interleaved'}, fault, nPos);
    const drawing =
      view === 'rotation'
        ? rotationDrawing(core, settings, table)
        : differenceDrawing(core, settings, table);
    return fault ? {...drawing, note: FAULTY} : drawing;
  }
}

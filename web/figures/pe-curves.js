// @ts-check
import {randomNormal} from '../core/base.js';
import {maxAbsDiff, minDistance, normError} from '../core/linalg.js';
import {ropeFrequencies, ropeRotate, ropeTables, sinusoidalFrequencies} from '../core/pe.js';
import {formatNumber} from '../draw/format.js';
import {Figure} from './figure.js';
import {
  frequenciesOf,
  phaseErrors,
  positionsFrom,
  ROPE_FAULTS,
  turnOf,
  unitPairs,
} from './rope-turn.js';
import {
  rowNormMeter,
  SINUSOIDAL_FAULTS,
  sinusoidalMeters,
  sinusoidalTable,
} from './sinusoidal-laws.js';
import {columnOf, rowOf} from './tensors.js';

/** @import {Core, Tensor} from '../core/core.js' */
/** @import {BarsPanel, LinesPanel, Series} from '../draw/panel.js' */
/** @import {Drawing} from './figure.js' */
/** @import {Meter} from './meters.js' */
/** @import {Schema, Settings} from './settings.js' */

const TURN = 2 * Math.PI;
const LAW_ROWS = 64; // of a long table, for the laws that compare every two rows

/**
 * @param {string} name of the attribute
 * @param {readonly number[]} values
 * @param {number} count
 */
function requireBelow(name, values, count) {
  const past = values.find((value) => value >= count);
  if (past === undefined) return;
  throw new RangeError(`${name} must be 0 to ${count - 1} at this width, got ${past}.`);
}

/**
 * @param {Partial<LinesPanel> & {series: Series[], x: LinesPanel['x'], y: LinesPanel['y']}} rest
 * @returns {LinesPanel}
 */
const lines = (rest) => ({kind: 'lines', aspect: 0.5, ...rest});

/**
 * @param {Core} core
 * @param {Settings} settings whose layout is RoPE's
 * @param {string} fault
 * @param {number} nPos
 */
const tableOf = (core, {dModel, base}, fault, nPos) =>
  sinusoidalTable(core, {dModel, base, layout: 'interleaved'}, fault, nPos);

/**
 * Columns of the sinusoidal table against position.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
function wavesOf(core, settings, fault) {
  const {dims, dModel, positions} = settings;
  requireBelow('dims', dims, dModel);
  const table = tableOf(core, settings, fault, positions);
  const x = positionsFrom(0, positions);
  const series = dims.map((/** @type {number} */ k) => ({
    name: `dimension ${k}`,
    x,
    y: columnOf(table, k),
  }));
  const waves = lines({series, x: {label: 'position'}, y: {label: 'value', domain: [-1, 1]}});
  return {panels: [waves], meters: rowNormMeter(core, table)};
}

/**
 * Rows of the sinusoidal table across its dimensions. Sines and cosines stand apart: a line through
 * both would zigzag between two curves.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
function profilesOf(core, settings, fault) {
  const {at, shown, dModel} = settings;
  const table = tableOf(core, settings, fault, Math.max(LAW_ROWS, Math.max(...at) + 1));
  const names = fault === 'swapped' ? ['cosines', 'sines'] : ['sines', 'cosines'];
  const panels = names.map((name, first) => {
    const columns = positionsFrom(0, Math.ceil((Math.min(shown, dModel) - first) / 2)).map(
      (k) => 2 * k + first,
    );
    return lines({
      title: `${name}, the ${first === 0 ? 'even' : 'odd'} dimensions`,
      series: at.map((/** @type {number} */ p) => ({
        name: `position ${p}`,
        x: columns,
        y: columns.map((k) => rowOf(table, p)[k]),
        style: 'both',
      })),
      x: {label: 'dimension', domain: [-0.5, Math.min(shown, dModel) - 0.5]},
      y: {label: 'value', domain: [-1, 1]},
      aspect: 0.75,
    });
  });
  const rows = {data: table.data.subarray(0, LAW_ROWS * dModel), shape: [LAW_ROWS, dModel]};
  return {panels, columns: 2, meters: sinusoidalMeters(core, rows)};
}

/**
 * Radians a position of the sines of a table, read from its second row: sin(1 w), with w in 0..1.
 *
 * @param {Tensor} table (n >= 2, d)
 */
function sineFrequencies(table) {
  const row = rowOf(table, 1);
  return positionsFrom(0, Math.ceil(row.length / 2)).map((pair) => Math.asin(row[2 * pair]));
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
function spectrumOf(core, settings, fault) {
  const {dModel, base} = settings;
  const exact = Array.from(sinusoidalFrequencies(core, {dModel, base}).data);
  const table = tableOf(core, settings, fault, LAW_ROWS);
  const isFaulty = fault === 'doubled-exponent';
  const drawn = isFaulty ? sineFrequencies(table) : exact;
  const panels = [
    spectrumPanel('angular frequency', 'rad per position', drawn, exact, isFaulty),
    spectrumPanel(
      'wavelength',
      'positions per turn',
      drawn.map((w) => TURN / w),
      exact.map((w) => TURN / w),
      isFaulty,
    ),
  ];
  const note =
    `The first pair turns once in ${formatNumber(TURN / drawn[0])} positions, ` +
    `the last once in ${formatNumber(Math.round(TURN / drawn[drawn.length - 1]))}.`;
  return {panels, columns: 2, meters: rowNormMeter(core, table), note};
}

/**
 * @param {number} nPairs
 * @returns {LinesPanel['x']}
 */
const pairAxis = (nPairs) => ({label: 'pair index', domain: [-0.5, nPairs - 0.5]});

/**
 * One number a pair, and under a fault the right one too.
 *
 * @param {string} title
 * @param {string} label
 * @param {readonly number[]} drawn
 * @param {readonly number[]} exact
 * @param {boolean} isFaulty
 * @returns {LinesPanel}
 */
function spectrumPanel(title, label, drawn, exact, isFaulty) {
  const x = positionsFrom(0, exact.length);
  /** @type {Series[]} */
  const series = [{name: isFaulty ? 'in use' : title || 'each pair', x, y: drawn, style: 'points'}];
  if (isFaulty) series.push({name: 'right', x, y: exact, dashed: true});
  return lines({title, series, x: pairAxis(exact.length), y: {label, scale: 'log'}, aspect: 0.75});
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @param {number} position
 * @returns {Meter}
 */
function phaseMeter(core, {dModel, base}, fault, position) {
  const [value] = phaseErrors(core, {dim: dModel, base}, fault, [position]);
  const label = `angle of the worst pair at position ${formatNumber(position)} is right, in rad`;
  return {name: 'phase', label, value, limit: 1e-3};
}

/**
 * How far each pair stands from where the exact table has it at one position, in radians of 0..π:
 * turned forward by the frequencies in use, back by the exact ones.
 *
 * @param {Core} core
 * @param {Settings} settings dModel, base
 * @param {string} fault
 * @param {number} position
 */
function phaseOfPairs(core, {dModel: dim, base}, fault, position) {
  const used = ropeTables(core, {
    positions: [position],
    invFreq: frequenciesOf(core, {dim, base}, fault),
  });
  const exact = ropeTables(core, {positions: [position], dim, base});
  const x = {data: unitPairs(1, dim, 'interleaved'), shape: [1, 1, dim]};
  const ahead = ropeRotate(core, {x, ...used, layout: 'interleaved'});
  const {data} = ropeRotate(core, {x: ahead, ...exact, layout: 'interleaved', inverse: true});
  return positionsFrom(0, dim / 2).map((pair) =>
    Math.abs(Math.atan2(data[2 * pair + 1], data[2 * pair])),
  );
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
function ropeSpectrumOf(core, settings, fault) {
  const {dModel, base, context} = settings;
  const frequencies = Array.from(frequenciesOf(core, {dim: dModel, base}, fault).data);
  const spectrum = spectrumPanel(
    '',
    'angular frequency in rad per position',
    frequencies,
    frequencies,
    false,
  );
  const panels = [spectrum];
  if (fault === 'bf16') {
    panels.push(
      lines({
        title: `error of each pair’s angle at position ${formatNumber(context)}`,
        series: [
          {
            name: 'error',
            x: positionsFrom(0, dModel / 2),
            y: phaseOfPairs(core, settings, fault, context),
            style: 'bars',
          },
        ],
        x: pairAxis(dModel / 2),
        y: {label: 'phase error in rad', domain: [0, Math.PI]},
        aspect: 0.75,
      }),
    );
    spectrum.aspect = 0.75;
  }
  const meters = [phaseMeter(core, settings, fault, context)];
  return {
    panels,
    columns: panels.length,
    meters,
    note:
      fault === 'bf16'
        ? 'To the eye the two spectra are the same. A frequency that is wrong by a part in 500 is wrong by a whole turn after 500 turns: position 0 shows nothing, and the fast pairs go first.'
        : '',
  };
}

/**
 * How often each pair turns within a context: 1 is the border between pairs that come round and
 * pairs that never do.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @returns {Drawing}
 */
function bandsOf(core, {dModel, base, context}) {
  const turns = Array.from(
    ropeFrequencies(core, {dim: dModel, base}).data,
    (w) => (w * context) / TURN,
  );
  const whole = turns.filter((value) => value >= 1).length;
  /** @type {BarsPanel} */
  const panel = {
    kind: 'bars',
    groups: positionsFrom(0, turns.length),
    series: [
      {
        name: 'turns',
        values: turns,
        text: turns.map((value) => formatNumber(Number(value.toPrecision(3)))),
      },
    ],
    x: {label: 'pair index: fast to slow'},
    y: {label: `turns within ${formatNumber(context)} positions`, scale: 'log'},
    from: 1,
    rules: [{axis: 'y', at: 1, label: ''}],
    aspect: 0.5,
  };
  const note =
    `Up from the line: ${whole} of ${turns.length} pairs turn at least once within ` +
    `${formatNumber(context)} positions. Down from it: ${turns.length - whole} pairs never come round, ` +
    'and each position in the context has an angle of its own.';
  return {panels: [panel], note};
}

/**
 * Columns of the cosine cache. Under a fault the right curve is dashed.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
function ropeWavesOf(core, settings, fault) {
  const {dims, dModel, base, firstPos, positions} = settings;
  requireBelow('dims', dims, dModel / 2);
  const x = positionsFrom(firstPos, positions);
  const used = frequenciesOf(core, {dim: dModel, base}, fault).data;
  const exact = ropeFrequencies(core, {dim: dModel, base}).data;
  /** @param {ArrayLike<number>} all */
  const cosines = (all) =>
    ropeTables(core, {
      nPos: positions,
      firstPos,
      invFreq: dims.map((/** @type {number} */ k) => all[k]),
    }).cos;
  const drawn = cosines(used);
  const series = dims.map((/** @type {number} */ pair, /** @type {number} */ k) => ({
    name: `pair ${pair}`,
    x,
    y: columnOf(drawn, k),
  }));
  if (fault === 'bf16') {
    const right = cosines(exact);
    series.push(
      ...dims.map((/** @type {number} */ pair, /** @type {number} */ k) => ({
        name: `pair ${pair}, exact`,
        x,
        y: columnOf(right, k),
        dashed: true,
        colour: k,
      })),
    );
  }
  const panel = lines({series, x: {label: 'position'}, y: {label: 'cosine', domain: [-1, 1]}});
  return {panels: [panel], meters: [phaseMeter(core, settings, fault, firstPos + positions - 1)]};
}

/**
 * One vector, turned to several positions.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
function ropeProfilesOf(core, settings, fault) {
  const {at, dModel, base, layout, seed} = settings;
  const n = at.length;
  const one = randomNormal(core, {seed, name: 'vector', shape: [dModel]}).data;
  const x = {data: new Float32Array(n * dModel), shape: [1, n, dModel]};
  for (let k = 0; k < n; k++) x.data.set(one, k * dModel);
  const turn = turnOf(
    core,
    {dim: dModel, base, layout: layout === 'interleaved' ? 'interleaved' : 'half'},
    fault,
  );
  const turned = turn(x, at);
  const rows = {data: turned.data, shape: [n, dModel]};
  const dimension = positionsFrom(0, dModel);
  const panel = lines({
    series: at.map((/** @type {number} */ p, /** @type {number} */ k) => ({
      name: `position ${p}`,
      x: dimension,
      y: rowOf(rows, k),
      style: 'points',
    })),
    x: {label: 'dimension'},
    y: {label: 'value after the turn'},
    rules:
      layout === 'interleaved'
        ? []
        : [{axis: 'x', at: dModel / 2 - 0.5, label: 'second of each pair'}],
  });
  return {panels: [panel], meters: turnMeters(core, {settings, fault, x, turned, turn})};
}

/**
 * @param {Core} core
 * @param {{settings: Settings, fault: string, x: Tensor, turned: Tensor,
 *   turn: import('./rope-turn.js').Turn}} seen
 * @returns {Meter[]}
 */
function turnMeters(core, {settings, fault, x, turned, turn}) {
  const {at, dModel} = settings;
  const [, n] = x.shape;
  const still = turn(x, new Array(n).fill(0));
  const meters = [
    {
      name: 'norm',
      label: 'every vector keeps its length',
      value: normError(core, {x, y: turned}),
      limit: 1e-5,
    },
    {
      name: 'identity',
      label: 'position 0 turns nothing',
      value: maxAbsDiff(core, {a: x, b: still}),
      limit: 1e-6,
    },
    phaseMeter(core, settings, fault === 'bf16' ? fault : '', Math.max(...at)),
  ];
  if (new Set(at).size < at.length || n < 2) return meters;
  const {distance} = minDistance(core, {x: {data: turned.data, shape: [n, dModel]}});
  return [
    ...meters,
    {
      name: 'position',
      label: 'no two positions alike: closest two',
      value: distance,
      limit: 1e-2,
      relation: '≥',
    },
  ];
}

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
 * positions, first-pos, at (positions whose rows are shown), shown (dimensions shown), context (a
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
    positions: {type: 'int', default: 50, min: 2, max: 512, label: 'Positions'},
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
      title: 'Five columns of the sinusoidal table, d = 64: every pair at its own speed',
      settings: {kind: 'waves', dModel: 64, dims: [0, 4, 16, 32, 48], positions: 50},
      controls: ['dims', 'dModel', 'positions', 'base'],
      faults: ['doubled-exponent'],
    },
    'sin-waves-002': {
      title: 'Five columns of the sinusoidal table, d = 128, over 100 positions',
      settings: {kind: 'waves', dModel: 128, dims: [0, 1, 10, 20, 50], positions: 100},
      controls: ['dims', 'dModel', 'positions', 'base'],
      faults: ['doubled-exponent'],
    },
    'sin-position-profiles': {
      title: 'The rows of five positions, sines and cosines apart',
      settings: {kind: 'profiles', dModel: 128, at: [0, 1, 5, 10, 20], shown: 32},
      controls: ['at', 'shown', 'dModel', 'base'],
      faults: ['doubled-exponent', 'swapped'],
    },
    'sin-frequency-spectrum': {
      title: 'How fast each sine and cosine pair turns, and how long its wave is',
      settings: {kind: 'spectrum', dModel: 64},
      controls: ['dModel', 'base'],
      faults: ['doubled-exponent'],
    },
    'rope-frequency-spectrum': {
      title: 'How fast RoPE turns each of its pairs',
      settings: {kind: 'rope-spectrum', dModel: 64, context: 4096},
      controls: ['dModel', 'base', 'context'],
      faults: ['bf16'],
    },
    'rope-frequency-bands': {
      title: 'How often each pair turns within a context',
      settings: {kind: 'rope-bands', dModel: 64, context: 4096},
      controls: ['context', 'dModel', 'base'],
      faults: [],
    },
    'rope-cos-curves': {
      title: 'Cosines of four RoPE pairs, from fast to slow',
      settings: {kind: 'rope-waves', dModel: 64, dims: [0, 5, 15, 31], positions: 100},
      controls: ['dims', 'firstPos', 'positions', 'base'],
      faults: ['bf16'],
    },
    'rope-same-vector-profiles': {
      title: 'One vector, turned to five positions',
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

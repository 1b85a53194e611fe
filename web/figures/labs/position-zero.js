// @ts-check
import {fullCore} from '../../core/full-core.js';
import {formatNumber} from '../../draw/format.js';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {BUGS, contentOf, errorAt, REACH} from './zero-bugs.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Colour, HeatmapPanel, TablePanel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const TOLERANCE = 1e-3; // of a test: errors below it pass
const LEAST = 1e-6; // of the colours
const COLOUR = /** @type {Colour} */ ({map: 'error', domain: [-6, 0]});
const POSITIONS = [
  0,
  1,
  2,
  3,
  4,
  6,
  8,
  12,
  16,
  24,
  32,
  48,
  64,
  96,
  128,
  192,
  255,
  256,
  257,
  320,
  384,
  512,
  768,
  REACH,
];

/** @type {{core: Core | null, seed: number, content: any, columns: Map<number, number[]>}} */
const kept = {core: null, seed: -1, content: null, columns: new Map()};

/**
 * The error of each bug at a position, kept while the seed stays.
 *
 * @param {Core} core
 * @param {number} seed
 * @param {number} position
 * @returns {number[]}
 */
function errorsAt(core, seed, position) {
  if (kept.core !== core || kept.seed !== seed) {
    Object.assign(kept, {core, seed, content: contentOf(core, seed)});
    kept.columns.clear();
  }
  const errors =
    kept.columns.get(position) ?? BUGS.map((bug) => errorAt(kept.content, bug, position));
  kept.columns.set(position, errors);
  return errors;
}

/** @param {number} error */
const isFound = (error) => error > TOLERANCE;

/**
 * @param {number[]} errors at the position
 * @param {number[][]} columns by POSITIONS
 * @param {number} position
 * @returns {TablePanel}
 */
function bugsPanel(errors, columns, position) {
  const rows = BUGS.map(({label, source}, k) => {
    const first = POSITIONS.find((_, at) => isFound(columns[at][k]));
    const foundFrom = first === undefined ? 'not at all' : formatNumber(first);
    const error = errors[k] === 0 ? '0' : errors[k].toPrecision(2);
    return [label, Number(error), isFound(errors[k]) ? 'found' : 'passes', foundFrom, source];
  });
  return {
    kind: 'table',
    title: `the output at position ${formatNumber(position)}, against what it should be`,
    columns: ['bug', 'error', 'a test here', 'found from', 'seen in'],
    rows,
    says: `At position ${formatNumber(position)} a test finds ${errors.filter(isFound).length} of ${BUGS.length}.`,
    wide: true,
  };
}

/**
 * @param {number[]} positions
 * @param {number[][]} columns
 * @param {number} position
 * @returns {HeatmapPanel}
 */
function mapPanel(positions, columns, position) {
  const data = new Float32Array(BUGS.length * positions.length);
  columns.forEach((errors, at) => {
    errors.forEach((error, k) => {
      data[k * positions.length + at] = Math.log10(Math.max(LEAST, error));
    });
  });
  const at = positions.indexOf(position);
  return {
    kind: 'heatmap',
    title: 'the same at other positions',
    tensor: {data, shape: [BUGS.length, positions.length]},
    x: {label: 'position', names: positions},
    y: {label: 'bug', names: BUGS.map(({short}) => short)},
    value: {label: 'log₁₀ of the error, −6 for none'},
    colour: COLOUR,
    rules: [{axis: 'x', at: at + 0.5, label: ''}],
    bar: false,
    aspect: 0.55,
  };
}

/** @param {number[]} errors @param {number[]} start @param {number} position @returns {Meter[]} */
function metersOf(errors, start, position) {
  return [
    {
      name: 'start',
      label: 'at position 0 all twelve are perfect: largest error',
      value: Math.max(...start),
      limit: 0,
    },
    {
      name: 'found',
      label: `bugs that a test at position ${formatNumber(position)} finds`,
      value: errors.filter(isFound).length,
      limit: BUGS.length,
      relation: '≥',
    },
  ];
}

/** @param {number} nFound @param {number} position @param {string} fault */
function noteOf(nFound, position, fault) {
  if (fault === 'self-parity') return '';
  if (position === 0)
    return 'At position 0 every angle is 0, no distance has a penalty, and with one key the softmax gives 1 whatever the logit.';
  if (nFound < BUGS.length)
    return `${BUGS.length - nFound} still pass. Two of them are right up to position 255, the last of training, by design: they begin with the first token beyond it.`;
  return 'Far enough from 0, and against numbers from elsewhere, each of the twelve shows.';
}

/**
 * Twelve bugs of public code, and the error of each at one position: all are perfect at 0.
 *
 * Attributes: position (0 to 1024), seed.
 */
export class PositionZero extends Figure {
  static tag = 'position-zero';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    position: {type: 'int', default: REACH, min: 0, max: REACH, label: 'Position tested'},
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'position-zero': {
      title: 'Twelve bugs, one position: which does a test find?',
      controls: ['position', 'seed'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'first-token': {
      label: 'test the first token only',
      source: onGitHub('onnxruntime/mobius#548'),
      breaks: 'found',
      says: 'The test looks at the first token only, where all twelve bugs give the right numbers.',
    },
    'self-parity': {
      label: 'expected values taken from the code itself',
      source: onGitHub('pie-project/pie#602'),
      breaks: 'found',
      says:
        'The expected values are copied from the code under test. It agrees with itself at every position, so ' +
        'the test finds none of the twelve bugs.',
    },
  });

  /** @param {Core} core @param {Settings} settings @param {string} fault @returns {Drawing} */
  static compute(core, settings, fault) {
    const {seed} = settings;
    const position = fault === 'first-token' ? 0 : settings.position;
    const isSelf = fault === 'self-parity';
    const positions = [...new Set([...POSITIONS, position])].sort((a, b) => a - b);
    const measure = (/** @type {number} */ p) =>
      isSelf ? BUGS.map(() => 0) : errorsAt(core, seed, p);
    const errors = measure(position);
    return {
      panels: [
        bugsPanel(errors, POSITIONS.map(measure), position),
        mapPanel(positions, positions.map(measure), position),
      ],
      scale: {colour: COLOUR, label: 'log₁₀ of the error, −6 for none'},
      meters: metersOf(errors, measure(0), position),
      note: noteOf(errors.filter(isFound).length, position, fault),
    };
  }
}

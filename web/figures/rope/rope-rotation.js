// @ts-check
import {maxAbsDiff, normError} from '../../core/linalg.js';
import {formatNumber} from '../../draw/format.js';
import {NEUTRAL} from '../../draw/method-colours.js';
import {Figure} from '../frame/figure.js';
import {
  frequenciesOf,
  pairAt,
  phaseErrors,
  ROPE_FAULTS,
  rotationOf,
  unitPairs,
} from '../shared/rope-angles.js';
import {positionsFrom, slice} from '../shared/tensors.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {PlanePanel} from '../../draw/panel.js' */
/** @import {Rotated} from '../../views/plane-view.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

/** @typedef {PlanePanel['arrows'][number]} Arrow */

const LIMIT = 1.5;
const TRAIL = 12; // older arrows only darken the picture
const MAX_POSITION = 4096;

/**
 * The vector (1, 0) in every pair, rotated to each position.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @param {number[]} positions
 */
function rotationAt(core, settings, fault, positions) {
  const {dim} = settings;
  const layout = fault === 'mixed' ? 'interleaved' : settings.layout;
  const n = positions.length;
  const x = {data: unitPairs(n, dim, layout), shape: [1, n, dim]};
  const y = rotationOf(core, {...settings, layout}, fault)(x, positions);
  return {x, y, layout};
}

/**
 * @param {Tensor} y (1, n, dim)
 * @param {string} layout
 * @param {number} row
 * @param {number} pair
 */
function tipOf(y, layout, row, pair) {
  const dim = y.shape[2];
  const [a, b] = pairAt(pair, dim, layout);
  return {x: y.data[row * dim + a], y: y.data[row * dim + b]};
}

/**
 * @param {string} title
 * @param {Arrow[]} arrows
 * @param {string} [named]
 * @returns {PlanePanel}
 */
function planeOf(title, arrows, named) {
  return {
    kind: 'plane',
    title,
    arrows,
    named,
    limit: LIMIT,
    circle: 1,
    x: {label: 'first of the pair'},
    y: {label: 'second of the pair'},
    aspect: 1,
  };
}

/**
 * One arrow a position, all of them shown.
 *
 * @param {ReturnType<typeof rotationAt>} rotation
 * @param {number[]} positions
 * @param {number} pair
 * @returns {Arrow[]}
 */
function fanOf({y, layout}, positions, pair) {
  return positions.map((position, row) => ({
    ...tipOf(y, layout, row, pair),
    name: String(position),
    shade: positions.length > 1 ? row / (positions.length - 1) : 0,
  }));
}

/**
 * The arrow at the last position, the way it came, and where the exact frequencies would have it.
 *
 * @param {ReturnType<typeof rotationAt>} rotation
 * @param {ReturnType<typeof rotationAt> | null} exact
 * @param {number[]} positions
 * @param {number} pair
 * @returns {Arrow[]}
 */
function trailOf({y, layout}, exact, positions, pair) {
  const last = positions.length - 1;
  const arrows = positions.map((position, row) => ({
    ...tipOf(y, layout, row, pair),
    name: String(position),
    series: pair,
    faint: row < last,
  }));
  if (!exact) return arrows;
  return [
    ...arrows,
    {
      ...tipOf(exact.y, exact.layout, last, pair),
      name: `${positions[last]} (right)`,
      series: NEUTRAL,
      faint: true,
    },
  ];
}

/**
 * @param {Settings} settings
 * @param {ArrayLike<number>} w radians per position
 * @param {string} fault
 */
function noteOf({view, count, position}, w, fault) {
  const steps = view === 'fan' ? count - 1 : position;
  const revolutions = formatNumber(Number(((steps * w[0]) / (2 * Math.PI)).toFixed(2)));
  const made =
    view === 'fan'
      ? `From the first arrow to the last are ${revolutions} turns.`
      : `At position ${formatNumber(position)} the fastest pair has made ${revolutions} turns.`;
  if (fault) return 'Grey: where the arrow should point.';
  return (
    `${made} An angle is only known up to whole turns: one pair alone cannot tell far positions ` +
    'apart, the slower pairs do.'
  );
}

/**
 * Pairs of a query or key, rotated by an angle that grows with the position; every pair at its own
 * frequency, none changing its length.
 *
 * Attributes: view (fan, player), dim, pairs (planes shown), base, layout, count and first-pos (of
 * a fan), position and reach (of the player), together (all pairs in one plane).
 */
export class RopeRotation extends Figure {
  static tag = 'rope-rotation';

  static settings = /** @type {Schema} */ ({
    view: {
      type: 'choice',
      default: 'fan',
      options: {fan: 'all positions at once', player: 'one position'},
      label: 'View',
    },
    position: {type: 'int', default: 5, min: 0, max: (s) => s.reach, label: 'Position'},
    reach: {type: 'int', default: 64, min: 1, max: MAX_POSITION, label: 'Last position'},
    count: {type: 'int', default: 10, min: 1, max: 32, label: 'Arrows'},
    firstPos: {type: 'int', default: 0, min: 0, max: MAX_POSITION, label: 'First position'},
    dim: {type: 'int', default: 2, min: 2, max: 128, step: 2, label: 'Width of a head'},
    pairs: {
      type: 'int',
      default: 1,
      min: 1,
      max: (s) => Math.min(8, s.dim / 2),
      label: 'Pairs shown',
    },
    base: {type: 'number', default: 10000, min: 2, max: 1000000, step: 1, label: 'Base'},
    layout: {
      type: 'choice',
      default: 'half',
      options: {half: 'half-split pairs', interleaved: 'interleaved pairs'},
      label: 'Layout',
    },
    together: {type: 'flag', default: false, label: 'All pairs in one plane'},
  });

  static presets = {
    'rope-rotation-2d': {
      title: 'One pair, rotated by one radian per position',
      short: 'one pair',
      settings: {view: 'fan', dim: 2, count: 10},
      controls: ['count', 'firstPos'],
      faults: [],
    },
    'rope-rotation-anim': {
      title: 'Four pairs of one head, each at its own frequency',
      short: 'four pairs',
      settings: {view: 'player', dim: 8, pairs: 4},
      controls: ['position', 'reach', 'base', 'together'],
      faults: ['mixed', 'bf16'],
    },
  };

  static faults = {mixed: ROPE_FAULTS.mixed, bf16: ROPE_FAULTS.bf16};

  static player = {setting: 'position'};

  constructor() {
    super();
    this.shadowRoot?.addEventListener('rotate', (event) =>
      this.#rotate(/** @type {CustomEvent<Rotated>} */ (event).detail),
    );
  }

  /** A needle was dragged: the position goes with it, within its range. @param {Rotated} rotated */
  #rotate({steps}) {
    const {position, reach} = this.currentSettings().settings;
    const next = Math.max(0, Math.min(reach, position + steps));
    if (next !== position) this.change('position', String(next));
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   */
  static compute(core, settings, fault) {
    const {view, position, firstPos, count, pairs, together} = settings;
    const shown =
      view === 'fan'
        ? positionsFrom(firstPos, count)
        : positionsFrom(Math.max(0, position - TRAIL), Math.min(position, TRAIL) + 1);
    const rotation = rotationAt(core, settings, fault, shown);
    const exact = fault ? rotationAt(core, settings, '', shown) : null;
    const w = frequenciesOf(core, settings, fault).data;
    const planes = positionsFrom(0, pairs).map((pair) => ({
      ...planeOf(
        `pair ${pair}: ${formatNumber(w[pair])} rad per position`,
        view === 'fan' ? fanOf(rotation, shown, pair) : trailOf(rotation, exact, shown, pair),
        'position',
      ),
      radPerStep: view === 'player' ? w[pair] : undefined,
    }));
    const onePlane = together && pairs > 1;
    return {
      panels: onePlane ? [planeOf(`pairs 0 to ${pairs - 1}`, planes.flatMap(namedByPair))] : planes,
      columns: onePlane ? 1 : Math.min(pairs, 4),
      least: 200,
      meters: metersOf(core, settings, fault, rotation),
      note: noteOf(settings, w, view === 'player' && !onePlane ? fault : ''),
    };
  }
}

/**
 * In one plane only the last arrow of each pair stays, under the pair's name.
 *
 * @param {PlanePanel} plane
 * @param {number} pair
 */
function namedByPair(plane, pair) {
  const last = plane.arrows.findLast((arrow) => !arrow.faint);
  return last ? [{...last, series: pair, shade: undefined, name: `pair ${pair}`}] : [];
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @param {ReturnType<typeof rotationAt>} rotation
 * @returns {Meter[]}
 */
function metersOf(core, settings, fault, {x, y}) {
  const start = rotationAt(core, settings, fault, [0]);
  const still = maxAbsDiff(core, {a: slice(start.x, 0), b: slice(start.y, 0)});
  const length = normError(core, {x, y});
  /** @type {Meter[]} */
  const meters = [
    {name: 'norm', label: 'every vector keeps its length', value: length, limit: 1e-5},
    {name: 'identity', label: 'position 0 rotates nothing', value: still, limit: 1e-6},
  ];
  if (settings.view !== 'player') return meters;
  const {reach} = settings;
  const [error] = phaseErrors(core, settings, fault, [reach]);
  const label = `angle of the worst pair at position ${formatNumber(reach)} is right, in rad`;
  return [...meters, {name: 'phase', label, value: error, limit: 1e-3}];
}

// @ts-check
// The laws that logits with RoPE keep, as meters, and what a reader should see in them.

import {maxAbsDiff, normError, toeplitzSpread} from '../../core/linalg.js';
import {formatNumber} from '../../draw/format.js';
import {phaseErrors, rotationOf} from '../shared/rope-angles.js';
import {positionsFrom, slice} from '../shared/tensors.js';
import {isConstant, logitsOf, productsOf} from './rope-products.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Content} from './rope-products.js' */
/** @import {Settings} from '../frame/settings.js' */

/**
 * What is on the screen.
 *
 * @typedef {{core: Core, settings: Settings, fault: string, content: Content, first: number,
 *   rotated: Content, logits: Tensor}} FigureData
 */

/**
 * The largest change of any number between two tensors of one shape.
 *
 * @param {FigureData} figure
 * @param {Tensor} a
 * @param {Tensor} b
 */
const change = ({core}, a, b) => maxAbsDiff(core, {a, b});

/**
 * @param {FigureData} figure
 * @returns {Meter[]}
 */
export function metersOf(figure) {
  const {core, settings, fault, content, rotated} = figure;
  const {view, reach} = settings;
  const norm = normError(core, {x: content.q, y: rotated.q});
  const meters = [
    ...distanceMeters(figure),
    {name: 'norm', label: 'every vector keeps its length', value: norm, limit: 1e-5},
    startMeter(figure),
    positionMeter(figure),
    ...(view === 'dot' ? [] : scaleMeters(figure)),
  ];
  if (view !== 'shift' && fault !== 'bf16') return meters;
  const [value] = phaseErrors(core, settings, fault, [reach]);
  const label = `angle of the worst pair at position ${formatNumber(reach)} is right, in rad`;
  return [...meters, {name: 'phase', label, value, limit: 1e-3}];
}

/**
 * @param {FigureData} figure
 * @returns {Meter[]}
 */
function distanceMeters(figure) {
  const {core, settings, fault, content, first, logits} = figure;
  const {view, shift, head} = settings;
  const other = view === 'shift' ? 0 : first + shift;
  const moved = logitsOf(core, settings, fault, content, other).logits;
  const label = `a shift of all positions by ${formatNumber(shift)} changes no logit`;
  const value = change(figure, logits, moved);
  /** @type {Meter[]} */
  const meters = [{name: 'shift', label, value, limit: 1e-4}];
  if (!isConstant(settings)) return meters; // other content, other diagonals
  const spread = toeplitzSpread(core, {x: slice(logits, head - 1)});
  return [
    {name: 'distance-only', label: 'depends on the distance only', value: spread, limit: 1e-4},
    ...meters,
  ];
}

/**
 * Position 0 is the identity, in every head.
 *
 * @param {FigureData} figure
 * @returns {Meter}
 */
function startMeter(figure) {
  const {core, settings, fault, content} = figure;
  const [nHeads, n, dim] = content.q.shape;
  const start = rotationOf(core, settings, fault)(content.q, positionsFrom(0, n));
  const firstRows = (/** @type {Tensor} */ {data}) => {
    const rows = new Float32Array(nHeads * dim);
    for (let h = 0; h < nHeads; h++) {
      rows.set(data.subarray(h * n * dim, h * n * dim + dim), h * dim);
    }
    return {data: rows, shape: [nHeads, dim]};
  };
  const value = change(figure, firstRows(content.q), firstRows(start));
  return {name: 'identity', label: 'position 0 rotates nothing', value, limit: 1e-6};
}

/**
 * Rotating both sides alike would keep every law above and say nothing of the position.
 *
 * @param {FigureData} figure
 * @returns {Meter}
 */
function positionMeter(figure) {
  const {core, settings, fault, content, logits} = figure;
  const still = productsOf(core, settings, fault, content);
  const value = change(figure, logits, still);
  return {
    name: 'position',
    label: 'position changes the logits',
    value,
    limit: 1e-2,
    relation: '≥',
  };
}

/**
 * What dividing by √d is for: a logit's size does not grow with the width of a head.
 *
 * @param {FigureData} figure
 * @returns {Meter[]}
 */
function scaleMeters({settings, logits}) {
  const {content, dim} = settings;
  if (content === 'equal' || content === 'constant') return []; // one product: its size says nothing
  if (content === 'ones') {
    const [value] = logits.data; // position 0 with itself
    const label = `the largest logit is √d = ${formatNumber(Math.sqrt(dim))}`;
    return [{name: 'scale', label, value, limit: Math.sqrt(dim) * (1 + 1e-5)}];
  }
  const {data} = logits;
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  const variance = data.reduce((sum, value) => sum + (value - mean) ** 2, 0) / data.length;
  return [
    {
      name: 'scale',
      label: 'standard deviation of the logits is about 1',
      value: Math.sqrt(variance),
      limit: 2,
    },
  ];
}

const NOTES = {
  dot:
    'With one vector, the frequencies alone make the dot product change with the distance. ' +
    'With a fresh one for every offset, query and key are the same vector only at ' +
    'offset 0: the spike is its squared length, with RoPE or without, and the rest is chance.',
  ones:
    'All ones is the simplest content: what is left in a logit is the sum of the cosines of all ' +
    'frequencies, the same to the past and to the future.',
  equal:
    'A random vector with itself: the same to both sides and largest at distance 0, where it is ' +
    'its squared length. Another seed falls off in another way.',
  constant:
    'Every position has the same query and the same key, so a logit depends on the distance ' +
    'alone. Yet it need not fall with the distance, nor be the same to both sides.',
};

/**
 * @param {FigureData} figure
 * @returns {string}
 */
export function noteOf({core, settings, fault, first, logits}) {
  const {view, content, head} = settings;
  if (fault) return ''; // its own sentence takes the place of these claims
  if (view === 'dot') return NOTES.dot;
  if (isConstant(settings)) return NOTES[/** @type {'ones' | 'equal' | 'constant'} */ (content)];
  const spread = toeplitzSpread(core, {x: slice(logits, head - 1)});
  const words =
    'With content of its own at every position a logit depends on the content too: along one ' +
    `diagonal it varies by up to ${formatNumber(spread)}.`;
  if (view !== 'shift') return words;
  const from = formatNumber(first);
  return `${words} Still, every logit is the same whether positions start at 0 or at ${from}.`;
}

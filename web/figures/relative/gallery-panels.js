// @ts-check
// The pictures of the gallery of distances.
import {NEUTRAL, placeOf} from '../../draw/method-colours.js';
import {rowOf, slice} from '../shared/tensors.js';
import {contentOf, effectOf, RELATIVE} from './effects.js';
import {LIMITS, N_KEYS, POINTS} from './own-curve.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {BarsPanel, CurvePanel, LinesPanel, Series} from '../../draw/panel.js' */
/** @import {Settings} from '../frame/settings.js' */
/** @import {Fitted} from './closest.js' */

const PLACES = Array.from({length: N_KEYS}, (_, distance) => distance + 1); // no logarithm has a 0
const AXIS = {
  label: 'distance between query and key (logarithmic)',
  scale: /** @type {const} */ ('log'),
  domain: /** @type {const} */ ([1, N_KEYS]),
  at: POINTS.map((distance) => distance + 1),
  names: POINTS,
};
const NAMES = PLACES.map((place) => place - 1);

const MAX_KEPT = 64;
/** @type {WeakMap<Core, Map<string, Series>>} */
const examples = new WeakMap();

/**
 * While the reader draws, the examples stay what they are.
 *
 * @param {Core} core
 * @param {string} method
 * @param {Settings} settings
 * @returns {Series}
 */
export function exampleOf(core, method, settings) {
  const kept = examples.get(core) ?? new Map();
  examples.set(core, kept);
  const key = `${method} ${settings.head} ${settings.seed}`;
  const series = kept.get(key) ?? makeExample(core, method, settings);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(key, series);
  return series;
}

/**
 * What a method adds between the last query and each key, by distance.
 *
 * @param {Core} core
 * @param {string} method
 * @param {Settings} settings
 * @returns {Series}
 */
function makeExample(core, method, settings) {
  const [{q}, {k}] = [1, N_KEYS].map((n) =>
    contentOf(core, {content: 'constant', n, seed: settings.seed}),
  );
  const rule = {
    ...settings,
    causal: true,
    clip: 16,
    nBuckets: 32,
    maxDistance: 128,
    scaleBase: 64,
    threshold: 512,
  };
  const effect = slice(effectOf(core, method, rule, {q, k}), settings.head - 1);
  return {
    name: RELATIVE[method].name,
    x: PLACES,
    y: Float32Array.from(effect.data).reverse(),
    labels: NAMES,
    colour: placeOf(method),
  };
}

/**
 * @param {Series[]} shown examples
 * @param {readonly number[]} values
 * @param {Float64Array} curve
 * @param {Float64Array} near the closest family's
 * @param {string} name of that family
 * @returns {CurvePanel}
 */
export const galleryPanel = (shown, values, curve, near, name) => ({
  kind: 'curve',
  title: 'what is added to a logit, by distance: draw here',
  wide: true,
  series: [
    {name: 'your curve', x: PLACES, y: curve, labels: NAMES, colour: NEUTRAL},
    {name: `closest: ${name}`, x: PLACES, y: near, labels: NAMES, reference: 'dots'},
    ...shown,
  ],
  x: AXIS,
  y: {label: 'added to a logit', domain: LIMITS},
  aspect: 0.5,
  points: {
    x: POINTS.map((distance) => distance + 1),
    y: values,
    names: POINTS.map((distance) => `distance ${distance}`),
  },
});

/**
 * The weights of the last query.
 *
 * @param {Tensor} yours (n, n)
 * @param {Tensor} near
 * @param {string} name
 * @returns {LinesPanel}
 */
export const weightsPanel = (yours, near, name) => ({
  kind: 'lines',
  title: 'your curve as attention, over tokens that are all alike',
  series: [
    {name: 'your weights', x: PLACES, y: lastRow(yours), labels: NAMES, colour: NEUTRAL},
    {name: `those of ${name}`, x: PLACES, y: lastRow(near), labels: NAMES, reference: 'dots'},
  ],
  x: AXIS,
  y: {label: 'weight of a key'},
  aspect: 0.75,
});

/** By distance. @param {Tensor} weights (n, n) */
export const lastRow = (weights) => Float32Array.from(rowOf(weights, N_KEYS - 1)).reverse();

/**
 * @param {readonly Fitted[]} fitted
 * @returns {BarsPanel}
 */
export const misfitPanel = (fitted) => ({
  kind: 'bars',
  title: 'how far each family stays away (free numbers of a head)',
  groups: fitted.map(({family}) => `${family.name} (${family.numbers})`),
  series: [
    {
      name: 'misfit',
      values: fitted.map(({fit}) => fit.misfit),
      colours: fitted.map(({family}) => placeOf(family.method)),
    },
  ],
  x: {label: 'family'},
  y: {label: 'misfit, in logits'},
  aspect: 0.75,
});

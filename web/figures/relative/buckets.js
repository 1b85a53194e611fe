// @ts-check
// The buckets of distances, by the rule of T5 or of DeBERTa, and as mistakes have them.
import {faultDebertaFloatBuckets, faultT5FloatBuckets} from '../../core/fault/buckets.js';
import {debertaBuckets, t5Buckets} from '../../core/pe.js';

/** @import {Core} from '../../core/core.js' */
/** @import {FloatType} from '../../core/fault/buckets.js' */
/** @import {Settings} from '../frame/settings.js' */

/**
 * Buckets by distance, 0 up, of keys before and after the query; `after` is null where those are hidden.
 *
 * @typedef {{before: number[], after: number[] | null}} Sides
 */

/** @param {Settings} settings */
export const isOneSided = ({rule, causal}) => rule === 't5' && causal;

/**
 * The buckets that one direction of T5 has.
 *
 * @param {Settings} settings
 */
export const bucketsOfSide = ({causal, nBuckets}) => (causal ? nBuckets : Math.floor(nBuckets / 2));

/**
 * The least and the greatest bucket that the table has a row for.
 *
 * @param {Settings} settings
 * @returns {[number, number]}
 */
export const bucketRange = ({rule, nBuckets}) =>
  rule === 't5' ? [0, nBuckets - 1] : [-nBuckets, nBuckets - 1];

/**
 * By the rule, decided without rounding.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {readonly number[]} distances
 * @returns {Sides}
 */
export function exactSides(core, settings, distances) {
  const {rule, causal, nBuckets, maxDistance} = settings;
  const opposite = distances.map((distance) => 0 - distance);
  if (rule === 't5') {
    const of = (/** @type {readonly number[]} */ relative) =>
      Array.from(t5Buckets(core, {relative, causal, nBuckets, maxDistance}).data);
    return {before: of(opposite), after: causal ? null : of(distances)};
  }
  const of = (/** @type {readonly number[]} */ relative) =>
    Array.from(
      debertaBuckets(core, {relative, nBuckets, maxPosition: maxDistance}).data,
      (bucket) => clampRow(bucket, nBuckets),
    );
  return {before: of(opposite), after: of(distances)};
}

/** DeBERTa's table ends here; the code clamps the row. @param {number} bucket @param {number} span */
const clampRow = (bucket, span) => Math.max(-span, Math.min(span - 1, bucket));

/**
 * The same with a logarithm in floating point.
 *
 * @param {Settings} settings
 * @param {readonly number[]} distances
 * @param {FloatType} type
 * @param {boolean} [isCapped] of T5
 * @returns {Sides}
 */
export function floatSides(settings, distances, type, isCapped = true) {
  const {rule, causal, nBuckets, maxDistance} = settings;
  if (rule === 't5') {
    const n = bucketsOfSide(settings);
    const before = faultT5FloatBuckets({distances, n, maxDistance, type, isCapped});
    const after = before.map((bucket, k) => (distances[k] > 0 ? n : 0) + bucket);
    return {before, after: causal ? null : after};
  }
  const of = {distances, nBuckets, maxPosition: maxDistance, type};
  const before = faultDebertaFloatBuckets(of);
  return {
    before: before.map((bucket) => clampRow(bucket, nBuckets)),
    after: before.map((bucket) => clampRow(0 - bucket, nBuckets)),
  };
}

/**
 * What a model with the mistake uses; without one, the rule.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {readonly number[]} distances
 * @param {string} fault
 * @returns {Sides}
 */
export function usedSides(core, settings, distances, fault) {
  const exact = exactSides(core, settings, distances);
  if (fault === 'float64' || fault === 'float32') return floatSides(settings, distances, fault);
  if (fault === 'no-cap') return floatSides(settings, distances, 'float64', false);
  if (fault === 'sign' && exact.after) return {before: exact.after, after: exact.before};
  if (fault !== 'one-sided') return exact;
  const relative = [...distances];
  const {nBuckets, maxDistance} = settings;
  const rule = {causal: true, nBuckets, maxDistance};
  return {
    before: Array.from(
      t5Buckets(core, {...rule, relative: relative.map((distance) => 0 - distance)}).data,
    ),
    after: Array.from(t5Buckets(core, {...rule, relative}).data),
  };
}

/**
 * Distances, of both sides, that the two have in different buckets.
 *
 * @param {Sides} a
 * @param {Sides} b
 */
export function nWrong(a, b) {
  const wrong = (/** @type {number[]} */ x, /** @type {number[]} */ y) =>
    x.filter((bucket, k) => bucket !== y[k]).length;
  return wrong(a.before, b.before) + (a.after && b.after ? wrong(a.after, b.after) : 0);
}

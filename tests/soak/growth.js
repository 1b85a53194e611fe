// Whether what a browser holds grows, by its samples.

/** @import {Held} from './tabs.js' */
/** @typedef {Held & {seconds: number}} Sample */
/** @typedef {{name: string, level: number, growth: number, allowed: number, isFlat: boolean}} Growth */

/** The first minutes load what is loaded once: code, recorded runs, Python. */
export const WARM_SECONDS = 600;
/**
 * What may be added between the end of the first ten minutes and the end: a share of the level, or as much as
 * the noise of a short run, whichever is more.
 *
 * @type {Record<Exclude<keyof Held, 'ownMb'>, {share: number, noise: number}>}
 */
const ALLOWED = {
  memoryMb: {share: 0.1, noise: 60},
  heapMb: {share: 0.1, noise: 5},
  nodes: {share: 0.1, noise: 2000},
  listeners: {share: 0.1, noise: 500},
};

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * The median of the slopes of all pairs (Theil and Sen): single high or low samples do not move it.
 *
 * @param {readonly {x: number, y: number}[]} points
 */
export function slopeOf(points) {
  const slopes = points.flatMap((a, k) =>
    points.slice(k + 1).flatMap((b) => (b.x === a.x ? [] : [(b.y - a.y) / (b.x - a.x)])),
  );
  return slopes.length === 0 ? 0 : median(slopes);
}

/**
 * What was added after the first ten minutes, and the level in the middle of them.
 *
 * @param {readonly Sample[]} samples @param {keyof Held} name
 * @returns {{level: number, growth: number} | null} null where it was not measured, or the run was too short
 */
export function addedTo(samples, name) {
  const warm = samples.filter(({seconds}) => seconds >= WARM_SECONDS);
  const points = warm.flatMap((one) => {
    const y = one[name];
    return y === undefined ? [] : [{x: one.seconds, y}];
  });
  if (points.length < 8) return null;
  const duration = points[points.length - 1].x - points[0].x;
  return {level: median(points.map(({y}) => y)), growth: slopeOf(points) * duration};
}

/** @param {readonly Sample[]} samples @returns {Growth[]} of each that was measured; none where the run was too short */
export function growthOf(samples) {
  const names = /** @type {(keyof typeof ALLOWED)[]} */ (Object.keys(ALLOWED));
  return names.flatMap((name) => {
    const added = addedTo(samples, name);
    if (!added) return [];
    const {level, growth} = added;
    const {share, noise} = ALLOWED[name];
    const allowed = Math.max(share * level, noise);
    return [{name, level, growth, allowed, isFlat: growth <= allowed}];
  });
}

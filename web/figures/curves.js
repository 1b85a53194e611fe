// @ts-check
// Curves of a run, short enough to be drawn many times a second.

/** @import {RunState} from '../workers/protocol.js' */

/**
 * The losses of a run so far, in at most `maxPoints` points: each is the mean over a stretch of equal
 * length, at the step where that ends.
 *
 * @param {Pick<RunState, 'losses' | 'steps'>} run
 * @param {number} [maxPoints]
 * @returns {{x: number[], y: number[]}} steps from 1, losses in nats
 */
export function lossCurve({losses, steps}, maxPoints = 150) {
  const width = Math.max(1, Math.ceil(steps / maxPoints));
  const x = [];
  const y = [];
  for (let first = 0; first < losses.length; first += width) {
    const end = Math.min(first + width, losses.length);
    let sum = 0;
    for (let k = first; k < end; k++) sum += losses[k];
    x.push(end);
    y.push(sum / (end - first));
  }
  return {x, y};
}

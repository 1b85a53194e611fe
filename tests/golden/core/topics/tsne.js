import {Tsne, tsneAffinities} from '../../../../web/core/proj.js';
import {firstMismatch, inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {Decoded, DecodedCase, Tolerance} from '../compare.js' */

const STEPS = 1000;

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {perplexity} = item.params;
  const x = inputOf(item, 'x');
  const {kl} = new Tsne(core, {x, perplexity}).step(STEPS);
  return {...tsneAffinities(core, {x, perplexity}), kl};
}

/**
 * The probabilities element by element; of the map, which no two programs draw alike, that it ends
 * where a good one does.
 *
 * @param {Record<string, Decoded>} want
 * @param {Record<string, any>} got
 * @param {{tol?: Record<string, Tolerance>, final_kl?: {accept_kl: number}}} item
 */
export function compare(want, got, item) {
  const problems = Object.entries(want).map(([name, array]) =>
    firstMismatch(name, array, got[name], item.tol?.[name]),
  );
  if (problems.length === 0) return ['has no arrays to compare'];
  const {accept_kl: limit} = item.final_kl ?? {};
  if (limit !== undefined && !(got.kl <= limit)) {
    problems.push(`kl: got ${got.kl} after ${STEPS} steps, wanted at most ${limit}`);
  }
  return problems.filter((problem) => problem !== undefined);
}

// @ts-check
// What claims read out of the files of web/runs/.

/** @import {Measured} from '../workers/protocol.js' */
/** @import {Recording} from '../workers/recorded.js' */

/** The methods of a run, as its name lists them -> the name in a slot. @type {Record<string, string>} */
const NAMES = {
  'rope-half': 'rope',
  'shaw-keys + shaw-values': 'shaw',
  'rope-half + alibi': 'ropeAlibi',
  'sinusoidal + alibi': 'sinusoidalAlibi',
};

/** @param {string} name of a run: learned (128 rows), causal, order-2 at length 6, seed 1 */
const methodOf = (name) => {
  const methods = name.split(', ')[0].replace(/ \(.*\)/, '');
  return NAMES[methods] ?? methods;
};

/** @param {readonly number[]} list */
export const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;

/**
 * Accuracies by method and tested length, `rope.12`: the mean over the seeds.
 *
 * @param {Recording} recording
 * @returns {Record<string, Record<string, number>>}
 */
export function accuraciesByLength({runs}) {
  const methods = [...new Set(runs.map(({name}) => methodOf(name)))];
  return Object.fromEntries(
    methods.map((method) => {
      const own = runs.filter(({name}) => methodOf(name) === method);
      const tested = /** @type {Measured[]} */ (own[0].evaluations);
      const means = tested.map(({seqLen}, k) => [
        seqLen,
        mean(own.map(({evaluations}) => /** @type {Measured} */ (evaluations[k]).accuracy)),
      ]);
      return [method, Object.fromEntries(means)];
    }),
  );
}

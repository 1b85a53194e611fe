// @ts-check
import {temperatureScale} from '../../../core/pe.js';
import {call, without} from '../steps.js';
import {tensorOf} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{ids: number[][], nHeads: number, d: number, interval: number, beta: number, isHidden?: boolean,
 *   omitted?: string[]}} text
 */
function caseOf(random, title, {ids, nHeads, d, isHidden = false, omitted = [], ...rule}) {
  const shape = [ids.length, ids[0].length];
  const q = random.normal(shape[0], nHeads, shape[1], d);
  const data = Float64Array.from(ids.flat());
  const step = call('scale_queries', q, {tensor: {shape, dtype: 'int64', data}});
  const steps = [{...step, kwargs: without(rule, omitted)}];
  return {title, isHidden, steps, ids, q: tensorOf(q), ...rule};
}

/** @param {number} first @param {number} n */
const run = (first, n) => Array.from({length: n}, (_, i) => first + i);

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'six tokens, interval 3', {
    ids: [run(0, 6)],
    nHeads: 2,
    d: 2,
    interval: 3,
    beta: 0.5,
  }),
  caseOf(random, 'one text padded on the left', {
    ids: [run(0, 5), [0, 0, 0, 1, 2]],
    nHeads: 1,
    d: 2,
    interval: 2,
    beta: 0.3,
  }),
  caseOf(random, 'two texts in one row', {
    ids: [[...run(0, 6), ...run(0, 4)]],
    nHeads: 2,
    d: 4,
    interval: 3,
    beta: random.pick([0.2, 0.7]),
    isHidden: true,
  }),
  caseOf(random, 'decoding far out, without the other arguments', {
    ids: [[8190], [8191], [random.int(30_000, 200_000)]],
    nHeads: 3,
    d: 4,
    interval: 8192,
    beta: 0.1,
    isHidden: true,
    omitted: ['interval', 'beta'],
  }),
];

/** @type {Check['truth']} */
export const truth = (core, {ids, q, interval, beta}) => {
  const [, nHeads, n, d] = q.shape;
  const size = nHeads * n * d;
  const texts = ids.map((/** @type {number[]} */ positions, /** @type {number} */ t) => {
    const part = {data: q.data.subarray(t * size, (t + 1) * size), shape: [nHeads, n, d]};
    return [...temperatureScale(core, {q: part, positions, interval, beta, shift: 1}).data];
  });
  return [{data: Float32Array.from(texts.flat()), shape: q.shape}];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'same-position-same-factor',
    figure: '11-labs.html#temperature',
    sentence: 'Tokens at the same position have the same factor, in whichever slot they are.',
    holds: ([{data}], {ids, q}) => {
      const [, nHeads, n, d] = q.shape;
      /** @type {Map<number, number>} */
      const factors = new Map();
      for (let at = 0; at < data.length; at += d) {
        const t = Math.floor(at / (nHeads * n * d));
        const position = ids[t][(at / d) % n];
        const factor = data[at] / q.data[at];
        const known = factors.get(position) ?? factor;
        factors.set(position, known);
        if (Math.abs(known - factor) > 1e-3) return `position ${position} of text ${t}`;
      }
      return true;
    },
  },
];

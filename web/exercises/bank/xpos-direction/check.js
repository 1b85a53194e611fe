// @ts-check
import {xposScale, xposScales} from '../../../core/pe.js';
import {call} from '../steps.js';

/** @import {Core} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

const DEFAULT_BASE = 512;

/** @param {CaseRandom} random @param {string} title @param {[nHeads: number, nQuery: number, nKey: number, d: number]} sizes @param {number | undefined} given the base of the scale @param {boolean} isHidden */
function caseOf(random, title, [nHeads, nQuery, nKey, d], given, isHidden) {
  const [q, k] = [random.normal(nHeads, nQuery, d), random.normal(nHeads, nKey, d)];
  const steps = [call('apply_xpos', q, k, ...(given === undefined ? [] : [given]))];
  const scaleBase = given ?? DEFAULT_BASE;
  return {title, isHidden, steps, q: q.tensor, k: k.tensor, scaleBase};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, '6 positions', [1, 6, 6, 4], 4, false),
  caseOf(random, '30 positions, the usual base', [2, 30, 30, 16], 512, false),
  caseOf(random, 'a cache', [2, random.int(1, 4), random.int(10, 30), 8], 16, true),
  caseOf(random, 'sizes of its own', [1, 20, 20, 2 * random.int(3, 12)], random.int(8, 40), true),
  caseOf(random, 'without scale_base', [1, 24, 24, 8], undefined, true),
];

/** @param {Core} core @param {Case} item @param {{queries: boolean, keys: boolean}} divide @param {number} [firstQuery] */
function scaled(core, {q, k, scaleBase}, {queries, keys}, firstQuery = k.shape[1] - q.shape[1]) {
  return [
    xposScale(core, {x: q, divide: queries, scaleBase, firstPos: firstQuery}),
    xposScale(core, {x: k, divide: keys, scaleBase}),
  ];
}

const RIGHT = {queries: false, keys: true};

/** @type {Check['truth']} */
export const truth = (core, item) => scaled(core, item, RIGHT);

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'distance-only',
    figure: '9-relative.html#fading-turns',
    sentence: 'At one and the same position the factors of query and key cancel.',
    holds: ([q, k], item) => {
      const [[, nQuery, d], nKey] = [item.q.shape, item.k.shape[1]];
      const shift = nKey - nQuery;
      for (let at = 0; at < nQuery * d; at++) {
        const key = at + shift * d;
        const product = (q.data[at] / item.q.data[at]) * (k.data[key] / item.k.data[key]);
        if (Math.abs(product - 1) > 1e-3)
          return `position ${Math.floor(key / d)}, channel ${at % d}`;
      }
      return true;
    },
  },
  {
    id: 'fades',
    figure: '9-relative.html#fading-turns',
    sentence:
      'A query at position p is multiplied by ζ to the power of p / scale_base: the fastest pair fades most.',
    holds: ([q], item, core) => {
      const [, n, d] = item.q.shape;
      const last = item.k.shape[1] - 1;
      const {data} = xposScales(core, {nPos: last + 1, dim: d, scaleBase: item.scaleBase});
      const at = (n - 1) * d;
      const got = q.data[at] / item.q.data[at];
      const want = data[last * (d / 2)];
      return (
        Math.abs(got - want) < 1e-3 * want + 1e-6 ||
        `the last query’s channel 0: ${got.toPrecision(4)}`
      );
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 1e-6, rtol: 3e-5});

// @ts-check
import {xposScale, xposScales} from '../../../core/pe.js';
import {call} from '../steps.js';
import {filled} from '../tensors.js';

/** @import {Core, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {Output} from '../../grading/outputs.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {CaseRandom} random @param {string} title @param {[nHeads: number, nQuery: number, nKey: number, d: number]} sizes @param {number} scaleBase @param {boolean} isHidden */
function caseOf(random, title, [nHeads, nQuery, nKey, d], scaleBase, isHidden) {
  const [q, k] = [random.normal(nHeads, nQuery, d), random.normal(nHeads, nKey, d)];
  const steps = [call('apply_xpos', q, k, scaleBase)];
  return {title, isHidden, steps, q: q.tensor, k: k.tensor, scaleBase};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, '6 positions', [1, 6, 6, 4], 4, false),
  caseOf(random, '30 positions, the usual base', [2, 30, 30, 16], 512, false),
  caseOf(random, 'a cache', [2, random.int(1, 4), random.int(10, 30), 8], 16, true),
  caseOf(random, 'sizes of its own', [1, 20, 20, 2 * random.int(3, 12)], random.int(8, 40), true),
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

/** Other factors, by position and channel. @param {(p: number, c: number, d: number, base: number) => number} factor */
const factors =
  (factor) =>
  (/** @type {Core} */ _, /** @type {Case} */ {q, k, scaleBase}) => {
    const times = (
      /** @type {TensorLike} */ x,
      /** @type {number} */ first,
      /** @type {1 | -1} */ sign,
    ) =>
      filled(x.shape, (h, r, c) => {
        const [, n, d] = x.shape;
        return x.data[(h * n + r) * d + c] * factor(first + r, c, d, scaleBase) ** sign;
      });
    return [times(q, k.shape[1] - q.shape[1], 1), times(k, 0, -1)];
  };

/** @param {number} i @param {number} d */
const zeta = (i, d) => (2 * i + 0.4 * d) / (1.4 * d);

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'both-multiplied',
    sentence:
      'Queries and keys are both multiplied, so scores hold ζ to the sum of the positions: a text grows pale as it goes on. Divide the keys.',
    truth: (core, item) => scaled(core, item, {queries: false, keys: false}),
  },
  {
    id: 'wrong-way',
    sentence:
      'The keys are multiplied and the queries divided: scores grow with the distance to the past, without bound (what torchscale#66 and rotary-embedding-torch#3 saw for keys in the future).',
    truth: (core, item) => scaled(core, item, {queries: true, keys: false}),
  },
  {
    id: 'half-split',
    sentence:
      'The factors are laid out for half-split pairs. Here the pairs are neighbours, 2i and 2i + 1: each factor twice in a row.',
    truth: factors((p, c, d, base) => zeta(c % (d / 2), d) ** (p / base)),
  },
  {
    id: 'own-origin',
    sentence:
      'Queries count from 0 of their own. With a cache, query i is at i + n_key − n_query; both sides need one origin.',
    truth: (core, item) => scaled(core, item, RIGHT, 0),
  },
  {
    id: 'no-scale-base',
    sentence:
      'The exponent is the position itself: scale_base is missing, and everything has faded after a few tokens.',
    truth: factors((p, c, d) => zeta(Math.floor(c / 2), d) ** p),
  },
  {
    id: 'pair-index',
    sentence:
      'ζ has i where 2i belongs: the slowest pair would still fade about a third as fast as the fastest.',
    truth: factors((p, c, d, base) => zeta(Math.floor(c / 2) / 2, d) ** (p / base)),
  },
  {
    id: 'one-side',
    sentence:
      'Only one of the two has its factors. Queries are multiplied and keys divided, or the score depends on one position instead of the distance.',
    matches: ([q, k], item) => {
      const isSame = (/** @type {Output} */ a, /** @type {TensorLike} */ b) =>
        a.data.every((v, c) => v === b.data[c]);
      return isSame(q, item.q) !== isSame(k, item.k);
    },
  },
  {
    id: 'by-channel',
    sentence:
      'Every channel has a ζ of its own, so the two of a pair get different factors. 2i is the pair’s even channel: arange(0, d, 2), each factor twice in a row.',
    truth: factors((p, c, d, base) => ((c + 0.4 * d) / (1.4 * d)) ** (p / base)),
  },
  {
    id: 'other-origin',
    sentence:
      'All scores are right: both sides count from one origin, but it is another one (torchscale’s code counts from the middle of the text). Here key j is at position j.',
    isPartial: true,
    matches: ([q, k], item, core) => {
      const [wantQ, wantK] = truth(core, item);
      const d = item.q.shape[2];
      return [...Array(d).keys()].every((c) => {
        const moved = k.data[c] / wantK.data[c];
        const isMoved = (
          /** @type {Output} */ x,
          /** @type {TensorLike} */ want,
          /** @type {number} */ by,
        ) =>
          x.data.every(
            (v, at) => at % d !== c || Math.abs(v - want.data[at] * by) < 1e-4 * (1 + Math.abs(v)),
          );
        return isMoved(k, wantK, moved) && isMoved(q, wantQ, 1 / moved);
      });
    },
  },
];

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

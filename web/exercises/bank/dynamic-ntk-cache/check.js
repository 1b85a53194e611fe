// @ts-check
import {ropeRotate, ropeScaling, ropeTables} from '../../../core/pe.js';
import {call} from '../steps.js';
import {filled} from '../tensors.js';

/** @import {Core, TensorLike} from '../../../core/core.js' */
/** @import {RopeLayout} from '../../../core/pe.js' */
/** @import {ScalingSettings} from '../../../core/pe/scaling.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {CaseRandom} random @param {string} title @param {[n: number, d: number]} sizes @param {[maxPosition: number, factor: number, base: number]} rule @param {boolean} isHidden */
function caseOf(random, title, sizes, rule, isHidden) {
  const [q, k] = [random.normal(...sizes), random.normal(...sizes)];
  const [maxPosition, factor, base] = rule;
  const omittable = isHidden && base === 10000 ? [] : [base];
  const steps = [call('decode_scores', q, k, maxPosition, factor, ...omittable)];
  return {title, isHidden, steps, q: q.tensor, k: k.tensor, maxPosition, factor, base};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, '6 tokens, trained at 4', [6, 8], [4, 2, 10000], false),
  caseOf(random, '14 tokens, trained at 8', [14, 16], [8, 4, 10000], false),
  caseOf(random, 'just long enough', [8, 8], [8, 2, 10000], true),
  caseOf(random, 'sizes of its own', [random.int(9, 14), 12], [random.int(4, 6), 3, 1000], true),
];

/** The base of a text of this length. @param {Case} item @param {number} seqLen @returns {ScalingSettings} */
const dynamic = ({maxPosition, factor}, seqLen) => ({
  kind: 'dynamic',
  factor,
  maxPosition,
  seqLen: Math.max(maxPosition, seqLen),
});

/** @typedef {{layout?: RopeLayout, inverse?: boolean}} Rotating other than asked for */

/**
 * Scores whose queries and keys are rotated by the rules of their own.
 *
 * @param {Core} core
 * @param {Case} item
 * @param {(i: number) => ScalingSettings} ofQuery
 * @param {(i: number, j: number) => ScalingSettings} [ofKey] that of the query
 * @param {Rotating} [rotating]
 */
function scores(core, {q, k, base}, ofQuery, ofKey = ofQuery, rotating = {}) {
  const [n, d] = q.shape;
  /** @type {Map<string, Float32Array[]>} */
  const made = new Map();
  const rotated = (/** @type {ScalingSettings} */ scaling) => {
    const name = JSON.stringify(scaling);
    const tables = () =>
      ropeTables(core, {nPos: n, ...ropeScaling(core, {dim: d, base, ...scaling})});
    const rotate = (/** @type {TensorLike} */ {data}) =>
      ropeRotate(core, {x: {data, shape: [1, n, d]}, ...tables(), ...rotating}).data;
    const both = made.get(name) ?? [rotate(q), rotate(k)];
    made.set(name, both);
    return both;
  };
  return filled([n, n], (i, j) => {
    if (j > i) return -Infinity;
    const [a, b] = [rotated(ofQuery(i))[0], rotated(ofKey(i, j))[1]];
    let dot = 0;
    for (let c = 0; c < d; c++) dot += a[i * d + c] * b[j * d + c];
    return dot;
  });
}

/** The rule of each row. @param {Case} item */
const own = (item) => (/** @type {number} */ i) => dynamic(item, i + 1);

/** @type {Check['truth']} */
export const truth = (core, item) => [scores(core, item, own(item))];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'itself',
    figure: '10-longer-contexts.html#the-base-that-grows',
    sentence: 'A token’s score with its own key does not depend on the base: both rotate alike.',
    holds: ([{data, shape}], {q, k}) => {
      const [n, d] = q.shape;
      for (let i = 0; i < n; i++) {
        let dot = 0;
        for (let c = 0; c < d; c++) dot += q.data[i * d + c] * k.data[i * d + c];
        if (Math.abs(data[i * shape[1] + i] - dot) > 1e-3) return `token ${i}`;
      }
      return true;
    },
  },
  {
    id: 'no-future',
    figure: '11-labs.html#a-cache-remembers',
    sentence: 'Keys in the future have −inf.',
    holds: ([
      {
        data,
        shape: [, n],
      },
    ]) => {
      const at = data.findIndex((v, k) => k % n > Math.floor(k / n) && v !== -Infinity);
      return at < 0 || `query ${Math.floor(at / n)}, key ${at % n}`;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 1e-4, rtol: 1e-5});

// @ts-check
import {ropeScaling, ropeTables} from '../../../core/pe.js';
import {without} from '../steps.js';

/** @import {Core, Numbers, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @typedef {{dim: number, length: number, base: number, scale: number, nPos: number}} Settings */

/** @param {CaseRandom} random @param {string} title @param {Settings} settings @param {{isHidden?: boolean, isPassed?: boolean, time?: number, omitted?: string[]}} [options] isPassed: seq_len is given, and x has time 2 or `time`; omitted: arguments that keep their defaults */
function caseOf(random, title, settings, options = {}) {
  const {isHidden = false, isPassed = false, time = 2, omitted = []} = options;
  const {dim, length, base, scale, nPos} = settings;
  const x = random.normal(1, random.int(1, 3), isPassed ? time : nPos, dim);
  const args = isPassed ? [x, nPos] : [x];
  const steps = [
    {
      op: 'call',
      target: 'YaRNPositionalEmbedding',
      args: [dim],
      kwargs: without({max_len: length, base, scale}, omitted),
      as: 'yarn',
    },
    ANOTHER,
    {op: 'call', target: 'yarn', args, get: true},
  ];
  return {title, isHidden, steps, ...settings};
}

/** One of other settings, made after the one that is tried: it may share nothing with it. */
const ANOTHER = {
  op: 'call',
  target: 'YaRNPositionalEmbedding',
  args: [12],
  kwargs: {max_len: 50, base: 30, scale: 7},
};

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, '64 dimensions, trained at 128, scale 2', {
    dim: 64,
    length: 128,
    base: 10000,
    scale: 2,
    nPos: 64,
  }),
  caseOf(random, 'scale 1 is plain RoPE', {dim: 8, length: 64, base: 10000, scale: 1, nPos: 16}),
  caseOf(
    random,
    'trained at 2048, scale 4',
    {dim: 64, length: 2048, base: 10000, scale: 4, nPos: random.int(260, 320)},
    {isHidden: true, isPassed: true},
  ),
  caseOf(
    random,
    'fewer positions than x has',
    {dim: 12, length: 64, base: 10000, scale: 3, nPos: 7},
    {isHidden: true, isPassed: true, time: 11},
  ),
  caseOf(
    random,
    'no argument but dim',
    {dim: 16, length: 2048, base: 10000, scale: 1, nPos: random.int(10, 30)},
    {isHidden: true, omitted: ['max_len', 'base', 'scale']},
  ),
  caseOf(
    random,
    'scale alone',
    {dim: 32, length: 2048, base: 10000, scale: random.int(2, 9), nPos: random.int(10, 30)},
    {isHidden: true, omitted: ['max_len', 'base']},
  ),
  caseOf(
    random,
    'sizes of its own',
    {
      dim: 2 * random.int(12, 40),
      length: random.int(500, 4000),
      base: random.pick([1000, 10000, 500000]),
      scale: random.int(3, 16),
      nPos: random.int(20, 60),
    },
    {isHidden: true},
  ),
];

/** Tables whose columns come twice. @param {Core} core @param {Case} item @param {Numbers | TensorLike} invFreq @param {number} attentionFactor @param {boolean} [isInterleaved] @returns {TensorLike[]} */
function tables(core, {nPos}, invFreq, attentionFactor, isInterleaved = false) {
  const {cos, sin} = ropeTables(core, {nPos, invFreq, attentionFactor});
  return [cos, sin].map(({data, shape: [n, half]}) => ({
    data: Float32Array.from({length: 2 * n * half}, (_, at) => {
      const column = at % (2 * half);
      const from = isInterleaved ? column >> 1 : column % half;
      return data[Math.floor(at / (2 * half)) * half + from];
    }),
    shape: [n, 2 * half],
  }));
}

/** @param {Core} core @param {Case} item @param {'yarn' | 'yarn-paper'} [kind] */
function yarn(core, {dim, base, scale, length}, kind = 'yarn-paper') {
  return ropeScaling(core, {dim, base, kind, factor: scale, originalMaxPosition: length});
}

/** @type {Check['truth']} */
export const truth = (core, item) => {
  const {invFreq, attentionFactor} = yarn(core, item);
  return tables(core, item, invFreq, attentionFactor);
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'circle',
    figure: '10-longer-contexts.html#side-by-side',
    sentence: 'Cosine and sine of one angle lie on one circle, of the same radius everywhere.',
    holds: ([cos, sin]) => {
      const radius = cos.data[0];
      const at = cos.data.findIndex((c, k) => Math.abs(Math.hypot(c, sin.data[k]) - radius) > 1e-3);
      const width = cos.shape[1];
      return at < 0 || `position ${Math.floor(at / width)}, column ${at % width}`;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = ({nPos}) => ({atol: 2e-5 + 4e-7 * nPos, rtol: 0});

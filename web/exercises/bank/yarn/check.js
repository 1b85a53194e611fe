// @ts-check
import {ropeFrequencies, ropeScaling, ropeTables, yarnMagnitude} from '../../../core/pe.js';
import {without} from '../steps.js';

/** @import {Core, Numbers, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {Output} from '../../grading/outputs.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @typedef {{dim: number, length: number, base: number, scale: number, nPos: number}} Settings */

/** @param {CaseRandom} random @param {string} title @param {Settings} settings @param {{isHidden?: boolean, isPassed?: boolean, omitted?: string[]}} [options] isPassed: seq_len is given; omitted: arguments that keep their defaults */
function caseOf(random, title, settings, options = {}) {
  const {isHidden = false, isPassed = false, omitted = []} = options;
  const {dim, length, base, scale, nPos} = settings;
  const x = random.normal(1, random.int(1, 3), isPassed ? 2 : nPos, dim);
  const args = isPassed ? [x, nPos] : [x];
  const steps = [
    {
      op: 'call',
      target: 'YaRNPositionalEmbedding',
      args: [dim],
      kwargs: without({max_len: length, base, scale}, omitted),
      as: 'yarn',
    },
    {op: 'call', target: 'yarn', args, get: true},
  ];
  return {title, isHidden, steps, ...settings};
}

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
    {dim: 64, length: 2048, base: 10000, scale: 4, nPos: random.int(30, 80)},
    {isHidden: true, isPassed: true},
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

/** @param {number} share */
const clamp = (share) => Math.min(Math.max(share, 0), 1);

/** @param {Output[]} outputs @param {readonly TensorLike[]} theirs @param {number} atol */
const areNear = (outputs, theirs, atol) =>
  theirs.every(({data}, o) => outputs[o].data.every((v, k) => Math.abs(v - data[k]) < atol));

/** Another share that is kept, of the revolutions. @param {Core} core @param {Case} item @param {(revolutions: number) => number} kept */
function blended(core, item, kept) {
  const {dim, base, scale, length} = item;
  const invFreq = Float64Array.from(ropeFrequencies(core, {dim, base}).data, (w) => {
    const share = kept((length * w) / (2 * Math.PI));
    return w * share + (w / scale) * (1 - share);
  });
  return tables(core, item, invFreq, yarn(core, item).attentionFactor);
}

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'interpolation',
    sentence:
      'This is position interpolation: all pairs are divided by the scale alike. A right answer to an easier question. YaRN keeps the pairs that make 32 turns and more, blends those down to one turn, and multiplies cos and sin by 0.1 ln(scale) + 1.',
    isPartial: true,
    truth: (core, item) => {
      const {dim, base, scale: factor} = item;
      return tables(core, item, ropeScaling(core, {dim, base, kind: 'linear', factor}).invFreq, 1);
    },
  },
  {
    id: 'index-ramp',
    sentence:
      'Your ramp is even over the pair’s index, between rounded ends, as in the libraries’ code. The exercise asks for the paper’s: even over the turns that a pair makes in training.',
    isPartial: true,
    truth: (core, item) => {
      const {invFreq, attentionFactor} = yarn(core, item, 'yarn');
      return tables(core, item, invFreq, attentionFactor);
    },
  },
  {
    id: 'no-amplitude',
    sentence:
      'The frequencies are right; the amplitude is missing. Cosines and sines are multiplied by 0.1 · ln(scale) + 1, or the attention of long texts is too flat.',
    truth: (core, item) => tables(core, item, yarn(core, item).invFreq, 1),
  },
  {
    id: 'amplitude-squared',
    sentence:
      'The amplitude is squared already. Queries and keys are both multiplied, so that the logits get the square by themselves: the tables get 0.1 · ln(scale) + 1 once (exllamav3#259).',
    truth: (core, item) => {
      const amplitude = yarnMagnitude(core, {factor: item.scale});
      return tables(core, item, yarn(core, item).invFreq, amplitude ** 2);
    },
  },
  {
    id: 'ramp-reversed',
    sentence:
      'The ramp is the wrong way round: fast pairs are divided and slow ones kept. Many turns in training mean that a pair has seen all its angles and may stay.',
    truth: (core, item) => {
      const {invFreq, attentionFactor} = yarn(core, item);
      const {dim, base, scale} = item;
      const plain = ropeFrequencies(core, {dim, base}).data;
      const rotated = plain.map((w, i) => w + w / scale - invFreq.data[i]);
      return tables(core, item, rotated, attentionFactor);
    },
  },
  {
    id: 'stretched-length',
    sentence:
      'Turns are counted over the stretched length. max_len is the length of training, which decides what a pair has seen; a configuration read the other way moves the bands just so (transformers#33783).',
    truth: (core, item) => {
      const stretched = {...item, length: item.length * item.scale};
      const {invFreq, attentionFactor} = yarn(core, /** @type {any} */ (stretched));
      return tables(core, item, invFreq, attentionFactor);
    },
  },
  {
    id: 'interleaved',
    sentence:
      'Each column comes twice in a row, which suits interleaved pairs. The exercise asks for half-split tables: all columns, then all of them again (torch.cat).',
    truth: (core, item) => {
      const {invFreq, attentionFactor} = yarn(core, item);
      return tables(core, item, invFreq, attentionFactor, true);
    },
  },
  {
    id: 'unclamped',
    sentence:
      'The share that is kept leaves 0 … 1: pairs below one turn get a negative one, fast pairs more than all. Clamp it.',
    // its fast pairs rotate so fast that float32 angles are off by more than the tolerance
    matches: (outputs, item, core) =>
      areNear(
        outputs,
        blended(core, item, (t) => (t - 1) / 31),
        2e-2,
      ),
  },
  {
    id: 'radians',
    sentence:
      'L · w is an angle in radians, not a number of turns: divide by 2π, or the bands lie 6.28 times too far to the slow side.',
    truth: (core, item) => blended(core, item, (t) => clamp((2 * Math.PI * t - 1) / 31)),
  },
  {
    id: 'all-divided',
    sentence:
      'The amplitude is right, but all pairs are divided by the scale alike. Those with 32 turns and more keep their frequency, and those down to one turn are blended.',
    truth: (core, item) => blended(core, item, () => 0),
  },
  {
    id: 'ntk',
    sentence:
      'This is the NTK-aware rule: a larger base stretches all pairs by degrees. YaRN keeps the base and treats the pairs by the turns that they make in training.',
    matches: (outputs, item, core) => {
      const {dim, base, scale: factor} = item;
      const {invFreq} = ropeScaling(core, {dim, base, kind: 'ntk', alpha: factor});
      const amplitudes = [1, yarn(core, item).attentionFactor];
      return amplitudes.some((m) => areNear(outputs, tables(core, item, invFreq, m), 1e-3));
    },
  },
];

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

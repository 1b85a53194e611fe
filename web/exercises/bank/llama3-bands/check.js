// @ts-check
import {ropeFrequencies, ropeScaling} from '../../../core/pe.js';
import {call} from '../steps.js';

/** @import {Core} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */

/** @param {string} title @param {boolean} isHidden @param {[dim: number, base: number, factor: number, low: number, high: number, length: number]} rule */
const caseOf = (title, isHidden, rule) => ({
  title,
  isHidden,
  rule,
  steps: [call('llama3_inv_freq', ...rule)],
});

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf('Llama 3.2 1B', false, [64, 500000, 32, 1, 4, 8192]),
  caseOf('Llama 3.1 8B', false, [128, 500000, 8, 1, 4, 8192]),
  caseOf('another rule', true, [
    2 * random.int(24, 60),
    random.pick([10000, 100000, 1000000]),
    random.int(3, 20),
    random.int(1, 2),
    random.int(8, 16),
    1024 * random.int(2, 8),
  ]),
  caseOf('factor 1 changes nothing', true, [64, 10000, 1, 1, 4, 2048]),
];

/** @param {Core} core @param {Case} item */
const rightOf = (core, {rule: [dim, base, factor, low, high, length]}) =>
  ropeScaling(core, {
    dim,
    base,
    kind: 'llama3',
    factor,
    lowFreqFactor: low,
    highFreqFactor: high,
    originalMaxPosition: length,
  }).invFreq;

/** @type {Check['truth']} */
export const truth = (core, item) => [rightOf(core, item)];

/**
 * What a pair becomes of its frequency and revolutions.
 *
 * @param {(w: number, revolutions: number, rule: {factor: number, low: number, high: number}) => number} of
 * @returns {(core: Core, item: Case) => [import('../../../core/core.js').Tensor64]}
 */
const pairs =
  (of) =>
  (core, {rule: [dim, base, factor, low, high, length]}) => {
    const {data, shape} = ropeFrequencies(core, {dim, base});
    const made = data.map((w) => of(w, (length * w) / (2 * Math.PI), {factor, low, high}));
    return [{data: made, shape}];
  };

/** @param {number} w @param {number} s @param {number} factor */
const blend = (w, s, factor) => ((1 - s) * w) / factor + s * w;

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'dropped',
    sentence:
      'The frequencies are the plain ones: the rule is missing. In a short text nobody notices (unsloth#6197, tiny-vllm#1).',
    truth: pairs((w) => w),
  },
  {
    id: 'bands-swapped',
    sentence:
      'The outer bands have changed places: fast pairs are divided and slow ones kept. A high frequency is a short wavelength; the bands are named by one and tested by the other (a reviewer of litgpt#1745 swaps them too).',
    truth: pairs((w, revolutions, {factor, low, high}) => {
      if (revolutions > high) return w / factor;
      return revolutions < low ? w : blend(w, (revolutions - low) / (high - low), factor);
    }),
  },
  {
    id: 'no-blend',
    sentence:
      'There are two bands instead of three: what lies between the limits is kept whole. It should fade from divided to kept, linearly in the turns.',
    truth: pairs((w, revolutions, {factor, low}) => (revolutions > low ? w : w / factor)),
  },
  {
    id: 'all-divided',
    sentence:
      'Every pair is divided: this is position interpolation. Llama 3 leaves the fast pairs alone.',
    truth: pairs((w, _, {factor}) => w / factor),
  },
  {
    id: 'no-kept-blend',
    sentence:
      'There are two bands instead of three: what lies between the limits is divided whole. It should fade from divided to kept, linearly in the turns.',
    truth: pairs((w, revolutions, {factor, high}) => (revolutions < high ? w / factor : w)),
  },
  {
    id: 'wavelength-ramp',
    sentence:
      'The mixture rises linearly in the wavelength. It should rise in the turns, the original length divided by the wavelength; that is another curve between the same limits.',
    truth: pairs((w, revolutions, {factor, low, high}) => {
      const s = (1 / low - 1 / revolutions) / (1 / low - 1 / high);
      return blend(w, Math.min(1, Math.max(0, s)), factor);
    }),
  },
  {
    id: 'exponent-doubled',
    sentence:
      'The frequencies fall twice as fast as they should: arange(0, head_dim, 2) holds 2i already, so the exponent is minus that over head_dim.',
    truth: (core, item) => {
      const [dim, base, ...rest] = item.rule;
      return [rightOf(core, {...item, rule: [dim, base * base, ...rest]})];
    },
  },
  {
    id: 'ramp-reversed',
    sentence:
      'The mixture runs the wrong way: just above the low limit it should still be almost w / factor. s belongs to w, 1 − s to w / factor.',
    truth: pairs((w, revolutions, {factor, low, high}) => {
      if (revolutions > high) return w;
      return revolutions < low
        ? w / factor
        : blend(w, 1 - (revolutions - low) / (high - low), factor);
    }),
  },
  {
    id: 'without-two-pi',
    sentence:
      'The 2π is missing: these are radians, not turns. The bands begin about six times too late.',
    truth: pairs((w, revolutions, {factor, low, high}) => {
      const s = (2 * Math.PI * revolutions - low) / (high - low);
      return blend(w, Math.min(1, Math.max(0, s)), factor);
    }),
  },
];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'falling',
    figure: '10-longer-contexts.html#kept-blended-divided',
    sentence: 'Frequencies fall from pair to pair.',
    holds: ([{data}]) => {
      const at = data.findIndex((w, i) => i > 0 && !(w < data[i - 1]));
      return at < 0 || `pair ${at}`;
    },
  },
  {
    id: 'within',
    figure: '10-longer-contexts.html#kept-blended-divided',
    sentence: 'No pair is faster than the plain one, none slower than it divided by the factor.',
    holds: ([{data}], {rule: [dim, base, factor]}, core) => {
      const plain = ropeFrequencies(core, {dim, base}).data;
      const slack = 1 + 1e-5;
      const at = data.findIndex((w, i) => w > plain[i] * slack || w * factor * slack < plain[i]);
      return at < 0 || `pair ${at}`;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 1e-12, rtol: 2e-5});

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

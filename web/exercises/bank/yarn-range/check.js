// @ts-check
import {ropeScaling} from '../../../core/pe.js';
import {call, without} from '../steps.js';

/** @import {Check} from '../../grading/grader.js' */

const FACTOR = 2;

/**
 * @param {string} title
 * @param {{dim: number, base: number, length: number, beta_fast?: number, beta_slow?: number, truncate?: boolean}} settings
 * @param {{isHidden?: boolean, omitted?: string[]}} [options]
 */
function caseOf(title, settings, {isHidden = false, omitted = []} = {}) {
  const {dim, base, length, beta_fast = 32, beta_slow = 1, truncate = true} = settings;
  const kwargs = without(/** @type {any} */ ({beta_fast, beta_slow, truncate}), omitted);
  const steps = [{...call('yarn_ramp', dim, base, length), kwargs}];
  return {title, isHidden, steps, dim, base, length, beta_fast, beta_slow, truncate};
}

const ALL = ['beta_fast', 'beta_slow', 'truncate'];

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf('64 channels, trained at 4096', {dim: 64, base: 10000, length: 4096}, {omitted: ALL}),
  caseOf('not truncated', {dim: 64, base: 150000, length: 4096, truncate: false}),
  caseOf(
    'not truncated, betas left out',
    {dim: 96, base: 10000, length: 8192, truncate: false},
    {isHidden: true, omitted: ['beta_fast', 'beta_slow']},
  ),
  caseOf('trained at 131072', {dim: 64, base: 10000, length: 131072}, {isHidden: true}),
  caseOf('low below 0', {dim: 32, base: 10000, length: 64, truncate: false}, {isHidden: true}),
  caseOf('low and high are equal', {dim: 32, base: 10000, length: 5}, {isHidden: true}),
  caseOf('high above the channels', {dim: 32, base: 100, length: 262144}, {isHidden: true}),
  caseOf(
    'high above the channels, low among the pairs',
    {dim: 16, base: 10, length: 900},
    {isHidden: true},
  ),
  caseOf(
    'betas of its own',
    {
      dim: 128,
      base: 1e6,
      length: random.pick([8192, 32768]),
      beta_fast: random.int(10, 24),
      beta_slow: random.int(2, 4),
      truncate: false,
    },
    {isHidden: true},
  ),
];

/** @type {Check['truth']} */
export const truth = (core, {dim, base, length, beta_fast, beta_slow, truncate}) => {
  const {ratio} = ropeScaling(core, {
    kind: 'yarn',
    dim,
    base,
    factor: FACTOR,
    originalMaxPosition: length,
    betaFast: beta_fast,
    betaSlow: beta_slow,
    truncate,
  });
  // a pair whose share of interpolation is s keeps 1 - s (1 - 1 / factor) of its frequency
  const share = ratio.data.map((kept) => (1 - kept) / (1 - 1 / FACTOR));
  return [{data: share, shape: [dim / 2]}];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'never-falls',
    figure: '10-longer-contexts.html#kept-blended-divided',
    sentence: 'Slower pairs are divided at least as much as faster ones, from 0 to 1.',
    holds: ([{data}]) => {
      const at = data.findIndex((v, i) => v < 0 || v > 1 || (i > 0 && v < data[i - 1] - 1e-6));
      return at < 0 || `pair ${at}`;
    },
  },
];

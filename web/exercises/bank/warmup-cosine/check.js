// @ts-check
import {vector} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */

/** @param {string} title @param {{nWarmup: number, nSteps: number, peak: number, floor?: number, isHidden?: boolean}} options */
function caseOf(title, {nWarmup, nSteps, peak, floor, isHidden = false}) {
  const last = nSteps + 3;
  const more = floor === undefined ? '' : `, ${floor}`;
  const expression = `[learning_rate(s, ${nWarmup}, ${nSteps}, ${peak}${more}) for s in range(${last})]`;
  const steps = [{op: 'eval', expression, get: true}];
  return {title, isHidden, steps, nWarmup, nSteps, peak, floor: floor ?? 0, last};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf('4 steps of warm-up, 12 in all', {nWarmup: 4, nSteps: 12, peak: 1}),
  caseOf('down to a tenth', {nWarmup: 2, nSteps: 10, peak: 0.5, floor: 0.05}),
  caseOf('no warm-up', {nWarmup: 0, nSteps: random.int(6, 14), peak: 2, isHidden: true}),
  caseOf('sizes of its own', {
    nWarmup: random.int(3, 7),
    nSteps: random.int(20, 40),
    peak: random.int(2, 9),
    floor: 0.25,
    isHidden: true,
  }),
];

/** @type {Check['truth']} */
export const truth = (_core, {nWarmup, nSteps, peak, floor, last}) => {
  const rate = (/** @type {number} */ step) => {
    if (step < nWarmup) return (peak * (step + 1)) / nWarmup;
    if (step >= nSteps) return floor;
    const share = (step - nWarmup) / (nSteps - nWarmup);
    return floor + ((peak - floor) * (1 + Math.cos(Math.PI * share))) / 2;
  };
  return [vector(Array.from({length: last}, (_, step) => rate(step)))];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'never-above-peak',
    figure: '8-experiments.html#families-of-maps',
    sentence: 'The rate is never above the peak and never below the floor.',
    holds: ([{data}], {peak, floor, nWarmup}) => {
      const at = data.findIndex((v, s) => v > peak + 1e-6 || (s >= nWarmup && v < floor - 1e-6));
      return at < 0 || `step ${at}: ${data[at].toPrecision(4)}`;
    },
  },
];

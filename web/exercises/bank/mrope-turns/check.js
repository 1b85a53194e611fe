// @ts-check
import {mropeAxes, ropeFrequencies} from '../../../core/pe.js';
import {call, without} from '../steps.js';
import {filled} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{sections: number[], interleaved: boolean, n: number, base?: number, isHidden?: boolean, omitted?: string[]}} options
 */
function caseOf(random, title, {sections, interleaved, n, base = 10000, ...options}) {
  const {isHidden = false, omitted = []} = options;
  const ids = random.ints(0, 40, 3, n);
  const args = [{list: sections}, interleaved];
  const kwargs = without({base}, omitted);
  const steps = [call('axis_of_pairs', ...args), {...call('angles', ids, ...args), kwargs}];
  return {title, isHidden, steps, ids: ids.tensor, sections, interleaved, base};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'in sections', {sections: [4, 2, 2], interleaved: false, n: 3}),
  caseOf(random, 'taking turns', {sections: [6, 3, 3], interleaved: true, n: 3, base: 100}),
  caseOf(random, 'turns, unequal', {
    sections: [8, 3, 5],
    interleaved: true,
    n: 4,
    isHidden: true,
    omitted: ['base'],
  }),
  caseOf(random, 'sections of its own', {
    sections: [random.int(4, 9), random.int(2, 4), random.int(5, 7)],
    interleaved: false,
    n: random.int(3, 9),
    base: 500,
    isHidden: true,
  }),
  caseOf(random, 'turns of its own', {
    sections: [random.int(9, 14), random.int(2, 4), random.int(5, 7)],
    interleaved: true,
    n: random.int(3, 9),
    base: 1000,
    isHidden: true,
  }),
];

/** @type {Check['truth']} */
export const truth = (core, {ids, sections, interleaved, base}) => {
  const axes = mropeAxes(core, {sections, interleaved});
  const n = ids.shape[1];
  const {data} = ropeFrequencies(core, {dim: 2 * axes.length, base});
  const angles = filled([n, axes.length], (p, i) => ids.data[axes[i] * n + p] * data[i]);
  return [{data: Float64Array.from(axes), shape: [axes.length], dtype: 'int64'}, angles];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'pairs-per-axis',
    figure: '11-labs.html#an-image-between-words',
    sentence: 'Each axis has as many pairs as its section says.',
    holds: ([{data}], {sections}) => {
      const counts = sections.map(
        (/** @type {number} */ _, /** @type {number} */ axis) =>
          data.filter((one) => one === axis).length,
      );
      const at = sections.findIndex(
        (/** @type {number} */ n, /** @type {number} */ axis) => counts[axis] !== n,
      );
      return at < 0 || `axis ${at} has ${counts[at]} pairs instead of ${sections[at]}`;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 1e-4, rtol: 1e-5});

// @ts-check
import {alibiSlopes} from '../../../core/pe.js';
import {call} from '../steps.js';

/** @import {Check} from '../../grading/grader.js' */

/** @param {number} nHeads @param {boolean} isHidden */
const caseOf = (nHeads, isHidden) => ({
  title: nHeads === 1 ? 'one head' : `${nHeads} heads`,
  isHidden,
  nHeads,
  steps: [call('get_slopes', nHeads)],
});

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(8, false),
  caseOf(12, false),
  caseOf(1, true),
  caseOf(random.pick([16, 32]), true),
  caseOf(random.int(5, 7), true),
  caseOf(random.int(18, 31), true),
];

/** @type {Check['truth']} */
export const truth = (core, {nHeads}) => [alibiSlopes(core, {nHeads})];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'all-differ',
    figure: '5-alibi.html#slopes',
    sentence: 'No two heads have the same slope, and every slope is above 0 and below 1.',
    holds: ([{data}]) => {
      const at = data.findIndex((s, h) => !(s > 0 && s < 1) || data.indexOf(s) !== h);
      return at < 0 || `head ${at}`;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 1e-7, rtol: 1e-5});

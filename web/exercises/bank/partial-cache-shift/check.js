// @ts-check
import {ropeRotate, ropeTables} from '../../../core/pe.js';
import {call, without} from '../steps.js';
import {keepsLengths, tensorOf} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{shape: number[], delta: number, rotaryDim: number, base?: number, isHidden?: boolean, omitted?: string[]}} options
 */
function caseOf(random, title, {shape, delta, rotaryDim, base = 10000, ...options}) {
  const {isHidden = false, omitted = []} = options;
  const keys = random.normal(...shape);
  const kwargs = without({base}, omitted);
  const steps = [{...call('shift_keys', keys, delta, rotaryDim), kwargs}];
  return {title, isHidden, steps, keys: tensorOf(keys), delta, rotaryDim, base};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'half of the head, 2 back', {shape: [1, 2, 8], delta: -2, rotaryDim: 4}),
  caseOf(random, 'a quarter, 5 forward', {shape: [2, 3, 16], delta: 5, rotaryDim: 4, base: 100}),
  caseOf(random, 'the whole head', {
    shape: [1, 4, 6],
    delta: random.int(2, 9),
    rotaryDim: 6,
    isHidden: true,
    omitted: ['base'],
  }),
  caseOf(random, 'sizes of its own', {
    shape: [2, random.int(4, 9), 24],
    delta: -random.int(10, 40),
    rotaryDim: random.pick([6, 10, 14]),
    base: 500,
    isHidden: true,
  }),
];

/** @type {Check['truth']} */
export const truth = (core, {keys, delta, rotaryDim, base}) => {
  const positions = new Array(keys.shape[1]).fill(delta);
  const tables = ropeTables(core, {positions, dim: rotaryDim, base});
  return [ropeRotate(core, {x: keys, ...tables})];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'lengths-kept',
    figure: '10-longer-contexts.html#a-quarter-turns',
    sentence: 'A rotation keeps the length of every key.',
    holds: ([output], {keys}) => keepsLengths(keys, output),
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 2e-5, rtol: 1e-5});

// @ts-check
// Bug hunts: the learner's own test is tried on implementations that are right and on some that are not.
import {trySteps} from './steps.js';
import {vector} from './tensors.js';

/** @import {TensorLike} from '../../core/core.js' */
/** @import {Case, Law, Mistake} from '../grading/grader.js' */
/** @import {Output} from '../grading/outputs.js' */

/** @typedef {Record<string, string>} Implementations what each name, as in the code, is in words */

/**
 * @param {object} options
 * @param {string} options.test what the learner's test is called
 * @param {Implementations} options.right implementations that it must let through
 * @param {Implementations} options.broken those that it must refuse
 * @param {string} options.code Python that defines them all
 * @returns {Case} with one output, one number per implementation: 1 where it was refused
 */
export function huntCase({test, right, broken, code}) {
  const names = [...Object.keys(right), ...Object.keys(broken)];
  const inWords = [...Object.values(right), ...Object.values(broken)];
  const nRight = Object.keys(right).length;
  return {
    title: `your test, on ${nRight} right and ${names.length - nRight} broken implementations`,
    isHunt: true,
    inWords,
    names,
    nRight,
    steps: trySteps(test, Object.keys(right), Object.keys(broken), code),
    describe,
  };
}

/** Tests that refuse what is right are known by name: see refusesRight(). @type {NonNullable<Case['describe']>} */
const describe = ([{data}], {inWords, nRight}) => {
  const at = data.findIndex((v, k) => k >= nRight && v === 0);
  return `Your test lets through what is broken: ${inWords[at]}.`;
};

/** @type {Law} */
export const testIsFair = {
  id: 'test-is-fair',
  sentence: 'A test lets through what is right.',
  holds: ([{data}], {isHunt, inWords, nRight}) => {
    const at = isHunt ? data.findIndex((v, k) => k < nRight && v !== 0) : -1;
    return at < 0 || `refused: ${inWords[at]}`;
  },
};

/** @param {Case} item that huntCase() made @returns {TensorLike[]} */
export const huntTruth = ({names, nRight}) => [
  vector(names.map((/** @type {string} */ _, /** @type {number} */ k) => (k < nRight ? 0 : 1))),
];

/**
 * A mistake in the learner's test.
 *
 * @param {string} id
 * @param {string} sentence
 * @param {(isRefused: (name: string) => boolean, item: Case) => boolean} pattern
 * @returns {Mistake}
 */
export const inTest = (id, sentence, pattern) => ({
  id,
  sentence,
  matches: ([{data}], item) =>
    item.isHunt ? pattern((name) => data[item.names.indexOf(name)] !== 0, item) : null,
});

/** A test that refuses what is right. @param {string} id @param {string} sentence */
export const refusesRight = (id, sentence) => inTest(id, sentence, isUnfair);

/** @param {(name: string) => boolean} isRefused @param {Case} item @returns {boolean} */
const isUnfair = (isRefused, {names, nRight}) => names.slice(0, nRight).some(isRefused);

/** A test that refuses nothing. @param {string} id @param {string} sentence */
export const catchesNothing = (id, sentence) =>
  inTest(id, sentence, (isRefused, {names}) => !names.some(isRefused));

/**
 * A test that lets broken implementations through, and all that is right.
 *
 * @param {string} id
 * @param {string[]} missed all of them
 * @param {string} sentence
 */
export const misses = (id, missed, sentence) =>
  inTest(id, sentence, (isRefused, item) => !missed.some(isRefused) && !isUnfair(isRefused, item));

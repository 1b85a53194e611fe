// @ts-check
// Bug hunts: the learner's own test is tried on implementations that are right and on some that are not.
import {trySteps} from './steps.js';
import {vector} from './tensors.js';

/** @import {TensorLike} from '../../core/core.js' */
/** @import {Case, Mistake} from '../grader.js' */
/** @import {Output} from '../outputs.js' */

/**
 * @param {object} options
 * @param {string} options.test what the learner's test is called
 * @param {string[]} options.right implementations that it must let through
 * @param {string[]} options.broken those that it must turn down
 * @param {string} options.code Python that defines them all
 * @returns {Case} with one output, a number an implementation: 1 where it was turned down
 */
export const huntCase = ({test, right, broken, code}) => ({
  title: `your test, on ${right.length} right and ${broken.length} broken implementations`,
  isHunt: true,
  names: [...right, ...broken],
  nRight: right.length,
  steps: trySteps(test, [...right, ...broken], code),
});

/** @param {Case} item that huntCase() made @returns {TensorLike[]} */
export const huntTruth = ({names, nRight}) => [
  vector(names.map((/** @type {string} */ _, /** @type {number} */ k) => (k < nRight ? 0 : 1))),
];

/**
 * A test that turns down what is right.
 *
 * @param {string} sentence
 * @returns {Mistake}
 */
export const refusesRight = (sentence) => ({
  id: 'refuses-right',
  sentence,
  matches: ([{data}], item) => !item.isHunt || data.subarray(0, item.nRight).some((v) => v !== 0),
});

/**
 * A test that lets a broken implementation through.
 *
 * @param {string} id
 * @param {string} name of the implementation
 * @param {string} sentence
 * @returns {Mistake}
 */
export const misses = (id, name, sentence) => ({
  id,
  sentence,
  matches: ([{data}], item) => !item.isHunt || data[item.names.indexOf(name)] === 0,
});

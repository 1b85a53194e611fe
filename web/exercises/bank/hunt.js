// @ts-check
// Bug hunts: the learner's own test is tried on implementations that are right and on some that are not.
import {trySteps} from './steps.js';
import {scalar} from './tensors.js';

/** @import {TensorLike} from '../../core/core.js' */
/** @import {Case, Law, Mistake} from '../grading/grader.js' */
/** @import {Output} from '../grading/outputs.js' */
/** @import {CaseRandom} from '../grading/random.js' */

/** @typedef {Record<string, string>} Implementations what each name, as in the code, is in words */

/**
 * What is right is tried twice: a test that guesses is found out. All come in an order that is drawn afresh, under
 * names that say nothing, and each to a test that has seen none of the others: one that counts, or that compares
 * them with each other, learns nothing.
 *
 * @param {object} options
 * @param {CaseRandom} options.random
 * @param {string} options.test what the learner's test is called
 * @param {Implementations} options.right implementations that it must let through
 * @param {Implementations} options.broken those that it must refuse
 * @param {string} options.code Python that defines them all
 * @returns {Case} with an output per implementation: 1 where it was refused
 */
export function huntCase({random, test, right, broken, code}) {
  const all = [right, right, broken].flatMap(Object.keys);
  const names = random.sample(all, all.length);
  const areRight = names.map((name) => name in right);
  const inWords = names.map((name) => right[name] ?? broken[name]);
  const plain = plainNames(random, [...new Set(names)]);
  const nRight = Object.keys(right).length;
  const nBroken = Object.keys(broken).length;
  return {
    title: `your test, on ${nRight} right and ${nBroken} broken implementations`,
    isHunt: true,
    inWords,
    names,
    areRight,
    steps: trySteps(
      test,
      names.map((name) => plain[name]),
      areRight,
      code.replace(/\b_\w+/g, (name) => plain[name] ?? name),
    ),
    describe,
  };
}

/** For each name one that says nothing. @param {CaseRandom} random @param {string[]} names @returns {Record<string, string>} */
const plainNames = (random, names) =>
  Object.fromEntries(random.sample(names, names.length).map((name, k) => [name, `_one_${k}`]));

/** @param {Output[]} outputs of a hunt @returns {boolean[]} */
const refusalsOf = (outputs) => outputs.map(({data}) => data[0] !== 0);

/** Tests that refuse what is right are known by name: see refusesRight(). @type {NonNullable<Case['describe']>} */
const describe = (outputs, {inWords, areRight}) => {
  const at = refusalsOf(outputs).findIndex((isRefused, k) => !areRight[k] && !isRefused);
  return `Your test lets through what is broken: ${inWords[at]}.`;
};

/** @type {Law} */
export const testIsFair = {
  id: 'test-is-fair',
  sentence: 'A test lets through what is right.',
  holds: (outputs, {isHunt, inWords, areRight}) => {
    const at = isHunt ? refusalsOf(outputs).findIndex((is, k) => is && areRight[k]) : -1;
    return at < 0 || `refused: ${inWords[at]}`;
  },
};

/** @param {Case} item that huntCase() made @returns {TensorLike[]} */
export const huntTruth = ({areRight}) =>
  areRight.map((/** @type {boolean} */ isRight) => scalar(isRight ? 0 : 1));

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
  matches: (outputs, item) => {
    if (!item.isHunt) return null;
    const refusals = refusalsOf(outputs);
    return pattern((name) => refusals.some((is, k) => is && item.names[k] === name), item);
  },
});

/** A test that refuses what is right. @param {string} id @param {string} sentence */
export const refusesRight = (id, sentence) => inTest(id, sentence, isUnfair);

/** @param {(name: string) => boolean} isRefused @param {Case} item @returns {boolean} */
const isUnfair = (isRefused, {names, areRight}) =>
  names.some(
    (/** @type {string} */ name, /** @type {number} */ k) => areRight[k] && isRefused(name),
  );

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

// @ts-check
// A known mistake that is made in a part of an answer alone: some outputs are those of the mistake, all others are right.
import {agreesOn, closeOn} from './grader.js';
import {near} from './pattern-parts.js';
import {placeName} from './problems.js';

/** @import {Case, Check} from './grader.js' */
/** @import {Output} from './outputs.js' */
/** @import {Place} from './problems.js' */

/** @typedef {{at: number, k: number, hasMistake: boolean, isMixed: boolean}} Part of a case, its output k; hasMistake: or is right, where the mistake would show */

const LEAST_CASES = 3;
const LEAST_MIXED = 3; // fewer numbers of a tensor may agree with a mistake by chance

/** Whether each number is right or that of a mistake, and those that are wrong tell it from others. @param {Output} own @param {Output} theirs @param {Output} right @param {(got: number, want: number) => boolean} isClose */
function isMixture(own, theirs, right, isClose) {
  const isOne = (/** @type {number} */ a, /** @type {number} */ b) => near(a, b) || isClose(a, b);
  const size = own.data.length;
  if (!/^float/.test(own.dtype) || theirs.data.length !== size || right.data.length !== size)
    return false;
  const wrong = new Set();
  for (const [k, v] of own.data.entries()) {
    if (isOne(v, right.data[k])) continue;
    if (!isOne(v, theirs.data[k])) return false;
    if (Number.isFinite(v) && !Number.isInteger(v)) wrong.add(v);
  }
  return wrong.size >= LEAST_MIXED;
}

/**
 * The outputs in which a mistake shows, one way or the other.
 *
 * @param {Check} check @param {readonly Case[]} cases
 * @param {readonly Output[][]} outputs the learner's, by case
 * @param {readonly Output[][]} theirs those of the mistake
 * @param {readonly Output[][]} right those of the solution
 * @returns {Part[] | null} null where something is wrong that the mistake does not explain
 */
export function partsOf(check, cases, outputs, theirs, right) {
  /** @type {Part[]} */
  const parts = [];
  for (const [at, own] of outputs.entries()) {
    if (own.length !== right[at].length || theirs[at].length !== own.length) return null;
    for (const [k, output] of own.entries()) {
      const same = (/** @type {Output} */ a, /** @type {Output} */ b) =>
        agreesOn(check, cases[at], [a], [b]);
      const [one, other] = [theirs[at][k], right[at][k]];
      const isRight = same(output, other);
      if (isRight && same(one, other)) continue;
      const isMixed = !isRight && !same(output, one);
      if (isMixed && !isMixture(output, one, other, closeOn(check, cases[at]))) return null;
      parts.push({at, k, hasMistake: !isRight, isMixed});
    }
  }
  const names = (/** @type {boolean} */ which) => parts.filter((one) => one.hasMistake === which);
  const [wrong, spared] = [names(true), names(false)];
  // what is right elsewhere with the same output may be another mistake, which shows in one case alone
  const isSameOutput = wrong.some(({k}) => spared.some((one) => one.k === k));
  const least = isSameOutput ? LEAST_CASES : 1;
  return new Set(wrong.map(({at}) => at)).size >= least ? parts : null;
}

/** @param {readonly string[]} list */
const listed = (list) =>
  list.length > 3 ? `${list.slice(0, 2).join(', ')} and ${list.length - 2} more` : list.join(', ');

/**
 * Where a mistake is, at the end of a sentence.
 *
 * @param {readonly Part[]} parts @param {readonly Case[]} cases @param {readonly Place[][]} places by case
 */
export function partWords(parts, cases, places) {
  if (parts.some(({isMixed}) => isMixed)) return 'That is so for some of your numbers only.';
  /** @param {(part: Part) => string} name */
  const apart = (name) => {
    const of = (/** @type {boolean} */ which) => [
      ...new Set(parts.filter(({hasMistake}) => hasMistake === which).map(name)),
    ];
    const [wrong, right] = [of(true), of(false)];
    return wrong.includes('') || right.some((one) => wrong.includes(one)) ? null : wrong;
  };
  const names = apart(({at, k}) => placeName(places[at][k]));
  if (names) return `That is so in ${listed(names)} only.`;
  const titles = apart(({at}) => `“${cases[at].title}”`);
  return titles
    ? `That is so in ${titles.length === 1 ? 'the case' : 'the cases'} ${listed(titles)} only.`
    : 'That is so in some of your results only.';
}

// @ts-check
// Names what a failed check has seen: the exercise's known mistakes run on the same cases as the learner's code, and
// the one whose outputs agree everywhere is it. Most do not in the first case that is wrong: that one runs first.
import {targetsOf} from './change-order.js';
import {comparison, outputsByCase, placesByCase} from './grader.js';
import {readMistakes, withMistakes} from './mistakes.js';
import {otherCall, rightArguments} from './name-input.js';
import {partsOf, partWords} from './name-parts.js';
import {isScaled, scaledBy} from './name-scale.js';
import {twoMistakes} from './two-mistakes.js';

/** @import {Core} from '../../core/core.js' */
/** @import {RunResult} from '../runtime/sandbox.js' */
/** @import {Case, Check, Verdict} from './grader.js' */
/** @import {CodeMistake} from './mistakes.js' */
/** @import {Output} from './outputs.js' */

const MOST_PAIRS = 150;

/** A sentence in the middle of another; names keep their capitals. @param {string} sentence */
const lowered = (sentence) =>
  sentence.replace(/^(?!Python\b)[A-Z](?=[a-z]*\b)/, (letter) => letter.toLowerCase());

/** @param {readonly CodeMistake[]} mistakes one or two */
function named(mistakes) {
  const [first, second] = mistakes;
  if (!second) return {id: first.id, sentence: first.sentence};
  const sentence = `Two mistakes at once. ${first.sentence} Besides, ${lowered(second.sentence)}`;
  return {id: `${first.id}+${second.id}`, sentence};
}

/** @typedef {{suspect: CodeMistake[], code: string}} Suspect */

/** @param {readonly CodeMistake[]} mistakes @param {string} solution @returns {Suspect[]} */
const single = (mistakes, solution) =>
  mistakes.map((one) => ({suspect: [one], code: withMistakes(solution, [one])}));

/**
 * Two at once.
 *
 * @param {readonly CodeMistake[]} mistakes @param {string} solution
 * @returns {Generator<Suspect>}
 */
function* pairs(mistakes, solution) {
  const both = twoMistakes(solution);
  let nPairs = 0;
  for (const [k, a] of mistakes.entries()) {
    for (const b of mistakes.slice(k + 1)) {
      if (nPairs === MOST_PAIRS) return;
      const code = both(a, b);
      if (code === null) continue;
      nPairs++;
      yield {suspect: [a, b], code};
    }
  }
}

/**
 * The verdict with the mistake's name, where one is found; else as it was.
 *
 * @param {object} options
 * @param {Check} options.check
 * @param {Case[]} options.cases those of the learner's run
 * @param {RunResult} options.run the learner's
 * @param {Verdict} options.verdict grade()'s
 * @param {string} options.solution
 * @param {string} options.mistakes the text of mistakes.py
 * @param {(code: string, steps: any[]) => Promise<RunResult>} options.runCode runs steps of those cases on other code
 * @param {Core} [options.core] for laws that compute
 * @param {number} [options.mostMs] after which no further mistake is tried: a reader waits
 * @returns {Promise<Verdict>}
 */
export async function nameMistake(options) {
  const {check, cases, run, verdict, solution, mistakes, runCode, core, mostMs = 15_000} = options;
  if (verdict.status !== 'fail' || verdict.mistake || !verdict.cases) return verdict;
  const outputs = outputsByCase(cases, run);
  if (!outputs) return verdict;
  const first = verdict.cases.findIndex(({ok}) => !ok);
  const {agrees, outputsOf, isSame, hasStopped} = comparison({check, cases, outputs, runCode});
  const latest = performance.now() + mostMs;
  const isOver = () => hasStopped() || performance.now() > latest;
  const known = readMistakes(mistakes);
  const all = [...cases.keys()];
  const isNumbers = first >= 0 && !cases[first].describe;
  const rightOfFirst = isNumbers ? await outputsOf(solution, [first]) : null;
  /** @type {Suspect[]} those that explain what is wrong in the first case, and are not all of it */
  const inParts = [];
  /** @param {Iterable<Suspect>} suspects @param {boolean} [isPartToo] */
  const firstOf = async (suspects, isPartToo = false) => {
    for (const {suspect, code} of suspects) {
      if (isOver()) return null;
      if (first >= 0 && cases.length > 1) {
        const theirs = await outputsOf(code, [first]);
        const isPart = () =>
          theirs && rightOfFirst && partsOf(check, [cases[first]], [outputs[first]], theirs, rightOfFirst); // biome-ignore format: one line
        if (!isSame(theirs, [first])) {
          if (isPartToo && isPart()) inParts.push({suspect, code});
          continue;
        }
      }
      if (await agrees(code, all)) return suspect;
      if (isPartToo && rightOfFirst) inParts.push({suspect, code});
    }
    return null;
  };
  const one = await firstOf(single(known, solution), true);
  if (one) return withName(verdict, one);
  /** @type {Promise<Output[][] | null> | undefined} */
  let asked;
  const rightOfAll = () => {
    asked ??= isOver() ? Promise.resolve(null) : outputsOf(solution, all);
    return asked;
  };
  /** Whether a mistake breaks the law that the learner's numbers break: else it is not the mixture's name. @param {Output[][]} theirs */
  const breaksToo = (theirs) => {
    const law = core && check.laws?.find(({id}) => id === verdict.law?.id);
    return !law || theirs.some((one, k) => law.holds(one, cases[k], core) !== true);
  };
  for (const {suspect, code} of inParts) {
    const right = await rightOfAll();
    const theirs = right && !isOver() ? await outputsOf(code, all) : null;
    const parts = right && theirs && partsOf(check, cases, outputs, theirs, right);
    if (!parts || (parts.some(({isMixed}) => isMixed) && !breaksToo(theirs))) continue;
    return withName(verdict, suspect, partWords(parts, cases, placesByCase(cases, run)));
  }
  // where the numbers are right and their type is not, another call's numbers say nothing
  const areWrong = isNumbers && !(rightOfFirst && isSame(rightOfFirst, [first]));
  // before many other calls are run: it runs nothing more than the solution
  const isOneFactor = rightOfFirst && isScaled(outputs[first], rightOfFirst[0]);
  const right = isOneFactor ? await rightOfAll() : null;
  const isRight = verdict.cases.map(({ok}) => ok);
  const places = placesByCase(cases, run);
  const scale = right ? scaledBy({cases, isRight, outputs, right, places, solution}) : '';
  if (scale) return withReason(verdict, scale);
  const inFirst = rightOfFirst && {outputs: [outputs[first]], right: rightOfFirst};
  const targets =
    inFirst && targetsOf({...inFirst, check, cases: [cases[first]], places: [places[first]]});
  const isRightOne = (/** @type {string} */ name) => Boolean(targets?.right.has(name));
  const said = areWrong
    ? await otherCall({check, cases, outputs, first, solution, runCode, isOver, isRightOne})
    : ''; // an exercise with words of its own has said more
  if (said) return withReason(verdict, said);
  const two = areWrong || !isNumbers ? await firstOf(pairs(known, solution)) : null;
  if (two) return withName(verdict, two);
  const arguments_ = verdict.isPlace ? rightArguments(verdict, cases, solution) : '';
  return arguments_ ? {...verdict, sentence: `${arguments_} ${verdict.sentence}`} : verdict;
}

/** @param {Verdict} verdict @param {string} reason */
const withReason = (verdict, reason) => ({
  ...verdict,
  isPlace: false,
  sentence: `${reason} ${verdict.first ?? ''}`.trim(),
});

/** @param {Verdict} verdict @param {CodeMistake[]} suspect @param {string} [where] it is, where it is not all of it @returns {Verdict} */
function withName(verdict, suspect, where) {
  const {id, sentence} = named(suspect);
  const mistake = {id, sentence: where ? `${sentence} ${where}` : sentence};
  const isPartial = !where && suspect.every((one) => one.isPartial);
  const status = isPartial ? 'partial' : verdict.status;
  return {...verdict, status, mistake, sentence: mistake.sentence};
}

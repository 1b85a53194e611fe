// @ts-check
// Says what single change makes the difference, where no known mistake does: one of the solution that gives a learner's
// numbers, or one of the learner's code that gives the right ones. Each is run on the same cases, in the order in which
// people make them, until one agrees or the time is over.
import {ordered, targetsOf} from './change-order.js';
import {changesOf} from './changes.js';
import {comparison, outputsByCase, placesByCase} from './grader.js';

/** @import {RunResult} from '../runtime/sandbox.js' */
/** @import {Change} from './changes.js' */
/** @import {Case, Check, Verdict} from './grader.js' */

/** @typedef {ReturnType<typeof comparison>} Comparison */
/** @typedef {{change: Change, to: Comparison, words: (change: Change) => string}} Candidate */

/** @param {Change} change */
const ofSolution = ({words, where}) =>
  `Your numbers are those of the solution with one change in ${where}: ${words}.`;

/** @param {Change} change */
const ofOwn = ({words, line}) =>
  `Your code gives the right numbers with one change in line ${line}: ${words}.`;

/** @param {Verdict} verdict @returns {number} the case, -1 where none is wrong */
const firstWrong = ({cases}) => cases?.findIndex(({ok}) => !ok) ?? -1;

/**
 * Whether a change of the solution could say more: numbers are wrong, for no known reason, and the exercise has no
 * words of its own for them.
 *
 * @param {Verdict} verdict @param {readonly Case[]} cases
 */
export function canNameChange(verdict, cases) {
  const first = firstWrong(verdict);
  return verdict.status === 'fail' && !verdict.mistake && first >= 0 && !cases[first].describe;
}

/** Of both programs by rank, in turn. @param {Candidate[][]} programs */
const mixed = (programs) =>
  programs
    .flatMap((list) => list.map((candidate, k) => ({candidate, at: k / list.length})))
    .sort((a, b) => a.candidate.change.rank - b.candidate.change.rank || a.at - b.at)
    .map(({candidate}) => candidate);

/**
 * One after the other. Where a change of a line never ends others of that line may not either, and each costs a new
 * Python: they come last.
 */
class SlowOnesLast {
  #isSlow = new Set();
  #first;

  /** @param {Candidate[]} candidates */
  constructor(candidates) {
    this.#first = candidates;
  }

  /** @param {Candidate} candidate */
  #lineOf = ({change: {line}, words}) => `${words === ofOwn} ${line}`;

  /** @returns {Generator<Candidate>} */
  *[Symbol.iterator]() {
    const late = [];
    for (const one of this.#first) {
      if (this.#isSlow.has(this.#lineOf(one))) late.push(one);
      else yield one;
    }
    yield* late;
  }

  /** @param {Candidate} candidate that did not end in time */
  putOff(candidate) {
    this.#isSlow.add(this.#lineOf(candidate));
  }
}

/**
 * The change whose outputs agree in all cases: of the solution's with the learner's, or of the learner's with the solution's.
 *
 * @param {object} options
 * @param {Check} options.check
 * @param {Case[]} options.cases those of the learner's run
 * @param {RunResult} options.run the learner's
 * @param {Verdict} options.verdict what was said of it
 * @param {string} options.solution
 * @param {string} [options.code] the learner's
 * @param {(code: string, steps: any[]) => Promise<RunResult>} options.runCode where an endless loop is ended
 * @param {number} [options.mostMs] after which the search ends
 * @returns {Promise<string>} a sentence, '' where none agrees
 */
export async function nameChange(options) {
  const {check, cases, run, verdict, solution, code = '', runCode, mostMs = 60_000} = options;
  const outputs = canNameChange(verdict, cases) ? outputsByCase(cases, run) : null;
  if (!outputs) return '';
  const [first, all] = [firstWrong(verdict), [...cases.keys()]];
  const latest = performance.now() + mostMs;
  const isOver = () => performance.now() > latest || toLearner.hasStopped();
  const toLearner = comparison({check, cases, outputs, runCode});
  const right = isOver() ? null : await toLearner.outputsOf(solution, all);
  const places = placesByCase(cases, run);
  const targets = right && targetsOf({check, cases, places, outputs, right});
  const toRight = right && code && comparison({check, cases, outputs: right, runCode});
  const inOrder = (/** @type {string} */ program, isOwn = false) =>
    ordered(program, changesOf(program, isOwn), targets);
  const candidates = new SlowOnesLast(
    mixed([
      inOrder(solution).map((change) => ({change, to: toLearner, words: ofSolution})),
      toRight ? inOrder(code, true).map((change) => ({change, to: toRight, words: ofOwn})) : [],
    ]),
  );
  for (const candidate of candidates) {
    const {change, to, words} = candidate;
    if (isOver() || to.hasStopped()) break;
    // most differ in the first case that is wrong; the one that does not runs on all
    const agrees = await to.agrees(change.code, [first]);
    if (to.isTooLong()) candidates.putOff(candidate);
    if (agrees && (await to.agrees(change.code, all))) return words(change);
  }
  return '';
}

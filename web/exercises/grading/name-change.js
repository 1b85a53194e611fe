// @ts-check
// Says what single change of the solution gives a learner's numbers, where no known mistake does: each is run on the
// same cases, in the order in which people make them, until one agrees or the time is over.
import {changesOf} from './changes.js';
import {comparison, outputsByCase} from './grader.js';

/** @import {RunResult} from '../runtime/sandbox.js' */
/** @import {Change} from './changes.js' */
/** @import {Case, Check, Verdict} from './grader.js' */

/** @param {Change} change */
const sentenceOf = ({words, where}) =>
  `Your numbers are those of the solution with one change in ${where}: ${words}.`;

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

/**
 * The change whose outputs agree with the learner's in all cases.
 *
 * @param {object} options
 * @param {Check} options.check
 * @param {Case[]} options.cases those of the learner's run
 * @param {RunResult} options.run the learner's
 * @param {Verdict} options.verdict what was said of it
 * @param {string} options.solution
 * @param {(code: string, steps: any[]) => Promise<RunResult>} options.runCode where an endless loop is ended
 * @param {number} [options.mostMs] after which the search ends
 * @returns {Promise<string>} a sentence, '' where none agrees
 */
export async function nameChange({check, cases, run, verdict, solution, runCode, mostMs = 20_000}) {
  const outputs = canNameChange(verdict, cases) ? outputsByCase(cases, run) : null;
  if (!outputs) return '';
  const first = firstWrong(verdict);
  const {agrees, hasStopped} = comparison({check, cases, outputs, runCode});
  const latest = performance.now() + mostMs;
  for (const change of changesOf(solution)) {
    if (hasStopped() || performance.now() > latest) break;
    // most differ in the first case that is wrong; the one that does not runs on all
    if (!(await agrees(change.code, [first]))) continue;
    if (await agrees(change.code, [...cases.keys()])) return sentenceOf(change);
  }
  return '';
}

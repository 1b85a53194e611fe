// @ts-check
// Names what a failed check has seen: the exercise's known mistakes run on the same cases as the learner's code, and
// the one whose outputs agree everywhere is it. Most do not in the first case that is wrong: that one runs first.
import {comparison, outputsByCase} from './grader.js';
import {readMistakes, withMistakes} from './mistakes.js';
import {otherCall, rightArguments} from './name-input.js';
import {twoMistakes} from './two-mistakes.js';

/** @import {RunResult} from '../runtime/sandbox.js' */
/** @import {Case, Check, Verdict} from './grader.js' */
/** @import {CodeMistake} from './mistakes.js' */

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
 * @param {number} [options.mostMs] after which no further mistake is tried: a reader waits
 * @returns {Promise<Verdict>}
 */
export async function nameMistake(options) {
  const {check, cases, run, verdict, solution, mistakes, runCode, mostMs = 6000} = options;
  if (verdict.status !== 'fail' || verdict.mistake || !verdict.cases) return verdict;
  const outputs = outputsByCase(cases, run);
  if (!outputs) return verdict;
  const first = verdict.cases.findIndex(({ok}) => !ok);
  const {agrees, hasStopped} = comparison({check, cases, outputs, runCode});
  const latest = performance.now() + mostMs;
  const isOver = () => hasStopped() || performance.now() > latest;
  const known = readMistakes(mistakes);
  /** @param {Iterable<Suspect>} suspects */
  const firstOf = async (suspects) => {
    for (const {suspect, code} of suspects) {
      if (isOver()) return null;
      if (first >= 0 && cases.length > 1 && !(await agrees(code, [first]))) continue;
      if (await agrees(code, [...cases.keys()])) return suspect;
    }
    return null;
  };
  const one = await firstOf(single(known, solution));
  if (one) return withName(verdict, one);
  const said =
    first < 0 ? '' : await otherCall({check, cases, outputs, first, solution, runCode, isOver});
  if (said) return {...verdict, sentence: `${said} ${verdict.first ?? ''}`.trim()};
  const two = await firstOf(pairs(known, solution));
  if (two) return withName(verdict, two);
  const right = isPlaceOnly(verdict) ? rightArguments(verdict, cases, solution) : '';
  return right ? {...verdict, sentence: `${right} ${verdict.sentence}`} : verdict;
}

/** @param {Verdict} verdict @param {CodeMistake[]} suspect @returns {Verdict} */
function withName(verdict, suspect) {
  const mistake = named(suspect);
  const isPartial = suspect.every((one) => one.isPartial);
  const status = isPartial ? 'partial' : verdict.status;
  return {...verdict, status, mistake, sentence: mistake.sentence};
}

/** Whether a verdict says where numbers are wrong, or how one of them is, and nothing else. @param {Verdict} verdict */
const isPlaceOnly = ({sentence, first}) =>
  Boolean(first) &&
  /^(The first difference|Right in|Of what came back|Numbers? at ind|The number at|Along axis \d+, ind|Index 0|All numbers are nearly)/.test(
    sentence,
  );

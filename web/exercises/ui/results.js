// @ts-check
// A verdict in the results format of Exercism's test runners, version 3
// (exercism.org/docs/building/tooling/test-runners/interface).

/** @import {Verdict} from '../grading/grader.js' */

/**
 * @typedef {{name: string, status: 'pass' | 'fail', task_id: number, message?: string, output?: string, test_code: string}} ExercismTest
 */

const MOST_TEXT = 65_535; // bytes of a message, and 500 characters of an output, as the format has it
const MOST_OUTPUT = 500;
const CUT = '\nOutput was truncated. Please limit to 500 chars';

/** @param {string} text */
const cut = (text) =>
  text.length <= MOST_OUTPUT ? text : text.slice(0, MOST_OUTPUT - CUT.length) + CUT;

/** @param {string} text @returns {string} its beginning, as long as it may be */
function messageOf(text) {
  const bytes = new TextEncoder().encodeInto(text, new Uint8Array(MOST_TEXT));
  return text.slice(0, bytes.read);
}

/**
 * @param {{verdict: Verdict, printed?: string, taskId?: number}} options printed: by the learner's code; taskId: the place of the
 *   exercise in its assignment, from 1
 * @returns {{version: 3, status: 'pass' | 'fail' | 'error', message?: string, tests?: ExercismTest[]}}
 */
export function exercismResults({verdict, printed = '', taskId = 1}) {
  const {status, sentence, traceback, cases} = verdict;
  if (status === 'error') {
    return {version: 3, status: 'error', message: messageOf(traceback || sentence)};
  }
  /** @type {ExercismTest[]} */
  const tests = (cases ?? []).map(({title, ok}, k) => ({
    name: title,
    status: ok ? /** @type {const} */ ('pass') : /** @type {const} */ ('fail'),
    task_id: taskId,
    ...(ok ? {} : {message: messageOf(title === verdict.at ? sentence : 'The outputs differ.')}),
    ...(k === 0 && printed ? {output: cut(printed)} : {}),
    test_code: title,
  }));
  if (verdict.law) {
    const {sentence: law, at} = verdict.law;
    tests.push({
      name: law,
      status: 'fail',
      task_id: taskId,
      message: `Not here: ${at}.`,
      test_code: law,
    });
  }
  // right numbers, and yet no pass: what is missing is a test of its own
  if (status !== 'pass' && tests.every((one) => one.status === 'pass')) {
    tests.push({
      name: 'the exercise',
      status: 'fail',
      task_id: taskId,
      message: sentence,
      test_code: '',
    });
  }
  return {version: 3, status: status === 'pass' ? 'pass' : 'fail', tests};
}

/**
 * The part of the tests that pass: 1 for a pass, and for nothing else.
 *
 * @param {ReturnType<typeof exercismResults>} results
 * @returns {number} 0 to 1
 */
export function scoreOf({tests = []}) {
  const nPassed = tests.filter(({status}) => status === 'pass').length;
  return tests.length > 0 ? nPassed / tests.length : 0;
}

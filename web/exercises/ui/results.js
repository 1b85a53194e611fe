// @ts-check
// A verdict in the results format of Exercism's test runners, version 3
// (exercism.org/docs/building/tooling/test-runners/interface).

/** @import {Verdict} from '../grading/grader.js' */

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
 * @param {{verdict: Verdict, printed?: string}} options printed: by the learner's code
 * @returns {{version: 3, status: 'pass' | 'fail' | 'error', message?: string, tests?: object[]}}
 */
export function exercismResults({verdict, printed = ''}) {
  const {status, sentence, traceback, cases} = verdict;
  if (status === 'error') {
    return {version: 3, status: 'error', message: messageOf(traceback || sentence)};
  }
  const tests = (cases ?? []).map(({title, ok}, k) => ({
    name: title,
    status: ok ? 'pass' : 'fail',
    task_id: 1,
    ...(ok ? {} : {message: messageOf(title === verdict.at ? sentence : 'The outputs differ.')}),
    ...(k === 0 && printed ? {output: cut(printed)} : {}),
    test_code: title,
  }));
  if (verdict.law) {
    const {sentence: law, at} = verdict.law;
    tests.push({
      name: law,
      status: 'fail',
      task_id: 1,
      message: `Not here: ${at}.`,
      test_code: law,
    });
  }
  if (tests.length === 0) {
    tests.push({
      name: 'the exercise',
      status: 'fail',
      task_id: 1,
      message: sentence,
      test_code: '',
    });
  }
  return {version: 3, status: status === 'pass' ? 'pass' : 'fail', tests};
}

// @ts-check
// A verdict in the results format of Exercism's test runners, version 3
// (exercism.org/docs/building/tooling/test-runners/interface).

/** @import {Verdict} from './grader.js' */

const MOST_TEXT = 65_535; // of a message, and 500 of an output, as the format has it
const MOST_OUTPUT = 500;

/** @param {string} text */
const cut = (text) =>
  text.length <= MOST_OUTPUT
    ? text
    : `${text.slice(0, MOST_OUTPUT - 40)}\n(output was cut to 500 characters)`;

/**
 * @param {{verdict: Verdict, printed?: string}} options printed: by the learner's code
 * @returns {{version: 3, status: 'pass' | 'fail' | 'error', message?: string, tests?: object[]}}
 */
export function exercismResults({verdict, printed = ''}) {
  const {status, sentence, traceback, cases} = verdict;
  if (status === 'error') {
    return {version: 3, status: 'error', message: (traceback || sentence).slice(0, MOST_TEXT)};
  }
  const tests = (cases ?? []).map(({title, ok}, k) => ({
    name: title,
    status: ok ? 'pass' : 'fail',
    task_id: 1,
    ...(ok
      ? {}
      : {message: (title === verdict.at ? sentence : 'The outputs differ.').slice(0, MOST_TEXT)}),
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

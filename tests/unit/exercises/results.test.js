import assert from 'node:assert/strict';
import test from 'node:test';

import {exercismResults} from '../../../web/exercises/ui/results.js';

/** @import {Verdict} from '../../../web/exercises/grading/grader.js' */

const cases = [
  {title: 'a small table', isHidden: false, ok: true, note: ''},
  {title: 'one of its own', isHidden: true, ok: false, note: ''},
];

/** What the format asks for, version 3. @param {any} results */
function assertFormat(results) {
  const {version, status, message, tests, ...rest} = JSON.parse(JSON.stringify(results));
  assert.equal(version, 3);
  assert.ok(['pass', 'fail', 'error'].includes(status), status);
  assert.deepEqual(rest, {});
  if (status === 'error') {
    assert.ok(typeof message === 'string' && message.length <= 65_535);
    return;
  }
  assert.ok(tests.length > 0, 'no tests');
  for (const one of tests) {
    assert.equal(typeof one.name, 'string');
    assert.ok(['pass', 'fail', 'error'].includes(one.status));
    assert.equal(typeof one.test_code, 'string');
    assert.ok((one.output ?? '').length <= 500);
    assert.equal(one.status === 'pass', one.message === undefined, one.name);
  }
}

test('a pass has a test for each case', () => {
  const passed = cases.map((one) => ({...one, ok: true}));
  const results = exercismResults({
    verdict: {status: 'pass', sentence: 'All hold.', cases: passed},
  });
  assertFormat(results);
  assert.equal(results.status, 'pass');
  assert.equal(results.tests?.length, 2);
});

test('a failure puts the sentence at its case, and the law beside it', () => {
  /** @type {Verdict} */
  const verdict = {
    status: 'fail',
    sentence: 'The exponent is doubled.',
    at: 'one of its own',
    law: {id: 'unit', sentence: 'Squares add up to 1.', at: 'position 3'},
    cases,
  };
  const results = exercismResults({verdict, printed: 'hello'});
  assertFormat(results);
  const [first, second, law] = /** @type {any[]} */ (results.tests);
  assert.equal(first.output, 'hello');
  assert.equal(second.message, 'The exponent is doubled.');
  assert.deepEqual([law.name, law.message], ['Squares add up to 1.', 'Not here: position 3.']);
});

test('partly right is no pass', () => {
  const results = exercismResults({verdict: {status: 'partial', sentence: 'This is PI.', cases}});
  assertFormat(results);
  assert.equal(results.status, 'fail');
});

test('an error carries the traceback; a verdict without cases still has a test', () => {
  const error = exercismResults({
    verdict: {status: 'error', sentence: 'boom', traceback: 'é'.repeat(1e5)},
  });
  assertFormat(error);
  assert.equal(error.message?.length, 32_767); // of two bytes each
  assertFormat(exercismResults({verdict: {status: 'error', sentence: 'Stopped.'}}));
  assertFormat(exercismResults({verdict: {status: 'fail', sentence: 'Not written yet.'}}));
});

test('what was printed is cut as the format asks, and says so', () => {
  const printed = 'y'.repeat(5000);
  const results = exercismResults({verdict: {status: 'pass', sentence: '', cases}, printed});
  assertFormat(results);
  assert.match(
    /** @type {any} */ (results.tests)[0].output,
    /Output was truncated\. Please limit to 500 chars$/,
  );
});

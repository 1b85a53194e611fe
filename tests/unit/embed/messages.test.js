// What comes by the port of a frame is a call that can be made, a refusal that says why, or nothing.
import assert from 'node:assert/strict';
import test from 'node:test';

import {callOf} from '../../../web/embed/messages.js';

const NAMES = ['getState', 'setState', 'toBlob'];
const problemOf = (/** @type {object} */ data) => callOf({id: 1, ...data}, NAMES)?.problem;

test('a state must be a record with settings; what other calls are given is theirs to judge', () => {
  assert.equal(problemOf({call: 'setState', args: [{settings: {dims: 4}}]}), '');
  assert.equal(problemOf({call: 'setState', args: [{}]}), '');
  for (const state of [undefined, null, 'x', [], {settings: 3}])
    assert.match(
      problemOf({call: 'setState', args: [state]}) ?? '',
      /^setState\(\): must be a state/,
    );
  assert.equal(problemOf({call: 'getState'}), '');
  assert.equal(problemOf({call: 'toBlob', args: ['image/png']}), '');
});

test('a long name is shown by its first 40 characters', () => {
  const problem = problemOf({call: `${'a'.repeat(40)}bcd`});
  assert.equal(problem, `call must be one of ${NAMES.join(', ')}, got "${'a'.repeat(40)}".`);
});

// Assignments in addresses: what was set comes back, and what was cut or changed is named.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import fc from 'fast-check';

import {
  AssignmentError,
  assignmentQuery,
  MOST,
  readAssignment,
} from '../../../web/teach/assignment.js';
import {anyText} from '../../support/any-text.js';

/** @import {Assignment} from '../../../web/teach/assignment.js' */

/** @type {Assignment} */
const FIGURE = {
  kind: 'figure',
  figure: 'pe-heatmap',
  attributes: {preset: 'sin-heatmap-000', 'd-model': '64', locked: 'd-model', hide: 'tools'},
  ...{title: 'Rows & columns', task: 'Find the slowest pair.\nSay why.', due: 'Friday <18:00>'},
};
/** @type {Assignment} */
const EXERCISES = {
  kind: 'exercises',
  exercises: ['yarn', 'alibi-mask'],
  ...{hide: ['hints', 'solution'], attempts: 3, title: 'Week four: ≤ 3', task: '', due: ''},
};

/** @param {string} query @returns {string} what is wrong with it */
function problemOf(query) {
  try {
    readAssignment(query);
  } catch (error) {
    if (error instanceof AssignmentError) return error.message;
    throw error;
  }
  return '';
}

test('an address gives back what it was made of', () => {
  for (const one of [FIGURE, EXERCISES]) {
    assert.deepEqual(readAssignment(assignmentQuery(one)), one);
    const around = `?${assignmentQuery(one)}&origin=https://course.example&scheme=dark&scorm=1.2`;
    assert.deepEqual(readAssignment(around), one);
  }
});

test('an address that was cut or changed anywhere is refused with a sentence', () => {
  for (const one of [FIGURE, EXERCISES]) {
    const query = assignmentQuery(one);
    for (let end = 0; end < query.length; end++) assert.notEqual(problemOf(query.slice(0, end)), '', query.slice(0, end)); // biome-ignore format: one thought
    assert.match(problemOf(query.replace('64', '65').replace('=3', '=9')), /cut or changed/);
    assert.match(problemOf(`${query}&attempts=9`), /cut or changed|more than once/);
  }
});

test('no text whatever makes it throw anything but its own error', () => {
  fc.assert(fc.property(anyText({maxLength: 400}), (text) => problemOf(text) !== '')); // biome-ignore format: one thought
  const values = fc.string({maxLength: 30});
  fc.assert(
    fc.property(values, values, values, fc.integer({min: 1, max: 99}), (title, task, due, attempts) => {
      const one = {...EXERCISES, title, task, due, attempts};
      assert.deepEqual(readAssignment(assignmentQuery(one)), one);
    }),
  ); // biome-ignore format: one thought
});

test('what is no assignment is named, with its field and value', () => {
  const wrong = /** @type {const} */ ([
    [{...EXERCISES, exercises: []}, /exercises/],
    [{...EXERCISES, exercises: ['yarn', 'yarn']}, /each once/],
    [{...EXERCISES, exercises: ['../yarn']}, /got "..\/yarn"/],
    [{...EXERCISES, hide: ['verdict']}, /hide must be of hints, solution, got "verdict"/],
    [{...EXERCISES, attempts: 0}, /attempts must be a whole number, 1 to 99, got "0"/],
    [{...EXERCISES, attempts: 1.5}, /got "1.5"/],
    [{...EXERCISES, attempts: MOST.attempts + 1}, /a whole number, 1 to 99, got "100"/],
    [{...EXERCISES, task: 'x'.repeat(MOST.task + 1)}, /task must have at most 2000 characters, got 2001/],
    [{...FIGURE, figure: 'PE'}, /figure must be the tag of a figure, as "pe-heatmap", got "PE"/],
    [{...FIGURE, attributes: {onclick: 'alert(1)'}}, /"onclick" is no setting/],
    [{...FIGURE, attributes: {base: 'x'.repeat(201)}}, /base must have at most 200/],
  ]); // biome-ignore format: a table
  for (const [one, message] of wrong)
    assert.throws(() => assignmentQuery(/** @type {any} */ (one)), message);
  assert.match(problemOf('figure=a&exercises=b'), /one of the two/);
  assert.match(problemOf('x'.repeat(9000)), /at most 8000 characters, got 9000/);
});

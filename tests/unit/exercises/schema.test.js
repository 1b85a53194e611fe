// Every exercise of the bank holds what the page shows, and the schema refuses what would not.
import assert from 'node:assert/strict';
import path from 'node:path';
import {suite, test} from 'node:test';
import {isDeepStrictEqual} from 'node:util';

import {CaseRandom} from '../../../web/exercises/grading/random.js';
import {afterProblems, exerciseProblems, questionProblems} from '../../../web/exercises/schema.js';
import {
  BANK,
  exerciseIds,
  knownMistakes,
  programIds,
  pythonFiles,
  readBank,
} from '../../support/bank.js';
import {anchorsOf} from '../../support/chapters.js';

const FACTS = JSON.parse(readBank('sinusoidal-table', 'exercise.json'));
const QUESTION = {
  id: 'a-question',
  source: 'QA1',
  question: 'Why?',
  points: [1, 2, 3].map((k) => ({text: `Point ${k}.`, href: '4-rope.html#real-tokens'})),
  answer: ['Because \\(PX\\) is \\(X\\) in another order.'],
  followUps: [1, 2].map((k) => ({question: `And ${k}?`, answer: 'No.'})),
  figure: '4-rope.html#rope-score-matrix',
};

for (const id of exerciseIds) {
  suite(id, () => {
    test('holds all that the schema asks for', () => {
      assert.deepEqual(exerciseProblems(JSON.parse(readBank(id, 'exercise.json')), id), []);
    });

    test('links to places that are there', () => {
      const {links} = JSON.parse(readBank(id, 'exercise.json'));
      for (const {href} of links) assert.ok(anchorsOf(href).has(href), href);
    });

    test('has a starter that is not the solution', () => {
      assert.notEqual(readBank(id, 'starter.py'), readBank(id, 'solution.py'));
    });

    test('has Python files that are tidy', () => {
      for (const name of pythonFiles(id)) {
        const text = readBank(id, name);
        assert.match(text, /[^\n]\n$/, `${name} ends with one line break`);
        assert.doesNotMatch(text, /\t|\r|[ ]$/m, `${name} has tabs or blanks at a line's end`);
        const most = name.startsWith('wrong') ? 150 : 120;
        for (const line of text.split('\n')) assert.ok(line.length <= most, `${name}: ${line}`);
      }
    });

    test('has cases that differ from run to run, some hidden and some not', async () => {
      const {cases, mistakes = [], laws = []} = await import(path.join(BANK, id, 'check.js'));
      const one = cases(new CaseRandom(1n));
      assert.ok(
        one.some((/** @type {any} */ {isHidden}) => isHidden),
        'none is hidden',
      );
      assert.ok(
        one.some((/** @type {any} */ {isHidden}) => !isHidden),
        'none can be seen',
      );
      assert.equal(new Set(one.map((/** @type {any} */ {title}) => title)).size, one.length);
      assert.deepEqual(one, cases(new CaseRandom(1n)));
      const others = [2n, 3n, 4n, 5n].map((seed) => cases(new CaseRandom(seed)));
      assert.ok(
        others.some((other) => !isDeepStrictEqual(other, one)),
        'always the same cases',
      );
      for (const {id: name, sentence} of [...mistakes, ...knownMistakes(id), ...laws]) {
        assert.match(name, /^[a-z0-9-]+$/);
        assert.match(sentence, /[.)”]$/, name);
      }
    });
  });
}

test('no folder of programs for tests belongs to no exercise', () => {
  if (process.env.EXERCISE) return;
  for (const id of programIds) assert.ok(exerciseIds.includes(id), id);
});

test('no two exercises are made from the same task of the notebooks', () => {
  const sources = exerciseIds.map((id) => JSON.parse(readBank(id, 'exercise.json')).source);
  const numbered = sources.filter((source) => /^EX-00\d-\d$/.test(source));
  assert.ok(numbered.length > 5, `${numbered}`);
  assert.equal(new Set(numbered).size, numbered.length, `${numbered}`);
});

suite('the schema refuses', () => {
  /** @type {[string, object, RegExp][]} */
  const wrong = [
    ['another name', {id: 'rope'}, /id is rope, not sinusoidal-table/],
    ['a topic that is none', {topic: 'Everything'}, /topic is Everything, not one of Absolute/],
    ['a level of 4', {level: 4}, /level is 4/],
    ['no time', {minutes: 0}, /minutes is 0/],
    ['a file that is no module', {file: 'My File.py'}, /file is My File.py/],
    ['an empty title', {title: ' '}, /title is empty/],
    ['a tag that is left open', {prompt: '<p>Write <code>f</p>'}, /closes nothing/],
    ['a script', {explanation: '<script>alert(1)</script>'}, /explanation has <script>/],
    ['no hints', {hints: []}, /hints must be a list of 1/],
    ['a link elsewhere', {links: [{href: 'https://example.org', text: 'x'}]}, /no chapter/],
    ['an unknown field', {colour: 'red'}, /colour is no field/],
  ];
  for (const [name, change, message] of wrong) {
    test(name, () => {
      assert.match(exerciseProblems({...FACTS, ...change}, FACTS.id).join('; '), message);
    });
  }

  test('questions that lack points, links or words', () => {
    assert.deepEqual(questionProblems(QUESTION), []);
    for (const [change, message] of /** @type {[object, RegExp][]} */ ([
      [{points: QUESTION.points.slice(1)}, /points must be a list of 3/],
      [{points: [...QUESTION.points, {text: 'x', href: 'x'}]}, /points\[3\]: x is no chapter/],
      [{question: ''}, /question is empty/],
      [{id: 'A b'}, /id is A b/],
      [{correction: ''}, /correction is empty/],
      [{colour: 'red'}, /colour is no field/],
      [{answer: 'x'}, /answer must be a list of 1/],
      [{answer: ['Where \\(x is open.']}, /answer\[0\] has a formula that is not closed/],
      [{derivation: ['One step.']}, /derivation must be a list of 2/],
      [{followUps: QUESTION.followUps.slice(1)}, /followUps must be a list of 2/],
      [{followUps: [...QUESTION.followUps, {question: 'And?'}]}, /followUps\[2\].answer is empty/],
      [{figure: '4-rope.html'}, /figure is 4-rope.html, no address of a figure/],
    ])) {
      assert.match(questionProblems({...QUESTION, ...change}).join('; '), message);
    }
  });

  test('follow-ups that lack words, a kind or a second one', () => {
    const one = {kind: 'Memory', question: 'How much?', answer: 'Little.'};
    assert.deepEqual(afterProblems({followUps: [one, one]}), []);
    for (const [after, message] of /** @type {[object, RegExp][]} */ ([
      [{followUps: [one]}, /followUps must be a list of 2/],
      [{followUps: [one, {...one, kind: 'Colour'}]}, /followUps\[1\].kind is Colour/],
      [{followUps: [one, {...one, answer: ''}]}, /followUps\[1\].answer is empty/],
      [{followUps: [one, one], more: 1}, /more is no field/],
    ])) {
      assert.match(afterProblems(after).join('; '), message);
    }
  });
});

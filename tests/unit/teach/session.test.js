// How far a learner is: status, score, what is saved; the statements of xAPI, held to the rules of its specification; times of SCORM.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import fc from 'fast-check';

import {exercismResults, scoreOf} from '../../../web/exercises/ui/results.js';
import {timespan} from '../../../web/teach/scorm.js';
import {Session} from '../../../web/teach/session.js';
import {isoDuration, statementOf, verbOf} from '../../../web/teach/xapi.js';

/** @import {Assignment} from '../../../web/teach/assignment.js' */
/** @import {ExerciseResult} from '../../../web/exercises/ui/exercise-panel.js' */

/** @type {Assignment} */
const TWO = {kind: 'exercises', exercises: ['a', 'b'], hide: [], attempts: 2, title: '', task: 'Do both.', due: ''}; // biome-ignore format: a record
/** @type {Assignment} */
const FIGURE = {kind: 'figure', figure: 'pe-heatmap', attributes: {}, title: 'Look', task: '', due: ''}; // biome-ignore format: a record

/** @param {string} exercise @param {'pass' | 'partial' | 'fail' | 'error'} status @param {boolean[]} oks @returns {ExerciseResult} */
function result(exercise, status, oks) {
  const cases = oks.map((ok, k) => ({title: `case ${k}`, isHidden: false, ok, note: ''}));
  const exercism = exercismResults({verdict: {status, sentence: 'What it is.', cases}});
  return {exercise, status, sentence: '', score: scoreOf(exercism), hints: 0, sawSolution: false, exercism, version: '1'}; // biome-ignore format: a record
}

test('exercises: no score before a check, the best counts, and the last attempt can fail', () => {
  const session = new Session(TWO);
  assert.deepEqual(session.report, {status: 'not attempted', score: null, progress: 0});
  session.add(result('a', 'fail', [true, false]));
  assert.deepEqual(session.report, {status: 'incomplete', score: 0.25, progress: 0});
  session.add(result('elsewhere', 'pass', [true]));
  session.add(result('a', 'pass', [true, true]));
  assert.deepEqual(session.report, {status: 'incomplete', score: 0.5, progress: 0.5});
  session.add(result('b', 'error', []));
  assert.deepEqual(session.report, {status: 'incomplete', score: 0.5, progress: 0.5});
  session.add(result('b', 'fail', [false, false]));
  assert.deepEqual(session.report, {status: 'failed', score: 0.5, progress: 0.5});
  const {version, status, tests} = session.exercism;
  assert.deepEqual([version, status], [3, 'fail']);
  assert.deepEqual(tests.map(({task_id, status}) => `${task_id} ${status}`), ['1 pass', '1 pass', '2 fail', '2 fail']); // biome-ignore format: one thought
});

test('a worse check later changes neither the best score nor a pass', () => {
  const session = new Session(TWO);
  session.add(result('a', 'pass', [true, true]));
  session.add(result('a', 'fail', [false, false]));
  assert.deepEqual(session.tasks.get('a'), {used: 2, best: 1, status: 'passed'});
  assert.deepEqual(session.report, {status: 'incomplete', score: 0.5, progress: 0.5});
});

test('of what a system has kept only what can be is restored', () => {
  const task = {used: 1, best: 0.5, status: 'tried'};
  const restored = (/** @type {object} */ more) => {
    const session = new Session(TWO);
    assert.ok(session.restore(JSON.stringify({v: 1, tasks: {}, ...more})));
    return session;
  };
  assert.deepEqual([...restored({tasks: {a: task}}).tasks], [['a', task]]);
  for (const bad of [
    {best: 1.5},
    {best: -0.5},
    {best: '0.5'},
    {best: null},
    {used: 0},
    {used: 1.5},
  ])
    assert.equal(restored({tasks: {a: {...task, ...bad}}}).tasks.size, 0, JSON.stringify(bad));
  assert.equal(
    restored({tasks: {a: {...task, status: 'perfect'}}}).tasks.get('a')?.status,
    'tried',
  );
  assert.equal(restored({tasks: {elsewhere: task}}).tasks.size, 0);
  assert.deepEqual(restored({code: {a: 1, b: 'x', elsewhere: 'y'}}).code, {b: 'x'});
  assert.deepEqual(restored({figure: {base: '100', dims: 3}}).figure, {base: '100'});
  for (const seconds of [-5, '7', null]) assert.equal(restored({seconds}).secondsBefore, 0);
  const flags = restored({isTouched: 'yes', isDone: 1});
  assert.deepEqual([flags.isTouched, flags.isDone], [false, false]);
});

test('only a pass has the score 1: right numbers that are no pass have a test that fails', () => {
  assert.equal(result('a', 'pass', [true, true]).score, 1);
  const partial = result('a', 'partial', [true, true]);
  assert.ok(partial.score < 1, `${partial.score}`);
  assert.equal(partial.exercism.tests?.at(-1)?.message, 'What it is.');
  assert.equal(result('a', 'error', []).score, 0);
});

test('a figure is begun by a change and completed by its reader, without a score', () => {
  const session = new Session(FIGURE);
  session.isTouched = true;
  assert.deepEqual(session.report, {status: 'incomplete', score: null, progress: 0});
  session.isDone = true;
  assert.deepEqual(session.report, {status: 'completed', score: null, progress: 1});
});

test('what is saved is restored; too much code is left out, the longest first, and named', () => {
  const session = new Session(TWO);
  session.add(result('a', 'pass', [true]));
  session.code = {a: 'x = 1\n'.repeat(20), b: 'y = 2\n'.repeat(1000)};
  const {text, dropped} = session.save(4096, 12.4);
  assert.ok(text.length <= 4096);
  assert.deepEqual(dropped, ['b']);
  const again = new Session(TWO);
  assert.ok(again.restore(text));
  assert.deepEqual(again.report, session.report);
  assert.deepEqual([again.code, again.secondsBefore], [{a: session.code.a}, 12]);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (rubbish) => {
      const other = new Session(TWO);
      if (!other.restore(rubbish)) assert.equal(other.report.status, 'not attempted');
    }),
  );
});

// What the specification asks of a statement (xAPI 1.0.3, part 2, sections 2.2, 2.4 and 4.6).
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const DURATION = /^P(?=\d|T\d)(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d{1,2})?S)?)?$/;
const STATEMENT = ['id', 'actor', 'verb', 'object', 'result', 'context', 'timestamp', 'stored', 'authority', 'version', 'attachments']; // biome-ignore format: a list
const RESULT = ['score', 'success', 'completion', 'response', 'duration', 'extensions'];

/** @param {any} statement with an actor @returns {string[]} the rules that it breaks */
function broken(statement) {
  const {id, actor, verb, object, result, context, timestamp} = statement;
  const {scaled, raw, min, max} = result.score ?? {};
  /** @type {(one: any) => unknown[]} */
  const values = (one) => typeof one === 'object' && one !== null ? Object.values(one).flatMap(values) : [one]; // biome-ignore format: one thought
  const isLanguageMap = (/** @type {any} */ map) =>
    Object.entries(map).every(([tag, text]) => Intl.getCanonicalLocales(tag).length === 1 && typeof text === 'string'); // biome-ignore format: one thought
  const isIri = (/** @type {string} */ text) => /^https?:$/.test(new URL(text).protocol);
  /** @type {[string, boolean][]} */
  const rules = [
    ['known fields only', Object.keys(statement).every((name) => STATEMENT.includes(name))],
    ['known fields of the result', Object.keys(result).every((name) => RESULT.includes(name))],
    ['no null anywhere', values(statement).every((/** @type {unknown} */ one) => one !== null && one !== undefined)], // biome-ignore format: one thought
    ['id is a UUID', UUID.test(id)],
    ['one identifier of the actor', ['mbox', 'account', 'openid', 'mbox_sha1sum'].filter((name) => name in actor).length === 1], // biome-ignore format: one thought
    ['verb is an IRI', isIri(verb.id) && isLanguageMap(verb.display)],
    ['object is an activity', object.objectType === 'Activity' && isIri(object.id) && isIri(object.definition.type)], // biome-ignore format: one thought
    ['names are language maps', isLanguageMap(object.definition.name) && isLanguageMap(object.definition.description ?? {})], // biome-ignore format: one thought
    ['scaled is -1 to 1', scaled === undefined || (scaled >= -1 && scaled <= 1)],
    ['raw is between min and max', raw === undefined || (min < max && raw >= min && raw <= max)],
    ['success and completion are booleans', ['boolean', 'undefined'].includes(typeof result.success) && typeof result.completion === 'boolean'], // biome-ignore format: one thought
    ['duration is of ISO 8601, to hundredths', DURATION.test(result.duration)],
    ['keys of extensions are IRIs', Object.keys(result.extensions).every(isIri)],
    ['timestamp is of ISO 8601, with its zone', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(timestamp)],
    ['platform is text', typeof context.platform === 'string'],
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => rule);
}

test('the statements of a whole assignment keep to the specification, verb by verb', () => {
  const session = new Session(TWO);
  const actor = {account: {homePage: 'https://course.example', name: 'learner-7'}};
  /** @type {string[]} */
  const verbs = [];
  let before = session.report;
  const steps = [result('a', 'fail', [true, false]), result('a', 'pass', [true, true]), result('b', 'fail', [false]), result('b', 'pass', [true])]; // biome-ignore format: a list
  for (const step of steps) {
    session.add(step);
    const report = session.report;
    const verb = verbOf(before, report);
    before = report;
    if (!verb) continue;
    const statement = statementOf(verb, {assignment: TWO, address: 'https://lab.example/assignment.html?x=1', report, seconds: 75.25, version: '1'}); // biome-ignore format: a record
    assert.deepEqual(broken(JSON.parse(JSON.stringify({...statement, actor}))), [], verb);
    assert.equal(statement.verb.id, `http://adlnet.gov/expapi/verbs/${verb}`);
    verbs.push(`${verb} ${statement.result.score?.scaled} ${statement.result.success} ${statement.result.completion}`); // biome-ignore format: one thought
  }
  assert.deepEqual(verbs, ['attempted 0.25 undefined false', 'progressed 0.5 undefined false', 'passed 1 true true']); // biome-ignore format: a list
  const failed = statementOf('failed', {assignment: TWO, address: 'https://lab.example/', report: {status: 'failed', score: 0.25, progress: 0}, seconds: 1, version: '1'}); // biome-ignore format: a record
  assert.deepEqual([failed.result.success, failed.result.completion, failed.result.score?.raw], [false, true, 0.25]); // biome-ignore format: one thought
  const untouched = statementOf('attempted', {assignment: FIGURE, address: 'https://lab.example/', report: {status: 'incomplete', score: null, progress: 0}, seconds: 1, version: '1'}); // biome-ignore format: a record
  assert.ok(!('score' in untouched.result));
  assert.equal(verbOf({status: 'incomplete', score: null, progress: 0}, {status: 'completed', score: null, progress: 1}), 'completed'); // biome-ignore format: one thought
  assert.equal(verbOf({status: 'incomplete', score: 0, progress: 0}, {status: 'failed', score: 0, progress: 0}), 'failed'); // biome-ignore format: one thought
});

test('the rules find what breaks them', () => {
  const actor = {mbox: 'mailto:a@b.example'};
  const good = {...statementOf('passed', {assignment: TWO, address: 'https://lab.example/', report: {status: 'passed', score: 1, progress: 1}, seconds: 1, version: '1'}), actor}; // biome-ignore format: a record
  assert.deepEqual(broken(good), []);
  assert.deepEqual(broken({...good, id: 'x'}), ['id is a UUID']);
  assert.deepEqual(broken({...good, actor: {}}), ['one identifier of the actor']);
  assert.deepEqual(broken({...good, result: {...good.result, duration: '75s'}}), ['duration is of ISO 8601, to hundredths']); // biome-ignore format: one thought
  assert.deepEqual(broken({...good, result: {...good.result, score: {scaled: 2}}}), ['scaled is -1 to 1']); // biome-ignore format: one thought
});

test('times are as xAPI and SCORM write them', () => {
  assert.deepEqual([0, 3.256, 60, 3723.5].map(isoDuration), ['PT0S', 'PT3.26S', 'PT1M0S', 'PT1H2M3.5S']); // biome-ignore format: a list
  assert.deepEqual([0, 3.256, 3723.5, 1e9].map(timespan), ['0000:00:00.00', '0000:00:03.26', '0001:02:03.50', '9999:59:59.99']); // biome-ignore format: a list
});

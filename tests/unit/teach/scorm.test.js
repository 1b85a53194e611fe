// What a session of SCORM reports to a learning management system: each field, in both versions, and what it keeps.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {findApi, Scorm} from '../../../web/teach/scorm.js';
import {Session} from '../../../web/teach/session.js';

/** @import {Assignment} from '../../../web/teach/assignment.js' */
/** @typedef {'1.2' | '2004'} Version */

/** @type {Assignment} */
const TWO = {kind: 'exercises', exercises: ['a', 'b'], hide: [], attempts: 2, title: '', task: '', due: ''}; // biome-ignore format: a record
const VERSIONS = /** @type {const} */ (['1.2', '2004']);

/**
 * A system that keeps fields between sessions.
 *
 * @param {Version} version
 * @param {Record<string, string>} [fields] what it keeps from before
 */
function system(version, fields = {}) {
  /** @type {string[]} */
  const calls = [];
  /** @type {string[]} */
  const refused = [];
  const [initialize, get, set, commit, finish, error] = {
    1.2: ['LMSInitialize', 'LMSGetValue', 'LMSSetValue', 'LMSCommit', 'LMSFinish', 'LMSGetLastError'],
    2004: ['Initialize', 'GetValue', 'SetValue', 'Commit', 'Terminate', 'GetLastError'],
  }[version]; // biome-ignore format: a table
  const said = (/** @type {string} */ name, /** @type {string} */ answer) => () => {
    calls.push(name);
    return answer;
  };
  const api = {
    [initialize]: said('initialize', 'true'),
    [get]: (/** @type {string} */ name) => fields[name] ?? '',
    [set]: (/** @type {string} */ name, /** @type {string} */ value) => {
      if (refused.includes(name)) return 'false';
      calls.push(`${name}=${value}`);
      fields[name] = value;
      return 'true';
    },
    [commit]: said('commit', 'true'),
    [finish]: said('finish', 'true'),
    [error]: () => '401',
  };
  return {api, fields, calls, refused};
}

/** @param {string} exercise @param {'pass' | 'fail'} status @param {number} score @returns {any} */
const result = (exercise, status, score) => ({exercise, status, score, exercism: {version: 3, status}}); // biome-ignore format: a record

/** @param {Version} version @param {Record<string, string>} [fields] */
function opened(version, fields) {
  const lms = system(version, fields);
  const session = new Session(TWO);
  const scorm = new Scorm(lms.api, version, session);
  scorm.open();
  return {...lms, session, scorm};
}

/** @param {Version} version */
const statusOf = (version) =>
  version === '1.2' ? 'cmi.core.lesson_status' : 'cmi.completion_status';

test('an attempt is recorded as begun once: what was reached in an earlier session stays', () => {
  for (const version of VERSIONS) {
    const name = statusOf(version);
    for (const before of ['', 'not attempted', 'unknown'])
      assert.equal(opened(version, {[name]: before}).fields[name], 'incomplete');
    for (const before of ['completed', 'passed', 'failed', 'incomplete', 'browsed'])
      assert.deepEqual(opened(version, {[name]: before}).calls, ['initialize'], before);
  }
});

test('a report has the score in hundredths, and what each version has of status and progress', () => {
  const [old, new_] = VERSIONS.map((version) => {
    const one = opened(version);
    one.session.add(result('a', 'fail', 0.5));
    one.scorm.report();
    return one;
  });
  const score = {min: '0', max: '100', raw: '25'};
  for (const [field, value] of Object.entries(score)) {
    assert.equal(old.fields[`cmi.core.score.${field}`], value);
    assert.equal(new_.fields[`cmi.score.${field}`], value);
  }
  assert.equal(old.fields['cmi.core.lesson_status'], 'incomplete');
  assert.ok(
    !Object.keys(old.fields).some((name) => /scaled|progress|success|completion/.test(name)),
  );
  assert.equal(new_.fields['cmi.score.scaled'], '0.25');
  assert.equal(new_.fields['cmi.progress_measure'], '0');
  assert.equal(new_.fields['cmi.completion_status'], 'incomplete');
  assert.ok(!('cmi.success_status' in new_.fields));

  for (const {session, scorm} of [old, new_]) {
    for (const id of ['a', 'b']) session.add(result(id, 'pass', 1));
    scorm.report();
  }
  assert.equal(old.fields['cmi.core.lesson_status'], 'passed');
  assert.equal(old.fields['cmi.core.score.raw'], '100');
  const {fields} = new_;
  assert.equal(fields['cmi.completion_status'], 'completed');
  assert.equal(fields['cmi.success_status'], 'passed');
  assert.equal(fields['cmi.progress_measure'], '1');
});

test('who has used all attempts has failed and completed', () => {
  const {fields, session, scorm} = opened('2004');
  for (const id of ['a', 'a', 'b', 'b']) session.add(result(id, 'fail', 0));
  scorm.report();
  assert.equal(fields['cmi.success_status'], 'failed');
  assert.equal(fields['cmi.completion_status'], 'completed');
});

test('nothing but the status is written before the learner has done something', () => {
  for (const version of VERSIONS) {
    const {calls, scorm} = opened(version);
    scorm.report();
    assert.deepEqual(calls, ['initialize', `${statusOf(version)}=incomplete`, 'commit']);
  }
});

test('a session that is closed says its time, is suspended, and goes on in the next one', (t) => {
  const now = t.mock.method(performance, 'now', () => 1000);
  for (const [version, time, exit, spent] of /** @type {[Version, string, string, string][]} */ ([
    ['1.2', 'cmi.core.session_time', 'cmi.core.exit', '0000:01:05.00'],
    ['2004', 'cmi.session_time', 'cmi.exit', 'PT1M5S'],
  ])) {
    now.mock.mockImplementation(() => 1000);
    const {fields, calls, session, scorm} = opened(version);
    session.add(result('a', 'pass', 1));
    session.code.a = 'x = 1';
    now.mock.mockImplementation(() => 66_000);
    assert.equal(scorm.seconds, 65);
    scorm.close();
    assert.equal(fields[time], spent);
    assert.equal(fields[exit], 'suspend');
    assert.deepEqual(calls.slice(-2), ['commit', 'finish']);
    const nCalls = calls.length;
    scorm.close();
    scorm.report();
    assert.equal(calls.length, nCalls, 'closed is closed');

    const next = opened(version, fields);
    assert.deepEqual(next.session.report, session.report);
    assert.deepEqual([next.session.code, next.session.secondsBefore], [{a: 'x = 1'}, 65]);
  }
});

test('a call that the system refuses is named with its error, and the session is ended all the same', () => {
  const {refused, calls, session, scorm} = opened('1.2');
  refused.push('cmi.core.score.raw', 'cmi.suspend_data');
  session.add(result('a', 'pass', 1));
  assert.throws(() => scorm.close(), {
    message:
      /^The learning management system refused LMSSetValue\("cmi\.suspend_data", .*its error is 401\.$/,
  });
  assert.equal(calls.at(-1), 'finish');
});

test('the system is found in the frames above, then in the window that opened the page', () => {
  const api = {};
  const top = /** @type {any} */ ({API: api});
  top.parent = top;
  const middle = {parent: top, top};
  const page = /** @type {any} */ ({parent: middle, top});
  assert.equal(findApi(page, '1.2'), api);
  assert.equal(findApi(page, '2004'), null);

  const opener = /** @type {any} */ ({API_1484_11: api});
  opener.parent = opener;
  const alone = /** @type {any} */ ({opener});
  alone.parent = alone;
  alone.top = alone;
  assert.equal(findApi(alone, '2004'), api);
  alone.opener = null;
  assert.equal(findApi(alone, '2004'), null);
});

test('a window of another origin hides itself, not what is around it', () => {
  const api = {};
  const top = /** @type {any} */ ({API: api});
  top.parent = top;
  const foreign = {
    get API() {
      throw new DOMException('of another origin', 'SecurityError');
    },
    parent: top,
  };
  assert.equal(findApi(/** @type {any} */ ({parent: foreign, top}), '1.2'), api);
});

test('frames that lie in each other without end are left', () => {
  const [one, other] = /** @type {any[]} */ ([{}, {}]);
  one.parent = other;
  other.parent = one;
  assert.equal(findApi(one, '1.2'), null);
});

import assert from 'node:assert/strict';
import {afterEach, beforeEach, mock, suite, test} from 'node:test';

import {Attempts} from '../../../web/exercises/ui/attempts.js';
import {Work} from '../../../web/exercises/ui/store.js';
import {chooseExercises, KINDS, TimedSet} from '../../../web/exercises/ui/timed-set.js';

const ALL = [
  {id: 'a', topic: 'RoPE', minutes: 15},
  {id: 'b', topic: 'RoPE', minutes: 15},
  {id: 'c', topic: 'ALiBi', minutes: 20},
  {id: 'd', topic: 'Masks', minutes: 25},
  {id: 'e', topic: 'Relative', minutes: 10},
];

function fakeStorage() {
  const entries = new Map();
  return /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => entries.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => entries.set(key, text),
    removeItem: (/** @type {string} */ key) => entries.delete(key),
  });
}

suite('a set is chosen', () => {
  const random = () => 0;
  test('so that its exercises fit into the time', () => {
    for (const kind of Object.keys(KINDS)) {
      const ids = chooseExercises(ALL, {kind, rankOf: () => 1});
      const sum = ALL.filter(({id}) => ids.includes(id)).reduce((n, {minutes}) => n + minutes, 0);
      assert.ok(ids.length > 0 && ids.length <= KINDS[kind].most, `${kind}: ${ids}`);
      assert.ok(sum <= KINDS[kind].minutes, `${kind}: ${ids} take ${sum}`);
    }
  });

  test('with what is due before what is new', () => {
    const rankOf = (/** @type {string} */ id) => (id === 'e' ? 0 : 1);
    assert.equal(chooseExercises(ALL, {kind: '30', rankOf, random})[0], 'e');
  });

  test('of one topic where one is chosen', () => {
    const ids = chooseExercises(ALL, {kind: '60', topic: 'RoPE', rankOf: () => 1});
    assert.deepEqual(ids.sort(), ['a', 'b']);
  });

  test('with no topic twice in a mock interview', () => {
    const ids = chooseExercises(ALL, {kind: 'mock', rankOf: () => 1, random});
    assert.deepEqual(ids, ['a', 'c', 'e']);
  });

  test('with one that is too long, where there is no other', () => {
    const options = {kind: '15', topic: 'Masks', rankOf: () => 1};
    assert.deepEqual(chooseExercises(ALL, options), ['d']);
  });
});

suite('a set runs', () => {
  beforeEach(() => mock.timers.enable({apis: ['setTimeout', 'Date'], now: 1e12}));
  afterEach(() => mock.timers.reset());

  const answer = {status: /** @type {const} */ ('pass'), sentence: 'All.', seconds: 30, code: 'x'};

  test('until its time is up, and raises progress only then', () => {
    const work = new Work(null);
    const set = new TimedSet(null, work);
    set.start('15', ['a', 'b'], false);
    set.keep('a', 'x = 1');
    set.handIn('a', answer);
    assert.equal(work.read('a'), undefined);
    mock.timers.tick(14 * 60_000);
    assert.deepEqual([set.isRunning, set.secondsLeft], [true, 60]);
    mock.timers.tick(60_000);
    assert.deepEqual([set.isRunning, set.secondsLeft], [false, 0]);
    assert.deepEqual([work.read('a')?.progress, work.read('b')], ['solved', undefined]);
  });

  test('a machine that slept past its end ends it, and an answer after that is none of it', () => {
    const set = new TimedSet(null, new Work(null));
    set.start('15', ['a', 'b'], false);
    set.handIn('a', answer);
    mock.timers.setTime(1e12 + 3_600_000); // the clock jumps, and the timers do not
    set.handIn('b', answer);
    assert.deepEqual([set.isRunning, Object.keys(set.state?.done ?? {})], [false, ['a']]);
    const other = new TimedSet(null, new Work(null));
    other.start('15', ['a'], false);
    mock.timers.setTime(1e12 + 2 * 3_600_000);
    mock.timers.tick(1000);
    assert.equal(other.isRunning, false);
  });

  test('an answer of before its end counts, though its check ends after it', () => {
    for (const end of [
      (/** @type {TimedSet} */ _) => mock.timers.tick(15 * 60_000),
      (/** @type {TimedSet} */ set) => set.finish(),
    ]) {
      const work = new Work(null);
      const set = new TimedSet(null, work);
      set.start('15', ['a', 'b'], false);
      const pressedAt = Date.now();
      mock.timers.tick(1000);
      end(set);
      let nChanges = 0;
      set.watch(() => nChanges++);
      set.handIn('a', {...answer, pressedAt});
      set.handIn('b', {...answer, pressedAt: Date.now() + 1});
      set.handIn('c', {...answer, pressedAt});
      assert.deepEqual([set.isRunning, set.secondsLeft, nChanges], [false, 0, 1]);
      assert.deepEqual(Object.keys(set.state?.done ?? {}), ['a']);
      assert.deepEqual([work.read('a')?.progress, work.read('b')], ['solved', undefined]);
    }
  });

  test('it leaves the code alone that a reader has outside of it', () => {
    const work = new Work(null);
    work.write('a', {code: 'mine'});
    const set = new TimedSet(null, work);
    set.start('15', ['a'], false);
    set.keep('a', 'of the set');
    set.handIn('a', answer);
    set.finish();
    assert.equal(work.read('a')?.code, 'mine');
  });

  test('what was written outlives it, handed in or not', () => {
    const [work, attempts] = [new Work(null), new Attempts(null)];
    work.write('a', {code: 'mine'});
    const set = new TimedSet(null, work, attempts);
    set.start('30', ['a', 'b', 'c'], false);
    for (const id of ['a', 'b']) set.keep(id, `of the set: ${id}`);
    set.finish();
    assert.deepEqual([work.read('a')?.code, work.read('b')?.code], ['mine', 'of the set: b']);
    assert.equal(work.read('b')?.progress, 'new');
    assert.equal(work.read('c'), undefined);
    const [{status, code, sentence}] = attempts.of('a');
    assert.deepEqual([status, code], ['kept', 'of the set: a']);
    assert.match(sentence, /timed set/);
    assert.deepEqual(attempts.of('b'), []);
    set.keep('b', 'typed when the time was up'); // an editor keeps what it has a moment later
    assert.equal(attempts.of('b')[0].code, 'typed when the time was up');
  });

  test('two tabs that show it go on with what the other has done', () => {
    const storage = fakeStorage();
    const tabs = [0, 1].map(() => new TimedSet(storage, new Work(null), new Attempts(null)));
    tabs[0].start('30', ['a', 'b'], false);
    let nChanges = 0;
    tabs[1].watch(() => nChanges++);
    tabs[1].keep('a', 'x = 1');
    assert.deepEqual([tabs[1].has('a'), nChanges], [true, 1]);
    tabs[1].handIn('a', answer);
    tabs[0].keep('b', 'x = 2');
    assert.deepEqual([tabs[0].codeOf('a'), tabs[0].state?.done.a.status], ['x = 1', 'pass']);
    tabs[1].hideClock(true);
    assert.equal(tabs[1].codeOf('b'), 'x = 2');
    tabs[0].handIn('b', answer);
    tabs[1].finish();
    assert.deepEqual(Object.keys(tabs[1].state?.done ?? {}), ['a', 'b']);
    const before = nChanges;
    tabs[0].finish(); // the other has ended it
    assert.deepEqual([tabs[0].isRunning, nChanges], [false, before]);
    tabs[0].clear();
    assert.equal(tabs[1].keep('a', 'x'), false);
    assert.equal(storage.getItem('poslab.set'), null);
  });

  test('it goes on after a reload', () => {
    const storage = fakeStorage();
    const first = new TimedSet(storage, new Work(null));
    first.start('30', ['a', 'b'], true);
    first.keep('a', 'x = 1');
    first.handIn('a', answer);
    mock.timers.tick(60_000);
    const second = new TimedSet(storage, new Work(null));
    assert.equal(second.has('a'), true);
    assert.equal(second.secondsLeft, 29 * 60);
    assert.equal(second.codeOf('a'), 'x = 1');
    assert.equal(second.state?.isClockHidden, true);
    assert.deepEqual([second.nextOpen(), second.nextOpen('b')], ['b', null]);
  });

  test('what is kept and cannot be is no set, and none lasts longer than its kind', () => {
    const sound = {kind: '15', ids: ['a'], endsAt: 1e12 + 1000, isClockHidden: false, isOver: false, code: {a: 'x'}, done: {}}; // biome-ignore format: a record
    const restored = (/** @type {object} */ more) => {
      const storage = fakeStorage();
      storage.setItem('poslab.set', JSON.stringify({...sound, ...more}));
      return new TimedSet(storage, new Work(null));
    };
    const handedIn = {status: 'pass', sentence: 'All.', seconds: 30};
    assert.equal(restored({done: {a: handedIn}}).state?.done.a.status, 'pass');
    for (const bad of [
      {kind: '16'},
      {kind: 'constructor'},
      {ids: 'a'},
      {ids: [1]},
      {ids: ['__proto__']},
      {ids: ['constructor']},
      {ids: Array(21).fill('a')},
      {endsAt: null},
      {code: null},
      {code: {a: 1}},
      {done: []},
      ...[null, 'pass', {}, {...handedIn, status: 'won'}, {...handedIn, sentence: 1}, {...handedIn, seconds: '30'}].map((one) => ({done: {a: one}, endsAt: 0})), // biome-ignore format: a list
    ])
      assert.equal(restored(bad).state, null, JSON.stringify(bad));
    assert.equal(restored({endsAt: 9e15}).secondsLeft, 15 * 60);
    assert.equal(restored({isOver: 'no'}).isRunning, true);
  });

  test('time adds up where an answer is handed in again, and the last one counts', () => {
    const set = new TimedSet(null, new Work(null));
    set.start('15', ['a'], false);
    set.handIn('a', answer);
    set.handIn('a', {...answer, status: 'fail'});
    assert.deepEqual([set.state?.done.a.seconds, set.state?.done.a.status], [60, 'fail']);
    set.finish();
    set.handIn('a', answer);
    assert.equal(set.state?.done.a.status, 'fail');
  });
});

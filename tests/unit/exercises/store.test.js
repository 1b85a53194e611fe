import assert from 'node:assert/strict';
import {afterEach, beforeEach, suite, test} from 'node:test';

import {readWork, Work} from '../../../web/exercises/ui/store.js';

const KEY = 'poslab.exercise.';

/** As localStorage: its own keys are the entries. @param {Record<string, string>} [entries] */
function fakeStorage(entries = {}) {
  const methods = {
    getItem: (/** @type {string} */ key) => (Object.hasOwn(storage, key) ? storage[key] : null),
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => {
      storage[key] = String(text);
    },
    removeItem: (/** @type {string} */ key) => {
      delete storage[key];
    },
  };
  /** @type {any} */
  const storage = Object.assign(Object.create(methods), entries);
  return storage;
}

/** A store with some work in it. */
function filled() {
  const storage = fakeStorage({'other.site': 'untouched'});
  const work = new Work(storage);
  work.write('one', {code: 'first'});
  work.write('one', {code: 'second', progress: 'tried'});
  work.write('two', {code: 'def f():\n    return "ä\u2028😀"', progress: 'solved', hints: 2});
  return {storage, work};
}

suite('what is kept', () => {
  test('comes back after a reload, with every field', () => {
    const {storage} = filled();
    const work = new Work(storage);
    assert.deepEqual(work.problems, []);
    assert.equal(work.read('one')?.code, 'second');
    const two = work.read('two');
    assert.equal(two?.code, 'def f():\n    return "ä\u2028😀"');
    assert.equal(two?.progress, 'solved');
    assert.equal(two?.hints, 2);
    assert.equal(work.read('three'), undefined);
    assert.deepEqual(
      work.all().map(([id]) => id),
      ['one', 'two'],
    );
  });

  test('progress only ever rises, and what a change does not name stays', () => {
    const {work} = filled();
    work.write('two', {code: 'worse', progress: 'tried'});
    assert.equal(work.read('two')?.progress, 'solved');
    assert.equal(work.read('two')?.hints, 2);
    work.write('one', {code: 'x', progress: 'partial'});
    assert.equal(work.read('one')?.progress, 'partial');
  });

  test('progress that another tab has made is not taken back', () => {
    const {storage, work} = filled();
    new Work(storage).write('one', {code: 'theirs', progress: 'solved'});
    work.write('one', {code: 'mine', progress: 'tried'});
    assert.deepEqual(
      [new Work(storage).read('one')?.code, new Work(storage).read('one')?.progress],
      ['mine', 'solved'],
    );
  });

  test('ticks of a question are kept, and only whole numbers', () => {
    const storage = fakeStorage();
    const ticked = /** @type {any} */ ([0, 2, -1, 1.5, 'x']);
    new Work(storage).write('question-a', {code: 'because', ticked});
    assert.deepEqual(new Work(storage).read('question-a')?.ticked, [0, 2]);
  });

  test('listeners hear of each change until they are removed', () => {
    const work = new Work(null);
    /** @type {[string, boolean][]} */
    const heard = [];
    const end = work.watch((id, isImport) => heard.push([id, isImport]));
    work.write('one', {code: 'x'});
    work.importText(work.exportText());
    end();
    work.write('one', {code: 'y'});
    assert.deepEqual(heard, [
      ['one', false],
      ['one', true],
    ]);
  });
});

suite('an entry', () => {
  test('has only what it may hold, whatever a file says', () => {
    const storage = fakeStorage();
    const work = new Work(storage);
    const entry = (/** @type {any} */ change) => ({code: 'x', progress: 'new', ...change});
    const read = (/** @type {any} */ change) => {
      const file = {format: 'poslab-exercises', version: 1, exercises: {a: entry(change)}};
      work.importText(JSON.stringify(file));
      return work.read('a');
    };
    for (const hints of [-1, 1.5, '2', null, 1e9, Number.MAX_SAFE_INTEGER])
      assert.equal(read({hints})?.hints, 0);
    assert.equal(read({hints: 2})?.hints, 2);
    assert.equal(read({hasSeenSolution: 1})?.hasSeenSolution, true);
    assert.equal(read({})?.hasSeenSolution, false);
    assert.equal(read({ticked: Array(30).fill(3)})?.ticked?.length, 20);
    assert.deepEqual(read({verdict: {status: 'pass', sentence: 's', map: [1]}})?.verdict, {
      status: 'pass',
      sentence: 's',
    });
    assert.equal(read({verdict: {status: 'pass', sentence: 5}})?.verdict, null);
    assert.equal(read({verdict: {status: {toString: 1}, sentence: 's'}})?.verdict, null);
    assert.equal(/** @type {any} */ (read({more: 1})).more, undefined);
  });

  test('of too much code is not taken', () => {
    const exercises = {
      most: {code: 'x'.repeat(200_000), progress: 'new'},
      more: {code: 'x'.repeat(200_001), progress: 'new'},
    };
    const {taken, dropped} = new Work(null).importText(
      JSON.stringify({format: 'poslab-exercises', version: 1, exercises}),
    );
    assert.deepEqual(
      [taken, dropped],
      [['most'], ['more has code of more than 200000 characters']],
    );
  });

  test('that is removed is gone with the state before it', () => {
    const {storage, work} = filled();
    work.remove('one');
    assert.equal(work.read('one'), undefined);
    assert.equal(new Work(storage).read('one'), undefined);
    assert.deepEqual(
      Object.keys(storage).filter((key) => key.includes('one')),
      [],
    );
  });
});

suite('damage', () => {
  test('a write that was cut anywhere costs one state, and no other entry', () => {
    const {storage} = filled();
    const whole = storage[`${KEY}one`];
    for (let length = 0; length < whole.length; length++) {
      const cut = fakeStorage({...storage, [`${KEY}one`]: whole.slice(0, length)});
      const work = new Work(cut);
      assert.equal(work.read('one')?.code, 'first', `cut at ${length}`);
      assert.equal(work.read('two')?.progress, 'solved');
      assert.equal(work.problems.length, 1);
      assert.match(
        work.problems[0],
        /of one (is damaged|is of version).*The state before it was taken/,
      );
    }
  });

  test('one wrong character is found', () => {
    const {storage} = filled();
    const text = storage[`${KEY}two`];
    storage[`${KEY}two`] = text.replace('solved', 'solveD');
    const work = new Work(storage);
    assert.equal(work.read('two'), undefined);
    assert.deepEqual(work.problems, ['What was kept of two is damaged. It was dropped.']);
    assert.equal(work.read('one')?.code, 'second');
  });

  test('the state before survives the next write after damage', () => {
    const {storage} = filled();
    storage[`${KEY}one`] = 'rubbish';
    const work = new Work(storage);
    work.write('one', {code: 'third'});
    storage[`${KEY}one`] = 'rubbish again';
    assert.equal(new Work(storage).read('one')?.code, 'first');
  });

  test('a version that is not ours, or an entry that is none, is dropped with its reason', () => {
    const {storage} = filled();
    const [, , body] = storage[`${KEY}two`].split(/ (.*?) (.*)/s);
    storage[`${KEY}two`] = `2 00000000 ${body}`;
    assert.match(new Work(storage).problems[0], /two is of version 2, not 1/);
  });

  test('once it has been read, the damage is put away, and what was saved is written', () => {
    const {storage} = filled();
    storage[`${KEY}one`] = 'rubbish';
    storage[`${KEY}two`] = 'rubbish';
    const work = new Work(storage);
    assert.equal(work.problems.length, 2);
    work.settle();
    assert.deepEqual(work.problems, []);
    const again = new Work(storage);
    assert.deepEqual(again.problems, []);
    assert.equal(again.read('one')?.code, 'first');
    assert.equal(again.read('two'), undefined);
    assert.equal(storage['other.site'], 'untouched');
  });
});

suite('where nothing can be kept', () => {
  test('the work lasts as long as the page, and isKept says so', () => {
    const work = new Work(null);
    assert.equal(work.isKept, false);
    assert.equal(work.write('one', {code: 'x'}), false);
    assert.equal(work.read('one')?.code, 'x');
    assert.deepEqual(work.problems, []);
  });

  test('a full storage is reported once, and the page goes on with what it has', () => {
    const storage = fakeStorage();
    Object.getPrototypeOf(storage).setItem = () => {
      throw new Error('QuotaExceededError');
    };
    const work = new Work(storage);
    assert.equal(work.write('one', {code: 'x'}), false);
    work.write('one', {code: 'y'});
    assert.equal(work.read('one')?.code, 'y');
    assert.equal(work.problems.length, 1);
    assert.match(work.problems[0], /one could not be kept: .*Quota.*Save your work as a file/);
  });
});

/** A storage of so many characters. @param {number} most @param {Record<string, string>} [texts] */
function smallStorage(most, texts = {}) {
  const storage = Object.assign(fakeStorage(), texts);
  Object.getPrototypeOf(storage).setItem = function (/** @type {string} */ key, /** @type {string} */ text) {
    const others = Object.keys(this).filter((name) => name !== key);
    const n = others.reduce((sum, name) => sum + name.length + this[name].length, 0);
    if (n + key.length + text.length > most) throw new DOMException('full', 'QuotaExceededError');
    this[key] = text;
  }; // biome-ignore format: one thought
  return storage;
}

suite('where there is little room', () => {
  const list = (/** @type {number} */ n) =>
    JSON.stringify(Array.from({length: n}, (_, k) => ({code: `${k}`.padEnd(200)})));

  test('old attempts give way to code, those of the longest list first', () => {
    const texts = {'poslab.attempts.a': list(8), 'poslab.attempts.b': list(2)};
    const storage = smallStorage(2400, texts);
    const work = new Work(storage);
    assert.equal(work.write('one', {code: 'x'.repeat(500)}), true);
    assert.deepEqual(work.problems, []);
    assert.deepEqual(
      JSON.parse(storage['poslab.attempts.a']).map((/** @type {{code: string}} */ {code}) => code.trim()),
      ['4', '5', '6', '7'],
    ); // biome-ignore format: one thought
    assert.equal(storage['poslab.attempts.b'], texts['poslab.attempts.b']);
    assert.equal(new Work(storage).read('one')?.code.length, 500);
  });

  test('damaged lists go, and what is no list stays', () => {
    const texts = {'poslab.attempts.a': 'x'.repeat(900), 'other.site': 'x'.repeat(900)};
    const storage = smallStorage(2000, texts);
    assert.equal(new Work(storage).write('one', {code: 'x'.repeat(500)}), true);
    assert.deepEqual(
      [storage['poslab.attempts.a'], storage['other.site'].length],
      [undefined, 900],
    );
    assert.equal(new Work(storage).write('two', {code: 'x'.repeat(900)}), false);
  });
});

suite('one file', () => {
  test('is read once, and says whose code it replaces', () => {
    const {work} = filled();
    const file = readWork(work.exportText({attempts: {one: [1]}}));
    assert.deepEqual(file.attempts, {one: [1]});
    assert.deepEqual(work.replacedBy(file), []);
    assert.deepEqual(new Work(fakeStorage()).importText(file).taken, ['one', 'two']);
  });

  test('that is more than the browser has room for says how much lasts only as long as the page', () => {
    const storage = fakeStorage();
    const {setItem} = storage;
    Object.getPrototypeOf(storage).setItem = function (/** @type {string} */ key, /** @type {string} */ text) {
      if (/[2-9]$/.test(key)) throw new DOMException('Failed to execute.', 'QuotaExceededError');
      setItem.call(this, key, text);
    }; // biome-ignore format: one thought
    const work = new Work(storage);
    const exercises = Object.fromEntries(
      Array.from({length: 9}, (_, k) => [`e${k}`, {code: 'x', progress: 'new'}]),
    );
    const {taken, nUnkept} = work.importText(JSON.stringify({format: 'poslab-exercises', version: 1, exercises})); // biome-ignore format: one thought
    assert.deepEqual([taken.length, nUnkept, work.problems.length], [9, 7, 7]);
    assert.equal(
      work.problems[0],
      'e2 could not be kept: the browser has no room for more. Save your work as a file.',
    );
  });

  test('brings everything to another browser', () => {
    const {work} = filled();
    const other = new Work(fakeStorage());
    assert.deepEqual(other.importText(work.exportText()), {taken: ['one', 'two'], dropped: []});
    const timeless = (/** @type {Work} */ {all}, /** @type {Work} */ self) =>
      all.call(self).map(([id, entry]) => [id, {...entry, at: ''}]);
    assert.deepEqual(timeless(other, other), timeless(work, work));
  });

  test('that is damaged or foreign says what is wrong, and changes nothing', () => {
    const {storage, work} = filled();
    const before = {...storage};
    const text = work.exportText();
    const file = JSON.parse(text);
    for (const [wrong, why] of /** @type {[string, RegExp][]} */ ([
      ['', /not JSON: it was cut or changed on its way\./],
      [JSON.stringify({...file, format: 'x'.repeat(5000)}), /got "x{59}\.$/],
      [text.slice(0, -20), /not JSON/],
      ['null', /format must be "poslab-exercises", got nothing/],
      ['[1, 2]', /format must be/],
      [JSON.stringify({...file, format: 'jupyter'}), /format must be .*got "jupyter"/],
      [JSON.stringify({...file, version: 9}), /version must be 1, got 9/],
      [JSON.stringify({...file, exercises: null}), /exercises must be an object/],
      [JSON.stringify({...file, exercises: [1]}), /exercises must be an object/],
    ])) {
      assert.throws(() => work.importText(wrong), why);
      assert.throws(() => work.replacedBy(wrong), why);
      assert.deepEqual({...storage}, before);
    }
  });

  test('with some bad entries brings the others and says which were dropped', () => {
    const {work} = filled();
    const file = JSON.parse(work.exportText());
    file.exercises.two.code = 5;
    file.exercises['../x'] = file.exercises.one;
    file.exercises.three = {code: 'x', progress: 'perfect'};
    file.exercises.four = null;
    file.exercises.five = {code: `a${'\u0301'.repeat(33)}`, progress: 'new'};
    const other = new Work(fakeStorage());
    const {taken, dropped} = other.importText(JSON.stringify(file));
    assert.deepEqual(taken, ['one']);
    assert.deepEqual(dropped, [
      'two has no code',
      '../x is no name of an exercise',
      'three has progress "perfect", not one of new, tried, partial, solved',
      'four is no object',
      'five has more than 32 accents on one letter, which a browser cannot show',
    ]);
    assert.equal(other.all().length, 1);
  });

  test('that is nested too deeply to be shown is refused as any other', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const {work} = filled();
    assert.throws(() => work.importText(`{"format": ${deep}}`), /got lists in lists that are too/);
    const file = `{"format": "poslab-exercises", "version": 1, "exercises": {"first": {"code": "x",
      "progress": "new"}, "second": {"code": "x", "progress": ${deep}}}}`;
    assert.deepEqual(work.importText(file), {
      taken: ['first'],
      dropped: ['second has progress lists in lists that are too many to show, not one of new, tried, partial, solved'], // biome-ignore format: a sentence
    });
  });

  test('names entries by lower-case letters, digits and hyphens, up to 60 of them', () => {
    const entry = {code: 'x', progress: 'new'};
    const names = ['a-1', 'a'.repeat(60), 'A', 'a b', 'a_b', '', 'a'.repeat(61), 'é'];
    const exercises = Object.fromEntries(names.map((name) => [name, entry]));
    const file = JSON.stringify({format: 'poslab-exercises', version: 1, exercises});
    const {taken, dropped} = new Work(null).importText(file);
    assert.deepEqual(taken, names.slice(0, 2));
    assert.equal(dropped.length, 6);
  });

  test('has at most 1000 entries', () => {
    const file = (/** @type {number} */ n) =>
      JSON.stringify({
        format: 'poslab-exercises',
        version: 1,
        exercises: Object.fromEntries(
          Array.from({length: n}, (_, k) => [`e${k}`, {code: '', progress: 'new'}]),
        ),
      });
    assert.equal(new Work(null).importText(file(1000)).taken.length, 1000);
    assert.throws(() => new Work(null).importText(file(1001)), /at most 1000 entries, got 1001/);
  });

  test('replaces no code by an entry that it would drop', () => {
    const {work} = filled();
    const file = JSON.parse(work.exportText());
    file.exercises.one = {code: 5, progress: 'new'};
    assert.deepEqual(work.replacedBy(JSON.stringify(file)), []);
  });

  test('says whose code it would replace by another', () => {
    const {work} = filled();
    const file = JSON.parse(work.exportText());
    assert.deepEqual(work.replacedBy(JSON.stringify(file)), []);
    file.exercises.one.code = 'another';
    file.exercises.new = file.exercises.one;
    assert.deepEqual(work.replacedBy(JSON.stringify(file)), ['one']);
  });
});

suite('what other tabs write', () => {
  /** The window's listeners. @type {Record<string, Set<(event: any) => void>>} */
  let listeners;
  const dispatch = (/** @type {string} */ type, /** @type {any} */ event) => {
    for (const listener of listeners[type] ?? []) listener(event);
  };
  beforeEach(() => {
    listeners = {};
    Object.assign(globalThis, {
      addEventListener: (/** @type {string} */ type, /** @type {any} */ listener) => {
        listeners[type] ??= new Set();
        listeners[type].add(listener);
      },
    });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'addEventListener');
  });

  /** Another tab writes, later than this page. @param {any} storage @param {string} id @param {any} change */
  function elsewhere(storage, id, change) {
    const own = globalThis.addEventListener;
    Reflect.deleteProperty(globalThis, 'addEventListener');
    new Work(storage).write(id, change);
    globalThis.addEventListener = own;
    // this page's entries may be of the same millisecond, by which they are compared
    const [version, , body] = storage[KEY + id].split(/ (.*?) (.*)/s);
    const entry = JSON.parse(body);
    entry.at = new Date(Date.now() + 60_000).toISOString();
    storage[KEY + id] = sealed(version, JSON.stringify(entry));
  }

  /** FNV-1a, as the store seals an entry. @param {string} version @param {string} text */
  function sealed(version, text) {
    let hash = 0x811c9dc5;
    for (const c of text.split('')) hash = Math.imul(hash ^ c.charCodeAt(0), 0x01000193);
    return `${version} ${(hash >>> 0).toString(16).padStart(8, '0')} ${text}`;
  }

  /** A page with some work, and what its listeners heard. */
  function opened() {
    const {storage} = filled();
    const work = new Work(storage);
    /** @type {[string, boolean][]} */
    const heard = [];
    work.watch((id, isImport) => heard.push([id, isImport]));
    return {storage, work, heard};
  }

  test('a page that comes back from the cache shows the work that was done meanwhile', () => {
    const {storage, work, heard} = opened();
    elsewhere(storage, 'one', {code: 'theirs\n', progress: 'solved'});
    elsewhere(storage, 'new', {code: 'begun there'});
    assert.equal(work.read('one')?.code, 'second', 'nothing has said so yet');
    dispatch('pageshow', {persisted: true});
    assert.equal(work.read('one')?.code, 'theirs\n');
    assert.equal(work.read('new')?.code, 'begun there');
    assert.deepEqual(heard.sort(), [
      ['new', true],
      ['one', true],
    ]);
  });

  test('a page that is shown for the first time reads nothing again', () => {
    const {storage, work, heard} = opened();
    elsewhere(storage, 'one', {code: 'theirs'});
    dispatch('pageshow', {persisted: false});
    assert.equal(work.read('one')?.code, 'second');
    assert.deepEqual(heard, []);
  });

  test('while this page is open comes at once, entry by entry', () => {
    const {storage, work, heard} = opened();
    elsewhere(storage, 'one', {code: 'theirs'});
    elsewhere(storage, 'two', {code: 'theirs too'});
    dispatch('storage', {key: `${KEY}one`});
    assert.equal(work.read('one')?.code, 'theirs');
    assert.notEqual(work.read('two')?.code, 'theirs too');
    assert.deepEqual(heard, [['one', true]]);
    dispatch('storage', {key: `${KEY}one`});
    assert.deepEqual(heard, [['one', true]], 'the same once more is no change');
  });

  test('is left alone where it is damaged, gone, the state before, or none of ours', () => {
    const {storage, work, heard} = opened();
    storage[`${KEY}one`] = 'rubbish';
    delete storage[`${KEY}two`];
    storage['other.site'] = 'x';
    for (const key of [`${KEY}one`, `${KEY}two`, `${KEY}one.previous`, 'other.site', null]) {
      dispatch('storage', {key});
    }
    dispatch('pageshow', {persisted: true});
    assert.equal(work.read('one')?.code, 'second');
    assert.equal(work.read('two')?.progress, 'solved');
    assert.deepEqual(heard, []);
  });
});

test('a file with the names that every object has is taken and saved like any other', () => {
  const work = new Work(null);
  const entry = '{"code": "mine", "progress": "new"}';
  const names = ['constructor', 'prototype', '__proto__', 'toString', 'valueOf'];
  const all = names.map((name) => `"${name}": ${entry}`).join();
  const text = `{"format": "poslab-exercises", "version": 1, "exercises": {${all}}}`;
  assert.deepEqual(work.importText(text).taken, ['constructor', 'prototype']);
  assert.deepEqual(new Work(null).importText(work.exportText()).taken, [
    'constructor',
    'prototype',
  ]);
  assert.equal(/** @type {any} */ ({}).code, undefined);
});

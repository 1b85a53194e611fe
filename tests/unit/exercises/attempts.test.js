import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {Attempts, dueAt} from '../../../web/exercises/ui/attempts.js';
import {lineDiff} from '../../../web/exercises/ui/line-diff.js';
import {codeOf, exerciseOf, fragmentOf} from '../../../web/exercises/ui/shared-code.js';

/** @import {Attempt} from '../../../web/exercises/ui/attempts.js' */

/** @param {number} [most] how many characters an entry may have */
function fakeStorage(most = Infinity) {
  const entries = new Map();
  const methods = {
    getItem: (/** @type {string} */ key) => entries.get(key) ?? null,
    setItem(/** @type {string} */ key, /** @type {string} */ text) {
      if (text.length > most) throw new DOMException('no room', 'QuotaExceededError');
      entries.set(key, text);
    },
  };
  return /** @type {any} */ (
    new Proxy(methods, {
      ownKeys: () => [...entries.keys()],
      getOwnPropertyDescriptor: () => ({enumerable: true, configurable: true}),
    })
  );
}

/** @param {number} day @param {Attempt['status']} status @param {string} [code] @returns {Attempt} */
const attempt = (day, status, code = '') => ({
  at: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
  status,
  sentence: 'said',
  seconds: 60,
  code,
});

suite('attempts', () => {
  test('come back after a reload, the newest twenty', () => {
    const storage = fakeStorage();
    const first = new Attempts(storage);
    for (let day = 0; day < 25; day++) first.add('one', attempt(day, 'fail', `code ${day}`));
    const list = new Attempts(storage).of('one');
    assert.equal(list.length, 20);
    assert.deepEqual(list[19], attempt(24, 'fail', 'code 24'));
    assert.deepEqual(new Attempts(storage).of('two'), []);
  });

  test('a list that is too long, of another version, gives its newest', () => {
    const storage = fakeStorage();
    const all = Array.from({length: 25}, (_, day) => attempt(day, 'fail', `code ${day}`));
    storage.setItem('poslab.attempts.one', JSON.stringify(all));
    assert.deepEqual(new Attempts(storage).of('one'), all.slice(5));
  });

  test('go into a file, and come from it among those that are here, once each', () => {
    const [here, there] = [new Attempts(fakeStorage()), new Attempts(null)];
    here.add('one', attempt(1, 'fail', 'second'));
    there.add('one', attempt(0, 'fail', 'first'));
    there.add('one', attempt(2, 'pass', 'third'));
    there.add('two', attempt(5, 'fail'));
    const file = JSON.parse(JSON.stringify(there.all()));
    for (let k = 0; k < 2; k++) here.take(file);
    const codes = here.of('one').map(({code}) => code);
    assert.deepEqual(codes, ['first', 'second', 'third']);
    assert.equal(dueAt(here.of('two')), dueAt(there.of('two')));
    assert.deepEqual(Object.keys(here.all()), ['one', 'two']);
  });

  test('of a file are taken where they are whole, the newest twenty', () => {
    const good = attempt(1, 'fail', 'good');
    const accents = {...attempt(2, 'fail'), code: `a${'\u0301'.repeat(5000)}`};
    const many = Array.from({length: 30}, (_, day) => attempt(day, 'fail'));
    const one = new Attempts(fakeStorage());
    for (const wrong of [undefined, null, 3, 'text', [], {'no name!': [good]}, {one: 5}])
      one.take(wrong);
    assert.deepEqual(one.all(), {});
    one.take(JSON.parse(`{"__proto__": [], "one": ${JSON.stringify([null, 'x', good, accents, {...good, at: 'never'}])}}`)); // biome-ignore format: one thought
    assert.deepEqual(one.all(), {one: [good]});
    one.take({two: many});
    assert.deepEqual(one.of('two'), many.slice(10));
  });

  test('where there is no room older ones go first', () => {
    const one = new Attempts(fakeStorage(400));
    for (let day = 0; day < 10; day++) one.add('one', attempt(day, 'fail', `code ${day}`));
    const list = one.of('one');
    assert.ok(list.length > 0 && list.length < 10, `${list.length}`);
    assert.equal(list.at(-1)?.code, 'code 9');
  });

  test('where there is no room at all they last as long as the page', () => {
    const one = new Attempts(fakeStorage(0));
    for (let day = 0; day < 3; day++) one.add('one', attempt(day, 'fail', `code ${day}`));
    assert.deepEqual(
      one.of('one').map(({code}) => code),
      ['code 0', 'code 1', 'code 2'],
    );
  });

  test('of a file are not taken where they are still to come, or no lists by exercise', () => {
    const here = new Attempts(fakeStorage());
    const late = ['9999-12-31T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'];
    const early = ['-000001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'];
    const list = [...late, ...early].map((at) => ({...attempt(0, 'fail'), at}));
    here.take({one: [attempt(1, 'pass'), ...list]});
    assert.deepEqual(
      here.of('one').map(({at}) => at),
      [...early, attempt(1, 'pass').at],
    );
    for (const odd of ['text', 5, null, undefined, [[attempt(1, 'pass')]], new Map()])
      here.take(odd);
    assert.deepEqual(Object.keys(here.all()), ['one']);
  });

  test('a list that was handed out can be changed, and another tab’s is read', () => {
    const storage = fakeStorage();
    const [here, there] = [new Attempts(storage), new Attempts(storage)];
    here.add('one', attempt(0, 'fail', 'first'));
    here.of('one').reverse().pop();
    assert.equal(here.of('one').length, 1);
    there.add('one', attempt(1, 'pass', 'second'));
    assert.deepEqual(
      here.of('one').map(({code}) => code),
      ['first', 'second'],
    );
  });

  test('without storage they last as long as the page', () => {
    const one = new Attempts(null);
    one.add('one', attempt(0, 'pass'));
    assert.equal(one.of('one').length, 1);
  });

  test('code that gave way to other code is among them once, the newest five', () => {
    const one = new Attempts(fakeStorage());
    one.add('one', attempt(0, 'fail', 'checked'));
    one.putAway('one', 'checked', 'why');
    assert.equal(one.of('one').length, 1);
    for (let k = 0; k < 9; k++) one.putAway('one', `code ${k}`, 'why');
    one.putAway('one', 'code 8', 'why');
    const list = one.of('one');
    assert.deepEqual(
      list.map(({code}) => code),
      ['checked', 'code 4', 'code 5', 'code 6', 'code 7', 'code 8'],
    );
    assert.deepEqual([list[5].status, list[5].sentence, list[5].seconds], ['kept', 'why', 0]);
  });

  test('what is damaged or foreign is left out', () => {
    const storage = fakeStorage();
    storage.setItem('poslab.attempts.one', 'rubbish');
    storage.setItem(
      'poslab.attempts.two',
      JSON.stringify([{code: 1}, null, {...attempt(0, 'pass'), status: 'x'}, attempt(1, 'pass')]),
    );
    const attempts = new Attempts(storage);
    assert.deepEqual(attempts.of('one'), []);
    assert.deepEqual(attempts.of('two'), [attempt(1, 'pass')]);
  });
});

suite('what failed comes again', () => {
  const DAY = 86_400_000;
  /** @param {Attempt[]} list */
  const dueDay = (...list) => {
    const due = dueAt(list);
    return due === null ? null : (due - Date.UTC(2026, 0, 1)) / DAY;
  };

  test('not where nothing failed', () => {
    assert.equal(dueDay(), null);
    assert.equal(dueDay(attempt(0, 'pass')), null);
  });

  test('the next day, then after three days, then after seven', () => {
    assert.equal(dueDay(attempt(0, 'fail')), 1);
    assert.equal(dueDay(attempt(0, 'fail'), attempt(1, 'pass')), 4);
    assert.equal(dueDay(attempt(0, 'fail'), attempt(1, 'pass'), attempt(5, 'pass')), 12);
  });

  test('code that was not checked changes nothing', () => {
    assert.equal(dueDay(attempt(0, 'kept')), null);
    assert.equal(dueDay(attempt(0, 'fail'), attempt(3, 'kept'), attempt(4, 'pass')), 7);
  });

  test('a pass before it is due changes nothing, a failure begins anew', () => {
    assert.equal(dueDay(attempt(0, 'fail'), attempt(0, 'pass')), 1);
    assert.equal(dueDay(attempt(0, 'fail'), attempt(1, 'pass'), attempt(4, 'error')), 5);
  });
});

suite('differences of two texts', () => {
  test('name the lines that left and came, and no others', () => {
    const lines = lineDiff('a\nb\nc\nd', 'a\nx\nc\nd\ne');
    assert.deepEqual(
      lines.map(({mark, line}) => mark + line),
      [' a', '-b', '+x', ' c', ' d', '+e'],
    );
  });

  test('either side can be put together from them', () => {
    const [before, after] = ['q\nb\na\nb\n', 'b\nb\nq\na'];
    const lines = lineDiff(before, after);
    const side = (/** @type {string} */ mark) =>
      lines.flatMap((one) => (one.mark === mark ? [] : [one.line])).join('\n');
    assert.deepEqual([side('+'), side('-')], [before, after]);
  });

  for (const [what, of] of /** @type {[string, (k: number) => string][]} */ ([
    ['blank', () => ''],
    ['much the same', (k) => `x = ${k % 7}`],
    ['all different', (k) => `x = ${k}`],
  ])) {
    test(`of 20,000 lines that are ${what} do not hold the page up`, () => {
      const linesOf = (/** @type {number} */ from) =>
        Array.from({length: 20_000}, (_, k) => of(k + from)).join('\n');
      const begun = performance.now();
      const lines = lineDiff(`${linesOf(0)}\nend`, linesOf(3));
      assert.ok(performance.now() - begun < 20_000);
      assert.equal(lines.filter(({mark}) => mark !== '+').length, 20_001);
      assert.equal(lines.filter(({mark}) => mark !== '-').length, 20_000);
    });
  }
});

suite('an exercise in an address', () => {
  test('code comes back as it was, letters of several bytes too', async () => {
    const code = 'def f(x):\n    return "ä😀" + x  # 100 % & ?code=\n'.repeat(50);
    const fragment = await fragmentOf('rope-tables', code);
    assert.match(fragment, /^rope-tables\?code=[\w-]+$/);
    assert.ok(fragment.length < code.length / 4, `${fragment.length} of ${code.length}`);
    assert.equal(await codeOf(`#${fragment}`), code);
    assert.equal(exerciseOf(`#${fragment}`), 'rope-tables');
  });

  test('without code it is the name alone', async () => {
    assert.equal(await fragmentOf('rope-tables'), 'rope-tables');
    assert.equal(await codeOf('#rope-tables'), null);
  });

  test('what was cut on its way is no code', async () => {
    const fragment = await fragmentOf('yarn', 'x = 1\n'.repeat(30));
    assert.equal(await codeOf(fragment.slice(0, -6)), null);
    assert.equal(await codeOf('#yarn?code=!!'), null);
  });

  test('what no browser can show is no code', async () => {
    assert.equal(await codeOf(await fragmentOf('one', `a${'\u0301'.repeat(1000)}`)), null);
    const few = `a${'\u0301'.repeat(32)}`;
    assert.equal(await codeOf(await fragmentOf('one', few)), few);
  });

  test('what would unpack to many megabytes is no code', async () => {
    assert.equal(await codeOf(await fragmentOf('yarn', 'x'.repeat(5_000_000))), null);
  });
});

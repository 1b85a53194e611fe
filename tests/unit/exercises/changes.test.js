import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {ordered, targetsOf} from '../../../web/exercises/grading/change-order.js';
import {changesOf} from '../../../web/exercises/grading/changes.js';
import {canNameChange, nameChange} from '../../../web/exercises/grading/name-change.js';

const SOLUTION = `import math


def f(x: float, n=3) -> float:
    """The doc string has 2 * 3."""
    angle = 2 * x / n
    if n < 4:
        angle += 1
    return math.sin(angle)


if __name__ == "__main__":
    print(f(1))
`;

suite('single changes of a solution', () => {
  const changes = changesOf(SOLUTION);
  /** @param {string} line as it becomes @returns {string} */
  const wordsOf = (line) => {
    const found = changes.find(({code}) => code.split('\n').some((own) => own.trim() === line));
    return found ? `${found.where}: ${found.words}` : '';
  };

  test('are named by what is other, and by the line', () => {
    assert.equal(
      wordsOf('return math.cos(angle)'),
      'what is returned by `f`: `cos` in place of `sin`',
    );
    assert.equal(
      wordsOf('angle = ((2 * x) // (n))'),
      'the line of `angle`, in `f`: `//` in place of `/` before `n`',
    );
    assert.equal(wordsOf('angle = (2 * x)'), 'the line of `angle`, in `f`: `/ n` left out');
    assert.equal(
      wordsOf('if ((n) <= (4)):'),
      'the line of `if`, in `f`: `<=` in place of `<` before `4`',
    );
    assert.equal(wordsOf('angle -= 1'), 'the line of `angle`, in `f`: `-=` in place of `+=`');
    assert.equal(
      wordsOf('def f(x: float, n=4) -> float:'),
      'the parameters of `f`: `4` in place of `3`',
    );
    assert.equal(wordsOf('angle = 2 * n / n'), 'the line of `angle`, in `f`: `n` in place of `x`');
  });

  test('leave out what is no code, and are all different', () => {
    assert.equal(new Set(changes.map(({code}) => code)).size, changes.length);
    for (const {code} of changes) {
      assert.match(code, /"""The doc string has 2 \* 3\."""/);
      assert.match(code, /^import math$/m);
      assert.doesNotMatch(code, /__main__/);
    }
  });
});

suite('the change that gives a learner’s numbers', () => {
  const step = {op: 'call', target: 'f', args: [5], get: true, wants: 'numbers'};
  const cases = [
    {title: 'one', steps: [step]},
    {title: 'two', steps: [step, step]},
  ];
  const check = {cases: () => cases, truth: () => []};
  const verdict = /** @type {any} */ ({
    status: 'fail',
    sentence: 'The first difference.',
    cases: [{ok: true}, {ok: false}],
  });
  const ran = (/** @type {number} */ value, /** @type {number} */ n) =>
    /** @type {any} */ ({
      type: 'done',
      error: null,
      results: Array.from({length: n}, () => ({kind: 'number', value})),
    });
  const solution = 'def f(x):\n    return x + 7\n';
  /** Runs the one line of a program as JavaScript, without Python. @param {string} code @param {any[]} steps */
  const runCode = async (code, steps) => {
    const line = code.match(/return (.*)/)?.[1] ?? 'NaN';
    try {
      return ran(new Function('x', `return ${line}`)(5), steps.length);
    } catch {
      return ran(Number.NaN, steps.length);
    }
  };

  test('comes as a sentence', async () => {
    const options = {check, cases, verdict, solution, runCode};
    assert.equal(
      await nameChange({...options, run: ran(-2, 3)}),
      'Your numbers are those of the solution with one change in what is returned by `f`: `-` in place of `+` before `7`.',
    );
    assert.equal(await nameChange({...options, run: ran(1234, 3)}), '');
  });

  test('may be one of the learner’s own code that gives the right ones', async () => {
    const options = {check, cases, verdict, solution, runCode};
    const code = '# mine\ndef f(x):\n    return x * 5 + 7\n';
    assert.equal(
      await nameChange({...options, code, run: ran(32, 3)}),
      'Your code gives the right numbers with one change in line 3: `* 5` left out.',
    );
    const twice = code.replace('x * 5 + 7', '(x * 5 + 7) * 5 - 2');
    assert.equal(await nameChange({...options, code: twice, run: ran(158, 3)}), '');
  });

  test('comes late where others of its line never end', async () => {
    /** @type {string[]} */
    const asked = [];
    const endless = 'def f(x):\n    while x + 1 < 3:\n        x = x + 2\n    return x\n';
    const noted = async (/** @type {string} */ own) => {
      const line = own.split('\n').findIndex((text, k) => text !== endless.split('\n')[k]);
      asked.push(['def', 'while', 'body', 'return'][line]);
      return line === 1 ? /** @type {any} */ ({type: 'timeout', limitMs: 1}) : ran(3, 1);
    };
    await nameChange({check, cases, verdict, solution: endless, run: ran(8, 3), runCode: noted});
    const early = asked.slice(0, asked.lastIndexOf('body'));
    assert.equal(early.filter((line) => line === 'while').length, 1);
    assert.ok(asked.filter((line) => line === 'while').length > 10);
  });

  test('is not looked for where a mistake has a name, or after a pass', () => {
    assert.equal(canNameChange(verdict, cases), true);
    const mistake = {id: 'a', sentence: 'It is a.'};
    assert.equal(canNameChange({...verdict, mistake}, cases), false);
    assert.equal(canNameChange({...verdict, status: 'pass'}, cases), false);
  });

  test('is no longer looked for when Python was closed, or the time is over', async () => {
    let nRuns = 0;
    const stopped = async () => {
      nRuns++;
      return /** @type {any} */ ({type: 'stopped'});
    };
    const options = {check, cases, verdict, solution, run: ran(1234, 3)};
    await nameChange({...options, runCode: stopped});
    assert.equal(nRuns, 1);
    await nameChange({...options, runCode: stopped, mostMs: -1});
    assert.equal(nRuns, 1);
  });
});

suite('what is beside a call', () => {
  const wordsFor = (/** @type {string} */ before, /** @type {string} */ after) =>
    changesOf(`def f(a, b):\n    return ${before}\n`).find(({code}) => code.includes(after))?.words;

  test('is taken into it, or out of it', () => {
    for (const [before, after, words] of [
      ['torch.exp(a * b)', 'return (torch.exp((a)) * (b))', '`* b` outside of `exp(…)`'],
      ['(a * b).exp()', 'return ((a) * (b).exp())', '`a *` outside of `exp(…)`'],
      ['sqrt(a) + b', 'return sqrt(((a) + (b)))', '`+ b` inside of `sqrt(…)`'],
      ['b - a.sum(-1)', 'return ((b) - (a)).sum(-1)', '`b -` inside of `sum(…)`'],
    ])
      assert.equal(wordsFor(before, after), words, before);
  });
});

test('the same change is made wherever a number is in a line, and in all lines', () => {
  const changes = changesOf('def f(a):\n    b = a[1] + a[1]\n    return b[1]\n');
  const wordsOf = (/** @type {string} */ code) => changes.find((one) => one.code === code)?.words;
  assert.equal(
    wordsOf('def f(a):\n    b = a[0] + a[0]\n    return b[1]\n'),
    '`0` in place of `1`, each time',
  );
  assert.equal(
    wordsOf('def f(a):\n    b = a[0] + a[0]\n    return b[0]\n'),
    '`0` in place of `1`, everywhere',
  );
});

test('a term that may be missing is a variable of the same function', () => {
  const program = 'def f(a, n):\n    return a / n\n';
  const texts = (/** @type {boolean} */ hasTerms) =>
    changesOf(program, hasTerms).map(({words}) => words);
  assert.ok(texts(true).includes('`(n - a)` in place of `n`'));
  assert.ok(!texts(false).includes('`(n - a)` in place of `n`'));
});

suite('the order in which changes are tried', () => {
  const program = `N = 2


def half(x):
    return x / 2


def f(x):
    return half(x) + 1


def g(x):
    return half(x) * N


def alone(x):
    return x - 3
`;
  const check = {cases: () => [], truth: () => []};
  const steps = ['f', 'g'].map((target) => ({op: 'call', target, args: [1], get: true}));
  const cases = [{title: 'one', steps}];
  const places = [steps.map(({target}, step) => ({call: target, step, k: 0, of: 1}))];
  const outputs = (/** @type {number[]} */ ...list) => [
    list.map((v) => ({shape: [], data: Float64Array.of(v), dtype: 'number'})),
  ];
  const targets = targetsOf({check, cases, places, outputs: outputs(1, 2), right: outputs(1, 5)});

  test('begins with what wrong results alone come of, and leaves out what none comes of', () => {
    assert.deepEqual(targets, {right: new Set(['f']), wrong: new Set(['g'])});
    const changes = changesOf(program);
    const inOrder = ordered(program, changes, targets);
    const lines = inOrder.filter(({rank}) => rank === 0).map(({line}) => line);
    assert.deepEqual([...new Set(lines)], [13, 1, 5]);
    assert.equal(inOrder.length, changes.filter(({line}) => line !== 9 && line !== 17).length);
  });

  test('is as it was where the functions of results are not known', () => {
    const changes = changesOf(program);
    assert.deepEqual(ordered(program, changes, null), changes);
    const other = {right: new Set(), wrong: new Set(['elsewhere'])};
    assert.deepEqual(ordered(program, changes, other), changes);
  });
});

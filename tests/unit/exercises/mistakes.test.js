import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {readMistakes, withMistakes} from '../../../web/exercises/grading/mistakes.js';
import {nameMistake} from '../../../web/exercises/grading/name-mistake.js';
import {twoMistakes} from '../../../web/exercises/grading/two-mistakes.js';

const SOLUTION = `def f(x):
    return 10000 * x + 1


def g(x):
    return 2 * x


if __name__ == "__main__":
    print(f(1))
`;
const TEXT = `# ==== small-base
# It is 1000, which is
# too small.
# change: 10000 -> 1000


# ==== tripled (partial)
# It is three times x.


def g(x):
    return 3 * x


# ==== not-there
# It changes nothing.
# change: 77 -> 78
`;

suite('mistakes as changes of a solution', () => {
  const [small, tripled, lost] = readMistakes(TEXT);

  test('are read with their names, sentences and changes', () => {
    assert.deepEqual(small, {
      id: 'small-base',
      isPartial: false,
      sentence: 'It is 1000, which is too small.',
      changes: [['10000', '1000']],
      code: '',
    });
    assert.deepEqual([tripled.id, tripled.isPartial], ['tripled', true]);
    assert.equal(tripled.code, 'def g(x):\n    return 3 * x');
  });

  test('change the solution without what it runs as a file', () => {
    assert.equal(withMistakes(SOLUTION, [small]).includes('return 1000 * x + 1'), true);
    assert.doesNotMatch(withMistakes(SOLUTION, [small]), /__main__/);
    assert.match(
      withMistakes(SOLUTION, [small, tripled]),
      /1000 \* x[\s\S]*2 \* x[\s\S]*3 \* x\n$/,
    );
    assert.throws(() => withMistakes(SOLUTION, [lost]), /not-there: the solution must have '77'/);
  });
});

suite('two mistakes at once', () => {
  const rotates = `import torch


def rotated(
    x: torch.Tensor, base: float = 10000.0
) -> torch.Tensor:
    """What it gives."""
    w = base ** (-torch.arange(4) / 4)
    a, b = x[..., :4], x[..., 4:]
    return torch.cat([a * w.cos() - b * w.sin(), a * w.sin() + b * w.cos()], dim=-1)
`;
  const [reversed, neighbours, slow, slower] = readMistakes(`# ==== reversed
# It rotates the other way.


def rotated(x, base=10000.0):
    w = base ** (-torch.arange(4) / 4)
    a, b = x[..., :4], x[..., 4:]
    return torch.cat([a * w.cos() + b * w.sin(), b * w.cos() - a * w.sin()], dim=-1)


# ==== neighbours
# Neighbours are pairs.


def rotated(x, base=10000.0):
    w = base ** (-torch.arange(4) / 4)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.cat([a * w.cos() - b * w.sin(), a * w.sin() + b * w.cos()], dim=-1)


# ==== slow
# The base is too large.
# change: base ** -> (10 * base) **


# ==== slower
# The base is much too large.
# change: base ** -> (100 * base) **
`);
  const both = twoMistakes(rotates);

  test('are written into one function where they change different places of it', () => {
    const code = both(reversed, neighbours) ?? '';
    assert.match(code, /x\[\.\.\., 0::2\], x\[\.\.\., 1::2\]/);
    assert.match(code, /a \* w\.cos\(\) \+ b \* w\.sin\(\), b \* w\.cos\(\) - a \* w\.sin\(\)/);
    assert.match(both(neighbours, slow) ?? '', /\(10 \* base\)[\s\S]*0::2/);
    assert.match(
      both(slow, reversed) ?? '',
      /def rotated\(x, base=10000\.0\):\n {4}w = \(10 \* base\)/,
    );
  });

  test('are not where they change the same place; what only one defines is kept', () => {
    assert.equal(both(slow, slower), null);
    const [counts, divisors] = readMistakes(
      '# ==== a\n# A.\n# change: arange(4) / 4 -> arange(4) / 2\n# ==== b\n# B.\n# change: arange(4) / 4 -> arange(8) / 4\n',
    );
    assert.equal(both(counts, divisors), null); // arange(8) / 2 is neither
    const [small, tripled] = readMistakes(TEXT);
    assert.match(twoMistakes(SOLUTION)(small, tripled) ?? '', /1000 \* x[\s\S]*3 \* x\n$/);
  });
});

suite('the name of a mistake', () => {
  const steps = ['f', 'g'].map((target) => ({
    op: 'call',
    target,
    args: [5],
    get: true,
    wants: 'numbers',
  }));
  const cases = [{title: 'five', steps}];
  const check = {cases: () => cases, truth: () => []};
  const ran = (/** @type {number} */ f, /** @type {number} */ g) =>
    /** @type {any} */ ({
      type: 'done',
      error: null,
      results: [f, g].map((value) => ({kind: 'number', value})),
    });
  /** Runs the small programs of this file, without Python. @param {string} code */
  const runCode = async (code) => {
    const factor = Number(code.match(/return (\d+) \* x \+ 1/)?.[1]);
    return ran(factor * 5 + 1, 5 * Number([...code.matchAll(/return (\d) \* x$/gm)].at(-1)?.[1]));
  };
  const verdict = /** @type {any} */ ({
    status: 'fail',
    sentence: 'The first difference.',
    cases: [{}],
  });
  const text = TEXT.split('\n\n\n# ==== not-there')[0];
  const nameOf = async (/** @type {any} */ run, before = verdict) =>
    nameMistake({check, cases, run, verdict: before, solution: SOLUTION, mistakes: text, runCode});

  test('is that of the one whose outputs agree', async () => {
    const {mistake, status, sentence} = await nameOf(ran(5001, 10));
    assert.deepEqual([mistake?.id, status], ['small-base', 'fail']);
    assert.equal(sentence, 'It is 1000, which is too small.');
    assert.equal((await nameOf(ran(50001, 15))).status, 'partial');
  });

  test('is both where two were made at once', async () => {
    const {mistake, status, sentence} = await nameOf(ran(5001, 15));
    assert.deepEqual([mistake?.id, status], ['small-base+tripled', 'fail']);
    assert.match(sentence, /^Two mistakes at once\. It is 1000.* Besides, it is three/);
  });

  test('begins with a small letter after another one, unless it is a name', async () => {
    for (const [begin, then] of [
      ['Query 0 is', 'query 0 is'],
      ['RoPE has', 'RoPE has'],
      ['A text', 'a text'],
      ['Python takes', 'Python takes'],
    ]) {
      const mistakes = text.replace('It is three', begin);
      const {sentence} = await nameMistake({
        ...{check, cases, run: ran(5001, 15), verdict, solution: SOLUTION, mistakes, runCode},
      });
      assert.ok(sentence.includes(`Besides, ${then} times`), sentence);
    }
  });

  test('is looked for in the first case that is wrong alone, and then in all', async () => {
    const both = [...cases, {title: 'five again', steps}];
    /** @type {number[]} */
    const asked = [];
    const counted = async (/** @type {string} */ code, /** @type {any[]} */ own) => {
      if (code !== SOLUTION) asked.push(own.length);
      const {results, ...run} = await runCode(code);
      return /** @type {any} */ ({
        ...run,
        results: own.length > 2 ? [...results, ...results] : results,
      });
    };
    const run = /** @type {any} */ (ran(5001, 15));
    const twice = {...run, results: [...run.results, ...run.results]};
    const wrong = {...verdict, cases: [{ok: true}, {ok: false}]};
    const {mistake} = await nameMistake({
      ...{check: {...check, cases: () => both}, cases: both, run: twice, verdict: wrong},
      ...{solution: SOLUTION, mistakes: text, runCode: counted},
    });
    assert.equal(mistake?.id, 'small-base+tripled');
    assert.deepEqual([asked.slice(0, -1).every((n) => n === 2), asked.at(-1)], [true, 4]);
  });

  test('is none where none agrees, where code raised, and after a pass', async () => {
    assert.equal((await nameOf(ran(1, 2))).mistake, undefined);
    assert.equal(
      (await nameOf({type: 'done', error: {type: 'ValueError'}, results: []})).mistake,
      undefined,
    );
    const pass = {...verdict, status: 'pass'};
    assert.equal(await nameOf(ran(5001, 10), pass), pass);
  });
});

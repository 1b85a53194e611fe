// A teacher's lesson: what the validator refuses and in which words, that it never throws, and that what it lets pass can
// be shown and run.
import assert from 'node:assert/strict';
import path from 'node:path';
import {suite, test} from 'node:test';
import fc from 'fast-check';

import {isElement, nodesBelow, parseHtml} from '../../../web/build/html.js';
import {exampleLesson} from '../../../web/build/lesson-page.js';
import {WEB} from '../../../web/build/paths.js';
import {CaseRandom} from '../../../web/exercises/grading/random.js';
import {casesProblems, makeCases} from '../../../web/exercises/lesson/cases.js';
import {exerciseOfLesson} from '../../../web/exercises/lesson/judged-by-solution.js';
import {
  joinFolder,
  LessonError,
  lessonProblems,
  MOST,
  readLesson,
} from '../../../web/exercises/lesson/lesson.js';
import {htmlProblems} from '../../../web/exercises/lesson/problems.js';
import {exerciseIds} from '../../support/bank.js';

const TEXT = await exampleLesson();
const RUNS = {numRuns: 2000, seed: 42};
const CASE = {title: 'one', steps: [{op: 'call', target: 'f', args: [1], get: true}]};

/**
 * The example with something in it changed.
 *
 * @param {string} place 'exercises/0/exercise.json:level'
 * @param {unknown} value undefined takes it away
 */
function changed(place, value) {
  const lesson = JSON.parse(TEXT);
  const [way, name] = place.split(':');
  const keys = way ? way.split('/') : [];
  const at = keys.reduce((one, key) => one[key], lesson);
  if (value === undefined) delete at[name];
  else at[name] = value;
  return lesson;
}

test('the example of the page can be opened', () => {
  assert.deepEqual(lessonProblems(JSON.parse(TEXT)), []);
  assert.equal(readLesson(TEXT).exercises.length, 1);
});

test('no exercise of the bank has the name of one of a lesson', () => {
  assert.deepEqual(
    exerciseIds.filter((id) => id.startsWith('own-')),
    [],
  );
});

suite('refused, with the place, the value and what was expected', () => {
  const [first, cases] = ['exercises/0', 'exercises/0/cases.json'];
  const step = `${cases}/cases/0/steps/0`;
  /** @type {[string, unknown, RegExp][]} */
  const wrong = [
    [':format', 'other', /^format must be "poslab lesson", got "other"/],
    [':version', 2, /^version must be 1, got 2/],
    [':id', 'Week 3', /lesson: id must be a name of lower-case letters.* got "Week 3"/],
    [':colour', 'red', /lesson: "colour" is no field; there are format, version/],
    [':text', '<p onclick="x()">a</p>', /lesson: text has "<p onclick=.*no tag that may be there/],
    [':exercises', [], /exercises must be a list of 1 to 40, got \[\]/],
    [`${first}:solution.py`, undefined, /softmax-temperature: solution.py is missing/],
    [`${first}:check.js`, 'x', /"check.js" is no field/],
    [`${first}/exercise.json:level`, 4, /exercise.json: level must be 1, 2 or 3, got 4/],
    [`${first}/exercise.json:minutes`, '9', /minutes must be a whole number, 1 to 240, got "9"/],
    [`${first}/exercise.json:file`, '../x.py', /file must be the name of a Python file.*"..\/x.py"/],
    [`${first}/exercise.json:topic`, 'Cats', /topic must be one of Absolute.* got "Cats"/],
    [`${first}/exercise.json:prompt`, '<p>a', /prompt: <p> is not closed/],
    [`${first}/exercise.json:prompt`, 'a < b', /A sign of less-than is written &lt;/],
    [`${first}/exercise.json:explanation`, 5, /explanation must be/],
    [`${first}/exercise.json:explanation`, '<p>a', /explanation: <p> is not closed/],
    [`${first}/exercise.json:links`, [{href: 'https://a.example', text: 'x'}], /links\[0\] must be/],
    [`${first}/exercise.json:id`, {toString: 1}, /exercise.json: id must be a name.* got \{"toStr/],
    [`${first}/exercise.json:links`, [{href: {toString: 1}, text: 'x'}], /links\[0\] must be/],
    [`${first}/exercise.json:links`, [{href: ['4-rope.html'], text: 'x'}], /links\[0\] must be/],
    [`${first}:after.json`, {followUps: [{kind: {toString: 1}}, 1]}, /kind is \{"toString":1\}, not/],
    [`${first}:starter.py`, `a${'\u0301'.repeat(33)}`, /starter.py has more than 32 accents on one/],
    [`${cases}:cases`, [], /cases.json: cases must be a list of 1 to 30/],
    [`${cases}:tolerance`, {atol: 2, rtol: 0}, /tolerance must be .* got \{"atol":2,"rtol":0\}/],
    [`${step}:op`, 'run', /cases\[0\].steps\[0\] must be \{"op": "call" .* got "run"/],
    [`${step}:target`, 'os.system("x")', /target must name what is called/],
    [`${step}:get`, undefined, /cases\[0\]: one step must have "get": true/],
    [`${step}:args`, [[1, 2]], /args\[0\] must be a number.* got \[1,2\]. A list is written/],
    [`${step}:args`, [{let: 'x'}], /args\[0\].let must be a name of "let".*there are none.* got "x"/],
    [`${step}:args`, [{normal: ['n']}], /args\[0\].normal must be a shape/],
    [`${step}:args`, [{normal: [1000, 1000]}], /at most 100000 numbers, got \[1000,1000\], up to 1000000/],
    [`${step}:args`, [{int: [3, 2]}], /args\[0\].int must be \[lowest, highest\]/],
    [`${step}:args`, [{tensor: {shape: [2], dtype: 'float32', data: [1]}}], /data must have 2 numbers, as its shape says, got 1/],
    [`${step}:wants`, 'anything', /wants must be one of tensors, lists, numbers/],
    [`${first}:mistakes.py`, 'x = 1', /must have parts that begin with "# ==== name"/],
    [`${first}:mistakes.py`, '# ==== a\n# Bad.\n# change: q -> r', /"a" must have changes of what the solution has; it has no "q"/],
    [`${first}:laws.py`, '# ==== a\n# A law.\nx = 1', /laws.py: "a" must have def holds/],
  ]; // biome-ignore format: a table
  for (const [place, value, message] of wrong) {
    test(`${place} = ${JSON.stringify(value)?.slice(0, 50)}`, () => {
      assert.match(lessonProblems(changed(place, value)).join('\n'), message);
    });
  }

  test('more than a page can hold is refused, however it is written', () => {
    const deep = lessonProblems({...JSON.parse(TEXT), title: JSON.parse('['.repeat(9e4) + ']'.repeat(9e4))}); // biome-ignore format: one thought
    assert.match(deep.join('\n'), /title must be a text .* got lists in lists that are too many/);
    const all = (/** @type {any} */ item) =>
      casesProblems({cases: [{...CASE, ...item}]}, 'cases.json').join('\n');
    const call = (/** @type {any[]} */ ...args) => ({...CASE.steps[0], args});
    const large = {normal: [100_000]};
    assert.equal(all({steps: [call(...Array(20).fill(large))]}), '');
    const most =
      /all calls together may be given at most 2000000 numbers and letters, got 2100000\./;
    assert.match(all({steps: [call(...Array(21).fill(large))]}), most);
    const named = {let: {n: {int: [1, 100_000]}, x: {normal: ['n']}}};
    assert.match(all({...named, steps: Array(20).fill(call({let: 'x'}))}), /got 2100001/);
    assert.match(
      all({steps: [call({list: Array(150).fill({list: [large, 'x']})})]}),
      /got 15000301/,
    );
    const pick = {pick: [1, 'x'.repeat(9000)]};
    assert.match(all({let: {t: pick}, steps: Array(20).fill(call(...Array(200).fill({let: 't'})))}), /got 36009000/); // biome-ignore format: one thought
    const parts = {ints: [0, 9, [300, 300]], tensor: 0};
    assert.match(all({steps: [call(...Array(23).fill({ints: parts.ints}))]}), /got 2070000/);
  });

  test('what need not be there may be missing', () => {
    for (const name of ['topic', 'source', 'hints', 'explanation', 'links'])
      assert.deepEqual(lessonProblems(changed(`${first}/exercise.json:${name}`, undefined)), []);
  });

  test('two exercises of one name, hidden cases alone, text that is no JSON, and too much of it', () => {
    const lesson = JSON.parse(TEXT);
    lesson.exercises.push(lesson.exercises[0]);
    assert.match(lessonProblems(lesson).join('\n'), /got "softmax-temperature" twice/);
    const titles = ['a', 'b', 'c', 'b', 'a'].map((title) => ({...CASE, title}));
    assert.match(casesProblems({cases: titles}, 'cases.json').join('\n'), /title must be there once, got "b" twice/); // biome-ignore format: one thought
    const hidden = {cases: [{...CASE, isHidden: true}]};
    assert.match(casesProblems(hidden, 'cases.json').join('\n'), /one case must not be hidden/);
    assert.throws(() => readLesson('{'), /lesson is no JSON/);
    assert.throws(() => readLesson(' '.repeat(MOST.bytes + 1)), /at most 2000000 characters/);
  });
});

test('what is right is what the solution gives, after it has run', async () => {
  const lesson = readLesson(TEXT);
  const exercise = exerciseOfLesson(lesson, lesson.exercises[0]);
  const cases = exercise.check.cases(new CaseRandom(1n));
  const tensor = {kind: 'tensor', dtype: 'float64', shape: [1], data: Float64Array.of(0.5)};
  const results = cases.flatMap(({steps}) => steps.filter(({get}) => get).map(() => tensor));
  const run = /** @type {any} */ ({type: 'done', error: null, results});
  const runCode = async () => run;
  const check = await exercise.checkOf?.({cases, run, runCode});
  const [truth] = check?.truth(/** @type {any} */ (null), cases[0]) ?? [];
  assert.deepEqual(Array.from(truth.data), [0.5]);
});

test('a folder is joined to the file, and says which of its files is missing or no JSON', async () => {
  const [exercise] = JSON.parse(TEXT).exercises;
  const folder = new Map([
    ['lesson.json', JSON.stringify({...JSON.parse(TEXT), exercises: ['softmax-temperature']})],
    ...Object.entries(exercise).map(
      ([name, file]) =>
        /** @type {[string, string]} */ ([
          `softmax-temperature/${name}`,
          typeof file === 'string' ? file : JSON.stringify(file),
        ]),
    ),
  ]);
  const join = () => joinFolder(async (name) => folder.get(name) ?? null);
  assert.deepEqual(JSON.parse(await join()), JSON.parse(TEXT));
  folder.set('softmax-temperature/cases.json', '{');
  await assert.rejects(join(), /softmax-temperature\/cases.json is no JSON/);
  folder.delete('softmax-temperature/starter.py');
  await assert.rejects(join(), /softmax-temperature\/starter.py is missing/);
  folder.delete('lesson.json');
  await assert.rejects(join(), /must have a file lesson.json/);
});

/** Every place of a value of JSON, as the keys that lead there. @param {any} value @returns {string[][]} */
const placesOf = (value) =>
  value && typeof value === 'object'
    ? [[], ...Object.keys(value).flatMap((key) => placesOf(value[key]).map((way) => [key, ...way]))]
    : [[]];

/** @param {any} value @param {string[]} way @param {unknown} put @returns {any} */
function withPut(value, [key, ...way], put) {
  if (key === undefined) return put;
  const copy = Array.isArray(value) ? [...value] : {...value};
  copy[key] = withPut(copy[key], way, put);
  return copy;
}

suite('whatever is in the file', () => {
  const PLACES = placesOf(JSON.parse(TEXT));

  test('the validator says what is wrong in sentences, and does not throw', () => {
    fc.assert(
      fc.property(fc.jsonValue({maxDepth: 6}), (value) => {
        const problems = lessonProblems(value);
        assert.ok(problems.length > 0 && problems.every((one) => /\S{2,} .*\.$/s.test(one)));
        assert.throws(() => readLesson(JSON.stringify(value)), LessonError);
      }),
      RUNS,
    );
  });

  test('a lesson with anything in any place is refused, or its cases can be made and its HTML shown', () => {
    let nPassed = 0;
    const put = fc.oneof(
      fc.jsonValue({maxDepth: 3}),
      fc.constantFrom(0, -1, 1e9, '', 'n', [], {}, ['n', 3], {int: [0, 3]}, {let: 'n'}, {list: []}),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...PLACES),
        put,
        fc.bigInt({min: 0n, max: 99n}),
        (way, value, seed) => {
          const lesson = withPut(JSON.parse(TEXT), way, value);
          const problems = lessonProblems(lesson);
          if (problems.length > 0) return;
          nPassed++;
          for (const files of lesson.exercises) {
            const cases = makeCases(files['cases.json'], new CaseRandom(seed));
            for (const {steps} of cases) JSON.stringify(steps);
          }
        },
      ),
      RUNS,
    );
    assert.ok(nPassed > 20, `${nPassed} lessons were opened`);
  });

  test('HTML that may be shown has no tag, attribute or script but those that are named', () => {
    let nPassed = 0;
    const pieces = ['<p>', '</p>', '<b>', '</b>', '<br>', '<', '>', '<!--', '-->', '<script>', '"', "'", '&lt;', 'a', ' ', '<a href="https://a.example">', '</a>', '<a href="javascript:x">', '<p onclick=x>', '<svg/onload=x>', '<br/>', '<P>', '</p ', '\u0000', '<pre>', '</pre>', '<table>', '</table>', '<td>', '</td>']; // biome-ignore format: a list
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), {minLength: 1, maxLength: 12}), (parts) => {
        const text = parts.join('');
        if (htmlProblems('text', text, 1000).length > 0) return;
        nPassed++;
        for (const node of nodesBelow(parseHtml(text))) {
          assert.ok(!('data' in node), `a comment in ${text}`);
          if (!isElement(node)) continue;
          const {tagName, attrs} = /** @type {any} */ (node);
          assert.match(tagName, /^(p|b|br|a|pre|table|tbody|tr|td)$/, text);
          for (const {name, value} of attrs) {
            assert.equal(`${tagName} ${name}`, 'a href', text);
            assert.match(value, /^https:/, text);
          }
        }
      }),
      {numRuns: 20_000, seed: 42},
    );
    assert.ok(nPassed > 200, `${nPassed} texts were let pass`);
  });
});

test('what is drawn agrees within a case, and differs from check to check', () => {
  const file = {
    cases: [
      {
        title: 'rows',
        let: {n: {int: [2, 9]}, x: {normal: ['n', 3]}},
        steps: [{op: 'call', target: 'f', args: [{let: 'x'}, {let: 'n'}, {list: [{let: 'n'}, 1]}], get: true}], // biome-ignore format: a record
      },
    ],
  };
  assert.deepEqual(casesProblems(file, path.relative(WEB, 'cases.json')), []);
  const sizes = new Set();
  for (let seed = 0n; seed < 20n; seed++) {
    const [{steps}] = makeCases(file, new CaseRandom(seed));
    const [x, n, list] = steps[0].args;
    assert.deepEqual(x.tensor.shape, [n, 3]);
    assert.equal(x.tensor.data.length, 3 * n);
    assert.deepEqual(list, {list: [n, 1]});
    sizes.add(n);
  }
  assert.ok(sizes.size > 3, `${[...sizes]}`);
});

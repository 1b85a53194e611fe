import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {grade} from '../../../web/exercises/grading/grader.js';
import {loadCore} from '../../support/core.js';

/** @import {Case, Check, Verdict} from '../../../web/exercises/grading/grader.js' */

const core = await loadCore();
const step = {op: 'call', target: 'f', get: true};
/** @type {Case[]} */
const CASES = [
  {title: 'small', steps: [step], k: 1},
  {title: 'large', isHidden: true, steps: [step], k: 3},
];

/** f(k) = [[k, 2k], [3k, 4k]]. @param {number} k @param {(v: number, at: number) => number} [change] */
const table = (k, change = (v) => v) => ({
  data: Float32Array.from([k, 2 * k, 3 * k, 4 * k], change),
  shape: [2, 2],
});

/** @type {Check} */
const check = {
  cases: () => CASES,
  truth: (_, {k}) => [table(k)],
  mistakes: [
    {id: 'never-distinct', sentence: 'It says nothing of any case.', truth: () => null},
    {id: 'negative', sentence: 'The sign is wrong.', truth: (_, {k}) => [table(-k)]},
    {
      id: 'large-only',
      sentence: 'Right while k is 1.',
      isPartial: true,
      truth: (_, {k}) => [table(1, (v) => v * k * k)],
    },
    {id: 'huge', sentence: 'Far too large.', matches: ([{data}]) => data[0] > 1e6},
  ],
  laws: [
    {
      id: 'sum',
      sentence: 'The corners add up to five times the first.',
      holds: ([{data}]) => Math.abs(data[0] * 5 - data[0] - data[3]) < 1e-3 || 'the last corner',
    },
  ],
};

/** @param {(k: number) => any} f what the learner's function gives */
function verdictOf(f, options = {}) {
  const results = CASES.map(({k}) => {
    const value = f(k);
    return 'kind' in value ? value : {kind: 'tensor', dtype: 'float32', name: 'f', ...value};
  });
  return grade({
    core,
    check,
    cases: CASES,
    run: /** @type {any} */ ({type: 'done', error: null, results, ...options}),
  });
}

suite('numbers', () => {
  test('the truth passes, and so does what is within the tolerance', () => {
    assert.equal(verdictOf(table).status, 'pass');
    assert.equal(verdictOf((k) => table(k, (v) => v * (1 + 9e-6))).status, 'pass');
    assert.notEqual(verdictOf((k) => table(k, (v) => v * (1 + 1e-4))).status, 'pass');
  });

  test('the first difference is named with both numbers, and the map has all', () => {
    const verdict = verdictOf((k) => table(k, (v, at) => (at >= 2 ? v + 1 : v)));
    assert.equal(verdict.status, 'fail');
    assert.equal(verdict.at, 'small');
    assert.deepEqual(verdict.difference, {index: [1, 0], got: 4, want: 3, output: 0});
    assert.match(verdict.sentence, /at \[1, 0\]: 4 instead of 3/);
    assert.deepEqual([...(verdict.map?.data ?? [])], [0, 0, 1, 1]);
    assert.deepEqual(
      verdict.cases?.map(({ok}) => ok),
      [false, false],
    );
  });

  test('NaN is never right, and infinity only where it is expected', () => {
    assert.equal(verdictOf((k) => table(k, () => Number.NaN)).status, 'fail');
    assert.equal(verdictOf((k) => table(k, () => Infinity)).status, 'fail');
    const masked = {...check, truth: () => [{data: Float32Array.of(-Infinity), shape: [1]}]};
    const run = (/** @type {number} */ value) =>
      grade({
        core,
        check: {...masked, mistakes: [], laws: []},
        cases: [CASES[0]],
        run: /** @type {any} */ ({
          type: 'done',
          error: null,
          results: [{kind: 'tensor', shape: [1], dtype: 'float32', data: Float32Array.of(value)}],
        }),
      }).status;
    assert.deepEqual([-Infinity, Infinity, -1e30, Number.NaN].map(run), [
      'pass',
      'fail',
      'fail',
      'fail',
    ]);
  });
});

test('a truth of nan is met by nan alone', () => {
  const status = (/** @type {number} */ value) =>
    grade({
      core,
      check: {
        ...check,
        mistakes: [],
        laws: [],
        truth: () => [{data: [Number.NaN, 1], shape: [2]}],
      },
      cases: [CASES[0]],
      run: /** @type {any} */ ({
        type: 'done',
        error: null,
        results: [
          {
            kind: 'tensor',
            shape: [2],
            dtype: 'float32',
            data: Float32Array.of(value, 1),
            type: 'T',
          },
        ],
      }),
    }).status;
  assert.deepEqual([Number.NaN, 0, Infinity].map(status), ['pass', 'fail', 'fail']);
});

suite('what a check says in its own way', () => {
  const gives = (/** @type {number} */ value) => ({
    kind: 'tensor',
    dtype: 'float32',
    shape: [1],
    data: Float32Array.of(value),
  });
  /** @param {number[]} values @param {Partial<Check>} changes @param {Partial<Case>[]} [cases] */
  const judged = (values, changes, cases = [{}, {}]) =>
    grade({
      core,
      check: {...check, truth: () => [{data: [1], shape: [1]}], mistakes: [], laws: [], ...changes},
      cases: CASES.map((item, k) => ({...item, ...cases[k]})),
      run: /** @type {any} */ ({type: 'done', error: null, results: values.map(gives)}),
    });

  test('a case of which a mistake says nothing neither shows it nor hides it', () => {
    /** @type {Check['mistakes']} */
    const mistakes = [
      {id: 'three', sentence: '3.', matches: ([{data}], {k}) => (k === 1 ? data[0] === 3 : null)},
    ];
    assert.equal(judged([3, 2], {mistakes}).mistake?.id, 'three');
    assert.equal(judged([2, 3], {mistakes}).mistake, undefined);
    assert.equal(judged([1, 3], {mistakes}).mistake, undefined);
  });

  test('a mistake that differs from the truth in no case that fails is not named', () => {
    /** @type {Check['mistakes']} */
    const mistakes = [
      {id: 'one', sentence: '1.', truth: (_, {k}) => (k === 1 ? [{data: [1], shape: [1]}] : null)},
    ];
    assert.equal(judged([1, 3], {mistakes}).mistake, undefined);
  });

  test('a mistake that cannot look at the outputs is not named', () => {
    /** @type {Check['mistakes']} */
    const mistakes = [
      {
        id: 'throws',
        sentence: '3.',
        matches: () => {
          throw new Error('no such row');
        },
      },
    ];
    assert.equal(judged([3, 3], {mistakes}).mistake, undefined);
  });

  test('hidden cases are marked as such', () => {
    assert.deepEqual(
      judged([1, 1], {}).cases?.map(({isHidden}) => isHidden),
      [false, true],
    );
  });

  test('a case may describe what is wrong instead of a number and its index', () => {
    const {sentence, map} = judged([2, 1], {}, [{describe: ([{data}]) => `Two is ${data[0]}.`}]);
    assert.equal(sentence, 'Two is 2.');
    assert.equal(map, undefined);
  });
});

suite('shapes', () => {
  const shaped = (/** @type {number[]} */ shape) =>
    verdictOf(() => ({shape, data: new Float32Array(shape.reduce((a, b) => a * b, 1))})).sentence;

  test('are wrong in words', () => {
    assert.match(shaped([4]), /The shape is \(4,\), expected is \(2, 2\): 1 axis instead of 2/);
    assert.match(shaped([1, 2, 2]), /an axis of one is too many or missing/);
    assert.match(shaped([2, 3]), /axis 1 has 3 instead of 2/);
  });

  test('in another order say so', () => {
    const wide = {
      ...check,
      mistakes: [],
      laws: [],
      truth: () => [{data: new Float32Array(6), shape: [2, 3]}],
    };
    const {sentence} = grade({
      core,
      check: wide,
      cases: [CASES[0]],
      run: /** @type {any} */ ({
        type: 'done',
        error: null,
        results: [{kind: 'tensor', shape: [3, 2], dtype: 'float32', data: new Float32Array(6)}],
      }),
    });
    assert.match(sentence, /the axes are in another order/);
  });

  test('complex numbers say how they become real', () => {
    const data = new Float32Array(8);
    const {sentence} = verdictOf(() => ({shape: [2, 2], dtype: 'complex64', data}));
    assert.match(sentence, /^Complex numbers came back; .*torch\.view_as_real/);
  });

  test('no output, or more than a stack would give, is no matter of torch.stack', () => {
    const none = verdictOf(() => ({kind: 'tuple', items: []})).sentence;
    assert.equal(none, 'One tensor is expected, 0 came back.');
    const rows = (/** @type {number} */ k) => ({
      kind: 'list',
      items: Array(3).fill({kind: 'tensor', dtype: 'float32', type: 'Tensor', ...table(k)}),
    });
    assert.match(verdictOf(rows).sentence, /torch\.stack/);
  });

  test('too many outputs are counted', () => {
    const two = (/** @type {number} */ k) => ({
      kind: 'tuple',
      items: [
        {kind: 'tensor', dtype: 'float32', ...table(k)},
        {kind: 'number', value: 1},
      ],
    });
    assert.match(verdictOf(two).sentence, /One tensor is expected, 2 came back/);
  });
});

suite('several outputs', () => {
  const pair = {
    ...check,
    mistakes: [],
    laws: [],
    truth: () => [table(1), {...table(2), dtype: 'int64'}],
  };
  const steps = [
    {op: 'call', target: 'pair', args: [1, 'x'], get: true},
    {op: 'call', target: 'other', args: [{list: []}], get: true},
  ];
  const tensor = (/** @type {number} */ k, dtype = 'int64') => ({
    kind: 'tensor',
    dtype,
    ...table(k),
  });
  const graded = (/** @type {any[]} */ results, /** @type {any[]} */ asked) =>
    grade({
      core,
      check: pair,
      cases: [{title: 'two', steps: asked}],
      run: /** @type {any} */ ({type: 'done', error: null, results}),
    }).sentence;
  const tuple = (/** @type {any[]} */ ...items) => [{kind: 'tuple', items}];

  test('of one call in the wrong order say so', () => {
    assert.equal(
      graded(tuple(tensor(2), tensor(1)), [steps[0]]),
      'Outputs 1 and 2 are right, but have changed places.',
    );
    assert.match(
      graded([tensor(2), tensor(1)], steps),
      /^Every number is 2 times.*in pair\(1, "x"\),/,
    );
  });

  test('of which one has the numbers of the other say so, if all numbers are varied', () => {
    assert.match(
      graded(tuple(tensor(1), tensor(1)), [steps[0]]),
      /^Output 2 has what belongs to output 1\. The first difference, in output 2,/,
    );
    const zeros = {kind: 'tensor', dtype: 'int64', data: new Float32Array(4), shape: [2, 2]};
    const plain = {...pair, truth: () => [zeros, table(2)]};
    const {sentence} = grade({
      core,
      check: plain,
      cases: [{title: 'zeros', steps: [steps[0]]}],
      run: /** @type {any} */ ({type: 'done', error: null, results: tuple(zeros, zeros)}),
    });
    assert.match(sentence, /^Every number is 0\./);
  });

  test('have changed places only where each is the other', () => {
    const half = graded(tuple(tensor(2), tensor(5)), [steps[0]]);
    assert.doesNotMatch(half, /changed places/);
    const later = {...pair, truth: () => [table(1), table(2), table(1)]};
    const results = tuple(tensor(2), tensor(7), tensor(1));
    const {sentence} = grade({
      core,
      check: later,
      cases: [{title: 'three', steps: [steps[0]]}],
      run: /** @type {any} */ ({type: 'done', error: null, results}),
    });
    assert.doesNotMatch(sentence, /changed places/);
  });

  test('of which two are the same have not changed places', () => {
    const three = {...pair, truth: () => [table(1), table(1), table(2)]};
    const {sentence} = grade({
      core,
      check: three,
      cases: [{title: 'three', steps: [steps[0]]}],
      run: /** @type {any} */ ({
        type: 'done',
        error: null,
        results: tuple(tensor(1, 'float32'), tensor(1, 'float32'), tensor(3, 'float32')),
      }),
    });
    assert.doesNotMatch(sentence, /changed places/);
  });

  test('are spoken of by their calls', () => {
    assert.match(graded([tensor(1), tensor(3)], steps), /in other, at \[0, 0\]: 3 instead of 2/);
    assert.match(graded([tensor(1), {kind: 'none'}], steps), /^other: None was returned/);
    assert.match(graded([tensor(1)], steps), /2 tensors are expected, 1 came back: 1 of pair/);
  });

  test('of another type are right but for that', () => {
    assert.equal(graded([tensor(1), tensor(2)], steps), 'All cases and all laws hold.');
    assert.equal(
      graded([tensor(1), tensor(2, 'float32')], steps),
      'The numbers of other are right, but they are float32; int64 is expected.',
    );
  });

  test('that are not written yet, or missing, are named', () => {
    const error = (/** @type {string} */ type, /** @type {string} */ message) => ({
      kind: 'error',
      type,
      message,
      traceback: '',
      line: null,
    });
    const unwritten = {...error('NotImplementedError', ''), isOwn: true};
    assert.equal(graded([unwritten], steps), 'Not written yet: pair.');
    assert.equal(
      graded([tensor(1), unwritten], steps),
      'Right so far: pair. Not written yet: other.',
    );
    assert.match(
      graded([tensor(5), unwritten], steps),
      /^Every number is 5 .* Not written yet: other/,
    );
    assert.match(
      graded([error('NameError', "name 'pair' is not defined")], steps),
      /^Your file has no pair/,
    );
    const made = {op: 'call', target: 'Pair', as: 'pair'};
    const used = {op: 'eval', expression: 'measure(Pair(2))'};
    for (const first of [made, used])
      assert.match(
        graded([error('NameError', "name 'Pair' is not defined")], [first, ...steps]),
        /^Your file has no Pair;/,
      );
    const other = error('NameError', "name 'Pai' is not defined");
    assert.equal(graded([other], [made, ...steps]), "name 'Pai' is not defined");
    const inside = {...error('NameError', "name 'pair' is not defined"), line: 3};
    assert.equal(graded([inside], steps), "name 'pair' is not defined");
    const define = {op: 'define', code: ''};
    assert.equal(graded([unwritten], [define, ...steps]), 'Not written yet.');
    assert.equal(graded([], steps), 'Nothing came back.');
  });
});

suite('a function that writes into what it is given', () => {
  const right = CASES.map(({k}) => ({kind: 'tensor', dtype: 'float32', ...table(k)}));
  const run = (/** @type {any[]} */ results, /** @type {number[]} */ changed) =>
    grade({
      core,
      check,
      cases: CASES,
      run: /** @type {any} */ ({type: 'done', error: null, results, changed}),
    });

  test('is partly right, in the case where it does', () => {
    assert.equal(run(right, []).status, 'pass');
    const {status, at, sentence} = run(right, [1]);
    assert.deepEqual([status, at], ['partial', 'large']);
    assert.match(sentence, /^The numbers are right, but f writes into what it is given/);
  });

  test('is said to, beside what else is wrong', () => {
    assert.match(run([right[0], right[0]], [0]).sentence, / And f writes into what it is given/);
  });
});

test('what uses what the task says to do without is partly right, in the words of the check', () => {
  const results = CASES.map(({k}) => ({kind: 'tensor', dtype: 'float32', ...table(k)}));
  const forbidden = [{used: 'autograd', by: ['f'], words: 'autograd'}];
  const judged = (/** @type {any} */ used) =>
    grade({
      core,
      check: {...check, forbidden},
      cases: CASES,
      run: /** @type {any} */ ({type: 'done', error: null, results, changed: [], used}),
    });
  const {status, at, sentence} = judged([[1, 'autograd']]);
  assert.deepEqual([status, at], ['partial', 'large']);
  assert.match(sentence, /^The numbers are right, but f uses autograd, which the task says/);
  assert.equal(judged([[1, 'optimizer']]).status, 'pass');
  assert.equal(judged([[7, 'autograd']]).status, 'pass');
});

suite('mistakes and laws', () => {
  test('a mistake is named where it gives the same numbers in every case', () => {
    const verdict = verdictOf((k) => table(-k));
    assert.equal(verdict.mistake?.id, 'negative');
    assert.equal(verdict.sentence, 'The sign is wrong.');
    assert.equal(verdict.status, 'fail');
  });

  test('and not where it does so in one of two', () => {
    assert.equal(verdictOf((k) => table(k === 1 ? -1 : 3)).mistake, undefined);
  });

  test('a right answer to an easier question is partly right', () => {
    const verdict = verdictOf((k) => table(1, (v) => v * k * k));
    assert.equal(verdict.status, 'partial');
    assert.equal(verdict.at, 'large');
  });

  test('a mistake may be known by a look at the outputs', () => {
    assert.equal(verdictOf((k) => table(k, (v) => v * 1e7)).mistake?.id, 'huge');
  });

  test('a broken law says where', () => {
    const verdict = verdictOf((k) => table(k, (v, at) => (at === 3 ? v + 1 : v)));
    assert.equal(verdict.law?.id, 'sum');
    assert.equal(verdict.law?.at, 'small, the last corner');
  });

  test('a law that fails where the numbers are near enough still fails the exercise', () => {
    const strict = {...check, laws: [{id: 'x', sentence: 'Never.', holds: () => 'anywhere'}]};
    const results = CASES.map(({k}) => ({kind: 'tensor', dtype: 'float32', ...table(k)}));
    const verdict = grade({
      core,
      check: strict,
      cases: CASES,
      run: /** @type {any} */ ({type: 'done', error: null, results}),
    });
    assert.equal(verdict.status, 'fail');
    assert.equal(verdict.sentence, 'Never. Not here: small, anywhere.');
  });
});

suite('runs that gave no numbers', () => {
  const run = (/** @type {any} */ how) => grade({core, check, cases: CASES, run: how});

  test('stopped, out of time, dead', () => {
    assert.deepEqual(run({type: 'stopped'}), {status: 'error', sentence: 'Stopped.'});
    assert.match(run({type: 'timeout', limitMs: 5000}).sentence, /not ended after 5 s/);
    assert.match(run({type: 'died', message: ''}).sentence, /starts again by itself/);
  });

  test('an exception shows its own sentence, its traceback and its line', () => {
    const variables = [['q', 'Tensor (2, 3), torch.float32']];
    const error = {
      type: 'NameError',
      message: "name 'x'",
      traceback: 'Traceback …',
      line: 4,
      variables,
    };
    const verdict = run({type: 'done', error, results: []});
    assert.deepEqual(verdict.variables, variables);
    assert.equal(verdict.status, 'error');
    assert.deepEqual(
      [verdict.sentence, verdict.traceback, verdict.line],
      ["name 'x'", 'Traceback …', 4],
    );
  });

  test('the starter is not an error', () => {
    const error = {
      type: 'NotImplementedError',
      message: '',
      traceback: '',
      line: 4,
      isOwn: true,
    };
    assert.deepEqual(
      [
        run({type: 'done', error, results: []}).status,
        run({type: 'done', error, results: []}).sentence,
      ],
      ['fail', 'Not written yet.'],
    );
  });

  test('what the lab lacks is reported in its own words, with its line, and not as a starter', () => {
    const message = "NotImplementedError: weight= is not part of this lab's torch";
    const error = {type: 'NotImplementedError', message, traceback: 'T', line: 4, isOwn: false};
    const whole = run({type: 'done', error, results: []});
    assert.deepEqual([whole.status, whole.sentence, whole.line], ['error', message, 4]);
    const one = verdictOf(() => ({kind: 'error', ...error}));
    assert.deepEqual([one.status, one.sentence, one.traceback], ['error', message, 'T']);
  });

  test('an exception in one case names the case', () => {
    const verdict = verdictOf(() => ({
      kind: 'error',
      type: 'ValueError',
      message: 'odd',
      traceback: '',
      line: 2,
    }));
    assert.deepEqual([verdict.status, verdict.at, verdict.line], ['error', 'small', 2]);
  });
});

suite('a forged answer', () => {
  /** @param {any} results @returns {Verdict} */
  const forged = (results) =>
    grade({
      core,
      check,
      cases: CASES,
      run: /** @type {any} */ ({type: 'done', error: null, results}),
    });

  test('passes by no shortcut', () => {
    for (const results of [
      [],
      [{kind: 'none'}, {kind: 'none'}],
      [
        {kind: 'tuple', items: []},
        {kind: 'tuple', items: []},
      ],
      [{kind: 'text', value: 'pass'}],
      [{kind: 'dict', items: [['status', {kind: 'text', value: 'pass'}]]}],
      new Array(100).fill({kind: 'number', value: 1}),
    ]) {
      assert.notEqual(forged(results).status, 'pass', JSON.stringify(results).slice(0, 80));
    }
  });

  test('with the right numbers for one case alone does not pass', () => {
    const right = {kind: 'tensor', dtype: 'float32', ...table(1)};
    assert.notEqual(forged([right, right]).status, 'pass');
    assert.notEqual(forged([right]).status, 'pass');
  });
});

suite('what more than one number says', () => {
  const item = (/** @type {string} */ title, /** @type {any} */ own) => ({
    title,
    steps: [step, {...step, target: 'g'}],
    ...own,
  });
  /** @param {Case[]} cases @param {(item: any) => number[][]} answersOf */
  const sentenceOf = (cases, answersOf) =>
    grade({
      core,
      cases,
      check: {
        cases: () => cases,
        truth: (_, {want}) =>
          want.map((/** @type {number[]} */ data) => ({
            data: Float64Array.from(data),
            shape: data.length > 1 ? [data.length] : [],
          })),
      },
      run: /** @type {any} */ ({
        type: 'done',
        error: null,
        results: cases.flatMap((one) =>
          answersOf(one).map((data) => ({
            kind: 'tensor',
            dtype: 'float32',
            name: 'f',
            data: Float64Array.from(data),
            shape: data.length > 1 ? [data.length] : [],
          })),
        ),
      }),
    }).sentence;

  test('which of the calls is wrong', () => {
    const cases = [item('one', {want: [[1.5, 2.25], [4.75]]})];
    assert.match(
      sentenceOf(cases, () => [[1.5, 2.25], [6.1]]),
      /^Of what came back, g\(\) is wrong; f\(\) is right\. The first difference, in g\(\): 6\.1/,
    );
  });

  test('what all cases have in common, and what another shows', () => {
    const cases = [1, 2, 3].map((k) => item(`case ${k}`, {want: [[1, k], [1.37 * k * k]]}));
    assert.match(
      sentenceOf(cases, ({want}) => [want[0], [want[1][0] / Math.LN2]]),
      /In all cases that are wrong: Every number is 1\.4427 times what it should be \(1 \/ ln 2/,
    );
    const more = [item('two', {want: [[1, 2], [3]]}), item('four', {want: [[1, 2, 3, 5], [3]]})];
    assert.match(
      sentenceOf(more, ({want}) => [want[0].map((/** @type {number} */ v) => 3 * v), want[1]]),
      /In the case “four”: Every number is 3 times/,
    );
  });
});

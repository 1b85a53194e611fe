import assert from 'node:assert/strict';
import test from 'node:test';

import {requireTensor} from '../../../web/core/check.js';
import {CoreError, loadCore as loadFrom, simdSupported} from '../../../web/core/core.js';
import {alibiBias, methods, sinusoidal} from '../../../web/core/pe.js';
import {coreBytes, loadBothCores} from '../../support/core.js';

const cores = await loadBothCores();
const [, core] = cores[0];

for (const [build, each] of cores) {
  test(`${build}: needs nothing from its page`, () => {
    const module = new WebAssembly.Module(coreBytes(/** @type {any} */ (build)));
    assert.deepEqual(WebAssembly.Module.imports(module), []);
  });

  test(`${build}: describes itself in JSON, with every status and method`, () => {
    const {maxElements, statuses, enums} = each.describe;
    assert.equal(maxElements, 2 ** 28);
    assert.deepEqual(statuses.slice(0, 2), ['ok', 'bad shape']);
    assert.equal(new Set(statuses).size, statuses.length);
    assert.deepEqual(enums.ropeLayout, ['half', 'interleaved']);
    assert.deepEqual(enums.alibiMask, ['none', 'causal']);
    assert.equal(enums.sinusoidalLayout.length, 3);
    const table = methods(each);
    assert.deepEqual(
      table.map(({id, name, actsOn}) => `${id} ${name} ${actsOn}`),
      [
        '0 none nowhere',
        '1 sinusoidal input',
        '2 learned input',
        '3 rope-half qk',
        '4 rope-interleaved qk',
        '5 alibi logits',
        '6 clipped-bias logits',
        '7 t5 logits',
        '8 shaw-keys logits',
        '9 shaw-values output',
        '10 kerple-log logits',
        '11 kerple-power logits',
        '12 fire logits',
        '13 cope logits',
        '14 log-n qk',
        '15 multiplicative input',
        '16 floater-recurrent input',
        '17 floater input',
        '18 transformer-xl logits',
        '19 deberta logits',
        '20 xpos qk',
        '21 temperature qk',
        '22 fox logits',
        '23 pope logits',
        '24 sink weights',
        '25 stick-breaking weights',
        '26 rope-values values',
        '27 mla-rope kv',
        '28 mla-nope kv',
        '29 path logits',
        '30 rope-mixed qk',
      ],
    );
    for (const method of table) {
      for (const text of [method.learns, method.paper]) assert.ok(text.length > 0);
    }
  });

  test(`${build}: lent memory is aligned, apart, and grows past the first page`, () => {
    each.scratch((mem) => {
      const blocks = [
        mem.f32(3),
        mem.f64(1),
        mem.u8(1),
        mem.i32(5),
        mem.f32(3_000_000),
        mem.f32(1),
      ];
      for (const [k, block] of blocks.entries()) {
        assert.equal(block.ptr % 16, 0);
        block.view().fill(k + 1);
      }
      for (const [k, block] of blocks.entries()) {
        assert.ok(
          block.copy().every((v) => v === k + 1),
          `block ${k}`,
        );
      }
    });
  });

  test(`${build}: takes all memory back, also when the borrower throws`, () => {
    const place = () => each.scratch((mem) => mem.f32(4).ptr);
    const before = place();
    assert.throws(
      () =>
        each.scratch((mem) => {
          mem.f32(100_000);
          throw new Error('on the way');
        }),
      /on the way/,
    );
    each.scratch((mem) => each.scratch(() => mem.f32(10)));
    assert.equal(place(), before);
  });
}

test('more memory than there can be is refused in words, and the core lives on', () => {
  assert.throws(() => core.scratch((mem) => mem.f32(2 ** 29)), {status: 'no memory'});
  assert.throws(() => core.scratch((mem) => mem.f64(2 ** 28 - 1) && mem.f64(2 ** 28 - 1)), {
    name: 'CoreError',
  });
  assert.equal(sinusoidal(core, {nPos: 1, dModel: 2}).data[1], 1);
});

test('an error of C shows the call and the status in words', () => {
  assert.throws(
    () => core.call('pe_alibi_slopes', 0, 0, 0),
    (error) => {
      assert.ok(error instanceof CoreError);
      assert.equal(error.message, 'pe_alibi_slopes(0, 0, 0): bad shape');
      return true;
    },
  );
  assert.throws(() => core.call('no_such_function'), {message: /no function no_such_function/});
});

test('sizes whose product is too large are refused with all of them', () => {
  assert.throws(() => alibiBias(core, {nHeads: 8, nQuery: 65536, nKey: 65536}), {
    name: 'RangeError',
    message:
      'nHeads x nQuery x nKey must be at most 268435456 elements, got 8 x 65536 x 65536 = 34359738368.',
  });
});

test('a tensor is refused by name when it is none, has another rank, or data of another length', () => {
  const wrong = [
    [undefined, 'TypeError', /^x must be a tensor \{data, shape: \[n, 2\]\}, got undefined/],
    [{data: [1, 2]}, 'TypeError', /^x must be a tensor/],
    [{data: [1, 2], shape: [2]}, 'RangeError', /^x must be .* got shape \[2\]/],
    [{data: [1, 2, 3], shape: [1, 3]}, 'RangeError', /^x must be .* got shape \[1, 3\]/],
    [{data: [1, 2, 3], shape: [2, 2]}, 'RangeError', /^x\.data must have 4 elements, got 3/],
    [{data: [], shape: [0, 2]}, 'RangeError', /^x\.shape\[0\] must be an integer >= 1, got 0/],
  ];
  for (const [tensor, name, message] of wrong) {
    assert.throws(() => requireTensor(core, 'x', /** @type {any} */ (tensor), ['n', 2]), {
      name: /** @type {string} */ (name),
      message: /** @type {RegExp} */ (message),
    });
  }
});

test('a core loads from bytes, from a compiled module and from a response', async () => {
  const bytes = coreBytes('release');
  for (const source of [bytes, new WebAssembly.Module(bytes), new Response(bytes)]) {
    assert.equal((await loadFrom(source)).describe.statuses[0], 'ok');
  }
  await assert.rejects(loadFrom(new Response('no', {status: 404})), /404/);
});

test('this engine has SIMD', () => {
  assert.equal(simdSupported(), true);
});

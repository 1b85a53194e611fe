import assert from 'node:assert/strict';
import test from 'node:test';
import {faultSinusoidalDoubledExponent, faultSinusoidalSwapped} from '../../../web/core/fault.js';
import {
  cosineSimilarity,
  matmul,
  maxAbsDiff,
  minDistance,
  toeplitzSpread,
} from '../../../web/core/linalg.js';
import {
  methodInput,
  sinusoidal,
  sinusoidalAt,
  sinusoidalFrequencies,
  sinusoidalShift,
} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores, loadTestCore} from '../../support/core.js';

/** @import {SinusoidalLayout} from '../../../web/core/pe.js' */

const cores = await loadBothCores();
const [, core] = cores[0];
const testCore = await loadTestCore();
/** @type {SinusoidalLayout[]} */
const LAYOUTS = ['interleaved', 'concatenated', 'tensor2tensor'];
const TOLERANCE = {atol: 2.4e-7};

/** The formula in double. @param {number} pos @param {number} d @param {SinusoidalLayout} layout */
function expectedRow(pos, d, layout, base = 10000) {
  const row = new Array(d).fill(0);
  const half = Math.floor(d / 2);
  if (layout === 'tensor2tensor') {
    for (let i = 0; i < half; i++) {
      const angle = pos * base ** (-i / Math.max(half - 1, 1));
      row[i] = Math.sin(angle);
      row[half + i] = Math.cos(angle);
    }
    return row;
  }
  for (let i = 0; 2 * i < d; i++) {
    const angle = pos * base ** ((-2 * i) / d);
    const isSplit = layout === 'concatenated';
    row[isSplit ? i : 2 * i] = Math.sin(angle);
    if (2 * i + 1 < d) row[isSplit ? Math.ceil(d / 2) + i : 2 * i + 1] = Math.cos(angle);
  }
  return row;
}

for (const [build, each] of cores) {
  test(`${build}: every width of 1 to 40 has the formula's numbers in every layout`, () => {
    for (const layout of LAYOUTS) {
      for (let dModel = 1; dModel <= 40; dModel++) {
        const {data, shape} = sinusoidal(each, {nPos: 40, dModel, layout});
        assert.deepEqual(shape, [40, dModel]);
        const want = Array.from({length: 40}, (_, p) => expectedRow(p, dModel, layout)).flat();
        assertClose(data, want, TOLERANCE, `${layout} ${dModel}`);
      }
    }
  });

  test(`${build}: widths about a chunk of pairs have no seam`, () => {
    for (const dModel of [254, 255, 256, 257, 258, 259, 263, 264, 511, 513, 520]) {
      for (const layout of LAYOUTS) {
        const {data} = sinusoidal(each, {nPos: 19, dModel, layout, firstPos: 300});
        const want = Array.from({length: 19}, (_, p) => expectedRow(300 + p, dModel, layout));
        assertClose(data, want.flat(), TOLERANCE, `${layout} ${dModel}`);
      }
    }
  });

  test(`${build}: the shift matrix is 0, and no less, wherever two columns are no pair`, () => {
    for (const layout of /** @type {const} */ (['interleaved', 'concatenated', 'tensor2tensor'])) {
      const {data} = sinusoidalShift(core, {dModel: 6, layout, offset: 3});
      const nonZero = data.filter((v) => v !== 0).length;
      assert.equal(nonZero, 12, layout); // three blocks of 2 x 2
    }
  });

  test(`${build}: a row has the same bits wherever its table starts`, () => {
    const whole = sinusoidal(each, {nPos: 2300, dModel: 10, firstPos: -150}).data;
    for (const [first, n] of [
      [-150, 1],
      [-9, 20],
      [-8, 3],
      [0, 1],
      [7, 4],
      [8, 1],
      [9, 17],
      [25, 34],
      [1079, 40],
      [1088, 2],
      [2149, 1],
    ]) {
      const part = sinusoidal(each, {nPos: n, dModel: 10, firstPos: first}).data;
      const start = (first + 150) * 10;
      assert.deepEqual(part, whole.slice(start, start + n * 10), `from ${first}`);
    }
  });
}

test('the table keeps its precision to position 2^20 and beyond, before zero too', () => {
  for (const firstPos of [1_048_576 - 20, 131_071, 2 ** 31 - 60, -1_000_000, -5]) {
    const {data} = sinusoidal(core, {nPos: 50, dModel: 12, firstPos});
    const want = Array.from({length: 50}, (_, p) => expectedRow(firstPos + p, 12, 'interleaved'));
    assertClose(data, want.flat(), {atol: 4e-7}, `from ${firstPos}`); // want: angles in double too
  }
});

test('the fast table stays within a rounding or two of one formula an element', () => {
  testCore.scratch((mem) => {
    const [n, d] = [3000, 24];
    const [fast, slow] = [mem.f32(n * d), mem.f32(n * d)];
    for (const layout of [0, 1, 2]) {
      for (const base of [10000, 2, 0.5, 1e6]) {
        testCore.call('pe_sinusoidal_table', fast.ptr, layout, base, 0, n, d);
        testCore.call('pe_sinusoidal_table_ref', slow.ptr, layout, base, 0, n, d);
        assertClose(fast.view(), slow.view(), {atol: 2.7e-7}, `layout ${layout}, base ${base}`);
      }
    }
  });
});

test('positions 0 to 8 are rounded once', () => {
  const {data} = sinusoidal(core, {nPos: 9, dModel: 64});
  const want = Array.from({length: 9}, (_, p) => expectedRow(p, 64, 'interleaved')).flat();
  assertClose(data, want, {atol: 3.1e-8}); // half a unit in the last place below 1
});

test("rows at given positions are the table's, in any order, and exist between whole ones", () => {
  const table = sinusoidal(core, {nPos: 30, dModel: 9});
  const at = sinusoidalAt(core, {positions: [29, 0, 7, 7], dModel: 9});
  const rows = [29, 0, 7, 7].flatMap((p) => [...table.data.slice(p * 9, p * 9 + 9)]);
  assertClose(at.data, rows, TOLERANCE);
  assertClose(
    sinusoidalAt(core, {positions: [2.5], dModel: 9}).data,
    expectedRow(2.5, 9, 'interleaved'),
    {atol: 6e-8},
  );
});

test("frequencies fall from 1 by the paper's exponent, and tensor2tensor's end at 1 / base", () => {
  const {data} = sinusoidalFrequencies(core, {dModel: 7});
  assertClose(
    data,
    [0, 1, 2, 3].map((i) => 10000 ** ((-2 * i) / 7)),
    {rtol: 1e-14},
  );
  const t2t = sinusoidalFrequencies(core, {dModel: 8, layout: 'tensor2tensor', base: 500});
  assert.equal(t2t.data.length, 4);
  assertClose([t2t.data[0], t2t.data[3]], [1, 1 / 500], {rtol: 1e-14});
});

test('the shift matrix takes every row to the one `offset` further, and is a rotation', () => {
  for (const layout of LAYOUTS) {
    for (const offset of [1, 5, -3, 0.5, 1000]) {
      const shift = sinusoidalShift(core, {dModel: 12, layout, offset});
      const positions = [0, 1, 17, 100];
      const rows = sinusoidalAt(core, {positions, dModel: 12, layout});
      const further = sinusoidalAt(core, {
        positions: positions.map((p) => p + offset),
        dModel: 12,
        layout,
      });
      for (let r = 0; r < positions.length; r++) {
        const pe = {data: rows.data.slice(r * 12, r * 12 + 12), shape: [12, 1]};
        assertClose(
          matmul(core, {a: shift, b: pe}).data,
          further.data.slice(r * 12, r * 12 + 12),
          {atol: 5e-7},
          `${layout} ${offset}`,
        );
      }
      const back = sinusoidalShift(core, {dModel: 12, layout, offset: -offset});
      const identity = Array.from({length: 144}, (_, k) => (k % 13 === 0 ? 1 : 0));
      assertClose(matmul(core, {a: shift, b: back}).data, identity, {atol: 5e-7});
    }
  }
});

test('similarity depends on distance alone, and no two of 2000 positions look alike', () => {
  const x = sinusoidal(core, {nPos: 60, dModel: 64});
  assert.ok(toeplitzSpread(core, {x: cosineSimilarity(core, {x})}) < 1e-6);
  const nearest = minDistance(core, {x: sinusoidal(core, {nPos: 2000, dModel: 64})});
  assert.equal(nearest.j - nearest.i, 1);
  assert.ok(Math.abs(nearest.distance - 1.47) < 0.01, `${nearest.distance}`);
});

test('two columns bring positions 0 and 710 to 6e-5 of each other', () => {
  const {data} = sinusoidalAt(core, {positions: [0, 710], dModel: 2});
  const distance = Math.hypot(data[0] - data[2], data[1] - data[3]);
  assert.ok(Math.abs(distance - 6e-5) < 1e-6, `${distance}`);
});

test('a doubled exponent splits the frequency of a pair and changes the length of rows', () => {
  const fault = faultSinusoidalDoubledExponent(core, {nPos: 100, dModel: 512});
  const right = sinusoidal(core, {nPos: 100, dModel: 512});
  assert.ok(Math.abs(maxAbsDiff(core, {a: fault, b: right}) - 2) < 0.01);
  assertClose(
    [fault.data[512 + 2], fault.data[512 + 3]],
    [Math.sin(0.930572), Math.cos(0.9139836)],
    {atol: 1e-5},
  );
  const norms = Array.from({length: 100}, (_, r) =>
    Math.hypot(...fault.data.slice(r * 512, r * 512 + 512)),
  );
  assertClose([Math.min(...norms), Math.max(...norms)], [15.9, 16.16], {atol: 0.01});
});

test('cosine first is harmless: every similarity stays', () => {
  const size = {nPos: 40, dModel: 32};
  const swapped = faultSinusoidalSwapped(core, size);
  const right = sinusoidal(core, size);
  assert.equal(swapped.data[0], 1);
  assert.equal(swapped.data[1], 0);
  const similarity = cosineSimilarity(core, {x: swapped});
  assertClose(similarity.data, cosineSimilarity(core, {x: right}).data, {atol: 3e-7});
});

test('what is no size, base, position, offset or layout is refused by name and value', () => {
  const good = {nPos: 3, dModel: 4};
  const cases = [
    [() => sinusoidal(core, {...good, nPos: 0}), /^nPos must be an integer >= 1, got 0/],
    [() => sinusoidal(core, {...good, dModel: 1.5}), /^dModel .* got 1.5/],
    [() => sinusoidal(core, {...good, dModel: Number.NaN}), /^dModel .* got NaN/],
    [() => sinusoidal(core, {...good, base: 0}), /^base must be .* got 0/],
    [() => sinusoidal(core, {...good, base: -1}), /^base .* got -1/],
    [() => sinusoidal(core, {...good, base: Number.NaN}), /^base .* got NaN/],
    [() => sinusoidal(core, {...good, base: 1e200}), /^base .* got 1e\+200/],
    [() => sinusoidal(core, {...good, firstPos: 0.5}), /^firstPos .* got 0.5/],
    [
      () => sinusoidal(core, {...good, layout: /** @type {any} */ ('zigzag')}),
      /^layout must be one of 'interleaved', .* got 'zigzag'/,
    ],
    [() => sinusoidal(core, {nPos: 2 ** 20, dModel: 2 ** 10}), /^nPos x dModel .* 1073741824/],
    [() => sinusoidalAt(core, {positions: [], dModel: 4}), /^positions must not be empty/],
    [() => sinusoidalAt(core, {positions: [1, Number.NaN], dModel: 4}), /^positions\[1\] .* NaN/],
    [() => sinusoidalAt(core, {positions: [1e300], dModel: 4}), /^positions\[0\] .* got 1e\+300/],
    [() => sinusoidalShift(core, {dModel: 5, offset: 1}), /^dModel must be even, got 5/],
    [() => sinusoidalShift(core, {dModel: 4, offset: Infinity}), /^offset .* got Infinity/],
    [() => faultSinusoidalSwapped(core, {...good, base: -2}), /^base .* got -2/],
  ];
  for (const [call, message] of cases) {
    assert.throws(/** @type {() => void} */ (call), {name: 'RangeError', message});
  }
});

test('C refuses the same, and leaves the output as it was', () => {
  core.scratch((mem) => {
    const out = mem.f32(16);
    const positions = mem.f64([0, Number.NaN]);
    out.view().fill(7);
    const refused = [
      ['pe_sinusoidal_table', out.ptr, 0, 0, 0, 2, 2],
      ['pe_sinusoidal_table', out.ptr, 0, Number.NaN, 0, 2, 2],
      ['pe_sinusoidal_table', out.ptr, 3, 10000, 0, 2, 2],
      ['pe_sinusoidal_table', out.ptr, -1, 10000, 0, 2, 2],
      ['pe_sinusoidal_table', out.ptr, 0, 10000, 0, 0, 2],
      ['pe_sinusoidal_table', out.ptr, 0, 10000, 0, 2 ** 20, 2 ** 20],
      ['pe_sinusoidal_at', out.ptr, positions.ptr, 0, 10000, 2, 2],
      ['pe_sinusoidal_shift', out.ptr, 0, 10000, 1, 3],
      ['pe_sinusoidal_shift', out.ptr, 0, 10000, Number.NaN, 2],
      ['pe_fault_sinusoidal_swapped', out.ptr, 0, 2, 2],
      ['pe_fault_sinusoidal_doubled_exponent', out.ptr, 10000, 2, 0],
    ];
    for (const [call, ...args] of /** @type {[string, ...number[]][]} */ (refused)) {
      assert.throws(() => core.call(call, ...args), {name: 'CoreError'}, `${call}(${args})`);
      assert.ok(
        out.view().every((v) => v === 7),
        call,
      );
    }
  });
});

test('adding to embeddings is adding the table, at every length and width', () => {
  for (const [build, each] of cores) {
    for (const dModel of [1, 2, 7, 8, 9, 64, 255, 256, 257, 300]) {
      for (const n of [1, 7, 8, 9, 18]) {
        const x = {data: new Float32Array(n * dModel).fill(2), shape: [n, dModel]};
        const got = methodInput(each, {method: 'sinusoidal', x, firstPos: 5});
        const {data} = sinusoidal(each, {nPos: n, dModel, firstPos: 5});
        const want = data.map((v) => 2 + v);
        assert.deepEqual(got.data, want, `${build} (${n}, ${dModel})`);
      }
    }
  }
});

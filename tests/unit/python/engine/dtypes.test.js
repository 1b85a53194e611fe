// Types of elements: rounding to the nearest, ties to even; which two make a third, as in PyTorch 1.13.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';

import {
  DTYPES,
  dtypeOf,
  lowOf,
  promote,
  resultType,
  toBfloat16,
  toFloat16,
} from '../../../../web/python/engine/dtypes.js';

import {WHOLE as OF_WHOLE} from '../../../../web/python/engine/integers.js';

const NAMES = Object.keys(DTYPES);
/** @param {string} text */
const table = (text) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' '));

// torch.promote_types: rows and columns in the order of the first row, which bool leaves as it is
const PROMOTED = table(`
bool uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128
uint8 uint8 int16 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128
int8 int16 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128
int16 int16 int16 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128
int32 int32 int32 int32 int32 int64 float16 bfloat16 float32 float64 complex64 complex128
int64 int64 int64 int64 int64 int64 float16 bfloat16 float32 float64 complex64 complex128
float16 float16 float16 float16 float16 float16 float16 float32 float32 float64 complex64 complex128
bfloat16 bfloat16 bfloat16 bfloat16 bfloat16 bfloat16 float32 bfloat16 float32 float64 complex64 complex128
float32 float32 float32 float32 float32 float32 float32 float32 float32 float64 complex64 complex128
float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 complex128 complex128
complex64 complex64 complex64 complex64 complex64 complex64 complex64 complex64 complex64 complex128 complex64 complex128
complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128
`);
// numpy.promote_types of integers
const WHOLE = `uint8 uint16 uint32 uint64 int8 int16 int32 int64`.split(' ');
const PROMOTED_WHOLE = table(`
uint8 uint16 uint32 uint64 int16 int16 int32 int64
uint16 uint16 uint32 uint64 int32 int32 int32 int64
uint32 uint32 uint32 uint64 int64 int64 int64 int64
uint64 uint64 uint64 uint64 float64 float64 float64 float64
int16 int32 int64 float64 int8 int16 int32 int64
int16 int32 int64 float64 int16 int16 int32 int64
int32 int32 int64 float64 int32 int32 int32 int64
int64 int64 int64 float64 int64 int64 int64 int64
`);

/** @param {readonly string[]} names @param {readonly string[][]} wanted */
function checkPromoted(names, wanted) {
  names.forEach((a, i) => {
    names.forEach((b, j) => {
      assert.equal(promote(DTYPES[a], DTYPES[b]).name, wanted[i][j], `${a}, ${b}`);
    });
  });
}

test('two types make the third that PyTorch makes', () => {
  assert.equal(PROMOTED.length, 12);
  checkPromoted(PROMOTED[0], PROMOTED);
});

test('integers, with and without a sign, make the type that numpy makes', () => {
  checkPromoted(WHOLE, PROMOTED_WHOLE);
  assert.deepEqual(new Set([...PROMOTED[0], ...WHOLE]), new Set(NAMES));
});

test('a Python number counts only where its kind is above the tensor’s', () => {
  for (const name of NAMES) {
    const dtype = DTYPES[name];
    /** @param {string} of */
    const withScalar = (of) =>
      resultType([
        {dtype, rank: 1},
        {dtype: DTYPES[of], rank: 0, isScalar: true},
      ]).name;
    assert.equal(withScalar('bool'), name);
    assert.equal(withScalar('int64'), dtype.kind < 1 ? 'int64' : name);
    assert.equal(withScalar('float32'), dtype.kind < 2 ? 'float32' : name);
  }
});

test('a tensor without dimensions is as weak, and above a Python number', () => {
  const [one, none] = [1, 0];
  /** @type {[string, number, string, number, string][]} */
  const rows = [
    ['float16', one, 'float64', none, 'float16'],
    ['int8', one, 'int64', none, 'int8'],
    ['int8', one, 'float64', none, 'float64'],
    ['bool', one, 'uint8', none, 'uint8'],
    ['float32', one, 'complex64', none, 'complex64'],
    ['int32', none, 'int64', none, 'int64'],
    ['float16', none, 'float32', one, 'float32'],
  ];
  for (const [a, rank, b, otherRank, want] of rows) {
    const operands = [
      {dtype: DTYPES[a], rank},
      {dtype: DTYPES[b], rank: otherRank},
    ];
    assert.equal(resultType(operands).name, want, `${a} ${b}`);
    assert.equal(resultType(operands.reverse()).name, want, `${b} ${a}`);
  }
  const weak = {dtype: DTYPES.float32, rank: 0, isScalar: true};
  assert.equal(resultType([{dtype: DTYPES.float64, rank: 0}, weak]).name, 'float64');
  assert.equal(resultType([{dtype: DTYPES.int32, rank: 0}, weak]).name, 'float32');
});

test('a type that is not here is refused by name', () => {
  assert.throws(() => dtypeOf('complex32'), /torch\.complex32 is not part of this lab's torch/);
});

const BITS = new DataView(new ArrayBuffer(4));

/** @param {number} bits of a float32 */
function floatOf(bits) {
  BITS.setUint32(0, bits >>> 0);
  return BITS.getFloat32(0);
}

/** @param {number} pattern 0 .. 0x7fff @returns {number} what IEEE 754 says of these sixteen bits */
function halfOf(pattern) {
  const [exponent, part] = [pattern >> 10, pattern & 1023];
  if (exponent === 31) return part ? Number.NaN : Infinity;
  return exponent ? 2 ** (exponent - 15) * (1 + part / 1024) : 2 ** -14 * (part / 1024);
}

const FORMATS = /** @type {const} */ ([
  ['bfloat16', toBfloat16, (/** @type {number} */ k) => floatOf(k << 16), 0x7f80],
  ['float16', toFloat16, halfOf, 0x7c00],
]);

for (const [name, round, numberOf, infinite] of FORMATS) {
  test(`${name}: every number that it has stays, either sign`, () => {
    for (let k = 0; k <= infinite; k++) {
      assert.equal(round(numberOf(k)), numberOf(k));
      assert.equal(round(-numberOf(k)), -numberOf(k));
    }
  });

  test(`${name}: between two neighbours to the nearer, in the middle to the even one`, () => {
    for (let k = 0; k < infinite - 1; k++) {
      const [low, high] = [numberOf(k), numberOf(k + 1)];
      const middle = (low + high) / 2;
      const even = k % 2 === 0 ? low : high;
      assert.equal(round(middle), even, String(middle));
      assert.equal(round(-middle), -even);
      const step = (high - low) / 8;
      assert.equal(round(Math.fround(middle - step)), low);
      assert.equal(round(Math.fround(middle + step)), high);
    }
  });

  test(`${name}: beyond the largest by half a step to infinity; NaN stays`, () => {
    const most = numberOf(infinite - 1);
    const step = most - numberOf(infinite - 2);
    assert.equal(round(most + 0.49 * step), most);
    assert.equal(round(most + 0.5 * step), Infinity);
    assert.equal(round(-most - 0.5 * step), -Infinity);
    assert.ok(Number.isNaN(round(Number.NaN)));
    assert.equal(round(Infinity), Infinity);
  });

  test(`${name}: rounding is monotone, and twice is once`, () => {
    fc.assert(
      fc.property(fc.float(), fc.float(), (a, b) => {
        fc.pre(!Number.isNaN(a) && !Number.isNaN(b));
        assert.equal(round(round(a)), round(a));
        assert.ok(a <= b ? round(a) <= round(b) : round(a) >= round(b));
      }),
    );
  });
}

/** @type {[string, number, number][]} */
const STORED = [
  ['uint8', 300, 44],
  ['uint8', -1, 255],
  ['uint8', 2.9, 2],
  ['int8', 200, -56],
  ['int8', -129, 127],
  ['int16', 40000, -25536],
  ['int32', 2 ** 31, -(2 ** 31)],
  ['int32', -2.7, -2],
  ['int64', 2.7, 2],
  ['int64', -2.7, -2],
  ['int64', 2 ** 53 - 1, 2 ** 53 - 1],
  ['int64', -(2 ** 63), -(2 ** 63)],
  ['bool', 0.5, 1],
  ['bool', 0, 0],
  ['float32', 0.1, Math.fround(0.1)],
  ['float64', 0.1, 0.1],
];

/** @type {[string, number, number][]} */
const TRUNCATED = [
  ['int32', 3e9, -(2 ** 31)],
  ['int32', Number.NaN, -(2 ** 31)],
  ['int32', -2.7, -2],
  ['int16', 3e9, 0],
  ['int16', 40000.5, -25536],
  ['uint8', -1.5, 255],
  ['uint8', 1e10, 0],
  ['uint32', 3e9, 3e9],
  ['uint32', 1e19, 0],
  ['int64', 1e19, -(2 ** 63)],
  ['int64', Number.NaN, -(2 ** 63)],
  ['int64', -3e9, -3e9],
];

test('numbers are stored as PyTorch stores them', () => {
  for (const [name, x, want] of STORED) {
    assert.equal(DTYPES[name].round(x), want, `${name} of ${x}`);
  }
});

test('a NaN is true', () => {
  assert.equal(DTYPES.bool.round(Number.NaN), 1);
});

test('whole numbers that a double does not tell apart are refused', () => {
  for (const x of [2 ** 53, -(2 ** 53), 2 ** 63, Number.NaN, Infinity]) {
    assert.throws(() => DTYPES.int64.round(x), /integers from 2\^53 on/, String(x));
  }
});

test('floats become integers as C on x86 has it', () => {
  for (const [name, x, want] of TRUNCATED) {
    assert.equal(DTYPES[name].truncate(x), want, `${name} of ${x}`);
  }
  assert.throws(() => DTYPES.int64.truncate(2 ** 60), /integers from 2\^53 on/);
});

test('no zero of an integer type has a sign', () => {
  assert.ok(Object.is(DTYPES.int64.round(-0.4), 0));
});

test('numbers next to the least of 64 bits are added and subtracted to the last bit, and wrap around', () => {
  const {add, sub} = OF_WHOLE;
  const {int64} = DTYPES;
  for (const [got, want] of [
    [add(lowOf(5), 3, int64), lowOf(8)],
    [add(3, lowOf(5), int64), lowOf(8)],
    [add(lowOf(5), lowOf(3), int64), 8],
    [sub(lowOf(5), 3, int64), lowOf(2)],
    [sub(lowOf(5), lowOf(2), int64), 3],
    [sub(5, lowOf(2), int64), lowOf(3)],
  ])
    assert.equal(got, want);
});

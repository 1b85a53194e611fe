// @ts-check
// The types of elements: how each is stored, rounded, named, and which two make a third.
import {notHere, runtimeError} from './errors.js';

/** @typedef {Float32Array | Float64Array | Int32Array | Int16Array | Int8Array | Uint8Array | Uint16Array | Uint32Array} Numbers */

/**
 * A type of elements. `kind` orders them: 0 bool, 1 integer, 2 float, 3 complex. `width` numbers of
 * the array are one element. float16 and bfloat16 are kept as float32 that are rounded at every
 * store; int64 and uint64 as doubles, exact below 2^53. Only numpy has uint16, uint32 and uint64.
 * `truncate` makes whole numbers of floats, as C on x86 does; for other types it is `round`.
 *
 * @typedef {{name: string, scalar: string, kind: number, size: number, width: number,
 *   make: (n: number) => Numbers, round: (x: number) => number,
 *   truncate: (x: number) => number}} Dtype
 */

const F32 = new Float32Array(1);
const U32 = new Uint32Array(F32.buffer);

/** To bfloat16, to nearest, ties to even. @param {number} x */
export function toBfloat16(x) {
  F32[0] = x;
  if (Number.isNaN(F32[0])) return NaN;
  U32[0] += 0x7fff + ((U32[0] >>> 16) & 1);
  U32[0] &= 0xffff0000;
  return F32[0];
}

const HALF_MOST = 65504;
const HALF_LEAST_EXPONENT = -14;
const HALF_BITS = 10;

/** To float16, to nearest, ties to even. @param {number} x */
export function toFloat16(x) {
  const size = Math.abs(Math.fround(x));
  if (!(size > 0) || size === Infinity) return x;
  const exponent = Math.max(Math.floor(Math.log2(size)), HALF_LEAST_EXPONENT);
  const step = 2 ** (exponent - HALF_BITS);
  const steps = size / step; // exact
  const below = Math.floor(steps);
  const rest = steps - below;
  const up = rest > 0.5 || (rest === 0.5 && below % 2 === 1);
  const rounded = (below + (up ? 1 : 0)) * step;
  return Math.sign(x) * (rounded > HALF_MOST ? Infinity : rounded);
}

const LIMIT = 2 ** 53; // a double that is less tells an integer from its neighbours
const LEAST_INT64 = -(2 ** 63);

/** An integer that a double tells from its neighbours, or an error. @param {number} x */
export function exactWhole(x) {
  if (Math.abs(x) < LIMIT) return Math.trunc(x) + 0;
  return notHere(`integers from 2^53 on are not part of this lab, got about ${x}`);
}

/**
 * log(0) becomes the least integer, in tables that are masked at that place, and 8 is added to it. A double has no
 * -2^63 + 8, so that -2^63 + 1024 * 8 stands for it, which is the eighth double from there.
 */
const [STEP, MOST_STEPS] = [1024, 2 ** 20];

/** Whether it stands for an integer next to the least one. @param {number} x of int64 */
export const isLow = (x) => x < -LIMIT;

/** How far an integer is from the least one. @param {number} x of int64, and low */
export const stepsOf = (x) => (x - LEAST_INT64) / STEP;

/** What stands for -2^63 + n; what no int64 equals where that is too far. @param {number} n */
export const lowOf = (n) =>
  n >= 0 && n <= MOST_STEPS ? LEAST_INT64 + STEP * n : Number.NEGATIVE_INFINITY;

/** @param {number} x of int64 */
export const bigOf = (x) => (isLow(x) ? BigInt(LEAST_INT64) + BigInt(stepsOf(x)) : BigInt(x));

/** @param {number} x */
const toInt64 = (x) => (x >= LEAST_INT64 && x <= lowOf(MOST_STEPS) ? x : exactWhole(x));

/** Of a float: what has no place becomes the least integer. @param {number} x */
const truncated64 = (x) => (x > LEAST_INT64 && x < -LEAST_INT64 ? exactWhole(x) : LEAST_INT64);

/** By way of 32 bits. @param {(x: number) => number} round */
const truncated32 = (round) => (/** @type {number} */ x) =>
  round(x > -(2 ** 31) - 1 && x < 2 ** 31 ? Math.trunc(x) + 0 : -(2 ** 31));

/** By way of 64 bits. @param {number} x */
const truncatedUnsigned = (x) =>
  x >= LEAST_INT64 && x < -LEAST_INT64 ? wrappingUnsigned(32)(x) : 0;

/** @param {number} x */
function toUint64(x) {
  if (x >= 0 && x < LIMIT) return Math.trunc(x) + 0;
  return notHere(`integers below 0 or from 2^53 on in uint64 are not part of this lab, got ${x}`);
}

/** @param {number} bits */
const wrappingUnsigned = (bits) => (/** @type {number} */ x) =>
  Number.isFinite(x) ? Number(BigInt.asUintN(bits, BigInt(Math.trunc(x)))) : 0;

/** @param {number} bits */
const wrapping = (bits) => (/** @type {number} */ x) =>
  Number.isFinite(x)
    ? Number(BigInt.asIntN(bits, BigInt(Math.trunc(x))))
    : bits === 32
      ? -(2 ** 31)
      : 0;

const same = (/** @type {number} */ x) => x;

/** @type {[string, string, number, number, number, (n: number) => Numbers, (x: number) => number][]} */
const ROWS = [
  ['bool', 'Bool', 0, 1, 1, (n) => new Uint8Array(n), (x) => (x === 0 ? 0 : 1)],
  [
    'uint8',
    'Byte',
    1,
    1,
    1,
    (n) => new Uint8Array(n),
    (x) => (Number.isFinite(x) ? Math.trunc(x) & 255 : 0),
  ],
  ['int8', 'Char', 1, 1, 1, (n) => new Int8Array(n), wrapping(8)],
  ['int16', 'Short', 1, 2, 1, (n) => new Int16Array(n), wrapping(16)],
  ['int32', 'Int', 1, 4, 1, (n) => new Int32Array(n), wrapping(32)],
  ['int64', 'Long', 1, 8, 1, (n) => new Float64Array(n), toInt64],
  ['uint16', 'UInt16', 1, 2, 1, (n) => new Uint16Array(n), wrappingUnsigned(16)],
  ['uint32', 'UInt32', 1, 4, 1, (n) => new Uint32Array(n), wrappingUnsigned(32)],
  ['uint64', 'UInt64', 1, 8, 1, (n) => new Float64Array(n), toUint64],
  ['float16', 'Half', 2, 2, 1, (n) => new Float32Array(n), toFloat16],
  ['bfloat16', 'BFloat16', 2, 2, 1, (n) => new Float32Array(n), toBfloat16],
  ['float32', 'Float', 2, 4, 1, (n) => new Float32Array(n), Math.fround],
  ['float64', 'Double', 2, 8, 1, (n) => new Float64Array(n), same],
  ['complex64', 'ComplexFloat', 3, 8, 2, (n) => new Float32Array(2 * n), Math.fround],
  ['complex128', 'ComplexDouble', 3, 16, 2, (n) => new Float64Array(2 * n), same],
];

/** @type {Record<string, Dtype>} */
export const DTYPES = Object.fromEntries(
  ROWS.map(([name, scalar, kind, size, width, make, round]) => [
    name,
    {name, scalar, kind, size, width, make, round, truncate: round},
  ]),
);

for (const name of ['uint8', 'int8', 'int16', 'int32', 'uint16']) {
  DTYPES[name].truncate = truncated32(DTYPES[name].round);
}
DTYPES.uint32.truncate = truncatedUnsigned;
DTYPES.int64.truncate = truncated64;

const {bool, int64, float16, bfloat16, float32, float64, complex64, complex128} = DTYPES;

/** The type of one part of a complex number. @param {Dtype} dtype */
export const partOf = (dtype) => (dtype === complex128 ? float64 : float32);

/** Of complex numbers that have such parts. @param {Dtype} dtype */
export const complexOf = (dtype) => (dtype === float64 ? complex128 : complex64);

/** @param {Dtype} dtype */
const isUnsigned = (dtype) => dtype.name.startsWith('u');

/** The type that an unsigned and a signed integer have together. @param {Dtype} unsigned @param {Dtype} signed */
function withSign(unsigned, signed) {
  if (signed.size > unsigned.size) return signed;
  return DTYPES[unsigned.size < 8 ? `int${16 * unsigned.size}` : 'float64'];
}

/** @param {string} name @returns {Dtype} */
export function dtypeOf(name) {
  return DTYPES[name] ?? runtimeError(`torch.${name} is not part of this lab's torch`);
}

/** Of two types, that of an element-wise result. @param {Dtype} a @param {Dtype} b @returns {Dtype} */
export function promote(a, b) {
  if (a === b) return a;
  if (a.kind + b.kind === 5 && (a === float64 || b === float64)) return complex128;
  if (a.kind !== b.kind) return a.kind > b.kind ? a : b;
  if (isUnsigned(a) !== isUnsigned(b)) return isUnsigned(a) ? withSign(a, b) : withSign(b, a);
  if ((a === float16 && b === bfloat16) || (a === bfloat16 && b === float16)) return float32;
  return a.size >= b.size ? a : b;
}

/** A Python scalar's type, which counts only where its kind is above the tensors'. */
export const SCALARS = {bool, int: int64, float: float32, complex: complex64};

/**
 * The type of operands of which some have no dimensions, or are Python's scalars: those count only
 * where their kind is above that of the others.
 *
 * @param {{dtype: Dtype, rank: number, isScalar?: boolean}[]} operands
 * @returns {Dtype}
 */
export function resultType(operands) {
  /** @type {(Dtype | null)[]} dimensioned, without dimensions, scalars */
  const of = [null, null, null];
  for (const {dtype, rank, isScalar} of operands) {
    const at = isScalar ? 2 : rank === 0 ? 1 : 0;
    const before = of[at];
    of[at] = before ? promote(before, dtype) : dtype;
  }
  return (
    of.reduce((high, low) => {
      if (!high || !low) return high ?? low;
      if (low.kind <= high.kind) return high;
      if (low.kind === 3 && high === float16) {
        return runtimeError("torch.complex32 is not part of this lab's torch");
      }
      if (low.kind < 3) return low;
      return high.kind === 2 ? complexOf(high) : promote(low, high);
    }) ?? float32
  );
}

// @ts-check
// Numbers as the bytes of a file, little end first, and back.
import {bigOf} from './dtypes.js';
import {runtimeError} from './errors.js';
import {make} from './tensor.js';

/** @import {Dtype} from './dtypes.js' */
/** @import {Tensor} from './tensor.js' */

const HALF_BIAS = 15;

/** The 16 bits of a number that float16 holds. @param {number} x */
function halfBits(x) {
  const sign = x < 0 || Object.is(x, -0) ? 0x8000 : 0;
  const size = Math.abs(x);
  if (Number.isNaN(x)) return 0x7e00;
  if (size === Infinity) return sign | 0x7c00;
  if (size < 2 ** -14) return sign | (size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  return sign | ((exponent + HALF_BIAS) << 10) | ((size / 2 ** exponent - 1) * 1024);
}

/** @param {number} bits */
function ofHalfBits(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const [exponent, rest] = [(bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return rest ? Number.NaN : sign * Infinity;
  if (exponent === 0) return sign * rest * 2 ** -24;
  return sign * (1 + rest / 1024) * 2 ** (exponent - HALF_BIAS);
}

const WORD = new DataView(new ArrayBuffer(8));
/** @typedef {[size: number, write: (view: DataView, at: number, x: number) => void, read: (view: DataView, at: number) => number]} Form */

/** @type {Record<string, Form>} */
const FORMS = {
  bool: [1, (v, at, x) => v.setUint8(at, x), (v, at) => (v.getUint8(at) ? 1 : 0)],
  uint8: [1, (v, at, x) => v.setUint8(at, x), (v, at) => v.getUint8(at)],
  int8: [1, (v, at, x) => v.setInt8(at, x), (v, at) => v.getInt8(at)],
  int16: [2, (v, at, x) => v.setInt16(at, x, true), (v, at) => v.getInt16(at, true)],
  int32: [4, (v, at, x) => v.setInt32(at, x, true), (v, at) => v.getInt32(at, true)],
  int64: [
    8,
    (v, at, x) => v.setBigInt64(at, bigOf(x), true),
    (v, at) => Number(v.getBigInt64(at, true)),
  ],
  float16: [
    2,
    (v, at, x) => v.setUint16(at, halfBits(x), true),
    (v, at) => ofHalfBits(v.getUint16(at, true)),
  ],
  bfloat16: [
    2,
    (v, at, x) => {
      WORD.setFloat32(0, x);
      v.setUint16(at, WORD.getUint16(0), true);
    },
    (v, at) => {
      WORD.setUint32(0, v.getUint16(at, true) << 16);
      return WORD.getFloat32(0);
    },
  ],
  float32: [4, (v, at, x) => v.setFloat32(at, x, true), (v, at) => v.getFloat32(at, true)],
  float64: [8, (v, at, x) => v.setFloat64(at, x, true), (v, at) => v.getFloat64(at, true)],
  uint16: [2, (v, at, x) => v.setUint16(at, x, true), (v, at) => v.getUint16(at, true)],
  uint32: [4, (v, at, x) => v.setUint32(at, x, true), (v, at) => v.getUint32(at, true)],
  uint64: [
    8,
    (v, at, x) => v.setBigUint64(at, BigInt(x), true),
    (v, at) => Number(v.getBigUint64(at, true)),
  ],
  complex128: [8, (v, at, x) => v.setFloat64(at, x, true), (v, at) => v.getFloat64(at, true)],
  complex64: [4, (v, at, x) => v.setFloat32(at, x, true), (v, at) => v.getFloat32(at, true)],
};

/** The whole storage of a tensor, two letters a byte. @param {Tensor} x */
export function hexOf({storage: {data}, dtype}) {
  const [size, write] = FORMS[dtype.name];
  const bytes = new Uint8Array(size * data.length);
  const view = new DataView(bytes.buffer);
  for (let k = 0; k < data.length; k++) write(view, k * size, data[k]);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {Dtype} dtype @param {number} n elements @param {string} text */
export function ofHex(dtype, n, text) {
  const [size, , read] = FORMS[dtype.name];
  if (text.length !== 2 * n * dtype.width * size) {
    runtimeError(`a storage of ${n} numbers has ${text.length / 2} bytes in this file`);
  }
  const bytes = new Uint8Array(text.length / 2);
  for (let k = 0; k < bytes.length; k++)
    bytes[k] = Number.parseInt(text.slice(2 * k, 2 * k + 2), 16);
  const out = make(dtype, [n]);
  const {data} = out.storage;
  const view = new DataView(bytes.buffer);
  for (let k = 0; k < data.length; k++) data[k] = read(view, k * size);
  return out;
}

// @ts-check
// Numbers as files store them, to numbers of JavaScript.
import {viewOf} from './bytes.js';

/**
 * How numbers of one type are stored: blocks of `perBlock` numbers in `nBytes` bytes; without `read` they can be
 * listed and not shown. What has more than 24 bits of precision is `wide`.
 *
 * @typedef {object} Dtype
 * @property {number} perBlock
 * @property {number} nBytes
 * @property {(view: DataView, at: number, little: boolean, out: Float32Array | Float64Array, first: number) => void} [read]
 *   the block at byte `at` into out[first ...]
 * @property {boolean} [wide]
 */

/** Bits of float16 as a number. @param {number} bits */
export function fromHalf(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Bits of an 8-bit float with 4 bits of exponent; it has no infinity (OCP, 8-bit floating point). @param {number} bits */
export function fromE4m3(bits) {
  const sign = bits & 0x80 ? -1 : 1;
  const exponent = (bits >> 3) & 15;
  const fraction = bits & 7;
  if (exponent === 15 && fraction === 7) return NaN;
  if (exponent === 0) return sign * fraction * 2 ** -9;
  return sign * (1 + fraction / 8) * 2 ** (exponent - 7);
}

const SHARED = new DataView(new ArrayBuffer(4));

/** Bits of bfloat16 as a number: the upper half of a float32. @param {number} bits */
export function fromBfloat(bits) {
  SHARED.setUint32(0, bits * 65536);
  return SHARED.getFloat32(0);
}

/**
 * @param {number} nBytes
 * @param {(view: DataView, at: number, little: boolean) => number} get
 * @param {boolean} [wide]
 * @returns {Dtype}
 */
const plain = (nBytes, get, wide = false) => ({
  perBlock: 1,
  nBytes,
  wide,
  read: (view, at, little, out, first) => {
    out[first] = get(view, at, little);
  },
});

/** @param {number} perBlock @param {number} nBytes @returns {Dtype} one that is listed and not shown */
export const closed = (perBlock, nBytes) => ({perBlock, nBytes});

/** Integers of 64 bits that a number cannot hold become the nearest one. */
export const PLAIN = {
  bool: plain(1, (v, at) => v.getUint8(at)),
  u8: plain(1, (v, at) => v.getUint8(at)),
  i8: plain(1, (v, at) => v.getInt8(at)),
  u16: plain(2, (v, at, little) => v.getUint16(at, little)),
  i16: plain(2, (v, at, little) => v.getInt16(at, little)),
  u32: plain(4, (v, at, little) => v.getUint32(at, little), true),
  i32: plain(4, (v, at, little) => v.getInt32(at, little), true),
  u64: plain(8, (v, at, little) => Number(v.getBigUint64(at, little)), true),
  i64: plain(8, (v, at, little) => Number(v.getBigInt64(at, little)), true),
  e4m3: plain(1, (v, at) => fromE4m3(v.getUint8(at))),
  e5m2: plain(1, (v, at) => fromHalf(v.getUint8(at) << 8)),
  f16: plain(2, (v, at, little) => fromHalf(v.getUint16(at, little))),
  bf16: plain(2, (v, at, little) => fromBfloat(v.getUint16(at, little))),
  f32: plain(4, (v, at, little) => v.getFloat32(at, little)),
  f64: plain(8, (v, at, little) => v.getFloat64(at, little), true),
};

/**
 * ggml's blocks of 32 numbers: a scale in float16, then 32 integers of 8 bits.
 *
 * @type {Dtype}
 */
export const Q8_0 = {
  perBlock: 32,
  nBytes: 34,
  read: (view, at, little, out, first) => {
    const scale = fromHalf(view.getUint16(at, little));
    for (let k = 0; k < 32; k++) out[first + k] = scale * view.getInt8(at + 2 + k);
  },
};

/**
 * ggml's blocks of 32 numbers in 4 bits, less 8: a scale in float16, then 16 bytes, whose lower halves are the first
 * 16 numbers and whose upper halves are the others.
 *
 * @type {Dtype}
 */
export const Q4_0 = {
  perBlock: 32,
  nBytes: 18,
  read: (view, at, little, out, first) => {
    const scale = fromHalf(view.getUint16(at, little));
    for (let k = 0; k < 16; k++) {
      const both = view.getUint8(at + 2 + k);
      out[first + k] = scale * ((both & 15) - 8);
      out[first + 16 + k] = scale * ((both >> 4) - 8);
    }
  },
};

/**
 * @param {Dtype} dtype with `read`
 * @param {Uint8Array} bytes whole blocks
 * @param {boolean} little whether the least byte comes first
 * @returns {Float32Array | Float64Array}
 */
export function decode({perBlock, nBytes, read, wide}, bytes, little) {
  const nBlocks = bytes.length / nBytes;
  const out = new (wide ? Float64Array : Float32Array)(nBlocks * perBlock);
  const view = viewOf(bytes);
  for (let k = 0; k < nBlocks; k++) read?.(view, k * nBytes, little, out, k * perBlock);
  return out;
}

// @ts-check
// Tensors as files of numpy: .npy (numpy/lib/format.py, version 1.0), and .npz, a zip of them
// that is not compressed.

/** @import {NamedTensor} from './tensors.js' */

const encoder = new TextEncoder();

/** @param {readonly Uint8Array[]} parts */
function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, {length}) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * @param {string} descr numpy's name of the type
 * @param {readonly number[]} shape
 * @param {Uint8Array} data little-endian, row-major
 */
function npy(descr, shape, data) {
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const dict = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${sizes}), }`;
  const length = Math.ceil((10 + dict.length + 1) / 64) * 64 - 10; // the numbers begin at a multiple of 64
  const head = encoder.encode(`\0NUMPY\x01\0\0\0${dict.padEnd(length - 1)}\n`);
  head[0] = 0x93;
  new DataView(head.buffer).setUint16(8, length, true);
  return joined([head, data]);
}

/** @param {Pick<NamedTensor, 'shape' | 'data'>} tensor @returns {Uint8Array} a .npy file */
export function npyOf({shape, data}) {
  const isSingle = data instanceof Float32Array;
  const bytes = new Uint8Array(data.byteLength);
  const view = new DataView(bytes.buffer);
  data.forEach((value, k) => {
    if (isSingle) view.setFloat32(4 * k, value, true);
    else view.setFloat64(8 * k, value, true);
  });
  return npy(isSingle ? '<f4' : '<f8', shape, bytes);
}

/** A text as an array of one string without axes. @param {string} text */
function npyOfText(text) {
  const characters = [...text];
  const bytes = new Uint8Array(4 * characters.length);
  const view = new DataView(bytes.buffer);
  characters.forEach((one, k) => {
    view.setUint32(4 * k, one.codePointAt(0) ?? 0, true);
  });
  return npy(`<U${characters.length}`, [], bytes);
}

/**
 * @param {readonly NamedTensor[]} tensors
 * @param {string} provenance becomes an array of that name: one string
 * @returns {Uint8Array} a .npz file; names of arrays are those of the panels in snake_case
 */
export function npzOf(tensors, provenance) {
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  for (const tensor of tensors) {
    const name = tensor.name.toLowerCase().replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '') || 'panel'; // biome-ignore format: one thought
    let unique = name;
    for (let k = 2; files.has(`${unique}.npy`); k++) unique = `${name}_${k}`;
    files.set(`${unique}.npy`, npyOf(tensor));
  }
  files.set('provenance.npy', npyOfText(provenance));
  return zip(files);
}

const CRC_TABLE = Uint32Array.from({length: 256}, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff];
  return (crc ^ 0xffffffff) >>> 0;
}

/** The first day that a zip can name: the same tensors are the same bytes. */
const DATE = 0x21;

/** @param {string} sizes of the numbers, in bytes: a digit each, 2 or 4 @param {number[]} values */
function packed(sizes, values) {
  const bytes = new Uint8Array([...sizes].reduce((sum, one) => sum + Number(one), 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  [...sizes].forEach((one, k) => {
    if (one === '2') view.setUint16(at, values[k], true);
    else view.setUint32(at, values[k], true);
    at += Number(one);
  });
  return bytes;
}

/** @param {ReadonlyMap<string, Uint8Array>} files by their names, in ASCII */
function zip(files) {
  /** @type {Uint8Array[]} */
  const bodies = [];
  /** @type {Uint8Array[]} */
  const entries = [];
  let offset = 0;
  for (const [name, bytes] of files) {
    const path = encoder.encode(name);
    const common = [0, 0, 0, DATE, crc32(bytes), bytes.length, bytes.length, path.length, 0];
    const local = packed('42222244422', [0x04034b50, 20, ...common]);
    const central = packed('42222224442222244', [
      0x02014b50,
      20,
      20,
      ...common,
      0,
      0,
      0,
      0,
      offset,
    ]);
    bodies.push(local, path, bytes);
    entries.push(central, path);
    offset += local.length + path.length + bytes.length;
  }
  const size = entries.reduce((sum, {length}) => sum + length, 0);
  const end = packed('42222442', [0x06054b50, 0, 0, files.size, files.size, size, offset, 0]);
  return joined([...bodies, ...entries, end]);
}

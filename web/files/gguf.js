// @ts-check
// .gguf, versions 1 to 3 (counts have 32 bits in the first, 64 since): a magic, counts, typed keys and values, the tensors' names, shapes and places, then their
// numbers, aligned (ggml, docs/gguf.md). Metadata is walked through a window of one megabyte: lists of a tokenizer,
// some megabytes of texts, are counted and skipped. Limits are those of readers in use (ggml's gguf.cpp,
// @huggingface/gguf).
import {countOf, sizeOf, viewOf} from './bytes.js';
import {closed, PLAIN, Q4_0, Q8_0} from './dtypes.js';
import {storedTensor} from './tensor.js';

/** @import {Source} from './bytes.js' */
/** @import {Dtype} from './dtypes.js' */
/** @import {FileTensor} from './tensor.js' */

const WINDOW = 2 ** 20;
export const LIMITS = {
  keys: 100_000,
  tensors: 1_000_000,
  string: 64 * 2 ** 20,
  name: 65_535,
  array: 10_000_000,
  nesting: 4,
  axes: 4,
  header: 128 * 2 ** 20,
  /** Longer lists, and texts of more bytes, are counted and not kept. */
  kept: 4096,
  keptBytes: 65_536,
};

/** ggml's types of tensors, by number. @type {Record<number, [word: string, dtype: Dtype]>} */
const DTYPES = {
  0: ['F32', PLAIN.f32],
  1: ['F16', PLAIN.f16],
  2: ['Q4_0', Q4_0],
  3: ['Q4_1', closed(32, 20)],
  6: ['Q5_0', closed(32, 22)],
  7: ['Q5_1', closed(32, 24)],
  8: ['Q8_0', Q8_0],
  9: ['Q8_1', closed(32, 36)],
  10: ['Q2_K', closed(256, 84)],
  11: ['Q3_K', closed(256, 110)],
  12: ['Q4_K', closed(256, 144)],
  13: ['Q5_K', closed(256, 176)],
  14: ['Q6_K', closed(256, 210)],
  15: ['Q8_K', closed(256, 292)],
  16: ['IQ2_XXS', closed(256, 66)],
  17: ['IQ2_XS', closed(256, 74)],
  18: ['IQ3_XXS', closed(256, 98)],
  19: ['IQ1_S', closed(256, 50)],
  20: ['IQ4_NL', closed(32, 18)],
  21: ['IQ3_S', closed(256, 110)],
  22: ['IQ2_S', closed(256, 82)],
  23: ['IQ4_XS', closed(256, 136)],
  24: ['I8', PLAIN.i8],
  25: ['I16', PLAIN.i16],
  26: ['I32', PLAIN.i32],
  27: ['I64', PLAIN.i64],
  28: ['F64', PLAIN.f64],
  29: ['IQ1_M', closed(256, 56)],
  30: ['BF16', PLAIN.bf16],
  34: ['TQ1_0', closed(256, 54)],
  35: ['TQ2_0', closed(256, 66)],
  39: ['MXFP4', closed(32, 17)],
  40: ['NVFP4', closed(64, 36)],
  41: ['Q1_0', closed(128, 18)],
  42: ['Q2_0', closed(64, 18)],
};

/**
 * A value of the metadata; of a long list or text only its length.
 *
 * @typedef {number | bigint | boolean | string | unknown[] | {length: number}} GgufValue
 */

/**
 * @typedef {{version: number, little: boolean, metadata: Map<string, GgufValue>, tensors: FileTensor[],
 *   alignment: number}} Gguf
 */

/**
 * @param {Source} source
 * @returns {Promise<Gguf>}
 * @throws {import('./bytes.js').FileError}
 */
export async function readGguf(source) {
  const walk = new Walk(source);
  const {version, nTensors, nKeys} = await readHead(walk, source);
  /** @type {Gguf['metadata']} */
  const metadata = new Map();
  for (let k = 0; k < nKeys; k++) {
    const key = await walk.string(LIMITS.name, `key ${k}`);
    if (metadata.has(key))
      throw source.error(`a key must be there once, got ${key.slice(0, 80)} twice.`);
    metadata.set(key, await readValue(walk, await walk.u32(`the type of ${key}`), key, source));
  }
  const alignment = alignmentOf(metadata, source);
  /** @type {Info[]} */
  const infos = [];
  for (let k = 0; k < nTensors; k++) infos.push(await readInfo(walk, k, source));
  requireOnce(infos, source);
  const start = Math.ceil(walk.at / alignment) * alignment;
  const tensors = placed(infos, {start, alignment, little: walk.little}, source);
  return {version, little: walk.little, metadata, tensors, alignment};
}

/** @typedef {{name: string, type: number, shape: number[], offset: number}} Info offset: within the numbers */

/** @param {Walk} walk @param {Source} source */
async function readHead(walk, source) {
  const magic = await walk.take(4, 'the magic');
  if (String.fromCharCode(...magic) !== 'GGUF') {
    throw source.error(
      `a .gguf file must begin with the letters GGUF, got bytes ${[...magic].join(', ')}.`,
    );
  }
  let version = await walk.u32('the version');
  if (version > 0 && version % 65536 === 0) {
    walk.little = false; // written on a machine that puts the greatest byte first
    version /= 65536;
    version = ((version & 255) << 8) | (version >> 8);
  }
  if (version < 1 || version > 3) {
    throw source.error(
      `the version of GGUF must be 1, 2 or 3, got ${version}. Convert the file with a newer llama.cpp.`,
    );
  }
  walk.wide = version > 1;
  const nTensors = await walk.count('the number of tensors');
  const nKeys = await walk.count('the number of keys');
  if (nTensors > LIMITS.tensors || nKeys > LIMITS.keys) {
    throw source.error(
      `a file must have at most ${LIMITS.tensors} tensors and ${LIMITS.keys} keys, got ${nTensors} and ${nKeys}.`,
    );
  }
  return {version, nTensors, nKeys};
}

/** Bytes of the types of values, by their number; texts (8) and lists (9) have none. */
const VALUE_BYTES = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];
const TEXT = 8;
const LIST = 9;

/**
 * @param {Walk} walk
 * @param {number} type
 * @param {string} key
 * @param {Source} source
 * @param {number} [depth] lists that it is in
 * @returns {Promise<GgufValue>}
 */
async function readValue(walk, type, key, source, depth = 0) {
  if (type === TEXT) return text(walk, key);
  if (type !== LIST) return scalar(walk, type, key, source);
  const of = await walk.u32(`the type of ${key}`);
  const length = await walk.count(`the length of ${key}`);
  if (length > LIMITS.array || depth >= LIMITS.nesting) {
    throw source.error(
      `${key.slice(0, 80)} must be a list of at most ${LIMITS.array} values, at most ${LIMITS.nesting} deep, got ${length} at depth ${depth + 1}.`,
    );
  }
  if (of !== LIST && length > LIMITS.kept) {
    await skipList(walk, of, length, {key, source});
    return {length};
  }
  /** @type {unknown[]} */
  const list = [];
  for (let k = 0; k < length; k++) {
    const value = await readValue(walk, of, key, source, depth + 1);
    if (list.length < LIMITS.kept) list.push(value);
  }
  return list;
}

/** @param {Walk} walk @param {string} key @returns {Promise<GgufValue>} */
async function text(walk, key) {
  const length = await walk.length(LIMITS.string, key);
  if (length <= LIMITS.keptBytes) return walk.text(length, key);
  walk.skip(length, key);
  return {length};
}

/** @param {Walk} walk @param {number} type @param {number} length @param {{key: string, source: Source}} about */
async function skipList(walk, type, length, {key, source}) {
  if (type !== TEXT) {
    walk.skip(length * bytesOf(type, key, source), key);
    return;
  }
  for (let k = 0; k < length; k++) {
    const n = await walk.length(LIMITS.string, `a text of ${key}`);
    walk.skip(n, key);
  }
}

/** @param {number} type @param {string} key @param {Source} source */
function bytesOf(type, key, source) {
  const n = VALUE_BYTES[type];
  if (n > 0) return n;
  throw source.error(`the type of ${key.slice(0, 80)} must be a number from 0 to 12, got ${type}.`);
}

/** @param {Walk} walk @param {number} type @param {string} key @param {Source} source */
async function scalar(walk, type, key, source) {
  const view = viewOf(await walk.take(bytesOf(type, key, source), key));
  const {little} = walk;
  if (type === 7 && view.getUint8(0) > 1) {
    throw source.error(
      `${key.slice(0, 80)} must be true (1) or false (0), got ${view.getUint8(0)}.`,
    );
  }
  return [
    () => view.getUint8(0),
    () => view.getInt8(0),
    () => view.getUint16(0, little),
    () => view.getInt16(0, little),
    () => view.getUint32(0, little),
    () => view.getInt32(0, little),
    () => view.getFloat32(0, little),
    () => view.getUint8(0) === 1,
    () => '',
    () => '',
    () => narrow(view.getBigUint64(0, little)),
    () => narrow(view.getBigInt64(0, little)),
    () => view.getFloat64(0, little),
  ][type]();
}

/** @param {bigint} value @returns {number | bigint} */
const narrow = (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

/** @param {Gguf['metadata']} metadata @param {Source} source */
function alignmentOf(metadata, source) {
  const value = metadata.get('general.alignment') ?? 32;
  const isPower =
    typeof value === 'number' && value >= 8 && value <= 2 ** 20 && Math.log2(value) % 1 === 0;
  if (isPower) return value;
  throw source.error(
    `general.alignment must be a power of 2 from 8 to 2^20, got ${String(value)}.`,
  );
}

/** @param {Walk} walk @param {number} k @param {Source} source @returns {Promise<Info>} */
async function readInfo(walk, k, source) {
  const name = await walk.string(LIMITS.name, `the name of tensor ${k}`);
  const nAxes = await walk.u32(`the axes of ${name}`);
  if (nAxes > LIMITS.axes) {
    throw source.error(
      `tensor ${name.slice(0, 80)} must have at most ${LIMITS.axes} axes, got ${nAxes}.`,
    );
  }
  /** @type {number[]} */
  const sides = [];
  for (let axis = 0; axis < nAxes; axis++) sides.push(await walk.count(`the shape of ${name}`));
  const type = await walk.u32(`the type of ${name}`);
  return {name, type, shape: sides.reverse(), offset: await walk.u64(`the place of ${name}`)};
}

/** @param {readonly Info[]} infos @param {Source} source */
function requireOnce(infos, source) {
  const names = new Set();
  for (const {name} of infos) {
    if (names.has(name))
      throw source.error(`a tensor must be there once, got ${name.slice(0, 80)} twice.`);
    names.add(name);
  }
}

/**
 * Each tensor begins where the one before ends, aligned. A type that is not known here has no known size: from there
 * on, places are taken as the file gives them.
 *
 * @param {readonly Info[]} infos
 * @param {{start: number, alignment: number, little: boolean}} layout
 * @param {Source} source
 * @returns {FileTensor[]}
 */
function placed(infos, {start, alignment, little}, source) {
  /** @type {number | null} */
  let expected = 0;
  return infos.map(({name, type, shape, offset}) => {
    const what = `tensor ${name.slice(0, 80)}`;
    const count = countOf(shape, source, what);
    const [word, dtype] = DTYPES[type] ?? [`type ${type}, which is not known here`, closed(1, 0)];
    const last = shape.at(-1) ?? 1;
    if (last % dtype.perBlock !== 0) {
      throw source.error(
        `rows of ${what} must be whole blocks of ${dtype.perBlock} numbers of ${word}, got ${last}.`,
      );
    }
    if (offset % alignment !== 0 || (expected !== null && offset !== expected)) {
      throw source.error(
        `${what} must begin at byte ${expected ?? `a multiple of ${alignment}`} of the numbers, got ${offset}.`,
      );
    }
    const nBytes = (count / dtype.perBlock) * dtype.nBytes;
    if (start + offset + nBytes > source.size) {
      throw source.error(
        `${what} must end within the file’s ${source.size} bytes, but it ends at ${start + offset + nBytes}. The file may be cut off: load it again.`,
      );
    }
    const end = offset + nBytes;
    expected = type in DTYPES && expected !== null ? Math.ceil(end / alignment) * alignment : null;
    return storedTensor(source, {name, word, dtype, shape, offset: start + offset, little});
  });
}

/** Reads a file from its start, one window of bytes after another. */
class Walk {
  #source;
  #window = /** @type {Uint8Array} */ (new Uint8Array(0));
  #first = 0;
  at = 0;
  little = true;
  /** Whether counts have 64 bits. */
  wide = true;

  /** @param {Source} source */
  constructor(source) {
    this.#source = source;
  }

  /** @param {number} n @param {string} what @returns {Promise<Uint8Array>} a view */
  async take(n, what) {
    if (this.at + n > this.#first + this.#window.length || this.at < this.#first) {
      this.#check(n, what);
      const length = Math.min(Math.max(n, WINDOW), this.#source.size - this.at);
      this.#window = await this.#source.read(this.at, length, what.slice(0, 100));
      this.#first = this.at;
    }
    const begin = this.at - this.#first;
    this.at += n;
    return this.#window.subarray(begin, begin + n);
  }

  /** @param {number} n @param {string} what */
  skip(n, what) {
    this.#check(n, what);
    this.at += n;
  }

  /** @param {number} n @param {string} what */
  #check(n, what) {
    const end = this.at + n;
    const limit = Math.min(this.#source.size, LIMITS.header);
    if (end <= limit) return;
    const which = limit < this.#source.size ? 'the most that a header may have' : 'the file’s end';
    throw this.#source.error(
      `${what.slice(0, 100)} must end before byte ${limit}, ${which}, but it ends at ${end}.`,
    );
  }

  /** @param {string} what */
  async u32(what) {
    return viewOf(await this.take(4, what)).getUint32(0, this.little);
  }

  /** @param {string} what */
  async u64(what) {
    const value = viewOf(await this.take(8, what)).getBigUint64(0, this.little);
    return sizeOf(value, this.#source, what.slice(0, 100));
  }

  /** A count, a length or a side. @param {string} what */
  count(what) {
    return this.wide ? this.u64(what) : this.u32(what);
  }

  /** The length of a text, which comes before it. @param {number} most bytes @param {string} what */
  async length(most, what) {
    const n = await this.count(`the length of ${what}`);
    if (n <= most) return n;
    throw this.#source.error(`${what.slice(0, 100)} must have at most ${most} bytes, got ${n}.`);
  }

  /** @param {number} length @param {string} what */
  async text(length, what) {
    return new TextDecoder().decode(await this.take(length, what));
  }

  /** @param {number} most bytes @param {string} what */
  async string(most, what) {
    return this.text(await this.length(most, what), what);
  }
}

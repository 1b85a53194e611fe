// @ts-check
// .npy, versions 1.0 to 3.0: a magic, the length of a header, the header (a Python dict of three entries), the
// numbers. The header is read by its grammar and nothing is evaluated; it may have 10,000 bytes, as in numpy itself
// (numpy/lib/format.py).
import {countOf, viewOf} from './bytes.js';
import {decode, PLAIN} from './dtypes.js';
import {MAX_NUMBERS, rowsToRead, storedTensor} from './tensor.js';

/** @import {Source} from './bytes.js' */
/** @import {Dtype} from './dtypes.js' */
/** @import {FileTensor, Values} from './tensor.js' */

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]; // \x93NUMPY
const MAX_HEADER = 10_000;
/** The magic, two bytes of version, four of length, and the header: what a reader of the head needs at most. */
export const MAX_NPY_HEAD = 12 + MAX_HEADER;

/** numpy's letters for a kind, then the number of bytes. @type {Record<string, Dtype>} */
const DTYPES = {
  b1: PLAIN.bool,
  u1: PLAIN.u8,
  i1: PLAIN.i8,
  u2: PLAIN.u16,
  i2: PLAIN.i16,
  u4: PLAIN.u32,
  i4: PLAIN.i32,
  u8: PLAIN.u64,
  i8: PLAIN.i64,
  f2: PLAIN.f16,
  f4: PLAIN.f32,
  f8: PLAIN.f64,
};

/**
 * @typedef {{descr: string, dtype: Dtype, little: boolean, fortran: boolean, shape: number[], start: number,
 *   nBytes: number}} NpyHead start: the first byte of the numbers
 */

/**
 * @param {Source} source
 * @param {string} [name] of the tensor
 * @returns {Promise<FileTensor>}
 * @throws {import('./bytes.js').FileError}
 */
export async function readNpy(
  source,
  name = source.name.replace(/^.*\//, '').replace(/\.npy$/, ''),
) {
  const bytes = await source.read(0, Math.min(source.size, MAX_NPY_HEAD), 'the header');
  const head = npyHead(bytes, source);
  requireLength(head, source.size, source);
  const {descr: word, dtype, little, fortran, shape, start} = head;
  if (!fortran) return storedTensor(source, {name, word, dtype, shape, offset: start, little});
  const read = async () => npyValues(head, await source.read(start, head.nBytes, name), source);
  return {name, dtype: word, shape, file: source.name, read};
}

/**
 * @param {Uint8Array} bytes the file's first
 * @param {Source} source
 * @returns {NpyHead}
 */
export function npyHead(bytes, source) {
  if (bytes.length < 12 || MAGIC.some((byte, k) => bytes[k] !== byte)) {
    throw source.error('a .npy file must begin with the bytes \\x93NUMPY, got others.');
  }
  const [major, minor] = [bytes[6], bytes[7]];
  if (major < 1 || major > 3 || minor !== 0) {
    throw source.error(`the version must be 1.0, 2.0 or 3.0, got ${major}.${minor}.`);
  }
  const view = viewOf(bytes);
  const before = major === 1 ? 10 : 12;
  const length = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > MAX_HEADER) {
    throw source.error(`the header must have at most ${MAX_HEADER} bytes, got ${length}.`);
  }
  if (before + length > bytes.length) {
    throw source.error(`the header must have ${length} bytes, but the file ends before.`);
  }
  const text = new TextDecoder(major === 3 ? 'utf-8' : 'latin1').decode(
    bytes.subarray(before, before + length),
  );
  const entries = parseDict(text, source);
  const dtype = dtypeOf(entries.descr, source);
  const shape = shapeOf(entries.shape, source);
  if (typeof entries.fortran_order !== 'boolean') {
    throw source.error(`fortran_order must be True or False, got ${shown(entries.fortran_order)}.`);
  }
  const descr = String(entries.descr);
  return {
    descr,
    dtype,
    little: descr[0] !== '>',
    fortran: entries.fortran_order && shape.length > 1,
    shape,
    start: before + length,
    nBytes: countOf(shape, source, 'the array') * dtype.nBytes,
  };
}

/** @param {NpyHead} head @param {number} size of the file @param {Source} source */
export function requireLength({nBytes, start, shape, descr}, size, source) {
  if (start + nBytes === size) return;
  throw source.error(
    `an array of ${descr} and shape [${shape.join(', ')}] must have ${nBytes} bytes behind the header, got ${size - start}.`,
  );
}

/**
 * The numbers of an array, row-major.
 *
 * @param {NpyHead} head
 * @param {Uint8Array} bytes all of its numbers
 * @param {Source} source
 * @returns {Values}
 */
export function npyValues({dtype, little, fortran, shape}, bytes, source) {
  const count = shape.reduce((product, side) => product * side, 1);
  const nRows = shape[0] ?? 1;
  if (!fortran) {
    const {rows, perRow} = rowsToRead(shape);
    const data = decode(dtype, bytes.subarray(0, rows * perRow * dtype.nBytes), little);
    return {data, shape: shape.length === 0 ? [] : [rows, ...shape.slice(1)], nRows};
  }
  if (count > MAX_NUMBERS) {
    throw source.error(
      `an array in Fortran order must have at most ${MAX_NUMBERS} numbers, got ${count}.`,
    );
  }
  return {data: fromColumns(decode(dtype, bytes, little), shape), shape, nRows};
}

/**
 * @template {Float32Array | Float64Array} T
 * @param {T} data whose first index runs fastest
 * @param {readonly number[]} shape
 * @returns {T} whose last index runs fastest
 */
function fromColumns(data, shape) {
  const out = data.slice();
  const index = shape.map(() => 0);
  for (let to = 0; to < data.length; to++) {
    let from = 0;
    for (let axis = shape.length - 1; axis >= 0; axis--) from = from * shape[axis] + index[axis];
    out[to] = data[from];
    for (let axis = shape.length - 1; axis >= 0 && ++index[axis] === shape[axis]; axis--) {
      index[axis] = 0;
    }
  }
  return /** @type {T} */ (out);
}

/** @param {unknown} descr @param {Source} source @returns {Dtype} */
function dtypeOf(descr, source) {
  const [, order, word] = /^([<>|=])([a-zA-Z]\d*)$/.exec(String(descr)) ?? [];
  const isNumber = typeof descr === 'string' && word !== undefined && Object.hasOwn(DTYPES, word);
  const needsOrder = isNumber && DTYPES[word].nBytes > 1;
  if (isNumber && (needsOrder ? order === '<' || order === '>' : true)) return DTYPES[word];
  const why = /^[<>|=]?O/.test(String(descr))
    ? ' Objects are pickled, and a pickle can run code when it is read: none is read here.'
    : '';
  throw source.error(
    `descr must be < or > and one of ${Object.keys(DTYPES).join(', ')}, got ${shown(descr)}.${why}`,
  );
}

/** @param {unknown} shape @param {Source} source @returns {number[]} */
function shapeOf(shape, source) {
  const isTuple = Array.isArray(shape) && shape.length <= 32; // numpy's most axes
  if (isTuple && shape.every((side) => Number.isSafeInteger(side) && side >= 0)) return shape;
  throw source.error(`shape must be a tuple of at most 32 integers >= 0, got ${shown(shape)}.`);
}

/** @param {unknown} value */
const shown = (value) => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

const TOKEN = /\s*(?:('[^'\\\n]*'|"[^"\\\n]*")|(\d+)L?|(True|False)|([{}()[\]:,]))/y;

/**
 * A Python dict of texts, truth values, integers, tuples and lists.
 *
 * @param {string} text
 * @param {Source} source
 * @returns {Record<string, unknown>} with descr, fortran_order and shape, and nothing else
 */
function parseDict(text, source) {
  const trimmed = text.trimEnd();
  const wrong = () =>
    source.error(
      `the header must be a dict like {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4)}, got ${shown(trimmed.slice(0, 80))}.`,
    );
  /** @type {(string | number | boolean | {mark: string})[]} */
  const tokens = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const [, quoted, digits, truth, mark] = TOKEN.exec(trimmed) ?? [];
    if (quoted) tokens.push(quoted.slice(1, -1));
    else if (digits) tokens.push(Number(digits));
    else if (truth) tokens.push(truth === 'True');
    else if (mark) tokens.push({mark});
    else throw wrong();
  }
  let at = 0;
  const isMark = (/** @type {string} */ mark) => {
    const token = tokens[at];
    return typeof token === 'object' && token.mark === mark;
  };
  const take = (/** @type {string} */ mark) => {
    if (!isMark(mark)) throw wrong();
    at++;
  };
  /** @param {number} depth @returns {unknown} */
  const value = (depth) => {
    const end = isMark('(') ? ')' : isMark('[') ? ']' : '';
    if (end === '') {
      const token = tokens[at++];
      if (token === undefined || typeof token === 'object') throw wrong();
      return token;
    }
    if (depth > 4) throw wrong();
    at++;
    /** @type {unknown[]} */
    const items = [];
    while (!isMark(end)) {
      items.push(value(depth + 1));
      if (!isMark(end)) take(',');
    }
    at++;
    return items;
  };
  /** @type {Map<string, unknown>} */
  const entries = new Map();
  take('{');
  while (!isMark('}')) {
    const key = value(0);
    if (typeof key !== 'string' || entries.has(key)) throw wrong();
    take(':');
    entries.set(key, value(0));
    if (!isMark('}')) take(',');
  }
  at++;
  const keys = [...entries.keys()].sort().join();
  if (at !== tokens.length || keys !== 'descr,fortran_order,shape') throw wrong();
  return Object.fromEntries(entries);
}

// @ts-check
// .npz: a zip of .npy files, stored or deflated, with the fields of 64 bits that large ones have (APPNOTE.TXT of the
// format; Python's zipfile). Each array is read when it is wanted, and checked by its sum.
import {sizeOf, viewOf} from './bytes.js';
import {MAX_NPY_HEAD, npyHead, npyValues, requireLength} from './npy.js';

/** @import {Source} from './bytes.js' */
/** @import {FileTensor} from './tensor.js' */

const END = 0x06054b50;
const END_64_LOCATOR = 0x07064b50;
const END_64 = 0x06064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_COMMENT = 65535;
const MAX_DIRECTORY = 2 ** 24;
const MAX_ARRAYS = 10_000;
/** Of one array, unpacked: it is held whole. */
export const MAX_UNPACKED = 32 * 2 ** 20;

/**
 * @typedef {{name: string, method: number, crc: number, packed: number, unpacked: number, at: number}} Entry of the
 *   directory; at: of its local header
 */

/**
 * @param {Source} source
 * @returns {Promise<FileTensor[]>}
 * @throws {import('./bytes.js').FileError}
 */
export async function readNpz(source) {
  const {count, size, at} = await directoryOf(source);
  if (size > MAX_DIRECTORY || count > MAX_ARRAYS) {
    throw source.error(
      `a zip must have at most ${MAX_ARRAYS} entries in a directory of ${MAX_DIRECTORY} bytes, got ${count} in ${size}.`,
    );
  }
  const entries = entriesOf(await source.read(at, size, 'the directory'), count, source);
  const names = new Set();
  /** @type {FileTensor[]} */
  const tensors = [];
  for (const entry of entries) {
    requireReadable(entry, source);
    if (names.has(entry.name))
      throw source.error(`names must be there once, got ${entry.name} twice.`);
    names.add(entry.name);
    tensors.push(await tensorOf(entry, source));
  }
  requireApart(entries, at, source);
  return tensors;
}

/** @param {Entry} entry @param {Source} source */
function requireReadable({name, method, packed, unpacked}, source) {
  if (!name.endsWith('.npy')) {
    throw source.error(`every entry of a .npz file must be a .npy file, got ${name.slice(0, 80)}.`);
  }
  if (method !== 0 && method !== 8) {
    throw source.error(`${name} must be stored (method 0) or deflated (8), got method ${method}.`);
  }
  if (method === 0 && packed !== unpacked) {
    throw source.error(
      `${name} is stored, so its two sizes must be equal, got ${packed} and ${unpacked}.`,
    );
  }
}

/** @param {readonly Entry[]} entries @param {number} end where the directory begins @param {Source} source */
function requireApart(entries, end, source) {
  const sorted = [...entries].sort((a, b) => a.at - b.at);
  sorted.forEach(({name, at, packed}, k) => {
    const next = sorted[k + 1]?.at ?? end;
    if (at + packed <= next) return;
    throw source.error(
      `entries must not overlap, but ${name} of ${packed} bytes at ${at} reaches over ${next}.`,
    );
  });
}

/**
 * Where the directory is: the last bytes of a zip say so.
 *
 * @param {Source} source
 */
async function directoryOf(source) {
  const nTail = Math.min(source.size, 22 + MAX_COMMENT);
  const start = source.size - nTail;
  const tail = viewOf(await source.read(start, nTail, 'the end'));
  let at = nTail - 22;
  while (at >= 0 && tail.getUint32(at, true) !== END) at--;
  if (at < 0)
    throw source.error(
      'a .npz file must end with the directory of a zip, got none. It may be cut off.',
    );
  const small = {
    count: tail.getUint16(at + 10, true),
    size: tail.getUint32(at + 12, true),
    at: tail.getUint32(at + 16, true),
  };
  const is64 = small.count === 0xffff || small.size === 0xffffffff || small.at === 0xffffffff;
  if (!is64) return small;
  if (at < 20 || tail.getUint32(at - 20, true) !== END_64_LOCATOR) {
    throw source.error('the directory must have a locator of 64 bits before its end, got none.');
  }
  const where = sizeOf(
    tail.getBigUint64(at - 12, true),
    source,
    'the place of the directory’s end',
  );
  const end = viewOf(await source.read(where, 56, 'the directory’s end of 64 bits'));
  if (end.getUint32(0, true) !== END_64) {
    throw source.error(
      'the directory’s end of 64 bits must begin with PK 6 6, got something else.',
    );
  }
  return {
    count: sizeOf(end.getBigUint64(32, true), source, 'the number of entries'),
    size: sizeOf(end.getBigUint64(40, true), source, 'the size of the directory'),
    at: sizeOf(end.getBigUint64(48, true), source, 'the place of the directory'),
  };
}

/** @param {Uint8Array} bytes of the directory @param {number} count @param {Source} source */
function entriesOf(bytes, count, source) {
  const view = viewOf(bytes);
  /** @type {Entry[]} */
  const entries = [];
  let at = 0;
  for (let k = 0; k < count; k++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== CENTRAL) {
      throw source.error(`entry ${k} of the directory must begin with PK 1 2, got something else.`);
    }
    const flags = view.getUint16(at + 8, true);
    const [nName, nExtra, nComment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const end = at + 46 + nName + nExtra + nComment;
    if (end > bytes.length)
      throw source.error(`entry ${k} must lie within the directory, and does not.`);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nName));
    if (flags & 1) throw source.error(`${name} must not be encrypted, and is.`);
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      ...sizesOf(view, at, {extra: at + 46 + nName, nExtra}, source),
    });
    at = end;
  }
  return entries;
}

/**
 * Sizes and place of an entry; those that 32 bits cannot hold are in a field of their own.
 *
 * @param {DataView} view
 * @param {number} at
 * @param {{extra: number, nExtra: number}} place
 * @param {Source} source
 */
function sizesOf(view, at, {extra, nExtra}, source) {
  const small = [24, 20, 42].map((place) => view.getUint32(at + place, true));
  let [field, left] = [extra, 0];
  while (field + 4 <= extra + nExtra) {
    const length = view.getUint16(field + 2, true);
    if (view.getUint16(field, true) === 1) {
      left = Math.min(length, extra + nExtra - field - 4);
      break;
    }
    field += 4 + length;
  }
  let next = field + 4;
  const [unpacked, packed, local] = small.map((value) => {
    if (value !== 0xffffffff) return value;
    if (left < 8)
      throw source.error('a size of 2^32 - 1 must be given again with 64 bits, and is not.');
    const wide = sizeOf(view.getBigUint64(next, true), source, 'a size');
    next += 8;
    left -= 8;
    return wide;
  });
  return {unpacked, packed, at: local};
}

/** @param {Entry} entry @param {Source} source @returns {Promise<FileTensor>} */
async function tensorOf(entry, source) {
  const start = await startOf(entry, source);
  const least = Math.min(entry.unpacked, MAX_NPY_HEAD);
  const head = npyHead(await unpack(entry, start, least, source), source);
  requireLength(head, entry.unpacked, source);
  return {
    name: entry.name.replace(/\.npy$/, ''),
    dtype: head.descr,
    shape: head.shape,
    file: source.name,
    read: async () => {
      if (entry.unpacked > MAX_UNPACKED) {
        throw source.error(
          `${entry.name} must have at most ${MAX_UNPACKED} bytes to be read, got ${entry.unpacked}.`,
        );
      }
      const bytes = await unpack(entry, start, entry.unpacked, source);
      const sum = crc32(bytes);
      if (sum !== entry.crc) {
        throw source.error(
          `${entry.name} must have the sum ${entry.crc.toString(16)} (CRC-32), got ${sum.toString(16)}: it is damaged.`,
        );
      }
      return npyValues(head, bytes.subarray(head.start), source);
    },
  };
}

/** Where an entry's own bytes begin. @param {Entry} entry @param {Source} source */
async function startOf({name, at, packed}, source) {
  const local = viewOf(await source.read(at, 30, `the header of ${name}`));
  if (local.getUint32(0, true) !== LOCAL) {
    throw source.error(`${name} must begin with PK 3 4, got something else.`);
  }
  const start = at + 30 + local.getUint16(26, true) + local.getUint16(28, true);
  if (start + packed > source.size)
    throw source.error(`${name} must lie within the file, and does not.`);
  return start;
}

/**
 * The first bytes of an entry, and never more, whatever it unpacks to.
 *
 * @param {Entry} entry
 * @param {number} start
 * @param {number} count
 * @param {Source} source
 */
async function unpack({name, method, packed, unpacked}, start, count, source) {
  if (method === 0) return source.read(start, count, name);
  const out = new Uint8Array(count);
  let nOut = 0;
  const packedBytes = streamOf(source, start, packed, name);
  const reader = packedBytes.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    while (nOut <= count) {
      const {done, value} = await reader.read();
      if (done) break;
      const piece = value.subarray(0, count - nOut);
      out.set(piece, nOut);
      nOut += piece.length;
      if (piece.length < value.length || (nOut === count && count < unpacked)) {
        if (count === unpacked)
          throw source.error(`${name} must unpack to ${unpacked} bytes, got more.`);
        break;
      }
    }
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw source.error(`${name} must be deflated, and cannot be unpacked (${why}).`);
  } finally {
    await reader.cancel().catch(() => {});
  }
  if (nOut < count) throw source.error(`${name} must unpack to ${unpacked} bytes, got ${nOut}.`);
  return out;
}

const PIECE = 2 ** 18;

/**
 * @param {Source} source
 * @param {number} start
 * @param {number} length
 * @param {string} what
 * @returns {ReadableStream<any>}
 */
function streamOf(source, start, length, what) {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      const n = Math.min(PIECE, length - at);
      if (n === 0) {
        controller.close();
        return;
      }
      controller.enqueue(await source.read(start + at, n, what));
      at += n;
    },
  });
}

const CRC_TABLE = Uint32Array.from({length: 256}, (_, byte) => {
  let sum = byte;
  for (let k = 0; k < 8; k++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** @param {Uint8Array} bytes */
export function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = CRC_TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

// @ts-check
// .safetensors: 8 bytes with the length of the header, least byte first; the header, in JSON; the numbers. Checks
// are those of the format's own reader: a header of at most 100 MB that begins with {, tensors without holes and
// overlaps, and nothing behind them (huggingface/safetensors, safetensors/src/tensor.rs).
import {countOf, sizeOf, viewOf} from './bytes.js';
import {closed, PLAIN} from './dtypes.js';
import {parseWithNames} from './json.js';
import {storedTensor} from './tensor.js';

/** @import {Source} from './bytes.js' */
/** @import {Dtype} from './dtypes.js' */
/** @import {FileTensor} from './tensor.js' */

export const MAX_HEADER = 100_000_000;
const BEFORE_HEADER = 8;

/** @type {Record<string, Dtype>} */
const DTYPES = {
  BOOL: PLAIN.bool,
  U8: PLAIN.u8,
  I8: PLAIN.i8,
  U16: PLAIN.u16,
  I16: PLAIN.i16,
  U32: PLAIN.u32,
  I32: PLAIN.i32,
  U64: PLAIN.u64,
  I64: PLAIN.i64,
  F16: PLAIN.f16,
  BF16: PLAIN.bf16,
  F32: PLAIN.f32,
  F64: PLAIN.f64,
  F8_E4M3: PLAIN.e4m3,
  F8_E5M2: PLAIN.e5m2,
  F8_E4M3FNUZ: closed(1, 1),
  F8_E5M2FNUZ: closed(1, 1),
  F8_E8M0: closed(1, 1),
  F4: closed(2, 1),
  F6_E2M3: closed(4, 3),
  F6_E3M2: closed(4, 3),
  C64: closed(1, 8),
};

/**
 * @typedef {{metadata: Record<string, string>, tensors: FileTensor[]}} Safetensors tensors in the order of the file
 */

/**
 * @param {Source} source
 * @returns {Promise<Safetensors>}
 * @throws {import('./bytes.js').FileError} naming what was expected
 */
export async function readSafetensors(source) {
  const head = await source.read(0, BEFORE_HEADER, 'the length of the header');
  const length = sizeOf(viewOf(head).getBigUint64(0, true), source, 'the length of the header');
  if (length < 2 || length > MAX_HEADER) {
    throw source.error(
      `the header of a .safetensors file must have 2 to ${MAX_HEADER} bytes, got ${length}.`,
    );
  }
  const header = parseHeader(await source.read(BEFORE_HEADER, length, 'the header'), source);
  const {__metadata__, ...entries} = header;
  const metadata = __metadata__ ?? {};
  requireTexts(metadata, source);
  const start = BEFORE_HEADER + length;
  const infos = Object.entries(entries).map(([name, entry]) => infoOf(name, entry, source));
  infos.sort((a, b) => a.begin - b.begin || a.end - b.end);
  requireNoHoles(infos, source.size - start, source);
  const tensors = infos.map(({begin, ...info}) =>
    storedTensor(source, {...info, offset: start + begin}),
  );
  return {metadata: /** @type {Record<string, string>} */ (metadata), tensors};
}

/** @param {Uint8Array} bytes @param {Source} source @returns {Record<string, unknown>} */
function parseHeader(bytes, source) {
  if (bytes[0] !== 0x7b) {
    throw source.error(`the header must begin with { (byte 123), got byte ${bytes[0]}.`);
  }
  let parsed;
  try {
    parsed = parseWithNames(new TextDecoder('utf-8', {fatal: true}).decode(bytes));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw source.error(`the header must be JSON in UTF-8 (${why.slice(0, 100)}).`);
  }
  const {value, repeated} = parsed;
  if (repeated.length > 0) {
    throw source.error(`tensors must be there once, got ${repeated[0].slice(0, 100)} twice.`);
  }
  return /** @type {Record<string, unknown>} */ (value); // it begins with {, so it is an object
}

/** @param {unknown} metadata @param {Source} source */
function requireTexts(metadata, source) {
  const isObject = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata);
  if (isObject && Object.values(metadata).every((one) => typeof one === 'string')) return;
  throw source.error('__metadata__ must be an object of texts, got something else.');
}

/**
 * @param {string} name
 * @param {unknown} entry
 * @param {Source} source
 */
function infoOf(name, entry, source) {
  const {dtype: word, shape, data_offsets: offsets} = /** @type {any} */ (entry ?? {});
  const what = `tensor ${name.slice(0, 100)}`;
  if (typeof word !== 'string' || !Object.hasOwn(DTYPES, word)) {
    const known = Object.keys(DTYPES).join(', ');
    throw source.error(`the dtype of ${what} must be one of ${known}, got ${shown(word)}.`);
  }
  if (!isSizes(shape)) {
    throw source.error(
      `the shape of ${what} must be a list of integers >= 0, got ${shown(shape)}.`,
    );
  }
  if (!isSizes(offsets) || offsets.length !== 2 || offsets[0] > offsets[1]) {
    throw source.error(
      `data_offsets of ${what} must be two integers, the first not above the second, got ${shown(offsets)}.`,
    );
  }
  const dtype = DTYPES[word];
  const count = countOf(shape, source, what);
  const nBytes = (count / dtype.perBlock) * dtype.nBytes;
  const [begin, end] = offsets;
  if (end - begin !== nBytes) {
    throw source.error(
      `${what}, ${word} of shape [${shape.join(', ')}], must have ${nBytes} bytes, but data_offsets give it ${end - begin}.`,
    );
  }
  return {name, word, dtype, shape, begin, end};
}

/** @param {unknown} value @returns {value is number[]} */
const isSizes = (value) =>
  Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && one >= 0);

/** @param {unknown} value */
const shown = (value) => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

/**
 * @param {readonly {name: string, begin: number, end: number}[]} infos by their place
 * @param {number} nBytes of all numbers
 * @param {Source} source
 */
function requireNoHoles(infos, nBytes, source) {
  let at = 0;
  for (const {name, begin, end} of infos) {
    if (begin !== at) {
      throw source.error(
        `tensor ${name.slice(0, 100)} must begin at byte ${at} of the numbers, where the one before ends, got ${begin}.`,
      );
    }
    at = end;
  }
  if (at !== nBytes) {
    throw source.error(
      `the tensors must fill the ${nBytes} bytes behind the header, but they end at ${at}. The file may be cut off: load it again.`,
    );
  }
}

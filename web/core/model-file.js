// @ts-check

import {show} from './check.js';
import {Transformer} from './transformer.js';
import {completeConfig} from './transformer-config.js';

/** @import {Core, Tensor} from './core.js' */
/** @import {CompleteConfig} from './transformer-config.js' */

/**
 * A trained model as one file, little-endian:
 *
 *      0  8 bytes  0x89 'poslab' '\n'   (a byte and an end of line that a transfer as text spoils)
 *      8  uint32   version of this layout, 1
 *     12  uint32   bytes of the header, a multiple of 4
 *     16  uint32   bytes of the data
 *     20  uint32   CRC-32 (IEEE 802.3) of all other bytes of the file, in order
 *     24  header   JSON in UTF-8, filled up with spaces:
 *                  {config, nSteps, task, tensors: [{name, part, shape, offset}]}
 *         data     float32 of every tensor, one after the other as the header lists them; `offset` in
 *                  bytes from the beginning of the data
 *
 * `part` is 'value', or 'm' and 'v': Adam's running means, without which training cannot go on as if
 * nothing had happened. A seed past 2^53 is a string of digits. `task` names what the model was
 * trained on; it may be missing.
 */

/** @typedef {'value' | 'm' | 'v'} Part */
/** @typedef {{name: string, part: Part, shape: readonly number[], data: Float32Array}} SavedTensor */
/** @typedef {{config: Record<string, any>, nSteps: number, task?: string, tensors: SavedTensor[]}} SavedModel */

const MAGIC = [0x89, ...new TextEncoder().encode('poslab\n')];
const VERSION = 1;
const [VERSION_AT, HEADER_AT, DATA_AT, CHECKSUM_AT, HEAD_BYTES] = [8, 12, 16, 20, 24];
const PARTS = ['value', 'm', 'v'];

/** A file that holds no model, or an incomplete one. `message` says what is wrong with it. */
export class ModelFileError extends Error {
  /**
   * @param {string} message
   * @param {unknown} [cause]
   */
  constructor(message, cause) {
    super(message, cause === undefined ? undefined : {cause});
    this.name = 'ModelFileError';
  }
}

/**
 * A model's config, parameters and updates so far.
 *
 * @param {Transformer} model
 * @param {{moments?: boolean, task?: string}} [options] without moments the file is a third as large,
 *   and Adam starts afresh where training goes on from it; the task that it was trained on
 * @returns {ArrayBuffer}
 */
export function saveModel(model, {moments = true, task} = {}) {
  const {config, nSteps} = model;
  const names = model.tensors.filter(({kind}) => kind === 'param').map(({name}) => name);
  const parts = /** @type {Part[]} */ (moments ? PARTS : ['value']);
  const tensors = parts.flatMap((part) =>
    names.map((name) => ({name, part, ...readPart(model, name, part)})),
  );
  return encodeModel({config, nSteps, task, tensors});
}

/**
 * The model of a file, as it was when it was saved. Without Adam's moments its count of updates is 0.
 *
 * @param {Core} core one of its own, as for every Transformer
 * @param {ArrayBuffer | Uint8Array} file
 * @returns {Transformer}
 * @throws {ModelFileError} saying what is wrong, or how much memory would be needed; then none is kept
 * @throws {TypeError} unless it is bytes
 */
export function loadModel(core, file) {
  const {config, nSteps, tensors} = readModel(core, file);
  const model = refuseConfig(() => new Transformer(core, config));
  try {
    requireTensorsOf(model, tensors);
    for (const {name, part, ...tensor} of tensors) {
      if (part === 'value') model.setTensor(name, tensor);
      else model.setMoment(name, part, tensor);
    }
    if (hasMoments(tensors)) model.nSteps = nSteps;
  } catch (error) {
    model.close();
    throw error;
  }
  return model;
}

/**
 * What a file holds, checked as far as it can be without making the model: its config and size can be
 * judged before memory is taken.
 *
 * @param {Core} core
 * @param {ArrayBuffer | Uint8Array} file
 * @returns {{config: CompleteConfig, nSteps: number, task?: string, tensors: SavedTensor[]}}
 * @throws {ModelFileError | TypeError} saying what is wrong
 */
export function readModel(core, file) {
  const {config, nSteps, task, tensors} = decodeModel(file);
  if (typeof config.causal !== 'boolean') {
    throw new ModelFileError('The model’s config cannot be: causal must be true or false.');
  }
  const {seed} = config;
  const isText = typeof seed === 'string' && /^\d+$/.test(seed);
  return refuseConfig(() => {
    const given = {...config, seed: isText ? BigInt(seed) : seed};
    const complete = completeConfig(core, /** @type {any} */ (given));
    Transformer.nBytes(core, complete); // C's own checks
    return {config: complete, nSteps, task, tensors};
  });
}

/**
 * @template T
 * @param {() => T} use of a config that came from a file
 * @returns {T}
 * @throws {ModelFileError}
 */
function refuseConfig(use) {
  try {
    return use();
  } catch (error) {
    throw new ModelFileError(`The model’s config cannot be: ${messageOf(error)}`, error);
  }
}

/**
 * @param {Transformer} model
 * @param {string} name
 * @param {Part} part
 */
const readPart = (model, name, part) =>
  part === 'value' ? model.tensor(name) : model.moment(name, part);

/** @param {readonly SavedTensor[]} tensors */
const hasMoments = (tensors) => tensors.some(({part}) => part !== 'value');

/**
 * @param {Transformer} model
 * @param {readonly SavedTensor[]} tensors
 * @throws {ModelFileError} unless they are this model's parameters, each once
 */
function requireTensorsOf(model, tensors) {
  const parts = hasMoments(tensors) ? PARTS : ['value'];
  const params = model.tensors.filter(({kind}) => kind === 'param');
  const wanted = new Map(
    parts.flatMap((part) => params.map(({name, shape}) => [keyOf(name, part), shape])),
  );
  for (const {name, part, shape} of tensors) {
    const size = wanted.get(keyOf(name, part));
    if (!size) throw new ModelFileError(`A model of this config has no tensor '${name}'.`);
    if (size.join() !== shape.join()) {
      throw new ModelFileError(
        `'${name}' has the shape [${shape.join(', ')}], and the config asks for [${size.join(', ')}].`,
      );
    }
    wanted.delete(keyOf(name, part));
  }
  const [missing] = wanted.keys();
  if (missing !== undefined) throw new ModelFileError(`The file lacks ${missing}.`);
}

/** @param {string} name @param {string} part */
const keyOf = (name, part) => (part === 'value' ? `'${name}'` : `'${name}', Adam’s ${part}`);

// -------------------------------------------------------------------------------------- bytes

/**
 * @param {SavedModel} model
 * @returns {ArrayBuffer}
 */
export function encodeModel({config, nSteps, task, tensors}) {
  let dataBytes = 0;
  const list = tensors.map(({name, part, shape, data}) => {
    const offset = dataBytes;
    dataBytes += data.byteLength;
    return {name, part, shape, offset};
  });
  const header = paddedJson({config, nSteps, task, tensors: list});
  const bytes = new Uint8Array(HEAD_BYTES + header.length + dataBytes);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(VERSION_AT, VERSION, true);
  view.setUint32(HEADER_AT, header.length, true);
  view.setUint32(DATA_AT, dataBytes, true);
  bytes.set(header, HEAD_BYTES);
  const first = HEAD_BYTES + header.length;
  // bytes of the floats as they are in memory: where WebAssembly runs, that is little-endian
  tensors.forEach(({data}, k) => {
    const own = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    bytes.set(own, first + list[k].offset);
  });
  view.setUint32(CHECKSUM_AT, checksumOf(bytes), true);
  return bytes.buffer;
}

/**
 * @param {ArrayBuffer | Uint8Array} file
 * @returns {SavedModel}
 * @throws {ModelFileError} saying what is wrong
 * @throws {TypeError} unless it is bytes
 */
export function decodeModel(file) {
  const bytes = bytesOf(file);
  const {headerBytes} = requireWhole(bytes);
  const first = HEAD_BYTES + headerBytes;
  const {config, nSteps, task, tensors} = parseHeader(bytes.subarray(HEAD_BYTES, first));
  let expected = 0;
  const decoded = tensors.map((entry) => {
    const {name, part, shape, offset} = requireEntry(entry);
    const nBytes = 4 * shape.reduce((a, b) => a * b, 1);
    if (offset !== expected || first + offset + nBytes > bytes.length) {
      throw new ModelFileError(
        `'${name}', [${shape.join(', ')}], cannot begin at byte ${offset} of ${bytes.length - first}.`,
      );
    }
    expected += nBytes;
    const data = new Float32Array(bytes.slice(first + offset, first + offset + nBytes).buffer);
    return {name, part, shape, data};
  });
  if (expected !== bytes.length - first) {
    throw new ModelFileError(
      `The header lists ${expected} bytes of tensors, and the file holds ${bytes.length - first}.`,
    );
  }
  return {config, nSteps, ...(task !== undefined && {task}), tensors: decoded};
}

/** @param {unknown} value */
function paddedJson(value) {
  const json = JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? String(v) : v));
  const bytes = new TextEncoder().encode(json);
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4).fill(0x20);
  padded.set(bytes);
  return padded;
}

/** @param {ArrayBuffer | Uint8Array} file */
function bytesOf(file) {
  if (file instanceof Uint8Array) return file;
  if (file instanceof ArrayBuffer) return new Uint8Array(file);
  throw new TypeError(`file must be an ArrayBuffer or a Uint8Array, got ${show(file)}.`);
}

/**
 * @param {Uint8Array} bytes
 * @returns {{headerBytes: number}}
 * @throws {ModelFileError} unless it is a file of this version, of the length that it says, unchanged
 */
function requireWhole(bytes) {
  if (MAGIC.some((byte, k) => k < bytes.length && bytes[k] !== byte)) {
    throw new ModelFileError('The file is not a saved poslab model: its first bytes are others.');
  }
  requireLength(bytes.length, HEAD_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(VERSION_AT, true);
  if (version !== VERSION) {
    throw new ModelFileError(
      `The file is of version ${version}, and this page reads version ${VERSION}.`,
    );
  }
  const headerBytes = view.getUint32(HEADER_AT, true);
  const wanted = HEAD_BYTES + headerBytes + view.getUint32(DATA_AT, true);
  requireLength(bytes.length, wanted);
  if (bytes.length > wanted) {
    throw new ModelFileError(
      `The file is too long: it has ${bytes.length} bytes, and should have ${wanted}.`,
    );
  }
  if (checksumOf(bytes) !== view.getUint32(CHECKSUM_AT, true)) {
    throw new ModelFileError(
      'The file is damaged: its checksum does not match. Save or download it again.',
    );
  }
  return {headerBytes};
}

/** @param {number} length @param {number} wanted */
function requireLength(length, wanted) {
  if (length >= wanted) return;
  throw new ModelFileError(
    `The file is cut off: it has ${length} bytes, and should have ${wanted === HEAD_BYTES ? 'at least ' : ''}${wanted}.`,
  );
}

/** @param {Uint8Array} bytes @returns {{config: any, nSteps: number, task?: string, tensors: any[]}} */
function parseHeader(bytes) {
  const header = parseJson(bytes);
  const isRecord = (/** @type {any} */ v) =>
    typeof v === 'object' && v !== null && !Array.isArray(v);
  if (!isRecord(header) || !isRecord(header.config) || !Array.isArray(header.tensors)) {
    throw new ModelFileError('The file’s header must hold a config and a list of tensors.');
  }
  const {nSteps, task} = header;
  if (!Number.isInteger(nSteps) || nSteps < 0 || nSteps >= 2 ** 31) {
    throw new ModelFileError(`nSteps must be an integer from 0 to 2^31 - 1, got ${nSteps}.`);
  }
  if (task !== undefined && typeof task !== 'string') {
    throw new ModelFileError(`task must be the name of a task, got ${JSON.stringify(task)}.`);
  }
  return header;
}

/** @param {Uint8Array} bytes */
function parseJson(bytes) {
  try {
    return JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(bytes));
  } catch (error) {
    throw new ModelFileError(`The file’s header is not JSON: ${messageOf(error)}`, error);
  }
}

/** @param {any} entry @returns {{name: string, part: Part, shape: number[], offset: number}} */
function requireEntry(entry) {
  const {name, part, shape, offset} = entry ?? {};
  const isShape =
    Array.isArray(shape) && shape.every((size) => Number.isInteger(size) && size >= 1);
  if (typeof name === 'string' && PARTS.includes(part) && isShape) {
    return {name, part, shape, offset};
  }
  throw new ModelFileError(
    `A tensor of the header must have name, part, shape and offset, got ${JSON.stringify(entry)}.`,
  );
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

// ----------------------------------------------------------------------------------- checksum

/** Of one byte each: the polynomial 0xEDB88320, lowest bit first. */
const CRC_TABLE = Uint32Array.from({length: 256}, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** CRC-32 of a file, its own four bytes left out. @param {Uint8Array} bytes */
function checksumOf(bytes) {
  let crc = 0xffffffff;
  for (let k = 0; k < bytes.length; k++) {
    if (k === CHECKSUM_AT) k += 4;
    if (k < bytes.length) crc = CRC_TABLE[(crc ^ bytes[k]) & 0xff] ^ (crc >>> 8);
  }
  return ~crc >>> 0;
}

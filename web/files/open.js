// @ts-check
// The files of a model that a reader has chosen: one, or shards with their index and a config.json.
import {FileError, Source} from './bytes.js';
import {readGguf} from './gguf.js';
import {configOfGguf} from './gguf-config.js';
import {readIndex} from './index-file.js';
import {otherKindOf} from './json-kinds.js';
import {readNpy} from './npy.js';
import {readNpz} from './npz.js';
import {readSafetensors} from './safetensors.js';

/** @import {FileRemark} from './gguf-config.js' */
/** @import {FileTensor} from './tensor.js' */

/** What is read of a File. @typedef {{name: string} & import('./bytes.js').Slices} NamedFile */

/**
 * @typedef {object} Opened
 * @property {{name: string, size: number, says: string}[]} files with what was found in each
 * @property {FileTensor[]} tensors
 * @property {string} config text of a config.json, or what GGUF's metadata says, as one; '' for none
 * @property {FileRemark[]} remarks
 * @property {() => number} nRead bytes that were read so far
 */

const MAX_TEXT = 64 * 2 ** 20; // of an index: 100,000 tensors have 9 MB
const MAX_CONFIG = 2 ** 20;
const HEAD = 4096; // an index says within so many bytes that it is one
const PICKLES = /\.(bin|pt|pth|ckpt|pkl)$/;
const KNOWN_ENDINGS = ['.safetensors', '.gguf', '.npy', '.npz', '.json'];
const KNOWN = '.safetensors, .gguf, .npy, .npz, or .json of a configuration or an index';

/**
 * @param {readonly NamedFile[]} files
 * @returns {Promise<Opened>}
 * @throws {FileError} naming the file and what was expected
 */
export async function openFiles(files) {
  /** @type {Source[]} */
  const sources = [];
  /** @type {Opened} */
  const opened = {
    files: [],
    tensors: [],
    config: '',
    remarks: [],
    nRead: () => sources.reduce((sum, {nRead}) => sum + nRead, 0),
  };
  /** @type {Shards} */
  const shards = {index: new Map(), splits: []};
  const isAlone = files.every(({name}) => refusalOf(name) !== null);
  for (const file of files) {
    const source = new Source(file, file.name);
    sources.push(source);
    const refusal = refusalOf(file.name);
    if (refusal !== null && isAlone) throw source.error(refusal);
    const says =
      refusal === null ? await openOne(source, opened, shards) : `not read, since ${refusal}`;
    opened.files.push({name: file.name, size: file.size, says});
  }
  if (shards.index.size > 0) checkShards(shards.index, opened);
  checkSplits(shards.splits, opened);
  return opened;
}

/**
 * Why a file is not opened at all; null where it is.
 *
 * @param {string} name
 * @returns {string | null}
 */
function refusalOf(name) {
  const ending = endingOf(name);
  if (PICKLES.test(ending)) {
    return 'it is a pickle, which can run code when it is read, so it is not opened. Save it as .safetensors.';
  }
  return KNOWN_ENDINGS.includes(ending) ? null : `its name must end with ${KNOWN}.`;
}

/** @param {string} name */
const endingOf = (name) => /\.[^.]*$/.exec(name.toLowerCase())?.[0] ?? '';

/**
 * index: from each file of a model in several to its tensors; splits: GGUF files that are parts.
 *
 * @typedef {{index: Map<string, string[]>, splits: {name: string, number: number, count: number}[]}} Shards
 */

/**
 * @param {Source} source
 * @param {Opened} opened what is found is added
 * @param {Shards} shards
 * @returns {Promise<string>} what it is
 */
async function openOne(source, opened, shards) {
  const ending = endingOf(source.name);
  const add = (/** @type {FileTensor[]} */ tensors) => {
    opened.tensors.push(...tensors);
    return `${tensors.length} tensor${tensors.length === 1 ? '' : 's'}`;
  };
  if (ending === '.safetensors') return add((await readSafetensors(source)).tensors);
  if (ending === '.npy') return add([await readNpy(source)]);
  if (ending === '.npz') return add(await readNpz(source));
  if (ending === '.gguf') return openGguf(source, {opened, shards, add});
  return openText(source, opened, shards.index);
}

/**
 * @param {Source} source
 * @param {{opened: Opened, shards: Shards, add: (tensors: FileTensor[]) => string}} into
 */
async function openGguf(source, {opened, shards, add}) {
  const {metadata, tensors, version} = await readGguf(source);
  const [number, count] = ['split.no', 'split.count'].map((key) => metadata.get(key));
  if (typeof number === 'number' && typeof count === 'number' && count > 1) {
    shards.splits.push({name: source.name, number, count});
  }
  const found = configOfGguf(metadata, await divisorsOf(tensors));
  if (found && !opened.config) {
    opened.config = JSON.stringify(found.config, null, 2);
    opened.remarks.push(...found.remarks);
  }
  return `GGUF ${version}, ${metadata.size} keys, ${add(tensors)}`;
}

const MAX_PAIRS = 4096;

/** @param {readonly FileTensor[]} tensors */
async function divisorsOf(tensors) {
  const values = async (/** @type {string} */ name) => {
    const tensor = tensors.find((one) => one.name === name);
    const isList = tensor?.shape.length === 1 && tensor.shape[0] <= MAX_PAIRS;
    return isList ? (await tensor.read()).data : undefined;
  };
  return {
    freqs: await values('rope_freqs.weight'),
    long: await values('rope_factors_long.weight'),
    short: await values('rope_factors_short.weight'),
  };
}

/**
 * A file in JSON: an index, a configuration, or one of those that lie beside them.
 *
 * @param {Source} source
 * @param {Opened} opened
 * @param {Map<string, string[]>} shards
 */
async function openText(source, opened, shards) {
  if (source.size > MAX_CONFIG && !(await startsIndex(source))) {
    return `not read, since a configuration has at most ${MAX_CONFIG} bytes, and this file has ${source.size}`;
  }
  const text = utf8(await source.read(0, source.size, 'the text'), source);
  const index = readIndex(text, source.name);
  if (index) {
    for (const [shard, names] of index) shards.set(shard, names);
    return `the index of ${index.size} files`;
  }
  if (source.size > MAX_CONFIG) {
    return `not read, since a configuration has at most ${MAX_CONFIG} bytes, and this file has ${source.size}`;
  }
  const other = otherKindIn(text);
  if (other) return `${other}.`;
  const isNamed = /(^|\/)(config|params)\.json$/.test(source.name);
  if (opened.config && !isNamed) return 'a second configuration, which is not shown';
  opened.config = text;
  return 'a configuration';
}

/** Whether a large file begins as an index does. @param {Source} source */
async function startsIndex(source) {
  if (source.size > MAX_TEXT) return false;
  const head = new TextDecoder().decode(await source.read(0, HEAD, 'the beginning'));
  return /"weight_map"/.test(head);
}

/** @param {Uint8Array} bytes @param {Source} source @returns {string} with its byte order mark */
function utf8(bytes, source) {
  const isWide =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isWide || bytes.subarray(0, 64).includes(0)) {
    throw source.error(
      'a .json file must be text in UTF-8, got UTF-16 or no text. Save it as UTF-8.',
    );
  }
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
  } catch {
    throw source.error('a .json file must be text in UTF-8, got other bytes. Save it as UTF-8.');
  }
}

/** @param {string} text @returns {string | null} null also of a text that is no JSON: the inspector says where */
function otherKindIn(text) {
  try {
    const value = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? otherKindOf(value) : null;
  } catch {
    return null;
  }
}

/**
 * Whether all parts of a GGUF file are there.
 *
 * @param {Shards['splits']} splits
 * @param {Opened} opened
 */
function checkSplits(splits, opened) {
  const [first] = splits;
  if (!first) return;
  const there = new Set(splits.map(({number}) => number));
  const missing = Array.from({length: Math.min(first.count, 1000)}, (_, k) => k).filter(
    (k) => !there.has(k),
  );
  if (missing.length === 0) return;
  const some = missing.slice(0, 5).map((k) => k + 1);
  opened.remarks.push({
    field: 'split.count',
    text: `The model is in ${first.count} files, and ${missing.length} of them were not opened (${some.join(', ')}${missing.length > 5 ? ', ...' : ''}): their tensors are missing here${there.has(0) ? '' : ', and so is the metadata, which the first has'}. Choose all files at once.`,
  });
}

/**
 * Whether the shards that are there hold what their index says.
 *
 * @param {Map<string, string[]>} shards
 * @param {Opened} opened
 */
function checkShards(shards, opened) {
  const names = new Set(opened.files.map(({name}) => name));
  const missing = [...shards.keys()].filter((shard) => !names.has(shard));
  if (missing.length > 0) {
    const some = missing.slice(0, 3).join(', ');
    opened.remarks.push({
      field: 'weight_map',
      text: `${missing.length} of the ${shards.size} files of the index were not opened (${some}${missing.length > 3 ? ', ...' : ''}): their tensors are missing here. Choose all files at once.`,
    });
  }
  const places = new Map([...shards].flatMap(([file, list]) => list.map((name) => [name, file])));
  const stray = opened.tensors.find(
    ({file, name}) => shards.has(file) && places.has(name) && places.get(name) !== file,
  );
  if (stray) {
    const text = `${stray.name} is in ${stray.file} too, where the index does not have it. Both are listed; a loader that goes by the files, and not by the index, may take the wrong one.`;
    opened.remarks.push({field: 'weight_map', text});
  }
  const held = new Set(opened.tensors.map(({file, name}) => `${file}\n${name}`));
  for (const [shard, tensors] of shards) {
    const lost = names.has(shard) && tensors.find((name) => !held.has(`${shard}\n${name}`));
    if (lost)
      throw new FileError(
        `${shard}: it must hold ${lost}, as the index says, and does not. Load both again.`,
      );
  }
}

// @ts-check
// The files of a model that a reader has chosen: one, or shards with their index and a config.json.
import {FileError, Source} from './bytes.js';
import {readGguf} from './gguf.js';
import {configOfGguf} from './gguf-config.js';
import {readIndex} from './index-file.js';
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

const MAX_TEXT = 64 * 2 ** 20;
const MAX_CONFIG = 2 ** 20;
const PICKLES = /\.(bin|pt|pth|ckpt|pkl)$/;
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
  /** @type {Map<string, string[]>} */
  const shards = new Map();
  for (const file of files) {
    const source = new Source(file, file.name);
    sources.push(source);
    const says = await openOne(source, opened, shards);
    opened.files.push({name: file.name, size: file.size, says});
  }
  if (shards.size > 0) checkShards(shards, opened);
  return opened;
}

/**
 * @param {Source} source
 * @param {Opened} opened what is found is added
 * @param {Map<string, string[]>} shards of an index
 * @returns {Promise<string>} what it is
 */
async function openOne(source, opened, shards) {
  const ending = /\.[^.]*$/.exec(source.name.toLowerCase())?.[0] ?? '';
  const add = (/** @type {FileTensor[]} */ tensors) => {
    opened.tensors.push(...tensors);
    return `${tensors.length} tensor${tensors.length === 1 ? '' : 's'}`;
  };
  if (ending === '.safetensors') return add((await readSafetensors(source)).tensors);
  if (ending === '.npy') return add([await readNpy(source)]);
  if (ending === '.npz') return add(await readNpz(source));
  if (ending === '.gguf') return openGguf(source, opened, add);
  if (ending === '.json') return openText(source, opened, shards);
  if (PICKLES.test(ending)) {
    throw source.error(
      'it is a pickle, which can run code when it is read, so it is not opened. Save it as .safetensors.',
    );
  }
  throw source.error(`its name must end with ${KNOWN}.`);
}

/** @param {Source} source @param {Opened} opened @param {(tensors: FileTensor[]) => string} add */
async function openGguf(source, opened, add) {
  const {metadata, tensors, version} = await readGguf(source);
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

/** @param {Source} source @param {Opened} opened @param {Map<string, string[]>} shards */
async function openText(source, opened, shards) {
  if (source.size > MAX_TEXT) {
    throw source.error(`a .json file must have at most ${MAX_TEXT} bytes, got ${source.size}.`);
  }
  const text = new TextDecoder().decode(await source.read(0, source.size, 'the text'));
  const index = readIndex(text, source.name);
  if (index) {
    for (const [shard, names] of index) shards.set(shard, names);
    return `the index of ${index.size} files`;
  }
  if (source.size > MAX_CONFIG) {
    throw source.error(`a config.json must have at most ${MAX_CONFIG} bytes, got ${source.size}.`);
  }
  opened.config = text;
  return 'a configuration';
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
  const held = new Set(opened.tensors.map(({file, name}) => `${file}\n${name}`));
  for (const [shard, tensors] of shards) {
    const lost = names.has(shard) && tensors.find((name) => !held.has(`${shard}\n${name}`));
    if (lost)
      throw new FileError(
        `${shard}: it must hold ${lost}, as the index says, and does not. Load both again.`,
      );
  }
}

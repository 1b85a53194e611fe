// @ts-check
// The model of a run: a new one, or one from a file that fits the run.
import {formatBytes} from '../core/bytes.js';
import {loadModel, readModel} from '../core/model-file.js';
import {Transformer} from '../core/transformer.js';
import {completeConfig} from '../core/transformer-config.js';

/** @import {Core} from '../core/core.js' */
/** @import {CompleteConfig, TransformerConfig} from '../core/transformer-config.js' */

/** Of wasm memory, for one run. A tab that asks for more risks being closed by its browser. */
const MAX_BYTES = 2 ** 30;

/**
 * @param {number} nBytes
 * @throws {RangeError} when a run of so many bytes must not begin
 */
function requireMemory(nBytes) {
  if (nBytes <= MAX_BYTES) return;
  throw new RangeError(
    `This run needs ${formatBytes(nBytes)} of memory, more than the ${formatBytes(MAX_BYTES)} that ` +
      'one may take: choose a smaller batch, length or model.',
  );
}

/** The fields of a config that say how large a step is and where the weights began. All others say
 *  what the weights mean, and must be those of the run; so must a field that is added one day. */
const FREE_FIELDS = ['batch', 'seqLen', 'seed'];

/**
 * @param {Core} core one of its own
 * @param {TransformerConfig} config of the run
 * @param {string} task of the run
 * @param {ArrayBuffer} [file] a saved model, in place of a new one
 * @returns {Transformer}
 * @throws {Error} saying how much memory is needed, before any is allocated, or what is wrong with the file
 */
export function makeModel(core, config, task, file) {
  requireMemory(Transformer.nBytes(core, config));
  return file ? openModel(core, file, config, task) : new Transformer(core, config);
}

/**
 * A saved model, where its weights mean what those of the run would.
 *
 * @param {Core} core one of its own
 * @param {ArrayBuffer} file
 * @param {TransformerConfig} config of the run
 * @param {string} task of the run; a file that names none is taken for any
 * @returns {Transformer}
 * @throws {Error} saying what is wrong with the file, or what differs: the file's value and the run's
 */
export function openModel(core, file, config, task) {
  const {config: saved, task: savedTask = task} = readModel(core, file);
  const wanted = completeConfig(core, config);
  const fields = /** @type {(keyof CompleteConfig)[]} */ (Object.keys(wanted));
  const differences = fields
    .filter((name) => !FREE_FIELDS.includes(name))
    .flatMap((name) =>
      name === 'methods'
        ? methodDifferences(saved.methods, wanted.methods)
        : differencesOf(name, saved[name], wanted[name]),
    );
  differences.unshift(...differencesOf('task', savedTask, task));
  if (differences.length > 0) {
    throw new RangeError(
      `The file holds another model than this run's: ${differences.join('; ')}.`,
    );
  }
  requireMemory(Transformer.nBytes(core, saved));
  return loadModel(core, file);
}

/**
 * @param {string} name
 * @param {unknown} saved
 * @param {unknown} wanted
 * @returns {string[]} none, or one
 */
function differencesOf(name, saved, wanted) {
  const [is, expected] = [saved, wanted].map(textOf);
  return is === expected ? [] : [`${name} ${is}, not ${expected}`];
}

/**
 * @param {CompleteConfig['methods']} saved
 * @param {CompleteConfig['methods']} wanted
 */
function methodDifferences(saved, wanted) {
  const [is, expected] = [saved, wanted].map((list) => list.map(({name}) => name).join(' + '));
  if (is !== expected) return [`methods ${is || 'none'}, not ${expected || 'none'}`];
  return saved.flatMap((method, k) => {
    const other = wanted[k];
    const names = /** @type {Set<keyof typeof method>} */ (
      new Set([...Object.keys(method), ...Object.keys(other)])
    );
    const settings = [...names].flatMap((name) => differencesOf(name, method[name], other[name]));
    return settings.length > 0 ? [`${method.name} with ${settings.join(', ')}`] : [];
  });
}

/** Equal for equal values, whatever the order of an object's fields. @param {unknown} value */
function textOf(value) {
  if (value === undefined) return 'none';
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(entries));
}

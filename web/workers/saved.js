// @ts-check
import {loadModel, readModel} from '../core/model-file.js';
import {Transformer} from '../core/transformer.js';
import {completeConfig} from '../core/transformer-config.js';
import {requireMemory} from './memory.js';

/** @import {Core} from '../core/core.js' */
/** @import {CompleteConfig, TransformerConfig} from '../core/transformer-config.js' */

/** What makes two models the same kind; not how many sequences a step has, nor the seed. */
const KIND = /** @type {const} */ ([
  'vocabSize',
  'nOut',
  'readout',
  'causal',
  'gelu',
  'nLayers',
  'nHeads',
  'dModel',
  'dFf',
  'methods',
]);

/**
 * A saved model, where it is of the kind that is wanted.
 *
 * @param {Core} core one of its own
 * @param {ArrayBuffer} file
 * @param {TransformerConfig} config of the run
 * @returns {Transformer}
 * @throws {Error} saying what is wrong with the file, or what differs
 */
export function openModel(core, file, config) {
  const saved = readModel(core, file).config;
  const wanted = completeConfig(core, config);
  const different = KIND.filter((name) => wordOf(saved, name) !== wordOf(wanted, name));
  if (different.length > 0) {
    const list = different.map((name) => differenceOf(name, saved, wanted));
    throw new RangeError(`The file holds another model than this run's: ${list.join('; ')}.`);
  }
  requireMemory(Transformer.nBytes(core, saved));
  return loadModel(core, file);
}

/**
 * @param {CompleteConfig} config
 * @param {(typeof KIND)[number]} name
 */
function wordOf(config, name) {
  return name === 'methods' ? JSON.stringify(config.methods) : String(config[name]);
}

/**
 * @param {(typeof KIND)[number]} name
 * @param {CompleteConfig} saved
 * @param {CompleteConfig} wanted
 */
function differenceOf(name, saved, wanted) {
  if (name !== 'methods') return `${name} ${saved[name]}, not ${wanted[name]}`;
  const [is, should] = [saved, wanted].map(({methods}) => methods.map((m) => m.name).join(' + '));
  if (is !== should) return `methods ${is || 'none'}, not ${should || 'none'}`;
  const settings = saved.methods.flatMap((method, k) =>
    /** @type {(keyof typeof method)[]} */ (Object.keys(method))
      .filter((key) => method[key] !== wanted.methods[k][key])
      .map((key) => `${key} ${method[key]}, not ${wanted.methods[k][key]}`),
  );
  return `${is} with ${settings.join(', ')}`;
}

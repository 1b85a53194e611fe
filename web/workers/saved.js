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
    const list = different.map(
      (name) => `${name} ${wordOf(saved, name)}, not ${wordOf(wanted, name)}`,
    );
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
  if (name !== 'methods') return String(config[name]);
  return config.methods.map((method) => JSON.stringify(method)).join(' + ') || 'none';
}

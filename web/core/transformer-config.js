// @ts-check
import {requireIntegers, requireSizes, show} from './check.js';
import {CoreError} from './core.js';
import {allocateSettings, completeSettings, findMethod, methodFacts} from './pe.js';

/** @import {Core, Memory, Numbers} from './core.js' */
/** @import {CompleteSettings, PeSettings} from './pe.js' */

/**
 * A transformer that learns, in the core's memory. See src/model/config.h and train.h.
 *
 * @typedef {readonly number[] | {every: number, first?: number}} Layers from 0: a list of them, or one of so many
 *   from the first on, 0
 * @typedef {{name: string, layers?: Layers} & PeSettings} MethodSettings a positional method of the core's table;
 *   layers: those in which it acts, for a method on queries and keys; all, where it is left out
 */

/**
 * @typedef {object} TransformerConfig
 * @property {number} vocabSize
 * @property {number} [nLayers] 2
 * @property {number} [nHeads] 4, divides dModel
 * @property {number} [dModel] 64
 * @property {number} [dFf] 256
 * @property {number} [nOut] classes of a prediction; vocabSize
 * @property {'each' | 'mean' | 'last'} [readout] a prediction a token ('each'), of the mean of the
 *   final norm over the tokens, or at the last token
 * @property {boolean} [causal] true
 * @property {'erf' | 'tanh' | 'sigmoid'} [gelu] 'erf'
 * @property {readonly (string | MethodSettings)[]} [methods] none: no positions. A hybrid is two.
 * @property {number} [nIds] position ids that a pass may give its tokens, 0 .. nIds - 1; 0: none, positions are
 *   always 0, 1, 2, ...
 * @property {number} batch sequences of the largest step
 * @property {number} seqLen their tokens
 * @property {number | bigint} [seed] of the weights, which are the same whatever the methods; 0
 */

/** @typedef {{name: string, layers?: number[]} & CompleteSettings} CompleteMethod */
/** @typedef {Required<Omit<TransformerConfig, 'methods'>> & {methods: CompleteMethod[]}} CompleteConfig */

const DEFAULTS = {nLayers: 2, nHeads: 4, dModel: 64, dFf: 256, causal: true, seed: 0};
/** A sequence is longer than a method has positions for. */
export class PositionError extends RangeError {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'PositionError';
  }
}

/**
 * @param {Core} core
 * @param {CompleteConfig} config
 * @param {number} maxSeqLen
 * @param {number} seqLen larger than that
 */
export function positionError(core, {methods}, maxSeqLen, seqLen) {
  const short = methods.filter(({maxLen}) => maxLen === maxSeqLen);
  const method =
    short.find(({name}) => findMethod(core, name, 'methods').actsOn === 'input') ?? short[0];
  return new PositionError(
    `The method '${method.name}' has no such position: its table has ${maxSeqLen} rows, for ` +
      `positions 0 to ${maxSeqLen - 1}, and a sequence of ${seqLen} tokens needs ${seqLen}.`,
  );
}

/** @param {CompleteConfig} config @param {number} batch @param {number} seqLen more than its own */
export function capacityError(config, batch, seqLen) {
  return new RangeError(
    `A step must be at most ${config.batch} sequences of ${config.seqLen} tokens, as the model was ` +
      `made for; got ${batch} of ${seqLen}.`,
  );
}

/**
 * @param {Core} core
 * @param {TransformerConfig} config
 * @returns {CompleteConfig}
 */
export function completeConfig(core, config) {
  const {vocabSize, batch, seqLen, readout = 'each', gelu = 'erf', methods = []} = config;
  const {nLayers, nHeads, dModel, dFf, causal, seed} = {...DEFAULTS, ...config};
  const {nOut = vocabSize, nIds = 0} = config;
  requireSizes({vocabSize, nLayers, nHeads, dModel, dFf, nOut, batch, seqLen});
  requireIntegers({nIds}, 0, core.describe.maxElements);
  if (dModel % nHeads !== 0) {
    throw new RangeError(`nHeads must divide dModel = ${dModel}, got ${nHeads}.`);
  }
  core.enumValue('readout', 'readout', readout);
  core.enumValue('geluForm', 'gelu', gelu);
  if (!Array.isArray(methods)) {
    throw new TypeError(`methods must be an array of names, got ${show(methods)}.`);
  }
  const list = methods.map((method) => completeMethod(core, method, nLayers));
  const twice = list.find(({name}, k) => list.findIndex((other) => other.name === name) !== k);
  for (const [point, made] of Object.entries({weights: 'the weights', kv: 'keys and values'})) {
    const makers = list.filter(({name}) => findMethod(core, name).actsOn === point);
    if (makers.length < 2) continue;
    const names = makers.map(({name}) => `'${name}'`).join(' and ');
    throw new RangeError(`methods must hold at most one that makes ${made}, got ${names}.`);
  }
  if (twice) throw new RangeError(`methods must not repeat one, got '${twice.name}' twice.`);
  const sizes = {vocabSize, nLayers, nHeads, dModel, dFf, nOut};
  return {
    ...sizes,
    readout,
    causal: Boolean(causal),
    gelu,
    methods: list,
    nIds,
    batch,
    seqLen,
    seed,
  };
}

/**
 * @param {Core} core
 * @param {string | MethodSettings} method
 * @param {number} nLayers
 * @returns {CompleteMethod}
 */
function completeMethod(core, method, nLayers) {
  const {name, layers, ...given} = /** @type {MethodSettings} */ (
    typeof method === 'string' ? {name: method} : {...method}
  );
  const found = findMethod(core, name, 'methods');
  const settings = completeSettings(core, given);
  if (settings.scaling?.kind === 'longrope') {
    throw new RangeError(`scaling of a model must be a rule without lists, got 'longrope'.`);
  }
  if (layers === undefined) return {name, ...settings};
  if (found.actsOn !== 'qk') {
    throw new RangeError(
      `layers must be left out for '${name}': only methods on queries and keys may skip layers, got ${show(layers)}.`,
    );
  }
  return {name, ...settings, layers: listLayers(layers, nLayers)};
}

/**
 * @param {Layers} layers
 * @param {number} nLayers
 * @returns {number[]} ascending, each once
 */
function listLayers(layers, nLayers) {
  if (Array.isArray(layers) && layers.length > 0) {
    const named = layers.map((layer, k) => [`layers[${k}]`, layer]);
    requireIntegers(Object.fromEntries(named), 0, nLayers - 1);
    return [...new Set(layers)].sort((a, b) => a - b);
  }
  if (Array.isArray(layers) || typeof layers !== 'object' || layers === null) {
    const expected = 'a list of at least one layer, or {every, first}';
    throw new TypeError(`layers must be ${expected}, got ${show(layers)}.`);
  }
  const {every, first = 0} = /** @type {{every: number, first?: number}} */ (layers);
  requireIntegers({'layers.every': every}, 1);
  requireIntegers({'layers.first': first}, 0, nLayers - 1);
  const all = Array.from({length: nLayers}, (_, k) => k);
  return all.filter((k) => k >= first && (k - first) % every === 0);
}

/**
 * @param {Core} core
 * @param {Memory} mem
 * @param {CompleteConfig} config
 * @returns {number} where the config is
 */
export function allocateConfig(core, mem, config) {
  const allocated = mem.u8(core.number('model_config_n_bytes')).ptr;
  const {vocabSize, nLayers, nHeads, dModel, dFf, nOut, causal, methods} = config;
  const readout = core.enumValue('readout', 'readout', config.readout);
  const gelu = core.enumValue('geluForm', 'gelu', config.gelu);
  const sizes = [vocabSize, nLayers, nHeads, dModel, dFf, nOut];
  try {
    core.call('model_config_set', allocated, ...sizes);
    core.call('model_config_choose', allocated, readout, gelu, causal ? 1 : 0, methods.length);
    if (config.nIds > 0) core.call('model_config_ids', allocated, config.nIds);
    methods.forEach((method, k) => {
      const {id} = findMethod(core, method.name, 'methods');
      const settings = allocateMethod(core, mem, config, method);
      const {layers} = method;
      const acts = layers && Array.from({length: nLayers}, (_, l) => Number(layers.includes(l)));
      const ptr = acts ? mem.i32(acts).ptr : 0;
      core.call('model_config_method', allocated, k, id, settings, ptr);
    });
  } catch (error) {
    throw settingsError(error, config);
  }
  return allocated;
}

/**
 * The config with other settings of one of its methods.
 *
 * @param {Core} core
 * @param {CompleteConfig} config
 * @param {MethodSettings} method its name, and the settings that change
 * @returns {{index: number, config: CompleteConfig}} index: of the method
 */
export function changedConfig(core, config, method) {
  const index = config.methods.findIndex(({name}) => name === method?.name);
  if (index < 0) {
    const names = config.methods.map(({name}) => `'${name}'`).join(', ') || 'none';
    throw new RangeError(`method must be of the model's, ${names}, got '${method?.name}'.`);
  }
  const methods = [...config.methods];
  const {layers} = methods[index];
  methods[index] = completeMethod(core, {...methods[index], ...method}, config.nLayers);
  if (String(methods[index].layers) !== String(layers)) {
    const own = layers ? `[${layers}]` : 'all';
    throw new RangeError(
      `layers must stay as the model was made, ${own}, got ${show(method.layers)}.`,
    );
  }
  return {index, config: {...config, methods}};
}

/**
 * @param {Core} core
 * @param {Memory} mem
 * @param {CompleteConfig} config
 * @param {CompleteMethod} method
 * @returns {number} where its settings are
 */
export function allocateMethod(core, mem, {dModel, nHeads}, method) {
  const settings = {dModel, nHeads, dHead: dModel / nHeads, ...method};
  return allocateSettings(core, mem, settings).ptr;
}

/**
 * What C refuses of a config that is right by itself, in the words of its settings.
 *
 * @param {unknown} error
 * @param {CompleteConfig} config
 */
export function settingsError(error, config) {
  if (!(error instanceof CoreError)) return error;
  const shown = JSON.stringify(config, (_, v) => (typeof v === 'bigint' ? String(v) : v));
  return new RangeError(`config cannot be: ${error.status} (${error.message}); got ${shown}.`);
}

/** @param {Core} core @param {number} allocated @param {CompleteConfig} config */
export function requiredBytes(core, allocated, config) {
  const nBytes = core.number('model_train_n_bytes', allocated, config.batch, config.seqLen);
  if (nBytes > 0) return nBytes;
  throw new RangeError(
    `methods must have settings that their tables can be made with, got ${JSON.stringify(config.methods)}.`,
  );
}

// ----------------------------------------------------------------------------------------- memory

/** @param {Core} core @param {number} nBytes */
export function hold(core, nBytes) {
  try {
    return core.hold(nBytes);
  } catch (error) {
    throw memoryError(error, nBytes);
  }
}

/** @param {Memory} mem @param {number} nBytes */
export function allocate(mem, nBytes) {
  try {
    return mem.u8(nBytes).ptr;
  } catch (error) {
    throw memoryError(error, nBytes);
  }
}

/** @param {unknown} error @param {number} nBytes */
function memoryError(error, nBytes) {
  if (!(error instanceof CoreError)) return error;
  const megabytes = (nBytes / 1e6).toFixed(1);
  return new RangeError(
    `The model needs ${megabytes} MB, more than is available: lower batch, seqLen, nLayers or dModel.`,
  );
}

/**
 * @param {string} name
 * @param {Numbers} ids
 * @param {number} n
 * @param {number} min
 * @param {number} max
 */
export function requireIds(name, ids, n, min, max) {
  if (typeof ids !== 'object' || typeof ids?.length !== 'number') {
    throw new TypeError(`${name} must be an array of integers, got ${show(ids)}.`);
  }
  if (ids.length !== n) throw new RangeError(`${name} must have ${n} elements, got ${ids.length}.`);
  for (let k = 0; k < n; k++) {
    if (Number.isInteger(ids[k]) && ids[k] >= min && ids[k] <= max) continue;
    requireIntegers({[`${name}[${k}]`]: ids[k]}, min, max);
  }
}

/**
 * @param {Core} core
 * @param {CompleteConfig} config
 * @param {Numbers} ids of a sequence's tokens
 * @param {number} seqLen
 */
export function requirePositionIds(core, {nIds, methods}, ids, seqLen) {
  if (nIds === 0) {
    throw new RangeError('ids must be left out: the model was made with nIds = 0, none.');
  }
  requireIds('ids', ids, seqLen, 0, nIds - 1);
  const last = Array.prototype.findIndex.call(ids, (id, k) => k > 0 && id <= ids[k - 1]);
  if (last < 0) return;
  const onPairs = methods.find(({name}) => {
    const {actsOn} = findMethod(core, name);
    const isOnPairs = actsOn === 'logits' || actsOn === 'output';
    return isOnPairs && !methodFacts(core, name).ignoresIds;
  });
  if (!onPairs) return;
  throw new RangeError(
    `ids must ascend, each once, for '${onPairs.name}', which acts on pairs of tokens; got ids[${last}] = ` +
      `${ids[last]} after ${ids[last - 1]}.`,
  );
}

/** @param {string} which @returns {'m' | 'v'} */
export function requireMoment(which) {
  if (which === 'm' || which === 'v') return which;
  throw new RangeError(`which must be 'm' or 'v', got '${String(which)}'.`);
}

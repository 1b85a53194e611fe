// @ts-check

import {show} from '../check.js';
import {requireField} from './checks.js';
import {readScaling} from './scaling.js';

/** @import { Core, Memory, Method, Struct } from '../core.js' */
/** @import { ScalingSettings } from './scaling.js' */
/** @import { NumberSettings } from './setting-types.js' */

/**
 * What positional methods need to know: the settings of PE_SETTINGS in src/pe/fields.h, of which the build makes
 * their type, and the rule of RoPE's frequencies. A method reads some of them.
 *
 * @typedef {NumberSettings & {scaling?: ScalingSettings}} PeSettings
 */

/** @typedef {Required<Omit<PeSettings, 'scaling'>> & Pick<PeSettings, 'scaling'>} CompleteSettings */

/** @typedef {{dModel: number, nHeads: number, dHead: number}} HeadSizes */
/** @typedef {{firstPos?: number, causal?: boolean, scale?: number}} CallContext */

/**
 * Every setting, those that are not given by default.
 *
 * @param {Core} core
 * @param {PeSettings} given other keys are left out
 * @returns {CompleteSettings}
 * @throws {TypeError | RangeError} naming the setting, its value and what was expected
 */
export function completeSettings(core, given) {
  const fields = core.describe.structs.PeConfig.fields.filter(({methods}) => methods.length > 0);
  const values = /** @type {Record<string, unknown>} */ (given);
  const entries = fields.map((field) => {
    const value = values[field.name];
    return [field.name, value === undefined ? field.initial : requireField(field, value)];
  });
  const complete = /** @type {CompleteSettings} */ (Object.fromEntries(entries));
  if (given.scaling === undefined) return complete;
  if (typeof given.scaling !== 'object' || given.scaling === null) {
    throw new TypeError(`scaling must be {kind, ...}, got ${show(given.scaling)}.`);
  }
  return {...complete, scaling: {...given.scaling}};
}

/**
 * A PeConfig of src/pe/fields.h in allocated memory; of what it points at, only the lists of a scaling.
 *
 * @param {Core} core
 * @param {Memory} mem
 * @param {HeadSizes & CompleteSettings & CallContext} settings
 * @returns {Struct}
 */
export function allocateSettings(core, mem, settings) {
  const values = /** @type {Record<string, any>} */ (settings);
  const numbers = core.describe.structs.PeConfig.fields.filter(({rule}) => rule !== undefined);
  const entries = numbers.map((field) => {
    const value = values[field.name] === undefined ? field.initial : values[field.name];
    return [field.name, field.type === 'bool' ? Boolean(value) : requireField(field, value)];
  });
  const config = mem.struct('PeConfig', Object.fromEntries(entries));
  const {scaling, rotaryDim, dHead, base} = settings;
  if (scaling) {
    const dim = rotaryDim || dHead;
    config.set({scaling: readScaling(core, mem, {...scaling, dim, base})});
  }
  return config;
}

/**
 * A method of the table by its name.
 *
 * @param {Core} core
 * @param {string} name
 * @param {string} [argument] how the message names it
 * @returns {Method}
 * @throws {RangeError} listing the names there are
 */
export function findMethod(core, name, argument = 'method') {
  const found = core.describe.methods.find((method) => method.name === name);
  if (found) return found;
  const names = core.describe.methods.map((method) => `'${method.name}'`).join(', ');
  throw new RangeError(`${argument} must be one of ${names}, got ${show(name)}.`);
}

/**
 * What a method is, beyond its line in the table. Needs the full core.
 *
 * @param {Core} core
 * @param {string} name
 * @returns {{readsContent: boolean, perLayer: boolean, isBounded: boolean, readsTokens: boolean,
 *   isProduct: boolean, ignoresIds: boolean}} readsContent: it
 *   needs q and k, or x in its backward pass; perLayer: each layer has tensors of its own; isBounded: it has
 *   maxLen positions; readsTokens: on the logits it needs x, what the layer projects, in place of q and k, or beside them where it isProduct; isProduct: what it adds to the logits stands
 *   for q k^T, which the layer leaves out; ignoresIds: the position ids of a model do not reach it, since it has no
 *   positions, or finds them in what it reads
 * @throws {RangeError} listing the names there are
 */
export function methodFacts(core, name) {
  const bits = core.number('pe_method_facts', findMethod(core, name).id);
  const names = core.describe.enums.methodFact;
  const facts = names.map((fact, bit) => [fact, ((bits >> bit) & 1) === 1]);
  return /** @type {any} */ (Object.fromEntries(facts));
}

/** Whether it rotates pairs of a head. @param {Method} method */
export const isRotary = ({actsOn, settings}) => actsOn === 'qk' && settings.includes('rotaryDim');

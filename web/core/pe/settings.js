// @ts-check

import {requireFinite, requireIntegers, requirePositive, requireSizes} from '../check.js';
import {MIN_POSITION, requireBase} from './checks.js';
import {allocateScaling} from './scaling.js';

/** @import { Core, Memory, Method } from '../core.js' */
/** @import { ScalingSettings } from './scaling.js' */

/**
 * What positional methods need to know; each reads what it knows of.
 *
 * @typedef {object} PeSettings
 * @property {number} [base] frequency base, 10000
 * @property {number} [rotaryDim] RoPE: leading elements of a head that turn, even; 0 = all
 * @property {number} [clip] clipped bias, Shaw: offsets j - i are clamped to -clip..clip; 5
 * @property {number} [nBuckets] T5, DeBERTa (there 0: none, the distance itself); 32
 * @property {number} [maxDistance] T5: from here on all distances share a bucket; DeBERTa: distances
 *   that it tells apart; 128
 * @property {number} [maxLen] learned, multiplicative, CoPE: positions that the table has; 128
 * @property {number} [width] FIRE, FLOATER: hidden units; 32
 * @property {number} [trainLen] log-N: the length from which on logits are sharpened; 512
 * @property {number} [scaleBase] xPos: positions over which its decay is applied once; 512
 * @property {number} [eps] FIRE: added to the logarithm that divides; 1e-6
 * @property {ScalingSettings} [scaling] RoPE: the rule of its frequencies; none
 */

/** @typedef {Required<Omit<PeSettings, 'scaling'>> & Pick<PeSettings, 'scaling'>} CompleteSettings */

/** @typedef {{dModel: number, nHeads: number, dHead: number}} HeadSizes */
/** @typedef {{firstPos?: number, causal?: boolean, scale?: number}} PeSetting where a call stands */

/** @type {Required<Omit<PeSettings, 'scaling'>>} */
export const DEFAULT_SETTINGS = {
  base: 10000,
  rotaryDim: 0,
  clip: 5,
  nBuckets: 32,
  maxDistance: 128,
  maxLen: 128,
  width: 32,
  trainLen: 512,
  scaleBase: 512,
  eps: 1e-6,
};

/**
 * Every setting, those that are not given by default.
 *
 * @param {PeSettings} given other keys are left out
 * @returns {CompleteSettings}
 * @throws {TypeError | RangeError} naming the setting, its value and what was expected
 */
export function completeSettings(given) {
  const names = /** @type {(keyof typeof DEFAULT_SETTINGS)[]} */ (Object.keys(DEFAULT_SETTINGS));
  const entries = names.map((name) => [
    name,
    given[name] === undefined ? DEFAULT_SETTINGS[name] : given[name],
  ]);
  const complete = /** @type {CompleteSettings} */ (Object.fromEntries(entries));
  const {base, rotaryDim, clip, nBuckets, maxDistance, maxLen, width, trainLen, scaleBase, eps} =
    complete;
  requireBase(base);
  requireIntegers({rotaryDim, nBuckets}, 0);
  requireIntegers({clip}, 0, 2 ** 27);
  if (rotaryDim % 2 !== 0) throw new RangeError(`rotaryDim must be even, got ${rotaryDim}.`);
  requireSizes({maxDistance, maxLen, width, trainLen});
  requirePositive({scaleBase, eps});
  if (given.scaling === undefined) return complete;
  if (typeof given.scaling !== 'object' || given.scaling === null) {
    throw new TypeError(`scaling must be {kind, ...}, got ${String(given.scaling)}.`);
  }
  return {...complete, scaling: {...given.scaling}};
}

/**
 * A PeConfig of src/pe/pe.h in lent memory, without what it points at.
 *
 * @param {Core} core
 * @param {Memory} mem
 * @param {HeadSizes & CompleteSettings & PeSetting} settings
 * @returns {number} where it is
 */
export function allocateSettings(core, mem, settings) {
  const {dModel, nHeads, dHead, firstPos = 0, causal = true, scale = 1} = settings;
  const {base, rotaryDim, clip, nBuckets, maxDistance, maxLen, width, trainLen, scaleBase, eps} =
    settings;
  requireIntegers({firstPos}, MIN_POSITION);
  requireFinite({scale});
  const lent = mem.u8(core.number('pe_config_n_bytes')).ptr;
  const place = [dModel, nHeads, dHead, firstPos, causal ? 1 : 0, scale];
  const sizes = [nBuckets, maxDistance, maxLen, width, trainLen, scaleBase, eps];
  core.call('pe_config_set', lent, ...place, base, rotaryDim, clip, ...sizes);
  return lent;
}

/**
 * The rule of RoPE's frequencies in lent memory.
 *
 * @param {Core} core
 * @param {Memory} mem
 * @param {{dHead: number} & CompleteSettings} settings
 * @returns {number} where it is; 0 where there is none
 */
export function allocateRule(core, mem, {scaling, rotaryDim, dHead, base}) {
  return scaling ? allocateScaling(core, mem, {...scaling, dim: rotaryDim || dHead, base}) : 0;
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
  throw new RangeError(`${argument} must be one of ${names}, got '${String(name)}'.`);
}

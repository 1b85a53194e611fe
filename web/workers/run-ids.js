// @ts-check
// Position ids of a run's batches: in training, and in its tests.
import {randomIntegers} from '../core/base.js';
import {requireIntegers, show} from '../core/check.js';
import {poseIds, randomizedIds} from '../core/pe.js';

/** @import {Core} from '../core/core.js' */
/** @import {TrainSpec} from './protocol.js' */

const RULES = ['randomized', 'pose'];

/**
 * @param {TrainSpec} spec
 * @throws {RangeError} naming what cannot be, before anything is trained
 */
export function requireIdRule({ids, seqLen, evaluate}) {
  if (ids === undefined) return;
  if (!RULES.includes(ids.rule)) {
    throw new RangeError(`ids.rule must be one of ${RULES.join(', ')}, got ${show(ids.rule)}.`);
  }
  const longest =
    ids.rule === 'randomized' ? Math.max(seqLen, ...(evaluate?.lengths ?? [])) : seqLen;
  requireIntegers({'ids.nIds': ids.nIds}, longest);
}

/**
 * The ids of a batch's sequences, all of one length. Randomized ids are drawn for training and for tests, as in the
 * paper; a model that was trained with PoSE is tested at 0, 1, 2, ... PoSE cuts each text at a place of 1 ..
 * seqLen - 1 and moves the ids of what follows on by a jump of 0 .. nIds - seqLen; the text itself has no gap.
 *
 * @param {Core} core
 * @param {TrainSpec} spec
 * @param {'train' | 'test'} split
 * @param {number} index of the batch
 * @param {number} seqLen
 * @returns {Int32Array | undefined} undefined: 0, 1, 2, ...
 */
export function idsOf(core, {ids, seed}, split, index, seqLen) {
  if (!ids || (ids.rule === 'pose' && (split === 'test' || seqLen < 2))) return undefined;
  const name = `ids/${split}/${seqLen}/${index}`;
  if (ids.rule === 'randomized') {
    return randomizedIds(core, {n: seqLen, nIds: ids.nIds, seed, name}).data;
  }
  const draw = (/** @type {string} */ what, /** @type {number} */ modulus) =>
    randomIntegers(core, {seed, name: `${name}/${what}`, n: 1, modulus}).data[0];
  const nFirst = 1 + draw('cut', seqLen - 1);
  const jump = draw('jump', ids.nIds - seqLen + 1);
  const text = {nTokens: seqLen, trainLen: seqLen, secondEnd: seqLen};
  return poseIds(core, {...text, nFirst, jump}).ids.data;
}

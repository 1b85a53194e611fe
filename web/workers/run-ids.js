// @ts-check
// Position ids of a run's batches: in training, and in its tests.
import {randomIntegers} from '../core/base.js';
import {requireIntegers, show} from '../core/check.js';
import {abacusIds, couplingIds, poseIds, randomizedIds} from '../core/pe.js';

/** @import {Core} from '../core/core.js' */
/** @import {TrainSpec} from './protocol.js' */

/** By the place of a digit in its number: for the one task that has numbers. */
const PLACE_RULES = ['abacus', 'coupled'];
const RULES = ['randomized', 'pose', ...PLACE_RULES];

/** Digits of each number of an addition that fills a text (src/model/task/addition.c). @param {number} seqLen */
const digitsOf = (seqLen) => (seqLen - 2) / 3;

/**
 * @param {TrainSpec} spec
 * @throws {RangeError} naming what cannot be, before anything is trained
 */
export function requireIdRule({ids, task, seqLen, lengths = [], evaluate}) {
  if (ids === undefined) return;
  if (!RULES.includes(ids.rule)) {
    throw new RangeError(`ids.rule must be one of ${RULES.join(', ')}, got ${show(ids.rule)}.`);
  }
  const all = [seqLen, ...lengths, ...(evaluate?.lengths ?? [])];
  if (PLACE_RULES.includes(ids.rule)) return requirePlaces(ids, task, all);
  const longest = ids.rule === 'randomized' ? Math.max(...all) : seqLen;
  requireIntegers({'ids.nIds': ids.nIds}, longest);
}

/**
 * @param {NonNullable<TrainSpec['ids']>} ids
 * @param {string} task
 * @param {readonly number[]} lengths
 */
function requirePlaces({rule, nIds}, task, lengths) {
  const other = lengths.find((length) => !Number.isInteger(digitsOf(length)));
  if (task !== 'addition' || other !== undefined) {
    throw new RangeError(
      `ids.rule '${rule}' must have the task 'addition' at lengths of 3 n + 2 tokens, for numbers of n digits, ` +
        `got '${task}' at ${other ?? lengths[0]} tokens.`,
    );
  }
  requireIntegers({'ids.nIds': nIds}, digitsOf(Math.max(...lengths)) + 1);
}

/**
 * The ids of a batch's sequences, all of one length. Randomized ids are drawn for training and for tests, as in the
 * paper; a model that was trained with PoSE is tested at 0, 1, 2, ... PoSE cuts each text at a place of 1 ..
 * seqLen - 1 and moves the ids of what follows on by a jump of 0 .. nIds - seqLen; the text itself has no gap.
 * The ids of places begin anywhere in their range while a model is trained, and as low as they can in its tests.
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
  if (PLACE_RULES.includes(ids.rule)) {
    const n = digitsOf(seqLen);
    const start = split === 'train' ? draw('start', ids.nIds - n) : 0;
    return placeIds(core, ids.rule, n, start).data;
  }
  const nFirst = 1 + draw('cut', seqLen - 1);
  const jump = draw('jump', ids.nIds - seqLen + 1);
  const text = {nTokens: seqLen, trainLen: seqLen, secondEnd: seqLen};
  return poseIds(core, {...text, nFirst, jump}).ids.data;
}

/**
 * Of numbers a and b of n digits and the first n digits of their sum, all with the least significant digit first.
 *
 * @param {Core} core
 * @param {string} rule
 * @param {number} n
 * @param {number} start
 */
function placeIds(core, rule, n, start) {
  const numbers = {nA: n, nB: n, nAnswer: n};
  if (rule === 'coupled')
    return couplingIds(core, {...numbers, start, inputReversed: true, answerReversed: true});
  const isDigit = Array.from({length: 3 * n + 2}, (_, t) => Number(t !== n && t !== 2 * n + 1));
  return abacusIds(core, {isDigit, offset: start});
}

// @ts-check

import {allocateStreamStruct} from '../base.js';
import {requireIntegers, requireList, requireShape, show} from '../check.js';

/** @import { Core, Numbers, TensorInt } from '../core.js' */
/** @import { Stream } from '../base.js' */

const MAX_ID = 2 ** 28; // SHAPE_MAX_ELEMENTS

/**
 * Randomized ids: n of the numbers 0 .. nIds - 1, ascending, every subset equally likely. The same seed and
 * name give the same ids. See src/pe/ids.h.
 *
 * @param {Core} core
 * @param {Stream & {n: number, nIds: number}} options n <= nIds
 * @returns {TensorInt} (n)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function randomizedIds(core, {n, nIds, seed, name}) {
  requireShape(core, {n});
  requireIntegers({nIds}, n, MAX_ID);
  return core.scratch((mem) => {
    const ids = mem.i32(n);
    core.call('pe_ids_randomized', ids.ptr, allocateStreamStruct(mem, {seed, name}), n, nIds);
    return {data: ids.copy(), shape: [n]};
  });
}

/**
 * PoSE: two chunks of a text that is longer than training, and position ids that jump between them.
 *
 * @param {Core} core
 * @param {{nTokens: number, trainLen: number, nFirst: number, secondEnd: number, jump: number}} options
 *   nTokens: of the text; trainLen: of the two chunks together, where the text has as many; nFirst: tokens of
 *   the first chunk, which starts the text; secondEnd: the token after the second chunk; jump: added to the
 *   ids of the second chunk
 * @returns {{tokens: TensorInt, ids: TensorInt}} (the smaller of nTokens and trainLen) each
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function poseIds(core, {nTokens, trainLen, nFirst, secondEnd, jump}) {
  requireShape(core, {nTokens});
  requireShape(core, {trainLen});
  const n = Math.min(nTokens, trainLen);
  requireIntegers({nFirst}, 0, n);
  requireIntegers({secondEnd}, n, nTokens);
  requireIntegers({jump}, 0, MAX_ID);
  return core.scratch((mem) => {
    const [tokens, ids] = [mem.i32(n), mem.i32(n)];
    const pose = mem.struct('PePose', {n, nTokens, nFirst, secondEnd, jump});
    core.call('pe_ids_pose', tokens.ptr, ids.ptr, pose.ptr);
    return {tokens: {data: tokens.copy(), shape: [n]}, ids: {data: ids.copy(), shape: [n]}};
  });
}

/**
 * Abacus ids: the place of each digit in its number, counted from where the number starts; 0 elsewhere.
 *
 * @param {Core} core
 * @param {{isDigit: Numbers, offset?: number}} options isDigit (n): 0 or 1; offset: added to the place of a digit,
 *   default 0
 * @returns {TensorInt} (n)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function abacusIds(core, {isDigit, offset = 0}) {
  requireList('isDigit', isDigit);
  const n = isDigit.length;
  requireShape(core, {'isDigit.length': n});
  for (let k = 0; k < n; k++) {
    const flag = /** @type {unknown} */ (isDigit[k]);
    if (flag === 0 || flag === 1 || typeof flag === 'boolean') continue;
    throw new RangeError(`isDigit[${k}] must be 0 or 1, got ${show(flag)}.`);
  }
  requireIntegers({offset}, 0, MAX_ID);
  return core.scratch((mem) => {
    const ids = mem.i32(n);
    core.call('pe_ids_abacus', ids.ptr, mem.i32(isDigit).ptr, offset, n);
    return {data: ids.copy(), shape: [n]};
  });
}

/**
 * Position coupling: the ids of the characters of a + b = answer, equal for digits of equal significance.
 *
 * @param {Core} core
 * @param {{nA: number, nB: number, nAnswer: number, start?: number, inputReversed?: boolean,
 *   answerReversed?: boolean}} options digits of each number; start (0): the id before that of the least
 *   significant digits; inputReversed, answerReversed (false): written with the least significant digit first
 * @returns {TensorInt} (nA + nB + nAnswer + 2)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function couplingIds(core, options) {
  const {nA, nB, nAnswer, start = 0, inputReversed = false, answerReversed = false} = options;
  requireShape(core, {nA});
  requireShape(core, {nB});
  requireShape(core, {nAnswer});
  requireIntegers({start}, 0, MAX_ID);
  const n = nA + nB + nAnswer + 2;
  return core.scratch((mem) => {
    const ids = mem.i32(n);
    const written = {inputReversed: inputReversed ? 1 : 0, answerReversed: answerReversed ? 1 : 0};
    const coupling = mem.struct('PeCoupling', {nA, nB, nAnswer, start, ...written});
    core.call('pe_ids_coupling', ids.ptr, coupling.ptr);
    return {data: ids.copy(), shape: [n]};
  });
}

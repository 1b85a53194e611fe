// @ts-check

import {requireFinite32, requireShape, requireTensor} from '../check.js';
import {requireKeyPad} from '../nn.js';

/** @import { Core, Numbers, Tensor, TensorLike } from '../core.js' */

/**
 * CoPE's positions: for each query, how much it counted from its last key back to this one; the
 * formula is in src/pe/cope.h. Query i is at i + nKey - nQuery.
 *
 * @param {Core} core
 * @param {{q: TensorLike, k: TensorLike, causal?: boolean, scale?: number, keyPad?: Numbers,
 *   maxLen?: number}} options q (nHeads, nQuery, dHead), k (nHeads, nKey, dHead); causal (default
 *   true) and keyPad (nKey), 1 where a key is hidden: what is hidden does not count; scale: 1 /
 *   sqrt(dHead) unless given; maxLen (128): rows of the table, no position is above maxLen - 1
 * @returns {Tensor} (nHeads, nQuery, nKey); of a hidden key the position of the next one, and 0
 *   behind the last that the query sees
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function copePositions(core, {q, k, causal = true, scale, keyPad, maxLen = 128}) {
  const [nHeads, nQuery, dHead] = requireTensor(core, 'q', q, ['nHeads', 'nQuery', 'dHead']);
  const [, nKey] = requireTensor(core, 'k', k, [nHeads, 'nKey', dHead]);
  requireShape(core, {nHeads, nQuery, nKey});
  requireShape(core, {maxLen, dHead});
  if (scale !== undefined) requireFinite32({scale});
  if (keyPad !== undefined) requireKeyPad(keyPad, nKey);
  return core.scratch((mem) => {
    const positions = mem.f32(nHeads * nQuery * nKey);
    const inputs = [positions.ptr, mem.f32(q.data).ptr, mem.f32(k.data).ptr];
    const config = mem.struct('PeConfig', {
      nHeads,
      dHead,
      causal: Boolean(causal),
      maxLen,
      scale: scale ?? 1 / Math.sqrt(dHead),
      keyPad: keyPad && mem.i32(keyPad).ptr,
    });
    core.call('pe_cope_positions', ...inputs, config.ptr, nQuery, nKey);
    return {data: positions.copy(), shape: [nHeads, nQuery, nKey]};
  });
}

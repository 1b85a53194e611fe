// @ts-check

import {requireIntegers, requireTensor} from '../check.js';

/** @import { Core, Tensor, TensorLike } from '../core.js' */

/**
 * The bias of the Forgetting Transformer: bias[h,i,j] is the sum of ln sigmoid(gates) over the tokens after j up
 * to and including the query; see src/pe/fox.h. Query i is at i + nKey - nQuery.
 *
 * @param {Core} core
 * @param {{gates: TensorLike, nQuery?: number}} options gates (nKey, nHeads): the forget logits, token by token;
 *   nQuery: the last so many tokens ask, all unless given
 * @returns {Tensor} (nHeads, nQuery, nKey), in logits
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function foxBias(core, {gates, nQuery}) {
  const [nKey, nHeads] = requireTensor(core, 'gates', gates, ['nKey', 'nHeads']);
  const n = nQuery === undefined ? nKey : nQuery;
  requireIntegers({nQuery: n}, 1, nKey);
  return core.scratch((mem) => {
    const bias = mem.f32(new Float32Array(nHeads * n * nKey));
    const inputs = [mem.f32(gates.data).ptr, mem.f64(nKey).ptr];
    core.call('pe_fox_add', bias.ptr, ...inputs, nHeads, n, nKey);
    return {data: bias.copy(), shape: [nHeads, n, nKey]};
  });
}

/**
 * The gradient by the gates, from that by the biased logits.
 *
 * @param {Core} core
 * @param {{dlogits: TensorLike, gates: TensorLike}} options dlogits (nHeads, nQuery, nKey), 0 where a key is
 *   hidden; gates as foxBias() had them
 * @returns {Tensor} (nKey, nHeads); 0 for token 0, whose gate is in no bias
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function foxBiasBackward(core, {dlogits, gates}) {
  const [nKey, nHeads] = requireTensor(core, 'gates', gates, ['nKey', 'nHeads']);
  const [, nQuery] = requireTensor(core, 'dlogits', dlogits, [nHeads, 'nQuery', nKey]);
  requireIntegers({'dlogits.shape[1]': nQuery}, 1, nKey);
  return core.scratch((mem) => {
    const dgates = mem.f32(new Float32Array(nKey * nHeads));
    const inputs = [dlogits, gates].map(({data}) => mem.f32(data).ptr);
    core.call('pe_fox_backward', dgates.ptr, ...inputs, mem.f64(nKey).ptr, nHeads, nQuery, nKey);
    return {data: dgates.copy(), shape: [nKey, nHeads]};
  });
}

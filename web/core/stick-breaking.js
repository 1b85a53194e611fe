// @ts-check
import {requireTensor, show} from './check.js';
import {
  attentionLogits,
  attentionMasks,
  attentionSettings,
  attentionValues,
  requireAttention,
} from './nn.js';

/** @import {Block, Core, Memory, Tensor, TensorLike} from './core.js' */
/** @import {AttentionInput} from './nn.js' */

// Stick-breaking attention: src/pe/stick_breaking.h.

/**
 * @typedef {Omit<AttentionInput, 'causal'> & {current?: boolean, restToValue?: boolean}} StickInput
 *   as attention(), always causal; current (default false): the query's own key takes part, else only
 *   those before it; restToValue (default false): what is left of the stick goes to the query's own
 *   value, which needs nKey = nQuery
 */

/** @typedef {{nHeads: number, nQuery: number, nKey: number, dHead: number}} Sizes */

const STRICTLY = 2; // NN_STRICTLY_CAUSAL

/**
 * Attention whose weights are broken off a stick, from the nearest key to the farthest: each takes sigmoid of
 * its logit of what is left.
 *
 * @param {Core} core
 * @param {StickInput} options
 * @returns {{logits: Tensor, weights: Tensor, rest: Tensor, output: Tensor}} logits, weights (nHeads, nQuery,
 *   nKey), -Infinity and 0 where hidden; rest (nHeads, nQuery): what is left, 1 minus the sum of the row; output
 *   (nHeads, nQuery, dHead)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function stickBreaking(core, options) {
  const sizes = requireStick(core, options);
  const {nHeads, nQuery, nKey, dHead} = sizes;
  return core.scratch((mem) => {
    const {logits, weights, rest} = run(core, mem, options, sizes);
    const output = attentionValues(core, mem, options, weights);
    if (options.restToValue) {
      const v = mem.f32(options.v.data).ptr;
      const rows = [output.ptr, rest.ptr, v, nHeads * nQuery, dHead];
      core.call('pe_stick_breaking_rest_forward', ...rows);
    }
    return {
      logits: {data: logits.copy(), shape: [nHeads, nQuery, nKey]},
      weights: {data: weights.copy(), shape: [nHeads, nQuery, nKey]},
      rest: {data: rest.copy(), shape: [nHeads, nQuery]},
      output: {data: output.copy(), shape: [nHeads, nQuery, dHead]},
    };
  });
}

/**
 * Gradients of a loss by what stickBreaking() takes, from that by its output.
 *
 * @param {Core} core
 * @param {StickInput & {dout: TensorLike}} options dout (nHeads, nQuery, dHead); the rest as stickBreaking() had
 *   it
 * @returns {{dq: Tensor, dk: Tensor, dv: Tensor, dlogits: Tensor}} shapes of q, k, v and the logits; dlogits is
 *   the bias's gradient too, 0 where a key is hidden
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function stickBreakingBackward(core, options) {
  const sizes = requireStick(core, options);
  const {nHeads, nQuery, nKey, dHead} = sizes;
  const {q, k, v, dout} = options;
  requireTensor(core, 'dout', dout, q.shape);
  return core.scratch((mem) => {
    const {logits, weights, rest} = run(core, mem, options, sizes);
    const [dq, dk, dv, dlogits] = [q, k, v, weights].map((one) =>
      mem.f32('data' in one ? one.data.length : one.length),
    );
    const given = [q, k, v, dout].map(({data}) => mem.f32(data).ptr);
    const scratch = mem.u8(core.number('nn_attention_backward_n_bytes', nQuery, nKey, dHead)).ptr;
    const settings = attentionSettings(mem, options); // the masks are in the logits
    const values = [dv.ptr, dlogits.ptr, given[3], weights.ptr, given[2], scratch, settings];
    core.call('nn_attention_backward_values', ...values);
    const drest = options.restToValue ? mem.f32(rest.length).ptr : 0;
    if (options.restToValue) {
      const rows = [dv.ptr, drest, given[3], rest.ptr, given[2], nHeads * nQuery, dHead];
      core.call('pe_stick_breaking_rest_backward', ...rows);
    }
    const passed = [weights.ptr, rest.ptr, logits.ptr, nHeads * nQuery, nKey];
    core.call('pe_stick_breaking_backward', dlogits.ptr, drest, ...passed);
    const pairs = [dq.ptr, dk.ptr, dlogits.ptr, given[0], given[1], scratch, settings];
    core.call('nn_attention_backward_logits', ...pairs);
    return {
      dq: {data: dq.copy(), shape: [...q.shape]},
      dk: {data: dk.copy(), shape: [...k.shape]},
      dv: {data: dv.copy(), shape: [...v.shape]},
      dlogits: {data: dlogits.copy(), shape: [nHeads, nQuery, nKey]},
    };
  });
}

/** @param {Core} core @param {StickInput} options @returns {Sizes} */
function requireStick(core, options) {
  const sizes = requireAttention(core, options);
  const {nQuery, nKey} = sizes;
  for (const name of /** @type {const} */ (['current', 'restToValue'])) {
    const value = /** @type {unknown} */ (options[name]);
    if (value === undefined || typeof value === 'boolean') continue;
    throw new TypeError(`${name} must be true or false, got ${show(value)}.`);
  }
  if (options.restToValue && nQuery !== nKey) {
    throw new RangeError(
      `restToValue must be false unless there are as many keys as queries, got ${nKey} keys and ` +
        `${nQuery} queries.`,
    );
  }
  return sizes;
}

/**
 * Logits, weights and rest, in memory of the call.
 *
 * @param {Core} core
 * @param {Memory} mem
 * @param {StickInput} options
 * @param {Sizes} sizes
 * @returns {Record<'logits' | 'weights' | 'rest', Block<Float32Array>>}
 */
function run(core, mem, options, {nHeads, nQuery, nKey}) {
  const rest = mem.f32(nHeads * nQuery);
  const masks = {...attentionMasks(mem, options), causal: options.current ? 1 : STRICTLY};
  const logits = attentionLogits(core, mem, options, masks);
  const weights = mem.f32(logits.length);
  const rows = [weights.ptr, rest.ptr, logits.ptr, nHeads * nQuery, nKey];
  core.call('pe_stick_breaking_forward', ...rows);
  return {logits, weights, rest};
}

// @ts-check
import {requireNumbers32, requireTensor} from './check.js';
import {attentionLogits, attentionSettings, attentionValues, requireAttention} from './nn.js';

/** @import {Block, Core, Memory, Tensor, TensorLike} from './core.js' */
/** @import {AttentionInput} from './nn.js' */

// Attention with a learned sink: src/pe/sink.h.

/** @typedef {{logits: Block<Float32Array>, weights: Block<Float32Array>, rest: Block<Float32Array>}} Passed */
/** @typedef {{nHeads: number, nQuery: number, nKey: number, dHead: number}} Sizes */

/**
 * Attention whose softmax has one logit more per head, the sink, which is then dropped: a row of weights sums to
 * 1 - rest.
 *
 * @param {Core} core
 * @param {AttentionInput & {sink: TensorLike}} options sink (nHeads), finite logits; the rest as attention()
 *   has it
 * @returns {{logits: Tensor, weights: Tensor, rest: Tensor, output: Tensor}} as attention(); rest (nHeads,
 *   nQuery): what went to the sink, 1 where a query sees no key
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function sinkAttention(core, options) {
  const sizes = requireSink(core, options);
  const {nHeads, nQuery, nKey, dHead} = sizes;
  return core.scratch((mem) => {
    const {logits, weights, rest} = run(core, mem, options, sizes);
    const output = attentionValues(core, mem, options, weights);
    return {
      logits: {data: logits.copy(), shape: [nHeads, nQuery, nKey]},
      weights: {data: weights.copy(), shape: [nHeads, nQuery, nKey]},
      rest: {data: rest.copy(), shape: [nHeads, nQuery]},
      output: {data: output.copy(), shape: [nHeads, nQuery, dHead]},
    };
  });
}

/**
 * Gradients of a loss by what sinkAttention() takes, from that by its output.
 *
 * @param {Core} core
 * @param {AttentionInput & {sink: TensorLike, dout: TensorLike}} options dout (nHeads, nQuery, dHead); the rest
 *   as sinkAttention() had it
 * @returns {{dq: Tensor, dk: Tensor, dv: Tensor, dlogits: Tensor, dsink: Tensor}} shapes of q, k, v, the logits
 *   and the sink; dlogits is the bias's gradient too, 0 where a key is hidden
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function sinkAttentionBackward(core, options) {
  const sizes = requireSink(core, options);
  const {nHeads, nQuery, nKey, dHead} = sizes;
  const {q, k, v, dout} = options;
  requireTensor(core, 'dout', dout, q.shape);
  return core.scratch((mem) => {
    const {weights, rest} = run(core, mem, options, sizes);
    const [dq, dk, dv] = [q, k, v].map((one) => mem.f32(one.data.length));
    const dlogits = mem.f32(weights.length);
    const dsink = mem.f32(new Float32Array(nHeads));
    const given = [q, k, v, dout].map(({data}) => mem.f32(data).ptr);
    const scratch = mem.u8(core.number('nn_attention_backward_n_bytes', nQuery, nKey, dHead)).ptr;
    const settings = attentionSettings(mem, options); // the masks are in the weights
    const values = [dv.ptr, dlogits.ptr, given[3], weights.ptr, given[2], scratch, settings];
    core.call('nn_attention_backward_values', ...values);
    const sink = sinkStruct(mem, options, sizes);
    core.call('pe_sink_backward', dlogits.ptr, dsink.ptr, weights.ptr, rest.ptr, sink);
    const pairs = [dq.ptr, dk.ptr, dlogits.ptr, given[0], given[1], scratch, settings];
    core.call('nn_attention_backward_logits', ...pairs);
    return {
      dq: {data: dq.copy(), shape: [...q.shape]},
      dk: {data: dk.copy(), shape: [...k.shape]},
      dv: {data: dv.copy(), shape: [...v.shape]},
      dlogits: {data: dlogits.copy(), shape: [nHeads, nQuery, nKey]},
      dsink: {data: dsink.copy(), shape: [nHeads]},
    };
  });
}

/** @param {Core} core @param {AttentionInput & {sink: TensorLike}} options @returns {Sizes} */
function requireSink(core, options) {
  const sizes = requireAttention(core, options);
  requireTensor(core, 'sink', options.sink, [sizes.nHeads]);
  requireNumbers32('sink.data', options.sink.data);
  return sizes;
}

/**
 * Logits, weights and rest, in memory of the call.
 *
 * @param {Core} core
 * @param {Memory} mem
 * @param {AttentionInput & {sink: TensorLike}} options
 * @param {Sizes} sizes
 * @returns {Passed}
 */
function run(core, mem, options, sizes) {
  const logits = attentionLogits(core, mem, options);
  const weights = mem.f32(logits.length);
  const rest = mem.f32(sizes.nHeads * sizes.nQuery);
  const sink = sinkStruct(mem, options, sizes);
  core.call('pe_sink_forward', weights.ptr, rest.ptr, logits.ptr, sink);
  return {logits, weights, rest};
}

/** @param {Memory} mem @param {{sink: TensorLike}} options @param {Sizes} sizes @returns {number} pointer to PeSink */
function sinkStruct(mem, {sink}, {nHeads, nQuery, nKey}) {
  const sizes = {nSinks: nHeads, nProblems: nHeads, nQuery, nKey};
  return mem.struct('PeSink', {sinks: mem.f32(sink.data).ptr, ...sizes}).ptr;
}

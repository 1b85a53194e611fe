import type { Core, Tensor, TensorLike } from '../../../web/core/core.js';
import type { RopeLayout } from '../../../web/core/pe.js';
import type { DecodedCase } from './compare.js';
export type Changed = {
    q?: TensorLike;
    k?: TensorLike;
    bias?: Tensor;
    scale?: number;
};
/** @import {Core, Tensor, TensorLike} from '../../../web/core/core.js' */
/** @import {RopeLayout} from '../../../web/core/pe.js' */
/** @import {DecodedCase} from './compare.js' */
/**
 * @typedef {{q?: TensorLike, k?: TensorLike, bias?: Tensor, scale?: number}} Changed what a method put in place
 *   of a case's own
 */
/**
 * What attention() takes for a case.
 *
 * @param {DecodedCase} item
 * @param {Changed} [changed]
 */
export declare function attentionInput(item: DecodedCase, { q, k, bias, scale }?: Changed): {
    q: TensorLike;
    k: TensorLike;
    v: import("./compare.js").Decoded;
    bias: Tensor | undefined;
    causal: boolean;
    keyPad: any;
    window: any;
    scale: any;
};
/**
 * Attention and its gradients, under the names of the golden files.
 *
 * @param {Core} core
 * @param {DecodedCase} item
 * @param {Changed} [changed]
 */
export declare function runAttention(core: Core, item: DecodedCase, changed?: Changed): {
    dq: Tensor;
    dk: Tensor;
    dv: Tensor;
    dlogits: Tensor;
    scores: Tensor;
    probs: Tensor;
    output: Tensor;
};
/**
 * What a gradient by the logits is by queries and keys: dq = scale dlogits k, dk = scale dlogits^T q.
 *
 * @param {Core} core
 * @param {{dlogits: TensorLike, q: TensorLike, k: TensorLike, scale: number}} options
 * @returns {{dq: Tensor, dk: Tensor}}
 */
export declare function throughLogits(core: Core, { dlogits, q, k, scale }: {
    dlogits: TensorLike;
    q: TensorLike;
    k: TensorLike;
    scale: number;
}): {
    dq: Tensor;
    dk: Tensor;
};
/**
 * The same with queries and keys rotated before, and their gradients rotated back.
 *
 * @param {Core} core
 * @param {DecodedCase} item
 * @param {RopeLayout} layout
 * @param {Changed} [changed]
 */
export declare function runRopeAttention(core: Core, item: DecodedCase, layout: RopeLayout, changed?: Changed): {
    dv: Tensor;
    dlogits: Tensor;
    scores: Tensor;
    probs: Tensor;
    output: Tensor;
    dq: Tensor;
    dk: Tensor;
};

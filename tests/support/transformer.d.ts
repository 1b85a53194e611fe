import { Transformer } from '../../web/core/transformer.js';
import type { TransformerConfig } from '../../web/core/transformer-config.js';
/** @import {TransformerConfig} from '../../web/core/transformer-config.js' */
export declare const core: import("../../web/core/core.js").Core;
export declare const VOCAB: number, BATCH: number, SEQ_LEN: number;
export declare const LOOSE: {
    atol: number;
    rtol: number;
};
/**
 * Runs with a model, and closes it.
 *
 * @template T
 * @param {Partial<TransformerConfig>} options
 * @param {(model: Transformer) => T} use
 */
export declare function withModel<T>(options: Partial<TransformerConfig>, use: (model: Transformer) => T): T;
/** @param {number} n @param {number} [modulus] @param {string} [name] */
export declare const integers: (n: number, modulus?: number, name?: string) => Int32Array<ArrayBufferLike>;
export declare const tokens: Int32Array<ArrayBufferLike>;
/** @param {Transformer} model */
export declare const params: (model: Transformer) => import("../../web/core/transformer.js").TensorInfo[];

import type { Core } from '../../../../web/core/core.js';
import type { Decoded, DecodedCase, Tolerance } from '../compare.js';
/** @param {Core} core @param {DecodedCase} item */
export declare function run(core: Core, item: DecodedCase): {
    conditional: import("../../../../web/core/core.js").Tensor64;
    beta: import("../../../../web/core/core.js").Tensor64;
    joint: import("../../../../web/core/core.js").Tensor64;
    kl: number;
};
/**
 * The probabilities element by element; of the map, which no two programs draw alike, that it ends
 * where a good one does.
 *
 * @param {Record<string, Decoded>} want
 * @param {Record<string, any>} got
 * @param {{tol?: Record<string, Tolerance>, final_kl?: {accept_kl: number}}} item
 */
export declare function compare(want: Record<string, Decoded>, got: Record<string, any>, item: {
    tol?: Record<string, Tolerance>;
    final_kl?: {
        accept_kl: number;
    };
}): string[];

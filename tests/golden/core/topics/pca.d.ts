import type { Core } from '../../../../web/core/core.js';
import type { Decoded, DecodedCase, Tolerance } from '../compare.js';
/** @param {Core} core @param {DecodedCase} item */
export declare function run(core: Core, item: DecodedCase): {
    mean: import("../../../../web/core/core.js").Tensor;
    explained_variance: import("../../../../web/core/core.js").Tensor;
    explained_variance_ratio: import("../../../../web/core/core.js").Tensor;
    singular_values: import("../../../../web/core/core.js").Tensor;
    components: import("../../../../web/core/core.js").Tensor;
    scores: import("../../../../web/core/core.js").Tensor;
    gap: number[];
};
/**
 * Values element by element; singular values relative to the first; components and scores up to
 * sign, and where eigenvalues nearly meet by the span of the whole cluster.
 *
 * @param {Record<string, Decoded>} want
 * @param {Record<string, any>} got
 * @param {{tol?: Record<string, Tolerance>}} item
 */
export declare function compare(want: Record<string, Decoded>, got: Record<string, any>, item: {
    tol?: Record<string, Tolerance>;
}): string[];

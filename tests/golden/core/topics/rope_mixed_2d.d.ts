import type { Core } from '../../../../web/core/core.js';
import type { DecodedCase } from '../compare.js';
/** @import {Core, TensorLike} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */
/** @param {Core} core @param {DecodedCase} item */
export declare function run(core: Core, item: DecodedCase): {
    dv: import("../../../../web/core/core.js").Tensor;
    scores: import("../../../../web/core/core.js").Tensor;
    probs: import("../../../../web/core/core.js").Tensor;
    output: import("../../../../web/core/core.js").Tensor;
    angles: import("../../../../web/core/core.js").Tensor;
    dq: import("../../../../web/core/core.js").Tensor;
    dk: import("../../../../web/core/core.js").Tensor;
    'dw.x': Float32Array<ArrayBuffer>;
    'dw.y': Float32Array<ArrayBuffer>;
} | {
    wx: Float32Array<ArrayBufferLike>;
    wy: Float32Array<ArrayBufferLike>;
};

import type { Core } from '../../../../web/core/core.js';
import type { DecodedCase } from '../compare.js';
/** @param {Core} core @param {DecodedCase} item */
export declare function run(core: Core, item: DecodedCase): string | {
    table: import("../../../../web/core/core.js").Tensor;
} | {
    table: Float32Array<ArrayBuffer>;
};

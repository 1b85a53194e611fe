import type { Core } from '../../../../web/core/core.js';
import type { DecodedCase } from '../compare.js';
/** @param {Core} core @param {DecodedCase} item */
export declare function run(core: Core, item: DecodedCase): {
    factor: import("../../../../web/core/core.js").Tensor64;
    q: import("../../../../web/core/core.js").Tensor;
};

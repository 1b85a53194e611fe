import type { Core } from '../../../../web/core/core.js';
import type { DecodedCase } from '../compare.js';
/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */
/** @param {Core} core @param {DecodedCase} item */
export declare function run(core: Core, item: DecodedCase): {
    half: import("../../../../web/core/core.js").Tensor;
    interleaved: import("../../../../web/core/core.js").Tensor;
    permuted_half?: undefined;
} | {
    half: import("../../../../web/core/core.js").Tensor;
    interleaved: import("../../../../web/core/core.js").Tensor;
    permuted_half: import("../../../../web/core/core.js").Tensor;
};

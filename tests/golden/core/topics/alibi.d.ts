import type { Core } from '../../../../web/core/core.js';
import type { DecodedCase } from '../compare.js';
/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */
/** @param {Core} core @param {DecodedCase} item */
export declare function run(core: Core, item: DecodedCase): {
    slopes: import("../../../../web/core/core.js").Tensor;
    bias: import("../../../../web/core/core.js").Tensor;
    key_offset_bias: import("../../../../web/core/core.js").Tensor;
};

import type { Core } from '../../../../web/core/core.js';
import type { DecodedCase } from '../compare.js';
/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */
/** @param {Core} core @param {DecodedCase} item */
export declare function run(core: Core, item: DecodedCase): {
    log_sigmoid: import("../../../../web/core/core.js").Tensor;
    dlog_sigmoid: import("../../../../web/core/core.js").Tensor;
    softplus: import("../../../../web/core/core.js").Tensor;
    dsoftplus: import("../../../../web/core/core.js").Tensor;
};

import type { Core } from '../../../../web/core/core.js';
import type { DecodedCase } from '../compare.js';
/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */
/** @param {Core} core @param {DecodedCase} item */
export declare function run(core: Core, item: DecodedCase): {
    dq: import("../../../../web/core/core.js").Tensor;
    dk: import("../../../../web/core/core.js").Tensor;
    dv: import("../../../../web/core/core.js").Tensor;
    scores: import("../../../../web/core/core.js").Tensor;
    probs: import("../../../../web/core/core.js").Tensor;
    output: import("../../../../web/core/core.js").Tensor;
    df: import("../../../../web/core/core.js").Tensor;
};

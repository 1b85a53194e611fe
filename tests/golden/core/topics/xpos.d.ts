import type { Core } from '../../../../web/core/core.js';
import type { DecodedCase } from '../compare.js';
/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */
/** @param {Core} core @param {DecodedCase} item */
export declare function run(core: Core, item: DecodedCase): {
    q: import("../../../../web/core/core.js").Tensor;
    k: import("../../../../web/core/core.js").Tensor;
    scores: import("../../../../web/core/core.js").Tensor;
    scale: import("../../../../web/core/core.js").Tensor;
};

import type { Core } from '../../../../web/core/core.js';
import type { DecodedCase } from '../compare.js';
/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */
/** @param {Core} core @param {DecodedCase} item */
export declare function run(core: Core, item: DecodedCase): {
    cos: import("../../../../web/core/core.js").Tensor;
    sin: import("../../../../web/core/core.js").Tensor;
    y: import("../../../../web/core/core.js").Tensor;
};

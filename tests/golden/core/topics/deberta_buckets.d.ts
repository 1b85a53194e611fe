import type { Core } from '../../../../web/core/core.js';
import type { DecodedCase } from '../compare.js';
/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */
/** The file has query position less key position. @param {Core} core @param {DecodedCase} item */
export declare function run(core: Core, item: DecodedCase): {
    bucket: import("../../../../web/core/core.js").Tensor;
};

import type { Core } from '../../../../web/core/core.js';
import type { DecodedCase } from '../compare.js';
/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */
/** @param {Core} core @param {DecodedCase} item */
export declare function run(core: Core, item: DecodedCase): import("../../../../web/core/pe/rope.js").RopeTables | {
    cos: Float32Array<ArrayBuffer>;
    sin: Float32Array<ArrayBuffer>;
};

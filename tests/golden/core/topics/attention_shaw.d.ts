import type { Core, TensorLike } from '../../../../web/core/core.js';
import type { DecodedCase } from '../compare.js';
/** @import {Core, TensorLike} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */
/**
 * Keys, and values where the case has them. The backward pass is linear in the gradient of the output: what
 * comes through the value term is followed on its own and added.
 *
 * @param {Core} core
 * @param {DecodedCase} item
 */
export declare function run(core: Core, item: DecodedCase): {
    dq: TensorLike;
    'dw.key_table': import("../../../../web/core/core.js").Tensor;
};

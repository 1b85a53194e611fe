import type { Core } from '../../../../web/core/core.js';
import type { DecodedCase } from '../compare.js';
/**
 * A term that the case does not have is one whose vectors are 0; the scale is by the number of terms
 * there are.
 *
 * @param {Core} core
 * @param {DecodedCase} item
 */
export declare function run(core: Core, item: DecodedCase): any;

import type { Core } from '../../../web/core/core.js';
import type { DecodedCase } from './compare.js';
/** @import {Core, TensorLike} from '../../../web/core/core.js' */
/** @import {DecodedCase} from './compare.js' */
/**
 * @param {Core} core
 * @param {DecodedCase} item
 * @param {object} options
 * @param {string} options.method
 * @param {Record<string, string>} options.names of its tensors, by their names in the file: what
 *   is there as w.NAME, and its gradient as dw.NAME
 * @param {Record<string, any>} [options.settings] of the method
 */
export declare function runBiasMethod(core: Core, item: DecodedCase, { method, names, settings }: {
    method: string;
    names: Record<string, string>;
    settings?: Record<string, any>;
}): any;

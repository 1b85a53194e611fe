import type { Core, Tensor } from '../../web/core/core.js';
/** @import {Core, Tensor} from '../../web/core/core.js' */
/**
 * Uniform numbers of [-scale, scale); the name is the stream.
 *
 * @param {Core} core
 * @param {string} name
 * @param {number[]} shape
 * @param {number} [scale]
 * @returns {Tensor}
 */
export declare function randomTensor(core: Core, name: string, shape: number[], scale?: number): Tensor;
/**
 * A copy with its elements k = 0, 1, ... replaced by f(value, k).
 *
 * @param {Tensor} tensor
 * @param {(value: number, k: number) => number} f
 * @returns {Tensor}
 */
export declare function mapTensor(tensor: Tensor, f: (value: number, k: number) => number): Tensor;
/**
 * Central differences of a scalar function by each element of x: what a gradient is compared with.
 *
 * @param {(x: Tensor) => number} loss
 * @param {Tensor} x
 * @param {number} [step]
 */
export declare function numericalGradient(loss: (x: Tensor) => number, x: Tensor, step?: number): Float64Array<ArrayBuffer>;
/** Sum of the products of two lists. @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export declare function dot(a: ArrayLike<number>, b: ArrayLike<number>): number;

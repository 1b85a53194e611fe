import fc from 'fast-check';
import type { Tensor } from '../../../../web/python/engine/tensor.js';
/** @import {Tensor} from '../../../../web/python/engine/tensor.js' */
/** @param {readonly number[]} shape */
export declare const sizeOf: (shape: readonly number[]) => number;
/** Every index of a shape in row-major order. @param {readonly number[]} shape @returns {number[][]} */
export declare function indices(shape: readonly number[]): number[][];
/** One element by its index. @param {Tensor} x @param {readonly number[]} index */
export declare const at: (x: Tensor, index: readonly number[]) => number;
/** All elements in row-major order. @param {Tensor} x */
export declare const values: (x: Tensor) => number[];
/** 0, 1, 2 ... in a shape. @param {readonly number[]} shape @param {string} [dtype] */
export declare function counting(shape: readonly number[], dtype?: string): Tensor;
/** @param {readonly number[]} shape @param {readonly number[]} numbers @param {string} [dtype] */
export declare const tensor: (shape: readonly number[], numbers: readonly number[], dtype?: string) => Tensor;
/** @param {{least?: number, most?: number, leastRank?: number, mostRank?: number}} [limits] */
export declare const shapes: ({ least, most, leastRank, mostRank }?: {
    least?: number;
    most?: number;
    leastRank?: number;
    mostRank?: number;
}) => fc.Arbitrary<number[]>;
/** Whole numbers, so that sums are exact. @param {readonly number[]} shape @param {number} seed */
export declare function whole(shape: readonly number[], seed: number): Tensor;

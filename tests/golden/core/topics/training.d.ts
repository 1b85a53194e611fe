import type { Core, Tensor } from '../../../../web/core/core.js';
import type { DecodedCase, Decoded } from '../compare.js';
export type Digest = {
    shape: number[];
    l2: number;
    sum: number;
    absmax: number;
    proj: number[];
    index: number[];
    value: number[];
    tol: {
        value_atol: number;
        proj_atol: number;
    };
};
export type Init = {
    name: string;
    shape: number[];
    a: number;
    shift: number;
    first: {
        data: number[];
    };
};
export type TrainingCase = DecodedCase & {
    init: Init[];
    loss0: {
        f64: number;
    };
    grads: Record<string, Digest>;
    adam: {
        loss_f64: number[];
    };
    adamw: {
        loss_f64: number[];
    };
    full_gradients?: {
        file: string;
        order: string[];
    };
};
/** @param {Core} core @param {TrainingCase} item @param {string} folder where its file is */
export declare function run(core: Core, item: TrainingCase, folder: string): string | {
    loss0: number;
    grads: {
        [k: string]: Tensor;
    };
    logits: number[];
    projections: {
        [k: string]: number[];
    };
    adam: number[];
    adamw: number[];
    whole: Record<string, Float32Array<ArrayBufferLike>> | undefined;
};
/**
 * @param {Record<string, Decoded>} want
 * @param {any} got what run() returned
 * @param {TrainingCase} item
 * @returns {string[]}
 */
export declare function compare(want: Record<string, Decoded>, got: any, item: TrainingCase): string[];

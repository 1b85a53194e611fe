import { Transformer } from '../../web/core/transformer.js';
import type { Core } from '../../web/core/core.js';
/** @import {Core} from '../../web/core/core.js' */
export declare const BATCH = 32;
/** The core with the loops of loops.c, one of its own at each call. @returns {Promise<Core>} */
export declare function benchCore(): Promise<Core>;
/**
 * A model that has learned a little on one batch, and the step to be timed.
 *
 * @param {Core} core one of its own
 * @param {number} seqLen
 * @returns {{step: () => number, model: Transformer, batch: {tokens: Int32Array, targets: Int32Array}}}
 */
export declare function trainingStep(core: Core, seqLen: number): {
    step: () => number;
    model: Transformer;
    batch: {
        tokens: Int32Array;
        targets: Int32Array;
    };
};
/**
 * Fails unless the step learns: the gradient is the slope of the loss along itself, and twenty steps
 * on one batch bring its loss down from that of chance.
 *
 * @param {ReturnType<typeof trainingStep>} training
 */
export declare function verifyStep({ step, model, batch }: ReturnType<typeof trainingStep>): void;
/** Floating-point operations of the step's matmuls with weights, forward and backward. @param {number} seqLen */
export declare function matmulFlops(seqLen: number): number;

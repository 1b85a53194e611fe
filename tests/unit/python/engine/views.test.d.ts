import type { Tensor } from '../../../../web/python/engine/tensor.js';
export type Step = {
    make: (x: Tensor) => Tensor;
    shape: number[];
    source: (index: number[]) => number[];
};

import type { Numbers, TensorLike } from '../../../web/core/core.js';
export type Given = {
    q: TensorLike;
    k: TensorLike;
    causal?: boolean;
    keyPad?: Numbers;
    scale?: number;
};

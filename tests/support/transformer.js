// A small transformer and what it is given, for tests.
import {randomIntegers} from '../../web/core/base.js';
import {Transformer} from '../../web/core/transformer.js';
import {loadCore} from './core.js';

/** @import {TransformerConfig} from '../../web/core/transformer-config.js' */

export const core = await loadCore();
export const [VOCAB, BATCH, SEQ_LEN] = [11, 3, 6];
export const LOOSE = {atol: 2e-6, rtol: 1e-5};

/**
 * Runs with a model, and closes it.
 *
 * @template T
 * @param {Partial<TransformerConfig>} options
 * @param {(model: Transformer) => T} use
 */
export function withModel(options, use) {
  const sizes = {vocabSize: VOCAB, nHeads: 2, dModel: 12, dFf: 20, batch: BATCH, seqLen: SEQ_LEN};
  const model = new Transformer(core, {...sizes, seed: 3, ...options});
  try {
    return use(model);
  } finally {
    model.close();
  }
}

/** @param {number} n @param {number} [modulus] @param {string} [name] */
export const integers = (n, modulus = VOCAB, name = 'x') =>
  randomIntegers(core, {seed: 1, name, n, modulus}).data;

export const tokens = integers(BATCH * SEQ_LEN);

/** @param {Transformer} model */
export const params = (model) => model.tensors.filter(({kind}) => kind === 'param');

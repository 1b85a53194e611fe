// @ts-check
import {requireTensor} from './check.js';
import {selfAttention} from './model.js';
import {attention} from './nn.js';

/** @import {Core, Tensor, TensorLike} from './core.js' */

/**
 * The logit of an absolute encoding, term by term: with x_i + p_i at the input,
 *
 *   (x_i + p_i) W_Q (W_K)^T (x_j + p_j)^T = x x + x p + p x + p p
 *
 * which is where the relative encodings start (Dai et al. 2019, section 3.3; Raffel et al. 2020,
 * section 2.1). Each term and the sum are (nHeads, n, n), scaled.
 *
 * @typedef {object} FourTerms
 * @property {Tensor} contentContent x_i x_j: independent of position
 * @property {Tensor} contentPosition x_i p_j: what the query's content asks of a position
 * @property {Tensor} positionContent p_i x_j: what the query's position asks of a content
 * @property {Tensor} positionPosition p_i p_j: independent of content
 * @property {Tensor} whole the logits of the layer on x + p, computed directly and not as the sum of the four
 */

/**
 * @param {Core} core
 * @param {{x: TensorLike, p: TensorLike, wQ: TensorLike, wK: TensorLike, nHeads?: number,
 *   scale?: number}} options x, p (n, dModel); wQ, wK (dModel, dModel), rows are outputs; scale
 *   1/sqrt(dHead)
 * @returns {FourTerms}
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function fourTerms(core, {x, p, wQ, wK, nHeads = 1, scale}) {
  const [n, dModel] = requireTensor(core, 'x', x, ['n', 'dModel']);
  requireTensor(core, 'p', p, [n, dModel]);
  requireTensor(core, 'wQ', wQ, [dModel, dModel]);
  requireTensor(core, 'wK', wK, [dModel, dModel]);
  const params = {wQ, wK, wV: wK, wO: wK}; // values are not looked at
  const settings = {nHeads, params, scale};
  const content = selfAttention(core, {x, ...settings});
  const position = selfAttention(core, {x: p, ...settings});
  const both = selfAttention(core, {x, methods: ['learned'], learnedTable: p, ...settings});
  const product = (/** @type {Tensor} */ q, /** @type {Tensor} */ k) =>
    attention(core, {q, k, v: k, scale}).logits;
  return {
    contentContent: product(content.q, content.k),
    contentPosition: product(content.q, position.k),
    positionContent: product(position.q, content.k),
    positionPosition: product(position.q, position.k),
    whole: both.logits,
  };
}

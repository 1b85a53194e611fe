// @ts-check
import {requireIntegers, requireNumbers, requireTensor} from './core.js';

/** @import { Core, Tensor, TensorLike } from './core.js' */

/**
 * Principal components of the rows of x. See src/proj/pca.h.
 *
 * @param {Core} core
 * @param {{x: TensorLike, nComponents?: number}} options x (n, d), n >= 2,
 *   finite; default 2 components
 * @returns {{mean: Tensor, components: Tensor, scores: Tensor, explainedVariance: Tensor,
 *   explainedVarianceRatio: Tensor, singularValues: Tensor}} mean (d), components (k, d),
 *   scores (n, k); the last three are complete, (min(n, d)), largest first
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function pca(core, {x, nComponents = 2}) {
  const [n, d] = requireTensor(core, 'x', x, ['n', 'd']);
  const side = Math.min(n, d);
  if (n < 2) throw new RangeError(`x must have at least 2 rows, got ${n}.`);
  requireIntegers({nComponents}, 1, side);
  requireNumbers('x.data', x.data);
  const scratchBytes = core.number('proj_pca_n_bytes', n, d);
  if (scratchBytes <= 0) {
    throw new RangeError(`x must have a side of at most 2048, got [${n}, ${d}].`);
  }
  return core.scratch((mem) => {
    const mean = mem.f32(d);
    const components = mem.f32(nComponents * d);
    const scores = mem.f32(n * nComponents);
    const spectrum = [mem.f32(side), mem.f32(side), mem.f32(side)];
    const outputs = [mean, components, scores, ...spectrum].map((block) => block.ptr);
    const scratch = mem.f64(scratchBytes / Float64Array.BYTES_PER_ELEMENT);
    core.call('proj_pca_fit', ...outputs, scratch.ptr, mem.f32(x.data).ptr, nComponents, n, d);
    const [explainedVariance, explainedVarianceRatio, singularValues] = spectrum.map((block) => ({
      data: block.copy(),
      shape: [side],
    }));
    return {
      mean: {data: mean.copy(), shape: [d]},
      components: {data: components.copy(), shape: [nComponents, d]},
      scores: {data: scores.copy(), shape: [n, nComponents]},
      explainedVariance,
      explainedVarianceRatio,
      singularValues,
    };
  });
}

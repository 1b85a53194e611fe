// @ts-check
import {copePositions, methodTensors, t5Buckets, xposScale} from '../core/pe.js';
import {upTo} from './measures.js';

/** @import {Core} from '../core/core.js' */
/** @import {Claim} from './claim.js' */

/** @type {Claim[]} */
export default [
  {
    id: 'xpos-fades',
    source: 'Sun et al. 2022: the factor of pair 0 of 512 positions per ζ',
    settings: {scaleBase: 512, far: 4096},
    compute(core, {scaleBase, far}) {
      const factor = (/** @type {number} */ position, divide = false) => {
        const x = {data: Float32Array.of(1, 1), shape: [1, 1, 2]};
        return xposScale(core, {x, divide, scaleBase, firstPos: position}).data[0];
      };
      const once = factor(scaleBase);
      return {once, behind: factor(far), ahead: factor(far, true)};
    },
  },
  {
    id: 't5-last-bucket',
    source: 'Raffel et al. 2020, and their code: 32 buckets, distances up to 128',
    settings: {buckets: 32, maxDistance: 128},
    compute(core, {buckets, maxDistance}) {
      const startsAt = (/** @type {boolean} */ causal) => {
        const last = causal ? buckets - 1 : buckets / 2 - 1;
        const relative = upTo(maxDistance + 1).map((distance) => -distance);
        const options = {nBuckets: buckets, maxDistance, causal};
        return t5Buckets(core, {relative, ...options}).data.indexOf(last);
      };
      return {encoder: startsAt(false), decoder: startsAt(true)};
    },
  },
  {
    id: 'cope-scale',
    source: 'One key under a query with a product of 4, with the scale and without',
    settings: {product: 4, width: 64},
    compute(core, {product, width}) {
      const vector = (/** @type {number} */ first) => {
        const data = new Float32Array(width);
        data[0] = first;
        return {data, shape: [1, 1, width]};
      };
      const gate = (/** @type {number | undefined} */ scale) =>
        copePositions(core, {q: vector(product), k: vector(1), scale}).data[0];
      return {scaled: gate(undefined), unscaled: gate(1)};
    },
  },
  {
    id: 'relative-sizes',
    source: 'The tensors that the core learns for one layer',
    settings: {width: 512, heads: 8, clip: 16, buckets: 32, wideBuckets: 256, counts: 64},
    compute(core, {width, heads, clip, buckets, wideBuckets, counts}) {
      const sizes = {nHeads: heads, dHead: width / heads, dModel: width};
      const learned = (/** @type {string} */ method, own = {}) =>
        methodTensors(core, {method, ...sizes, ...own})
          .map(({shape}) => shape.reduce((a, b) => a * b, 1))
          .reduce((a, b) => a + b, 0);
      return {
        shaw: learned('shaw-keys', {clip}) + learned('shaw-values', {clip}),
        t5: learned('t5', {nBuckets: buckets}),
        transformerXl: learned('transformer-xl'),
        deberta: learned('deberta', {nBuckets: wideBuckets, maxDistance: 512}),
        kerple: learned('kerple-log'),
        fire: learned('fire', {width: 32}),
        xpos: learned('xpos'),
        cope: learned('cope', {maxLen: counts}),
        floater: learned('floater', {width: 32}),
      };
    },
  },
];

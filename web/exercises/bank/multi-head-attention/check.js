// @ts-check
import {attention, linear} from '../../../core/nn.js';
import {call} from '../steps.js';
import {filled, tensorOf} from '../tensors.js';

/** @import {Core, TensorLike} from '../../../core/core.js' */
/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{nTexts: number, n: number, nHeads: number, width: number, causal?: boolean, isHidden?: boolean}} sizes
 */
function caseOf(random, title, {nTexts, n, nHeads, width, causal, isHidden = false}) {
  const d = nHeads * width;
  const x = random.normal(nTexts, n, d);
  const [wQkv, wOut] = [random.normal(3 * d, d), random.normal(d, d)];
  for (const weight of [wQkv, wOut])
    weight.tensor.data = weight.tensor.data.map((v) => v / Math.sqrt(d));
  const args = [x, wQkv, wOut, nHeads];
  const steps = [call('multi_head', ...args, ...(causal === undefined ? [] : [causal]))];
  const tensors = {x: tensorOf(x), wQkv: tensorOf(wQkv), wOut: tensorOf(wOut)};
  return {title, isHidden, steps, nHeads, causal, ...tensors};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'one head', {nTexts: 1, n: 3, nHeads: 1, width: 4}),
  caseOf(random, 'two heads, causal', {nTexts: 1, n: 3, nHeads: 2, width: 2, causal: true}),
  caseOf(random, 'as many tokens as heads', {nTexts: 2, n: 4, nHeads: 4, width: 3, isHidden: true}),
  caseOf(random, 'sizes of its own', {
    nTexts: random.int(2, 3),
    n: random.int(5, 9),
    nHeads: 3,
    width: random.int(2, 6),
    causal: true,
    isHidden: true,
  }),
];

/** One text. @param {Core} core @param {TensorLike} x (n, d) @param {any} item */
function attended(core, x, {wQkv, wOut, nHeads, causal = false}) {
  const [n, d] = x.shape;
  const width = d / nHeads;
  const {data} = linear(core, {x, weight: wQkv});
  const [q, k, v] = [0, d, 2 * d].map((from) =>
    filled([nHeads, n, width], (h, i, c) => data[i * 3 * d + from + h * width + c]),
  );
  const {output} = attention(core, {q, k, v, causal});
  const flat = filled([n, d], (i, c) => {
    const h = Math.floor(c / width);
    return output.data[(h * n + i) * width + (c % width)];
  });
  return linear(core, {x: flat, weight: wOut}).data;
}

/** @type {Check['truth']} */
export const truth = (core, item) => {
  const [nTexts, n, d] = item.x.shape;
  const texts = Array.from({length: nTexts}, (_, t) => ({
    data: item.x.data.subarray(t * n * d, (t + 1) * n * d),
    shape: [n, d],
  }));
  const rows = texts.flatMap((text) => [...attended(core, text, item)]);
  return [{data: Float32Array.from(rows), shape: item.x.shape}];
};

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 2e-5, rtol: 1e-5});

// @ts-check
import {ropeTables} from '../../../core/pe.js';
import {keepsLengths, rotated, tensorOf} from '../tensors.js';

/** @import {Core, Numbers, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

const ROTATIONS = `
import torch as _torch

def _rotations(freqs):
    is_tensor = issubclass(type(freqs), _torch.Tensor)  # isinstance() would ask what it is
    if is_tensor and _torch.is_complex(freqs):
        return _torch.view_as_real(freqs)
    what = freqs.dtype if is_tensor else type(freqs).__name__
    raise TypeError(f"precompute_freqs should give one complex tensor, but gave {what}")
`;

/**
 * The rotations, and x rotated by them.
 *
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{n: number, nHeads: number, dHead: number, nRows?: number, base?: number,
 *   isHidden?: boolean}} sizes
 */
function caseOf(random, title, sizes) {
  const {n, nHeads, dHead, nRows = n, base = 10000, isHidden = false} = sizes;
  const x = random.normal(2, n, nHeads, dHead);
  const args = base === 10000 ? [dHead, nRows] : [dHead, nRows, base];
  const steps = [
    {op: 'call', target: 'precompute_freqs', args, as: 'freqs'},
    {op: 'define', code: ROTATIONS},
    {op: 'eval', expression: '_rotations(freqs)', get: true},
    {op: 'call', target: 'apply_rotary_emb', args: [x, {ref: 'freqs'}], get: true},
  ];
  return {title, isHidden, steps, nRows, dHead, base, x: tensorOf(x)};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, '6 times, 2 heads of 4', {n: 6, nHeads: 2, dHead: 4}),
  caseOf(random, 'as many heads as times', {n: 4, nHeads: 4, dHead: 8}),
  caseOf(random, 'another base', {
    n: random.int(6, 20),
    nHeads: random.int(1, 4),
    dHead: 2 * random.int(2, 12),
    base: random.pick([500, 50000, 1e6]),
    isHidden: true,
  }),
  caseOf(random, 'more rotations than times', {
    n: random.int(6, 20),
    nHeads: random.int(2, 5),
    dHead: 2 * random.int(3, 8),
    nRows: random.int(260, 320), // bfloat16 holds whole numbers up to 256
    isHidden: true,
  }),
];

/**
 * Rotations as pairs of real numbers, and x rotated.
 *
 * @param {Core} core
 * @param {Case} item
 * @param {{invFreq?: Numbers, rotate?: (core: Core, tables: {cos: TensorLike, sin: TensorLike}) => TensorLike}} [options]
 * @returns {TensorLike[]}
 */
function answer(core, item, {invFreq, rotate} = {}) {
  const {nRows, dHead, base, x} = item;
  const {cos, sin} = invFreq
    ? ropeTables(core, {nPos: nRows, invFreq})
    : ropeTables(core, {nPos: nRows, dim: dHead, base});
  const both = Float32Array.from({length: 2 * cos.data.length}, (_, k) =>
    k % 2 ? sin.data[k >> 1] : cos.data[k >> 1],
  );
  const rotations = {data: both, shape: [...cos.shape, 2]};
  return [rotations, rotate ? rotate(core, {cos, sin}) : rotated(core, x, {cos, sin})];
}

/** @type {Check['truth']} */
export const truth = (core, item) => answer(core, item);

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'lengths',
    figure: '4-rope.html#turn-do-not-add',
    sentence: 'Numbers of length 1 only rotate: every vector keeps its length.',
    holds: ([, output], {x}) => keepsLengths(x, output),
  },
];

/** @type {Check['tolerance']} */
export const tolerance = ({nRows}) => ({atol: 2e-5 + 5e-7 * nRows, rtol: 1e-5});

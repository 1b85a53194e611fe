// @ts-check
import {sinusoidal} from '../../../core/pe.js';
import {CONTENTS} from '../contents.js';
import {filled, scalar, tensorOf} from '../tensors.js';

/** @import {Core, Tensor, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** What dropout does in training: 0 what it should, 1 nothing, 2 something else. */
const DROPPING = `
import torch as _torch

def _seen(encoding, *shape):
    x = _torch.full(shape, 3.0)
    whole, again = encoding(x.clone()), range(1 + 3000 // x.numel())
    encoding.train()
    return [whole] + [encoding(x.clone()) for _ in again]

def _dropping(seen, dropout, *shape):
    if any(not issubclass(type(y), _torch.Tensor) or _torch.Tensor.size(y) != shape for y in seen):
        return 2
    whole, *dropped = map(_torch.Tensor.detach, seen)
    dropped, whole = _torch.stack(dropped), _torch.stack([whole for _ in dropped])
    if _torch.allclose(dropped, whole, atol=1e-3):
        return 1
    kept = _torch.where(dropped == 0, dropped, whole / (1 - dropout))
    share = (dropped == 0)[whole != 0].float().mean().item()
    return 0 if _torch.allclose(dropped, kept, atol=1e-3) and abs(share - dropout) < 0.05 else 2
`;

/**
 * The module in eval(), how much of it would be trained and how many tensors would not move with it, and
 * what dropout does in training.
 *
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{nBatch: number, n: number, dModel: number, dropout?: number, isHidden?: boolean,
 *   isByDefault?: boolean}} sizes isByDefault: max_len and dropout are left out
 */
function caseOf(random, title, sizes) {
  const {nBatch, n, dModel, dropout = 0.4, isHidden = false, isByDefault = false} = sizes;
  const x = random.normal(nBatch, n, dModel);
  const maxLen = isByDefault ? 5000 : n + random.int(1, 20) + Math.max(0, nBatch - n);
  const steps = [
    {
      op: 'call',
      target: 'SinusoidalPositionalEncoding',
      args: [dModel],
      kwargs: isByDefault ? {} : {max_len: maxLen, dropout},
      as: 'encoding',
    },
    {op: 'call', target: 'encoding.eval', args: []},
    {op: 'call', target: 'encoding', args: [x], get: true},
    {op: 'define', code: DROPPING},
    {op: 'define', code: CONTENTS},
    {op: 'eval', expression: '_contents(encoding)', as: '_content'},
    {op: 'eval', expression: '_content[0]', get: true},
    {op: 'eval', expression: '_content[1]', get: true},
    {op: 'eval', expression: `_seen(encoding, ${nBatch}, ${n}, ${dModel})`, as: '_answers'},
    {
      op: 'eval',
      expression: `_dropping(_answers, ${dropout}, ${nBatch}, ${n}, ${dModel})`,
      get: true,
    },
  ];
  return {title, isHidden, steps, x: tensorOf(x), dropout, maxLen, isByDefault};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, '2 texts of 5 tokens, 6 dimensions', {nBatch: 2, n: 5, dModel: 6}),
  caseOf(random, 'an odd width', {nBatch: 1, n: 4, dModel: 7}),
  caseOf(random, 'sizes of its own', {
    nBatch: random.int(2, 5),
    n: random.int(6, 40),
    dModel: 2 * random.int(4, 20),
    dropout: 0.2,
    isHidden: true,
  }),
  caseOf(random, 'max_len and dropout left out, 5000 tokens', {
    nBatch: 1,
    n: 5000,
    dModel: 2,
    dropout: 0.1,
    isHidden: true,
    isByDefault: true,
  }),
  caseOf(random, 'more texts than tokens', {
    nBatch: random.int(6, 9),
    n: random.int(2, 4),
    dModel: 2 * random.int(2, 6) + 1,
    isHidden: true,
  }),
];

/** x plus a row of the table. @param {Core} core @param {Case} item @param {(b: number, t: number) => number} [rowOf] @param {number} [factor] of x */
function sum(core, {x, maxLen}, rowOf = (_, t) => t, factor = 1) {
  const dModel = x.shape[2];
  const {data} = sinusoidal(core, {nPos: maxLen + 1, dModel});
  return filled(x.shape, (b, t, c) => {
    const value = x.data[(b * x.shape[1] + t) * dModel + c];
    return factor * value + data[rowOf(b, t) * dModel + c];
  });
}

/** Of a module that is right but for its output. @param {Tensor} output @returns {TensorLike[]} */
const untrained = (output) => [output, scalar(0), scalar(0), scalar(0)];

/** @type {Check['truth']} */
export const truth = (core, item) => untrained(sum(core, item));

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'same-in-every-text',
    figure: '2-sinusoidal.html#added-to-a-token',
    sentence:
      'What is added to a token depends on its time alone: every text of a batch gets the same.',
    holds: ([{data, shape}], {x}) => {
      const size = shape[1] * shape[2];
      const at = data.findIndex(
        (v, k) => Math.abs(v - x.data[k] - (data[k % size] - x.data[k % size])) > 1e-4,
      );
      return (
        at < 0 || `text ${Math.floor(at / size)}, time ${Math.floor(at / shape[2]) % shape[1]}`
      );
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 2e-5, rtol: 0});

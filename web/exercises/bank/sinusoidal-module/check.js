// @ts-check
import {sinusoidal} from '../../../core/pe.js';
import {CONTENTS} from '../contents.js';
import {filled, scalar, tensorOf} from '../tensors.js';

/** @import {Core, Tensor, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * Each answer is copied before the module is called again, and every call is a step of its own: what a module does to
 * earlier answers or to torch comes too late.
 */
const MEASURES = `
import torch as _torch

_own_names = _torch.nn.Module.__dict__["__dict__"].__get__

def _threes(*shape):
    return _torch.full(shape, 3.0)

def _copied(y):
    return _torch.Tensor.detach(y).clone() if issubclass(type(y), _torch.Tensor) else None

def _is_trained(y):
    return int(type(y) is _torch.Tensor and y.requires_grad)

def _dropping(whole, dropped, dropout, *shape):
    """0: what it should, 1: nothing, 2: something else, 3: another share."""
    if any(y is None or y.shape != shape for y in (whole, *dropped)):
        return 2
    is_same = _torch.equal(*dropped)
    dropped, whole = _torch.stack(dropped), _torch.stack([whole, whole])
    if _torch.allclose(dropped, whole, atol=1e-3):
        return 1
    kept = _torch.where(dropped == 0, dropped, whole / (1 - dropout))
    share = (dropped == 0)[whole != 0].float().mean().item()
    is_right = _torch.allclose(dropped, kept, atol=1e-3) and abs(share - dropout) < 0.05
    if is_right and not is_same:
        return 0
    own = 1 - (whole / dropped)[dropped != 0].mean().item()
    kept = _torch.where(dropped == 0, dropped, whole / (1 - own))
    return 3 if abs(share - own) < 0.05 and _torch.allclose(kept, dropped, atol=1e-3) and not is_same else 2

def _refill(module):
    """Writes other numbers into all that moves with the module."""
    waiting = [module]
    while waiting:
        names = _own_names(waiting.pop())
        waiting += [m for m in dict.values(dict.get(names, "_modules", {})) if issubclass(type(m), _torch.nn.Module)]
        for kind in ("_parameters", "_buffers"):
            for one in dict.values(dict.get(names, kind, {})):
                if type(one) is _torch.Tensor or type(one) is _torch.nn.Parameter:
                    one.requires_grad_(False).fill_(0.5)

def _stays(before, after):
    """Whether the module gives the same though all that moves with it is another."""
    return int(before is not None and after is not None and before.shape == after.shape and _torch.allclose(before, after))
`;

/** What the module makes of threes, copied at once. @param {string} name @param {number[]} shape */
const answerTo = (name, shape) => [
  {op: 'eval', expression: `_threes(${shape})`, as: '_given'},
  {op: 'call', target: 'encoding', args: [{ref: '_given'}], as: name},
  {op: 'eval', expression: `_copied(${name})`, as: name},
];

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
  const nTexts = Math.ceil(2000 / (n * dModel)); // of a batch that is large enough for the share that is dropped
  const maxLen = isByDefault ? 5000 : random.int(1, 20) + Math.max(n, nBatch, nTexts);
  const shape = [nTexts, n, dModel];
  const steps = [
    {
      op: 'call',
      target: 'SinusoidalPositionalEncoding',
      args: [dModel],
      kwargs: isByDefault ? {} : {max_len: maxLen, dropout},
      as: 'encoding',
    },
    // another one, which may share nothing with it
    {
      op: 'call',
      target: 'SinusoidalPositionalEncoding',
      args: [dModel + 2],
      kwargs: {max_len: maxLen, dropout: 0.8},
    },
    {op: 'call', target: 'encoding.eval', args: []},
    {op: 'call', target: 'encoding', args: [x], as: '_first', get: true},
    {op: 'define', code: MEASURES},
    {op: 'define', code: CONTENTS},
    {op: 'eval', expression: '_contents(encoding)', as: '_content'},
    {op: 'eval', expression: '_content[0] + _is_trained(_first)', get: true},
    ...answerTo('_whole', shape),
    {op: 'call', target: 'encoding.train', args: []},
    ...answerTo('_dropped', shape),
    ...answerTo('_again', shape),
    {op: 'call', target: 'encoding.eval', args: []},
    {op: 'eval', expression: '_refill(encoding)', as: '_filled'},
    ...answerTo('_moved', shape),
    {op: 'eval', expression: '_content[1] + _stays(_whole, _moved)', get: true},
    {
      op: 'eval',
      expression: `_dropping(_whole, (_dropped, _again), ${dropout}, ${shape})`,
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

// @ts-check
import {linear} from '../../../core/nn.js';
import {call} from '../steps.js';
import {filled, tensorOf} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

// Whether the layer begins as the frozen one, whether it can learn, the variance of what is random, and whether its
// rows differ in direction: else the layer could learn no more than one of rank 1.
const START = `
import torch

def _looked_at(started, d_in, d_out, r):
    if type(started) not in (tuple, list) or any(not issubclass(type(t), torch.Tensor) for t in started):
        raise TypeError("start should give two tensors, a and b")
    a, b = map(torch.Tensor.detach, started)
    assert a.shape == (r, d_in), f"a is {tuple(a.shape)}, not {(r, d_in)}"
    assert b.shape == (d_out, r), f"b is {tuple(b.shape)}, not {(d_out, r)}"
    random = a if a.abs().max() > 0 else b
    is_same = float((b @ a).abs().max()) == 0
    can_learn = float(a.abs().max()) > 0 or float(b.abs().max()) > 0
    rows = random if random is a else random.T
    rows = rows / rows.norm(dim=1, keepdim=True).clamp(min=1e-9)
    near = (rows @ rows.T - torch.eye(r)).abs().max()  # of rows that are drawn it is small
    return [float(is_same), float(can_learn), float(random.var()) * d_in, float(near < 0.5)]
`;

/** @param {CaseRandom} random @param {string} title @param {{shape: number[], dOut: number, r: number, alpha: number, isHidden?: boolean}} sizes */
function caseOf(random, title, {shape, dOut, r, alpha, isHidden = false}) {
  const dIn = shape.at(-1) ?? 0;
  const [x, weight] = [random.normal(...shape), random.normal(dOut, dIn)];
  const [a, b] = [random.normal(r, dIn), random.normal(dOut, r)];
  const steps = [call('lora_forward', x, weight, a, b, alpha), call('merged', weight, a, b, alpha)];
  const tensors = {x: tensorOf(x), weight: tensorOf(weight), a: tensorOf(a), b: tensorOf(b)};
  return {title, isHidden, steps, alpha, ...tensors};
}

/** @param {number} dIn @param {number} dOut @param {number} r */
const startCase = (dIn, dOut, r) => ({
  title: `start(${dIn}, ${dOut}, ${r}): begins as the frozen layer, can learn, variance times d_in`,
  isStart: true,
  steps: [
    {op: 'define', code: START},
    {op: 'call', target: 'start', args: [dIn, dOut, r], as: '_started'},
    {op: 'eval', expression: `_looked_at(_started, ${dIn}, ${dOut}, ${r})`, get: true},
  ],
});

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'rank 1', {shape: [2, 3], dOut: 2, r: 1, alpha: 2}),
  caseOf(random, 'rank 2, a batch', {shape: [2, 2, 4], dOut: 3, r: 2, alpha: 3}),
  caseOf(random, 'sizes of its own', {
    shape: [random.int(2, 4), random.int(6, 12)],
    dOut: random.int(5, 12),
    r: random.int(3, 5),
    alpha: random.pick([8, 16]),
    isHidden: true,
  }),
  startCase(400, 300, 8),
];

/** @type {Check['truth']} */
export const truth = (core, item) => {
  if (item.isStart) return [{data: Float64Array.of(1, 1, 1, 1), shape: [4]}];
  const {x, weight, a, b, alpha} = item;
  const [dOut, dIn] = weight.shape;
  const r = a.shape[0];
  const both = filled([dOut, dIn], (o, i) => {
    let sum = 0;
    for (let k = 0; k < r; k++) sum += b.data[o * r + k] * a.data[k * dIn + i];
    return weight.data[o * dIn + i] + (alpha / r) * sum;
  });
  return [linear(core, {x, weight: both}), both];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'starts-frozen',
    figure: '3-learned.html#an-empty-notebook',
    sentence: 'At the start the product of b and a is 0, and one of them is random.',
    holds: ([{data}], {isStart}) => {
      if (!isStart) return true;
      if (data[0] !== 1) return 'the layer differs from the frozen one at the start';
      if (data[1] !== 1) return 'both are 0, and stay so';
      return data[3] === 1 || 'what is random has rows of the same direction, as if r were 1';
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = ({isStart}) =>
  isStart ? {atol: 0.15, rtol: 0} : {atol: 5e-5, rtol: 1e-5};

// @ts-check
import {call, without} from '../steps.js';
import {tensorOf} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

const DEFAULTS = {beta1: 0.9, beta2: 0.999, eps: 1e-8, weight_decay: 0.01};

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{shape: number[], step: number, lr: number, size?: number, isFirst?: boolean, isHidden?: boolean} & Partial<typeof DEFAULTS>} options
 */
function caseOf(
  random,
  title,
  {shape, step, lr, size = 1, isFirst = false, isHidden = false, ...rule},
) {
  const [p, g, m, v] = [0, 1, 2, 3].map(() => random.normal(...shape));
  for (const {tensor} of [g, m, v]) tensor.data = tensor.data.map((x) => size * x);
  if (isFirst) for (const {tensor} of [m, v]) tensor.data.fill(0);
  v.tensor.data = v.tensor.data.map((x) => x * x);
  const all = {...DEFAULTS, ...rule};
  const omitted = Object.keys(DEFAULTS).filter((name) => !(name in rule));
  const steps = [{...call('adamw_step', p, g, m, v, step, lr), kwargs: without(all, omitted)}];
  const tensors = {p: tensorOf(p), g: tensorOf(g), m: tensorOf(m), v: tensorOf(v)};
  return {title, isHidden, steps, step, lr, ...all, ...tensors};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'the first step', {shape: [3], step: 1, lr: 0.1, isFirst: true}),
  caseOf(random, 'step 4, strong decay', {shape: [2, 2], step: 4, lr: 0.5, weight_decay: 0.3}),
  caseOf(random, 'betas of its own', {
    shape: [random.int(3, 6)],
    step: random.int(2, 9),
    lr: 0.2,
    beta1: 0.5,
    beta2: 0.8,
    isHidden: true,
  }),
  // as small as eps is where it is not given
  caseOf(random, 'small gradients, a late step', {
    shape: [4],
    step: random.int(500, 3000),
    lr: 0.4,
    size: 2e-8,
    isHidden: true,
  }),
  caseOf(random, 'a large eps', {shape: [4], step: 3, lr: 0.3, eps: 0.5, isHidden: true}),
];

/** @type {Check['truth']} */
export const truth = (_core, item) => {
  const {p, g, m, v, step, lr, beta1, beta2, eps, weight_decay} = item;
  const each = (/** @type {(k: number) => number} */ value) => ({
    data: Float64Array.from(p.data, (_, k) => value(k)),
    shape: p.shape,
  });
  const mean = each((k) => beta1 * m.data[k] + (1 - beta1) * g.data[k]);
  const square = each((k) => beta2 * v.data[k] + (1 - beta2) * g.data[k] ** 2);
  const moved = each((k) => {
    const root = Math.sqrt(square.data[k] / (1 - beta2 ** step)) + eps;
    const change = mean.data[k] / (1 - beta1 ** step) / root;
    return p.data[k] * (1 - lr * weight_decay) - lr * change;
  });
  return [moved, mean, square];
};

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 1e-5, rtol: 2e-5});

// @ts-check
import {vector} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

const NAMES = [
  'embedding.weight',
  'layers.0.attention_norm.weight',
  'layers.0.attention_norm.bias',
  'layers.0.qkv.weight',
  'layers.0.qkv.bias',
  'layers.0.out.weight',
  'layers.0.up.weight',
  'layers.0.down.weight',
  'layers.0.down.bias',
  'final_norm.weight',
  // not these words alone, but names that end so
  'layers.1.attention_out.weight',
  'layers.1.mlp_down.weight',
  // words of the rules, and none at its end
  'layers.1.out_gate.weight',
  'layers.1.downsampling.weight',
  'layers.1.normalised.weight',
  'bias_table.weight',
];

// Means and standard deviations of tensors, of 40,000 numbers where they are random; the fourth moment in units of the standard deviation, which
// is 3 for a normal distribution; and the largest correlation of each number with the next one, with those one row and 100
// rows below, and with that of the next tensor that is random.
const MEASURE = `
import torch

def _parameters(names):
    sizes = {name: 20 if name.endswith((".bias", "norm.weight")) else 200 for name in names}
    return {name: torch.full((n, n), 7.0) for name, n in sizes.items()}

def _measured(tensors):
    all = [_unit(torch.Tensor.detach(t)) for t in tensors]
    random = [unit for *_, unit in all if unit is not None]
    after = dict(zip(map(id, random), random[1:]))
    return [list(numbers) for numbers in zip(*[_numbers_of(one, after.get(id(one[2]))) for one in all])]

def _unit(t):
    mean, spread = float(t.mean()), float(t.std())
    return mean, spread, (t - mean) / spread if spread > 1e-9 else None

def _numbers_of(one, after):
    mean, spread, unit = one
    if unit is None:
        return mean, spread, 0.0, 0.0
    flat = unit.flatten()
    n = len(flat) // 2
    pairs = [flat[1:] * flat[:-1], unit[1:] * unit[:-1], flat[:n] * flat[n:]]
    if abs(mean) < spread / 40:  # as the mean of 40,000 numbers is by chance
        mean = 0.0
    if after is not None and after.shape == unit.shape:
        pairs.append(unit * after)
    nearest = max(float(one.mean().abs()) for one in pairs)
    return mean, spread, float((unit * unit * unit * unit).mean()), round(nearest, 1)
`;

/** @param {string} title @param {number} nLayers @param {number} [std] @param {boolean} [isHidden] */
function caseOf(title, nLayers, std, isHidden = false) {
  const args = [{ref: '_given'}, nLayers, ...(std === undefined ? [] : [std])];
  const steps = [
    {op: 'define', code: MEASURE},
    {op: 'eval', expression: `_parameters(${JSON.stringify(NAMES)})`, as: '_given'},
    {op: 'eval', expression: 'tuple(_given.values())', as: '_tensors'},
    {op: 'call', target: 'initialise', args},
    {op: 'eval', expression: '_measured(_tensors)', get: true},
  ];
  return {title, isHidden, steps, nLayers, std: std ?? 0.02, describe};
}

/** @type {NonNullable<import('../../grading/grader.js').Case['describe']>} */
const describe = ([means, spreads], item) => {
  const [wantMeans, wantSpreads] = truthOf(item);
  const at = NAMES.findIndex(
    (_, k) => isOff(means.data[k], wantMeans[k]) || isOff(spreads.data[k], wantSpreads[k]),
  );
  const name = NAMES[at];
  if (at < 0)
    return 'Mean and standard deviation are right, but numbers that should be normal are not.';
  return `${name} has mean ${means.data[at].toPrecision(2)} and standard deviation ${spreads.data[at].toPrecision(2)}; ${wantMeans[at]} and ${wantSpreads[at].toPrecision(2)} are expected.`;
};

/** @param {number} got @param {number} want */
const isOff = (got, want) => !(Math.abs(got - want) <= 0.002 + 0.05 * Math.abs(want));

/** @param {any} item @returns {[means: number[], spreads: number[], fourths: number[], next: number[]]} */
function truthOf({nLayers, std}) {
  const isNorm = (/** @type {string} */ name) => name.endsWith('norm.weight');
  const spread = (/** @type {string} */ name) => {
    if (isNorm(name) || name.endsWith('.bias')) return 0;
    return /(out|down)\.weight$/.test(name) ? std / Math.sqrt(2 * nLayers) : std;
  };
  const fourths = NAMES.map((name) => (spread(name) ? 3 : 0));
  return [
    NAMES.map((name) => Number(isNorm(name))),
    NAMES.map(spread),
    fourths,
    NAMES.map(() => 0),
  ];
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf('2 layers, std 0.2', 2, 0.2),
  caseOf('8 layers, std 0.5', 8, 0.5, true),
  caseOf('layers of its own', random.int(10, 30), random.pick([0.3, 0.6]), true),
  caseOf('without std', 1, undefined, true),
];

/** @type {Check['truth']} */
export const truth = (_core, item) => truthOf(item).map(vector);

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 0.002, rtol: 0.05});

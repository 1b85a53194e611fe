// @ts-check
import {linear} from '../../../core/nn.js';
import {call} from '../steps.js';
import {scalar, tensorOf} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {CaseRandom} random @param {string} title @param {{shape: number[], m: number, width: [d: number, multiple: number], isHidden?: boolean}} sizes */
function caseOf(random, title, {shape, m, width, isHidden = false}) {
  const d = shape.at(-1) ?? 0;
  const tensors = [
    random.normal(...shape),
    ...[
      [m, d],
      [m, d],
      [d, m],
    ].map((s) => random.normal(...s)),
  ];
  const steps = [call('feed_forward', ...tensors), call('hidden_width', ...width)];
  return {title, isHidden, steps, tensors: tensors.map(tensorOf), width};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'two vectors of 2', {shape: [2, 2], m: 3, width: [512, 256]}),
  caseOf(random, 'a batch', {shape: [2, 3, 4], m: 5, width: [4096, 256]}),
  caseOf(random, 'as wide as it is deep', {shape: [3, 4], m: 4, width: [96, 32], isHidden: true}),
  // 8d / 3 is no whole number: where it is cut decides
  caseOf(random, 'a width of 100', {shape: [1, 2], m: 2, width: [100, 5], isHidden: true}),
  caseOf(random, 'a whole part that is a multiple', {
    shape: [1, 2],
    m: 2,
    width: [10, 13],
    isHidden: true,
  }),
  caseOf(random, 'sizes of its own', {
    shape: [random.int(2, 5), random.int(5, 8)],
    m: random.int(9, 20),
    width: [random.int(100, 900), random.int(30, 70)],
    isHidden: true,
  }),
];

/** @type {Check['truth']} */
export const truth = (core, {tensors, width: [d, multiple]}) => {
  const [x, gate, up, down] = tensors;
  const [gated, raised] = [gate, up].map((weight) => linear(core, {x, weight}));
  const data = gated.data.map((z, k) => (z / (1 + Math.exp(-z))) * raised.data[k]);
  const out = linear(core, {x: {data, shape: gated.shape}, weight: down});
  return [out, scalar(multiple * Math.ceil(Math.floor((8 * d) / 3) / multiple))];
};

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 5e-5, rtol: 1e-5});

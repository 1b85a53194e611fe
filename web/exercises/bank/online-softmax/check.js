// @ts-check
import {attention} from '../../../core/nn.js';
import {call} from '../steps.js';
import {argumentOf, filled, scalar, tensorOf} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{sizes: number[], d: number, spread?: number, offsets?: number[], hidden?: number[], isFar?: boolean, isHidden?: boolean}} options
 *   hidden: the blocks that have only -inf; isFar: whether scores are such that float32 has few places left
 */
function caseOf(
  random,
  title,
  {sizes, d, spread = 1, offsets = [], hidden = [], isFar = false, isHidden = false},
) {
  const blocks = sizes.map((m, b) => {
    const raw = tensorOf(random.normal(m));
    const scores = raw.data.map((v) =>
      hidden.includes(b) ? -Infinity : spread * v + (offsets[b] ?? 0),
    );
    return {scores: {data: scores, shape: [m]}, values: tensorOf(random.normal(m, d))};
  });
  const list = blocks.map(({scores, values}) => ({
    list: [argumentOf(scores), argumentOf(values)],
  }));
  // a block by itself may be as large as all scores
  const n = sizes.reduce((a, b) => a + b);
  const unmade = sizes.length > 1 && n !== d ? [{shape: [n]}, {shape: [n, d]}] : [];
  return {
    title,
    isHidden,
    steps: [{...call('softmax_sum', {list}), unmade}],
    ...{blocks, d, isFar},
  };
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'two blocks', {sizes: [2, 3], d: 2}),
  caseOf(random, 'the largest comes last', {sizes: [3, 2, 2], d: 2, offsets: [0, 2, 5]}),
  caseOf(random, 'scores of hundreds', {
    sizes: [4, 4, 3],
    d: 3,
    spread: 3,
    offsets: [300, 302, 298],
    isHidden: true,
  }),
  caseOf(random, 'a first block of -inf', {sizes: [2, 4, 3], d: 4, hidden: [0], isHidden: true}),
  caseOf(random, 'the largest by far comes first', {
    sizes: [2, 3, 2],
    d: 2,
    offsets: [200, 0, 40],
    isHidden: true,
  }),
  caseOf(random, 'one block, far below 0', {
    sizes: [6],
    d: 3,
    spread: 90,
    offsets: [-900],
    isHidden: true,
  }),
  caseOf(random, 'sizes of its own', {
    sizes: [random.int(1, 5), random.int(2, 6), 1, random.int(2, 9)],
    d: random.int(2, 6),
    spread: 2,
    offsets: [random.int(3, 6), 0, -2, random.int(1, 4)],
    hidden: [2],
    isHidden: true,
  }),
  caseOf(random, 'two first blocks of -inf', {
    sizes: [2, 3, 4],
    d: 3,
    hidden: [0, 1],
    isHidden: true,
  }),
  // exp is 0 of all of them in float64 too, and inf of what they differ by
  caseOf(random, 'scores of minus thousands, and rising', {
    sizes: [3, 2, 3],
    d: 2,
    offsets: [-5000, -3000, -1500],
    isFar: true,
    isHidden: true,
  }),
];

/** @type {Check['truth']} */
export const truth = (core, {blocks, d}) => {
  const scores = blocks.flatMap((/** @type {any} */ block) => [...block.scores.data]);
  const values = blocks.flatMap((/** @type {any} */ block) => [...block.values.data]);
  const n = scores.length;
  const most = Math.max(...scores);
  const {output} = attention(core, {
    q: filled([1, 1, d], () => 0),
    k: filled([1, n, d], () => 0),
    v: {data: values, shape: [1, n, d]},
    bias: {data: scores.map((/** @type {number} */ s) => s - most), shape: [1, 1, n]},
  });
  const total = scores.reduce(
    (/** @type {number} */ sum, /** @type {number} */ s) => sum + Math.exp(s - most),
    0,
  );
  return [{data: output.data, shape: [d]}, scalar(most + Math.log(total))];
};

/** @type {Check['tolerance']} */
export const tolerance = ({isFar}) => (isFar ? {atol: 5e-4, rtol: 1e-5} : {atol: 2e-5, rtol: 2e-6});

/** @type {Check['forbidden']} */
export const forbidden = [
  {used: 'unmade', by: ['softmax_sum'], words: 'a tensor of all scores or all values'},
];

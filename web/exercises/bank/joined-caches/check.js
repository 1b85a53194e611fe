// @ts-check
import {ropeRotate, ropeTables} from '../../../core/pe.js';
import {call, without} from '../steps.js';
import {filled, keepsLengths, tensorOf} from '../tensors.js';

/** @import {Core, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** One text after the other, along the axis of positions. @param {TensorLike} a @param {TensorLike} b */
function joined(a, b) {
  const [nHeads, n, d] = a.shape;
  const m = b.shape[1];
  return filled([nHeads, n + m, d], (h, i, c) =>
    i < n ? a.data[(h * n + i) * d + c] : b.data[(h * m + i - n) * d + c],
  );
}

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{nHeads: number, nFirst: number, nSecond: number, d: number, base?: number, isHidden?: boolean,
 *   omitted?: string[]}} sizes
 */
function caseOf(random, title, {nHeads, nFirst, nSecond, d, base = 10000, ...options}) {
  const {isHidden = false, omitted = []} = options;
  const [first, second] = [random.normal(nHeads, nFirst, d), random.normal(nHeads, nSecond, d)];
  const steps = [{...call('join', first, second), kwargs: without({base}, omitted)}];
  return {title, isHidden, steps, first: tensorOf(first), second: tensorOf(second), base};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, '3 tokens, then 2', {nHeads: 1, nFirst: 3, nSecond: 2, d: 4}),
  caseOf(random, 'two heads', {nHeads: 2, nFirst: 2, nSecond: 4, d: 6, base: 100}),
  caseOf(random, 'without the base', {
    nHeads: 1,
    nFirst: random.int(3, 6),
    nSecond: 3,
    d: 8,
    isHidden: true,
    omitted: ['base'],
  }),
  caseOf(random, 'sizes of its own', {
    nHeads: 3,
    nFirst: random.int(20, 60),
    nSecond: random.int(5, 9),
    d: 16,
    base: 500,
    isHidden: true,
  }),
];

/** @type {Check['truth']} */
export const truth = (core, {first, second, base}) => {
  const [, n, d] = second.shape;
  const positions = new Array(n).fill(first.shape[1]);
  const tables = ropeTables(core, {positions, dim: d, base});
  return [joined(first, ropeRotate(core, {x: second, ...tables}))];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'lengths-kept',
    figure: '11-labs.html#fragments-joined',
    sentence: 'A key is rotated, so its length stays what it was.',
    holds: ([output], {first, second}) => keepsLengths(joined(first, second), output),
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 2e-5, rtol: 1e-5});

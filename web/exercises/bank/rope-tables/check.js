// @ts-check
import {ropeTables} from '../../../core/pe.js';
import {keepsLengths, randomTables, rotated, tensorOf} from '../tensors.js';

/** @import {Core, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * The tables of the rule, and a rotation by tables that no rule made.
 *
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{n: number, nHeads: number, dHead: number, nRows?: number, isHidden?: boolean}} sizes
 */
function caseOf(random, title, {n, nHeads, dHead, nRows = n, isHidden = false}) {
  const x = random.normal(2, n, nHeads, dHead);
  const {cos, sin} = randomTables(random, nRows, dHead / 2);
  const steps = [
    {op: 'call', target: 'get_rope_embeddings', args: [dHead, nRows], get: true},
    {op: 'call', target: 'apply_rotary_pos_emb', args: [x, cos, sin], get: true},
  ];
  const tables = {cos: tensorOf(cos), sin: tensorOf(sin)};
  return {title, isHidden, steps, nRows, dHead, x: tensorOf(x), tables};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, '6 times, 2 heads of 4', {n: 6, nHeads: 2, dHead: 4}),
  caseOf(random, 'as many heads as times', {n: 5, nHeads: 5, dHead: 8}),
  caseOf(random, 'one head', {n: random.int(3, 9), nHeads: 1, dHead: 6, isHidden: true}),
  caseOf(random, 'tables longer than the text', {
    n: random.int(8, 20),
    nHeads: random.int(2, 4),
    dHead: 2 * random.int(3, 8),
    nRows: random.int(260, 320), // bfloat16 holds whole numbers up to 256
    isHidden: true,
  }),
];

/** @param {Core} core @param {Case} item @param {TensorLike} output */
const withTables = (core, {nRows, dHead}, output) => {
  const {cos, sin} = ropeTables(core, {nPos: nRows, dim: dHead});
  return [cos, sin, output];
};

/** @type {Check['truth']} */
export const truth = (core, item) => withTables(core, item, rotated(core, item.x, item.tables));

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'lengths',
    figure: '4-rope.html#turn-do-not-add',
    sentence: 'A rotation keeps the length of every single vector.',
    holds: ([, , output], {x}) => keepsLengths(x, output),
  },
  {
    id: 'first-row',
    figure: '4-rope.html#the-two-tables',
    sentence: 'At position 0 every cosine is 1 and every sine 0.',
    holds: ([cos, sin]) => {
      const n = cos.shape[1];
      const at = cos.data.subarray(0, n).findIndex((c, k) => c !== 1 || sin.data[k] !== 0);
      return at < 0 || `pair ${at}`;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = ({nRows}) => ({atol: 1e-5 + 1.2e-7 * nRows, rtol: 1e-5});

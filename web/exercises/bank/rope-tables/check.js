// @ts-check
import {ropeTables} from '../../../core/pe.js';
import {columns, keepsLengths, randomTables, rotated, tensorOf} from '../tensors.js';

/** @import {Core, Tensor, TensorLike} from '../../../core/core.js' */
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
    dHead: 2 * random.int(3, 12),
    nRows: random.int(25, 60),
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

/** Even columns of one, odd columns of the other. @param {Tensor} even @param {Tensor} odd */
const woven = (even, odd) => ({
  data: even.data.map((v, k) => (k % 2 ? odd.data[k] : v)),
  shape: even.shape,
});

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'half-split',
    sentence:
      'Your pairs are channels i and i + d/2; the exercise asks for 2i and 2i + 1. Both are RoPE, but weights trained for one are wrong for the other (transformers#25199).',
    truth: (core, item) =>
      withTables(core, item, rotated(core, item.x, item.tables, {layout: 'half'})),
  },
  {
    id: 'reversed',
    sentence:
      'It rotates the other way: both signs of the sines are swapped. Scores among your own vectors stay right, since only the offset counts there; the rotation that the exercise wants is (a cos − b sin, a sin + b cos).',
    truth: (core, item) =>
      withTables(core, item, rotated(core, item.x, item.tables, {inverse: true})),
  },
  {
    id: 'two-minuses',
    sentence:
      'Both rows have a minus. (a cos − b sin, b cos − a sin) is no rotation: lengths change. One of the two signs is a plus.',
    truth: (core, item) => {
      const forward = rotated(core, item.x, item.tables);
      const back = rotated(core, item.x, item.tables, {inverse: true});
      return withTables(core, item, woven(forward, back));
    },
  },
  {
    id: 'concatenated',
    sentence:
      'The pairs are right but stand apart: all first channels before all second ones, as torch.cat puts them, or torch.stack along another axis than the last. torch.stack(…, dim=-1).flatten(-2) puts them side by side as they were.',
    truth: (core, item) =>
      withTables(
        core,
        item,
        columns(rotated(core, item.x, item.tables), (column, width) =>
          column < width / 2 ? 2 * column : 2 * (column - width / 2) + 1,
        ),
      ),
  },
  {
    id: 'by-head',
    sentence:
      'It rotates by the head’s number, not by the time: the tables lie along the heads’ axis. With as many heads as times this even runs without a slice. Put an axis of one between: tables[:, None, :].',
    truth: (core, item) => withTables(core, item, rotated(core, item.x, item.tables, {axis: 2})),
  },
  {
    id: 'doubled-exponent',
    sentence:
      'The exponent is doubled: torch.arange(0, d_model, 2) holds 2i already. Frequencies fall twice as fast as they should (DeepCTR#379).',
    truth: (core, {nRows, dHead, x, tables}) => {
      const invFreq = Float64Array.from({length: dHead / 2}, (_, i) => 10000 ** ((-4 * i) / dHead));
      const {cos, sin} = ropeTables(core, {nPos: nRows, invFreq});
      return [cos, sin, rotated(core, x, tables)];
    },
  },
  {
    id: 'half-exponent',
    sentence:
      'The exponent is −i / d_model with i the pair; it is −2i / d_model. torch.arange(0, d_model, 2) counts by twos.',
    truth: (core, {nRows, dHead, x, tables}) => {
      const invFreq = Float64Array.from({length: dHead / 2}, (_, i) => 10000 ** (-i / dHead));
      const {cos, sin} = ropeTables(core, {nPos: nRows, invFreq});
      return [cos, sin, rotated(core, x, tables)];
    },
  },
  {
    id: 'sines-first',
    sentence: 'The sines come back before the cosines. The exercise wants (cos, sin).',
    truth: (core, item) => {
      const [cos, sin, output] = truth(core, item);
      return [sin, cos, output];
    },
  },
  {
    id: 'overwritten',
    sentence:
      'The new a is written over the old one before b is made of it: x[..., 0::2] is a view, not a copy. Write into a new tensor; then the caller’s x stays as it was, too.',
    truth: (core, item) => {
      const {x, tables} = item;
      const right = rotated(core, x, tables);
      const [, n, nHeads, d] = x.shape;
      const data = right.data.map((v, k) => {
        if (k % 2 === 0) return v;
        const at = (Math.floor(k / (d * nHeads)) % n) * (d / 2) + ((k % d) >> 1);
        return right.data[k - 1] * tables.sin.data[at] + x.data[k] * tables.cos.data[at];
      });
      return withTables(core, item, {data, shape: x.shape});
    },
  },
];

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

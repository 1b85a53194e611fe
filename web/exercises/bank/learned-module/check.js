// @ts-check
import {learnedLookup, methodInputBackward} from '../../../core/pe.js';
import {CONTENTS} from '../contents.js';
import {filled, scalar, tensorOf} from '../tensors.js';

/** @import {Core, Tensor, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * Puts rows into the learner's table, if there is one. What may run code of the learner's, as a property does, is a step of
 * its own; the others read by the methods of the lab's classes alone.
 */
const FILL = `
import torch

_names_of = torch.nn.Module.__dict__["__dict__"].__get__

def _table_of(module):
    return getattr(module, "table", None)

def _weight_of(table):
    if not issubclass(type(table), torch.nn.Embedding):  # isinstance() would ask what it is
        return None
    weight = dict.get(dict.get(_names_of(table), "_parameters"), "weight")
    return weight if type(weight) is torch.nn.Parameter else None

def _fill(table, rows):
    weight = _weight_of(table)
    if weight is None:
        what = "missing" if table is None else type(table).__name__
        raise TypeError(f"self.table is {what}; nn.Embedding(max_len, d_model) is expected")
    if weight.shape != rows.shape:
        raise ValueError(f"self.table has the shape {tuple(weight.shape)}; (max_len, d_model) is {tuple(rows.shape)}")
    weight.requires_grad_(False)
    weight.copy_(rows)

def _gradient(table, out):
    weight = _weight_of(table)
    if weight is None or type(out) is not torch.Tensor or not out.requires_grad:
        return None
    return torch.autograd.grad(out.sum(), [weight], allow_unused=True)[0]

def _n_reached(gradient):
    return 0 if gradient is None else int((gradient != 0).any(-1).sum())
`;

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{nBatch: number, n: number, dModel: number, maxLen: number, isHidden?: boolean}} sizes
 *   maxLen > n, nBatch
 */
function caseOf(random, title, {nBatch, n, dModel, maxLen, isHidden = false}) {
  const [x, dx] = [random.normal(nBatch, n, dModel), random.normal(nBatch, n, dModel)];
  const table = random.normal(maxLen, dModel);
  const steps = [
    {op: 'call', target: 'LearnedPositionalEmbedding', args: [maxLen, dModel], as: 'embedding'},
    // another one, which may share nothing with it
    {op: 'call', target: 'LearnedPositionalEmbedding', args: [maxLen, dModel]},
    {op: 'define', code: FILL},
    {op: 'define', code: CONTENTS},
    {op: 'eval', expression: '_contents(embedding)[0]', as: '_n_trained'}, // the table is filled without gradients
    // in steps: what forward does to torch is put back between them
    {op: 'call', target: 'embedding', args: [x], as: '_out'},
    {op: 'eval', expression: '_table_of(embedding)', as: '_table'},
    {op: 'eval', expression: '_gradient(_table, _out)', as: '_reached'},
    {op: 'eval', expression: '_n_reached(_reached)', as: '_n_reached_rows'},
    {op: 'eval', expression: '_table_of(embedding)', as: '_table'},
    {op: 'call', target: '_fill', args: [{ref: '_table'}, table]},
    {op: 'call', target: 'embedding', name: 'forward', args: [x], get: true},
    {
      op: 'eval',
      expression: '_n_trained',
      name: 'the number of parameters that are trained',
      get: true,
    },
    {
      op: 'eval',
      expression: '_n_reached_rows',
      name: 'the number of rows that get a gradient through forward',
      get: true,
    },
    {op: 'call', target: 'table_gradient', args: [dx, maxLen], get: true},
  ];
  return {title, isHidden, steps, x: tensorOf(x), dx: tensorOf(dx), table: tensorOf(table)};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'texts of 6, a table of 12', {nBatch: 4, n: 6, dModel: 3, maxLen: 12}),
  caseOf(random, 'one token', {nBatch: 2, n: 1, dModel: 4, maxLen: 5}),
  caseOf(random, 'sizes of its own', {
    nBatch: random.int(2, 6),
    n: random.int(7, 15),
    dModel: random.int(4, 20),
    maxLen: random.int(17, 40),
    isHidden: true,
  }),
];

/** x plus the row of its time and `shift`. @param {Core} core @param {Case} item @param {number} [shift] @param {number} [factor] of x */
function forward(core, {x, table}, shift = 0, factor = 1) {
  const [, n, dModel] = x.shape;
  const positions = Array.from({length: n}, (_, t) => t + shift);
  const rows = learnedLookup(core, {table, positions}).data;
  return filled(
    x.shape,
    (b, t, c) => factor * x.data[(b * n + t) * dModel + c] + rows[t * dModel + c],
  );
}

/** The table's gradient by one text. @param {Core} core @param {Case} item @param {number} text */
function gradientOf(core, {dx, x, table}, text) {
  const [, n, dModel] = dx.shape;
  const part = (/** @type {Tensor} */ {data}) => ({
    data: data.slice(text * n * dModel, (text + 1) * n * dModel),
    shape: [n, dModel],
  });
  const {dtensors} = methodInputBackward(core, {
    method: 'learned',
    dx: part(dx),
    x: part(x),
    tensors: {pos_emb: table},
    maxLen: table.shape[0],
  });
  return dtensors.pos_emb.data;
}

/** The sum of all texts'. @param {Core} core @param {Case} item */
function gradient(core, item) {
  const sum = new Float32Array(item.table.data.length);
  for (let text = 0; text < item.dx.shape[0]; text++) {
    for (const [k, value] of gradientOf(core, item, text).entries()) sum[k] += value;
  }
  return sum;
}

/** @param {Case} item @param {Tensor} output @param {ArrayLike<number>} dtable @returns {TensorLike[]} */
const answer = ({table, x}, output, dtable) => [
  output,
  scalar(table.data.length),
  scalar(x.shape[1]),
  {data: dtable, shape: table.shape},
];

/** @type {Check['truth']} */
export const truth = (core, item) => answer(item, forward(core, item), gradient(core, item));

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'unused-rows',
    figure: '3-learned.html#past-the-last-row',
    sentence: 'Rows that no text reached have a gradient of exactly zero.',
    holds: ([, , , {data, shape}], {dx}) => {
      const at = data.findIndex((g, k) => k >= dx.shape[1] * shape[1] && g !== 0);
      return at < 0 || `row ${Math.floor(at / shape[1])}`;
    },
  },
];

/** @type {Check['forbidden']} */
export const forbidden = [{used: 'autograd', by: ['table_gradient'], words: 'autograd'}];

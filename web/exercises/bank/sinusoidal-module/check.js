// @ts-check
import {sinusoidal} from '../../../core/pe.js';
import {filled, scalar, tensorOf} from '../tensors.js';

/** @import {Core, Tensor, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grader.js' */
/** @import {CaseRandom} from '../../random.js' */

const N_PARAMETERS = 'sum(p.numel() for p in encoding.parameters())';

/**
 * The module in eval(), and how much of it would be trained.
 *
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{nBatch: number, n: number, dModel: number, dropout?: number, isHidden?: boolean}} sizes
 */
function caseOf(random, title, {nBatch, n, dModel, dropout = 0.1, isHidden = false}) {
  const x = random.normal(nBatch, n, dModel);
  const maxLen = n + random.int(0, 20) + Math.max(0, nBatch - n);
  const steps = [
    {
      op: 'call',
      target: 'SinusoidalPositionalEncoding',
      args: [dModel],
      kwargs: {max_len: maxLen, dropout},
      as: 'encoding',
    },
    {op: 'call', target: 'encoding.eval', args: []},
    {op: 'call', target: 'encoding', args: [x], get: true},
    {op: 'eval', expression: N_PARAMETERS, get: true},
  ];
  return {title, isHidden, steps, x: tensorOf(x), dropout, maxLen};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, '2 texts of 5 tokens, 6 dimensions', {nBatch: 2, n: 5, dModel: 6}),
  caseOf(random, 'an odd width', {nBatch: 1, n: 4, dModel: 7}),
  caseOf(random, 'sizes of its own', {
    nBatch: random.int(2, 5),
    n: random.int(6, 40),
    dModel: 2 * random.int(4, 20),
    dropout: 0.5,
    isHidden: true,
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

/** Of a module that trains nothing. @param {Tensor} output @returns {TensorLike[]} */
const untrained = (output) => [output, scalar(0)];

/** @type {Check['truth']} */
export const truth = (core, item) => untrained(sum(core, item));

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'by-batch',
    sentence:
      'The rows go by the text’s number in the batch, not by the time: every token of a text gets the same row. That slice is for sequence-first code; here the time is axis 1.',
    truth: (core, item) => untrained(sum(core, item, (b) => b)),
  },
  {
    id: 'dropout-always',
    sentence:
      'Numbers are dropped after eval() too: some are 0, the others larger than they should be. Use nn.Dropout, or hand self.training to the function.',
    matches: ([output], item, core) => {
      const whole = sum(core, item).data;
      const factor = 1 / (1 - item.dropout);
      return output.data.every(
        (v, k) => v === 0 || Math.abs(v - factor * whole[k]) < 1e-4 * (1 + Math.abs(v)),
      );
    },
  },
  {
    id: 'a-parameter',
    sentence:
      'The table is a parameter: an optimiser would train it away. register_buffer keeps a tensor that moves with the module and is not trained.',
    truth: (core, item) => [sum(core, item), scalar(item.maxLen * item.x.shape[2])],
  },
  {
    id: 'scaled-input',
    sentence:
      'x is multiplied by √d_model. The original Transformer does that in its embedding layer; this module only adds.',
    truth: (core, item) => untrained(sum(core, item, undefined, Math.sqrt(item.x.shape[2]))),
  },
  {
    id: 'table-alone',
    sentence: 'The table comes back without x: what the tokens mean is lost. Add it to x.',
    truth: (core, item) => untrained(sum(core, item, undefined, 0)),
  },
  {
    id: 'last-row',
    sentence:
      'One row is added to every token: pe[n] is a single row, pe[:n] are the first n of them.',
    truth: (core, item) => untrained(sum(core, item, () => item.x.shape[1] - 1)),
  },
  {
    id: 'from-one',
    sentence: 'Positions begin at 1. The first token stands at 0: sines 0, cosines 1.',
    truth: (core, item) => untrained(sum(core, item, (_, t) => t + 1)),
  },
];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'same-in-every-text',
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

// @ts-check
import {ropeTables, sinusoidal} from '../../../core/pe.js';

/** @import {Core, Tensor} from '../../../core/core.js' */
/** @import {Check} from '../../grading/grader.js' */

/** @param {string} title @param {number} nPos @param {number} dModel @param {boolean} isHidden */
const caseOf = (title, nPos, dModel, isHidden) => ({
  title,
  isHidden,
  nPos,
  dModel,
  steps: [
    {op: 'call', target: 'get_sinusoidal_positional_encoding', args: [nPos, dModel], get: true},
  ],
});

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf('4 positions, 6 dimensions', 4, 6, false),
  caseOf('50 positions, 64 dimensions', 50, 64, false),
  caseOf('one position', 1, 2 * random.int(1, 8), true),
  caseOf('a size of its own', random.int(5, 40), 2 * random.int(2, 40), true),
  caseOf('a long table', random.int(500, 700), 2 * random.int(8, 24), true),
];

/** @type {Check['truth']} */
export const truth = (core, {nPos, dModel}) => [sinusoidal(core, {nPos, dModel})];

/** Sines and cosines of other frequencies, a pair each. @param {Core} core @param {number} nPos @param {Float64Array} sines @param {Float64Array} cosines @returns {Tensor} */
function tableOf(core, nPos, sines, cosines) {
  const {sin} = ropeTables(core, {nPos, invFreq: sines});
  const {cos} = ropeTables(core, {nPos, invFreq: cosines});
  const n = sines.length;
  const data = new Float32Array(nPos * 2 * n);
  for (let p = 0; p < nPos; p++) {
    for (let i = 0; i < n; i++) {
      data[(p * n + i) * 2] = sin.data[p * n + i];
      data[(p * n + i) * 2 + 1] = cos.data[p * n + i];
    }
  }
  return {data, shape: [nPos, 2 * n]};
}

/** @param {number} dModel @param {(column: number) => number} power of 10000 */
const frequencies = (dModel, power) =>
  Float64Array.from({length: dModel / 2}, (_, i) => 10000 ** power(2 * i));

/** Columns in another order. @param {Tensor} table @param {(column: number, dModel: number) => number} from */
function reordered({data, shape: [nPos, dModel]}, from) {
  const out = data.map((_, at) => {
    const [p, column] = [Math.floor(at / dModel), at % dModel];
    return data[p * dModel + from(column, dModel)];
  });
  return {data: out, shape: [nPos, dModel]};
}

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'doubled-exponent',
    sentence:
      'The exponent is doubled, 4i / d_model: torch.arange(0, d_model, 2) holds 2i already, so it is neither doubled again nor divided by d_model / 2 (DeepCTR#379).',
    truth: (core, {nPos, dModel}) => {
      const w = frequencies(dModel, (column) => (-2 * column) / dModel);
      return [tableOf(core, nPos, w, w)];
    },
  },
  {
    id: 'cosine-first',
    sentence:
      'Cosine and sine have changed places: the exercise asks for the sine in the even columns. (Every dot product would be the same; a checkpoint would not be.)',
    truth: (core, {nPos, dModel}) => [
      reordered(sinusoidal(core, {nPos, dModel}), (column) => column ^ 1),
    ],
  },
  {
    id: 'concatenated',
    sentence:
      'These are all sines and then all cosines; the exercise asks for them alternating, a pair after the other. (Some libraries do it your way: it is a layout, not an error, until tables are exchanged.)',
    truth: (core, {nPos, dModel}) => [
      reordered(sinusoidal(core, {nPos, dModel}), (column) =>
        column < dModel / 2 ? 2 * column : 2 * (column - dModel / 2) + 1,
      ),
    ],
  },
  {
    id: 'missing-minus',
    sentence:
      'The minus of the exponent is missing: frequencies grow from 1 to nearly 10000, and every column is noise (labml#313).',
    // Such angles are far beyond what float32 holds, so only the first pair and position 1 are compared.
    matches: ([table], {dModel}) => {
      if (table.shape.length !== 2 || table.shape[1] !== dModel) return false;
      if (table.shape[0] < 2 || dModel < 4) return true;
      const w = Math.fround(10000 ** (2 / dModel));
      return Math.abs(table.data[dModel + 2] - Math.sin(w)) < 1e-4;
    },
  },
  {
    id: 'column-exponent',
    sentence:
      'Each column has a frequency of its own: k / d_model with k the column. Sine and cosine of a pair must share 2i / d_model, or a shift is no rotation any more.',
    truth: (core, {nPos, dModel}) => [
      tableOf(
        core,
        nPos,
        frequencies(dModel, (column) => -column / dModel),
        frequencies(dModel, (column) => -(column + 1) / dModel),
      ),
    ],
  },
  {
    id: 'half-exponent',
    sentence:
      'The exponent is i / d_model with i the pair; it is 2i / d_model. The slowest pair rotates up to a hundred times too fast. torch.arange(0, d_model, 2) counts by twos.',
    truth: (core, {nPos, dModel}) => {
      const w = frequencies(dModel, (column) => -column / 2 / dModel);
      return [tableOf(core, nPos, w, w)];
    },
  },
  {
    id: 'column-doubled',
    sentence:
      'Sine and cosine of a pair have different frequencies, 2i and 2 (i + 1), and i runs over columns, so both are doubled as well. One exponent for both: the even column’s number, divided by d_model.',
    truth: (core, {nPos, dModel}) => [
      tableOf(
        core,
        nPos,
        frequencies(dModel, (column) => (-2 * column) / dModel),
        frequencies(dModel, (column) => (-2 * (column + 1)) / dModel),
      ),
    ],
  },
  {
    id: 'from-one',
    sentence: 'Positions begin at 1. The first row is position 0: sines 0, cosines 1.',
    truth: (core, {nPos, dModel}) => {
      const {data} = sinusoidal(core, {nPos: nPos + 1, dModel});
      return [{data: data.slice(dModel), shape: [nPos, dModel]}];
    },
  },
];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'unit-pairs',
    figure: '2-sinusoidal.html#a-step-is-a-rotation',
    sentence: 'Sine and cosine of one angle lie on the unit circle: their squares add up to 1.',
    holds: ([{data, shape}]) => {
      const at = data.findIndex(
        (s, k) => k % 2 === 0 && Math.abs(s * s + data[k + 1] ** 2 - 1) > 1e-4,
      );
      return (
        at < 0 ||
        `position ${Math.floor(at / shape[1])}, columns ${at % shape[1]} and ${(at % shape[1]) + 1}`
      );
    },
  },
  {
    id: 'first-row',
    figure: '2-sinusoidal.html#one-row',
    sentence: 'At position 0 every sine is 0 and every cosine is 1.',
    holds: ([{data, shape}]) => {
      const at = data.subarray(0, shape[1]).findIndex((v, k) => Math.abs(v - (k % 2)) > 1e-6);
      return at < 0 || `column ${at}`;
    },
  },
];

// float32 angles are off by position times 6e-8
/** @type {Check['tolerance']} */
export const tolerance = ({nPos}) => ({atol: 1e-5 + 1.2e-7 * nPos, rtol: 0});

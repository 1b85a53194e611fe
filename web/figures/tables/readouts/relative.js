// @ts-check
import {randomNormal} from '../../../core/base.js';
import {maxAbsDiff, toeplitzSpread} from '../../../core/linalg.js';
import {softmax} from '../../../core/nn.js';
import {alibiBias, alibiSlopes, clippedBias, relativeMatrix} from '../../../core/pe.js';
import {formatNumber} from '../../../draw/format.js';
import {rowOf} from '../../shared/tensors.js';
import {counted, fixed, only, shapeText, tableOf} from './cells.js';

/** @import {Demo} from './cells.js' */

/** @type {Demo} */
export const alibiSlopesDemo = {
  title: 'The slopes of ALiBi, and its bias',
  settings: {nHeads: 8, seqLen: 20},
  controls: ['nHeads', 'seqLen'],
  faults: ['plain-slopes'],
  limits: {seqLen: 128},
  compute(core, {nHeads, seqLen: n}, fault) {
    // a power of two has one answer by either rule: the fault shows itself at the next head count
    const heads =
      fault === 'plain-slopes' && Number.isInteger(Math.log2(nHeads))
        ? Math.round(nHeads * 1.5)
        : nHeads;
    const reference = alibiSlopes(core, {nHeads: heads});
    const plain = alibiSlopes(core, {nHeads: heads, rule: 'geometric'});
    const bias = alibiBias(core, {nHeads: heads, nQuery: n, nKey: n});
    const rows = counted(heads).map((h) => [
      `head ${h + 1}`,
      slopeText(reference.data[h]),
      powerOf(reference.data[h]),
      slopeText(plain.data[h]),
    ]);
    const used = fault === 'plain-slopes' ? plain : reference;
    return {
      panels: [
        tableOf(['head', 'slope', 'as a power of two', 'plain geometric rule'], rows, {
          says: `${heads} heads of ${n} tokens: a bias of shape ${shapeText(bias.shape)}.`,
        }),
      ],
      meters: [
        {
          name: 'reference',
          label: 'slopes are the authors’',
          value: maxAbsDiff(core, {a: used, b: reference}),
          limit: 0,
        },
      ],
    };
  },
};

/** @param {number} slope */
const slopeText = (slope) => String(Number(slope.toPrecision(5)));

/** @param {number} slope */
function powerOf(slope) {
  const exponent = fixed(Math.log2(slope), 2).replace(/\.?0+$/, '');
  if (exponent.includes('.')) return `2^(${exponent})`;
  return `2${Array.from(exponent, (c) => (c === '−' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)])).join('')}`;
}

/** @type {Demo} */
export const headRange = {
  title: 'How far each head of ALiBi looks, content being equal',
  settings: {nHeads: 8, seqLen: 2048},
  controls: ['nHeads', 'seqLen'],
  compute(core, {nHeads, seqLen}) {
    const slopes = alibiSlopes(core, {nHeads});
    const bias = alibiBias(core, {slopes, nQuery: 1, nKey: seqLen});
    const {data} = softmax(core, {x: {data: bias.data, shape: [nHeads, seqLen]}});
    const weights = {data, shape: [nHeads, seqLen]};
    const rows = counted(nHeads).map((h) => {
      const row = Array.from(rowOf(weights, h)).reverse(); // by distance, the query's own key first
      const half = row.findIndex((weight) => weight <= row[0] / 2);
      const near = row.slice(0, 8).reduce((a, b) => a + b, 0);
      return [
        `head ${h + 1}`,
        slopeText(slopes.data[h]),
        half < 0 ? `beyond ${seqLen}` : half,
        `${fixed(100 * near, 1)} %`,
        formatNumber(row[row.length - 1]),
      ];
    });
    return {
      panels: [
        tableOf(
          [
            'head',
            'slope',
            'distance at which a key weighs half or less',
            'share of the nearest 8 keys',
            `weight of the farthest of ${seqLen}`,
          ],
          rows,
          {
            says: `Head 1 falls to half at distance ${rows[0][2]}, the last at ${rows[nHeads - 1][2]}.`,
          },
        ),
      ],
      note: 'The penalty grows with distance in every head; only a key’s own query pays none. Content can outweigh it.',
    };
  },
};

/** @type {Demo} */
export const relativeMatrixDemo = {
  title: 'Clipped offsets, and the bias they look up',
  settings: {seqLen: 8, clip: 5, seed: 42},
  controls: ['seqLen', 'clip', 'seed'],
  limits: {seqLen: 12},
  compute(core, {seqLen: n, clip, seed}) {
    const offsets = relativeMatrix(core, {nQuery: n, nKey: n, clip});
    const table = randomNormal(core, {seed, name: 'bias', shape: [1, 2 * clip + 1]});
    const bias = only(clippedBias(core, {table, nQuery: n, nKey: n, clip}));
    const columns = counted(n).map((j) => `key ${j}`);
    const row = (/** @type {number} */ i) => `query ${i}`;
    const panels = [
      tableOf(
        ['j − i', ...columns],
        counted(n).map((i) => [
          row(i),
          ...Array.from(rowOf(offsets, i), (v) => String(v).replace('-', '−')),
        ]),
        {title: 'offsets, cut off at the ends'},
      ),
      tableOf(
        ['bias', ...columns],
        counted(n).map((i) => [row(i), ...Array.from(rowOf(bias, i), (v) => fixed(v, 2))]),
        {title: 'the bias of one head', says: `${2 * clip + 1} numbers fill ${n * n} cells.`},
      ),
    ];
    const value = toeplitzSpread(core, {x: bias});
    return {
      panels,
      meters: [
        {name: 'offset-only', label: 'the bias depends on the offset only', value, limit: 0},
      ],
    };
  },
};

// @ts-check
import {randomNormal} from '../../../core/base.js';
import {faultRopeMixed} from '../../../core/fault.js';
import {maxAbsDiff, normError, toeplitzSpread} from '../../../core/linalg.js';
import {attention} from '../../../core/nn.js';
import {ropeRotate, ropeTables} from '../../../core/pe.js';
import {formatNumber} from '../../../draw/format.js';
import {slice} from '../../shared/tensors.js';
import {counted, fixed, lengthOf, meanOf, pickRows, shapeText, tableOf, yesNo} from './cells.js';

/** @import {Core, Tensor} from '../../../core/core.js' */
/** @import {Demo} from './cells.js' */

/** @type {Demo} */
export const ropeShapes = {
  title: 'Shapes of RoPE, and which axis is time',
  settings: {seqLen: 10, seed: 42},
  controls: ['seqLen'],
  limits: {seqLen: 128},
  compute(core, {seqLen: n, seed}) {
    const q = randomNormal(core, {seed, name: 'q', shape: [2 * 4, n, 64]}); // batch and heads as one axis
    const {cos, sin} = ropeTables(core, {nPos: n, dim: 64});
    const rotated = ropeRotate(core, {x: q, cos, sin});
    const frequencies = ropeTables(core, {nPos: 64, dim: 64}).cos;
    const rows = [
      ['queries, 2 sequences of 4 heads', `(2, 4, ${n}, 64)`, shapeText(q.shape)],
      ['rotated queries', `(2, 4, ${n}, 64)`, shapeText(rotated.shape)],
      [
        'cosines, half-split',
        `(${n}, 64): each pair twice`,
        `${shapeText(cos.shape)}: each pair once`,
      ],
      ['cosines, interleaved', '(64, 32)', shapeText(frequencies.shape)],
      [
        'the other axis order',
        '(2, 64, 8, 64): time before heads',
        'bring heads first; never guess',
      ],
    ];
    const value = normError(core, {x: q, y: rotated});
    return {
      panels: [
        tableOf(['what', 'often', 'here'], rows, {
          says: `${shapeText(rotated.shape)} in, the same shape out.`,
        }),
      ],
      meters: [{name: 'norm', label: 'every vector keeps its length', value, limit: 1e-5}],
    };
  },
};

/**
 * Weights of attention with query and key at given positions.
 *
 * @param {Core} core
 * @param {{q: Tensor, k: Tensor, v: Tensor}} heads
 * @param {number} firstPos
 */
function rotatedWeights(core, {q, k, v}, firstPos) {
  const [, n, dim] = q.shape;
  const {cos, sin} = ropeTables(core, {nPos: n, firstPos, dim});
  const rotate = (/** @type {Tensor} */ x) =>
    ropeRotate(core, {x, cos, sin, layout: 'interleaved'});
  return attention(core, {q: rotate(q), k: rotate(k), v}).weights;
}

/** @param {Tensor} a @param {Tensor} b */
const meanChange = (a, b) => meanOf(Array.from(a.data, (value, k) => Math.abs(value - b.data[k])));

/** @type {Demo} */
export const ropeChangesAttention = {
  title: 'RoPE changes attention: but does it do so by distance?',
  settings: {dModel: 64, seqLen: 8, shift: 100, seed: 42},
  controls: ['shift', 'seqLen', 'seed'],
  limits: {seqLen: 64},
  compute(core, {dModel, seqLen: n, shift, seed}) {
    const heads = (/** @type {number} */ s) => {
      const [q, k, v] = ['q', 'k', 'v'].map((name) =>
        randomNormal(core, {seed: s, name, shape: [2, n, dModel]}),
      );
      return {q, k, v};
    };
    const changes = counted(10).map((k) => {
      const x = heads(seed + k);
      return meanChange(rotatedWeights(core, x, 0), attention(core, x).weights);
    });
    const here = rotatedWeights(core, heads(seed), 0);
    const there = rotatedWeights(core, heads(seed), shift);
    const rows = [
      ['mean change of a weight by RoPE, this seed', fixed(changes[0])],
      ['the same, mean of 10 seeds', fixed(meanOf(changes))],
      [
        `largest change when all positions move by ${shift}`,
        formatNumber(maxAbsDiff(core, {a: here, b: there})),
      ],
    ];
    return {
      panels: [
        tableOf([`2 × ${n} tokens, d = ${dModel}`, 'value'], rows, {
          says: `RoPE changes the weights by ${rows[0][1]} on average; moving everything by ${shift} changes them by ${rows[2][1]}.`,
        }),
      ],
      meters: [
        {
          name: 'shift',
          label: 'all positions moved alike: same weights',
          value: maxAbsDiff(core, {a: here, b: there}),
          limit: 1e-4,
        },
      ],
      note: 'Any disturbance changes attention, so the first two numbers prove nothing about distance. The last one does.',
    };
  },
};

const N = 64;
const D = 64;

/**
 * What a test of RoPE should refuse, beside RoPE itself.
 *
 * @param {Core} core
 * @param {boolean} isMixed
 * @returns {[string, (x: Tensor) => Tensor][]}
 */
function candidates(core, isMixed) {
  const tables = ropeTables(core, {nPos: N, dim: D});
  const pick = (/** @type {number[]} */ order) => ({
    cos: pickRows(tables.cos, order),
    sin: pickRows(tables.sin, order),
  });
  const constant = pick(counted(N).map(() => 1));
  const reversed = pick(counted(N).reverse());
  return [
    [
      'RoPE',
      (x) =>
        isMixed
          ? faultRopeMixed(core, {x, ...tables})
          : ropeRotate(core, {x, ...tables, layout: 'interleaved'}),
    ],
    ['the same rotation at every position', (x) => ropeRotate(core, {x, ...constant})],
    ['positions reversed', (x) => ropeRotate(core, {x, ...reversed})],
    ['channels in another order', channelsReversed],
  ];
}

/** @param {Tensor} x (heads, n, d) */
function channelsReversed({data, shape}) {
  const d = shape[2];
  return {data: Float32Array.from(data, (_, k) => data[k - (k % d) + d - 1 - (k % d)]), shape};
}

/** @type {Demo} */
export const normPreservation = {
  title: 'What a norm can prove, vector by vector',
  settings: {seed: 42},
  controls: ['seed'],
  faults: ['mixed-pairs'],
  compute(core, {seed}, fault) {
    const x = randomNormal(core, {seed, name: 'x', shape: [16, N, D]});
    const one = randomNormal(core, {seed, name: 'one', shape: [1, 1, D]});
    const same = {
      data: Float32Array.from({length: N * D}, (_, k) => one.data[k % D]),
      shape: [1, N, D],
    };
    const measured = candidates(core, fault === 'mixed-pairs').map(([name, rotate]) => {
      const rotated = rotate(x);
      const alike = rotate(same);
      const {logits} = attention(core, {q: alike, k: alike, v: alike});
      const map = slice(logits, 0);
      return {
        name,
        whole: lengthOf(core, rotated.data),
        each: normError(core, {x, y: rotated}),
        start: maxAbsDiff(core, {a: firstVectors(rotated), b: firstVectors(x)}),
        spread: toeplitzSpread(core, {x: map}),
        range: Math.max(...map.data) - Math.min(...map.data),
      };
    });
    const rows = measured.map(({name, whole, each, start, spread, range}) => [
      name,
      fixed(whole, 1),
      formatNumber(each),
      yesNo(start <= 1e-5),
      yesNo(spread <= 1e-3),
      yesNo(range > 1e-3),
    ]);
    const [rope] = measured;
    const columns = [
      /* t */ 'candidate',
      'norm of the whole tensor',
      'largest error of one vector',
      'identity at position 0',
      'depends on distance only',
      'depends on distance at all',
    ];
    return {
      panels: [
        tableOf(columns, rows, {
          says: `Length of the whole tensor: ${rows[0][1]} for RoPE, ${rows[1][1]} for one rotation at every position.`,
        }),
      ],
      meters: [
        {name: 'norm', label: 'RoPE: every vector keeps its length', value: rope.each, limit: 1e-5},
      ],
      note: fault
        ? ''
        : 'Three tables that are no RoPE keep every length too. The last three columns tell them from it.',
    };
  },
};

/** @param {Tensor} x (heads, n, d) @returns {Tensor} (heads, d) */
function firstVectors(x) {
  const [nHeads, n, d] = x.shape;
  return pickRows(
    {data: x.data, shape: [nHeads * n, d]},
    counted(nHeads).map((h) => h * n),
  );
}

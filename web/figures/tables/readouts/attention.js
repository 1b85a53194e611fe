// @ts-check
import {randomNormal} from '../../../core/base.js';
import {maxAbsDiff, minDistance, rowSumError} from '../../../core/linalg.js';
import {mhaParameterCount, miniBlock, selfAttention} from '../../../core/model.js';
import {attention} from '../../../core/nn.js';
import {sinusoidal} from '../../../core/pe.js';
import {formatNumber} from '../../../draw/format.js';
import {add, rowOf, slice} from '../../shared/tensors.js';
import {
  counted,
  distinctRows,
  fixed,
  oneHead,
  only,
  pickRows,
  shapeText,
  stack,
  tableOf,
  yesNo,
} from './cells.js';

/** @import {Core, Tensor} from '../../../core/core.js' */
/** @import {Demo} from './cells.js' */

/**
 * Attention with identity projections, as in the smallest demonstrations.
 *
 * @param {Core} core
 * @param {Tensor} x (n, d)
 * @param {number} [scale] 1/√d where missing
 * @returns {{weights: Tensor, output: Tensor}} (n, n), (n, d)
 */
function plainAttention(core, x, scale) {
  const q = oneHead(x);
  const {weights, output} = attention(core, {q, k: q, v: q, ...(scale ? {scale} : {})});
  return {weights: only(weights), output: only(output)};
}

/** @type {Demo} */
export const equivariance = {
  title: 'Swap the second and the third of three tokens',
  settings: {dModel: 8, seed: 42},
  controls: ['dModel', 'seed'],
  compute(core, {dModel, seed}) {
    const order = [0, 2, 1];
    const tokens = randomNormal(core, {seed, name: 'tokens', shape: [3, dModel]});
    const table = sinusoidal(core, {nPos: 3, dModel});
    const measured = [false, true].map((isPlaced) => {
      const at = (/** @type {Tensor} */ x) =>
        plainAttention(core, isPlaced ? add(x, table) : x).output;
      const before = at(tokens);
      const after = at(pickRows(tokens, order));
      const back = pickRows(after, order);
      return {
        inPlace: maxAbsDiff(core, {a: after, b: before}),
        back: maxAbsDiff(core, {a: back, b: before}),
      };
    });
    const [without, withPosition] = measured;
    const rows = [
      [
        'outputs position by position',
        formatNumber(without.inPlace),
        formatNumber(withPosition.inPlace),
      ],
      ['outputs swapped back', formatNumber(without.back), formatNumber(withPosition.back)],
      ['equal to 10⁻⁶?', yesNo(without.back <= 1e-6), yesNo(withPosition.back <= 1e-6)],
    ];
    const says =
      'Without position the outputs only change places; with position they are other outputs.';
    return {
      panels: [
        tableOf(['largest difference', 'without position', 'with sinusoidal'], rows, {says}),
      ],
      meters: [
        {
          name: 'equivariance',
          label: 'without position: f(PX) = P f(X)',
          value: without.back,
          limit: 1e-6,
        },
      ],
    };
  },
};

/** @type {Demo} */
export const identicalTokens = {
  title: 'One vector, several times: the weights of attention',
  settings: {seqLen: 3},
  controls: ['seqLen'],
  limits: {seqLen: 8},
  compute(core, {seqLen: n}) {
    const x = stack(counted(n).map(() => [1, 0.5, -0.2, 0.8]));
    const scaled = plainAttention(core, x).weights;
    const unscaled = plainAttention(core, x, 1).weights;
    const rows = counted(n).map((i) => [
      `query ${i}`,
      ...Array.from(rowOf(scaled, i), (v) => fixed(v)),
    ]);
    const apart = maxAbsDiff(core, {a: scaled, b: unscaled});
    return {
      panels: [
        tableOf(['weights', ...counted(n).map((j) => `key ${j}`)], rows, {
          says: `Every weight is 1/${n} = ${fixed(1 / n)}; without 1/√d too, the largest difference is ${formatNumber(apart)}.`,
        }),
      ],
      meters: [
        {
          name: 'row-sum',
          label: 'every row sums to 1',
          value: rowSumError(core, {x: scaled}),
          limit: 1e-6,
        },
      ],
      note: 'Equal content gets equal weight under any rule that looks at content; no order was tested here.',
    };
  },
};

const TILES = [1, 1, 1, 2, 2, 2];

/** @type {Demo} */
export const attentionRows = {
  title: 'Rows of attention for the tokens 1, 1, 1, 2, 2, 2',
  settings: {head: 1, seed: 50},
  controls: ['head', 'seed'],
  compute(core, {head, seed}) {
    const columns = counted(6).map((j) => `key ${j} (${TILES[j]})`);
    const blocks = [[], ['sinusoidal']].map((methods) =>
      miniBlock(core, {
        tokens: TILES,
        vocabSize: 100,
        dModel: 64,
        nHeads: 4,
        methods,
        maxLen: 10,
        seed,
      }),
    );
    const maps = blocks.map((block) => slice(block.weights, head - 1));
    const panels = maps.map((map, k) => {
      const rows = counted(6).map((i) => [
        `query ${i} (${TILES[i]})`,
        ...Array.from(rowOf(map, i), (v) => fixed(v, 3)),
      ]);
      const says = `${distinctRows(map)} different ${distinctRows(map) === 1 ? 'row' : 'rows'} of 6.`;
      return tableOf(['weights', ...columns], rows, {
        title: k === 0 ? 'without position' : 'with sinusoidal, same weights',
        says,
      });
    });
    const [error] = blocks
      .map((block) => rowSumError(core, {x: block.weights}))
      .sort((a, b) => b - a);
    const apart = Math.max(
      ...[
        [0, 1],
        [1, 2],
        [3, 4],
        [4, 5],
      ].map((pair) => minDistance(core, {x: pickRows(maps[0], pair)}).distance),
    );
    return {
      panels,
      meters: [
        {name: 'row-sum', label: 'every row sums to 1', value: error, limit: 1e-5},
        {
          name: 'same-rows',
          label: 'without position equal tokens have equal rows',
          value: apart,
          limit: 1e-6,
        },
      ],
    };
  },
};

/** @type {Demo} */
export const ropeAttention = {
  title: 'Multi-head attention with RoPE: shapes and parameters',
  settings: {dModel: 256, nHeads: 8, seqLen: 32, seed: 42},
  controls: ['seqLen'],
  limits: {seqLen: 256},
  compute(core, {dModel, nHeads, seqLen: n, seed}) {
    if (dModel % (2 * nHeads) !== 0) {
      throw new RangeError(
        `Width d must be a multiple of ${2 * nHeads}, so that ${nHeads} heads have whole pairs, got ${dModel}.`,
      );
    }
    const x = randomNormal(core, {seed, name: 'x', shape: [n, dModel]});
    const {q, weights, output} = selfAttention(core, {x, seed, nHeads, methods: ['rope-half']});
    const rows = [
      ['input x', shapeText(x.shape)],
      ['queries, head by head', shapeText(q.shape)],
      ['weights', shapeText(weights.shape)],
      ['output', shapeText(output.shape)],
      ['parameters: 4 (d² + d)', formatNumber(mhaParameterCount({dModel}))],
      ['of these, RoPE', '0'],
    ];
    return {
      panels: [
        tableOf(['one sequence of the batch', 'shape or count'], rows, {
          says: `${rows[4][1]} parameters, none of them positional.`,
        }),
      ],
      meters: [
        {
          name: 'row-sum',
          label: 'every row sums to 1',
          value: rowSumError(core, {x: weights}),
          limit: 1e-5,
        },
      ],
    };
  },
};

/** @type {Demo} */
export const lateAddition = {
  title: 'Position added before or after attention',
  settings: {dModel: 64, seqLen: 6, seed: 42},
  controls: ['seqLen', 'seed'],
  faults: ['after-attention'],
  limits: {seqLen: 64},
  compute(core, {dModel, seqLen: n, seed}, fault) {
    const tokens = randomNormal(core, {seed, name: 'tokens', shape: [n, dModel]});
    const table = sinusoidal(core, {nPos: n, dModel});
    const run = (/** @type {Tensor} */ x) => selfAttention(core, {x, seed, nHeads: 4, methods: []});
    const none = run(tokens);
    const early = run(add(tokens, table));
    const late = run(tokens); // position joins the output, when the weights are already made
    const lateOutput = add(late.output, table);
    const diff = (/** @type {Tensor} */ a, /** @type {Tensor} */ b) => maxAbsDiff(core, {a, b});
    const rows = [
      [
        'before',
        formatNumber(diff(early.weights, none.weights)),
        formatNumber(diff(early.output, none.output)),
      ],
      [
        /* t */ 'after',
        formatNumber(diff(late.weights, none.weights)),
        formatNumber(diff(lateOutput, none.output)),
      ],
    ];
    const value = diff((fault === 'after-attention' ? late : early).weights, none.weights);
    return {
      panels: [
        tableOf(['position is added', 'change of the weights', 'change of the outputs'], rows, {
          says: `Added before, the weights change by up to ${rows[0][1]}; added after, by ${rows[1][1]}.`,
        }),
      ],
      meters: [
        {
          name: 'weights-feel-position',
          label: 'position changes the weights',
          value,
          limit: 1e-4,
          relation: '≥',
        },
      ],
      note: fault
        ? ''
        : 'Added after, position does reach the outputs, but this layer has chosen its keys without it. RoPE and ALiBi act inside attention instead.',
    };
  },
};

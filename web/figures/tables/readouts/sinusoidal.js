// @ts-check
import {randomNormal} from '../../../core/base.js';
import {
  cosineSimilarity,
  matmul,
  maxAbsDiff,
  minDistance,
  normError,
} from '../../../core/linalg.js';
import {learnedInit, sinusoidal, sinusoidalFrequencies, sinusoidalShift} from '../../../core/pe.js';
import {formatNumber} from '../../../draw/format.js';
import {add, columnOf, rowOf} from '../../shared/tensors.js';
import {counted, fixed, lengthOf, meanOf, shapeText, tableOf} from './cells.js';

/** @import {Core, Tensor} from '../../../core/core.js' */
/** @import {Demo} from './cells.js' */

/** @type {Demo} */
export const sinusoidalShapes = {
  title: 'Shapes and ranges of sinusoidal tables',
  settings: {dModel: 65},
  controls: ['dModel'],
  compute(core, {dModel}) {
    const sizes = [
      [20, 64],
      [50, 128],
      [5000, 128],
      [100, 512],
      [100, dModel],
    ];
    const notes = ['(1, 20, 64)', '(4, 50, 128)', '(5000, 128)', '(100, 512)', 'your width'];
    const rows = sizes.map(([nPos, d], k) => {
      const table = sinusoidal(core, {nPos, dModel: d});
      const lengths = [0, nPos - 1].map((row) => lengthOf(core, rowOf(table, row)));
      const range = rangeOf(table.data).map((v) => fixed(v, 3));
      return [
        notes[k],
        shapeText(table.shape),
        range.join(' … '),
        ...lengths.map((v) => fixed(v, 5)),
      ];
    });
    const table = sinusoidal(core, {nPos: 100, dModel});
    const d = dModel - (dModel % 2);
    const says =
      dModel % 2 === 0
        ? `d = ${dModel} is even: every row is √(d/2) = ${fixed(Math.sqrt(d / 2), 3)} long.`
        : `d = ${dModel} is odd: the last sine has no cosine, so rows differ in length; code that takes as many cosines as sines stops here.`;
    const columns = /* t */ ['example', 'table', 'values', 'length of row 0', 'of the last row'];
    return {
      panels: [tableOf(columns, rows, {says})],
      meters: dModel % 2 === 0 ? [rowNorm(core, table)] : [],
    };
  },
};

/** @param {Float32Array | Float64Array} values */
function rangeOf(values) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

/** @param {Core} core @param {Tensor} table */
function rowNorm(core, table) {
  const [n, d] = table.shape;
  const unit = {data: new Float32Array(n * d).fill(Math.SQRT1_2), shape: [n, d]};
  const value = normError(core, {x: unit, y: table});
  return {name: 'row-norm', label: 'every row is √(d/2) long', value, limit: 1e-5};
}

/** @typedef {{nPos: number, dModel: number, distance: number, i: number, j: number}} Closest */

/** Two thousand rows take their time: the tables that no slider changes are measured once. @type {WeakMap<Core, Closest[]>} */
const closestKnown = new WeakMap();

/**
 * @param {Core} core
 * @param {number} nPos
 * @param {number} dModel
 * @returns {Closest}
 */
function closestIn(core, nPos, dModel) {
  return {nPos, dModel, ...minDistance(core, {x: sinusoidal(core, {nPos, dModel})})};
}

/** @type {Demo} */
export const uniqueness = {
  title: 'Can two positions be told apart?',
  settings: {dModel: 2, nPos: 60},
  controls: ['dModel', 'nPos'],
  compute(core, {dModel, nPos}) {
    const known =
      closestKnown.get(core) ??
      [
        [20, 128],
        [2000, 64],
        [1000, 2],
      ].map(([nPos, d]) => closestIn(core, nPos, d));
    closestKnown.set(core, known);
    const yours = closestIn(core, nPos, dModel);
    const rows = [...known, yours].map(({nPos, dModel: d, distance, i, j}) => [
      `${nPos} positions, d = ${d}`,
      distance > 0 ? `${nPos} of ${nPos}` : 'not all',
      formatNumber(distance),
      `${i} and ${j}, offset ${j - i}`,
    ]);
    const says =
      `Yours, d = ${dModel}: the closest two of ${nPos} rows are ${yours.j - yours.i} apart in position ` +
      `and ${formatNumber(yours.distance)} in distance.`;
    return {
      panels: [
        tableOf(['table', 'distinct rows', 'closest two', 'they are positions'], rows, {says}),
      ],
      meters: [
        {
          name: 'unique',
          label: 'closest two rows',
          value: yours.distance,
          limit: 1e-3,
          relation: '≥',
        },
      ],
      note: 'Distinct rows are counted by exact equality, which hardly any table fails. The smallest distance says more.',
    };
  },
};

/** @type {Demo} */
export const similarityFrom5 = {
  title: 'How much do other positions look like one?',
  settings: {dModel: 128, position: 5},
  controls: ['dModel', 'position'],
  compute(core, {dModel, position}) {
    const offsets = [0, 1, 2, 5, 10];
    const table = sinusoidal(core, {nPos: 11, dModel, firstPos: position});
    const similarity = rowOf(cosineSimilarity(core, {x: table}), 0);
    const rows = offsets.map((offset) => [position + offset, offset, fixed(similarity[offset])]);
    const last = fixed(similarity[10]);
    return {
      panels: [
        tableOf(['position', 'offset', `cosine with position ${position}`], rows, {
          says: `Ten positions on, the cosine is ${last}.`,
        }),
      ],
      note: 'Move the position: the column stays, because only the offset counts.',
    };
  },
};

/** @type {Demo} */
export const additivity = {
  title: 'PE(3) + PE(7) is not PE(10)',
  settings: {dModel: 128, position: 3, shift: 7},
  controls: ['dModel', 'position', 'shift'],
  faults: ['sum'],
  compute(core, {dModel, position, shift}, fault) {
    if (dModel % 2 !== 0)
      throw new RangeError(`Width d must be even for the rotation, got ${dModel}.`);
    const target = position + shift;
    const table = sinusoidal(core, {nPos: Math.max(60, target + 1), dModel});
    const sum = add(vector(table, position), vector(table, shift));
    const rotation = sinusoidalShift(core, {dModel, offset: shift});
    const rotated = matmul(core, {a: rotation, b: vector(table, position)});
    const gap = lengthOf(core, sum.data, rowOf(table, target));
    const far = (/** @type {number} */ p) => lengthOf(core, sum.data, rowOf(table, p));
    const closer = counted(60).filter((p) => p !== target && far(p) < gap);
    const nearest = counted(60).reduce((best, p) => (far(p) < far(best) ? p : best), 0);
    const rows = [
      [`length of PE(${target})`, fixed(lengthOf(core, rowOf(table, target)))],
      [`PE(${position}) + PE(${shift}), distance to PE(${target})`, fixed(gap)],
      ['positions below 60 nearer to the sum', `${closer.length}, nearest ${nearest}`],
      [
        `PE(${position}) rotated by ${shift} steps, largest error`,
        formatNumber(maxAbsDiff(core, {a: rotated, b: vector(table, target)})),
      ],
    ];
    const moved = fault === 'sum' ? sum : rotated;
    const value = maxAbsDiff(core, {a: moved, b: vector(table, target)});
    return {
      panels: [
        tableOf(['what', 'value'], rows, {
          says: `The sum misses PE(${target}) by ${fixed(gap, 2)}; the rotation hits it.`,
        }),
      ],
      meters: [
        {name: 'shift', label: `${shift} steps on lands on PE(${target})`, value, limit: 1e-5},
      ],
    };
  },
};

/** @param {Tensor} table @param {number} row @returns {Tensor} (d, 1) */
const vector = (table, row) => ({data: rowOf(table, row), shape: [table.shape[1], 1]});

/** @type {Demo} */
export const distinguishability = {
  title: 'Mean cosine says little about telling positions apart',
  settings: {dModel: 128, seqLen: 20, seed: 42},
  controls: ['dModel', 'seqLen', 'seed'],
  limits: {seqLen: 128},
  compute(core, {dModel, seqLen: n, seed}) {
    const tokens = randomNormal(core, {seed, name: 'tokens', shape: [n, dModel]});
    const sines = sinusoidal(core, {nPos: n, dModel});
    const learned = learnedInit(core, {maxLen: n, dModel, seed});
    /** @type {[string, Tensor][]} */
    const tables = [
      ['tokens alone', tokens],
      ['tokens + sinusoidal', add(tokens, sines)],
      ['tokens + learned', add(tokens, learned)],
      ['sinusoidal alone', sines],
      ['learned alone, before training', learned],
    ];
    const rows = tables.map(([name, x]) => {
      const {mean, spread} = pairsOf(cosineSimilarity(core, {x}));
      const {distance} = minDistance(core, {x});
      return [
        name,
        fixed(mean, 3),
        fixed(spread, 3),
        fixed(meanOf(counted(n).map((k) => lengthOf(core, rowOf(x, k)))), 2),
        fixed(distance, 3),
      ];
    });
    return {
      panels: [
        tableOf(['rows', 'mean cosine', 'spread', 'mean length', 'closest two'], rows, {
          says: `Tokens alone ${rows[0][1]}, with sinusoids ${rows[1][1]}, with learned rows ${rows[2][1]}.`,
        }),
      ],
      note: 'All sinusoidal rows share a common part, which lifts the mean and separates nothing. The last column answers the question.',
    };
  },
};

/** @param {Tensor} similarity (n, n) */
function pairsOf({data, shape: [n]}) {
  const values = counted(n).flatMap((i) => Array.from(data.subarray(i * n + i + 1, (i + 1) * n)));
  const mean = meanOf(values);
  return {mean, spread: Math.sqrt(meanOf(values.map((v) => (v - mean) ** 2)))};
}

/** @type {Demo} */
export const fastAndSlow = {
  title: 'Low dimensions are fast, high ones slow',
  settings: {dModel: 128, seqLen: 100},
  controls: ['dModel', 'seqLen'],
  compute(core, {dModel, seqLen: n}) {
    const table = sinusoidal(core, {nPos: n, dModel});
    const {data: frequencies} = sinusoidalFrequencies(core, {dModel});
    const last = dModel - (dModel % 2 === 0 ? 2 : 1);
    const dims = [...new Set([0, 1, 10, 20, 50, last])].filter((dim) => dim >= 0 && dim < dModel);
    const rows = dims.map((dim) => {
      const frequency = frequencies[Math.floor(dim / 2)];
      const crossings = signChanges(columnOf(table, dim));
      return [dim, formatNumber(frequency), formatNumber((2 * Math.PI) / frequency), crossings];
    });
    return {
      panels: [
        tableOf(
          [
            'dimension',
            'radians per position',
            'wavelength in positions',
            `zero crossings in ${n}`,
          ],
          rows,
          {
            says: `Zero crossings in ${n} positions: ${rows[0][3]} in dimension 0, ${rows[rows.length - 1][3]} in dimension ${last}.`,
          },
        ),
      ],
      note: 'Crossings are counted from the table itself; a sine’s start at 0 counts as one.',
    };
  },
};

/** Where the sign is another than one place before, starting from 0 included. @param {ArrayLike<number>} values */
function signChanges(values) {
  const signs = Array.from(values, Math.sign);
  return signs.filter((sign, k) => k > 0 && sign !== signs[k - 1]).length;
}

// @ts-check
import {randomNormal} from '../../../core/base.js';
import {maxAbsDiff} from '../../../core/linalg.js';
import {attention} from '../../../core/nn.js';
import {
  alibiBias,
  learnedInit,
  learnedLookup,
  RopeCache,
  ropeRotate,
  ropeTables,
  sinusoidal,
  sinusoidalAt,
} from '../../../core/pe.js';
import {formatNumber} from '../../../draw/format.js';
import {add} from '../../shared/tensors.js';
import {counted, oneHead, shapeText, tableOf} from './cells.js';

/** @import {Core, Tensor} from '../../../core/core.js' */
/** @import {Demo} from './cells.js' */

/**
 * The shape that a method hands over, or why it does not.
 *
 * @param {() => readonly number[]} ask
 */
function answerOf(ask) {
  try {
    return {cell: shapeText(ask()), refusal: ''};
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return {cell: /* t */ 'refused', refusal: error.message};
  }
}

/** @type {Demo} */
export const longerThanTheTable = {
  title: 'Asked for more positions than the table has rows',
  settings: {maxLen: 128, lengths: [64, 128, 256, 512, 1024], dModel: 128, seed: 42},
  controls: ['maxLen', 'lengths', 'dModel'],
  limits: {maxLen: 1024, dModel: 512},
  compute(core, {maxLen, lengths, dModel, seed}) {
    const width = dModel + (dModel % 2); // sines and cosines come in pairs
    const learned = learnedInit(core, {maxLen, dModel: width, seed});
    const stored = sinusoidal(core, {nPos: maxLen, dModel: width});
    /** @type {[string, (n: number) => readonly number[]][]} */
    const methods = [
      ['learned table', (n) => learnedLookup(core, {table: learned, positions: counted(n)}).shape],
      [
        'sinusoidal, from a stored table',
        (n) => learnedLookup(core, {table: stored, positions: counted(n)}).shape,
      ],
      ['sinusoidal, computed', (n) => sinusoidal(core, {nPos: n, dModel: width}).shape],
      ['RoPE, cosines computed', (n) => ropeTables(core, {nPos: n, dim: 64}).cos.shape],
      ['ALiBi, one query’s bias', (n) => alibiBias(core, {nHeads: 8, nQuery: 1, nKey: n}).shape],
    ];
    const answers = methods.map(([name, ask]) => ({
      name,
      cells: lengths.map((/** @type {number} */ n) => answerOf(() => ask(n))),
    }));
    const refusal =
      answers[0].cells.find((/** @type {{refusal: string}} */ {refusal}) => refusal)?.refusal ??
      'nothing: the table is long enough.';
    const columns = lengths.map((/** @type {number} */ n) => `length ${formatNumber(n)}`);
    const rows = answers.map(({name, cells}) => [
      name,
      ...cells.map((/** @type {{cell: string}} */ {cell}) => cell),
    ]);
    return {
      panels: [
        tableOf([`${maxLen} rows`, ...columns], rows, {
          says: `The learned table’s refusal: ${refusal}`,
        }),
      ],
      note: 'No exception is not extrapolation: nothing was trained here, so the table does not show how well a model works at these lengths.',
    };
  },
};

/**
 * Pads on the left, the position of the first real token, and whether the pads are hidden as keys.
 *
 * @typedef {{pads: number, firstPos: number, isMasked: boolean}} LeftPadding
 */

/**
 * Attention over tokens that stand behind pads, with position brought in by one method.
 *
 * @param {Core} core
 * @param {string} method
 * @param {Tensor} tokens (n, d) the real ones
 * @param {Tensor} table learned rows
 * @param {LeftPadding} leftPadding
 * @returns {Tensor} (n, d) outputs of the real tokens
 */
function behindPads(core, method, tokens, table, {pads, firstPos, isMasked}) {
  const [n, d] = tokens.shape;
  const positions = counted(pads + n).map((index) => Math.max(0, index - pads + firstPos));
  const data = new Float32Array((pads + n) * d);
  data.set(tokens.data, pads * d);
  const input = {data, shape: [pads + n, d]};
  const x = withPosition(core, method, input, table, positions);
  const cosSin = ropeTables(core, {positions, dim: d});
  const qk = method === 'rope' ? ropeRotate(core, {x: oneHead(x), ...cosSin}) : oneHead(x);
  const bias =
    method === 'alibi'
      ? alibiBias(core, {slopes: [0.5], nQuery: pads + n, nKey: pads + n, mask: 'none'})
      : undefined;
  const keyPad = isMasked ? positions.map((_, index) => (index < pads ? 1 : 0)) : undefined;
  const {output} = attention(core, {q: qk, k: qk, v: oneHead(x), bias, keyPad});
  return {data: output.data.slice(pads * d), shape: [n, d]};
}

/**
 * @param {Core} core
 * @param {string} method
 * @param {Tensor} input
 * @param {Tensor} table
 * @param {number[]} positions
 * @returns {Tensor}
 */
function withPosition(core, method, input, table, positions) {
  if (method === 'learned') return add(input, learnedLookup(core, {table, positions}));
  if (method !== 'sinusoidal') return input;
  return add(input, sinusoidalAt(core, {positions, dModel: input.shape[1]}));
}

const METHODS = {learned: 'learned', sinusoidal: 'sinusoidal', rope: 'RoPE', alibi: 'ALiBi'};

/** @type {Demo} */
export const padding = {
  title: '“the cat sat” behind pads: do the outputs notice?',
  settings: {pads: 2, seed: 42},
  controls: ['pads', 'seed'],
  faults: ['unmasked-pads'],
  compute(core, {pads, seed}, fault) {
    const d = 16;
    const tokens = randomNormal(core, {seed, name: 'tokens', shape: [3, d]});
    const table = learnedInit(core, {maxLen: 64, dModel: d, sigma: 1, seed});
    const isMasked = fault !== 'unmasked-pads';
    const measured = Object.entries(METHODS).map(([method, name]) => {
      const at = (/** @type {LeftPadding} */ leftPadding) =>
        behindPads(core, method, tokens, table, leftPadding);
      const alone = at({pads: 0, firstPos: 0, isMasked: true});
      const byIndex = maxAbsDiff(core, {a: at({pads, firstPos: pads, isMasked}), b: alone});
      const byToken = maxAbsDiff(core, {a: at({pads, firstPos: 0, isMasked}), b: alone});
      return {name, byIndex, byToken};
    });
    const indices = counted(3)
      .map((k) => pads + k)
      .join(', ');
    const rows = measured.map(({name, byIndex, byToken}) => [
      name,
      formatNumber(byIndex),
      formatNumber(byToken),
    ]);
    const relative = Math.max(...measured.slice(2).map(({byIndex}) => byIndex));
    const counting = Math.max(...measured.map(({byToken}) => byToken));
    return {
      panels: [
        tableOf(
          [
            'change of the outputs',
            `positions count every place: ${indices}`,
            'positions count real tokens: 0, 1, 2',
          ],
          rows,
          {
            says: `With every place counted, sinusoidal outputs change by ${rows[1][1]}, RoPE’s by ${rows[2][1]}.`,
          },
        ),
      ],
      meters: [
        {
          name: 'counted',
          label: 'counting real tokens: outputs as without pads',
          value: counting,
          limit: 1e-5,
        },
        {
          name: 'shift',
          label: 'RoPE and ALiBi do not notice the shift',
          value: relative,
          limit: 1e-5,
        },
      ],
    };
  },
};

/** @type {Demo} */
export const unsafeCache = {
  title: 'A cache that is sliced, and one that grows',
  settings: {maxLen: 8},
  controls: ['maxLen'],
  faults: ['sliced-cache'],
  limits: {maxLen: 64},
  compute(core, {maxLen: rowsBuilt}, fault) {
    const d = 8;
    const fixedTable = ropeTables(core, {nPos: rowsBuilt, dim: d}).cos;
    const cache = new RopeCache(core, {dim: d});
    cache.tables(rowsBuilt);
    const measured = [4, 8, 12, 20, 65].map((asked) => {
      const sliced = fixedTable.data.subarray(0, (asked * d) / 2).length / (d / 2); // no error past the end
      return {asked, sliced, grown: cache.tables(asked).cos.shape[0]};
    });
    const rows = measured.map(({asked, sliced, grown}) => [
      asked,
      sliced,
      grown,
      sliced < asked ? 'short, and silent' : /* t */ 'enough',
    ]);
    const missing = Math.max(
      ...measured.map((row) => row.asked - (fault === 'sliced-cache' ? row.sliced : row.grown)),
    );
    return {
      panels: [
        tableOf(
          ['rows asked', `slice of a table of ${rowsBuilt}`, 'growing cache', 'the slice is'],
          rows,
          {
            says: `Asked for 20 rows, the slice of ${rowsBuilt} gives ${rows[3][1]} and says nothing; the cache gives ${rows[3][2]}.`,
          },
        ),
      ],
      meters: [{name: 'rows', label: 'no row asked for is missing', value: missing, limit: 0}],
    };
  },
};

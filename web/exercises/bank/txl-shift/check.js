// @ts-check
import {txlShift} from '../../../core/pe.js';
import {call} from '../steps.js';
import {filled} from '../tensors.js';

/** @import {Core, TensorLike} from '../../../core/core.js' */
/** @import {TxlShift} from '../../../core/pe/transformer-xl.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {CaseRandom} random @param {string} title @param {[nHeads: number, nQuery: number, nKey: number]} shape @param {boolean} isHidden */
function caseOf(random, title, shape, isHidden) {
  const x = random.normal(...shape);
  return {title, isHidden, steps: [call('relative_shift', x)], x: x.tensor};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, '4 queries, 4 keys', [1, 4, 4], false),
  caseOf(random, '3 queries, 5 keys: a memory of 2', [2, 3, 5], false),
  caseOf(random, 'one query', [1, 1, random.int(2, 9)], true),
  caseOf(random, 'a longer memory', [3, random.int(4, 9), random.int(14, 24)], true),
  caseOf(random, 'no memory', [2, 12, 12], true),
];

/**
 * A stage of the shift, head by head. The core knows distances to the future too: here they are 0.
 *
 * @param {Core} core
 * @param {Case} item
 * @param {Exclude<keyof TxlShift, 'future'>} stage
 */
function staged(core, {x}, stage) {
  const [nHeads, nQuery, nKey] = x.shape;
  const width = nQuery + nKey - 1;
  const heads = Array.from({length: nHeads}, (_, h) => {
    const padded = filled([nQuery, width], (i, c) =>
      c < nKey ? x.data[(h * nQuery + i) * nKey + c] : 0,
    );
    return txlShift(core, {x: padded})[stage].data;
  });
  return filled(x.shape, (h, i, j) => heads[h][i * nKey + j]);
}

/** Zeros above a diagonal. @param {TensorLike} x @param {number} diagonal */
const tril = ({data, shape: [nHeads, nQuery, nKey]}, diagonal) =>
  filled([nHeads, nQuery, nKey], (h, i, j) =>
    j - i <= diagonal ? data[(h * nQuery + i) * nKey + j] : 0,
  );

/** @param {Case} item */
const memory = ({x: {shape}}) => shape[2] - shape[1];

/** @type {Check['truth']} */
export const truth = (core, item) => [staged(core, item, 'picked')];

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'junk-left',
    sentence:
      'Right up to the diagonal; above it are numbers of the next query. Under a causal mask they do no harm (kimiyoung/transformer-xl#8), in an encoder they do (espnet#2684). The exercise wants zeros.',
    truth: (core, item) => [staged(core, item, 'sliced')],
  },
  {
    id: 'no-shift',
    sentence:
      'Nothing has moved: column j still is a distance, not a key. Only the last query’s row is right as it stands.',
    matches: ([output], item) => {
      const still = tril(item.x, memory(item)).data;
      return [still, item.x.data].some((all) => output.data.every((v, k) => v === all[k]));
    },
  },
  {
    id: 'other-end',
    sentence:
      'Column 0 is read as distance 0. It is the farthest, n_key − 1; distance 0 is in the last column.',
    truth: (_, {x}) => {
      const [nHeads, nQuery, nKey] = x.shape;
      return [
        filled([nHeads, nQuery, nKey], (h, i, j) => {
          const distance = i + nKey - nQuery - j;
          return distance < 0 ? 0 : x.data[(h * nQuery + i) * nKey + distance];
        }),
      ];
    },
  },
  {
    id: 'memory-hidden',
    sentence:
      'Cut at the plain diagonal, j ≤ i. With a memory, query i stands n_key − n_query places further on and sees so many keys more.',
    truth: (core, item) => [tril(staged(core, item, 'picked'), 0)],
  },
  {
    id: 'last-row-dropped',
    sentence:
      'The last of the new rows is dropped instead of the first. Then nothing has slipped where it should (asked in annotated_deep_learning_paper_implementations#185).',
    truth: (_, item) => {
      const [nHeads, nQuery, nKey] = item.x.shape;
      const slipped = filled(item.x.shape, (h, i, j) => {
        const at = i * nKey + j;
        const [row, column] = [Math.floor(at / (nKey + 1)), at % (nKey + 1)];
        return column === 0 ? 0 : item.x.data[(h * nQuery + row) * nKey + column - 1];
      });
      return [tril({data: slipped.data, shape: [nHeads, nQuery, nKey]}, memory(item))];
    },
  },
  {
    id: 'transposed',
    sentence:
      'transpose moves the numbers; view only reads the same memory in rows of another length. The trick needs the latter.',
    truth: (_, item) => {
      const [, nQuery, nKey] = item.x.shape;
      const rotated = filled(item.x.shape, (h, i, j) => {
        const at = i * nKey + j;
        return item.x.data[(h * nQuery + (at % nQuery)) * nKey + Math.floor(at / nQuery)];
      });
      return [tril(rotated, memory(item))];
    },
  },
  {
    id: 'memory-forgotten',
    sentence:
      'The distance is i − j here: right without a memory. With one, query i is at i + n_key − n_query.',
    truth: (_, {x}) => {
      const [nHeads, nQuery, nKey] = x.shape;
      return [
        filled([nHeads, nQuery, nKey], (h, i, j) =>
          j > i ? 0 : x.data[(h * nQuery + i) * nKey + nKey - 1 - (i - j)],
        ),
      ];
    },
  },
  {
    id: 'first-row-stays',
    sentence:
      'Row i moves i places, so the first row stays as it is. It is the last that stays: row i moves n_query − 1 − i places.',
    matches: ([output], item) => {
      const [nHeads, nQuery, nKey] = item.x.shape;
      const moved = filled([nHeads, nQuery, nKey], (h, i, j) =>
        j + i < nKey ? item.x.data[(h * nQuery + i) * nKey + j + i] : 0,
      );
      return [moved, tril(moved, memory(item))].some(({data}) =>
        output.data.every((v, k) => v === data[k]),
      );
    },
  },
];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'future-is-zero',
    figure: '9-relative.html#the-shift',
    sentence: 'Above the diagonal, where a key lies in the future, stands 0.',
    holds: ([{data, shape}]) => {
      const [, nQuery, nKey] = shape;
      const at = data.findIndex(
        (v, k) => (k % nKey) - (Math.floor(k / nKey) % nQuery) > nKey - nQuery && v !== 0,
      );
      return at < 0 || `query ${Math.floor(at / nKey) % nQuery}, key ${at % nKey}`;
    },
  },
];

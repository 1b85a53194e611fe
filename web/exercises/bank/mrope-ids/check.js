// @ts-check
import {mropeTables, ropeAxesTables, ropeFrequencies} from '../../../core/pe.js';
import {call} from '../steps.js';

/** @import {Core, Tensor} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */

/** @typedef {['text', number] | ['image', number, number, number]} Segment */

/** @param {string} title @param {Segment[]} segments @param {number[]} sections @param {boolean} isHidden @param {number} [base] */
function caseOf(title, segments, sections, isHidden, base = 10000) {
  const ids = idsOf(segments);
  const argument = {tensor: {...ids, dtype: 'int64', data: Float64Array.from(ids.data)}};
  const steps = [
    call('mrope_ids', {list: segments.map((segment) => ({list: [...segment]}))}),
    call('mrope_tables', argument, {list: sections}, base),
  ];
  return {title, isHidden, steps, segments, sections, base};
}

/** @type {Check['cases']} */
export const cases = (random) => {
  const size = () => random.int(2, 4);
  return [
    caseOf(
      'two words, an image of 2 by 3, one word',
      [
        ['text', 2],
        ['image', 1, 2, 3],
        ['text', 1],
      ],
      [2, 3, 3],
      false,
    ),
    caseOf('words only', [['text', 5]], [4, 6, 6], false),
    caseOf(
      'two images',
      [
        ['text', size()],
        ['image', 1, size(), 5],
        ['text', size()],
        ['image', 1, 6, size()],
        ['text', 3],
      ],
      [4, 6, 6],
      true,
    ),
    caseOf(
      'a film first',
      [
        ['image', size(), 3, size()],
        ['text', size()],
      ],
      [16, 24, 24],
      true,
      1e6,
    ),
  ];
};

/**
 * How ids are counted, and what people count instead.
 *
 * @typedef {{next?: (start: number, size: number[], isImage: boolean) => number,
 *   patch?: (start: number, t: number, h: number, w: number) => number[]}} Counting
 * @param {Segment[]} segments
 * @param {Counting} [counting]
 * @returns {Tensor} (3, n)
 */
function idsOf(segments, counting = {}) {
  const {
    next = (start, size) => start + Math.max(...size),
    patch = (start, t, h, w) => [start + t, start + h, start + w],
  } = counting;
  /** @type {number[][]} */
  const columns = [];
  let start = 0;
  for (const [kind, ...size] of segments) {
    const isImage = kind === 'image';
    const [nT, nH = 1, nW = 1] = size;
    for (let t = 0; t < nT; t++) {
      for (let h = 0; h < nH; h++) {
        for (let w = 0; w < nW; w++) {
          columns.push(isImage ? patch(start, t, h, w) : [start + t, start + t, start + t]);
        }
      }
    }
    start = next(start, size, isImage);
  }
  const rows = [0, 1, 2].flatMap((axis) => columns.map((column) => column[axis]));
  return {data: Float32Array.from(rows), shape: [3, columns.length]};
}

/** @param {Core} core @param {Case} item @param {boolean} [interleaved] */
function tablesOf(core, {segments, sections, base}, interleaved = false) {
  const {cos, sin} = mropeTables(core, {positions: idsOf(segments), sections, base, interleaved});
  return [cos, sin];
}

/** @type {Check['truth']} */
export const truth = (core, item) => [
  {...idsOf(item.segments), dtype: 'int64'},
  ...tablesOf(core, item),
];

/** @param {Counting} counting */
const counted = (counting) => (/** @type {Core} */ core, /** @type {Case} */ item) => [
  idsOf(item.segments, counting),
  ...tablesOf(core, item),
];

/**
 * Ids that are counted in one of these ways; the tables are right.
 *
 * @param {Counting[]} ways
 * @returns {NonNullable<import('../../grading/grader.js').Mistake['matches']>}
 */
const countedAs =
  (ways) =>
  ([{data}, ...tables], item, core) => {
    const right = tablesOf(core, item);
    const areRight = tables.every((table, t) =>
      table.data.every((v, k) => Math.abs(v - right[t].data[k]) < 1e-4),
    );
    const isSo = (/** @type {Counting} */ counting) => {
      const ids = idsOf(item.segments, counting);
      return data.every((id, k) => id === ids.data[k]);
    };
    return areRight && ways.some(isSo);
  };

/** @type {NonNullable<Counting['patch']>} */
const STILL = (start, _, h, w) => [start, start + h, start + w];

/** @param {number[]} size */
const product = (size) => size.reduce((a, b) => a * b, 1);

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'flat-ids',
    sentence:
      'Every token has one running count three times: a patch no longer knows its row and column (MNN#3345, mlx-lm#1768: answers about pictures become a little worse, nothing fails).',
    truth: (core, item) => {
      const {shape} = idsOf(item.segments);
      const data = Float32Array.from({length: 3 * shape[1]}, (_, k) => k % shape[1]);
      return [{data, shape}, ...tablesOf(core, item)];
    },
  },
  {
    id: 'next-by-count',
    sentence:
      'The text after an image goes on at the number of patches. It begins one past the largest id: max(t, h, w) steps on, not t · h · w (kekzl/imp#1173 warns of it).',
    truth: counted({next: (start, size) => start + product(size)}),
  },
  {
    id: 'next-repeats',
    sentence:
      'The text after an image begins at the largest id that the image has. It should begin one past it.',
    truth: counted({
      next: (start, size, isImage) => start + Math.max(...size) - (isImage ? 1 : 0),
    }),
  },
  {
    id: 'image-from-zero',
    sentence:
      'The patches count from 0, wherever the image stands. Their ids begin where the text before them ended.',
    truth: counted({patch: (_, t, h, w) => [t, h, w]}),
  },
  {
    id: 'time-stays',
    sentence:
      'All patches of a film have the same time. Each picture of it is one step on: the first id is p plus the patch’s time.',
    // what follows goes on by the sizes, or by the ids that were written
    matches: countedAs([
      {patch: STILL},
      {patch: STILL, next: (start, size) => start + Math.max(1, ...size.slice(-2))},
    ]),
  },
  {
    id: 'next-by-last',
    sentence:
      'What follows an image goes on from its last patch in one axis. The largest id of all three counts: an image of 2 × 3 is three steps long.',
    matches: countedAs(
      [0, 1, 2].map((axis) => ({next: (start, size) => start + (size[axis] ?? size[0])})),
    ),
  },
  {
    id: 'exponent-doubled',
    sentence:
      'The frequencies fall twice as fast as they should: pair i has base^(−i / sum(sections)). A head is twice as wide as it has pairs.',
    truth: (core, item) => [
      idsOf(item.segments),
      ...tablesOf(core, {...item, base: item.base ** 2}),
    ],
  },
  {
    id: 'exponent-halved',
    sentence:
      'The frequencies fall half as fast as they should: pair i has base^(−i / sum(sections)), which is −2i over the width of the head.',
    truth: (core, item) => [
      idsOf(item.segments),
      ...tablesOf(core, {...item, base: item.base ** 0.5}),
    ],
  },
  {
    id: 'axes-swapped',
    sentence:
      'Height and width have changed places. The rows are time, height, width; the width runs fastest.',
    truth: counted({patch: (start, t, h, w) => [start + t, start + w, start + h]}),
  },
  {
    id: 'pairs-alternate',
    sentence:
      'The pairs are dealt to the axes alternating, as in Qwen3-VL. Here they are consecutive sections: first all of time, then height, then width.',
    truth: (core, item) => [idsOf(item.segments), ...tablesOf(core, item, true)],
  },
  {
    id: 'own-frequencies',
    sentence:
      'Each section has frequencies of its own that begin at 1 again. In M-RoPE the pairs keep the frequencies of the whole head; only what they are multiplied by differs.',
    truth: (core, {segments, sections, base}) => {
      const invFreq = sections.flatMap((/** @type {number} */ n) => [
        ...ropeFrequencies(core, {dim: 2 * n, base}).data,
      ]);
      const axisOf = sections.flatMap((/** @type {number} */ n, /** @type {number} */ axis) =>
        new Array(n).fill(axis),
      );
      const {cos, sin} = ropeAxesTables(core, {positions: idsOf(segments), invFreq, axisOf});
      return [idsOf(segments), cos, sin];
    },
  },
];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'text-agrees',
    figure: '11-labs.html#an-image-between-words',
    sentence: 'A word has the same id on all three axes.',
    holds: (
      [
        {
          data,
          shape: [, n],
        },
      ],
      {segments},
    ) => {
      let at = 0;
      for (const [kind, ...size] of segments) {
        for (let k = at; kind === 'text' && k < at + size[0]; k++) {
          if (data[k] !== data[n + k] || data[k] !== data[2 * n + k]) return `token ${k}`;
        }
        at += product(size);
      }
      return true;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 2e-5, rtol: 0});

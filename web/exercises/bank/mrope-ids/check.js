// @ts-check
import {mropeTables} from '../../../core/pe.js';
import {call} from '../steps.js';

/** @import {Core, Tensor} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */

/** @typedef {['text', number] | ['image', number, number, number]} Segment */

/** @param {string} title @param {Segment[]} segments @param {number[]} sections @param {boolean} isHidden @param {number} [given] the base */
function caseOf(title, segments, sections, isHidden, given) {
  const ids = idsOf(segments);
  const argument = {tensor: {...ids, dtype: 'int64', data: Float64Array.from(ids.data)}};
  const base = given ?? 10000;
  const omittable = given === undefined ? [] : [given];
  const steps = [
    call('mrope_ids', {list: segments.map((segment) => ({list: [...segment]}))}),
    call('mrope_tables', argument, {list: sections}, ...omittable),
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
      10000,
    ),
    caseOf('words only', [['text', 5]], [4, 6, 6], false, 10000),
    caseOf(
      'as many tokens, an image among them',
      [
        ['text', 1],
        ['image', 1, 2, 2],
      ],
      [4, 6, 6],
      true,
      10000,
    ),
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
        ['image', random.int(5, 7), 3, size()],
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

/** @param {number[]} size */
const product = (size) => size.reduce((a, b) => a * b, 1);

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

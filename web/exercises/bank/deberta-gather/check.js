// @ts-check
import {methodBias} from '../../../core/pe.js';
import {call} from '../steps.js';
import {filled} from '../tensors.js';

/** @import {Core, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grader.js' */
/** @import {CaseRandom} from '../../random.js' */

/** @param {CaseRandom} random @param {string} title @param {[nHeads: number, n: number, d: number]} shape @param {number} span @param {boolean} isHidden */
function caseOf(random, title, shape, span, isHidden) {
  const [nHeads, , d] = shape;
  const given = [
    random.normal(...shape),
    random.normal(...shape),
    random.normal(nHeads, 2 * span, d),
    random.normal(nHeads, 2 * span, d),
  ];
  const [q, k, posK, posQ] = given.map(({tensor}) => tensor);
  return {title, isHidden, steps: [call('deberta_scores', ...given)], q, k, posK, posQ, span};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'one head, every distance has a row', [1, 4, 8], 6, false),
  caseOf(random, 'distances beyond the span', [2, 9, 4], 3, false),
  caseOf(random, 'sizes of its own', [3, random.int(6, 12), 8], random.int(2, 5), true),
  caseOf(random, 'span 1', [1, random.int(4, 8), 16], 1, true),
];

/** One vector's product with another. @param {TensorLike} a @param {number} h @param {number} i @param {TensorLike} b @param {number} j */
function dot(a, h, i, b, j) {
  const d = a.shape[2];
  const [from, to] = [(h * a.shape[1] + i) * d, (h * b.shape[1] + j) * d];
  let sum = 0;
  for (let c = 0; c < d; c++) sum += a.data[from + c] * b.data[to + c];
  return sum;
}

/** @type {Check['truth']} */
export const truth = (core, {q, k, posK, posQ, span}) => {
  const [nHeads, n, d] = q.shape;
  const scale = 1 / Math.sqrt(3 * d);
  const rule = {nBuckets: 0, maxDistance: span, causal: false, scale};
  const tensors = {'attn.deberta_k': posK, 'attn.deberta_q': posQ};
  const {data} = methodBias(core, {method: 'deberta', q, k, tensors, ...rule});
  const content = (/** @type {number[]} */ ...[h, i, j]) => scale * dot(q, h, i, k, j);
  return [filled([nHeads, n, n], (h, i, j) => data[(h * n + i) * n + j] + content(h, i, j))];
};

/**
 * What another way of reading the two terms gives: c2p and p2c of a head, a query, a key and row(distance).
 *
 * @param {(at: {h: number, i: number, j: number, row: (distance: number) => number}, item: Case) =>
 *   [c2p: number, p2c: number]} terms
 * @param {number} [count] under the root
 */
const reading =
  (terms, count = 3) =>
  (/** @type {Core} */ _, /** @type {Case} */ item) => {
    const {q, k, span} = item;
    const [nHeads, n, d] = q.shape;
    const row = (/** @type {number} */ distance) =>
      Math.min(Math.max(distance + span, 0), 2 * span - 1);
    return [
      filled([nHeads, n, n], (h, i, j) => {
        const [c2p, p2c] = terms({h, i, j, row}, item);
        return (dot(q, h, i, k, j) + c2p + p2c) / Math.sqrt(count * d);
      }),
    ];
  };

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'by-query-row',
    sentence:
      'The products of the third term stand in rows of keys, but are read in rows of queries: place (i, j) holds that of key i. Gather by key, then transpose (asked in microsoft/DeBERTa#47).',
    truth: reading(({h, i, j, row}, {q, k, posK, posQ}) => [
      dot(q, h, i, posK, row(i - j)),
      dot(k, h, i, posQ, row(i - j)),
    ]),
  },
  {
    id: 'other-distance',
    sentence:
      'The third term reads the row of j − i, as the paper’s equation has it; this exercise and the authors’ code read that of i − j in both (nntrainer#3982; asked in microsoft/DeBERTa#162). Transpose the index, too.',
    truth: reading(({h, i, j, row}, {q, k, posK, posQ}) => [
      dot(q, h, i, posK, row(i - j)),
      dot(k, h, j, posQ, row(j - i)),
    ]),
  },
  {
    id: 'query-content',
    sentence:
      'The third term multiplies the query’s content. It is position to content: the content is the key’s, k_j.',
    truth: reading(({h, i, j, row}, {q, posK, posQ}) => [
      dot(q, h, i, posK, row(i - j)),
      dot(q, h, i, posQ, row(i - j)),
    ]),
  },
  {
    id: 'tables-swapped',
    sentence:
      'pos_k and pos_q have changed places. A query’s content meets the keys of positions, a key’s content their queries.',
    truth: reading(({h, i, j, row}, {q, k, posK, posQ}) => [
      dot(q, h, i, posQ, row(i - j)),
      dot(k, h, j, posK, row(i - j)),
    ]),
  },
  {
    id: 'scale-of-one',
    sentence:
      'Divided by √d. Three terms are added up, so the root is that of 3 d; else softmax is sharper by a factor of 1.7.',
    truth: reading(
      ({h, i, j, row}, {q, k, posK, posQ}) => [
        dot(q, h, i, posK, row(i - j)),
        dot(k, h, j, posQ, row(i - j)),
      ],
      1,
    ),
  },
  {
    id: 'forward-distance',
    sentence:
      'The distance counts from query to key, j − i. Here it counts back: i − j, so that past keys have rows above span.',
    truth: reading(({h, i, j, row}, {q, k, posK, posQ}) => [
      dot(q, h, i, posK, row(j - i)),
      dot(k, h, j, posQ, row(j - i)),
    ]),
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 3e-5, rtol: 1e-5});

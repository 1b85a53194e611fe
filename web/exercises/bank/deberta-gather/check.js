// @ts-check
import {methodBias} from '../../../core/pe.js';
import {call} from '../steps.js';
import {argumentOf, filled} from '../tensors.js';

/** @import {Core, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {Argument, CaseRandom} from '../../grading/random.js' */

/** @param {string} title @param {Argument[]} given q, k, pos_k, pos_q @param {number} span @param {boolean} isHidden */
function asked(title, given, span, isHidden) {
  const [q, k, posK, posQ] = given.map(({tensor}) => tensor);
  return {title, isHidden, steps: [call('deberta_scores', ...given)], q, k, posK, posQ, span};
}

/** @param {CaseRandom} random @param {string} title @param {[nHeads: number, n: number, d: number]} shape @param {number} span @param {boolean} isHidden */
function caseOf(random, title, shape, span, isHidden) {
  const [nHeads, , d] = shape;
  const tables = [0, 1].map(() => random.normal(nHeads, 2 * span, d));
  const given = [random.normal(...shape), random.normal(...shape), ...tables];
  return asked(title, given, span, isHidden);
}

/** The same vectors in every row but for the table's: content without a place. @param {CaseRandom} random @param {number} n @param {number} span */
function oneWordCase(random, n, span) {
  const [nHeads, d] = [2, 8];
  const repeated = () => {
    const {data} = random.normal(nHeads, d).tensor;
    return argumentOf(filled([nHeads, n, d], (h, _, c) => data[h * d + c]));
  };
  const table = () => random.normal(nHeads, 2 * span, d);
  const given = [repeated(), repeated(), table(), table()];
  return {...asked('one word over and over', given, span, true), isOneWord: true};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'one head, every distance has a row', [1, 4, 8], 6, false),
  caseOf(random, 'distances beyond the span', [2, 9, 4], 3, false),
  caseOf(random, 'sizes of its own', [3, random.int(6, 12), 8], random.int(2, 5), true),
  caseOf(random, 'span 1', [1, random.int(4, 8), 16], 1, true),
  oneWordCase(random, random.int(5, 9), random.int(2, 3)),
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
 * How a position term is read: whose content, the query's (i) or the key's (j); of which table the row; and
 * the sign of the distance i − j.
 *
 * @typedef {['q' | 'k', 'i' | 'j', 'posK' | 'posQ', 1 | -1]} Term
 */

/** @type {Term} */
const C2P = ['q', 'i', 'posK', 1];
/** @type {Term} */
const P2C = ['k', 'j', 'posQ', 1];

/** Scores with terms that are read in another way. @param {Term[]} terms @param {(d: number) => number} [square] what stands under the root */
const reading =
  (terms, square = (d) => 3 * d) =>
  (/** @type {Core} */ _, /** @type {Case} */ item) => {
    const {q, k, span} = item;
    const [nHeads, n, d] = q.shape;
    const position = (/** @type {number} */ h, /** @type {{i: number, j: number}} */ at) =>
      terms.reduce((sum, [content, place, table, sign]) => {
        const row = Math.min(Math.max(sign * (at.i - at.j) + span, 0), 2 * span - 1);
        return sum + dot(item[content], h, at[place], item[table], row);
      }, 0);
    return [
      filled([nHeads, n, n], (h, i, j) => {
        return (dot(q, h, i, k, j) + position(h, {i, j})) / Math.sqrt(square(d));
      }),
    ];
  };

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'by-query-row',
    sentence:
      'The products of the third term are in rows of keys, but are read in rows of queries: place (i, j) holds that of key i. Gather by key, then transpose (asked in microsoft/DeBERTa#47).',
    truth: reading([C2P, ['k', 'i', 'posQ', 1]]),
  },
  {
    id: 'not-transposed-back',
    sentence:
      'The third term is gathered by key and left so: place (i, j) holds what belongs to query j and key i. Transpose what gather gives.',
    truth: reading([C2P, ['k', 'i', 'posQ', -1]]),
  },
  {
    id: 'other-distance',
    sentence:
      'The third term reads the row of j − i, as the paper’s equation has it; this exercise and the authors’ code read that of i − j in both (nntrainer#3982; asked in microsoft/DeBERTa#162). Transpose the index, too.',
    truth: reading([C2P, ['k', 'j', 'posQ', -1]]),
  },
  {
    id: 'query-content',
    sentence:
      'The third term multiplies the query’s content. It is position to content: the content is the key’s, k_j.',
    truth: reading([C2P, ['q', 'i', 'posQ', 1]]),
  },
  {
    id: 'tables-swapped',
    sentence:
      'pos_k and pos_q have changed places. A query’s content meets the keys of positions, a key’s content their queries.',
    truth: reading([
      ['q', 'i', 'posQ', 1],
      ['k', 'j', 'posK', 1],
    ]),
  },
  {
    id: 'forward-distance',
    sentence:
      'The distance counts from query to key, j − i. Here it counts back: i − j, so that past keys have rows above span.',
    truth: reading([
      ['q', 'i', 'posK', -1],
      ['k', 'j', 'posQ', -1],
    ]),
  },
  {
    id: 'third-term-missing',
    sentence:
      'Position to content is missing: the scores are those of two terms. Add k_j · pos_q[r(i, j)].',
    truth: reading([C2P]),
  },
  {
    id: 'scale-of-one',
    sentence:
      'Divided by √d. Three terms are added up, so the root is that of 3 d; else softmax is sharper by a factor of 1.7.',
    truth: reading([C2P, P2C], (d) => d),
  },
];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'distance-alone',
    figure: '9-relative.html#disentangled',
    sentence: 'Where all words are the same, the score depends on i − j alone.',
    holds: ([{data, shape}], {isOneWord}) => {
      const n = shape[2];
      const at = data.findIndex((v, k) => {
        const isLast = k % n === n - 1 || Math.floor(k / n) % n === n - 1;
        return isOneWord && !isLast && !(Math.abs(v - data[k + n + 1]) <= 1e-4);
      });
      return at < 0 || `query ${Math.floor(at / n) % n}, key ${at % n}`;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 3e-5, rtol: 1e-5});

// @ts-check
import {methodBias} from '../../../core/pe.js';
import {call} from '../steps.js';
import {argumentOf, filled} from '../tensors.js';

/** @import {TensorLike} from '../../../core/core.js' */
/** @import {Check} from '../../grading/grader.js' */
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

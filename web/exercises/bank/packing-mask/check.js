// @ts-check
import {attention} from '../../../core/nn.js';
import {call} from '../steps.js';
import {filled} from '../tensors.js';

/** @import {Core, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {CaseRandom} random @param {string} title @param {number[]} lengths @param {[nHeads: number, d: number]} sizes @param {boolean} isHidden */
function caseOf(random, title, lengths, [nHeads, d], isHidden) {
  const all = lengths.map((_, id) => id);
  const numbers = isHidden
    ? random.sample([...all, 40, 41, 42], all.length).sort((a, b) => a - b)
    : all;
  const document = lengths.flatMap((length, k) => new Array(length).fill(k));
  const n = document.length;
  const ids = {
    tensor: {shape: [n], dtype: 'int64', data: Float64Array.from(document, (k) => numbers[k])},
  };
  const qkv = [0, 1, 2].map(() => random.normal(nHeads, n, d));
  const steps = [call('document_positions', ids), call('packed_attention', ...qkv, ids)];
  const [q, k, v] = qkv.map(({tensor}) => tensor);
  return {title, isHidden, steps, lengths, document, q, k, v};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'three documents', [3, 2, 1], [1, 4], false),
  caseOf(random, 'as many tokens in two documents', [1, 5], [1, 4], true),
  caseOf(random, 'two of equal length', [4, 4], [2, 8], false),
  caseOf(random, 'one document alone', [random.int(3, 9)], [2, 4], true),
  caseOf(
    random,
    'many',
    Array.from({length: random.int(4, 7)}, () => random.int(1, 6)),
    [3, 8],
    true,
  ),
];

/** Rows of one document. @param {TensorLike} x @param {number} from @param {number} length */
const rows = ({data, shape: [nHeads, n, d]}, from, length) =>
  filled([nHeads, length, d], (h, i, c) => data[(h * n + from + i) * d + c]);

/** Each document alone, put together again. @param {Core} core @param {Case} item @param {boolean} causal */
function alone(core, {q, k, v, lengths, document}, causal) {
  const starts = startsOf(lengths);
  const parts = lengths.map((/** @type {number} */ length, /** @type {number} */ id) => {
    const [a, b, c] = [q, k, v].map((x) => rows(x, starts[id], length));
    return attention(core, {q: a, k: b, v: c, causal}).output;
  });
  return filled(q.shape, (h, i, c) => {
    const {data, shape} = parts[document[i]];
    return data[(h * shape[1] + i - starts[document[i]]) * shape[2] + c];
  });
}

/** @param {number[]} lengths @returns {number[]} */
const startsOf = (lengths) =>
  lengths.map((_, id) => lengths.slice(0, id).reduce((a, b) => a + b, 0));

/** @param {Case} item @param {number} [first] */
function positions({document, lengths}, first = 0) {
  const starts = startsOf(lengths);
  return filled([document.length], (i) => first + i - starts[document[i]]);
}

/** @type {Check['truth']} */
export const truth = (core, item) => [
  {...positions(item), dtype: 'int64'},
  alone(core, item, true),
];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'first-sees-itself',
    figure: '11-labs.html#packed',
    sentence: 'The first token of a document sees nothing but itself, so it gets its own value.',
    holds: ([, {data, shape}], {v, lengths}) => {
      const [nHeads, n, d] = shape;
      for (const start of startsOf(lengths)) {
        for (let h = 0; h < nHeads; h++) {
          const at = (h * n + start) * d;
          if (Math.abs(data[at] - v.data[at]) > 1e-4) return `token ${start}, head ${h}`;
        }
      }
      return true;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 2e-5, rtol: 1e-5});

// @ts-check
import {attention} from '../../../core/nn.js';
import {call} from '../steps.js';
import {filled} from '../tensors.js';

/** @import {Core, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {CaseRandom} random @param {string} title @param {number[]} lengths @param {[nHeads: number, d: number]} sizes @param {boolean} isHidden */
function caseOf(random, title, lengths, [nHeads, d], isHidden) {
  const document = lengths.flatMap((length, id) => new Array(length).fill(id));
  const n = document.length;
  const ids = {tensor: {shape: [n], dtype: 'int64', data: Float64Array.from(document)}};
  const qkv = [0, 1, 2].map(() => random.normal(nHeads, n, d));
  const steps = [call('document_positions', ids), call('packed_attention', ...qkv, ids)];
  const [q, k, v] = qkv.map(({tensor}) => tensor);
  return {title, isHidden, steps, lengths, document, q, k, v};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'three documents', [3, 2, 1], [1, 4], false),
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

/** Attention whose weights come of all scores of a query in another way. @param {Case} item @param {(scores: number[], isVisible: (j: number) => boolean) => number[]} weigh */
function weighed({q, k, v, document}, weigh) {
  const [, n, d] = q.shape;
  const at = (/** @type {TensorLike} */ x, /** @type {number[]} */ ...[h, i, c]) =>
    x.data[(h * n + i) * d + c];
  const weights = (/** @type {number} */ h, /** @type {number} */ i) => {
    const scores = Array.from({length: n}, (_, j) => {
      let dot = 0;
      for (let c = 0; c < d; c++) dot += at(q, h, i, c) * at(k, h, j, c);
      return dot / Math.sqrt(d);
    });
    return weigh(scores, (j) => j <= i && document[j] === document[i]);
  };
  return filled(q.shape, (h, i, c) =>
    weights(h, i).reduce((sum, w, j) => sum + w * at(v, h, j, c), 0),
  );
}

/** @param {number[]} scores */
function softmax(scores) {
  const most = Math.max(...scores);
  const powers = scores.map((s) => Math.exp(s - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((p) => p / sum);
}

/** @type {Check['truth']} */
export const truth = (core, item) => [
  {...positions(item), dtype: 'int64'},
  alone(core, item, true),
];

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'reset-only',
    sentence:
      'Positions are reset, but documents see each other: attention is only causal. For RoPE the reset alone changes nothing (nanoVLM#204: 0.4621 before, 0.4625 after); the mask is what counts.',
    truth: (core, item) => [positions(item), attention(core, {...qkv(item), causal: true}).output],
  },
  {
    id: 'no-reset',
    sentence:
      'The positions run on through all documents. RoPE would not mind; learned and sinusoidal positions do (nanoVLM#201).',
    truth: (core, item) => [filled([item.document.length], (i) => i), alone(core, item, true)],
  },
  {
    id: 'not-causal',
    sentence:
      'Documents are apart, but a token sees those after it in its own document. Both masks are needed.',
    truth: (core, item) => [positions(item), alone(core, item, false)],
  },
  {
    id: 'zeros-for-infinity',
    sentence:
      'Scores that must not count are set to 0. Softmax gives exp(0) = 1 to a score of 0, as much as to any other; −inf gives nothing.',
    truth: (_, item) => [
      positions(item),
      weighed(item, (scores, isVisible) => softmax(scores.map((s, j) => (isVisible(j) ? s : 0)))),
    ],
  },
  {
    id: 'mask-after-softmax',
    sentence:
      'The mask comes after softmax: what foreign tokens took is lost, and rows no longer sum to 1. Mask the scores with −inf before.',
    truth: (_, item) => [
      positions(item),
      weighed(item, (scores, isVisible) => softmax(scores).map((w, j) => (isVisible(j) ? w : 0))),
    ],
  },
  {
    id: 'from-one',
    sentence: 'Positions begin at 1 in each document. They begin at 0 here.',
    truth: (core, item) => [positions(item, 1), alone(core, item, true)],
  },
];

/** @param {Case} item */
const qkv = ({q, k, v}) => ({q, k, v});

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

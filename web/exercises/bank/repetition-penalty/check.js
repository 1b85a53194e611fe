// @ts-check
import {call} from '../steps.js';
import {filled, tensorOf} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {CaseRandom} random @param {string} title @param {{vocab: number, texts: number[][], penalty: number, isHidden?: boolean}} options */
function caseOf(random, title, {vocab, texts, penalty, isHidden = false}) {
  const logits = random.normal(texts.length, vocab);
  const shape = [texts.length, texts[0].length];
  const tokens = {tensor: {shape, dtype: 'int64', data: Float64Array.from(texts.flat())}};
  const steps = [call('penalised', logits, tokens, penalty)];
  return {title, isHidden, steps, logits: tensorOf(logits), texts, penalty};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'three tokens', {vocab: 8, texts: [[0, 1, 2, 3, 4]], penalty: 2}),
  caseOf(random, 'one said twice', {vocab: 6, texts: [[1, 4, 1, 4, 5, 4]], penalty: 1.5}),
  caseOf(random, 'two texts', {
    vocab: 12,
    texts: [
      [0, 1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10, 11],
    ],
    penalty: 1.3,
    isHidden: true,
  }),
  caseOf(random, 'a penalty below 1', {
    vocab: 20,
    texts: [Array.from({length: 14}, () => random.int(0, 19))],
    penalty: 0.7,
    isHidden: true,
  }),
];

/** @type {Check['truth']} */
export const truth = (_core, {logits, texts, penalty}) => {
  const vocab = logits.shape[1];
  return [
    filled(logits.shape, (t, token) => {
      const logit = logits.data[t * vocab + token];
      if (!texts[t].includes(token)) return logit;
      return logit > 0 ? logit / penalty : logit * penalty;
    }),
  ];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'never-louder',
    figure: '8-experiments.html#families-of-maps',
    sentence: 'With a penalty above 1 no logit grows, and those of other tokens stay.',
    holds: ([{data}], {logits, texts, penalty}) => {
      const vocab = logits.shape[1];
      const at = data.findIndex((v, k) => {
        const wasSaid = texts[Math.floor(k / vocab)].includes(k % vocab);
        if (!wasSaid) return Math.abs(v - logits.data[k]) > 1e-6;
        return penalty > 1 && v > logits.data[k] + 1e-6;
      });
      return at < 0 || `text ${Math.floor(at / vocab)}, token ${at % vocab}`;
    },
  },
];

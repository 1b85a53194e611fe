// @ts-check
import {logSoftmax} from '../../../core/nn.js';
import {argumentOf, tensorOf} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

// The next logits depend on the last token and on the number of tokens.
const MODEL = `
def _model(tables):
    return lambda tokens: tables[(len(tokens) - 1) % len(tables), tokens[-1]]
`;

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{vocab: number, width: number, nSteps: number, alpha?: number, endBias?: number, isHidden?: boolean}} options
 */
function caseOf(random, title, {vocab, width, nSteps, alpha, endBias = 0, isHidden = false}) {
  const tables = random.normal(3, vocab, vocab);
  tables.tensor.data = tables.tensor.data.map((v, k) => 2 * v + (k % vocab === 1 ? endBias : 0));
  const args = [{ref: '_step'}, 0, 1, width, nSteps, ...(alpha === undefined ? [] : [alpha])];
  const steps = [
    {op: 'define', code: MODEL},
    {op: 'call', target: '_model', args: [tables], as: '_step'},
    {op: 'call', target: 'beam_search', args, wants: 'lists', get: true},
  ];
  return {title, isHidden, steps, tables: tensorOf(tables), width, nSteps, alpha: alpha ?? 0};
}

/**
 * A model of 6 tokens whose logits are 0 but for a few.
 *
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{width: number, nSteps: number, alpha?: number, isHidden?: boolean}} options
 * @param {[table: number, last: number, token: number, logit: number][]} likely
 */
function prepared(random, title, options, likely) {
  const vocab = 6;
  const made = caseOf(random, title, {vocab, ...options});
  const {data} = made.tables;
  data.fill(0);
  for (const [table, last, token, logit] of likely) {
    data[(table * vocab + last) * vocab + token] = logit;
  }
  made.steps[1].args = [argumentOf(made.tables)];
  return made;
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'a beam of 2', {vocab: 4, width: 2, nSteps: 3}),
  prepared(random, 'two beams from one', {width: 2, nSteps: 3}, [
    [0, 0, 2, 5],
    [0, 0, 3, 3],
    [1, 2, 4, 5],
    [1, 2, 5, 4.8],
    [2, 5, 3, 6],
  ]),
  prepared(
    random,
    'what follows an end is likely',
    {width: 2, nSteps: 3, alpha: 1, isHidden: true},
    [
      [0, 0, 1, 3],
      [0, 0, 2, 2.5],
      [1, 1, 3, 9],
      [2, 3, 4, 9],
    ],
  ),
  prepared(random, 'the best text is open', {width: 2, nSteps: 2, isHidden: true}, [
    [0, 0, 2, 5],
    [0, 0, 1, 3],
    [1, 2, 3, 5],
    [1, 2, 4, 3],
  ]),
  caseOf(random, 'greedy', {vocab: 5, width: 1, nSteps: 4, endBias: -2}),
  caseOf(random, 'by the mean', {vocab: 5, width: 3, nSteps: 6, alpha: 1, isHidden: true}),
  caseOf(random, 'a rare end', {vocab: 6, width: 3, nSteps: 5, endBias: -9, isHidden: true}),
  caseOf(random, 'a frequent end', {
    vocab: 6,
    width: 4,
    nSteps: 6,
    alpha: 0.7,
    endBias: 2,
    isHidden: true,
  }),
  caseOf(random, 'a wide beam', {
    vocab: 7,
    width: random.int(4, 6),
    nSteps: random.int(5, 7),
    alpha: 1,
    isHidden: true,
  }),
  // the third best goes on only where the finished one leaves it a place
  prepared(
    random,
    'a finished text has its place',
    {width: 2, nSteps: 2, alpha: 1, isHidden: true},
    [
      [0, 0, 1, 3],
      [0, 0, 2, 2.9],
      [0, 0, 3, 2.8],
      [1, 3, 4, 9],
    ],
  ),
  // what would follow the finished one is likelier than the text that wins in the end
  prepared(
    random,
    'no place for what follows an end',
    {width: 2, nSteps: 3, alpha: 1, isHidden: true},
    [
      [0, 0, 1, 3],
      [0, 0, 2, 2.9],
      [1, 1, 3, 9],
      [1, 1, 4, 9],
      [1, 2, 5, 1],
      [2, 5, 3, 9],
    ],
  ),
  // divided by all tokens, the start too, the short text would be before the long one
  prepared(
    random,
    'a short text against a long one',
    {width: 2, nSteps: 2, alpha: 1, isHidden: true},
    [
      [0, 0, 1, 2.08],
      [0, 0, 2, 2.28],
      [1, 2, 3, 1.15],
    ],
  ),
  // that place stays taken: with the first one's the text over 5 would come in, and end better
  prepared(
    random,
    'a finished text keeps its place',
    {width: 2, nSteps: 3, alpha: 1, isHidden: true},
    [
      [0, 0, 1, 3],
      [0, 0, 2, 4],
      [1, 2, 3, 5],
      [1, 2, 4, 4.9],
      [1, 2, 5, 4.8],
      [2, 3, 0, 2],
      [2, 4, 0, 1],
      [2, 5, 3, 9],
    ],
  ),
];

/** @type {Check['truth']} */
export const truth = (core, {tables, width, nSteps, alpha}) => {
  const [n, vocab] = tables.shape;
  const logs = logSoftmax(core, {x: tables}).data;
  /** @typedef {{tokens: number[], sum: number}} Beam */
  let open = [{tokens: [0], sum: 0}];
  /** @type {Beam[]} */
  const finished = [];
  for (let step = 0; step < nSteps && open.length; step++) {
    const all = open.flatMap(({tokens, sum}) => {
      const from = (((tokens.length - 1) % n) * vocab + tokens[tokens.length - 1]) * vocab;
      return Array.from({length: vocab}, (_, token) => ({
        tokens: [...tokens, token],
        sum: sum + logs[from + token],
      }));
    });
    const best = all.sort((a, b) => b.sum - a.sum).slice(0, width);
    finished.push(...best.filter(({tokens}) => tokens.at(-1) === 1));
    open = best.filter(({tokens}) => tokens.at(-1) !== 1);
  }
  const scored = [...finished, ...open].map(({tokens, sum}) => ({
    tokens,
    score: sum / (tokens.length - 1) ** alpha,
  }));
  const {tokens, score} = scored.reduce((a, b) => (b.score > a.score ? b : a));
  return [
    {data: Float64Array.from(tokens), shape: [tokens.length]},
    {data: Float64Array.of(score), shape: []},
  ];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'a-log-probability',
    figure: '8-experiments.html#families-of-maps',
    sentence: 'A score is a logarithm of a probability, so it is not above 0.',
    holds: ([, {data}]) => data[0] <= 1e-6 || `the score is ${data[0].toFixed(3)}`,
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 1e-4, rtol: 1e-4});

// @ts-check
// The sentences that figures show to a model trained on the toy grammar, and the runs that read
// them: one spec per method, so that all figures of trained attention share their runs.
import {grammarSpec, listOf} from './train-specs.js';

/** @import {Tensor} from '../../core/core.js' */
/** @import {RunState, TrainSpec} from '../../workers/protocol.js' */

/** All of six words and of one pattern: the, noun, verb, preposition, the, place. */
export const SENTENCES = [
  'the cat sat on the mat',
  'the dog lay under the table',
  'the bird stood on the roof',
  'the horse stood behind the wall',
  'the king slept on the bed',
  'the girl sat near the chair',
  'the mouse stayed behind the box',
  'the bear slept beside the hill',
];

/**
 * Their words' places in the vocabulary of the grammar, which runs() must know before there is a core.
 *
 * @type {Record<string, number>}
 */
export const WORD_IDS = Object.fromEntries(
  [
    'the 1, cat 3, mouse 4, dog 5, bird 7, horse 9, bear 11, king 12, girl 15',
    'mat 31, chair 33, bed 34, wall 35, hill 36, box 37, roof 38, table 39',
    'sat 47, lay 48, slept 49, stood 50, stayed 51, on 52, under 53, near 54, behind 55, beside 56',
  ]
    .flatMap((list) => list.split(', '))
    .map((entry) => entry.split(' '))
    .map(([word, id]) => [word, Number(id)]),
);
export const SENTENCE_LENGTH = 6;

/** The places of the two “the” in each of them. */
export const THE = /** @type {const} */ ([0, 4]);

export const N_LAYERS = 2;
export const N_HEADS = 4;

/** What a figure may want to know: attention, and the tokens after each layer and at the end. */
const TAKE = [
  ...Array.from({length: N_LAYERS}, (_, k) => `layers.${k}.attn.weights`),
  ...Array.from({length: N_LAYERS}, (_, k) => `layers.${k}.out`),
  'embedded',
  'final',
];

/**
 * A model of the grammar that is shown the sentences at its end.
 *
 * @param {{method: string, causal?: boolean, seed: number, steps: number}} options method: a key of METHODS
 * @returns {TrainSpec}
 */
export function probedSpec({method, causal = true, seed, steps}) {
  const tokens = SENTENCES.map((sentence) => sentence.split(' ').map((word) => WORD_IDS[word]));
  const probe = {tokens, take: TAKE};
  return grammarSpec({methods: listOf(method), causal, seed, steps, probe});
}

/**
 * @param {RunState} run
 * @param {number} layer from 0
 * @returns {Tensor | undefined} (sentences, heads, queries, keys); nothing before the run's end
 */
export const weightsOf = (run, layer) => run.probe?.[`layers.${layer}.attn.weights`];

/**
 * One head's map of one sentence.
 *
 * @param {Tensor} weights (sentences, heads, n, n)
 * @param {number} sentence
 * @param {number} head from 0
 * @returns {Tensor} (n, n), a view
 */
export function mapOf({data, shape: [, nHeads, n]}, sentence, head) {
  const at = (sentence * nHeads + head) * n * n;
  return {data: data.subarray(at, at + n * n), shape: [n, n]};
}

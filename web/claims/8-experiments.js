// @ts-check
import {crossEntropy} from '../core/nn-training.js';
import {accuraciesByLength, accuraciesByMask, accuraciesByTask} from './runs.js';

/** @import {Claim} from './claim.js' */

/** @type {Claim[]} */
export default [
  {
    id: 'index-task',
    source: 'Recorded: the place of a letter in 8, 400 steps, seed 1',
    run: 'position-resolution',
    read: accuraciesByMask,
    law: {
      says: 'under the causal mask all reach 1.000',
      holds: ({causal}) => Object.values(causal).every((accuracy) => accuracy > 0.9995),
    },
  },
  {
    id: 'mirror-task',
    source: 'Recorded: which of two letters comes first, 100 steps, seed 1',
    run: 'alibi-mirror-classifier',
    read: accuraciesByMask,
    law: {
      says: 'with the causal mask ALiBi solves the task',
      holds: ({causal}) => causal.alibi > 0.95,
    },
  },
  {
    id: 'hybrids',
    source: 'Recorded: an order-2 language, pairs of methods, 400 steps at length 6, seed 1',
    run: 'hybrid-curves',
    settings: {trained: 6, longest: 96},
    read: (recording) => ({at: accuraciesByLength(recording)}),
    law: {
      says: 'no pair keeps what ALiBi keeps alone',
      holds: ({at}) => at.alibi[96] > at.ropeAlibi[96] && at.alibi[96] > at.sinusoidalAlibi[96],
    },
  },
  {
    id: 'three-cases',
    source: 'Recorded: three questions, one answer per sequence, both sides visible, seed 1',
    run: 'three-cases',
    read: accuraciesByTask,
    law: {
      says: 'without positions the next letter is always found, three of four pronouns are, and who comes first is a coin; with sinusoids all are right',
      holds: ({successor, pronoun, before}) =>
        successor.none > 0.999 &&
        Math.abs(pronoun.none - 0.75) < 0.05 &&
        Math.abs(before.none - 0.5) < 0.05 &&
        Math.min(successor.sinusoidal, pronoun.sinusoidal, before.sinusoidal) > 0.99,
    },
  },
  {
    id: 'coin-loss',
    source: 'The cross-entropy of two classes with equal logits',
    settings: {classes: 2},
    compute(core, {classes}) {
      const logits = {data: new Float32Array(classes), shape: [1, classes]};
      return {loss: crossEntropy(core, {logits, targets: [0]}).loss};
    },
  },
];

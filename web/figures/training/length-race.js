// @ts-check
import {taskInfo, tasks} from '../../core/task.js';
import {formatNumber} from '../../draw/format.js';
import {Experiment} from '../frame/experiment.js';
import {raceDrawing} from './race.js';
import {entriesOf} from './results.js';
import {
  listOf,
  METHODS_SETTING,
  methodOf,
  RACE_BATCH,
  RACE_RATE,
  RACE_STEPS,
  raceSpec,
  seedsOf,
  TABLE_ROWS,
} from './train-specs.js';

/** @import {Core} from '../../core/core.js' */
/** @import {RunState} from '../../workers/protocol.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

/** A text is measured at its training length and at these multiples of it. */
const MULTIPLES = [1, 2, 4, 8, 16];

const TASKS = /* t */ {
  'order-2': 'order-2 language',
  grammar: 'toy grammar',
  successor: 'next letter',
  copy: 'copy',
  reverse: 'copy backwards',
  induction: 'what came after it?',
  first: 'what came first?',
};

/** Ideas of 2024 and 2025 beside those that they change. */
const NEWER = [
  ...['none', 'rope', 'rope-alternate', 'p-rope', 'rope-sink', 'pope'],
  ...['alibi', 'fox', 'rope-fox', 'stick-breaking'],
];

/** Reflections read from the content, and what they are compared with. */
const REFLECTIONS = ['none', 'rope', 'fox', 'path', 'path-fox'];

/** Some that train; with the last of each a reader sees what too much does. */
const RATES = ['0.0005', '0.002', String(RACE_RATE), '0.02', '0.1', '1e3'];
const BATCHES = ['16', String(RACE_BATCH), '256', '1024', '65536'];

/** @param {readonly string[]} values */
const optionsOf = (values) =>
  Object.fromEntries(values.map((text) => [text, text < '1' ? text : formatNumber(Number(text))]));

/** @param {Settings} settings */
const lengthsOf = ({seqLen}) => MULTIPLES.map((times) => times * seqLen);

/**
 * Tiny causal transformers, equal but for the positional method, trained at one length and measured
 * at up to sixteen times as much.
 *
 * Attributes: methods (keys of METHODS, separated by commas), task, seq-len (of training), steps, lr (the
 * peak of the learning rate), batch (sequences a step), seeds (1 or 3 of them), seed (the first), rows
 * (of the learned table).
 */
export class LengthRace extends Experiment {
  static tag = 'length-race';

  static settings = /** @type {Schema} */ ({
    methods: METHODS_SETTING,
    task: {type: 'choice', default: 'order-2', options: TASKS, label: 'Task'},
    seqLen: {type: 'int', default: 6, min: 4, max: 24, step: 2, label: 'Training length'},
    steps: {
      type: 'int',
      default: RACE_STEPS,
      min: 50,
      max: 3000,
      step: 50,
      label: 'Training steps',
    },
    lr: {
      type: 'choice',
      default: String(RACE_RATE),
      options: optionsOf(RATES),
      label: 'Learning rate',
    },
    batch: {
      type: 'choice',
      default: String(RACE_BATCH),
      options: optionsOf(BATCHES),
      label: 'Sequences a step',
    },
    seeds: {
      type: 'choice',
      default: '1',
      options: {1: 'one seed', 3: 'three seeds, with error bars'},
      label: 'Seeds',
    },
    seed: {type: 'int', default: 1, min: 0, max: 99, label: 'First seed'},
    rows: {type: 'int', default: TABLE_ROWS, min: 4, max: 512, label: 'Rows of learned tables'},
  });

  static presets = {
    'length-race': {
      title: 'The length race: seven methods trained on texts of six tokens, read up to 96',
      short: 'seven methods',
    },
    'length-race-seeds': {
      title: 'The length race with three seeds: how much of a difference is luck?',
      short: 'three seeds',
      settings: {seeds: '3'},
    },
    'length-race-newer': {
      title: 'Newer ideas in the race: fewer rotations, and a gate that forgets',
      short: 'newer ideas',
      settings: {methods: [...NEWER, 'rope-temperature'], seeds: '3'},
      controls: ['methods', 'task', 'seeds', 'seed'],
    },
    'length-race-recall': {
      title: 'The newer ideas where the answer is far away',
      short: 'a far answer',
      settings: {methods: NEWER, task: 'induction', seqLen: 12, seeds: '3'},
      controls: ['methods', 'task', 'seeds', 'seed'],
      primary: ['methods', 'seeds'],
    },
    'length-race-values': {
      title: 'Rotated values and latent attention beside RoPE and no positions',
      short: 'values and vectors',
      settings: {methods: ['none', 'rope', 'rope-values', 'mla-rope', 'mla-nope'], seeds: '3'},
      controls: ['methods', 'task', 'seeds', 'seed'],
    },
    'length-race-path': {
      title: 'PaTH in the race: reflections in place of rotations',
      short: 'reflections',
      settings: {methods: REFLECTIONS, seeds: '3'},
      controls: ['methods', 'task', 'seeds', 'seed'],
    },
    'length-race-path-recall': {
      title: 'PaTH, rotated values and latent attention where the answer is far away',
      short: 'reflections, a far answer',
      settings: {
        methods: ['none', 'rope', 'fox', 'path', 'rope-values', 'mla-rope', 'mla-nope'],
        task: 'induction',
        seqLen: 12,
        seeds: '3',
      },
      controls: ['methods', 'task', 'seeds', 'seed'],
    },
    'length-race-first': {
      title: 'The seven methods where the answer is the first token',
      short: 'what came first?',
      settings: {task: 'first', seqLen: 12, seeds: '3', rows: 192},
      controls: ['methods', 'task', 'seeds', 'seed'],
    },
    'length-gen-curves': {
      title: 'Accuracy and perplexity against length, five methods',
      short: 'five methods',
      settings: {methods: ['none', 'sinusoidal', 'learned', 'rope', 'alibi']},
      controls: ['methods', 'seeds', 'seed', 'rows'],
    },
    'rope-extrapolation': {
      title: 'RoPE and a learned table, past the length of their training',
      short: 'RoPE and learned',
      settings: {methods: ['learned', 'rope']},
      controls: ['methods', 'seeds', 'seed', 'rows'],
    },
    'alibi-extrapolation': {
      title: 'ALiBi past the length of its training, beside three others',
      short: 'with ALiBi',
      settings: {methods: ['sinusoidal', 'learned', 'rope', 'alibi']},
      controls: ['methods', 'seeds', 'seed', 'rows'],
    },
    'hybrid-curves': {
      title: 'Two methods at once: RoPE with ALiBi, sinusoids with ALiBi',
      short: 'two at once',
      settings: {methods: ['sinusoidal', 'rope', 'alibi', 'rope-alibi', 'sinusoidal-alibi']},
      controls: ['methods', 'seeds', 'seed'],
    },
  };

  /** @param {Settings} settings */
  static runs(settings) {
    const {methods, task, seqLen, steps, rows} = settings;
    const [lr, batch] = [Number(settings.lr), Number(settings.batch)];
    const lengths = lengthsOf(settings);
    return methods.flatMap((/** @type {string} */ key) =>
      seedsOf(settings).map((seed) =>
        raceSpec({methods: listOf(key, rows), task, seqLen, steps, lr, batch, seed, lengths}),
      ),
    );
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} _fault
   * @param {RunState[]} runs
   * @returns {Drawing}
   */
  static compute(core, settings, _fault, runs) {
    const {task, rows} = settings;
    const seeds = seedsOf(settings);
    const methods = settings.methods.map(methodOf);
    return raceDrawing({
      entries: entriesOf(methods, seeds.length, runs),
      spec: LengthRace.runs(settings)[0],
      seeds,
      title: tasks(core).find(({name}) => name === task)?.title ?? task,
      lengths: lengthsOf(settings),
      rows,
      info: (seqLen) => taskInfo(core, {task, seqLen}),
    });
  }
}

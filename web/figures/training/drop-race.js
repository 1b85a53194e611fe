// @ts-check
import {taskInfo, tasks} from '../../core/task.js';
import {Experiment} from '../frame/experiment.js';
import {LengthRace} from './length-race.js';
import {raceDrawing} from './race.js';
import {entriesOf, resultAt} from './results.js';
import {share} from './sentences.js';
import {listOf, methodOf, raceSpec, seedsOf} from './train-specs.js';

/** @import {Core} from '../../core/core.js' */
/** @import {RunState, Spec, TrainSpec} from '../../workers/protocol.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */
/** @import {Entry} from './results.js' */
/** @import {Method} from './train-specs.js' */

/** A text is measured at its training length and at these multiples of it. */
const MULTIPLES = [1, 2, 4, 8, 16];

/** Steps after the removal: of so many, the rate climbs in a tenth. */
const STEPS_AFTER = /* t */ {
  0: 'none',
  25: '25 steps',
  100: '100 steps',
  200: '200 steps',
};
const WARMUP_SHARE = 1 / 10;
/** Places six apart in the palette share a colour and differ in dash and mark: RoPE's, and one for each removal. */
const PLACES_APART = 6;

const TASKS = /* t */ {
  'order-2': 'order-2 language',
  induction: 'what came after it?',
  first: 'what came first?',
};

/** @param {Settings} settings */
const lengthsOf = ({seqLen}) => MULTIPLES.map((times) => times * seqLen);

/** @param {Settings} settings @returns {number[]} in ascending order, and shorter than the whole */
const removalsOf = ({stepsAfter, steps}) =>
  stepsAfter.map(Number).filter((/** @type {number} */ n) => n < steps);

/**
 * RoPE and no positions from the first step to the last, then the removals.
 *
 * @param {Settings} settings
 * @returns {Method[]}
 */
function runnersOf(settings) {
  const rope = methodOf('rope');
  const removed = removalsOf(settings).map((n, k) => ({
    key: `removed-${n}`,
    name: n === 0 ? /* t */ 'RoPE, removed at the end' : `RoPE, removed ${n} steps before the end`,
    list: rope.list,
    colour: rope.colour + PLACES_APART * (k + 1),
  }));
  return [rope, methodOf('none'), ...removed];
}

/**
 * What the removal did, in numbers.
 *
 * @param {readonly Entry[]} entries
 * @param {Settings} settings
 * @returns {string} '' before all are measured
 */
export function removalFindings(entries, settings) {
  const lengths = lengthsOf(settings);
  const ends = [lengths[0], lengths[lengths.length - 1]];
  const lines = entries.map((entry) => {
    const [home, far] = ends.map((length) => resultAt(entry, length)?.accuracy.mean);
    if (home === undefined || far === undefined) return '';
    return `${entry.method.name}: ${share(home)} and ${share(far)}.`;
  });
  if (lines.includes('')) return '';
  return [`Accuracy at ${ends[0]} and at ${ends[1]} tokens.`, ...lines].join('\n');
}

const {seqLen, steps, seeds, seed} = LengthRace.settings;

/**
 * Tiny causal transformers that learn with RoPE, lose it, and learn on for a few steps at the same length, beside
 * models with RoPE and without positions from the first step to the last. All have equally many steps.
 *
 * Attributes: steps-after (steps after the removal, separated by commas), task, seq-len (of training), steps (with those
 * after the removal), seeds (1 or 3 of them), seed (the first).
 */
export class DropRace extends Experiment {
  static tag = 'drop-race';

  static settings = /** @type {Schema} */ ({
    stepsAfter: {
      type: 'set',
      default: ['0', '25', '200'],
      options: STEPS_AFTER,
      label: 'Training after the removal',
    },
    task: {type: 'choice', default: 'order-2', options: TASKS, label: 'Task'},
    seqLen,
    steps,
    seeds: {...seeds, default: '3'},
    seed,
  });

  static presets = {
    'drop-race': {
      title: 'RoPE removed after training, and trained on without it: texts of six tokens',
      short: 'two tokens back',
    },
    'drop-race-first': {
      title: 'The same where the answer is the first token',
      short: 'what came first?',
      settings: {task: 'first', seqLen: 12, stepsAfter: ['0', '25']},
      controls: ['stepsAfter', 'task', 'seeds', 'seed'],
    },
  };

  /** @param {Settings} settings @returns {TrainSpec[]} */
  static runs(settings) {
    const {task, seqLen, steps} = settings;
    const lengths = lengthsOf(settings);
    const specsOf = (/** @type {string} */ key, /** @type {Partial<TrainSpec>} */ more = {}) =>
      seedsOf(settings).map((seed) => ({
        ...raceSpec({methods: listOf(key), task, seqLen, steps, seed, lengths}),
        ...more,
      }));
    const removed = removalsOf(settings).flatMap((n) =>
      specsOf('rope', {
        second: {after: steps - n, methods: [], warmup: Math.floor(n * WARMUP_SHARE)},
      }),
    );
    return [...specsOf('rope'), ...specsOf('none'), ...removed];
  }

  /** @param {Spec} spec */
  static nameOf(spec) {
    const after = spec.kind === 'train' ? spec.second?.after : undefined;
    return `${super.nameOf(spec)}, ${after === undefined ? /* t */ 'kept' : `removed after ${after} steps`}`;
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} _fault
   * @param {RunState[]} runs
   * @returns {Drawing}
   */
  static compute(core, settings, _fault, runs) {
    const {task} = settings;
    const seeds = seedsOf(settings);
    const entries = entriesOf(runnersOf(settings), seeds.length, runs);
    const drawing = raceDrawing(
      {
        entries,
        spec: DropRace.runs(settings)[0],
        seeds,
        title: tasks(core).find(({name}) => name === task)?.title ?? task,
        lengths: lengthsOf(settings),
        rows: 0,
        info: (seqLen) => taskInfo(core, {task, seqLen}),
      },
      {perplexity: false},
    );
    const says = removalFindings(entries, settings);
    const panels = drawing.panels.map((panel) =>
      panel.kind === 'table' ? {...panel, says} : panel,
    );
    const phases =
      'Where RoPE is removed, the weights stay; the moments of the optimiser and the learning rate begin anew.';
    return {...drawing, panels, note: `${phases} ${drawing.note}`};
  }
}

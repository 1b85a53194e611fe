// @ts-check
import {taskInfo, tasks} from '../../core/task.js';
import {Experiment} from '../frame/experiment.js';
import {LengthRace} from './length-race.js';
import {raceDrawing} from './race.js';
import {entriesOf, resultAt} from './results.js';
import {share} from './sentences.js';
import {listOf, METHODS_SETTING, methodOf, raceSpec} from './train-specs.js';

/** @import {Core} from '../../core/core.js' */
/** @import {RunState, Spec, TrainSpec} from '../../workers/protocol.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */
/** @import {Entry} from './results.js' */
/** @import {Method} from './train-specs.js' */

/** A text is measured at its training length and at these multiples of it. */
const MULTIPLES = [1, 2, 4, 8, 16];

const RULES = {plain: 'plain', randomized: 'randomized', pose: 'PoSE'};
/** Places six apart in the palette share a colour and differ in dash and mark: one of each for a rule. */
const PLACES_APART = 6;

/** Of the plot, which stands alone, and has many lines. */
const HEIGHT_PX = 190;

const TASKS = {
  'order-2': 'order-2 language',
  induction: 'what came after it?',
  copy: 'copy',
  reverse: 'copy backwards',
};

/** @param {Settings} settings @returns {number[]} */
const seedsOf = ({seed, seeds}) => Array.from({length: Number(seeds)}, (_, k) => seed + k);

/** A longer text than there are ids cannot have randomized ones. @param {Settings} settings */
const lengthsOf = ({seqLen, nIds}) =>
  MULTIPLES.map((times) => times * seqLen).filter((length) => length <= nIds);

/**
 * Each method with each rule for its ids, as one more method.
 *
 * @param {Settings} settings
 * @returns {(Method & {of: string, rule: 'plain' | 'randomized' | 'pose'})[]}
 */
function runnersOf({methods, ids}) {
  return methods.flatMap((/** @type {string} */ key) => {
    const method = methodOf(key);
    return ids.map((/** @type {keyof typeof RULES} */ rule) => ({
      ...method,
      key: `${key}, ${rule}`,
      name: `${method.name}, ${RULES[rule]}`,
      colour: method.colour + PLACES_APART * Object.keys(RULES).indexOf(rule),
      of: key,
      rule,
    }));
  });
}

/**
 * What other ids have changed, method by method, in numbers.
 *
 * @param {readonly Entry[]} entries
 * @param {Settings} settings
 * @returns {string}
 */
export function idFindings(entries, settings) {
  const lengths = lengthsOf(settings);
  const ends = [lengths[0], lengths[lengths.length - 1]];
  const sentences = settings.methods.map((/** @type {string} */ key) => {
    const parts = settings.ids.flatMap((/** @type {keyof typeof RULES} */ rule) => {
      const entry = entries.find(({method}) => method.key === `${key}, ${rule}`);
      const results = ends.map((length) => entry && resultAt(entry, length));
      const [trained, far] = results.map((result) => result && share(result.accuracy.mean));
      return trained && far ? [`${RULES[rule]} ${trained} and ${far}`] : [];
    });
    if (parts.length < settings.ids.length) return '';
    return `${methodOf(key).name}: ${parts.join('; ')}.`;
  });
  const said = sentences.filter(Boolean);
  if (said.length === 0) return '';
  return [`Accuracy at ${ends[0]} and at ${ends[1]} tokens.`, ...said].join('\n');
}

const {seqLen, steps, seeds, seed} = LengthRace.settings;

/**
 * Tiny causal transformers, equal but for the positional method and for the position ids of their training texts:
 * 0, 1, 2, ...; sorted random ids of a larger range; or two chunks with a jump between them.
 *
 * Attributes: methods (keys of METHODS, separated by commas), ids (plain, randomized, pose), task, seq-len (of
 * training), n-ids (of the range), steps, seeds (1 or 3 of them), seed (the first).
 */
export class IdsRace extends Experiment {
  static tag = 'ids-race';

  static settings = /** @type {Schema} */ ({
    methods: {...METHODS_SETTING, default: ['sinusoidal', 'learned', 'rope', 'alibi']},
    ids: {
      type: 'set',
      default: Object.keys(RULES),
      options: RULES,
      label: 'Position ids while training',
    },
    task: {type: 'choice', default: 'order-2', options: TASKS, label: 'Task'},
    seqLen,
    nIds: {type: 'int', default: 128, min: 32, max: 256, step: 32, label: 'Ids in the range'},
    steps,
    seeds: {...seeds, default: '3'},
    seed,
  });

  static presets = {
    'ids-race': {
      title: 'Randomized ids and PoSE against plain ids, trained on texts of six tokens',
      short: 'two tokens back',
    },
    'ids-race-recall': {
      title: 'The same where the answer is far away',
      short: 'a far answer',
      settings: {methods: ['sinusoidal', 'rope', 'alibi'], task: 'induction', seqLen: 12},
      controls: ['methods', 'ids', 'seeds', 'seed'],
    },
  };

  /** @param {Settings} settings @returns {TrainSpec[]} */
  static runs(settings) {
    const {task, seqLen, steps, nIds} = settings;
    const lengths = lengthsOf(settings);
    return runnersOf(settings).flatMap(({of, rule}) =>
      seedsOf(settings).map((seed) => ({
        ...raceSpec({methods: listOf(of, nIds), task, seqLen, steps, seed, lengths}),
        ...(rule !== 'plain' && {ids: {rule, nIds}}),
      })),
    );
  }

  /** @param {Spec} spec */
  static nameOf(spec) {
    const rule = spec.kind === 'train' ? (spec.ids?.rule ?? 'plain') : 'plain';
    return `${super.nameOf(spec)}, ${rule} ids`;
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} _fault
   * @param {RunState[]} runs
   * @returns {Drawing}
   */
  static compute(core, settings, _fault, runs) {
    const {task, nIds} = settings;
    const seeds = seedsOf(settings);
    const entries = entriesOf(runnersOf(settings), seeds.length, runs);
    const drawing = raceDrawing(
      {
        entries,
        spec: IdsRace.runs(settings)[0],
        seeds,
        title: tasks(core).find(({name}) => name === task)?.title ?? task,
        lengths: lengthsOf(settings),
        rows: nIds,
        info: (seqLen) => taskInfo(core, {task, seqLen}),
      },
      {loss: false, perplexity: false},
    );
    const says = idFindings(entries, settings);
    const panels = drawing.panels.map((panel) =>
      panel.kind === 'table' ? {...panel, says} : {...panel, height: HEIGHT_PX},
    );
    const tested = `Randomized ids are sorted numbers below ${nIds}, drawn for each batch, in tests too. PoSE moves the ids after a random cut on by a jump, and is tested at 0, 1, 2, ...`;
    return {...drawing, panels, note: `${tested} ${drawing.note}`};
  }
}

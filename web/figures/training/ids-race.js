// @ts-check
import {taskInfo, tasks} from '../../core/task.js';
import {Experiment} from '../frame/experiment.js';
import {LengthRace} from './length-race.js';
import {raceDrawing} from './race.js';
import {entriesOf, resultAt} from './results.js';
import {share} from './sentences.js';
import {LONG_STEPS, listOf, METHODS_SETTING, methodOf, raceSpec, seedsOf} from './train-specs.js';

/** @import {Core} from '../../core/core.js' */
/** @import {RunState, Spec, TrainSpec} from '../../workers/protocol.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */
/** @import {Entry} from './results.js' */
/** @import {Method} from './train-specs.js' */

/** A text is measured at its training length and at these multiples of it. */
const MULTIPLES = [1, 2, 4, 8, 16];

const RULES = /* t */ {
  plain: 'plain',
  randomized: 'randomized',
  pose: 'PoSE',
  abacus: 'abacus',
  coupled: 'coupled',
};
/** They need numbers in the text. */
const PLACE_RULES = ['abacus', 'coupled'];
/** Places six apart in the palette share a colour and differ in dash and mark: one of each for a rule. */
const PLACES_APART = 6;

/** Of the plot, which stands alone, and has many lines. */
const HEIGHT_PX = 190;

const TASKS = /* t */ {
  'order-2': 'order-2 language',
  induction: 'what came after it?',
  copy: 'copy',
  reverse: 'copy backwards',
  addition: 'addition',
};

/** What the ids are, in training and in tests. @type {Record<keyof typeof RULES, (nIds: number) => string>} */
const RULE_TEXTS = {
  plain: () => '',
  randomized: (nIds) =>
    `Randomized ids are sorted numbers below ${nIds}, drawn for each batch, in tests too.`,
  pose: () => 'PoSE moves the ids after a random cut on by a jump, and is tested at 0, 1, 2, ...',
  abacus: (nIds) =>
    `Abacus ids count the digits of each number from 1, and in training from a random id on, below ${nIds}; signs have 0.`,
  coupled: (nIds) =>
    `Coupled ids are equal for digits of equal place value, and begin at a random id below ${nIds} in training.`,
};

/** Tokens of an addition of numbers of n digits (src/model/task/addition.c). */
const additionLength = (/** @type {number} */ digits) => 3 * digits + 2;

/** Digits of the longest addition that fits into a text. @param {number} seqLen */
const digitsOf = (seqLen) => Math.floor((seqLen - 2) / 3);

/** Digits of the additions that are tested, where training has at most n. @param {number} n */
const testedDigits = (n) =>
  [n, n + 1, n + 2, n + 3, 2 * n].filter((d, k, all) => d > (all[k - 1] ?? 0));

/** Of numbers of 1, 2, ... digits. @param {number} longest */
const shorterAdditions = (longest) =>
  Array.from({length: digitsOf(longest)}, (_, k) => additionLength(k + 1));

/** Of the training texts. @param {Settings} settings @returns {number} */
const trainLengthOf = ({task, seqLen}) =>
  task === 'addition' ? additionLength(digitsOf(seqLen)) : seqLen;

/** A longer text than there are ids cannot have randomized ones. @param {Settings} settings @returns {number[]} */
const lengthsOf = ({task, seqLen, nIds}) =>
  (task === 'addition'
    ? testedDigits(digitsOf(seqLen)).map(additionLength)
    : MULTIPLES.map((times) => times * seqLen)
  ).filter((length) => length <= nIds);

/** Whether a rule needs another task. @param {string} task */
const isUnfit = (task) => (/** @type {string} */ rule) =>
  task !== 'addition' && PLACE_RULES.includes(rule);

/** The rules that fit the task; where none does, plain ids. @param {Settings} settings @returns {(keyof typeof RULES)[]} */
function rulesOf({ids, task}) {
  const fit = ids.filter((/** @type {string} */ rule) => !isUnfit(task)(rule));
  return fit.length > 0 ? fit : ['plain'];
}

/**
 * Each method with each rule for its ids, as one more method.
 *
 * @param {Settings} settings
 * @returns {(Method & {of: string, rule: keyof typeof RULES})[]}
 */
function runnersOf(settings) {
  return settings.methods.flatMap((/** @type {string} */ key) => {
    const method = methodOf(key);
    return rulesOf(settings).map((rule) => ({
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
    const rules = rulesOf(settings);
    const parts = rules.flatMap((rule) => {
      const entry = entries.find(({method}) => method.key === `${key}, ${rule}`);
      const results = ends.map((length) => entry && resultAt(entry, length));
      const [trained, far] = results.map((result) => result && share(result.accuracy.mean));
      return trained && far ? [`${RULES[rule]} ${trained} and ${far}`] : [];
    });
    if (parts.length < rules.length) return '';
    return `${methodOf(key).name}: ${parts.join('; ')}.`;
  });
  const said = sentences.filter(Boolean);
  if (said.length === 0) return '';
  return [`Accuracy at ${ends[0]} and at ${ends[1]} tokens.`, ...said].join('\n');
}

const {seqLen, steps, seeds, seed} = LengthRace.settings;

/**
 * Tiny causal transformers, equal but for the positional method and for the position ids of their training texts:
 * 0, 1, 2, ...; sorted random ids of a larger range; two chunks with a jump between them; or, where numbers are
 * added, the places of digits.
 *
 * Attributes: methods (keys of METHODS, separated by commas), ids (plain, randomized, pose, abacus, coupled), task, seq-len (of
 * training), n-ids (of the range), steps, seeds (1 or 3 of them), seed (the first).
 */
export class IdsRace extends Experiment {
  static tag = 'ids-race';

  static settings = /** @type {Schema} */ ({
    methods: {...METHODS_SETTING, default: ['sinusoidal', 'learned', 'rope', 'alibi']},
    ids: {
      type: 'set',
      default: ['plain', 'randomized', 'pose'],
      options: RULES,
      label: 'Position ids while training',
    },
    task: {type: 'choice', default: 'order-2', options: TASKS, label: 'Task'},
    seqLen,
    nIds: {type: 'int', default: 128, min: 32, max: 256, step: 32, label: 'Ids in the range'},
    steps: {...steps, default: LONG_STEPS},
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
    'ids-race-addition': {
      title: 'Ids by the place of a digit, trained on sums of up to six digits',
      short: 'additions',
      settings: {
        methods: ['rope'],
        ids: ['plain', 'abacus', 'coupled'],
        task: 'addition',
        seqLen: 20,
        nIds: 64,
      },
      controls: ['methods', 'ids', 'seeds', 'seed'],
    },
  };

  /** @param {Settings} settings @returns {TrainSpec[]} */
  static runs(settings) {
    const {task, steps, nIds} = settings;
    const seqLen = trainLengthOf(settings);
    const lengths = lengthsOf(settings);
    return runnersOf(settings).flatMap(({of, rule}) =>
      seedsOf(settings).map((seed) => ({
        ...raceSpec({methods: listOf(of, nIds), task, seqLen, steps, seed, lengths}),
        ...(task === 'addition' && {lengths: shorterAdditions(seqLen)}),
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
    const tested = rulesOf(settings)
      .map((rule) => RULE_TEXTS[rule](nIds))
      .filter(Boolean)
      .join(' ');
    const left = settings.ids.some(isUnfit(task))
      ? /* t */ 'Ids by the places of digits are left out: they need the task of additions. '
      : '';
    return {...drawing, panels, note: `${left}${tested} ${drawing.note}`};
  }
}

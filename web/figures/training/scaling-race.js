// @ts-check
import {taskInfo, tasks} from '../../core/task.js';
import {Experiment} from '../frame/experiment.js';
import {RULES} from '../shared/scaling-rules.js';
import {readBy, scalingDrawing} from './scaling.js';
import {scalingSpec, seedsOf} from './train-specs.js';

/** @import {Core} from '../../core/core.js' */
/** @import {RunState, TestSettings} from '../../workers/protocol.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

/** A text is measured at its training length and at these multiples of it. */
const MULTIPLES = [1, 2, 4, 8];

/** Rules that need nothing but lengths; log-N is none of them, and races too. */
const RACERS = ['none', 'linear', 'ntk', 'dynamic', 'yarn', 'yarn-paper'];
const LOG_N = 'log-n';
const OPTIONS = {
  ...Object.fromEntries(RACERS.map((rule) => [rule, RULES[rule].name])),
  [LOG_N]: 'log-N alone',
};

/** A place in the palette: a rule's is its own in the whole chapter, log-N has one that no racer has. */
const placeOf = (/** @type {string} */ rule) =>
  Object.keys(RULES).indexOf(rule === LOG_N ? 'llama3' : rule);

const TASKS = {'order-2': 'order-2 language', induction: 'what came after it?'};

/** @param {Settings} settings */
const lengthsOf = ({seqLen}) => MULTIPLES.map((times) => times * seqLen);

/**
 * A rule as a test asks for it.
 *
 * @param {string} rule
 * @param {Settings} settings
 * @returns {TestSettings}
 */
function testOf(rule, {seqLen: original, factor}) {
  if (rule === LOG_N) return {name: rule, methods: [{name: LOG_N, trainLen: original}]};
  const context = {
    dim: 0,
    base: 0,
    seqLen: 0,
    original,
    factor: factor === 'fit' ? 1 : Number(factor),
  };
  const {dim: _dim, base: _base, seqLen: _seqLen, ...reads} = RULES[rule].reads(context);
  // the base of dynamic NTK follows the text by itself
  const stretched = ['factor', 'alpha'].filter((key) => key in reads && rule !== 'dynamic');
  const fit = factor === 'fit' ? Object.fromEntries(stretched.map((key) => [key, 'fit'])) : {};
  return {name: rule, methods: [{name: 'rope-half', scaling: {...reads, ...fit}}]};
}

/**
 * One RoPE model, trained on short texts and read on longer ones by each rule in turn, with no training
 * in between.
 *
 * Attributes: rules (separated by commas), task, seq-len (of training), factor (of the rules; fit: as long
 * as the text), steps, seeds (1 or 3 of them), seed (the first).
 */
export class ScalingRace extends Experiment {
  static tag = 'scaling-race';

  static settings = /** @type {Schema} */ ({
    rules: {type: 'set', default: Object.keys(OPTIONS), options: OPTIONS, label: 'Read by'},
    task: {type: 'choice', default: 'order-2', options: TASKS, label: 'Task'},
    seqLen: {type: 'int', default: 24, min: 8, max: 32, step: 4, label: 'Training length'},
    factor: {
      type: 'choice',
      default: '4',
      options: {2: '2', 4: '4', 8: '8', fit: 'as the text needs'},
      label: 'Factor of the rules',
    },
    steps: {type: 'int', default: 600, min: 50, max: 2000, step: 50, label: 'Training steps'},
    seeds: {
      type: 'choice',
      default: '1',
      options: {1: 'one seed', 3: 'three seeds, with error bars'},
      label: 'Seeds',
    },
    seed: {type: 'int', default: 1, min: 0, max: 99, label: 'First seed'},
  });

  static presets = {
    'rope-scaling-race': {
      title: 'One model, seven ways to read on: trained on 24 tokens, read up to 192',
    },
  };

  /** @param {Settings} settings */
  static runs(settings) {
    const {task, seqLen, steps} = settings;
    const asked = settings.rules.filter((/** @type {string} */ rule) => rule !== 'none');
    const scalings = asked.map((/** @type {string} */ rule) => testOf(rule, settings));
    const lengths = lengthsOf(settings);
    return seedsOf(settings).map((seed) =>
      scalingSpec({scalings, task, seqLen, seed, steps, lengths}),
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
    const {task, factor} = settings;
    const entries = settings.rules.map((/** @type {keyof typeof OPTIONS} */ rule) => ({
      method: {key: rule, name: OPTIONS[rule], list: [], colour: placeOf(rule)},
      runs: readBy(runs, rule),
    }));
    const race = {
      entries,
      spec: ScalingRace.runs(settings)[0],
      seeds: seedsOf(settings),
      title: tasks(core).find(({name}) => name === task)?.title ?? task,
      lengths: lengthsOf(settings),
      rows: 0,
      info: (/** @type {number} */ seqLen) => taskInfo(core, {task, seqLen}),
      factor: factor === 'fit' ? null : Number(factor),
    };
    return scalingDrawing(race, runs);
  }
}

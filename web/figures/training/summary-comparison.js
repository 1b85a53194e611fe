// @ts-check
import {methods as coreMethods, memoryBytes} from '../../core/pe.js';
import {taskInfo, tasks} from '../../core/task.js';
import {Experiment} from '../frame/experiment.js';
import {entriesOf} from './results.js';
import {summaryDrawing} from './summary.js';
import {
  listOf,
  METHODS_SETTING,
  methodOf,
  RACE_LENGTHS,
  raceSpec,
  TABLE_ROWS,
} from './train-specs.js';

/** @import {Core} from '../../core/core.js' */
/** @import {RunState} from '../../workers/protocol.js' */
/** @import {Facts} from './summary.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const TASK = 'order-2';
/** Places where a method acts, as the core's table names them. @type {Record<string, string>} */
const PLACES = /* t */ {
  nowhere: 'nothing',
  input: 'input',
  kv: 'keys and values',
  qk: 'queries and keys',
  values: 'values and output',
  logits: 'logits',
  output: 'output',
};
/** The core's default of the Shaw tables and the clipped bias. */
const CLIP = 5;

/** @param {readonly string[]} texts */
const distinct = (texts) => [...new Set(texts)];

/**
 * What the core's table says of a method that people know by one name; of two at once, of both.
 *
 * @param {Core} core
 * @param {string} key of METHODS
 * @param {number} memoryLength
 * @param {{nHeads?: number, dModel?: number}} model
 * @returns {Facts}
 */
function factsOf(core, key, memoryLength, {nHeads = 4, dModel = 64}) {
  const list = methodOf(key).list;
  const size = {seqLen: memoryLength, dModel, nHeads, dHead: dModel / nHeads, clip: CLIP};
  const own = coreMethods(core).filter(({name}) => (list.length ? list : ['none']).includes(name));
  const learns = distinct(own.map((one) => one.learns).filter((what) => what !== 'nothing'));
  return {
    actsOn: distinct(own.map(({actsOn}) => PLACES[actsOn] ?? actsOn)).join(', '),
    learns: learns.join(', ') || 'nothing',
    bytes: own.reduce((sum, {name}) => sum + memoryBytes(core, {method: name, ...size}), 0),
  };
}

/**
 * All methods side by side: where each acts, what it learns and keeps, and what became of its accuracy past
 * the length of its training. The runs are those of the length race.
 *
 * Attributes: methods (keys of METHODS, separated by commas), seed, memory-length (positions).
 */
export class SummaryComparison extends Experiment {
  static tag = 'summary-comparison';

  static settings = /** @type {Schema} */ ({
    methods: METHODS_SETTING,
    seed: {type: 'int', default: 1, min: 0, max: 99, label: 'Seed'},
    memoryLength: {
      type: 'int',
      default: 2048,
      min: 96,
      max: 8192,
      step: 32,
      label: 'Memory for so many positions',
    },
  });

  static presets = {
    'summary-comparison': {title: 'All methods side by side, with the numbers of one race'},
  };

  /** @param {Settings} settings */
  static runs({methods, seed}) {
    return methods.map((/** @type {string} */ key) => raceSpec({methods: listOf(key), seed}));
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} _fault
   * @param {RunState[]} runs
   * @returns {Drawing}
   */
  static compute(core, settings, _fault, runs) {
    const [spec] = SummaryComparison.runs(settings);
    const {methods, seed, memoryLength} = settings;
    const facts = new Map(
      methods.map((/** @type {string} */ key) => [
        key,
        factsOf(core, key, memoryLength, spec.model),
      ]),
    );
    const race = {
      entries: entriesOf(methods.map(methodOf), 1, runs),
      spec,
      seeds: [seed],
      title: tasks(core).find(({name}) => name === TASK)?.title ?? TASK,
      lengths: RACE_LENGTHS,
      rows: TABLE_ROWS,
      info: (/** @type {number} */ seqLen) => taskInfo(core, {task: TASK, seqLen}),
    };
    return summaryDrawing(race, facts, memoryLength);
  }
}

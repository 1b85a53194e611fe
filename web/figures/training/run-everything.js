// @ts-check

import {fullCore} from '../../core/full-core.js';
import {isActive} from '../../workers/protocol.js';
import {Experiment} from '../frame/experiment.js';
import {meterHolds} from '../frame/meters.js';
import {readSettings} from '../frame/settings.js';
import {AccuracyBars} from './accuracy-bars.js';
import {distinct, everything, followers} from './everything.js';
import {LearnedTable} from './learned-table.js';
import {LengthRace} from './length-race.js';
import {SummaryComparison} from './summary-comparison.js';
import {TokenTsne} from './token-tsne.js';
import {TrainedAttention} from './trained-attention.js';

/** @import {Core} from '../../core/core.js' */
/** @import {RunState} from '../../workers/protocol.js' */
/** @import {Item} from './everything.js' */
/** @import {Drawing, Preset} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const CLASSES = [
  LengthRace,
  AccuracyBars,
  LearnedTable,
  TrainedAttention,
  TokenTsne,
  SummaryComparison,
];
/** Races of three seeds: of all that is trained they are four fifths, and only asked for by name. @param {Preset} preset */
const isLong = ({settings}) => settings?.seeds === '3';

/** @type {Map<boolean, Item[]>} */
const lists = new Map();
/** @type {Core | undefined} what the experiments are judged with: that of the page, known when it first draws */
let judgeCore;

/** @param {Settings} settings */
function itemsOf({seeds}) {
  const items = lists.get(seeds) ?? makeItems(seeds);
  lists.set(seeds, items);
  return items;
}

/**
 * Every preset of every experiment, with the settings that it has in its own figure.
 *
 * @param {boolean} seeds whether to have the long ones too
 * @returns {Item[]}
 */
function makeItems(seeds) {
  return CLASSES.flatMap((experiment) =>
    Object.entries(/** @type {Record<string, Preset>} */ (experiment.presets))
      .filter(([, preset]) => seeds || !isLong(preset))
      .map(([, preset]) => {
        const {settings} = readSettings(experiment.settings, preset.settings ?? {}, () => null);
        return {
          title: preset.title,
          specs: experiment.runs(settings),
          follow: (/** @type {readonly RunState[]} */ runs) => experiment.follow(settings, runs),
          judge: (/** @type {readonly RunState[]} */ runs) => judge(experiment, settings, runs),
        };
      }),
  );
}

/**
 * The meters of an experiment's figure, held to its runs.
 *
 * @param {(typeof CLASSES)[number]} experiment
 * @param {Settings} settings
 * @param {readonly RunState[]} runs all done
 */
function judge(experiment, settings, runs) {
  const {meters = []} = experiment.compute(/** @type {Core} */ (judgeCore), settings, '', [
    .../** @type {any} */ (runs),
  ]);
  const broken = meters.filter((meter) => !meterHolds(meter)).map(({label}) => label);
  return {nLaws: meters.length, broken};
}

/**
 * All experiments of chapters 7 and 8 at one press, each model trained once for all figures that want it.
 *
 * Attributes: seeds (the races with three seeds too).
 */
export class RunEverything extends Experiment {
  static tag = 'run-everything';
  // it judges those figures too
  static core = async () => {
    await RunEverything.load();
    return fullCore();
  };

  static async load() {
    await LearnedTable.load();
  }

  static isRecorded = false; // its table is of what was trained here

  static settings = /** @type {Schema} */ ({
    seeds: {type: 'flag', default: false, label: 'the races with three seeds too'},
  });

  static presets = {
    'run-everything': {title: 'Run everything: all experiments of chapters 7 and 8'},
  };

  /** @param {Settings} settings */
  static runs(settings) {
    return distinct(itemsOf(settings).flatMap(({specs}) => [...specs]));
  }

  /** @param {Settings} settings @param {readonly RunState[]} runs */
  static follow(settings, runs) {
    return followers(itemsOf(settings), runs);
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} _fault
   * @param {RunState[]} runs
   * @param {number} [elapsedMs] while something ran
   * @returns {Drawing}
   */
  static compute(core, settings, _fault, runs, elapsedMs = 0) {
    judgeCore = core;
    const {panel, note} = everything(itemsOf(settings), runs, elapsedMs);
    return {panels: [panel], note};
  }

  constructor() {
    super();
    this.shadowRoot?.querySelector('.figure')?.classList.add('compact'); // its table is all there is
  }

  #elapsedMs = 0;
  #lastMs = 0; // 0 while nothing runs

  refresh() {
    this.#keepTime();
    super.refresh();
  }

  /** Counts while something runs, and begins anew when nothing has been done. */
  #keepTime() {
    const now = performance.now();
    if (this.#lastMs > 0) this.#elapsedMs += now - this.#lastMs;
    this.#lastMs = this.runs.some(isActive) ? now : 0;
    if (this.runs.every(({state}) => state === 'idle')) this.#elapsedMs = 0;
  }

  /** @param {Core} core @param {Settings} settings @returns {Drawing} */
  computeDrawing(core, settings) {
    return super.computeDrawing(core, settings, this.#elapsedMs);
  }
}

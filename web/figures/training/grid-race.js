// @ts-check
import {taskInfo, tasks} from '../../core/task.js';
import {placeOf} from '../../draw/method-colours.js';
import {Experiment} from '../frame/experiment.js';
import {LengthRace} from './length-race.js';
import {raceDrawing} from './race.js';
import {entriesOf, resultAt} from './results.js';
import {share} from './sentences.js';
import {LONG_STEPS, raceSpec, seedsOf} from './train-specs.js';

/** @import {Core} from '../../core/core.js' */
/** @import {MethodSpec, RunState, Spec, TrainSpec} from '../../workers/protocol.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */
/** @import {Entry} from './results.js' */

/** Bases of the frequencies, as the authors of RoPE-Mixed have them: a grid is short. */
const [AXIAL_BASE, MIXED_BASE] = [100, 10];

/** How each method is made for a grid of so many columns. */
const GRID_METHODS = {
  none: {place: 'none', list: () => []},
  rope: {place: 'rope', list: () => ['rope-half']},
  axial: {
    place: 'rope-axial',
    list: (/** @type {number} */ columns) => [{name: 'rope-half', base: AXIAL_BASE, columns}],
  },
  mixed: {
    place: 'rope-mixed',
    list: (/** @type {number} */ columns) => [{name: 'rope-mixed', base: MIXED_BASE, columns}],
  },
};

const NAMES = /* t */ {
  none: 'none',
  rope: 'RoPE along the rows',
  axial: 'axial RoPE',
  mixed: 'RoPE-Mixed',
};

/** Grids of a step, and of a test. */
const [BATCH, N_TESTED] = [16, 256];

/** The sides of the tested grids, each once: that of training, and larger ones. @param {Settings} settings @returns {number[]} */
const sidesOf = ({side}) => [...new Set([side, side + 1, side + 2, side + 4, 2 * side])];

/** @param {Settings} settings */
const lengthsOf = (settings) => sidesOf(settings).map((side) => side * side);

/** @param {Settings} settings */
const methodsOf = ({methods}) =>
  methods.map((/** @type {keyof typeof GRID_METHODS} */ key) => {
    const {place, list} = GRID_METHODS[key];
    return {key, name: NAMES[key], list, colour: placeOf(place)};
  });

/**
 * What a larger grid does, in numbers.
 *
 * @param {readonly Entry[]} entries
 * @param {Settings} settings
 * @returns {string} '' before all are measured
 */
export function gridFindings(entries, settings) {
  const sides = sidesOf(settings);
  const [home, larger] = [sides[0], sides[2]];
  const lines = entries.map((entry) => {
    const [near, far] = [home, larger].map((side) => resultAt(entry, side * side)?.accuracy.mean);
    if (near === undefined || far === undefined) return '';
    return `${entry.method.name}: ${share(near)} and ${share(far)}.`;
  });
  if (lines.includes('')) return '';
  return [
    `Accuracy on grids of ${home} by ${home} cells, as in training, and of ${larger} by ${larger}.`,
    ...lines,
  ].join('\n');
}

const {steps, seeds, seed} = LengthRace.settings;

/**
 * Tiny transformers without a causal mask that read a square grid of cells and say at each cell which letter is on
 * its diagonal, trained at one size of the grid and tested at larger ones.
 *
 * Attributes: methods (none, rope, axial, mixed, separated by commas), side (columns and rows of the grid in training), steps,
 * seeds (1 or 3 of them), seed (the first).
 */
export class GridRace extends Experiment {
  static tag = 'grid-race';

  static settings = /** @type {Schema} */ ({
    methods: {
      type: 'set',
      default: Object.keys(NAMES),
      options: NAMES,
      label: 'Methods',
    },
    side: {type: 'int', default: 6, min: 4, max: 8, label: 'Columns and rows in training'},
    steps: {...steps, default: LONG_STEPS},
    seeds: {...seeds, default: '3'},
    seed,
  });

  static presets = {
    'grid-race': {
      title: 'Which letter is on my diagonal? Trained on grids of six by six cells',
      short: 'a grid',
      controls: ['methods', 'side', 'seeds', 'seed'],
    },
  };

  /** @param {Settings} settings @returns {TrainSpec[]} */
  static runs(settings) {
    const {side, steps} = settings;
    const lengths = lengthsOf(settings);
    const shared = {task: 'diagonal', seqLen: side * side, batch: BATCH, steps, lengths};
    return methodsOf(settings).flatMap(
      (/** @type {{list: (columns: number) => MethodSpec[]}} */ {list}) =>
        seedsOf(settings).map((seed) => {
          const spec = raceSpec({...shared, methods: list(side), seed});
          return {
            ...spec,
            model: {...spec.model, causal: false},
            evaluate: {lengths, sequences: N_TESTED},
          };
        }),
    );
  }

  /** @param {Spec} spec */
  static nameOf(spec) {
    const [method] = spec.kind === 'train' ? spec.model.methods : [];
    const columns = typeof method === 'object' && method.columns ? /* t */ ', on a grid' : '';
    return `${super.nameOf(spec)}${columns}`;
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} _fault
   * @param {RunState[]} runs
   * @returns {Drawing}
   */
  static compute(core, settings, _fault, runs) {
    const all = seedsOf(settings);
    const entries = entriesOf(methodsOf(settings), all.length, runs);
    const sides = sidesOf(settings);
    const drawing = raceDrawing(
      {
        entries,
        spec: GridRace.runs(settings)[0],
        seeds: all,
        title: tasks(core).find(({name}) => name === 'diagonal')?.title ?? 'diagonal',
        lengths: lengthsOf(settings),
        rows: 0,
        info: (seqLen) => taskInfo(core, {task: 'diagonal', seqLen}),
      },
      {perplexity: false},
    );
    const says = gridFindings(entries, settings);
    const panels = drawing.panels.map((panel) =>
      panel.kind === 'table' ? {...panel, says} : panel,
    );
    const grids = `Grids of ${sides.join(', ')} columns have ${lengthsOf(settings).join(', ')} cells.`;
    return {...drawing, panels, note: `${grids} ${drawing.note}`};
  }
}

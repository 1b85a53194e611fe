// @ts-check
import {randomNormal} from '../../core/base.js';
import {fullCore} from '../../core/full-core.js';
import {maxAbsDiff} from '../../core/linalg.js';
import {methodInit, methodInput} from '../../core/pe.js';
import {button, html} from '../../dom.js';
import {colourFor} from '../../draw/colour.js';
import {formatNumber} from '../../draw/format.js';
import {COMMON_SLIP} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {add, positionsFrom} from '../shared/tensors.js';
import {addedTo, distances, lawOf, pathOf, STAGES, WIDTH} from './floater-paths.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {BarsPanel, Cursor, LinesPanel, Panel, TablePanel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Rule} from './floater-paths.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const FINE = 16; // steps per position of the solution that the others are compared with
const COUNTS = [1, 2, 4, 8];
const NAMES = /** @type {Record<Rule, string>} */ ({
  'floater-recurrent': 'recurrence (Euler)',
  floater: 'Runge-Kutta',
});
const RULES = /** @type {Rule[]} */ (Object.keys(NAMES));
const LONG_ENOUGH_MS = 0.5; // of repeating what is timed, so that a coarse clock tells it
const MOST_REPEATS = 200;
const N_TRIES = 3; // the machine may be busy with something else
const LEAST_MS = 1e-3; // on the axis

/** Milliseconds of each way to make the positions, null before they are measured. @typedef {readonly (number | null)[]} Times */
const NOT_MEASURED = /** @type {Times} */ ([null, null, null, null]);

/**
 * FLOATER: positions as the path of a learned law; how near each way to follow it comes, and what it
 * costs that each position waits for the one before.
 *
 * Attributes: view (error, cost), n-pos, per-position (steps from one to the next), bend (of the
 * law), d-model, seed.
 */
export class FloaterSteps extends Figure {
  static tag = 'floater-steps';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    view: {
      type: 'choice',
      default: 'error',
      options: {error: 'error', cost: 'cost'},
      label: 'Show',
    },
    nPos: {
      type: 'int',
      default: 32,
      min: 8,
      max: ({view}) => (view === 'cost' ? 256 : 64),
      step: 8,
      label: 'Positions',
    },
    perPosition: {
      type: 'choice',
      default: '1',
      options: {1: '1', 2: '2', 4: '4', 8: '8'},
      label: 'Steps from one position to the next',
    },
    bend: {
      type: 'number',
      default: 0.5,
      min: 0.2,
      max: 1,
      step: 0.1,
      label: 'How strongly the law bends',
    },
    dModel: {type: 'int', default: 16, min: 2, max: 64, step: 2, label: 'Width d'},
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'floater-steps': {
      title: 'FLOATER: the same law, followed in two ways',
      short: 'error',
      settings: {view: 'error', nPos: 32},
      controls: ['nPos', 'perPosition', 'bend', 'seed'],
    },
    'floater-cost': {
      title: 'What waiting costs: steps that depend on each other',
      short: 'cost',
      settings: {view: 'cost', nPos: 256, dModel: 64},
      controls: ['nPos', 'perPosition', 'dModel'],
      faults: [],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    recurrence: {
      label: 'the recurrence taken for the solution',
      source: COMMON_SLIP,
      breaks: 'solution',
      says: ({settings: {perPosition}, value}) =>
        `The positions in use come from the recurrence, with ${perPosition} ${perPosition === '1' ? 'step' : 'steps'} per position, and not from the ` +
        `solution of the equation: they are off by up to ${value('solution')}. A model trained with the one does not fit the other.`,
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @param {Times} [times] where the reader has had them measured
   * @returns {Drawing}
   */
  static compute(core, settings, fault, times = NOT_MEASURED) {
    return settings.view === 'cost'
      ? costDrawing(settings, times)
      : errorDrawing(core, settings, fault);
  }

  /** Times of this machine, and the settings that they are of. */
  #times = NOT_MEASURED;
  #timed = '';
  #measure = () => {};
  #bar = html(
    'div',
    '',
    {},
    html(
      'div',
      'controls',
      {},
      button('Measure the times here', () => this.#measure()),
    ),
  );

  constructor() {
    super();
    this.shadowRoot?.querySelector('.controls')?.after(this.#bar);
  }

  /** @param {Core} core @param {Settings} settings @returns {Drawing} */
  computeDrawing(core, settings) {
    const key = JSON.stringify(settings);
    this.#bar.hidden = settings.view !== 'cost';
    this.#measure = () => {
      this.#times = timesOf(core, settings);
      this.#timed = key;
      this.refresh();
    };
    const times = key === this.#timed ? this.#times : NOT_MEASURED;
    return FloaterSteps.compute(core, settings, this.faultName, times);
  }
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
function errorDrawing(core, settings, fault) {
  const {nPos: n} = settings;
  const perPosition = Number(settings.perPosition);
  const law = lawOf(core, settings);
  const fine = pathOf(core, law, {rule: 'floater', n, perPosition: FINE});
  const errors = RULES.map((rule) =>
    COUNTS.map((steps) => distances(pathOf(core, law, {rule, n, perPosition: steps}), fine)),
  );
  const shown = errors.map((byCount) => byCount[COUNTS.indexOf(perPosition)]);
  const ends = errors.map((byCount) => byCount.map((along) => along[n - 1]));
  const used = shown[fault === 'recurrence' ? 0 : 1];
  return {
    panels: [alongPanel(shown, n), stepsPanel(ends), pathPanel(fine)],
    columns: 3,
    least: 270,
    meters: [
      {
        name: 'solution',
        label: 'the positions in use are the law’s',
        value: Math.max(...used),
        limit: 0.01,
      },
      contentMeter(core, settings, law),
    ],
    note: fault ? '' : errorNote(n, perPosition, shown, ends),
  };
}

/**
 * The positions are the same whatever the tokens are: one run serves every text.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {Record<string, Tensor>} law
 * @returns {Meter}
 */
function contentMeter(core, {nPos: n, dModel, seed}, law) {
  const x = randomNormal(core, {seed, name: 'tokens', shape: [n, dModel]});
  const path = pathOf(core, law, {rule: 'floater', n, perPosition: 1});
  return {
    name: 'content',
    label: 'another text gets the same positions',
    value: maxAbsDiff(core, {a: addedTo(core, law, 'floater', x), b: add(x, path)}),
    limit: 1e-5,
  };
}

/**
 * @param {Float64Array[]} shown errors of each rule, by position
 * @param {number} n
 * @returns {LinesPanel}
 */
const alongPanel = (shown, n) => ({
  kind: 'lines',
  title: 'distance from a fine solution',
  // position 0 is given: no error, and no place on a logarithmic axis
  series: shown.map((errors, k) => ({
    name: NAMES[RULES[k]],
    x: positionsFrom(1, n - 1),
    y: errors.slice(1),
  })),
  x: {label: 'position', domain: [0, n - 1], ticks: 5},
  y: {label: 'distance', scale: 'log'},
  aspect: 0.9,
});

/**
 * @param {number[][]} ends errors at the last position of each rule, by the number of steps
 * @returns {LinesPanel}
 */
const stepsPanel = (ends) => ({
  kind: 'lines',
  title: 'at the last position, with smaller steps',
  series: ends.map((errors, k) => ({
    name: NAMES[RULES[k]],
    x: COUNTS,
    y: errors,
    style: 'both',
  })),
  x: {label: 'steps per position', scale: 'log', domain: [1, 8], at: COUNTS},
  y: {label: 'distance', scale: 'log'},
  aspect: 0.9,
});

/**
 * @param {Tensor} fine (n, d)
 * @returns {import('../../draw/panel.js').HeatmapPanel}
 */
const pathPanel = (fine) => ({
  kind: 'heatmap',
  title: 'the positions themselves',
  tensor: fine,
  x: {label: 'dimension'},
  y: {label: 'position'},
  value: {label: 'value'},
  colour: colourFor('signed', fine.data),
  aspect: 0.9,
});

/**
 * @param {number} n
 * @param {number} perPosition
 * @param {Float64Array[]} shown
 * @param {number[][]} ends
 */
function errorNote(n, perPosition, [euler, rungeKutta], ends) {
  const share = (/** @type {number[]} */ errors) => formatNumber(errors[0] / errors[1]);
  const steps = perPosition === 1 ? 'one step' : `${perPosition} steps`;
  return (
    `With ${steps} from one position to the next, position ${n - 1} is off by ${formatNumber(euler[n - 1])} after the recurrence ` +
    `and by ${formatNumber(rungeKutta[n - 1])} after Runge-Kutta. Two steps in place of one divide the first error by ` +
    `${share(ends[0])}, the second by ${share(ends[1])}. The recurrence is not wrong: trained as such, it is a different law.`
  );
}

// ------------------------------------------------------------------------------------ what it costs

/**
 * @typedef {{name: string, dependent: number, products: number, ms: number | null}} Cost
 *   ms: null before it is measured
 */

/**
 * @param {Settings} settings
 * @param {Times} times
 * @returns {Drawing}
 */
function costDrawing(settings, times) {
  const costs = costsOf(settings, times);
  const isMeasured = times.some((ms) => ms !== null);
  return {
    // no axes without bars: the times are those of the reader's machine
    panels: [stepsBars(costs), ...(isMeasured ? [timeBars(costs)] : []), costTable(costs)],
    columns: 2,
    least: 300,
    note: costNote(settings, costs),
  };
}

/** @param {Settings} settings @param {Times} times @returns {Cost[]} */
function costsOf({nPos, dModel, perPosition}, times) {
  return [
    {name: 'a learned table', dependent: 1, products: 0, ms: times[0]},
    {name: 'sinusoids', dependent: 1, products: nPos * dModel, ms: times[1]},
    ...RULES.map((rule, k) => {
      const dependent = (nPos - 1) * Number(perPosition) * STAGES[rule];
      const products = dependent * 2 * WIDTH * dModel;
      return {name: NAMES[rule], dependent, products, ms: times[2 + k]};
    }),
  ];
}

/**
 * What each way takes on this machine, in the order of costsOf().
 *
 * @param {Core} core
 * @param {Settings} settings
 * @returns {Times}
 */
function timesOf(core, settings) {
  const {nPos: n, dModel, seed} = settings;
  const perPosition = Number(settings.perPosition);
  const law = lawOf(core, settings);
  const x = {data: new Float32Array(n * dModel), shape: [n, dModel]};
  const tables = ['learned', 'sinusoidal'].map((method) => {
    const sizes = {method, nHeads: 1, dHead: dModel, maxLen: n};
    const tensors = methodInit(core, {...sizes, seed});
    return millisecondsOf(() => methodInput(core, {method, x, tensors, maxLen: n}));
  });
  const paths = RULES.map((rule) =>
    millisecondsOf(() => pathOf(core, law, {rule, n, perPosition})),
  );
  return [...tables, ...paths];
}

/**
 * The time of one call: the best of some tries, each of enough calls.
 *
 * @param {() => unknown} run
 */
function millisecondsOf(run) {
  const tries = Array.from({length: N_TRIES}, () => {
    const start = performance.now();
    let [count, passed] = [0, 0];
    while (passed < LONG_ENOUGH_MS && count < MOST_REPEATS) {
      run();
      count++;
      passed = performance.now() - start;
    }
    return passed / count;
  });
  return Math.min(...tries);
}

/** @param {Cost[]} costs @returns {BarsPanel} */
const stepsBars = (costs) => ({
  kind: 'bars',
  title: 'steps that wait for each other (counted)',
  groups: costs.map(({name}) => name),
  series: [
    {
      name: 'steps',
      values: costs.map(({dependent}) => dependent),
      text: costs.map(({dependent}) => formatNumber(dependent)),
    },
  ],
  x: {label: 'way to make the positions'},
  y: {label: 'dependent steps', scale: 'log'},
  from: 0.1,
  aspect: 0.7,
});

/** @param {Cost[]} costs @returns {BarsPanel} */
const timeBars = (costs) => ({
  kind: 'bars',
  title: 'time in this tab (best of three)',
  groups: costs.map(({name}) => name),
  series: [
    {
      name: 'milliseconds',
      values: costs.map(({ms}) => (ms === null ? null : Math.max(ms, LEAST_MS))),
      text: costs.map(({ms}) => (ms === null ? '—' : formatNumber(Number(ms.toPrecision(2))))),
    },
  ],
  x: {label: 'way to make the positions'},
  y: {label: 'milliseconds', scale: 'log'},
  from: LEAST_MS,
  aspect: 0.7,
});

/** @param {Cost[]} costs @returns {TablePanel} */
const costTable = (costs) => ({
  kind: 'table',
  wide: true,
  columns: ['positions by', 'dependent steps', 'multiply-adds', 'milliseconds, measured here'],
  rows: costs.map(({name, dependent, products, ms}) => [
    name,
    dependent,
    products,
    ms === null ? '—' : Number(ms.toPrecision(2)),
  ]),
});

/**
 * @param {Settings} settings
 * @param {Cost[]} costs
 */
function costNote({nPos: n}, costs) {
  const [, , euler, rungeKutta] = costs;
  return (
    `All ${formatNumber(n)} rows of a table can be made at once. Here each step needs the one before it: ` +
    `${formatNumber(euler.dependent)} in a row, or ${formatNumber(rungeKutta.dependent)} with the four evaluations of Runge-Kutta, on any machine. ` +
    'But no token is read on the way: done once, it serves every text, and in training it is done once per step.'
  );
}

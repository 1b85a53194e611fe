// @ts-check
import {fullCore} from '../../core/full-core.js';
import {adoptStyle} from '../../dom.js';
import css from '../../style/grid.css';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {numbersOf, readEdits, STEPS, stagesOf, withEdit} from './txl-stages.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {GridCell, GridPanel} from '../../draw/panel.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const MINUS = '−';

/**
 * Transformer-XL's shift: from one score for each query and distance to one for each query and key, by
 * padding and reading the same numbers in rows of another length.
 *
 * Attributes: side (past, both), queries, keys, step, edits (row,column=number, in the grid of scores).
 */
export class TxlShift extends Figure {
  static tag = 'txl-shift';
  static core = fullCore;
  static player = {setting: 'step'};

  static settings = /** @type {Schema} */ ({
    side: {
      type: 'choice',
      default: 'past',
      options: {past: 'Transformer-XL’s, for a decoder', both: 'with a score for every offset'},
      label: 'Shift',
    },
    queries: {
      type: 'int',
      default: 4,
      min: 2,
      max: ({keys}) => Math.min(6, keys),
      label: 'Queries',
    },
    keys: {type: 'int', default: 8, min: 2, max: 10, label: 'Keys'},
    step: {type: 'int', default: 0, min: 0, max: STEPS.past.length - 1, label: 'Step'},
    edits: {type: 'text', default: 'none', maxLength: 600, label: 'Edited scores'},
  });

  static presets = {
    'txl-shift': {
      title: 'Transformer-XL’s shift: pad, read again, drop a row',
      short: 'the past',
      settings: {side: 'past', queries: 4, keys: 8},
      controls: ['step', 'queries', 'keys'],
      faults: ['encoder', 'last-row'],
    },
    'txl-shift-both': {
      title: 'The shift that is right on both sides, with a score for every offset',
      short: 'both sides',
      settings: {side: 'both', queries: 3, keys: 5},
      controls: ['step', 'queries', 'keys'],
      faults: [],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    encoder: {
      label: 'the same shift in an encoder, without the causal mask',
      source: onGitHub('kimiyoung/transformer-xl#8'),
      breaks: 'own',
      says: ({value}) =>
        'The shift is right for keys up to the query only. Without the causal mask nothing hides the ' +
        `${value('own')} pairs above the diagonal: they hold zeros, and scores that belong to the query below.`,
    },
    'last-row': {
      label: 'padded in front, but the last row dropped',
      source: onGitHub('labmlai/annotated_deep_learning_paper_implementations#185'),
      breaks: 'own',
      says: ({value}) =>
        'The padding goes in front, which is right when the first row is dropped; here the last one is. ' +
        `${value('own')} visible pairs hold the score of another pair, or padding.`,
    },
  });

  constructor() {
    super();
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    adoptStyle(root, css);
    root.addEventListener('edit', (event) => {
      const {at, value} = /** @type {CustomEvent} */ (event).detail;
      const {settings} = this.currentSettings();
      this.change('edits', withEdit(settings.edits, at, value));
    });
  }

  /** @param {Core} core @param {Settings} settings @param {string} fault @returns {Drawing} */
  static compute(core, settings, fault) {
    const {side, queries, keys, step} = settings;
    const numbers = readEdits(settings.edits, numbersOf(settings));
    // the same kernel moves the place of each score in the grid, counted from 1: 0 is padding
    const places = {data: numbers.data.map((_, k) => k + 1), shape: numbers.shape};
    const [values, origins] = [numbers, places].map((x) => stagesOf(core, x, settings, fault));
    const isCausal = side === 'past' && fault !== 'encoder';
    const last = STEPS.past.length - 1;
    const grids = [step, last].map((k) => cellsOf(values[k], origins[k], settings));
    const result = grids[1].map((row, i) =>
      row.map((cell, j) => judged(cell, {row: i, distance: i + keys - queries - j}, isCausal)),
    );
    const nWrong = result.flat().filter(({state}) => state === 'wrong').length;
    const shown = step === last ? result : grids[0];
    return {
      panels: [stagePanel(settings, step, shown), resultPanel(settings, result)],
      columns: 2,
      least: 330,
      meters: [
        {
          name: 'own',
          label: 'visible pairs that got the score of another pair',
          value: nWrong,
          limit: 0,
        },
      ],
      note: noteOf(settings, fault),
    };
  }
}

/** @typedef {GridCell & {row: number, distance: number}} Placed whose query and distance it was made for */

/**
 * @param {Tensor} values
 * @param {Tensor} origins
 * @param {Settings} settings
 * @returns {Placed[][]}
 */
function cellsOf(values, origins, settings) {
  const [nRows, nCols] = values.shape;
  const made = numbersOf(settings);
  const width = made.shape[1];
  return Array.from({length: nRows}, (_, r) =>
    Array.from({length: nCols}, (_, c) => {
      const at = origins.data[r * nCols + c] - 1;
      const text = signed(values.data[r * nCols + c]);
      if (at < 0)
        return {text, note: 'pad', tone: null, state: 'pad', row: -1, distance: Number.NaN};
      const row = Math.floor(at / width);
      return {text, note: `q${row}`, tone: row, row, distance: made.data[at]};
    }),
  );
}

/**
 * A cell of the result: whether its score was made for this query and this distance.
 *
 * @param {Placed} cell
 * @param {{row: number, distance: number}} wanted
 * @param {boolean} isCausal
 * @returns {Placed}
 */
function judged(cell, {row, distance}, isCausal) {
  if (isCausal && distance < 0) return {...cell, state: 'hidden'};
  const isRight = cell.row === row && cell.distance === distance;
  return isRight ? cell : {...cell, state: 'wrong'};
}

/** @param {number} value */
const signed = (value) => (value < 0 ? `${MINUS}${-value}` : String(Number(value.toPrecision(4))));

/**
 * @param {Settings} settings
 * @param {number} step
 * @param {GridCell[][]} cells
 * @returns {GridPanel}
 */
function stagePanel(settings, step, cells) {
  const {title, heads} = STEPS[/** @type {'past' | 'both'} */ (settings.side)][step];
  const isFirst = step === 0;
  const isResult = step === STEPS.past.length - 1;
  const made = numbersOf(settings);
  const columns = cells[0].map((_, c) => (isFirst ? signed(made.data[c]) : String(c)));
  const prefix = isFirst || isResult ? 'q' : '';
  return {
    kind: 'grid',
    title: `Step ${step}: ${title}`,
    x: {label: heads[1]},
    y: {label: heads[0]},
    columns,
    lines: cells.map((row, r) => ({
      name: `${prefix}${r}`,
      cells: row.map((cell) => ({...cell, isEditable: isFirst})),
    })),
  };
}

/**
 * @param {Settings} settings
 * @param {GridCell[][]} cells
 * @returns {GridPanel}
 */
const resultPanel = ({queries, keys}, cells) => ({
  kind: 'grid',
  title: 'Where it ends: the score of each query and key',
  x: {label: 'key'},
  y: {label: 'query (at)'},
  columns: cells[0].map((_, j) => String(j)),
  lines: cells.map((row, i) => ({name: `q${i} (${i + keys - queries})`, cells: row})),
});

/**
 * @param {Settings} settings
 * @param {string} fault
 */
function noteOf({side, queries, keys, step}, fault) {
  const {note} = STEPS[/** @type {'past' | 'both'} */ (side)][step];
  if (fault) return '';
  if (side === 'both')
    return `${note} Price: ${queries * (keys + queries - 1)} scores are made and ${queries * keys} are kept.`;
  const nJunk = (queries * (queries - 1)) / 2;
  return `${note} The ${nJunk} hatched pairs hold junk that the causal mask hides.`;
}

// @ts-check
import {fullCore} from '../../core/full-core.js';
import {cosineSimilarity} from '../../core/linalg.js';
import {sinusoidal} from '../../core/pe.js';
import {pca} from '../../core/proj.js';
import {colourFor} from '../../draw/colour.js';
import {formatNumber} from '../../draw/format.js';
import {Experiment} from '../frame/experiment.js';
import {firstColumns, firstRows, rowOf} from '../shared/tensors.js';
import {factsOf, grammarLoss, infoOf} from './grammar-facts.js';
import {ceilingMeters} from './results.js';
import {GRAMMAR_LENGTH, GRAMMAR_STEPS, grammarSpec, listOf, methodOf} from './train-specs.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {HeatmapPanel, LinesPanel, Panel, ScenePanel} from '../../draw/panel.js' */
/** @import {RunState} from '../../workers/protocol.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

/** What is measured of a table; see LearnedTable.load(). @type {typeof import('./learned-laws.js')} */
let laws;

/** Twice as many rows as a sentence has tokens: half of them never stand under one. */
const ROWS = 2 * GRAMMAR_LENGTH;
const D_MODEL = 64;
const TABLE = 'pos_emb';

/** @typedef {{name: string, table: Tensor}} Named */

/**
 * The whole table before and after, as far as the run has got. A model out of a file has no before.
 *
 * @param {RunState} run
 * @returns {{before?: Tensor, after?: Tensor}}
 */
const pairOf = ({isLoaded, before, tensors}) => ({
  before: isLoaded ? undefined : before[TABLE],
  after: tensors[TABLE],
});

/**
 * The tables there are to see: that of the formula, and the run's as far as it has got.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {RunState} run
 * @returns {Named[]} of settings.nPos rows
 */
function tablesOf(core, {nPos}, run) {
  const {before, after} = pairOf(run);
  return [
    {name: 'sinusoidal', table: sinusoidal(core, {nPos, dModel: D_MODEL})},
    ...(before ? [{name: 'learned, before training', table: firstRows(before, nPos)}] : []),
    ...(after
      ? [
          {
            name: run.isLoaded
              ? 'learned, out of a file'
              : /* t */ `learned, after ${run.step} steps`,
            table: firstRows(after, nPos),
          },
        ]
      : []),
  ];
}

/** @param {number} nPos */
const edgeOf = (nPos) =>
  nPos > GRAMMAR_LENGTH ? [{at: GRAMMAR_LENGTH, label: 'not trained from here'}] : [];

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {RunState} run
 * @returns {Drawing}
 */
function heatmaps(core, settings, run) {
  const {nPos, dims, scale} = settings;
  const shown = tablesOf(core, settings, run).map(({name, table}) => ({
    name,
    table: firstColumns(table, dims),
  }));
  const [wave, ...learned] = shown.map(({table}) => table.data);
  const [all, alone, own] = [[wave, ...learned], [wave], learned].map((data) =>
    colourFor('signed', ...data),
  );
  /** @type {HeatmapPanel[]} */
  const panels = shown.map(({name, table}, k) => ({
    kind: 'heatmap',
    title: name,
    tensor: table,
    x: {label: 'dimension'},
    y: {label: 'position'},
    value: {label: 'value'},
    colour: scale === 'shared' ? all : k === 0 ? alone : own,
    aspect: Math.max(0.16, Math.min(0.5, 0.027 * nPos)),
    rules: edgeOf(nPos).map((edge) => ({axis: 'y', ...edge})),
  }));
  return {columns: 1, panels: [...panels, ...changePanel(run)], note: sizeNote(shown)}; // dimension below dimension
}

/** @param {readonly Named[]} shown */
function sizeNote(shown) {
  if (shown.length < 3) return '';
  const most = shown.map(({table}) => table.data.reduce((m, v) => Math.max(m, Math.abs(v)), 0));
  return (
    `The largest number of the rows shown: ${formatNumber(most[0])} in the sinusoidal table, ` +
    `${formatNumber(most[1])} and ${formatNumber(most[2])} in the learned one before and after.`
  );
}

/**
 * How far training moved each row of the whole table.
 *
 * @param {RunState} run
 * @returns {LinesPanel[]} none before there is an after
 */
function changePanel(run) {
  const {before, after} = pairOf(run);
  if (!before || !after) return [];
  const changes = laws.rowChanges(before, after);
  return [
    {
      kind: 'lines',
      title: 'how far each row moved',
      series: [{name: 'change', x: changes.map((_, row) => row), y: changes, style: 'bars'}],
      x: {label: 'position', domain: [-0.5, changes.length - 0.5], ticks: 12},
      y: {label: '‖after − before‖', domain: [0, 1.1 * Math.max(...changes)]},
      rules: [{axis: 'x', at: GRAMMAR_LENGTH - 0.5, label: 'no token in training'}],
      aspect: 0.25,
      wide: true,
    },
  ];
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {RunState} run
 * @returns {Drawing}
 */
function similarities(core, settings, run) {
  const shown = tablesOf(core, settings, run);
  /** @type {HeatmapPanel['colour']} */
  const colour = {map: 'signed', domain: [-1, 1]};
  /** @type {HeatmapPanel[]} */
  const panels = shown.map(({name, table}) => ({
    kind: 'heatmap',
    title: name,
    tensor: cosineSimilarity(core, {x: table}),
    x: {label: 'position'},
    y: {label: 'position'},
    value: {label: 'cosine similarity'},
    colour,
    aspect: 1,
    bar: false,
    rules: edgeOf(settings.nPos).map((edge) => ({axis: 'y', ...edge})),
  }));
  return {
    columns: 3,
    least: 230,
    panels,
    scale: {colour, label: 'cosine similarity'},
    note: structureNote(core, run),
  };
}

/**
 * Whether near positions are alike, of the trained rows alone.
 *
 * @param {Core} core
 * @param {RunState} run
 */
function structureNote(core, run) {
  const {before, after} = pairOf(run);
  if (!before || !after) return '';
  const [was, is] = [before, after].map((table) =>
    laws.structure(core, firstRows(table, GRAMMAR_LENGTH)),
  );
  const noise = laws.randomContrast(core, {nPos: GRAMMAR_LENGTH, dModel: D_MODEL});
  const verdict =
    Math.abs(is.contrast) <= noise
      ? 'So nearness is not what this table has learned'
      : is.contrast > 0
        ? 'So near positions have come to be more alike'
        : 'So near positions have come to be less alike';
  return (
    'Claim: training puts structure where there was noise. Of the trained rows, before and after: mean cosine of ' +
    `neighbours ${signed(was.near)} and ${signed(is.near)}, of positions ${GRAMMAR_LENGTH / 2} or more apart ` +
    `${signed(was.far)} and ${signed(is.far)}. In ${laws.N_RANDOM} tables of noise the two differ by at most ` +
    `${formatNumber(noise)}. ${verdict}.`
  );
}

/** @param {number} value */
const signed = (value) =>
  value
    .toFixed(2)
    .replace(/^-0\.00$/, '0.00')
    .replace('-', '−');

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {RunState} run
 * @returns {Drawing}
 */
function inSpace(core, settings, run) {
  const fits = tablesOf(core, settings, run).map(({name, table}) => ({
    name,
    fit: pca(core, {x: table, nComponents: 3}),
  }));
  const held = fits.map(({fit}) =>
    fit.explainedVarianceRatio.data.slice(0, 3).reduce((a, b) => a + b, 0),
  );
  const text = fits.map(({name}, k) => `${name} ${Math.round(100 * held[k])} %`).join('; ');
  return {
    columns: 3,
    least: 260,
    panels: fits.map(({name, fit}) => scene(name, fit.scores)),
    note:
      `Share of the variance in the three components: ${text}. The sinusoidal path is often called a helix; ` +
      'of a helix, which lies in three dimensions, they would hold all.',
  };
}

/**
 * @param {string} title
 * @param {Tensor} scores (n, 3)
 * @returns {ScenePanel}
 */
function scene(title, scores) {
  const points = Array.from({length: scores.shape[0]}, (_, row) => {
    const [x, y, z] = rowOf(scores, row);
    return /** @type {[number, number, number]} */ ([x, y, z]);
  });
  const trained = title === 'sinusoidal' ? points.length : GRAMMAR_LENGTH;
  const labels = points.map((_, k) => k);
  const rest = points.slice(trained);
  return {
    kind: 'scene',
    title,
    axes: ['PC 1', 'PC 2', 'PC 3'],
    paths: [
      {name: 'position', points: points.slice(0, trained), labels: labels.slice(0, trained)},
      ...(rest.length > 0
        ? [
            {
              name: 'position, not trained',
              points: rest,
              labels: labels.slice(trained),
              line: false,
            },
          ]
        : []),
    ],
    equal: true,
  };
}

/** What each value of `show` draws, beside the loss. */
const SHOWS = {heatmaps, similarity: similarities, space: inSpace};

/**
 * A learned table of positions before and after next-word training, beside the sinusoidal one.
 *
 * Attributes: show, n-pos, dims (heatmaps), scale (heatmaps), weight-decay, steps, seed.
 */
export class LearnedTable extends Experiment {
  static tag = 'learned-table';
  static core = async () => {
    await LearnedTable.load();
    return fullCore();
  };

  /** What measures a table, which compute() needs: a chapter's other figures do not wait for it. */
  static async load() {
    laws ??= await import('./learned-laws.js');
  }

  static settings = /** @type {Schema} */ ({
    show: {
      type: 'choice',
      default: 'heatmaps',
      options: {
        heatmaps: 'the tables',
        similarity: 'cosines between positions',
        space: 'three components',
        loss: 'the loss alone',
      },
      label: 'Show',
    },
    nPos: {type: 'int', default: 6, min: 4, max: ROWS, label: 'Positions shown'},
    dims: {type: 'int', default: D_MODEL, min: 4, max: D_MODEL, label: 'Dimensions shown'},
    scale: {
      type: 'choice',
      default: 'own',
      options: {own: 'learned tables on their own', shared: 'one for all'},
      label: 'Colour scale',
    },
    weightDecay: {
      type: 'number',
      default: 0,
      min: 0,
      max: 0.2,
      step: 0.01,
      label: 'Weight decay',
    },
    steps: {type: 'int', default: GRAMMAR_STEPS, min: 20, max: 2000, step: 20, label: 'Steps'},
    seed: {type: 'int', default: 1, min: 0, max: 99, label: 'Seed'},
  });

  static presets = {
    'toy-pe-heatmaps-trained': {
      title: 'A learned table before and after training, beside the sinusoidal one',
      short: 'tables',
      settings: {show: 'heatmaps'},
      controls: ['nPos', 'dims', 'scale', 'weightDecay', 'steps', 'seed'],
    },
    'pe-similarity-matrix-trained': {
      title: 'Do positions come to be alike? Cosines before and after training',
      short: 'cosines',
      settings: {show: 'similarity', nPos: GRAMMAR_LENGTH},
      controls: ['nPos', 'weightDecay', 'steps', 'seed'],
    },
    'pe-pca-3d-trained': {
      title: 'Positions in their three widest directions, before and after training',
      short: 'PCA',
      settings: {show: 'space', nPos: GRAMMAR_LENGTH},
      controls: ['nPos', 'weightDecay', 'steps', 'seed'],
    },
    'learned-loss': {
      title: 'The loss of a model with a learned table',
      short: 'loss',
      settings: {show: 'loss'},
      controls: ['weightDecay', 'steps', 'seed'],
    },
  };

  /** @param {Settings} settings */
  static runs({steps, seed, weightDecay}) {
    const tensors = {before: [TABLE], take: [TABLE]};
    const methods = listOf('learned', ROWS);
    return [{...grammarSpec({methods, steps, seed, ...tensors}), weightDecay}];
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} _fault
   * @param {RunState[]} runs
   * @returns {Drawing}
   */
  static compute(core, settings, _fault, [run]) {
    const show = SHOWS[/** @type {keyof typeof SHOWS} */ (settings.show)];
    const shown = show?.(core, settings, run) ?? {panels: []};
    const {before, after} = pairOf(run);
    const models = [{method: methodOf('learned'), run}];
    const options = {trained: GRAMMAR_LENGTH, weightDecay: settings.weightDecay};
    return {
      ...shown,
      panels: [...shown.panels, grammarLoss(core, models, {isAlone: shown.panels.length === 0})],
      meters: [
        ...(before && after ? laws.rowMeters(before, after, options) : []),
        ...ceilingMeters([run], () => infoOf(core, run)),
      ],
      note: [shown.note, factsOf(core, models)].filter(Boolean).join(' '),
    };
  }
}

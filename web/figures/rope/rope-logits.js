// @ts-check
import {randomNormal} from '../../core/base.js';
import {attention} from '../../core/nn.js';
import {colourFor} from '../../draw/colour.js';
import {formatNumber} from '../../draw/format.js';
import {COMMON_SLIP} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {phaseErrors, ROPE_FAULTS, rotationOf} from '../shared/rope-angles.js';
import {positionsFrom, rowOf, slice} from '../shared/tensors.js';
import {metersOf, noteOf} from './rope-laws.js';
import {CONTENT, contentOf, isConstant, logitsOf} from './rope-products.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Colour, HeatmapPanel, LinesPanel, Panel} from '../../draw/panel.js' */
/** @import {FigureData} from './rope-laws.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const MAX_POSITION = 1048576;
const MAX_REACH = 4096;
const MAX_POINTS = 1024; // of the curve of phase errors: more than there are pixels

/**
 * @param {Tensor} tensor (n, n)
 * @param {number} first position of the first row and column
 * @param {Partial<HeatmapPanel> & {colour: Colour}} rest
 * @returns {HeatmapPanel}
 */
function matrixPanel(tensor, first, rest) {
  const names = positionsFrom(first, tensor.shape[0]);
  return {
    kind: 'heatmap',
    tensor,
    x: {label: 'key position', names},
    y: {label: 'query position', names},
    value: {label: 'logit'},
    aspect: 1,
    ...rest,
  };
}

/**
 * Rows of the matrix, each against its own distance to the key.
 *
 * @param {Settings} settings
 * @param {Tensor} logits (n, n)
 * @returns {LinesPanel}
 */
function rowsPanel({rows, nPos, firstPos}, logits) {
  const past = rows.find((/** @type {number} */ row) => row >= nPos);
  if (past !== undefined) {
    throw new RangeError(`rows must be queries of 0 to ${nPos - 1}, got ${past}.`);
  }
  return {
    kind: 'lines',
    series: rows.map((/** @type {number} */ row) => ({
      name: `query ${firstPos + row}`,
      x: positionsFrom(-row, nPos),
      y: Float32Array.from(rowOf(logits, row)),
      style: 'both',
    })),
    x: {label: 'offset, key position − query position'},
    y: {label: 'logit'},
    aspect: 0.5,
  };
}

/**
 * @param {Settings} settings
 * @param {string} title
 * @param {{name: string, y: ArrayLike<number>, dashed?: boolean}[]} series
 * @returns {LinesPanel}
 */
function offsetPanel({span}, title, series) {
  const x = positionsFrom(-span, 2 * span + 1);
  return {
    kind: 'lines',
    title,
    series: series.map((one) => ({x, style: 'both', ...one})),
    x: {label: 'offset, key position − query position'},
    y: {label: 'dot product q · k'},
    rules: [{axis: 'x', at: 0, label: ''}],
    aspect: 0.7,
  };
}

/**
 * A misleading drawing: at every offset another random vector, whose dot product with itself
 * makes the spike at 0. Each offset is a head of one query and one key.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {boolean} isRotated
 */
function freshDots(core, settings, isRotated) {
  const {basePos, span, dim, seed} = settings;
  const n = 2 * span + 1;
  const rows = {data: new Float32Array(2 * n * dim), shape: [1, 2 * n, dim]};
  const positions = [...new Array(n).fill(basePos), ...positionsFrom(basePos - span, n)];
  for (let k = 0; k < n; k++) {
    const drawn = randomNormal(core, {seed, name: `offset ${k - span}`, shape: [2, dim]}).data;
    rows.data.set(drawn.subarray(0, dim), k * dim);
    rows.data.set(k === span ? drawn.subarray(0, dim) : drawn.subarray(dim), (n + k) * dim);
  }
  const {data} = isRotated ? rotationOf(core, settings, '')(rows, positions) : rows;
  const q = {data: data.slice(0, n * dim), shape: [n, 1, dim]};
  const k = {data: data.slice(n * dim), shape: [n, 1, dim]};
  return attention(core, {q, k, v: k, scale: 1}).logits.data;
}

/**
 * Worst phase error up to each position: shown only where frequencies are rounded.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @returns {LinesPanel}
 */
function phasePanel(core, settings) {
  const stride = Math.ceil(settings.reach / MAX_POINTS);
  const positions = positionsFrom(0, Math.ceil(settings.reach / stride)).map((k) => k * stride);
  positions.push(settings.reach);
  const errors = phaseErrors(core, settings, 'bf16', positions);
  for (let k = 1; k < errors.length; k++) errors[k] = Math.max(errors[k - 1], errors[k]);
  return {
    kind: 'lines',
    title: 'worst angle of any pair, up to each position',
    series: [{name: 'rounded to bf16', x: positions, y: errors}],
    x: {label: 'position'},
    y: {label: 'phase error in rad', domain: [0, Math.PI]},
    rules: [{axis: 'y', at: Math.PI, label: 'π: as wrong as can be'}],
    aspect: 0.35,
    wide: true,
  };
}

/**
 * Logits of queries and keys that RoPE has rotated: what of them depends on the distance alone, and
 * what does not.
 *
 * Attributes: view (matrix, rows, dot, shift), content (ones, equal, constant, tokens, random), dim,
 * n-pos, first-pos, rows, base-pos, span, shift, reach (of the phase meter), n-heads, head,
 * base, layout, seed.
 */
export class RopeLogits extends Figure {
  static tag = 'rope-logits';

  static settings = /** @type {Schema} */ ({
    view: {
      type: 'choice',
      default: 'matrix',
      options: {
        matrix: 'every query and key',
        rows: 'rows against the offset',
        dot: 'one query, dot products',
        shift: 'all positions shifted',
      },
      label: 'View',
    },
    content: {type: 'choice', default: 'ones', options: CONTENT, label: 'Queries and keys'},
    dim: {type: 'int', default: 64, min: 2, max: 128, step: 2, label: 'Width of a head'},
    nPos: {type: 'int', default: 20, min: 2, max: 64, label: 'Positions'},
    firstPos: {type: 'int', default: 0, min: 0, max: MAX_POSITION, label: 'First position'},
    rows: {type: 'list', default: [0, 5, 10, 15], min: 0, max: 63, label: 'Queries'},
    basePos: {type: 'int', default: 10, min: 1, max: 100000, label: 'Position of the query'},
    span: {
      type: 'int',
      default: 10,
      min: 1,
      max: (s) => Math.min(32, s.basePos),
      label: 'Offsets to each side',
    },
    shift: {type: 'int', default: 100, min: 0, max: 100000, label: 'Shift of all positions'},
    reach: {type: 'int', default: 512, min: 1, max: MAX_REACH, label: 'Phases up to position'},
    nHeads: {type: 'int', default: 4, min: 1, max: 8, label: 'Heads'},
    head: {type: 'int', default: 1, min: 1, max: (s) => s.nHeads, label: 'Head shown'},
    base: {type: 'number', default: 10000, min: 2, max: 1000000, step: 1, label: 'Base'},
    layout: {
      type: 'choice',
      default: 'half',
      options: {half: 'half-split pairs', interleaved: 'interleaved pairs'},
      label: 'Layout',
    },
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'rope-score-matrix': {
      title: 'Logits of twenty equal queries and keys: a band for every distance',
      short: 'equal vectors',
      settings: {view: 'matrix', content: 'ones', dim: 64, nPos: 20},
      controls: ['nPos', 'dim', 'base', 'layout', 'firstPos'],
      faults: ['mixed', 'by-head', 'no-scale'],
    },
    'rope-score-vs-offset': {
      title: 'Four rows of that matrix against the offset: one curve, drawn four times',
      short: 'rows',
      settings: {view: 'rows', content: 'ones', dim: 64, nPos: 20},
      controls: ['rows', 'content', 'dim', 'base'],
      faults: ['mixed', 'by-head', 'no-scale'],
    },
    'rope-dot-vs-offset': {
      title: 'Dot product against the offset: one vector, and a new one for every offset',
      short: 'dot product',
      settings: {view: 'dot', content: 'ones', dim: 64, basePos: 10, span: 10},
      controls: ['content', 'basePos', 'span', 'dim', 'seed'],
      faults: ['mixed', 'by-head'],
    },
    'rope-relpos-matrix': {
      title: 'Logits of every query and key: bands only where the content is the same everywhere',
      short: 'bands',
      settings: {view: 'matrix', content: 'constant', dim: 64, nPos: 20},
      controls: ['content', 'nPos', 'dim', 'base', 'head', 'seed'],
      faults: ['mixed', 'by-head'],
    },
    'rope-shift-invariance': {
      title: 'All positions moved by the same number: no logit notices',
      short: 'shift',
      settings: {view: 'shift', content: 'random', dim: 128, nPos: 20},
      controls: ['shift', 'content', 'nPos', 'reach', 'layout', 'seed'],
      faults: ['mixed', 'by-head', 'bf16', 'no-scale'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    ...ROPE_FAULTS,
    'no-scale': {
      label: 'attention without 1/√d',
      source: COMMON_SLIP,
      breaks: 'scale',
      says: ({settings: {dim}}) =>
        `The logits are not divided by √${dim}: each is ${formatNumber(Math.sqrt(dim))} times as large as it should be, ` +
        'and a softmax over them is closer to picking a single key. What depends on the distance still does.',
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   */
  static compute(core, settings, fault) {
    const n = settings.view === 'dot' ? 2 * settings.span + 1 : settings.nPos;
    const first = firstOf(settings);
    const content = contentOf(core, settings, n);
    const drawn = logitsOf(core, settings, fault, content, first);
    const figure = {core, settings, fault, content, first, ...drawn};
    const panels = panelsOf(figure);
    if (fault === 'bf16') panels.push(phasePanel(core, settings));
    return {
      panels,
      columns: panels.length > 1 ? 2 : 1,
      meters: metersOf(figure),
      note: noteOf(figure),
    };
  }
}

/** @param {Settings} settings the position of the first query and key */
function firstOf({view, basePos, span, firstPos, shift}) {
  if (view === 'dot') return basePos - span;
  return view === 'shift' ? shift : firstPos;
}

/**
 * @param {FigureData} figure
 * @returns {Panel[]}
 */
function panelsOf({core, settings, fault, content, first, logits}) {
  const {view, head, span} = settings;
  const shown = slice(logits, head - 1);
  const right = fault ? logitsOf(core, settings, '', content, first).logits : logits;
  // the scale of the right numbers, so that a fault shows in the colours too
  const colour = colourFor('signed', slice(right, head - 1).data);
  if (view === 'rows') return [rowsPanel(settings, shown)];
  if (view === 'dot') {
    const kind = /** @type {keyof typeof CONTENT} */ (settings.content);
    const title = isConstant(settings) ? 'the same at every position' : CONTENT[kind];
    const fixed = {name: 'with RoPE', y: Float32Array.from(rowOf(shown, span))};
    return [
      offsetPanel(settings, title, [fixed]),
      offsetPanel(settings, 'a fresh random vector for every offset', [
        {name: 'with RoPE', y: freshDots(core, settings, true)},
        {name: 'without RoPE', y: freshDots(core, settings, false), dashed: true},
      ]),
    ];
  }
  if (view === 'matrix') return [matrixPanel(shown, first, {colour})];
  const still = slice(logitsOf(core, settings, fault, content, 0).logits, head - 1);
  const difference = {
    data: shown.data.map((value, k) => value - still.data[k]),
    shape: shown.shape,
  };
  return [
    matrixPanel(shown, first, {colour, title: `logits, positions from ${formatNumber(first)}`}),
    matrixPanel(difference, first, {
      colour: {map: 'signed', domain: [-1, 1]},
      title: 'their change against positions from 0',
      value: {label: 'change of the logit'},
    }),
  ];
}

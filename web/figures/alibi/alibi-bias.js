// @ts-check

import {faultAlibiQueryAxis} from '../../core/fault.js';
import {maxAbsDiff, toeplitzSpread} from '../../core/linalg.js';
import {softmax} from '../../core/nn.js';
import {alibiBias, alibiSlopes} from '../../core/pe.js';
import {colourFor} from '../../draw/colour.js';
import {shadeAt} from '../../draw/theme.js';
import {COMMON_SLIP, onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {rowOf, slice} from '../shared/tensors.js';
import {SENTENCE} from '../shared/toy-attention.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Colour, HeatmapPanel, LinesPanel, Names, Panel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

/**
 * @typedef {{core: Core, settings: Settings, fault: string, slopes: Tensor, bias: Tensor,
 *   names: Names, n: number}} FigureData
 */

/**
 * Slopes and bias as the settings and the fault have them.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {FigureData}
 */
function figureData(core, settings, fault) {
  const words = settings.words.trim().split(/\s+/);
  const n = settings.named ? words.length : settings.seqLen;
  const names = settings.named ? words : Array.from({length: n}, (_, k) => k);
  const {nHeads} = settings;
  const rule = fault === 'geometric' ? 'geometric' : settings.rule;
  const slopes = alibiSlopes(core, {nHeads, rule});
  const mask = fault === 'no-mask' ? 'none' : settings.mask;
  const right = alibiBias(core, {slopes, nQuery: n, nKey: n, mask});
  const bias =
    fault === 'query-axis'
      ? maskedLike(faultAlibiQueryAxis(core, {slopes, nQuery: n, nKey: n}), right)
      : right;
  return {core, settings, fault, slopes, bias, names, n};
}

/**
 * What is hidden in the one is hidden in the other.
 *
 * @param {Tensor} tensor
 * @param {Tensor} masked
 * @returns {Tensor}
 */
function maskedLike({data, shape}, masked) {
  return {
    data: data.map((value, k) => (Number.isFinite(masked.data[k]) ? value : -Infinity)),
    shape,
  };
}

/**
 * The heads to show, from 0, of those there are.
 *
 * @param {Settings} settings
 * @returns {number[]}
 */
function headsOf({heads, nHeads}) {
  const shown = heads.filter((/** @type {number} */ head) => head <= nHeads);
  if (shown.length === 0) {
    throw new RangeError(`heads must hold one of 1 to ${nHeads}, got ${heads.join(', ')}.`);
  }
  return shown.map((/** @type {number} */ head) => head - 1);
}

/**
 * @param {Tensor} slopes
 * @param {number} head
 */
const slopeText = ({data}, head) => String(Number(data[head].toFixed(4)));

/**
 * @param {FigureData} figure
 * @param {number} head from 0
 * @param {Colour} colour
 * @returns {HeatmapPanel}
 */
function mapPanel({slopes, bias, names}, head, colour) {
  return {
    kind: 'heatmap',
    title: `head ${head + 1}, m = ${slopeText(slopes, head)}`,
    tensor: slice(bias, head),
    x: {label: 'key', names},
    y: {label: 'query', names},
    value: {label: 'bias'},
    colour,
    aspect: 1,
    bar: false,
  };
}

/**
 * The bias of the last query, one curve a head.
 *
 * @param {FigureData} figure
 * @returns {LinesPanel}
 */
function curvesPanel({settings, slopes, bias, n}) {
  const distances = Array.from({length: n}, (_, j) => n - 1 - j);
  return {
    kind: 'lines',
    title: 'bias of the last query, by head and slope m',
    series: headsOf(settings).map((head, k, heads) => ({
      name: `head ${head + 1}, ${slopeText(slopes, head)}`,
      shade: shadeAt(k, heads.length),
      x: distances,
      y: Float32Array.from(rowOf(slice(bias, head), n - 1)),
    })),
    x: {label: 'distance, query position − key position'},
    y: {label: 'bias (added to a logit)'},
    aspect: 0.75,
  };
}

/**
 * @param {FigureData} figure
 * @returns {LinesPanel}
 */
function slopesPanel({core, settings, slopes}) {
  const {nHeads} = settings;
  const x = Array.from({length: nHeads}, (_, k) => k + 1);
  return {
    kind: 'lines',
    title: 'slope of every head',
    series: [
      {name: 'in use', x, y: slopes.data, style: 'both'},
      {name: 'of the authors', x, y: alibiSlopes(core, {nHeads}).data, dashed: true},
    ],
    x: {label: 'head'},
    y: {label: 'slope', scale: 'log'},
    aspect: 0.75,
  };
}

/**
 * The bias of ALiBi: what it adds to the logit of a query and a key, head by head.
 *
 * Attributes: view (maps, curves), n-heads, heads (which are shown, from 1), seq-len, mask (causal,
 * none), rule (reference, geometric), named and words (one token per row), darkest (the end of the
 * scale of colours).
 */
export class AlibiBias extends Figure {
  static tag = 'alibi-bias';

  static settings = /** @type {Schema} */ ({
    view: {
      type: 'choice',
      default: 'maps',
      options: {maps: 'one map per head', curves: 'against distance'},
      label: 'View',
    },
    nHeads: {type: 'int', default: 8, min: 1, max: 32, label: 'Heads'},
    heads: {type: 'list', default: [1, 2, 3, 4, 5, 6, 7, 8], min: 1, max: 32, label: 'Heads shown'},
    seqLen: {type: 'int', default: 20, min: 2, max: 128, label: 'Tokens'},
    mask: {
      type: 'choice',
      default: 'causal',
      options: {causal: 'causal', none: 'none (both sides)'},
      label: 'Mask',
    },
    rule: {
      type: 'choice',
      default: 'reference',
      options: {reference: 'the authors’', geometric: 'plain 2^(−8r/h)'},
      label: 'Rule of the slopes',
    },
    named: {type: 'flag', default: false, label: 'Words as tokens'},
    words: {type: 'text', default: SENTENCE, maxLength: 80, label: 'Sentence'},
    darkest: {
      type: 'number',
      default: 0,
      min: 0,
      max: 32,
      step: 0.25,
      label: 'Strongest colour at a penalty of (0: the largest)',
    },
  });

  static presets = {
    'alibi-head-grid': {
      title:
        'ALiBi’s bias in eight heads, on one scale: the stronger the colour, the larger the penalty',
      short: 'eight heads',
      settings: {nHeads: 8, seqLen: 20, mask: 'causal'},
      controls: ['nHeads', 'seqLen', 'mask', 'rule', 'darkest'],
      faults: ['query-axis', 'no-mask'],
    },
    'alibi-mask-panels': {
      title:
        'Heads 1, 3, 5 and 8 over 128 tokens, on one scale: the same shape, not the same strength',
      short: '128 tokens',
      settings: {nHeads: 8, heads: [1, 3, 5, 8], seqLen: 128, mask: 'causal'},
      controls: ['heads', 'nHeads', 'seqLen', 'mask', 'darkest'],
      faults: ['query-axis', 'no-mask'],
    },
    'alibi-bias-heatmaps': {
      title: 'The bias between the words of a sentence, four heads',
      short: 'words',
      settings: {nHeads: 4, heads: [1, 2, 3, 4], named: true},
      controls: ['words', 'nHeads', 'mask', 'darkest'],
      faults: ['query-axis', 'no-mask'],
    },
    'alibi-slope-curves': {
      title: 'Bias against distance: a straight line for each of eight heads',
      short: 'against distance',
      settings: {view: 'curves', nHeads: 8, seqLen: 32},
      controls: ['nHeads', 'heads', 'seqLen', 'rule'],
      faults: ['query-axis'],
    },
    'alibi-slopes-12': {
      title:
        'Twelve heads: not a power of two, so the slopes of 8 heads, then every second one of 16',
      short: '12 heads',
      settings: {view: 'curves', nHeads: 12, heads: [1, 4, 8, 9, 10, 11, 12], seqLen: 32},
      controls: ['nHeads', 'heads', 'rule'],
      faults: ['geometric'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'query-axis': {
      label: 'bias added along the query axis',
      source: COMMON_SLIP,
      breaks: 'weights',
      says: ({value}) =>
        'The bias is built along the queries: every key of a row gets the same number. A softmax ignores what is ' +
        `added to all logits of its row, so the bias changes the weights by ${value('weights')} at most.`,
    },
    geometric: {
      label: 'plain geometric slopes (differ where the heads are no power of two)',
      source: onGitHub('ml-explore/mlx#343'),
      breaks: 'slopes',
      unseen: ({settings: {nHeads}}) =>
        `Both rules give the same slopes where the number of heads is a power of two, as ${nHeads} is. Take 12 heads to tell them apart.`,
      says: ({settings: {nHeads}, value}) =>
        `Head r of ${nHeads} gets the slope 2^(−8r/${nHeads}). The authors take the slopes of the next lower power of two and add every second slope of twice as many heads: the worst head is off by ${value('slopes')}.`,
    },
    'no-mask': {
      label: 'no causal mask',
      source: onGitHub('ofirpress/attention_with_linear_biases#5'),
      breaks: 'mirror',
      says: ({value}) =>
        'No key after the query is hidden, and the bias counts |i − j|: both sides look alike. With equal content the ' +
        `weights of a sequence and of its reversal are mirror images, to ${value('mirror')}.`,
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   */
  static compute(core, settings, fault) {
    const figure = figureData(core, settings, fault);
    if (figure.n < 2)
      throw new RangeError(`words must hold at least two words, got "${settings.words}".`);
    const meters = metersOf(figure);
    const note = noteOf(figure);
    if (settings.view === 'curves') {
      return {
        panels: /** @type {Panel[]} */ ([curvesPanel(figure), slopesPanel(figure)]),
        columns: 2,
        meters,
        note,
      };
    }
    const heads = headsOf(settings);
    const colour = colourOf(figure, heads);
    const limit =
      settings.darkest > 0
        ? 'strongest colour: this penalty or a larger one'
        : 'the stronger the colour, the larger the penalty';
    return {
      panels: heads.map((head) => mapPanel(figure, head, colour)),
      columns: Math.min(heads.length, 4),
      least: heads.length > 4 ? 130 : 240,
      scale: {colour, label: `bias, added to a logit; ${limit}; hatched: masked; m: the slope`},
      meters,
      note,
    };
  }
}

/**
 * One scale for all maps, from the largest penalty shown or from the one that the reader sets.
 *
 * @param {FigureData} figure
 * @param {number[]} heads
 * @returns {Colour}
 */
function colourOf({settings, bias}, heads) {
  const {darkest} = settings;
  return darkest > 0
    ? {map: 'penalty', domain: [-darkest, 0]}
    : colourFor('penalty', ...heads.map((head) => slice(bias, head).data));
}

/**
 * The laws of ALiBi: over every head, shown or not.
 *
 * @param {FigureData} figure
 * @returns {Meter[]}
 */
function metersOf({core, settings, slopes, bias, n}) {
  const {nHeads} = settings;
  const heads = Array.from({length: nHeads}, (_, k) => slice(bias, k));
  const spread = Math.max(...heads.map((x) => toeplitzSpread(core, {x})));
  const wrong = maxAbsDiff(core, {a: slopes, b: alibiSlopes(core, {nHeads})});
  // the attention of equal logits: with the bias, and with its mask alone
  const weights = softmax(core, {x: bias});
  const flat = {
    data: bias.data.map((value) => (Number.isFinite(value) ? 0 : value)),
    shape: bias.shape,
  };
  const moved = maxAbsDiff(core, {a: weights, b: softmax(core, {x: flat})});
  const mirrored = maxAbsDiff(core, {a: weights, b: mirrorOf(weights, n)});
  return [
    {name: 'distance-only', label: 'depends on the distance only', value: spread, limit: 1e-6},
    {name: 'slopes', label: 'slopes are the authors’', value: wrong, limit: 1e-6},
    {
      name: 'weights',
      label: 'changes the attention weights',
      value: moved,
      limit: 1e-4,
      relation: '≥',
    },
    {name: 'mirror', label: 'mirror image differs', value: mirrored, limit: 1e-3, relation: '≥'},
  ];
}

/**
 * Each map with its queries and keys in the opposite order.
 *
 * @param {Tensor} tensor (nHeads, n, n)
 * @param {number} n
 * @returns {Tensor}
 */
function mirrorOf({data, shape}, n) {
  const out = Float32Array.from(data);
  const size = n * n;
  for (let at = 0; at < out.length; at += size) out.subarray(at, at + size).reverse();
  return {data: out, shape};
}

/** @param {FigureData} figure */
function noteOf({settings, fault, slopes}) {
  const {nHeads, view} = settings;
  if (fault) return ''; // its own sentence takes the place of these claims
  if (!Number.isInteger(Math.log2(nHeads))) {
    const below = 2 ** Math.floor(Math.log2(nHeads));
    return (
      `${nHeads} is no power of two: the first ${below} heads take the slopes of ${below} heads, ` +
      `the others every second slope of ${2 * below}. They do not fall from head to head.`
    );
  }
  const [first, last] = [slopeText(slopes, 0), slopeText(slopes, nHeads - 1)];
  if (view === 'curves') {
    return (
      `Slopes fall from ${first} to ${last}: head 1 looks a few tokens back, head ${nHeads} ` +
      'almost everywhere.'
    );
  }
  return (
    `All maps are one matrix times a slope, ${first} to ${last}; only one scale for all of them ` +
    'shows it. Only distance 0 is free.'
  );
}

// @ts-check
import {randomNormal} from '../../core/base.js';
import {fullCore} from '../../core/full-core.js';
import {maxAbsDiff} from '../../core/linalg.js';
import {attention, softmax} from '../../core/nn.js';
import {copePositions, methodBias} from '../../core/pe.js';
import {colourFor} from '../../draw/colour.js';
import {formatNumber} from '../../draw/format.js';
import {placeOf} from '../../draw/method-colours.js';
import {Figure} from '../frame/figure.js';
import {slice} from '../shared/tensors.js';
import {wordMap, wordsOf} from './sentence-content.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {HeatmapPanel, LinesPanel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const WIDTH = 16;
const TABLE = 32; // more than there are words: no count is cut off
const SHARP = 6; // gates this decided count whole tokens, but for rounding

/**
 * CoPE: a gate for each query and key, and positions that are sums of gates.
 *
 * Attributes: text, counts (stops, words, the), sharpness (the gates' logits), query (from 1), seed.
 */
export class CopeGates extends Figure {
  static tag = 'cope-gates';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    text: {
      type: 'text',
      default: 'the cat sat . the dog ran . the mat lay here .',
      maxLength: 100,
      label: 'Text, with full stops as words',
    },
    counts: {
      type: 'choice',
      default: 'stops',
      options: {stops: 'full stops', words: 'every token', the: 'the word “the”'},
      label: 'This head counts',
    },
    sharpness: {type: 'number', default: 8, min: 0, max: 12, step: 0.5, label: 'Gate logits ±'},
    query: {
      type: 'int',
      default: 13,
      min: 1,
      max: ({text}) => text.trim().split(/\s+/).length,
      label: 'Query shown as a curve',
    },
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'cope-gates': {title: 'CoPE: positions that count what the gates let through'},
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    unmasked: {
      label: 'gates taken before the causal mask',
      source: {text: 'Golovneva et al. 2024, appendix', url: 'https://arxiv.org/abs/2405.18719'},
      breaks: 'own',
      says: ({value}) =>
        'The gates are taken before the causal mask, so each query also counts tokens after itself, which a model ' +
        `that writes has not seen yet: positions are off by up to ${value('own')}.`,
    },
  });

  /** @param {Core} core @param {Settings} settings @param {string} fault @returns {Drawing} */
  static compute(core, settings, fault) {
    const words = wordsOf(settings);
    const counted = words.map((/** @type {string} */ word) => isCounted(word, settings.counts));
    const {q, k} = contentOf(counted, settings.sharpness);
    const causal = fault !== 'unmasked';
    const gates = gatesOf(core, q, k);
    const positions = slice(copePositions(core, {q, k, causal, maxLen: TABLE}), 0);
    const table = randomNormal(core, {
      seed: settings.seed,
      name: 'positions',
      shape: [TABLE, WIDTH],
    });
    const tensors = {'attn.cope_emb': table};
    const bias = slice(methodBias(core, {method: 'cope', q, k, causal, tensors, maxLen: TABLE}), 0);
    return {
      panels: [
        mapOf('gate of each pair', visible(gates), words, '0 shut, 1 open'),
        mapOf(
          'position: open gates from the key up to the query',
          visible(positions),
          words,
          'position',
        ),
        curveOf(settings, words, positions),
        {
          ...mapOf('what is added to the logits', visible(bias), words, 'bias'),
          colour: colourFor('signed', bias.data),
        },
      ],
      columns: 2,
      least: 300,
      meters: metersOf(core, settings, gates, positions, counted),
      note: noteOf(settings, fault, words, counted, positions),
    };
  }
}

/** @param {string} word @param {string} counts */
const isCounted = (word, counts) =>
  counts === 'words' || (counts === 'stops' ? /^[.!?]+$/.test(word) : word.toLowerCase() === 'the');

/**
 * Queries that ask for what is counted, and keys that say whether they are: a pair's logit is
 * ±sharpness.
 *
 * @param {boolean[]} counted
 * @param {number} sharpness
 * @returns {{q: Tensor, k: Tensor}} (1, n, WIDTH) each
 */
function contentOf(counted, sharpness) {
  const make = (/** @type {(row: number) => number} */ first) => {
    const data = new Float32Array(counted.length * WIDTH);
    for (let row = 0; row < counted.length; row++) data[row * WIDTH] = first(row);
    return {data, shape: [1, counted.length, WIDTH]};
  };
  const size = Math.sqrt(WIDTH); // cancels the layer's 1 / sqrt(d)
  return {q: make(() => size), k: make((row) => (counted[row] ? sharpness : -sharpness))};
}

/**
 * σ of every logit: the first of softmax(logit, 0).
 *
 * @param {Core} core
 * @param {Tensor} q
 * @param {Tensor} k
 * @returns {Tensor} (n, n)
 */
function gatesOf(core, q, k) {
  const logits = slice(attention(core, {q, k, v: k}).logits, 0);
  const pairs = new Float32Array(2 * logits.data.length);
  logits.data.forEach((logit, at) => {
    pairs[2 * at] = logit;
  });
  const {data} = softmax(core, {x: {data: pairs, shape: [logits.data.length, 2]}});
  return {data: data.filter((_, at) => at % 2 === 0), shape: logits.shape};
}

/** What the causal mask leaves. @param {Tensor} tensor (n, n) @returns {Tensor} */
function visible({data, shape}) {
  const n = shape[1];
  return {data: data.map((value, at) => (at % n > Math.floor(at / n) ? -Infinity : value)), shape};
}

/**
 * @param {string} title
 * @param {Tensor} tensor (n, n)
 * @param {string[]} words
 * @param {string} label
 * @returns {HeatmapPanel}
 */
const mapOf = (title, tensor, words, label) => ({
  ...wordMap(title, tensor, words, colourFor('weight', tensor.data)),
  bar: true,
  value: {label},
  text: Array.from(tensor.data, (value) =>
    Number.isFinite(value) ? formatNumber(Number(value.toFixed(1))) : '',
  ),
});

/**
 * @param {Settings} settings
 * @param {string[]} words
 * @param {Tensor} positions
 * @returns {LinesPanel}
 */
function curveOf({query}, words, positions) {
  const n = words.length;
  const keys = Array.from({length: query}, (_, j) => j);
  return {
    kind: 'lines',
    title: `positions as token ${query}, “${words[query - 1]}”, sees them`,
    series: [
      {
        name: 'CoPE',
        x: keys,
        y: keys.map((j) => positions.data[(query - 1) * n + j]),
        style: 'both',
        colour: placeOf('cope'),
        labels: words.slice(0, query),
      },
      {
        name: 'distance in tokens',
        x: keys,
        y: keys.map((j) => query - 1 - j),
        reference: 'dashes',
        labels: words.slice(0, query),
      },
    ],
    x: {label: 'key, in tokens from the start', ticks: 6},
    y: {label: 'position'},
    aspect: 0.8,
  };
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {Tensor} gates
 * @param {Tensor} positions
 * @param {boolean[]} counted
 * @returns {Meter[]}
 */
function metersOf(core, {sharpness}, gates, positions, counted) {
  const n = counted.length;
  const sums = sumsOver(gates);
  /** @type {Meter[]} */
  const meters = [
    {
      name: 'own',
      label: 'a position is the sum of the gates that its query sees',
      value: maxAbsDiff(core, {a: visibleOnly(positions), b: visibleOnly(sums)}),
      limit: 1e-4,
    },
  ];
  if (sharpness < SHARP) return meters;
  const exact = sumsOver({
    data: Float32Array.from({length: n * n}, (_, at) => Number(counted[at % n])),
    shape: [n, n],
  });
  const value = maxAbsDiff(core, {a: visibleOnly(positions), b: visibleOnly(exact)});
  return [...meters, {name: 'count', label: 'with sharp gates it is a count', value, limit: 0.05}];
}

/**
 * Sums along each row from the key to the query.
 *
 * @param {Tensor} gates (n, n)
 * @returns {Tensor}
 */
function sumsOver({data, shape}) {
  const n = shape[1];
  const out = new Float32Array(n * n);
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = i; j >= 0; j--) {
      sum += data[i * n + j];
      out[i * n + j] = sum;
    }
  }
  return {data: out, shape};
}

/** The hidden pairs as zeros. @param {Tensor} tensor @returns {Tensor} */
function visibleOnly({data, shape}) {
  const n = shape[1];
  return {data: data.map((value, at) => (at % n > Math.floor(at / n) ? 0 : value)), shape};
}

/**
 * @param {Settings} settings
 * @param {string} fault
 * @param {string[]} words
 * @param {boolean[]} counted
 * @param {Tensor} positions
 */
function noteOf({query}, fault, words, counted, positions) {
  const n = words.length;
  const first = positions.data[(query - 1) * n];
  const open = counted.slice(0, query).filter(Boolean).length;
  const here =
    `Token ${query} stands ${query - 1} tokens after the first one; in this head’s measure it is at position ` +
    `${formatNumber(first)}, for ${open} of the tokens up to it are counted.`;
  if (fault !== 'unmasked') return here;
  return `The gates let ${counted.filter(Boolean).length} tokens of the whole text through.`;
}

// @ts-check
import {randomNormal} from '../../core/base.js';
import {fullCore} from '../../core/full-core.js';
import {matmul, maxAbsDiff} from '../../core/linalg.js';
import {attention} from '../../core/nn.js';
import {debertaBuckets, methodBias} from '../../core/pe.js';
import {colourFor} from '../../draw/colour.js';
import {formatNumber} from '../../draw/format.js';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {slice} from '../shared/tensors.js';
import {sumOf} from './four-terms-sides.js';
import {queriesAndKeys, weightOf, wordMap, wordsOf, zerosLike} from './sentence-content.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {HeatmapPanel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const TERMS = 3; // each is divided by the root of 3 d

/**
 * The three terms of DeBERTa's logit, and which row of its two tables each pair of tokens reads.
 *
 * Attributes: text, content (words, flat), rows (projected: one table, projected twice, as in the paper; two: two tables,
 * as the race learns them), buckets (rows to each side), max-distance, d-model, size, weights (none, random), seed.
 */
export class DebertaTerms extends Figure {
  static tag = 'deberta-terms';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    text: {
      type: 'text',
      default: 'the cat sat on the mat and the dog ran',
      maxLength: 100,
      label: 'Sentence',
    },
    content: {
      type: 'choice',
      default: 'words',
      options: {words: 'the words', flat: 'one word everywhere'},
      label: 'Content',
    },
    rows: {
      type: 'choice',
      default: 'projected',
      options: {projected: 'one table, projected twice', two: 'two tables'},
      label: 'Relative positions',
    },
    buckets: {type: 'int', default: 8, min: 4, max: 16, step: 2, label: 'Rows to each side'},
    maxDistance: {type: 'int', default: 16, min: 16, max: 64, label: 'max_relative_positions'},
    dModel: {type: 'int', default: 32, min: 2, max: 64, step: 2, label: 'Width d'},
    size: {type: 'number', default: 1, min: 0, max: 3, step: 0.1, label: 'Size of the embeddings'},
    weights: {
      type: 'choice',
      default: 'random',
      options: {none: 'none (W = 1)', random: 'random'},
      label: 'Projections',
    },
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'deberta-terms': {
      title: 'DeBERTa’s three terms, and the rows they read',
      controls: ['text', 'content', 'rows', 'buckets', 'maxDistance', 'seed'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    swapped: {
      label: 'position to content reads δ(j, i), from tables trained with δ(i, j)',
      source: onGitHub('nntrainer/nntrainer#3982'),
      breaks: 'rows',
      says: 'Position to content looks up δ(j, i), the distance as the key sees it, in a table trained with δ(i, j).',
    },
  });

  /** @param {Core} core @param {Settings} settings @param {string} fault @returns {Drawing} */
  static compute(core, settings, fault) {
    const words = wordsOf(settings);
    const {q, k} = queriesAndKeys(core, settings);
    const tables = tablesOf(core, settings);
    const isSwapped = fault === 'swapped';
    const terms = termsOf(core, settings, {q, k}, tables, isSwapped);
    const rows = rowsRead(core, settings, words.length, isSwapped);
    const wanted = rowsWanted(core, settings, words.length);
    const right = isSwapped ? termsOf(core, settings, {q, k}, tables, false) : terms;
    const nWrong = rows.p2c.data.filter((row, at) => row !== wanted[at]).length;
    const colour = colourFor('signed', ...terms.list.map(({data}) => data), terms.whole.data);
    const map = (/** @type {string} */ title, /** @type {Tensor} */ tensor) =>
      wordMap(title, tensor, words, colour);
    return {
      panels: [
        map('content to content', terms.list[0]),
        map('content to position', terms.list[1]),
        map('position to content', terms.list[2]),
        map('the logit: their sum', terms.whole),
        rowsPanel('row that content to position reads', rows.c2p, settings, words),
        rowsPanel('row that position to content reads', rows.p2c, settings, words),
      ],
      columns: 3,
      least: 230,
      scale: {colour, label: 'part of a logit'},
      meters: [
        {
          name: 'sum',
          label: 'the three add up to the logit',
          value: maxAbsDiff(core, {a: sumOf(core, terms.list), b: terms.whole}),
          limit: 1e-4,
        },
        {
          name: 'rows',
          label: 'pairs for which position to content reads another pair’s row',
          value: nWrong,
          limit: 0,
        },
      ],
      note: noteOf(settings, nWrong, maxAbsDiff(core, {a: right.list[2], b: terms.list[2]})),
    };
  }
}

/** @typedef {{positionKeys: Tensor, positionQueries: Tensor}} Tables (1, 2 span, dHead) each */

/**
 * The rows that a query and a key meet: one table of the model, which each layer projects with two matrices of its own
 * (He et al. 2021, equation 4), or two tables.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @returns {Tables}
 */
function tablesOf(core, settings) {
  const {rows, buckets, dModel, seed} = settings;
  const shape = [2 * buckets, dModel];
  const [positionKeys, positionQueries] = ['position keys', 'position queries'].map((name) => {
    if (rows === 'two') return randomNormal(core, {seed, name, shape});
    const positions = randomNormal(core, {seed, name: 'positions', shape});
    return matmul(core, {a: positions, b: weightOf(core, settings, name)});
  });
  const asHead = (/** @type {Tensor} */ {data}) => ({data, shape: [1, ...shape]});
  return {positionKeys: asHead(positionKeys), positionQueries: asHead(positionQueries)};
}

/**
 * The kernel's bias with either table, or with none: what the term adds to a logit.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {{q: Tensor, k: Tensor}} content
 * @param {Tables} tables
 */
const biasOf = (core, {buckets, maxDistance}, {q, k}, {positionKeys, positionQueries}) =>
  methodBias(core, {
    method: 'deberta',
    causal: false,
    nBuckets: buckets,
    maxDistance,
    q,
    k,
    tensors: {'attn.deberta_k': positionKeys, 'attn.deberta_q': positionQueries},
  });

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {{q: Tensor, k: Tensor}} content
 * @param {Tables} tables
 * @param {boolean} isSwapped
 * @returns {{list: Tensor[], whole: Tensor}} (n, n) each
 */
function termsOf(core, settings, {q, k}, tables, isSwapped) {
  const {positionKeys} = tables;
  const used = isSwapped ? mirrored(tables.positionQueries) : tables.positionQueries;
  const nothing = zerosLike(positionKeys);
  const bias = (/** @type {Tensor} */ keys, /** @type {Tensor} */ queries) =>
    biasOf(core, settings, {q, k}, {positionKeys: keys, positionQueries: queries});
  const scale = 1 / Math.sqrt(TERMS * settings.dModel);
  const logits = (/** @type {Tensor | undefined} */ added) =>
    slice(attention(core, {q, k, v: k, scale, bias: added}).logits, 0);
  const list = [
    logits(undefined),
    slice(bias(positionKeys, nothing), 0),
    slice(bias(nothing, used), 0),
  ];
  return {list, whole: logits(bias(positionKeys, used))};
}

/**
 * A table whose row for the distance d is the other's for -d: what reading δ(j, i) amounts to.
 *
 * @param {Tensor} table (1, 2 span, dHead)
 * @returns {Tensor}
 */
function mirrored({data, shape}) {
  const [, nRows, width] = shape;
  const out = new Float32Array(data.length);
  for (let row = 0; row < nRows; row++) {
    const from = Math.min(nRows - row, nRows - 1); // the farthest key after the query has no other side
    out.set(data.subarray(from * width, (from + 1) * width), row * width);
  }
  return {data: out, shape};
}

/**
 * Which row each pair reads, asked of the kernel itself: its tables hold the number of each row.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {number} n
 * @param {boolean} isSwapped
 */
function rowsRead(core, settings, n, isSwapped) {
  const width = settings.dModel;
  const one = {data: new Float32Array(n * width), shape: [1, n, width]};
  for (let row = 0; row < n; row++) one.data[row * width] = 1;
  const numbers = {
    data: new Float32Array(2 * settings.buckets * width),
    shape: [1, 2 * settings.buckets, width],
  };
  for (let row = 0; row < 2 * settings.buckets; row++) numbers.data[row * width] = row;
  const nothing = zerosLike(numbers);
  const read = (/** @type {Tables} */ tables) => {
    const bias = slice(biasOf(core, settings, {q: one, k: one}, tables), 0);
    const data = bias.data.map((value) => Math.round(value * Math.sqrt(TERMS * width)));
    return {data, shape: bias.shape};
  };
  return {
    c2p: read({positionKeys: numbers, positionQueries: nothing}),
    p2c: read({
      positionKeys: nothing,
      positionQueries: isSwapped ? mirrored(numbers) : numbers,
    }),
  };
}

/**
 * The row of each pair's own distance.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {number} n
 */
function rowsWanted(core, {buckets, maxDistance}, n) {
  const relative = Array.from({length: n * n}, (_, at) => (at % n) - Math.floor(at / n));
  const {data} = debertaBuckets(core, {relative, nBuckets: buckets, maxPosition: maxDistance});
  return Array.from(data, (bucket) => Math.max(0, Math.min(2 * buckets - 1, bucket + buckets)));
}

/**
 * @param {string} title
 * @param {Tensor} tensor (n, n)
 * @param {Settings} settings
 * @param {string[]} words
 * @returns {HeatmapPanel}
 */
const rowsPanel = (title, tensor, {buckets}, words) => ({
  ...wordMap(title, tensor, words, {map: 'index', domain: [0, 2 * buckets - 1]}),
  text: Array.from(tensor.data, String),
});

/**
 * @param {Settings} settings
 * @param {number} nWrong
 * @param {number} change
 */
function noteOf({rows, buckets, maxDistance}, nWrong, change) {
  const table =
    `${rows === 'two' ? /* t */ 'Each table' : /* t */ 'The table'} has ${2 * buckets} rows: one for each distance up to ${buckets / 2} to either side, then fewer ` +
    `and fewer, up to ${maxDistance - 1}.`;
  if (nWrong === 0) {
    return `${table} Row ${buckets} is the token itself. Both maps of rows are the same: a pair has one distance.`;
  }
  return (
    `The map at the lower right is the other one’s mirror image: ${nWrong} pairs read a row that was ` +
    `trained for another distance, and their part of the logit is off by up to ${formatNumber(change)}. No shape is wrong, and nothing fails.`
  );
}

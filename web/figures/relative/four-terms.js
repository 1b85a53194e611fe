// @ts-check

import {fullCore} from '../../core/full-core.js';
import {maxAbsDiff, toeplitzSpread} from '../../core/linalg.js';
import {colourFor} from '../../draw/colour.js';
import {formatNumber} from '../../draw/format.js';
import {Figure} from '../frame/figure.js';
import {absoluteTerms, MAX_FIRST, relativeTerms, sumOf} from './four-terms-sides.js';
import {wordMap, wordsOf} from './sentence-content.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {BarsPanel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Terms} from './four-terms-sides.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const SHIFT = 16;

/**
 * The logit of every query and key as four maps that add up to a fifth.
 *
 * Attributes: kind (absolute, relative), text, content (words, flat), table (sinusoidal, learned),
 * weights (none, random), first (position of the first word), size (of the embeddings), d-model, seed.
 */
export class FourTerms extends Figure {
  static tag = 'four-terms';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    kind: {
      type: 'choice',
      default: 'absolute',
      options: {absolute: 'a table added to the input', relative: 'Transformer-XL'},
      label: 'Terms of',
    },
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
    table: {
      type: 'choice',
      default: 'sinusoidal',
      options: {sinusoidal: 'sinusoidal', learned: 'learned, before training (σ 1)'},
      label: 'Table',
    },
    weights: {
      type: 'choice',
      default: 'random',
      options: {none: 'none (W = 1)', random: 'random'},
      label: 'Projections',
    },
    first: {type: 'int', default: 0, min: 0, max: MAX_FIRST - SHIFT, label: 'First position'},
    size: {type: 'number', default: 1, min: 0, max: 3, step: 0.1, label: 'Size of the embeddings'},
    dModel: {type: 'int', default: 32, min: 2, max: 64, step: 2, label: 'Width d'},
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'four-terms': {
      title: 'One logit, four terms: a table added to the input',
      short: 'absolute',
      settings: {kind: 'absolute'},
      controls: ['text', 'content', 'table', 'weights', 'first', 'size', 'seed'],
      faults: [],
    },
    'four-terms-relative': {
      title: 'The same four terms, as Transformer-XL has them',
      short: 'Transformer-XL',
      settings: {kind: 'relative'},
      controls: ['text', 'content', 'weights', 'first', 'size', 'seed'],
      faults: ['stale'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    stale: {
      label: 'offsets in the second term only: the last keeps the key’s own position',
      source: {text: 'Dai et al. 2019, section 3.3', url: 'https://arxiv.org/abs/1901.02860'},
      breaks: 'shift',
      says: ({value}) =>
        'Only the second term gets the offset; the last one still has the key’s own position. One such term makes the ' +
        `whole logit depend on where the text begins, by up to ${value('shift')}.`,
    },
  });

  /** @param {Core} core @param {Settings} settings @param {string} fault @returns {Drawing} */
  static compute(core, settings, fault) {
    const words = wordsOf(settings);
    const termsFrom = (/** @type {number} */ first) =>
      settings.kind === 'relative'
        ? relativeTerms(core, settings, first, fault)
        : absoluteTerms(core, settings, first);
    const shown = termsFrom(settings.first);
    const later = termsFrom(settings.first + SHIFT);
    const moved = shown.terms.map((a, k) => maxAbsDiff(core, {a, b: later.terms[k]}));
    const colour = colourFor('signed', ...shown.terms.map(({data}) => data), shown.whole.data);
    const maps = shown.terms.map((term, k) => wordMap(shown.names[k], term, words, colour));
    return {
      panels: [
        ...maps,
        wordMap('the logit: their sum', shown.whole, words, colour),
        sizesOf(shown),
      ],
      columns: 3,
      least: 190,
      scale: {colour, label: 'part of a logit'},
      meters: metersOf(core, settings, shown, moved),
      note: noteOf(settings, fault, moved),
    };
  }
}

/** @param {Tensor} tensor its root mean square */
const sizeOf = ({data}) => Math.hypot(...data) / Math.sqrt(data.length);

/**
 * @param {Terms} terms
 * @returns {BarsPanel}
 */
function sizesOf({names, terms, whole}) {
  const values = [...terms, whole].map(sizeOf);
  return {
    kind: 'bars',
    title: 'how large each is',
    groups: [...names.map(shortName), 'sum'],
    series: [{name: 'root mean square', values, text: values.map((value) => value.toFixed(2))}],
    x: {label: 'term'},
    y: {label: 'root mean square'},
    aspect: 1,
  };
}

/** 'content · position' as 'c·p'. @param {string} name */
const shortName = (name) =>
  name
    .split(' · ')
    .map((word) => word[0])
    .join('·');

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {Terms} shown
 * @param {number[]} moved
 * @returns {Meter[]}
 */
function metersOf(core, {kind}, {terms, whole}, moved) {
  const value = maxAbsDiff(core, {a: sumOf(core, terms), b: whole});
  const sum = {name: 'sum', label: 'the four add up to the logit of the layer', value, limit: 1e-4};
  if (kind === 'absolute') return [sum];
  return [
    sum,
    {
      name: 'shift',
      label: `a shift of all positions by ${SHIFT} changes no term`,
      value: Math.max(...moved),
      limit: 1e-5,
    },
    {
      name: 'distance-only',
      label: 'the last term depends on the distance only',
      value: toeplitzSpread(core, {x: terms[3]}),
      limit: 1e-4,
    },
  ];
}

/**
 * @param {Settings} settings
 * @param {string} fault
 * @param {number[]} moved
 */
function noteOf({kind, table, weights}, fault, moved) {
  const numbers = moved.map((value) => formatNumber(value < 1e-5 ? 0 : value)).join(', ');
  const change = `Let the text begin ${SHIFT} positions later, and the four terms change by up to ${numbers}.`;
  if (fault) return change;
  if (kind === 'relative')
    return `${change} No position is left in them, only offsets; u and v do not know where the query stands.`;
  if (table === 'sinusoidal' && weights === 'none')
    return `${change} Without projections the last term of a sinusoidal table is a function of the distance alone.`;
  return `${change} Only the first is free of positions. The last knows of no word, and yet has no diagonals of one colour${
    table === 'sinusoidal' ? ': the projections have mixed the waves' : ''
  }.`;
}

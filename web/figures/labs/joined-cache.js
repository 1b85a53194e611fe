// @ts-check
import {randomNormal} from '../../core/base.js';
import {fullCore} from '../../core/full-core.js';
import {roundToType} from '../../core/pe/precision.js';
import {colourFor} from '../../draw/colour.js';
import {formatNumber} from '../../draw/format.js';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {lines} from '../shared/curves.js';
import {rowOf} from '../shared/tensors.js';
import {logitsOf, rotated} from './rotated-logits.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const D_HEAD = 16;
const BASE = 10000;
const MOST_SHIFTS = 256;
const POINTS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** @param {number} n @param {number} [first] */
const from = (n, first = 0) => Array.from({length: n}, (_, k) => first + k);

/** @param {Core} core @param {Tensor} x @returns {Tensor} rounded as a cache in bfloat16 holds it */
const stored = (core, {data, shape}) => ({
  data: Float32Array.from(roundToType(core, {values: Array.from(data), type: 'bfloat16'}).data),
  shape,
});

/** @param {Tensor} a @param {Tensor} b */
const apart = (a, b) => Math.max(...a.data.map((value, at) => Math.abs(value - b.data[at])));

/**
 * Two cached copies of one fragment joined to a text.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
function joined(core, {nTokens}, fault) {
  const draw = (/** @type {string} */ name, /** @type {number} */ n) =>
    randomNormal(core, {seed: 5, name, shape: [n, D_HEAD]});
  const words = draw('k', nTokens);
  const cached = rotated(core, words, from(nTokens), {base: BASE});
  const moved = rotated(core, cached, from(nTokens).fill(nTokens), {base: BASE});
  const second = fault === 'cat' ? cached : moved;
  const keys = both(cached, second);
  const right = rotated(core, both(words, words), from(2 * nTokens), {base: BASE});
  const query = rotated(core, draw('q', 1), [2 * nTokens], {base: BASE});
  const [used, wanted] = [keys, right].map((k) => logitsOf(core, query, k));
  const nSame = from(nTokens).filter((row) =>
    rowOf(cached, row).every((value, at) => value === rowOf(second, row)[at]),
  ).length;
  const slots = from(2 * nTokens);
  return {
    columns: 2,
    least: 260,
    panels: [
      {
        kind: 'heatmap',
        title: 'The joined cache: keys of both copies',
        tensor: keys,
        x: {label: 'element of a key'},
        y: {label: 'slot'},
        value: {label: 'value'},
        colour: colourFor('signed', keys.data),
        rules: [{axis: 'y', at: nTokens, label: 'second copy'}],
        aspect: 0.9,
      },
      lines({
        title: 'Logits of the next token',
        series: [
          {name: 'from the joined cache', x: slots, y: used.data, style: 'both'},
          {name: 'of the text read at once', x: slots, y: wanted.data, dashed: true},
        ],
        x: {label: 'slot'},
        y: {label: 'logit'},
        aspect: 0.75,
      }),
    ],
    meters: [
      {
        name: 'logits',
        label: 'logits, apart from those of the text read at once',
        value: apart(used, wanted),
        limit: 1e-4,
      },
      {
        name: 'copies',
        label: 'keys of the second copy that equal the first bit by bit',
        value: nSame,
        limit: 0,
      },
    ],
    note: fault
      ? 'Everything in the first copy is right, and so is a cache with one fragment.'
      : `The second copy was cached at positions 0 to ${nTokens - 1} and is now at ${nTokens} to ${2 * nTokens - 1}: its keys are rotated by ${nTokens} more.`,
  };
}

/** @param {Tensor} a @param {Tensor} b @returns {Tensor} one below the other */
function both(a, b) {
  const data = new Float32Array(a.data.length + b.data.length);
  data.set(a.data);
  data.set(b.data, a.data.length);
  return {data, shape: [a.shape[0] + b.shape[0], a.shape[1]]};
}

/**
 * A cache of 16-bit numbers whose keys are moved by one position, again and again.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
function movedOften(core, {nTokens}, fault) {
  const words = randomNormal(core, {seed: 5, name: 'k', shape: [nTokens, D_HEAD]});
  const one = from(nTokens).fill(1);
  const first = stored(core, rotated(core, words, from(nTokens), {base: BASE}));
  let again = first;
  /** @type {Map<number, {again: number, once: number}>} */
  const errors = new Map();
  for (let shift = 1; shift <= MOST_SHIFTS; shift++) {
    again = stored(core, rotated(core, again, one, {base: BASE}));
    if (!POINTS.includes(shift)) continue;
    const exact = rotated(core, words, from(nTokens, shift), {base: BASE});
    const once = stored(core, rotated(core, first, from(nTokens).fill(shift), {base: BASE}));
    errors.set(shift, {again: apart(again, exact), once: apart(once, exact)});
  }
  const of = (/** @type {'again' | 'once'} */ way) =>
    POINTS.map((n) => errors.get(n)?.[way] ?? NaN);
  const last = of(fault ? 'again' : 'once')[POINTS.length - 1];
  return {
    panels: [
      lines({
        title: 'Error of the worst number of a key',
        series: [
          {
            name: `moved by 1, so many times${fault ? ' (in use)' : ''}`,
            x: POINTS,
            y: of('again'),
            style: 'both',
          },
          {
            name: `moved once, by so many${fault ? '' : ' (in use)'}`,
            x: POINTS,
            y: of('once'),
            style: 'both',
          },
        ],
        x: {label: 'positions that the keys were moved by', scale: 'log'},
        y: {label: 'error', scale: 'log'},
        aspect: 0.5,
      }),
    ],
    meters: [
      {name: 'moved', label: `error after a move by ${MOST_SHIFTS}`, value: last, limit: 0.04},
    ],
    note: fault
      ? 'After a single move nothing can be noticed.'
      : `The keys are kept as they were cached, and rotated once by the whole distance: two roundings, however far. Numbers of a key are about 1, and bfloat16 rounds them by ${formatNumber(2 ** -9)} of their size.`,
  };
}

/**
 * Pieces of caches put together, and caches moved: where keys that were rotated already stand wrong.
 *
 * Attributes: show (joined, moved), n-tokens (of a fragment).
 */
export class JoinedCache extends Figure {
  static tag = 'joined-cache';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    show: {
      type: 'choice',
      default: 'joined',
      options: {joined: 'two fragments joined', moved: 'a cache moved many times'},
      label: 'Show',
    },
    nTokens: {type: 'int', default: 6, min: 2, max: 16, label: 'Tokens of a fragment'},
  });

  static presets = {
    'joined-cache': {
      title: 'One fragment twice: two caches joined to a text',
      short: 'joined',
      controls: ['nTokens'],
      faults: ['cat'],
    },
    'moved-cache': {
      title: 'A cache of 16-bit numbers, moved again and again',
      short: 'moved',
      settings: {show: 'moved'},
      controls: ['nTokens'],
      faults: ['again'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    cat: {
      label: 'fragments joined without rotating the second',
      source: onGitHub('MemTensor/MemOS#2315'),
      breaks: 'copies',
      says: ({value}) =>
        'The second fragment keeps the angles of positions from 0 on. A test needs no reference: one fragment at two places must ' +
        `not give equal keys, and here ${value('copies')} are equal bit by bit.`,
    },
    again: {
      label: 'keys moved one position at a time',
      source: onGitHub('ggml-org/llama.cpp#4097'),
      breaks: 'moved',
      says: ({value}) =>
        'Each move reads the rounded keys, rotates them and rounds again. The roundings add up: the worst number is off by ' +
        `${value('moved')} in the end.`,
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, settings, fault) {
    return settings.show === 'moved'
      ? movedOften(core, settings, fault)
      : joined(core, settings, fault);
  }
}

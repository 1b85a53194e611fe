// @ts-check

import {fullCore} from '../../core/full-core.js';
import {maxAbsDiff, toeplitzSpread} from '../../core/linalg.js';
import {t} from '../../dom.js';
import {colourFor} from '../../draw/colour.js';
import {placeOf} from '../../draw/method-colours.js';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {firstRows, rowsFrom, slice} from '../shared/tensors.js';
import {diagonalsOf, hideFuture, sideDifference} from './diagonals.js';
import {
  contentOf,
  effectOf,
  effectOfWrongSign,
  N_HEADS,
  positionsOf,
  RELATIVE,
  RELATIVE_NAMES,
  readsContent,
} from './effects.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {HeatmapPanel, LinesPanel, Series} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Content} from './effects.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const MAX_BARRED = 6; // curves with bars: those of more hide each other
const MAX_CURVES = 8; // more curves are hard to tell apart

/**
 * One method's matrix as the settings and the fault have it, and as it should be.
 *
 * @typedef {{method: string, matrix: Tensor, right: Tensor}} Shown
 */

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Shown[]}
 */
function shownOf(core, settings, fault) {
  const {content: kind, n, seed, cached, causal} = settings;
  const content = contentOf(core, {content: kind, n, seed});
  return settings.methods.map((/** @type {string} */ method) => {
    const square = matrixOf(effectOf(core, method, settings, content), settings);
    const right = rowsFrom(square, cached);
    const matrix = usedMatrix(core, method, settings, content, square, fault);
    if (!causal) return {method, matrix, right};
    const shift = fault === 'top-left' ? 0 : cached;
    return {method, matrix: hideFuture(matrix, shift), right: hideFuture(right, cached)};
  });
}

/** The head that is shown. @param {Tensor} effect @param {Settings} settings */
const matrixOf = (effect, {head}) => slice(effect, head - 1);

/**
 * @param {Core} core
 * @param {string} method
 * @param {Settings} settings
 * @param {Content} content
 * @param {Tensor} square what is right, of as many queries as keys
 * @param {string} fault
 * @returns {Tensor} (n - cached, n)
 */
function usedMatrix(core, method, settings, content, square, fault) {
  const {n, cached} = settings;
  if (fault === 'top-left') return firstRows(square, n - cached);
  if (fault === 'sign') {
    return rowsFrom(matrixOf(effectOfWrongSign(core, method, settings, content), settings), cached);
  }
  const rule =
    fault === 'one-sided' && RELATIVE[method].hasSides ? {...settings, causal: true} : settings;
  // as a decoder with a cache asks for it: the last queries alone
  const q = positionsOf(content.q, cached, n - cached);
  return matrixOf(effectOf(core, method, rule, {q, k: content.k}), settings);
}

/**
 * What, by its paper, a method's effect depends on besides the distance, with these settings.
 *
 * @param {Core} core
 * @param {string} method
 * @param {Settings} settings
 */
function dependsOn(core, method, {content, causal, threshold, n}) {
  const {readsQuery, countsToEnd} = RELATIVE[method];
  if (countsToEnd && !causal) return 'content';
  if (readsContent(core, method)) return content === 'constant' ? '' : 'content';
  return readsQuery && threshold < n - 1 ? 'query' : '';
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {Shown[]} shown
 * @returns {Meter[]}
 */
function metersOf(core, settings, shown) {
  const spreads = shown.map(({matrix}) => toeplitzSpread(core, {x: finite(matrix)}));
  const differ = shown.map(({matrix, right}) => maxAbsDiff(core, {a: matrix, b: right}));
  const isFree = shown.map(({method}) => dependsOn(core, method, settings) === '');
  const bound = spreads.filter((_, k) => isFree[k]);
  const loose = spreads.filter((_, k) => !isFree[k]);
  /** @type {Meter[]} */
  const meters = [
    {
      name: 'rows',
      label: 'each reads the entry of key − query',
      value: Math.max(...differ),
      limit: 1e-5,
    },
  ];
  if (bound.length > 0) {
    const label = `depends on the distance only: ${namesOf(shown, isFree)}`;
    meters.push({name: 'distance-only', label, value: Math.max(...bound), limit: 1e-4});
  }
  if (loose.length > 0) {
    const others = isFree.map((free) => !free);
    const label = `depends on more, as it should: ${namesOf(shown, others)}`;
    meters.push({name: 'more', label, value: Math.min(...loose), limit: 1e-3, relation: '≥'});
  }
  return [...meters, ...(settings.causal || settings.cached > 0 ? [] : sideMeters(shown))];
}

/** Masked entries count as nothing. @param {Tensor} tensor @returns {Tensor} */
const finite = ({data, shape}) => ({
  data: data.map((value) => (Number.isFinite(value) ? value : 0)),
  shape,
});

/** Of many methods, those that are not meant are named. @param {Shown[]} shown @param {boolean[]} isMeant */
function namesOf(shown, isMeant) {
  const names = (/** @type {boolean} */ of) =>
    shown.flatMap(({method}, k) => (isMeant[k] === of ? [RELATIVE[method].name] : []));
  const [meant, others] = [names(true), names(false)];
  if (others.length === 0 && meant.length > MAX_CURVES / 2) return t('all');
  const isShort = meant.length > MAX_CURVES / 2 && others.length < meant.length;
  return isShort ? t('all but {names}', {names: others.join(', ')}) : meant.join(', ');
}

/**
 * @param {Shown[]} shown
 * @returns {Meter[]}
 */
function sideMeters(shown) {
  const apart = shown.map(({matrix}) => sideDifference(matrix));
  const isEven = shown.map(({method}) => RELATIVE[method].isEven === true);
  const even = apart.filter((_, k) => isEven[k]);
  const directed = apart.filter((_, k) => !isEven[k]);
  /** @type {Meter[]} */
  const meters = [];
  if (even.length > 0) {
    const label = `the same to both sides, so it needs a mask: ${namesOf(shown, isEven)}`;
    meters.push({name: 'even', label, value: Math.max(...even), limit: 1e-5});
  }
  if (directed.length > 0) {
    const others = isEven.map((is) => !is);
    const label = `tells left from right: ${namesOf(shown, others)}`;
    meters.push({name: 'sides', label, value: Math.min(...directed), limit: 1e-3, relation: '≥'});
  }
  const sided = shown.find(({method}) => RELATIVE[method].hasSides);
  if (!sided) return meters;
  const {offsets, mean} = diagonalsOf(sided.matrix);
  const future = mean.filter((_, k) => offsets[k] > 0);
  const value = Math.max(...future) - Math.min(...future);
  const label = `${RELATIVE[sided.method].name} tells near from far after the query`;
  return [...meters, {name: 'future', label, value, limit: 1e-3, relation: '≥'}];
}

/**
 * @param {Shown[]} shown
 * @param {import('../../draw/panel.js').Colour} colour
 * @returns {HeatmapPanel[]}
 */
const mapsOf = (shown, colour) =>
  shown.map(({method, matrix}) => ({
    kind: 'heatmap',
    title: RELATIVE[method].name,
    tensor: matrix,
    x: {label: 'key', ticks: 4},
    y: {label: 'query', ticks: 4},
    value: {label: 'added'},
    colour,
    aspect: matrix.shape[0] / matrix.shape[1],
    bar: false,
  }));

/**
 * @param {Core} core
 * @param {Shown[]} shown
 * @returns {LinesPanel}
 */
function curvesOf(core, shown) {
  const isRoomy = shown.length <= MAX_BARRED;
  return {
    kind: 'lines',
    title: `the same against the offset${isRoomy ? '; bars: the least and the greatest of a diagonal' : ''}`,
    wide: true,
    series: shown.map(({method, matrix}) => {
      const {offsets, mean, low, high} = diagonalsOf(matrix);
      /** @type {Series} */
      const series = {
        name: RELATIVE[method].name,
        x: offsets,
        y: mean,
        colour: placeOf(method),
      };
      const isLaw = toeplitzSpread(core, {x: finite(matrix)}) < 1e-3;
      return isLaw || !isRoomy ? series : {...series, spread: {low, high}};
    }),
    x: {label: 'offset, key position − query position'},
    y: {label: 'added to a logit'},
    aspect: 0.45,
  };
}

/**
 * @param {Settings} settings
 * @param {string} fault
 */
function noteOf({content, causal, cached, head, threshold, methods}, fault) {
  if (fault) return ''; // its own sentence takes the place of these claims
  const what =
    content === 'constant'
      ? 'Every position has the same random query and the same random key'
      : 'Every position has a random query and a random key of its own';
  const parts = [
    `${what}. Learned tables hold random numbers: trained, they could hold any. Head ${head} of ${N_HEADS}.`,
  ];
  if (methods.some((/** @type {string} */ method) => RELATIVE[method].readsQuery)) {
    parts.push(
      `FIRE measures the distance against the query’s position once that is beyond its threshold, here ${threshold}.`,
    );
  }
  if (methods.some((/** @type {string} */ method) => RELATIVE[method].countsToEnd)) {
    parts.push(
      causal
        ? 'CoPE counts the tokens between that the query finds worth counting.'
        : 'CoPE is made for decoders: without a mask it counts from the key to the end of the text.',
    );
  }
  if (methods.length > MAX_CURVES)
    parts.push(
      `With ${MAX_CURVES} methods or fewer, their curves against the offset are drawn too.`,
    );
  if (cached > 0) parts.push(`The first ${cached} tokens are only keys: their queries are past.`);
  return parts.join(' ');
}

/**
 * What relative methods do to a logit: matrices on one scale, and curves against the offset.
 *
 * Attributes: methods, content (constant, random), causal, n (keys), cached (of them, without a query),
 * head (1 to 8), threshold (of FIRE), clip (clipped bias and Shaw), n-buckets and max-distance (T5 and
 * DeBERTa), scale-base (xPos), seed.
 */
export class RelativeFamily extends Figure {
  static tag = 'relative-family';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    methods: {
      type: 'set',
      default: Object.keys(RELATIVE),
      options: RELATIVE_NAMES,
      label: 'Methods',
    },
    content: {
      type: 'choice',
      default: 'constant',
      options: {constant: 'one query, one key everywhere', random: 'others at every position'},
      label: 'Content',
    },
    causal: {type: 'flag', default: false, label: 'Causal mask'},
    n: {type: 'int', default: 24, min: 4, max: 64, label: 'Positions'},
    cached: {
      type: 'int',
      default: 0,
      min: 0,
      max: (settings) => settings.n - 1,
      label: 'of these in a cache',
    },
    head: {type: 'int', default: 3, min: 1, max: N_HEADS, label: 'Head'},
    threshold: {type: 'int', default: 512, min: 1, max: 512, label: 'FIRE’s threshold'},
    clip: {type: 'int', default: 5, min: 0, max: 32, label: 'Cut off at (clipped, Shaw)'},
    nBuckets: {type: 'int', default: 16, min: 4, max: 64, label: 'Buckets (T5, DeBERTa)'},
    maxDistance: {type: 'int', default: 64, min: 40, max: 512, label: 'Maximum distance'},
    scaleBase: {type: 'int', default: 64, min: 16, max: 512, label: 'xPos’s scale base'},
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'relative-family': {
      title: 'Every relative method on the same axes: one query and one key, at all positions',
      short: 'all',
      controls: ['methods', 'content', 'causal', 'n', 'head', 'seed'],
      faults: ['sign', 'one-sided'],
    },
    'relative-by-distance': {
      title: 'Six that read no content: a formula, a table or a small network of the distance',
      short: 'by distance',
      settings: {methods: ['alibi', 'kerple-log', 'kerple-power', 'fire', 'clipped-bias', 't5']},
      controls: ['methods', 'n', 'causal', 'head', 'clip', 'nBuckets', 'threshold', 'seed'],
      faults: ['sign', 'one-sided'],
    },
    'relative-by-content': {
      title: 'Six that read the content: other tokens, other numbers along a diagonal',
      short: 'by content',
      settings: {
        methods: ['shaw-keys', 'transformer-xl', 'deberta', 'cope', 'rope-half', 'xpos'],
        content: 'random',
        causal: true,
        n: 16,
      },
      controls: ['methods', 'content', 'causal', 'n', 'head', 'scaleBase', 'seed'],
      faults: ['sign'],
    },
    'relative-fire': {
      title: 'FIRE beyond its threshold: the same distance, less and less of the whole',
      short: 'FIRE',
      settings: {methods: ['kerple-log', 'fire'], causal: true, threshold: 8},
      controls: ['methods', 'n', 'threshold', 'head', 'seed'],
      faults: [],
    },
    'relative-cached': {
      title: 'A decoder with a cache: the last 6 queries against all 24 keys',
      short: 'with a cache',
      settings: {
        methods: ['alibi', 't5', 'shaw-keys', 'rope-half'],
        causal: true,
        cached: 18,
      },
      controls: ['methods', 'n', 'cached', 'head', 'seed'],
      faults: ['top-left'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    sign: {
      label: 'query − key instead of key − query',
      source: onGitHub('dmlc/gluon-nlp#1470'),
      breaks: 'rows',
      says: ({value}) =>
        `The offset has the wrong sign, so each table is read backwards: an entry is off by up to ${value('rows')}. ` +
        'A model that is trained with it learns it so; weights trained with the other sign are read wrongly.',
    },
    'one-sided': {
      label: 'T5’s rule of a decoder, in an encoder',
      source: onGitHub('google-research/text-to-text-transfer-transformer#415'),
      breaks: 'future',
      says:
        'The rule of T5’s decoder has one bucket for the whole future. In an encoder all keys after the query, near ' +
        'and far, then get the same number.',
    },
    'top-left': {
      label: 'cached keys not counted',
      source: onGitHub('lucidrains/x-transformers#103'),
      breaks: 'rows',
      says: ({settings: {cached}}) =>
        `The first query is taken to be at position 0, though ${cached} cached keys come before it: every distance is off by ${cached}.`,
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, settings, fault) {
    const shown = shownOf(core, settings, fault);
    const colour = colourFor('signed', ...shown.map(({matrix}) => matrix.data));
    return {
      panels: [
        ...mapsOf(shown, colour),
        ...(shown.length <= MAX_CURVES ? [curvesOf(core, shown)] : []),
      ],
      columns: Math.min(settings.cached > 0 ? 2 : 4, shown.length),
      least: settings.cached > 0 ? 240 : 130,
      scale: {colour, label: 'added to a logit, on one scale for all; hatched: masked'},
      meters: metersOf(core, settings, shown),
      note: noteOf(settings, fault),
    };
  }
}

// @ts-check
import {maxAbsDiff, rowSumError, toeplitzSpread} from '../core/linalg.js';
import {wholeCore} from '../core/whole.js';
import {formatNumber} from '../draw/format.js';
import css from '../style/curve.css';
import {CurveView} from './curve-view.js';
import {Figure} from './figure.js';
import {PanelView} from './panel-view.js';
import {contentOf, effectOf, N_HEADS, RELATIVE, RELATIVE_NAMES} from './relative/effects.js';
import {familiesOf} from './relative/families.js';
import {Fitter, misfitOf} from './relative/fit.js';
import {
  biasOf,
  curveOf,
  LIMITS,
  N_KEYS,
  POINTS,
  pointsOf,
  queryBiasOf,
  textOf,
  weightsOf,
} from './relative/own-curve.js';
import {rowOf, slice} from './tensors.js';

/** @import {Core, Tensor} from '../core/core.js' */
/** @import {BarsPanel, LinesPanel, Series} from '../draw/panel.js' */
/** @import {CurvePanel, Moved} from './curve-view.js' */
/** @import {Drawing} from './figure.js' */
/** @import {Meter} from './meters.js' */
/** @import {NamedFamily} from './relative/families.js' */
/** @import {Fit} from './relative/fit.js' */
/** @import {Schema, Settings} from './settings.js' */

const PLACES = Array.from({length: N_KEYS}, (_, distance) => distance + 1); // no logarithm has a 0
const AXIS = {
  label: 'distance between query and key (logarithmic)',
  scale: /** @type {const} */ ('log'),
  domain: /** @type {const} */ ([1, N_KEYS]),
  at: POINTS.map((distance) => distance + 1),
  names: POINTS,
};
const NAMES = PLACES.map((place) => place - 1);

/** @typedef {{family: NamedFamily, fit: Fit}} Fitted */

/** @type {WeakMap<Core, {family: NamedFamily, fitter: Fitter}[]>} */
const fitters = new WeakMap();

/**
 * Every family's curve that comes closest, from few free numbers to many.
 *
 * @param {Core} core
 * @param {Float64Array} curve
 * @returns {Fitted[]}
 */
function fittedOf(core, curve) {
  const known =
    fitters.get(core) ??
    familiesOf(core, N_KEYS).map((family) => ({family, fitter: new Fitter(family, N_KEYS)}));
  fitters.set(core, known);
  return known.map(({family, fitter}) => ({family, fit: fitter.fit(curve)}));
}

/**
 * The closest of those that have so many free numbers or fewer.
 *
 * @param {readonly Fitted[]} fitted
 * @param {number} numbers
 */
function closestOf(fitted, numbers) {
  const allowed = fitted.filter(({family}) => family.numbers <= numbers);
  return allowed.reduce((best, one) => (one.fit.misfit < best.fit.misfit - 1e-6 ? one : best));
}

const MAX_KEPT = 64;
/** @type {WeakMap<Core, Map<string, Series>>} */
const examples = new WeakMap();

/**
 * While the reader draws, the examples stay what they are.
 *
 * @param {Core} core
 * @param {string} method
 * @param {Settings} settings
 * @returns {Series}
 */
function exampleOf(core, method, settings) {
  const kept = examples.get(core) ?? new Map();
  examples.set(core, kept);
  const key = `${method} ${settings.head} ${settings.seed}`;
  const series = kept.get(key) ?? makeExample(core, method, settings);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(key, series);
  return series;
}

/**
 * What a method adds between the last query and each key, by distance.
 *
 * @param {Core} core
 * @param {string} method
 * @param {Settings} settings
 * @returns {Series}
 */
function makeExample(core, method, settings) {
  const {q, k} = contentOf(core, {content: 'constant', n: N_KEYS, seed: settings.seed});
  const last = {data: firstOfHeads(q), shape: [N_HEADS, 1, q.shape[2]]}; // all queries are one
  const rule = {
    ...settings,
    causal: true,
    clip: 16,
    nBuckets: 32,
    maxDistance: 128,
    scaleBase: 64,
    threshold: 512,
  };
  const effect = slice(effectOf(core, method, rule, {q: last, k}), settings.head - 1);
  return {
    name: RELATIVE[method].name,
    x: PLACES,
    y: Float32Array.from(effect.data).reverse(),
    labels: NAMES,
    colour: Object.keys(RELATIVE).indexOf(method) + 1,
  };
}

/** @param {Tensor} tensor (nHeads, n, d) */
function firstOfHeads({data, shape: [nHeads, n, d]}) {
  const out = new Float32Array(nHeads * d);
  for (let head = 0; head < nHeads; head++) {
    out.set(data.subarray(head * n * d, head * n * d + d), head * d);
  }
  return out;
}

/**
 * @param {Series[]} shown examples
 * @param {readonly number[]} values
 * @param {Float64Array} curve
 * @param {Float64Array} near the closest family's
 * @param {string} name of that family
 * @returns {CurvePanel}
 */
const galleryPanel = (shown, values, curve, near, name) => ({
  kind: 'lines',
  title: 'what is added to a logit, by distance: draw here',
  wide: true,
  series: [
    {name: 'your curve', x: PLACES, y: curve, labels: NAMES, colour: 0},
    {name: `closest: ${name}`, x: PLACES, y: near, labels: NAMES, reference: 'dots'},
    ...shown,
  ],
  x: AXIS,
  y: {label: 'added to a logit', domain: LIMITS},
  aspect: 0.5,
  points: {
    x: POINTS.map((distance) => distance + 1),
    y: values,
    names: POINTS.map((distance) => `distance ${distance}`),
  },
});

/**
 * The weights of the last query.
 *
 * @param {Tensor} yours (n, n)
 * @param {Tensor} near
 * @param {string} name
 * @returns {LinesPanel}
 */
const weightsPanel = (yours, near, name) => ({
  kind: 'lines',
  title: 'your curve as attention, over tokens that are all alike',
  series: [
    {name: 'your weights', x: PLACES, y: lastRow(yours), labels: NAMES, colour: 0},
    {name: `those of ${name}`, x: PLACES, y: lastRow(near), labels: NAMES, reference: 'dots'},
  ],
  x: AXIS,
  y: {label: 'weight of a key'},
  aspect: 0.75,
});

/** By distance. @param {Tensor} weights (n, n) */
const lastRow = (weights) => Float32Array.from(rowOf(weights, N_KEYS - 1)).reverse();

/**
 * @param {readonly Fitted[]} fitted
 * @returns {BarsPanel}
 */
const misfitPanel = (fitted) => ({
  kind: 'bars',
  title: 'how far each family stays away (and the numbers a head is free to choose)',
  groups: fitted.map(({family}) => `${family.name} (${family.numbers})`),
  series: [{name: 'misfit', values: fitted.map(({fit}) => fit.misfit)}],
  x: {label: ''},
  y: {label: 'misfit, in logits'},
  aspect: 0.75,
});

/**
 * @param {Core} core
 * @param {Fitted} closest
 * @param {Float64Array} curve
 * @param {Tensor} bias
 * @param {Tensor} weights (n, n)
 * @returns {Meter[]}
 */
function metersOf(core, {family, fit}, curve, bias, weights) {
  const flat = slice(weightsOf(core, biasOf(new Float64Array(N_KEYS))), 0);
  const acts = maxAbsDiff(core, {a: weights, b: flat});
  const drawn = family.draw(fit.coefficients, fit.inner);
  const kernel = maxAbsDiff(core, {
    a: {data: Float32Array.from(drawn, (value) => value - drawn[0]), shape: [N_KEYS]},
    b: {data: Float32Array.from(fit.values, (value) => value - fit.values[0]), shape: [N_KEYS]},
  });
  const meant = maxAbsDiff(core, {a: slice(bias, 0), b: slice(biasOf(curve), 0)});
  return [
    {
      name: 'as-drawn',
      label: 'the bias at work is the one drawn',
      value: meant,
      limit: 1e-6,
    },
    {
      name: 'acts',
      label: 'it changes the attention',
      value: acts,
      limit: 1e-3,
      relation: '≥',
    },
    {
      name: 'distance-only',
      label: 'depends on the distance only',
      value: toeplitzSpread(core, {x: slice(bias, 0)}),
      limit: 1e-6,
    },
    {
      name: 'row-sum',
      label: 'every row sums to 1',
      value: rowSumError(core, {x: weights}),
      limit: 1e-5,
    },
    {
      name: 'kernel',
      label: `the core’s ${family.name} with the numbers found draws the closest curve`,
      value: kernel,
      limit: 5e-3,
    },
    {
      name: 'least',
      label: 'gained by a small step of any number found',
      value: gainOf(family, fit, curve),
      limit: 1e-4,
    },
  ];
}

/**
 * How much closer the curve comes when one number is a hundredth larger or smaller, at best.
 *
 * @param {NamedFamily} family
 * @param {Fit} fit
 * @param {Float64Array} curve
 */
function gainOf(family, {coefficients, inner, shift, misfit}, curve) {
  const tried = coefficients.flatMap((value, k) =>
    [-1, 1].map((sign) => {
      const step = sign * 0.01 * Math.max(0.01, Math.abs(value));
      const moved = coefficients.map((old, c) => (c === k ? old + step : old));
      const isAllowed = !family.isFalling || moved[0] >= 0;
      if (!isAllowed) return misfit;
      const drawn = family.draw(moved, inner);
      return misfitOf(drawn, curve, bestShift(drawn, curve, shift));
    }),
  );
  return Math.max(0, misfit - Math.min(...tried));
}

/** A constant is free for every family. @param {Float64Array} drawn @param {Float64Array} curve @param {number} from */
function bestShift(drawn, curve, from) {
  let [sum, total] = [0, 0];
  drawn.forEach((value, d) => {
    sum += (curve[d] - value - from) / (1 + d);
    total += 1 / (1 + d);
  });
  return from + sum / total;
}

/**
 * @param {Fitted} closest
 * @param {Settings} settings
 * @param {Tensor} weights (n, n)
 * @param {string} fault
 */
function noteOf({family, fit}, {numbers}, weights, fault) {
  if (Object.hasOwn(NOTES, fault)) return NOTES[/** @type {keyof typeof NOTES} */ (fault)];
  const row = lastRow(weights);
  let [within, sum] = [0, row[0]];
  while (sum < 0.5 && within < row.length - 1) sum += row[++within];
  const off = formatNumber(Number(fit.misfit.toPrecision(2)));
  return (
    `Half of the last query’s weight lies within distance ${within}. Of the families with at most ` +
    `${numbers} free ${numbers === 1 ? 'number' : 'numbers'} ${family.name} comes closest: off by ${off} ` +
    'in the mean, where every octave of distance counts the same and a constant counts nothing.'
  );
}

const NOTES = {
  'query-axis':
    'The same number stands in every cell of a row. The softmax divides it out, and all keys that a query ' +
    'sees get the same weight, whatever you draw.',
  scaled:
    'The bias went in before the division by √64: the curve that acts is eight times flatter than the one ' +
    'that was drawn, or learned elsewhere.',
};

/**
 * Every method's effect against distance, and a curve that the reader draws: which method could learn it, and
 * what attention it makes.
 *
 * Attributes: methods, curve (its heights at distances 0, 1, 3, 7, ... 255), numbers (which families may
 * come closest), head (1 to 8), seed.
 */
export class DistanceGallery extends Figure {
  static tag = 'distance-gallery';
  static core = wholeCore;

  static settings = /** @type {Schema} */ ({
    methods: {
      type: 'set',
      default: ['alibi', 'kerple-log', 'kerple-power', 't5', 'rope-half'],
      options: RELATIVE_NAMES,
      label: 'Methods',
    },
    curve: {
      type: 'text',
      default: '0, -0.5, -1.1, -1.7, -2.2, -2.8, -3.3, -3.9, -4.4',
      maxLength: 90,
      label: `Your curve at distances ${POINTS.join(', ')}`,
    },
    numbers: {
      type: 'int',
      default: 2,
      min: 1,
      max: 33,
      label: 'Closest with at most … free numbers',
    },
    head: {type: 'int', default: 5, min: 1, max: N_HEADS, label: 'Head of the examples'},
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed of the examples'},
  });

  static presets = {
    'distance-gallery': {
      title: 'A curve of your own among those of the methods',
      controls: ['methods', 'curve', 'numbers', 'head', 'seed'],
      faults: ['query-axis', 'scaled'],
    },
    'distance-gallery-all': {
      title: 'Every method’s effect on a logit, by distance',
      settings: {methods: Object.keys(RELATIVE)},
      controls: ['methods', 'curve', 'head', 'seed'],
      faults: [],
    },
    'distance-hump': {
      title: 'A curve that no formula here can draw: near keys matter less than those behind them',
      settings: {
        methods: ['kerple-log', 't5'],
        curve: '-3, -2, -0.5, 0.8, 0.8, -1, -3, -5, -6',
        numbers: 2,
      },
      controls: ['methods', 'curve', 'numbers', 'head'],
      faults: ['query-axis', 'scaled'],
    },
  };

  static faults = {
    'query-axis': {
      label: 'bias added along the query axis',
      source: 'the twin of attention_with_linear_biases#9, which is right along the keys',
      breaks: 'acts',
    },
    scaled: {
      label: 'bias added before the division by √d',
      source: 'as Falcon has it and nobody else: TensorRT-Model-Connect#32',
      breaks: 'as-drawn',
    },
  };

  constructor() {
    super();
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets.push(sheet);
    root.addEventListener('curve', (event) =>
      this.#move(/** @type {CustomEvent} */ (event).detail),
    );
  }

  /** @param {Moved} moved */
  #move({point, y}) {
    const {settings} = this.currentSettings();
    const values = pointsOf(settings.curve);
    if (values[point] === y) return;
    values[point] = y;
    this.change('curve', textOf(values));
  }

  /**
   * @param {string} kind
   * @param {HTMLElement} probe
   * @param {(text: string) => void} onRead
   */
  static viewOf(kind, probe, onRead) {
    return kind === 'lines' ? new CurveView(probe, onRead) : new PanelView(probe, onRead);
  }

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, settings, fault) {
    const values = pointsOf(settings.curve);
    const curve = curveOf(values);
    const fitted = fittedOf(core, curve);
    const closest = closestOf(fitted, settings.numbers);
    const {fit, family} = closest;
    const near = fit.values.map((value) => value + fit.shift);
    const used = fault === 'scaled' ? curve.map((value) => value / 8) : curve;
    const bias = fault === 'query-axis' ? queryBiasOf(used) : biasOf(used);
    const weights = slice(weightsOf(core, bias), 0);
    const nearWeights = slice(weightsOf(core, biasOf(near)), 0);
    const shown = settings.methods.map((/** @type {string} */ method) =>
      exampleOf(core, method, settings),
    );
    return {
      panels: [
        galleryPanel(shown, values, curve, near, family.name),
        weightsPanel(weights, nearWeights, family.name),
        misfitPanel(fitted),
      ],
      columns: 2,
      least: 280,
      meters: metersOf(core, closest, curve, bias, weights),
      note: noteOf(closest, settings, weights, fault),
    };
  }
}

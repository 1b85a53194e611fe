// @ts-check
import {fullCore} from '../../core/full-core.js';
import {adoptStyle} from '../../dom.js';
import {formatNumber} from '../../draw/format.js';
import css from '../../style/curve.css';
import {COMMON_SLIP, onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {slice} from '../shared/tensors.js';
import {closestOf, fittedOf, metersOf} from './closest.js';
import {N_HEADS, RELATIVE, RELATIVE_NAMES} from './effects.js';
import {exampleOf, galleryPanel, lastRow, misfitPanel, weightsPanel} from './gallery-panels.js';
import {biasOf, curveOf, POINTS, pointsOf, queryBiasOf, textOf, weightsOf} from './own-curve.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {CurvePanel} from '../../draw/panel.js' */
/** @import {Moved} from '../../views/curve-view.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Fitted} from './closest.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

/**
 * @param {Fitted} closest
 * @param {Settings} settings
 * @param {Tensor} weights (n, n)
 * @param {string} fault
 */
function noteOf({family, fit}, {numbers}, weights, fault) {
  if (fault) return ''; // its own sentence takes the place of these claims
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

/**
 * Every method's effect against distance, and a curve that the reader draws: which method could learn it, and
 * what attention it makes.
 *
 * Attributes: methods, curve (its heights at distances 0, 1, 3, 7, ... 255), numbers (which families may
 * come closest), head (1 to 8), seed.
 */
export class DistanceGallery extends Figure {
  static tag = 'distance-gallery';
  static core = fullCore;

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
      short: 'your curve',
      controls: ['methods', 'curve', 'numbers', 'head', 'seed'],
      faults: ['query-axis', 'scaled'],
    },
    'distance-gallery-all': {
      title: 'Every method’s effect on a logit, by distance',
      short: 'all methods',
      settings: {methods: Object.keys(RELATIVE)},
      controls: ['methods', 'curve', 'head', 'seed'],
      faults: [],
    },
    'distance-hump': {
      title: 'A curve that no two numbers can draw: near keys matter less than those behind them',
      short: 'a hump',
      settings: {
        methods: ['kerple-log', 't5'],
        curve: '-3, -2, -0.5, 0.8, 0.8, -1, -3, -5, -6',
        numbers: 2,
      },
      controls: ['methods', 'curve', 'numbers', 'head'],
      faults: ['query-axis', 'scaled'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'query-axis': {
      label: 'bias added along the query axis',
      source: COMMON_SLIP,
      breaks: 'acts',
      says:
        'Every key of a row gets the same number. The softmax ignores it, so all keys that a query sees get the same ' +
        'weight, whatever curve you draw.',
    },
    scaled: {
      label: 'bias added before the division by √d',
      source: onGitHub('NVIDIA/TensorRT-Model-Connect#32'),
      breaks: 'as-drawn',
      says: ({value}) =>
        'The bias is added before the division by √64, so the curve that acts is eight times flatter than the one ' +
        `that was drawn, or learned elsewhere: off by up to ${value('as-drawn')}.`,
    },
  });

  constructor() {
    super();
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    adoptStyle(root, css);
    root.addEventListener('curve', (event) =>
      this.#move(/** @type {CustomEvent} */ (event).detail),
    );
  }

  /** @param {Moved} moved */
  #move({point, y}) {
    const values = this.#values();
    if (values[point] === y) return;
    values[point] = y;
    this.change('curve', textOf(values));
  }

  /** Those of the settings; where these are none, of the picture that stayed. */
  #values() {
    try {
      return pointsOf(this.currentSettings().settings.curve);
    } catch {
      const panels = /** @type {CurvePanel[]} */ (this.drawing?.panels ?? []);
      return [...(panels[0]?.points?.y ?? [])];
    }
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

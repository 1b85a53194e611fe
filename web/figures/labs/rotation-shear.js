// @ts-check
import {randomNormal} from '../../core/base.js';
import {fullCore} from '../../core/full-core.js';
import {foxBias} from '../../core/pe.js';
import {formatNumber} from '../../draw/format.js';
import {COMMON_SLIP} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {lines} from '../shared/curves.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

/** A matrix of two rows and two columns, row by row. @typedef {[number, number, number, number]} Matrix */

const FARTHEST = 48;
const KEY = [1, 1];
const LEAST = 1e-9; // of the root: below it the shear's own formula is used

/**
 * exp(n G) of G = w ((0, -1), (k, 0)): a rotation for k = 1, a shear for k = 0, and between them a rotation along
 * ellipses.
 *
 * @param {number} n
 * @param {number} w
 * @param {number} k
 * @param {boolean} isFirstOrder I + n G in its place
 * @returns {Matrix}
 */
function power(n, w, k, isFirstOrder = false) {
  if (isFirstOrder) return [1, -n * w, n * w * k, 1];
  const root = Math.sqrt(k);
  if (root < LEAST) return [1, -n * w, 0, 1];
  const [cos, sin] = [Math.cos(n * w * root), Math.sin(n * w * root)];
  return [cos, -sin / root, sin * root, cos];
}

/** @param {Matrix} a @param {Matrix} b @returns {Matrix} */
const product = (a, b) => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
];

/**
 * One slider from a rotation to a shear.
 *
 * @param {Core} _core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
function slider(_core, {speed, share}, fault) {
  const at = (/** @type {number} */ n) => power(n, speed, share, fault !== '');
  const distances = Array.from({length: FARTHEST + 1}, (_, d) => d);
  const moved = distances.map((d) => {
    const [a, b, c, e] = at(d);
    return [a * KEY[0] + b * KEY[1], c * KEY[0] + e * KEY[1]];
  });
  // a key at 20 seen from 50 is one at 0 seen from 30, by whatever steps the 30 are made
  const whole = at(30);
  const law = Math.max(
    ...[1, 10, 15].map((first) =>
      Math.max(...product(at(first), at(30 - first)).map((value, k) => Math.abs(value - whole[k]))),
    ),
  );
  const kind = share === 0 ? 'a shear' : share === 1 ? 'a rotation' : 'a rotation along ellipses';
  return {
    columns: 2,
    least: 260,
    panels: [
      lines({
        title: 'Where the key (1, 1) is, from distance 0 on',
        series: [
          {name: 'key', x: moved.map(([x]) => x), y: moved.map(([, y]) => y), style: 'both'},
        ],
        x: {label: 'first element'},
        y: {label: 'second element'},
        aspect: 0.8,
      }),
      lines({
        title: 'Logit of the query (1, 0), by distance',
        series: [{name: 'logit', x: distances, y: moved.map(([x]) => x)}],
        x: {label: 'distance'},
        y: {label: 'logit'},
        aspect: 0.8,
      }),
    ],
    meters: [
      {
        name: 'steps',
        label: '30 positions at once, apart from 30 in two parts',
        value: law,
        limit: 1e-9,
      },
    ],
    note: fault
      ? 'At distance 0 the power is the identity, whatever it is cut off to.'
      : `${kind[0].toUpperCase()}${kind.slice(1)}. ${share === 0 ? `The logit falls by ${formatNumber(speed)} per position, as with ALiBi, whose slope this is.` : share === 1 ? 'The logit is that of a pair of RoPE.' : 'The logit is still a wave, wider and slower the nearer to the shear.'}`,
  };
}

/** ln(1 + e^x), without overflow. @param {number} x */
const softplus = (x) => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));

/**
 * The shear whose steps the tokens choose: the forget gate, and CABLE's bias.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Drawing}
 */
function gates(core, {seed}, fault) {
  const n = FARTHEST + 1;
  const given = randomNormal(core, {seed, name: 'gate', shape: [n, 1], sigma: 1.5}).data.map(
    (x) => x - 2,
  );
  const gate = {data: given.map((x) => (fault ? x : -x)), shape: [n, 1]};
  const fox = foxBias(core, {gates: gate, nQuery: 1}).data;
  const cable = new Float64Array(n);
  for (let key = n - 2; key >= 0; key--) cable[key] = cable[key + 1] - softplus(given[key + 1]);
  const x = Array.from({length: n}, (_, d) => d);
  const backwards = (/** @type {ArrayLike<number>} */ list) => Array.from(list).reverse();
  const slope = cable[0] / FARTHEST;
  return {
    panels: [
      lines({
        title: 'Bias of the newest query, by distance',
        series: [
          {name: 'forget gate: sum of ln sigmoid(−x)', x, y: backwards(fox)},
          {name: 'CABLE: sum of −softplus(x)', x, y: backwards(cable), style: 'points'},
          {name: 'equal steps: ALiBi', x, y: x.map((d) => d * slope), reference: 'dashes'},
        ],
        x: {label: 'distance'},
        y: {label: 'bias of a logit'},
        aspect: 0.5,
      }),
    ],
    meters: [
      {
        name: 'one-curve',
        label: 'the two biases, apart',
        value: Math.max(...cable.map((value, key) => Math.abs(value - fox[key]))),
        limit: 1e-4,
      },
    ],
    note: fault
      ? 'At distance 0 both are 0, whatever the sign.'
      : 'ln sigmoid(−x) is −softplus(x): two papers, one curve. Where all tokens choose the same step it is ALiBi’s line.',
  };
}

/**
 * RoPE, ALiBi and the forget gate as one thing: powers of a matrix, by the distance or by steps that tokens choose.
 *
 * Attributes: show (slider, gates), share (1: rotation, 0: shear), speed (of a position), seed (of the gates).
 */
export class RotationShear extends Figure {
  static tag = 'rotation-shear';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    show: {
      type: 'choice',
      default: 'slider',
      options: {slider: 'from a rotation to a shear', gates: 'steps that tokens choose'},
      label: 'Show',
    },
    share: {
      type: 'number',
      default: 1,
      min: 0,
      max: 1,
      step: 0.05,
      label: 'From shear (0) to rotation (1)',
    },
    speed: {
      type: 'number',
      default: 0.25,
      min: 0.05,
      max: 0.5,
      step: 0.05,
      label: 'Step of a position',
    },
    seed: {type: 'int', default: 1, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'rotation-shear': {
      title: 'One slider from RoPE to ALiBi: powers of a matrix',
      short: 'slider',
      controls: ['share', 'speed'],
      faults: ['first-order'],
    },
    'forget-gates': {
      title: 'Steps that tokens choose: the forget gate is CABLE',
      short: 'gates',
      settings: {show: 'gates'},
      controls: ['seed'],
      faults: ['sign'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'first-order': {
      label: 'the power cut off after its first term',
      source: COMMON_SLIP,
      breaks: 'steps',
      says: ({value}) =>
        'I + nG in place of exp(nG): two moves no longer add up to one, and the logit depends on more than the distance ' +
        `(${value('steps')} apart). Slide to the shear: there the first term is all there is, and the law holds.`,
      unseen:
        'The square of a shear’s G is 0, so the first term is all there is: no number changes.',
    },
    sign: {
      label: 'the sign of the gate’s logit',
      source: COMMON_SLIP,
      breaks: 'one-curve',
      says: ({value}) =>
        'The gate is a sigmoid of x, and CABLE takes softplus of x. Without the minus the gates that forget most forget least: the biases are ' +
        `up to ${value('one-curve')} apart.`,
    },
  });

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {string} fault
   * @returns {Drawing}
   */
  static compute(core, settings, fault) {
    return (settings.show === 'gates' ? gates : slider)(core, settings, fault);
  }
}

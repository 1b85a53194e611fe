// @ts-check

import {fullCore} from '../../core/full-core.js';
import {maxAbsDiff, toeplitzSpread} from '../../core/linalg.js';
import {attention} from '../../core/nn.js';
import {methodQk, ropeRotate, ropeTables, xposScale, xposScales} from '../../core/pe.js';
import {formatNumber} from '../../draw/format.js';
import {placeOf} from '../../draw/method-colours.js';
import {onGitHub} from '../frame/faults.js';
import {Figure} from '../frame/figure.js';
import {positionsFrom, slice} from '../shared/tensors.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {LinesPanel, Series} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const N_STEPS = 64; // of a curve to each side
const N_LAW = 24; // positions on which the law of distance is measured

/**
 * xPos: what each pair's part of a logit is multiplied by, against the distance, and what that makes of
 * RoPE's logit.
 *
 * Attributes: d-head, scale-base, reach (distances to each side).
 */
export class XposDecay extends Figure {
  static tag = 'xpos-decay';
  static core = fullCore;

  static settings = /** @type {Schema} */ ({
    dHead: {type: 'int', default: 64, min: 4, max: 128, step: 2, label: 'Head width d'},
    scaleBase: {type: 'int', default: 512, min: 128, max: 2048, step: 128, label: 'Scale base'},
    reach: {type: 'int', default: 4096, min: 256, max: 4096, step: 256, label: 'Up to distance'},
  });

  static presets = {
    'xpos-decay': {title: 'xPos: each pair fades at a rate of its own, if the key came before'},
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    encoder: {
      label: 'no causal mask: keys after their query',
      source: onGitHub('microsoft/torchscale#66'),
      breaks: 'bounded',
      says: ({settings: {reach}, value}) =>
        'Without the causal mask a query also sees keys after itself, and there the decay is a growth: ' +
        `up to ${formatNumber(reach)} positions after its query a key’s part of a logit is multiplied by up to ${value('bounded')}.`,
    },
  });

  /** @param {Core} core @param {Settings} settings @param {string} fault @returns {Drawing} */
  static compute(core, settings, fault) {
    const {reach, dHead} = settings;
    const from = fault === 'encoder' ? -N_STEPS : 0;
    const distances = positionsFrom(from, N_STEPS - from + 1).map((k) => (k * reach) / N_STEPS);
    const factors = factorsAt(core, settings, distances);
    const largest = factors.data.reduce((a, b) => Math.max(a, b), 0);
    return {
      panels: [factorPanel(settings, distances, factors), logitPanel(core, settings, distances)],
      columns: 2,
      least: 320,
      meters: [
        {
          name: 'bounded',
          label: 'no pair’s part of a visible logit grows',
          value: largest,
          limit: 1 + 1e-6,
        },
        ...laws(core, settings),
      ],
      note: noteOf(core, settings, fault, dHead / 2),
    };
  }
}

/**
 * What a pair's part of the logit is multiplied by when query and key are so far apart: the scale of the
 * query, with the key where the scale is 1.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {number[]} distances
 * @returns {Tensor} (distances, pairs)
 */
function factorsAt(core, {dHead: dim, scaleBase}, distances) {
  const data = new Float32Array((distances.length * dim) / 2);
  for (const [row, firstPos] of distances.entries()) {
    data.set(xposScales(core, {nPos: 1, dim, scaleBase, firstPos}).data, (row * dim) / 2);
  }
  return {data, shape: [distances.length, dim / 2]};
}

/**
 * @param {number[]} distances rising
 * @returns {LinesPanel['x']}
 */
const axisOf = (distances) => ({
  label: 'distance, query − key',
  domain: [distances[0], distances[distances.length - 1]],
  ticks: 5,
});

/** The first, the last, and some between. @param {number} nPairs */
const shownPairs = (nPairs) => [
  ...new Set([0, 0.125, 0.25, 0.5, 1].map((part) => Math.round(part * (nPairs - 1)))),
];

/**
 * @param {Settings} settings
 * @param {number[]} distances
 * @param {Tensor} factors
 * @returns {LinesPanel}
 */
function factorPanel({dHead}, distances, factors) {
  const nPairs = dHead / 2;
  /** @type {Series[]} */
  const series = shownPairs(nPairs).map((pair) => ({
    name: `pair ${pair}`,
    x: distances,
    y: distances.map((_, k) => factors.data[k * nPairs + pair]),
  }));
  return {
    kind: 'lines',
    title: 'what a pair’s part of the logit is multiplied by',
    series: [
      ...series,
      {name: 'RoPE', x: distances, y: distances.map(() => 1), reference: 'dashes'},
    ],
    x: axisOf(distances),
    y: {label: 'factor', scale: 'log'},
    aspect: 0.8,
  };
}

/**
 * The logit of all-ones content against the distance: the sum of the pairs' cosines, with the factors
 * and without.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {number[]} distances
 * @returns {LinesPanel}
 */
function logitPanel(core, {dHead, scaleBase}, distances) {
  const shape = [1, distances.length, dHead];
  const ones = {data: new Float32Array(distances.length * dHead).fill(1), shape};
  const tables = ropeTables(core, {positions: distances, dim: dHead});
  const rotated = ropeRotate(core, {x: ones, ...tables, layout: 'interleaved'});
  const faded = new Float32Array(rotated.data.length);
  for (const [row, firstPos] of distances.entries()) {
    const at = row * dHead;
    const x = {data: rotated.data.slice(at, at + dHead), shape: [1, 1, dHead]};
    faded.set(xposScale(core, {x, scaleBase, firstPos}).data, at);
  }
  const key = {data: new Float32Array(dHead).fill(1), shape: [1, 1, dHead]}; // at position 0
  const logits = (/** @type {Float32Array} */ data) =>
    attention(core, {q: {data, shape}, k: key, v: key}).logits.data;
  return {
    kind: 'lines',
    title: 'a whole logit, content all ones',
    series: [
      {name: 'xPos', x: distances, y: logits(faded), colour: placeOf('xpos')},
      {name: 'RoPE', x: distances, y: logits(rotated.data), colour: placeOf('rope')},
    ],
    x: axisOf(distances),
    y: {label: 'logit'},
    aspect: 0.8,
  };
}

/**
 * The laws that hold with a mask and without: only the distance counts, and distance 0 is RoPE's.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @returns {Meter[]}
 */
function laws(core, {dHead, scaleBase}) {
  const x = {data: new Float32Array(N_LAW * dHead).fill(1), shape: [1, N_LAW, dHead]};
  const logitsFrom = (/** @type {number} */ firstPos) => {
    const {q, k} = methodQk(core, {method: 'xpos', q: x, k: x, scaleBase, firstPos});
    return slice(attention(core, {q, k, v: k}).logits, 0);
  };
  const here = logitsFrom(0);
  return [
    {
      name: 'distance-only',
      label: 'depends on the distance only',
      value: toeplitzSpread(core, {x: here}),
      limit: 1e-4,
    },
    {
      name: 'shift',
      label: 'a shift of all positions by 1,000 changes no logit',
      value: maxAbsDiff(core, {a: here, b: logitsFrom(1000)}),
      limit: 1e-3,
    },
  ];
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {string} fault
 * @param {number} nPairs
 */
function noteOf(core, settings, fault, nPairs) {
  if (fault) return ''; // its own sentence takes the place of these claims
  const {reach, scaleBase} = settings;
  const {data} = factorsAt(core, settings, [scaleBase, reach, -reach]);
  const [near, far, before] = [0, 1, 2].map((k) =>
    formatNumber(Number(data[k * nPairs].toPrecision(3))),
  );
  const last = formatNumber(Number(data[nPairs + nPairs - 1].toPrecision(3)));
  return (
    `Pair 0, which turns fastest, also fades fastest: to ${near} at distance ${formatNumber(scaleBase)}, to ${far} at ` +
    `${formatNumber(reach)}. The slowest keeps ${last} there. The same formula with the key after its query would ` +
    `multiply by ${before}: a causal mask has to keep it out.`
  );
}

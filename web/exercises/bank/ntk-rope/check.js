// @ts-check
import {ropeScaling, ropeTables} from '../../../core/pe.js';
import {without} from '../steps.js';
import {scalar} from '../tensors.js';

/** @import {Core} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */

/** @typedef {{nPos: number, dim: number, base: number, scale: number}} Settings */

/** @param {string} title @param {Settings} settings @param {boolean} [isHidden] @param {string[]} [omitted] arguments that keep their defaults */
function caseOf(title, {nPos, dim, base, scale}, isHidden = false, omitted = []) {
  const steps = [
    {op: 'call', target: 'get_ntk_base', args: [base, dim, scale], get: true},
    {
      op: 'call',
      target: 'get_ntk_rope_embeddings',
      args: [dim, nPos],
      kwargs: without({base, scale}, omitted),
      get: true,
    },
  ];
  return {title, isHidden, steps, nPos, dim, base, scale};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf('scale 2, 64 dimensions', {nPos: 20, dim: 64, base: 10000, scale: 2}),
  caseOf('scale 1 changes nothing', {nPos: 8, dim: 8, base: 10000, scale: 1}),
  caseOf('without base and scale', {nPos: 12, dim: 10, base: 10000, scale: 1}, true, [
    'base',
    'scale',
  ]),
  caseOf(
    'without base',
    {nPos: random.int(10, 20), dim: 12, base: 10000, scale: random.int(2, 9)},
    true,
    ['base'],
  ),
  caseOf(
    'sizes of its own',
    {
      nPos: random.int(10, 60),
      dim: 2 * random.int(3, 40),
      base: 10000,
      scale: random.int(3, 16),
    },
    true,
  ),
  caseOf(
    'another base',
    {
      nPos: random.int(10, 60),
      dim: 2 * random.int(3, 40),
      base: random.pick([500, 50000, 500000]),
      scale: 1.5 + random.int(0, 5),
    },
    true,
  ),
];

/** The base that the frequency of pair 1 implies. @param {Core} core @param {Case} item */
function ntkBase(core, {dim, base, scale}) {
  const {data} = ropeScaling(core, {dim, base, kind: 'ntk', alpha: scale}).invFreq;
  return data[1] ** (-dim / 2);
}

/** @param {Core} core @param {Case} item @param {number} base @param {number} [divisor] of all frequencies */
function answer(core, {nPos, dim}, base, divisor = 1) {
  return [scalar(base), ...tablesOf(core, {nPos, dim}, base, divisor)];
}

/** Tables of a base, whatever the other function said. @param {Core} core @param {Case | {nPos: number, dim: number}} sizes @param {number} base @param {number} [divisor] */
function tablesOf(core, {nPos, dim}, base, divisor = 1) {
  const frequencies = ropeScaling(core, {dim, base, kind: 'linear', factor: divisor}).invFreq;
  const {cos, sin} = ropeTables(core, {nPos, invFreq: frequencies});
  return [cos, sin];
}

/** @type {Check['truth']} */
export const truth = (core, item) => {
  const {nPos, dim, base, scale} = item;
  const {cos, sin} = ropeTables(core, {
    nPos,
    ...ropeScaling(core, {dim, base, kind: 'ntk', alpha: scale}),
  });
  return [scalar(ntkBase(core, item)), cos, sin];
};

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'interpolation',
    sentence:
      'This is position interpolation: the base stays and every angle is divided by the scale, the fastest pair too, so that neighbours look alike. The exercise asks for a larger base and positions left alone.',
    isPartial: true,
    truth: (core, item) => answer(core, item, item.base, item.scale),
  },
  {
    id: 'plain-product',
    sentence:
      'The base is only multiplied by the scale. Its slowest pair then turns a little less than scale times slower, for the exponent there is −(dim − 2)/dim, not −1: raise the scale to dim / (dim − 2).',
    truth: (core, item) => answer(core, item, item.base * item.scale),
  },
  {
    id: 'inverse-exponent',
    sentence:
      'The exponent is upside down: (dim − 2)/dim is below 1, so that the base grows too little. It is dim / (dim − 2).',
    truth: (core, item) =>
      answer(core, item, item.base * item.scale ** ((item.dim - 2) / item.dim)),
  },
  {
    id: 'divided-base',
    sentence:
      'The base became smaller: then all pairs rotate faster and fit fewer positions. A longer context wants slower pairs, a larger base.',
    truth: (core, item) => answer(core, item, item.base ** 2 / ntkBase(core, item)),
  },
  {
    id: 'base-unused',
    sentence:
      'get_ntk_base is right, but the tables are made with the old base: nothing is stretched. Call it in get_ntk_rope_embeddings.',
    truth: (core, item) => [scalar(ntkBase(core, item)), ...tablesOf(core, item, item.base)],
  },
  {
    id: 'applied-twice',
    sentence:
      'The tables’ base has grown twice: get_ntk_base has done it already, with the base that it was given.',
    truth: (core, item) => {
      const once = ntkBase(core, item);
      const twice = once * (once / item.base);
      return [scalar(once), ...tablesOf(core, item, twice)];
    },
  },
  {
    id: 'exponent-doubled',
    sentence:
      'The frequencies fall twice as fast as they should: arange(0, dim, 2) holds 2i already, so pair i has base′^(−2i / dim).',
    truth: (core, item) => {
      const base = ntkBase(core, item);
      return [scalar(base), ...tablesOf(core, item, base ** 2)];
    },
  },
  {
    id: 'from-one',
    sentence:
      'The rows begin at position 1. The first row is that of position 0: cosines 1, sines 0.',
    truth: (core, item) => {
      const base = ntkBase(core, item);
      const longer = tablesOf(core, {nPos: item.nPos + 1, dim: item.dim}, base);
      return [
        scalar(base),
        ...longer.map(({data, shape: [n, width]}) => ({
          data: data.slice(width),
          shape: [n - 1, width],
        })),
      ];
    },
  },
  {
    id: 'both-rules',
    sentence:
      'Both rules at once: the base is right, and positions are divided by the scale besides. The larger base is all that there is to do.',
    truth: (core, item) => answer(core, item, ntkBase(core, item), item.scale),
  },
];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'fastest-pair',
    figure: '10-longer-contexts.html#side-by-side',
    sentence: 'The fastest pair rotates one radian per position, whatever the base.',
    holds: ([, cos]) => {
      const n = cos.shape[1];
      for (let p = 0; p < Math.min(cos.shape[0], 60); p++) {
        if (Math.abs(cos.data[p * n] - Math.cos(p)) > 1e-4) return `position ${p}`;
      }
      return true;
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = ({nPos}) => ({atol: 1e-5 + 2.4e-7 * nPos, rtol: 1e-6});

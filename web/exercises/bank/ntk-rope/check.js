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
      nPos: random.int(260, 320), // bfloat16 holds whole numbers up to 256
      dim: 2 * random.int(3, 12),
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

/** @type {Check['truth']} */
export const truth = (core, item) => {
  const {nPos, dim, base, scale} = item;
  const {cos, sin} = ropeTables(core, {
    nPos,
    ...ropeScaling(core, {dim, base, kind: 'ntk', alpha: scale}),
  });
  return [scalar(ntkBase(core, item)), cos, sin];
};

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

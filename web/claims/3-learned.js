// @ts-check
import {learnedInit, memoryBytes} from '../core/pe.js';

/** @import {Claim} from './claim.js' */

const MIB = 2 ** 20;

/** @type {Claim[]} */
export default [
  {
    id: 'learned-start',
    source: 'The largest of 640 values drawn with σ = 0.02, seed 42, as in the figure',
    settings: {rows: 10, width: 64, sigma: 0.02},
    compute(core, {rows, width, sigma}) {
      const {data} = learnedInit(core, {maxLen: rows, dModel: width, sigma, seed: 42});
      return {largest: Math.max(...data.map(Math.abs))};
    },
  },
  {
    id: 'learned-parameters',
    source: 'The numbers of a table: one per row and dimension',
    settings: {rows: 512, width: 768, narrow: 128, long: 8192},
    compute(core, {rows, width, narrow}) {
      const count = (/** @type {number} */ dModel) =>
        learnedInit(core, {maxLen: rows, dModel, seed: 1}).data.length;
      return {base: count(width), narrowCount: count(narrow)};
    },
  },
  {
    id: 'memory',
    source:
      'Width 64, four heads of width 16, 4 bytes per number; what each method keeps for one layer',
    settings: {positions: 8192, heads: 4, width: 64, headWidth: 16},
    compute(core, {positions, heads, width, headWidth}) {
      const sizes = {seqLen: positions, dModel: width, nHeads: heads, dHead: headWidth};
      const mib = (/** @type {string} */ method) => memoryBytes(core, {method, ...sizes}) / MIB;
      const rope = mib('rope-half');
      return {table: mib('learned'), rope, ropeTwice: 2 * rope, alibi: mib('alibi')};
    },
    law: {
      says: 'a sinusoidal table takes as much as a learned one',
      holds: ({table}) => table === 2,
    },
  },
];

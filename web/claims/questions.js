// @ts-check
// Numbers that only the questions print.
import {randomNormal} from '../core/base.js';
import {ropeFrequencies, ropeRotate, ropeScaling, ropeTables} from '../core/pe.js';
import {dot, upTo} from './measures.js';

/** @import {Claim} from './claim.js' */

const CIRCLE = 2 * Math.PI;

/** @type {Claim[]} */
export default [
  {
    id: 'random-square',
    source:
      'Random vectors that are query and key at once, at position 9 both; stream “vector”, seed 1',
    settings: {draws: 200, width: 64, position: 9},
    compute(core, {draws, width, position}) {
      const x = randomNormal(core, {seed: 1, name: 'vector', shape: [1, draws, width]});
      const tables = ropeTables(core, {positions: Array(draws).fill(position), dim: width});
      const rotated = ropeRotate(core, {x, ...tables});
      // the mean of q · k with k = q
      return {plain: dot(x.data, x.data) / draws, rotated: dot(rotated.data, rotated.data) / draws};
    },
    law: {
      says: 'RoPE does not change the product of a vector with itself',
      holds: ({plain, rotated}) => Math.abs(plain - rotated) < 1e-4,
    },
  },
  {
    id: 'yarn-bands',
    source: 'Peng et al. 2023, section 3.2, by the code that its authors published',
    settings: {width: 64, length: 2048, factor: 4},
    compute(core, {width, length, factor}) {
      const {ratio, attentionFactor} = ropeScaling(core, {
        kind: 'yarn',
        dim: width,
        factor,
        originalMaxPosition: length,
      });
      const count = (/** @type {(ratio: number) => boolean} */ isOne) =>
        Array.from(ratio.data).filter(isOne).length;
      const [kept, divided] = [count((one) => one === 1), count((one) => one === 1 / factor)];
      return {kept, divided, blended: width / 2 - kept - divided, amplitude: attentionFactor};
    },
  },
  {
    id: 'window-reach',
    source: 'A window of 4,096 tokens, the token itself among them, in each of 32 layers',
    settings: {window: 4096, layers: 32},
    compute: (_core, {window, layers}) => ({tokens: layers * (window - 1)}),
  },
  {
    id: 'two-bases',
    source: 'Su et al. 2021, section 3.2: heads of width 128, at most 8,192 positions',
    settings: {width: 128, length: 8192, smallBase: 10000, largeBase: 500000},
    compute(core, {width, length, smallBase, largeBase}) {
      const of = (/** @type {number} */ base) => {
        const {data} = ropeFrequencies(core, {dim: width, base});
        const last = CIRCLE / data[data.length - 1];
        const unfinished = upTo(data.length).filter((pair) => data[pair] * length < CIRCLE);
        const [logLength, logBase] = [length / CIRCLE, base].map(Math.log);
        return {
          last,
          lastMillions: last / 1e6,
          logLength,
          logBase,
          crossing: ((width / 2) * logLength) / logBase,
          unfinished: unfinished.length,
          firstUnfinished: unfinished[0],
          lastPair: data.length - 1,
        };
      };
      return {small: of(smallBase), large: of(largeBase)};
    },
  },
];

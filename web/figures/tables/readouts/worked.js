// @ts-check
// RoPE by hand: a head of two pairs, every intermediate number.
import {maxAbsDiff} from '../../../core/linalg.js';
import {ropeFrequencies, ropeRotate, ropeTables} from '../../../core/pe.js';
import {fixed, oneHead, stack, tableOf} from './cells.js';

/** @import {Core} from '../../../core/core.js' */
/** @import {Demo} from './cells.js' */

const QUERY = [1, 0, 1, 1];
const KEY = [1, 1, 0, 2];
const BASE = 100; // with two pairs: frequencies 1 and 0.1, so that both move visibly

/**
 * A vector of two neighbouring pairs, rotated to a position.
 *
 * @param {Core} core
 * @param {number[]} vector
 * @param {number} position
 * @returns {Float32Array}
 */
function rotated(core, vector, position) {
  const tables = ropeTables(core, {nPos: 1, firstPos: Math.abs(position), dim: 4, base: BASE});
  const sin = {...tables.sin, data: tables.sin.data.map((s) => (position < 0 ? -s : s))};
  const x = oneHead(stack([vector]));
  return ropeRotate(core, {x, cos: tables.cos, sin, layout: 'interleaved'}).data;
}

/** @param {ArrayLike<number>} vector @param {number} pair */
const pairText = (vector, pair) => `(${fixed(vector[2 * pair])}, ${fixed(vector[2 * pair + 1])})`;

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b @param {number} pair */
const pairProduct = (a, b, pair) => a[2 * pair] * b[2 * pair] + a[2 * pair + 1] * b[2 * pair + 1];

/** @type {Demo} */
export const workedPairs = {
  title: 'Two pairs by hand: query and key, every number',
  settings: {position: 7, keyPosition: 3},
  controls: ['position', 'keyPosition'],
  limits: {position: 100, keyPosition: 100},
  compute(core, {position: m, keyPosition: n}) {
    const {data: w} = ropeFrequencies(core, {dim: 4, base: BASE});
    const q = rotated(core, QUERY, m);
    const k = rotated(core, KEY, n);
    const keyByDistance = rotated(core, KEY, n - m);
    const direct = [0, 1].map((pair) => pairProduct(q, k, pair));
    const byDistance = [0, 1].map((pair) => pairProduct(QUERY, keyByDistance, pair));
    const plain = [0, 1].map((pair) => pairProduct(QUERY, KEY, pair));
    /** @type {(name: string, cell: (pair: number) => string, sum?: string) => string[]} */
    const row = (name, cell, sum = '') => [name, cell(0), cell(1), sum];
    const total = (/** @type {number[]} */ [a, b]) => fixed(a + b);
    const products = (/** @type {number[]} */ values) => (/** @type {number} */ pair) =>
      fixed(values[pair]);
    const rows = [
      row('frequency w', (pair) => fixed(w[pair], 1)),
      row('query q', (pair) => pairText(QUERY, pair)),
      row('key k', (pair) => pairText(KEY, pair)),
      row('q · k, not rotated', products(plain), total(plain)),
      row(`angle of the query, ${m} w`, (pair) => `${fixed(m * w[pair], 1)} rad`),
      row('query rotated', (pair) => pairText(q, pair)),
      row(`angle of the key, ${n} w`, (pair) => `${fixed(n * w[pair], 1)} rad`),
      row('key rotated', (pair) => pairText(k, pair)),
      row('product of the rotated', products(direct), total(direct)),
      row(`key rotated by (${n} − ${m}) w`, (pair) => pairText(keyByDistance, pair)),
      row('product with the query as it was', products(byDistance), total(byDistance)),
    ];
    const sums = [direct, byDistance].map((values) => stack([values]));
    return {
      panels: [
        tableOf(['step', 'pair 0', 'pair 1', 'sum: the logit'], rows, {
          says: `With the query at ${m} and the key at ${n} the logit is ${total(direct)}, and ${total(byDistance)} from the distance alone.`,
        }),
      ],
      meters: [
        {
          name: 'distance',
          label: 'both ways give the same products',
          value: maxAbsDiff(core, {a: sums[0], b: sums[1]}),
          limit: 1e-5,
        },
      ],
      note: 'The division by √d, here 2, is left out. Move both positions by the same step: the last row stays.',
    };
  },
};

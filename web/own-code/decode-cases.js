// @ts-check
// The cases of attention with a KV cache and RoPE, as cases.js has those of other code: the same tokens in one call, one
// by one, and in parts.
import {attention} from '../core/nn.js';
import {ropeFrequencies, ropeRotate, ropeTables} from '../core/pe/rope.js';
import {inputs, list, makeCase} from './cases.js';

/** @import {Core, Tensor} from '../core/core.js' */
/** @import {RopeLayout} from '../core/pe/rope.js' */
/** @import {Numbers} from './cases.js' */
/**
 * How a token is placed: `first` is the first position of its call, `last` the first of the next call, `nCalls` how many
 * calls came after that of the key.
 *
 * @typedef {{query?: (p: number, first: number) => number,
 *   key?: (p: number, first: number, nCalls: number) => number,
 *   nVisible?: (p: number, first: number, next: number) => number,
 *   value?: (p: number) => number, scale?: number, layout?: RopeLayout, base?: number}} How
 */

const N_HEADS = 2;
const N = 7;

/** One position of some heads. @param {Float32Array} data @param {number} p @param {number} dHead @returns {Tensor} */
function rowOf(data, p, dHead) {
  const rows = Array.from({length: N_HEADS}, (_, h) => {
    const at = (h * N + p) * dHead;
    return [...data.subarray(at, at + dHead)];
  });
  return {data: Float32Array.from(rows.flat()), shape: [N_HEADS, 1, dHead]};
}

/** Some positions as one tensor. @param {Tensor[]} rows @param {number} dHead @returns {Tensor} */
function joined(rows, dHead) {
  const data = new Float32Array(N_HEADS * rows.length * dHead);
  rows.forEach((row, p) => {
    for (let h = 0; h < N_HEADS; h++)
      data.set(row.data.subarray(h * dHead, (h + 1) * dHead), (h * rows.length + p) * dHead);
  });
  return {data, shape: [N_HEADS, rows.length, dHead]};
}

/**
 * @param {Core} core
 * @param {{dHead: number, layout: RopeLayout, base: number}} settings
 * @returns {Numbers}
 */
export function decodeNumbers(core, settings) {
  const {dHead, layout, base} = settings;
  const [q, k, v] = [1, 2, 3].map((seed) =>
    inputs(N_HEADS * N * dHead).map((_, at, all) => all[(at * (2 * seed + 1)) % all.length]),
  );
  const rotated = (
    /** @type {Tensor} */ x,
    /** @type {number} */ position,
    /** @type {How} */ how,
  ) =>
    ropeRotate(core, {
      x,
      ...ropeTables(core, {
        invFreq: ropeFrequencies(core, {dim: dHead, base: how.base ?? base}),
        positions: [position],
      }),
      layout: how.layout ?? layout,
    });
  /** What all calls give. @param {number[]} sizes tokens of each @param {How} [how] */
  const outputs = (sizes, how = {}) => {
    const {query = (p) => p, key = (p) => p, nVisible = (p) => p + 1, value = () => 0} = how;
    const firsts = sizes.map((_, c) => sizes.slice(0, c).reduce((a, b) => a + b, 0));
    const callOf = Array.from({length: N}, (_, p) => firsts.findLastIndex((first) => first <= p));
    const rows = Array.from({length: N}, (_, p) => {
      const call = callOf[p];
      const [first, next] = [firsts[call], firsts[call] + sizes[call]];
      const visible = Array.from({length: Math.max(1, nVisible(p, first, next))}, (_, j) => j);
      const keys = visible.map((j) =>
        rotated(rowOf(k, j, dHead), key(j, firsts[callOf[j]], call - callOf[j]), how),
      );
      const values = visible.map((j) => rotated(rowOf(v, j, dHead), value(j), how));
      return attention(core, {
        q: rotated(rowOf(q, p, dHead), query(p, first), how),
        k: joined(keys, dHead),
        v: joined(values, dHead),
        scale: how.scale ?? 1 / Math.sqrt(dHead),
      }).output;
    });
    return joined(rows, dHead).data;
  };
  const shape = [N_HEADS, N, dHead];
  const decodeCase = (/** @type {number[]} */ sizes) => {
    const other = layout === 'half' ? 'interleaved' : 'half';
    const args = {
      ...Object.fromEntries(
        Object.entries({q, k, v}).map(([name, data]) => [name, {data: list(data), shape}]),
      ),
      sizes,
    };
    const restart = (/** @type {number} */ p, /** @type {number} */ first) => p - first;
    return makeCase({args, shape, tolerance: 5e-5}, outputs(sizes), {
      'positions-restart': outputs(sizes, {query: restart, key: restart}),
      'query-behind': outputs(sizes, {query: (p) => p - 1}),
      'query-ahead': outputs(sizes, {query: (p) => p + 1}),
      'mask-misaligned': outputs(sizes, {nVisible: (p, first) => p - first + 1}),
      'no-mask': outputs(sizes, {nVisible: (_p, _first, next) => next}),
      'rotated-again': outputs(sizes, {key: (p, _, nCalls) => p * (nCalls + 1)}),
      'cache-unrotated': outputs(sizes, {key: (p, _, nCalls) => (nCalls > 0 ? 0 : p)}),
      'values-rotated': outputs(sizes, {value: (p) => p}),
      'other-pairing': outputs(sizes, {layout: other}),
      'opposite-direction': outputs(sizes, {query: (p) => -p, key: (p) => -p}),
      'no-position': outputs(sizes, {query: () => 0, key: () => 0}),
      unscaled: outputs(sizes, {scale: 1}),
      'default-base': base === 10000 ? null : outputs(sizes, {base: 10000}),
    });
  };
  return {
    cases: {
      whole: decodeCase([N]),
      one_by_one: decodeCase([3, 1, 1, 1, 1]),
      in_parts: decodeCase([2, 3, 2]),
    },
    facts: {dHead, nHeads: N_HEADS, n: N},
  };
}

// The core's kernels: first compared with their references, then timed.
import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';

import {loadCore} from '../../web/core/core.js';
import {alternate, rowOf} from './measure.js';

/**
 * @import {Block, Core, Memory} from '../../web/core/core.js'
 * @import {Row} from './measure.js'
 */

const WASM = new URL('../../.cache/bench.wasm', import.meta.url);
const ROUNDS = 25;

/** @returns {Promise<Row[]>} */
export async function run() {
  if (!existsSync(WASM)) throw new Error('.cache/bench.wasm is missing: run ./build.sh bench');
  const core = await loadCore(readFileSync(WASM));
  return [
    ...core.scratch((mem) => sinusoid(core, mem)),
    ...['half', 'interleaved'].flatMap((layout) => core.scratch((mem) => rope(core, mem, layout))),
    ...core.scratch((mem) => attention(core, mem)),
    ...MATMUL_SIZES.map((n) => core.scratch((mem) => matmul(core, mem, n))),
  ];
}

/**
 * Fails unless every element is within atol of the other's.
 *
 * @param {string} name
 * @param {Block<Float32Array>} got
 * @param {Block<Float32Array>} want
 * @param {number} atol
 */
function verify(name, got, want, atol) {
  const [a, b] = [got.view(), want.view()];
  for (let k = 0; k < a.length; k++) {
    const close = a[k] === b[k] || Math.abs(a[k] - b[k]) <= atol;
    assert.ok(close, `${name}: element ${k} is ${a[k]}, the reference says ${b[k]}`);
  }
}

/** @param {Memory} mem @param {number} n */
function randomFloats(mem, n) {
  const block = mem.f32(n);
  let state = 1;
  const view = block.view();
  for (let k = 0; k < n; k++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    view[k] = state / 2 ** 31 - 1;
  }
  return block;
}

/** Of the fastest rounds, a / b. @param {number[]} a @param {number[]} b */
const quotient = (a, b) => Math.min(...a) / Math.min(...b);

// ------------------------------------------------------------------------------------- encodings

/** @param {Core} core @param {Memory} mem @returns {Row[]} */
function sinusoid(core, mem) {
  const [nPos, dModel] = [8192, 512];
  const n = nPos * dModel;
  const table = mem.f32(n);
  const other = mem.f32(n);
  const ours = () => core.call('pe_sinusoidal_table', table.ptr, 0, 10000, 0, nPos, dModel);
  const libm = () => core.number('bench_sinusoid_libm', other.ptr, nPos, dModel);
  ours();
  libm();
  verify('sinusoid table', table, other, 2e-3); // float angles are that wrong at position 8191
  // all into one buffer: two would not stay in the cache together
  const libmHere = () => core.number('bench_sinusoid_libm', table.ptr, nPos, dModel);
  const fill = () => core.number('bench_fill', table.ptr, 1, 4 * n);
  const [tOurs, tLibm, tFill] = alternate([ours, libmHere, fill], ROUNDS);
  const name = 'sinusoid table 8192 x 512';
  return [
    rowOf(name, tOurs, {
      against: 'time / sinf or cosf an element',
      ratio: quotient(tOurs, tLibm),
      atMost: 0.5,
    }),
    rowOf(name, tOurs, {
      against: 'time / memory.fill',
      ratio: quotient(tOurs, tFill),
      atMost: 3,
    }),
  ];
}

/** @param {Core} core @param {Memory} mem @param {string} layout @returns {Row[]} */
function rope(core, mem, layout) {
  const [nHeads, n, dHead] = [8, 4096, 64];
  const length = nHeads * n * dHead;
  const x = randomFloats(mem, length);
  const [out, want] = [mem.f32(length), mem.f32(length)];
  const invFreq = mem.f64(dHead / 2);
  const [cos, sin] = [mem.f32((n * dHead) / 2), mem.f32((n * dHead) / 2)];
  core.call('pe_rope_frequencies', invFreq.ptr, 10000, dHead);
  core.call('pe_rope_rows', cos.ptr, sin.ptr, invFreq.ptr, 1, 0, n, dHead / 2);
  const layoutId = core.enumValue('ropeLayout', 'layout', layout);
  const sizes = {nHeads, n, dHead, nPairs: dHead / 2};
  const rotation = mem.struct('PeRotation', {layout: layoutId, ...sizes}).ptr;
  const rest = [x.ptr, cos.ptr, sin.ptr, rotation];
  const ours = () => core.call('pe_rope_rotate', out.ptr, ...rest);
  const copy = () => core.number('bench_copy', out.ptr, x.ptr, 4 * length);
  core.call('pe_rope_rotate_ref', want.ptr, ...rest);
  ours();
  verify(`RoPE ${layout}`, out, want, 0);
  const [tOurs, tCopy] = alternate([ours, copy], ROUNDS);
  return [
    rowOf(`RoPE 8 x 4096 x 64 ${layout}`, tOurs, {
      against: 'time / memory.copy',
      ratio: quotient(tOurs, tCopy),
      atMost: 2,
    }),
  ];
}

// -------------------------------------------------------------------------------------- products

const PEAK_ROUNDS = 1 << 17;
const AGAINST_PEAK = 'rate / multiply-add in registers';

/** The loop that sets the limit, and its operations. @param {Core} core */
function peakOf(core) {
  const flops = PEAK_ROUNDS * core.number('bench_multiply_add_flops');
  return {flops, run: () => core.number('bench_multiply_add', PEAK_ROUNDS)};
}

/**
 * Share of the limit.
 *
 * @param {number} flops @param {number[]} times
 * @param {number} peakFlops @param {number[]} peakTimes
 */
function share(flops, times, peakFlops, peakTimes) {
  return (flops / peakFlops) * quotient(peakTimes, times);
}

/** @param {Core} core @param {Memory} mem @returns {Row[]} */
function attention(core, mem) {
  const [nHeads, n, dHead] = [8, 512, 64];
  const [q, k, v] = [0, 1, 2].map(() => randomFloats(mem, nHeads * n * dHead).ptr);
  const output = [mem.f32(nHeads * n * dHead), mem.f32(nHeads * n * dHead)];
  const logits = [mem.f32(nHeads * n * n), mem.f32(nHeads * n * n)];
  const weights = [mem.f32(nHeads * n * n), mem.f32(nHeads * n * n)];
  const scratch = mem.u8(core.number('nn_attention_n_bytes', n, dHead)).ptr;
  const inputs = mem.struct('NnAttentionInputs', {q, k, v}).ptr;
  const sizes = {nProblems: nHeads, nQuery: n, nKey: n, dHead};
  const rest = [inputs, scratch, mem.struct('NnAttention', {...sizes, scale: 1 / 8}).ptr];
  const [kept, wanted] = [0, 1].map((i) => [output[i].ptr, logits[i].ptr, weights[i].ptr]);
  const all = () => core.call('nn_attention_forward', ...kept, ...rest);
  const outputOnly = () => core.call('nn_attention_forward', output[0].ptr, 0, 0, ...rest);
  core.call('nn_attention_forward_ref', ...wanted, ...rest);
  all();
  verify('attention logits', logits[0], logits[1], 1e-5);
  verify('attention weights', weights[0], weights[1], 1e-6);
  verify('attention output', output[0], output[1], 1e-5);
  const peak = peakOf(core);
  const [tAll, tOutput, tPeak] = alternate([all, outputOnly, peak.run], ROUNDS);
  const flops = 4 * nHeads * n * n * dHead; // the two products alone; exp is not counted
  const row = (/** @type {string} */ name, /** @type {number[]} */ times) =>
    rowOf(name, times, {
      against: AGAINST_PEAK,
      ratio: share(flops, times, peak.flops, tPeak),
      atLeast: 0.65,
    });
  return [
    row('attention 8 x 512 x 64, logits and weights kept', tAll),
    row('attention 8 x 512 x 64, output alone', tOutput),
  ];
}

const MATMUL_SIZES = [64, 104, 192, 256];

/** @param {Core} core @param {Memory} mem @param {number} n @returns {Row} */
function matmul(core, mem, n) {
  const m = 384;
  const [a, b] = [randomFloats(mem, m * n).ptr, randomFloats(mem, n * n).ptr];
  const [c, want] = [mem.f32(m * n), mem.f32(m * n)];
  const panels = mem.u8(core.number('linalg_matmul_n_bytes', n, n)).ptr;
  const rest = [a, b, panels, 0, m, n, n];
  const ours = () => core.call('linalg_matmul', c.ptr, ...rest);
  core.call('linalg_matmul_ref', want.ptr, ...rest);
  ours();
  verify(`matmul ${n}`, c, want, 1e-4);
  const peak = peakOf(core);
  const [tOurs, tPeak] = alternate([ours, peak.run], ROUNDS);
  return rowOf(`matmul 384 x ${n} x ${n}`, tOurs, {
    against: AGAINST_PEAK,
    ratio: share(2 * m * n * n, tOurs, peak.flops, tPeak),
  });
}

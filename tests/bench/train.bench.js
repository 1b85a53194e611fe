// Training: its matmuls and a whole step against the rate of multiply-adds in registers, and two
// workers against one.
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {Worker} from 'node:worker_threads';

import {alternate, median, rowOf} from './measure.js';
import {BATCH, benchCore, matmulFlops, trainingStep, verifyStep} from './step.js';

/**
 * @import {Core, Memory} from '../../web/core/core.js'
 * @import {Row} from './measure.js'
 */

const ROUNDS = 40;
const LENGTHS = [12, 48];
const SIZES = [64, 104, 192, 256];

/** @returns {Promise<Row[]>} */
export async function run() {
  const core = await benchCore();
  const rows = FORMS.map((form) => matmuls(core, form));
  for (const seqLen of LENGTHS) rows.push(...wholeStep(await benchCore(), seqLen));
  return [...rows, await twoWorkers(LENGTHS[0])];
}

/** Of the fastest rounds, a / b. @param {number[]} a @param {number[]} b */
const quotient = (a, b) => Math.min(...a) / Math.min(...b);

const PEAK_ROUNDS = 1 << 15;

/** The loop that sets the limit, and its operations. @param {Core} core */
function peakOf(core) {
  const flops = PEAK_ROUNDS * core.number('bench_multiply_add_flops');
  return {flops, run: () => core.number('bench_multiply_add', PEAK_ROUNDS)};
}

// --------------------------------------------------------------------------------------- matmuls

// The products of a linear layer with M = 32 x 12 rows, N and K its widths: there, by x, by the weight.
/** @typedef {{name: string, sizes: (n: number, k: number) => [number, number, number]}} Form */
const M = BATCH * LENGTHS[0];
/** @type {Form[]} */
const FORMS = [
  {name: 'linalg_matmul_bt', sizes: (n, k) => [M, n, k]},
  {name: 'linalg_matmul', sizes: (n, k) => [M, n, k]},
  {name: 'linalg_matmul_at', sizes: (n, k) => [n, k, M]},
];
const TITLES = ['x W^T', 'dy W', 'dy^T x'];

/** @param {Memory} mem @param {number} n */
function randomFloats(mem, n) {
  const block = mem.f32(n);
  let state = 1;
  block.view().forEach((_, k, view) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    view[k] = state / 2 ** 31 - 1;
  });
  return block;
}

/**
 * The slowest of the products of one form, of all that were verified.
 *
 * @param {Core} core @param {Form} form @returns {Row}
 */
function matmuls(core, form) {
  const pairs = SIZES.flatMap((n) => SIZES.map((k) => form.sizes(n, k)));
  const rows = pairs.map((sizes) => core.scratch((mem) => matmul(core, mem, form, sizes)));
  const slowest = rows.reduce((a, b) => (Number(b.ratio) < Number(a.ratio) ? b : a));
  const title = `${TITLES[FORMS.indexOf(form)]}, the slowest of ${rows.length}`;
  return {...slowest, name: `${title}: ${slowest.name}`};
}

/**
 * @param {Core} core @param {Memory} mem @param {Form} form
 * @param {[number, number, number]} sizes @returns {Row}
 */
function matmul(core, mem, form, [m, n, k]) {
  const [a, b] = [randomFloats(mem, m * k), randomFloats(mem, n * k)];
  const c = mem.f32(m * n);
  const panels = mem.u8(core.number('linalg_matmul_n_bytes', n, k)).ptr;
  const ours = () => core.call(form.name, c.ptr, a.ptr, b.ptr, panels, 0, m, n, k);
  ours();
  verify(form.name, [a.copy(), b.copy(), c.copy()], [m, n, k]);
  const peak = peakOf(core);
  const [tOurs, tPeak] = alternate([ours, peak.run], ROUNDS);
  return rowOf(`${m} x ${n} x ${k}`, tOurs, {
    against: 'rate / multiply-add in registers',
    ratio: ((2 * m * n * k) / peak.flops) * quotient(tPeak, tOurs),
    atLeast: 0.8,
  });
}

/**
 * Some rows of the product, in double.
 *
 * @param {string} name @param {Float32Array[]} matrices a, b, c @param {number[]} sizes
 */
function verify(name, [a, b, c], [m, n, k]) {
  const [aT, bT] = [name.endsWith('_at'), name.endsWith('_bt')];
  for (const i of [0, 1, m - 1]) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let l = 0; l < k; l++) {
        sum += a[aT ? l * m + i : i * k + l] * b[bT ? j * k + l : l * n + j];
      }
      const got = c[i * n + j];
      assert.ok(Math.abs(got - sum) < 1e-4, `${name} ${m} x ${n} x ${k}: [${i}, ${j}] is ${got}`);
    }
  }
}

// ---------------------------------------------------------------------------------- the whole step

/** @param {Core} core @param {number} seqLen @returns {Row[]} */
function wholeStep(core, seqLen) {
  const training = trainingStep(core, seqLen);
  verifyStep(training);
  const peak = peakOf(core);
  const [tStep, tPeak] = alternate([training.step, peak.run], 2 * ROUNDS);
  training.model.close();
  const limit = Math.min(...tPeak) * (matmulFlops(seqLen) / peak.flops);
  return [
    rowOf(`training step ${BATCH} x ${seqLen}`, tStep, {
      against: `time / its matmuls at the rate in registers, ${limit.toPrecision(3)} ms`,
      ratio: Math.min(...tStep) / limit,
      ...(seqLen === LENGTHS[0] ? {atMost: 1.3} : {}),
    }),
  ];
}

// ------------------------------------------------------------------------------------- two workers

const STEPS = 20;

/** @param {Worker} worker @returns {Promise<number>} milliseconds of the steps */
async function timeIn(worker) {
  const answer = once(worker, 'message');
  worker.postMessage(STEPS);
  return (await answer)[0];
}

/** @param {number} seqLen @returns {Promise<Row>} */
async function twoWorkers(seqLen) {
  const file = new URL('train-worker.js', import.meta.url);
  const workers = [0, 1].map(() => new Worker(file, {workerData: {seqLen}}));
  try {
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    /** @type {number[][]} */
    const [one, two] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      one.push(await timeIn(workers[round % 2]));
      two.push(Math.max(...(await Promise.all(workers.map(timeIn)))));
    }
    return {
      name: `${STEPS} steps in each of two workers`,
      unit: 'ms',
      min: Math.min(...two),
      median: median(two),
      ratio: quotient(two, one),
      against: 'time / the same steps in one worker',
      budget: '<= 1.15',
      met: quotient(two, one) <= 1.15,
    };
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

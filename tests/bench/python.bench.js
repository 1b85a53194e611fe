// Python in the page, in headless Chromium: how soon it is there, how soon it is back, and what a run costs.
import {startEngine} from '../support/engines.js';
import {makeSandboxPage, openSandboxPage} from '../support/sandbox-page.js';
import {median} from './measure.js';

/** @import {Engine} from '../support/engines.js' */
/** @import {Row} from './measure.js' */

const [COLD_ROUNDS, ROUNDS, RUNS] = [3, 5, 30];
/** A reader will not press Stop sooner, and the page has the rest of it ready by then. */
const LOOP_MS = 1000;
const EMPTY = {code: 'x = 1', steps: [{op: 'eval', expression: 'x', get: true}]};

/** Runs in the page: until Python is ready in a new sandbox. */
async function startMs() {
  const own = /** @type {any} */ (globalThis);
  own.box.close();
  own.box = new own.Sandbox();
  const begun = performance.now();
  await own.box.start();
  return performance.now() - begun;
}

/** Runs in the page: from the press of Stop to the run's end, and to a Python that is ready. @param {number} loopMs */
async function stopMs(loopMs) {
  const {box} = /** @type {any} */ (globalThis);
  await box.start();
  const run = box.run({code: 'while True: pass'});
  await new Promise((resolve) => setTimeout(resolve, loopMs));
  const begun = performance.now();
  box.stop();
  await run;
  const stopped = performance.now() - begun;
  await box.start();
  return {stopped, back: performance.now() - begun};
}

/** Runs in the page. @param {any} request @param {number} n */
async function runMs(request, n) {
  const {box} = /** @type {any} */ (globalThis);
  await box.start();
  const times = [];
  for (let k = -3; k < n; k++) {
    const begun = performance.now();
    const {type} = await box.run(request);
    if (type !== 'done') throw new Error(`the run ended with ${type}`);
    if (k >= 0) times.push(performance.now() - begun);
  }
  return times;
}

/** @param {string} name @param {number[]} times @param {number} mostMs @returns {Row} */
function rowOf(name, times, mostMs) {
  const [min, middle] = [Math.min(...times), median(times)];
  return {
    name: `Python: ${name}`,
    unit: 'ms',
    min,
    median: middle,
    ratio: middle / mostMs,
    against: `the median of ${times.length}, against ${mostMs} ms`,
    budget: '<= 1',
    met: middle <= mostMs,
  };
}

/** A start in a browser that has never seen a byte of it, then others in the same. @returns {Promise<{cold: number, warm: number[]}>} */
async function starts() {
  const engine = await startEngine('chromium');
  try {
    await openSandboxPage(engine);
    const cold = await engine.run(startMs);
    return {cold, warm: [await engine.run(startMs), await engine.run(startMs)]};
  } finally {
    await engine.close();
  }
}

/** @param {Engine} engine */
async function repeated(engine) {
  const stops = [];
  for (let k = 0; k < ROUNDS; k++) stops.push(await engine.run(stopMs, LOOP_MS));
  await new Promise((resolve) => setTimeout(resolve, LOOP_MS));
  return {stops, runs: await engine.run(runMs, EMPTY, RUNS)};
}

/** @returns {Promise<Row[]>} */
export async function run() {
  await makeSandboxPage();
  const all = [];
  for (let k = 0; k < COLD_ROUNDS; k++) all.push(await starts());
  const engine = await startEngine('chromium');
  try {
    await openSandboxPage(engine);
    const {stops, runs} = await repeated(engine);
    const cold = all.map((one) => one.cold);
    const warm = all.flatMap((one) => one.warm);
    return [
      rowOf('started in a new browser', cold, 800),
      rowOf('started once more', warm, 400),
      rowOf(
        'back after a stop',
        stops.map(({back}) => back),
        600,
      ),
      rowOf(
        'a run stopped',
        stops.map(({stopped}) => stopped),
        100,
      ),
      rowOf('a run of nothing', runs, 30),
    ];
  } finally {
    await engine.close();
  }
}

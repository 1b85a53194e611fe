// How long a figure takes from a slider's move, or a switch, to its pixels and its layout, in headless Chromium.
import {Lab, writeTestPage} from '../support/browser.js';
import {longestTask} from './long-task.js';
import {median} from './measure.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Row} from './measure.js' */
/** @typedef {{tag: string, preset: string, setting: string}} Move */

const BUDGET_MS = 16;
const STEPS = 100;
const FOREIGN =
  '<!doctype html><html lang="en"><title>bench</title><link rel="icon" href="data:,">';

// Of each figure the slider that makes most work, from its least to its greatest value; of some their switches, one
// after the other.
const MOVES = `
  pe-heatmap/sin-heatmap-000/nPos
  pe-heatmap/sin-heatmap-004/nPos
  pe-curves/sin-waves-000/nPos
  pe-similarity/sin-similarity/nPos
  alibi-bias/alibi-head-grid/seqLen
  alibi-bias/alibi-mask-panels/seqLen
  attention-maps/attn-with-without-pe/head
  rope-logits/rope-score-matrix/nPos
  attention-order/permutation-variance/count
  attention-distance/distance-vs-attention/seqLen
  attention-dilution/attention-dilution/sigma
  rope-logits/rope-shift-invariance/shift
  rope-logits/rope-shift-invariance/fault
  pe-heatmap/sin-heatmap-000/fault
  alibi-bias/alibi-head-grid/fault
  attention-maps/attn-with-without-pe/fault
`
  .trim()
  .split(/\s+/)
  .map((line) => line.split('/'))
  .map(([tag, preset, setting]) => ({tag, preset, setting}));

/**
 * Runs in the page: moves the slider and waits for nothing but the figure itself. Between two moves
 * the browser may paint.
 *
 * @param {Move} move
 * @param {number} nSteps
 * @returns {Promise<number[]>} milliseconds, one number per step
 */
async function moved({tag, preset, setting}, nSteps) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const figure = /** @type {any} */ (document.createElement(tag));
  figure.setAttribute('preset', preset);
  document.body.replaceChildren(figure);
  for (let k = 0; k < 300 && !figure.drawing; k++) await frame();
  /** @type {HTMLInputElement[]} */
  const inputs = [...figure.shadowRoot.querySelectorAll(`input[name="${setting}"]`)];
  const [slider] = inputs;
  if (!slider) throw new Error(`${preset} has no slider ${setting}`);
  const [low, high] = [Number(slider.min), Number(slider.max)];
  const act = (/** @type {number} */ step) => {
    if (setting === 'fault') return inputs[(step + 6) % inputs.length].click();
    slider.value = String(low + ((high - low) * Math.max(0, step)) / (nSteps - 1));
    slider.dispatchEvent(new Event('input', {bubbles: true}));
  };
  const times = [];
  for (let step = -5; step < nSteps; step++) {
    await frame();
    const before = figure.drawing;
    const begin = performance.now();
    act(step);
    for (let k = 0; k < 20 && figure.drawing === before; k++) await null;
    figure.getBoundingClientRect(); // what has changed is laid out
    const time = performance.now() - begin;
    if (figure.drawing === before)
      throw new Error(`${preset}: ${setting} ${slider.value} drew nothing`);
    if (step >= 0) times.push(time); // the first few compile
  }
  return times;
}

/** @param {Move} move @param {number[]} times @returns {Row & {p95: number}} */
function rowOf({preset, setting}, times) {
  const sorted = [...times].sort((a, b) => a - b);
  const p95 = sorted[Math.ceil(0.95 * sorted.length) - 1];
  return {
    name: `${preset}: ${setting}`,
    unit: 'ms',
    min: sorted[0],
    median: median(sorted),
    p95,
    ratio: p95 / BUDGET_MS,
    against: `p95 of ${sorted.length} moves, against ${BUDGET_MS} ms`,
    budget: '<= 1',
    met: p95 <= BUDGET_MS,
  };
}

/** @param {Lab} lab @param {Move} move */
async function measure(lab, move) {
  const {page, problems} = await lab.open('test/bench.html');
  await page.addScriptTag({url: `../lab/${move.tag}.js`, type: 'module'});
  const times = await page.evaluate(moved, move, STEPS);
  await page.close();
  if (problems.length > 0) throw new Error(`${move.preset}: ${problems.join('; ')}`);
  return rowOf(move, times);
}

/** @returns {Promise<Row[]>} */
export async function run() {
  writeTestPage('bench.html', FOREIGN);
  const lab = await Lab.start();
  try {
    const rows = [];
    for (const move of MOVES) rows.push(await measure(lab, move));
    rows.push(await longestTask(lab, 'test/bench.html'));
    return rows;
  } finally {
    await lab.close();
  }
}

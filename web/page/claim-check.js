// @ts-check
// Checks the numbers of a paragraph, a table or a box: runs their claims in this browser and shows each number as it is
// printed, as it is computed here, how far the two may be apart, and the time.
import {evaluate, judge, numberIn, readSlot} from '../claims/claim.js';
import {CLAIMS} from '../claims/index.js';
import {fullCore} from '../core/full-core.js';
import {labFile} from '../core/lab-files.js';
import {html} from '../dom.js';
import {formatPower} from '../strings/powers.js';

/** @import {Claim, Values} from '../claims/claim.js' */
/** @import {Recording} from '../workers/recorded.js' */
/** @typedef {{claim: Claim, values: Values, ms: number, lawHolds: boolean}} Evaluation */
/** @typedef {{printed: string, computed: string, limit: number, passed: boolean}} Judgement */

/**
 * @param {string} run
 * @returns {Promise<Recording>}
 */
export async function fetchRecording(run) {
  const response = await labFile(`runs/${run}.json`);
  if (!response.ok) throw new Error(`runs/${run}.json could not be fetched: ${response.status}`);
  return response.json();
}

/**
 * Runs a claim here.
 *
 * @param {string} id
 * @param {Recording} [trained] of here; without it a recorded claim reads its file
 * @returns {Promise<Evaluation>}
 */
export async function evaluateHere(id, trained) {
  const claim = CLAIMS.get(id);
  if (!claim) throw new Error(`there is no claim ${id}`);
  const core = await fullCore();
  await new Promise((resolve) => setTimeout(resolve)); // the page draws what it says before
  const recording = claim.run ? (trained ?? (await fetchRecording(claim.run))) : undefined;
  return {claim, ...evaluate(claim, {core, recording})};
}

/** @param {number} value @param {number} digits */
const readable = (value, digits) =>
  value !== 0 && Math.abs(value) < 1e-3
    ? formatPower(value, digits - 1)
    : String(Number(value.toPrecision(digits))).replace('-', '−');

/** A number with the digits that show how close it is. @param {number} value */
const precise = (value) =>
  Number.isInteger(value) ? value.toLocaleString('en') : readable(value, 8);

/** @param {HTMLElement} number with data-claim @param {Evaluation} evaluation @returns {Judgement} */
export function judgeNumber(number, {claim, values}) {
  const {name, format} = readSlot(number.dataset.claim ?? '');
  const printed = number.textContent ?? '';
  const {value, limit, passed} = judge(numberIn(claim, values, name), printed, format);
  return {printed, computed: precise(value), limit, passed};
}

/** @param {Judgement} judgement */
export function judgementText({printed, computed, limit, passed}) {
  const allowed = limit === 0 ? 'must be equal' : `may differ by ${readable(limit, 1)}`;
  return `${printed}: here ${computed}, ${allowed}: ${passed ? 'agrees' : 'differs'}`;
}

/** @param {number} ms */
export const timeText = (ms) => (ms < 1 ? 'less than 1 ms' : `${Math.round(ms)} ms`);

/** @param {boolean} passed @param {string} text */
const line = (passed, text) => html('li', passed ? 'agrees' : 'differs', {}, text);

/**
 * @param {HTMLElement} block
 * @returns {Promise<HTMLElement[]>} a line for each number, and for each law
 */
async function checkBlock(block) {
  const numbers = /** @type {HTMLElement[]} */ ([...block.querySelectorAll('data[data-claim]')]);
  const own = block.dataset.claim;
  const ids = new Set(numbers.map((number) => readSlot(number.dataset.claim ?? '').claim));
  if (own) ids.add(own);
  const lines = [];
  for (const id of ids) {
    const evaluation = await evaluateHere(id);
    const {claim, ms, lawHolds} = evaluation;
    for (const number of numbers) {
      if (readSlot(number.dataset.claim ?? '').claim !== id) continue;
      const judgement = judgeNumber(number, evaluation);
      lines.push(line(judgement.passed, judgementText(judgement)));
    }
    if (claim.law)
      lines.push(line(lawHolds, `Must hold: ${claim.law.says}: ${lawHolds ? 'holds' : 'broken'}`));
    const how = claim.run ? 'Read from the recorded run' : `Computed in ${timeText(ms)}`;
    lines.push(html('li', 'stands-on', {}, `${how}. ${claim.source}.`));
  }
  for (const number of block.querySelectorAll('data[data-cited]')) {
    const source = document.getElementById(/** @type {HTMLElement} */ (number).dataset.cited ?? '');
    lines.push(
      html(
        'li',
        'stands-on',
        {},
        `${number.textContent}: quoted, not computed. ${source?.textContent?.trim() ?? ''}`,
      ),
    );
  }
  return lines;
}

/**
 * Shows what a check gives below its block, or hides it again.
 *
 * @param {HTMLButtonElement} button
 */
export async function toggleCheck(button) {
  const block = /** @type {HTMLElement} */ (
    button.closest('aside, table') ?? button.closest('p, li')
  );
  const outer = block.closest('.table-scroll') ?? block;
  const isInside = ['LI', 'ASIDE'].includes(block.tagName);
  const known = isInside ? block.querySelector('.check-result') : outer.nextElementSibling;
  if (known?.classList.contains('check-result')) {
    known.remove();
    button.setAttribute('aria-expanded', 'false');
    return;
  }
  const list = html('ul', '', {}, html('li', '', {}, 'Computing …'));
  const result = html('div', 'check-result', {role: 'status'}, list);
  if (isInside) block.append(result);
  else outer.after(result);
  button.setAttribute('aria-expanded', 'true');
  try {
    list.replaceChildren(...(await checkBlock(block)));
  } catch (error) {
    list.replaceChildren(
      line(false, `It could not be checked: ${/** @type {Error} */ (error).message}`),
    );
  }
}

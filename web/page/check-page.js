// @ts-check
// The page that checks every claim: one after the other, with progress, what passed on this machine, and a report.
import {CLAIMS} from '../claims/index.js';
import {button, html} from '../dom.js';
import {saveFile} from '../save-file.js';
import {evaluateHere, fetchRecording, judgementText, judgeNumber, timeText} from './claim-check.js';

/** @import {Recording} from '../workers/recorded.js' */
/**
 * @typedef {object} Result of one claim
 * @property {string} id
 * @property {'live' | 'recorded' | 'trained here'} kind
 * @property {boolean} passed
 * @property {number} ms
 * @property {string[]} lines
 */

/** What ran the claims. */
function machine() {
  const {userAgent, hardwareConcurrency, language} = navigator;
  const version = /** @type {any} */ (globalThis).POSLAB_VERSION; // the bundles hold it
  return {userAgent, processors: hardwareConcurrency, language, version};
}

/** Lets the page draw, and take a press of Stop. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

/**
 * @param {HTMLElement} item of the list
 * @param {Recording} [trained] here
 * @returns {Promise<Result>}
 */
async function checkItem(item, trained) {
  const id = item.dataset.check ?? '';
  const recorded = item.dataset.kind === 'recorded';
  const kind = trained ? 'trained here' : recorded ? 'recorded' : 'live';
  try {
    const evaluation = await evaluateHere(id, trained);
    const {claim, ms, lawHolds} = evaluation;
    const numbers = /** @type {HTMLElement[]} */ ([...item.querySelectorAll('data[data-claim]')]);
    const judgements = numbers.map((number) => judgeNumber(number, evaluation));
    const lines = judgements.map(judgementText);
    if (claim.law) lines.push(`${claim.law.says}: ${lawHolds ? 'holds' : 'broken'}`);
    const passed = lawHolds && judgements.every((one) => one.passed);
    return {id, kind, passed, ms, lines};
  } catch (error) {
    return {
      id,
      kind,
      passed: false,
      ms: 0,
      lines: [`could not be run: ${/** @type {Error} */ (error).message}`],
    };
  }
}

/** @param {HTMLElement} item @param {Result} result */
function showResult(item, {passed, ms, lines, kind}) {
  item.querySelector('.outcome')?.remove();
  const how =
    kind === 'recorded'
      ? 'read from the recorded run'
      : kind === 'live'
        ? `computed in ${timeText(ms)}`
        : kind;
  const verdict = html('strong', '', {}, passed ? 'Passed' : 'Failed');
  const list = html('ul', '', {}, ...lines.map((text) => html('li', '', {}, text)));
  const details = html('details', '', {}, html('summary', '', {}, verdict, `, ${how}`), list);
  details.open = !passed;
  item.append(html('div', `outcome ${passed ? 'agrees' : 'differs'}`, {}, details));
}

/** @param {Result[]} results @param {number} n of all @param {number} ms */
function summaryText(results, n, ms) {
  const nPassed = results.filter(({passed}) => passed).length;
  const nRecorded = results.filter(({kind}) => kind === 'recorded').length;
  const nFailed = results.length - nPassed;
  const failed = nFailed
    ? ` ${nFailed} failed: ${results
        .filter((one) => !one.passed)
        .map(({id}) => id)
        .join(', ')}.`
    : '';
  const all =
    results.length === n ? `All ${n} claims were run` : `${results.length} of ${n} claims were run`;
  return `${all} in ${(ms / 1000).toFixed(1)} s: ${nPassed} passed, ${nRecorded} of them against a recorded run.${failed}`;
}

/** @param {object} report */
const saveReport = (report) =>
  saveFile('poslab-check.json', `${JSON.stringify(report, null, 2)}\n`);

/**
 * The recorded runs, each with a button that trains it here and then checks the claims that read it.
 *
 * @param {HTMLElement[]} items of the list of claims
 * @param {(results: Result[]) => void} onResults
 */
function trainingList(items, onResults) {
  const runs = [...new Set(items.map(({dataset}) => dataset.run ?? ''))].filter(Boolean);
  const rows = runs.map((run) => {
    const own = items.filter(({dataset}) => dataset.run === run);
    const about = own[0].querySelector('.stands-on')?.textContent?.replace('Recorded: ', '') ?? run;
    const progress = html('progress', '', {max: '1', value: '0', 'aria-label': `Trained: ${run}`});
    const outcome = html('span', 'stands-on', {role: 'status'});
    /** @type {(() => void) | null} */
    let stop = null;
    async function train() {
      if (stop) return stop();
      stop = () => {};
      press.textContent = 'Stop';
      outcome.textContent = 'Training …';
      try {
        const {trainAgain} = await import('./retrain.js');
        const begun = performance.now();
        const training = await trainAgain(await fetchRecording(run), (part) => {
          progress.value = part;
        });
        stop = training.stop;
        const trained = await training.done;
        const seconds = ((performance.now() - begun) / 1000).toFixed(1);
        const results = [];
        for (const item of own) {
          const result = await checkItem(item, trained);
          showResult(item, result);
          results.push(result);
        }
        const isEqual = results.every(({passed}) => passed);
        outcome.textContent = `Trained here in ${seconds} s: ${isEqual ? 'every number agrees with the recorded run.' : 'some numbers differ; see below.'}`;
        onResults(results);
      } catch (error) {
        outcome.textContent = /** @type {Error} */ (error).message;
      }
      stop = null;
      press.textContent = 'Train again';
    }
    const press = button('Train', train);
    press.setAttribute('aria-label', `Train: ${about}`);
    return html(
      'li',
      '',
      {},
      html('p', '', {}, about),
      html('p', 'check-buttons', {}, press, progress),
      outcome,
    );
  });
  return html(
    'details',
    'trainings',
    {},
    html('summary', '', {}, 'Train the recorded runs here'),
    html('ul', 'checks', {}, ...rows),
  );
}

/** @param {HTMLElement} panel */
export function startCheckPage(panel) {
  const items = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-check]')]);
  const progress = html('progress', '', {
    max: String(items.length),
    value: '0',
    'aria-label': 'Claims checked',
  });
  const status = html(
    'p',
    'check-summary',
    {role: 'status'},
    `${items.length} claims. Nothing has been run yet.`,
  );
  const {userAgent, processors, version} = machine();
  const where = html(
    'p',
    'stands-on',
    {},
    `This browser: ${userAgent}; ${processors} processors; poslab ${version}.`,
  );
  /** @type {Result[]} */
  let results = [];
  let ms = 0;
  let isRunning = false;

  async function runAll() {
    if (isRunning) {
      isRunning = false;
      return;
    }
    isRunning = true;
    run.textContent = 'Stop';
    save.disabled = true;
    results = [];
    const begun = performance.now();
    for (const item of items) {
      const result = await checkItem(item);
      results.push(result);
      showResult(item, result);
      progress.value = results.length;
      progress.textContent = `${results.length} of ${items.length}`;
      ms = performance.now() - begun;
      await breathe();
      if (!isRunning) break;
    }
    isRunning = false;
    run.textContent = 'Check all again';
    save.disabled = false;
    status.textContent = summaryText(results, items.length, ms);
  }

  const run = button('Check all claims', runAll, 'run-all');
  const save = button(
    'Save the report',
    () =>
      saveReport({
        at: new Date().toISOString(),
        ...machine(),
        ms: Math.round(ms),
        nClaims: CLAIMS.size,
        results,
      }),
    'save-report',
  );
  save.disabled = true;
  const trainings = trainingList(items, (trained) => {
    results = [...results, ...trained];
    save.disabled = false;
  });
  panel.append(html('p', 'check-buttons', {}, run, ' ', save), progress, status, where, trainings);
}

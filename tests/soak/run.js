#!/usr/bin/env node
// npm run soak [-- --minutes=10] [--seed=1] [--engine=chromium|firefox|webkit] [--save]: uses the site at random, and watches memory.
//
// Four chapters and the page of exercises are open at once, and one of them is shown. First each preset of each figure is
// shown; then, by the seed, pages are changed, hidden and scrolled, figures get other settings, presets and faults, train and
// are stopped, and exercises are written, checked, and left while they run. Every half minute or less all training stops and
// what is held is measured (tabs.js). Wrong, with exit code 1, is an error on the console, a figure in view that is blank, and
// memory that grows after the first ten minutes (growth.js). What was found is .cache/soak/ENGINE.json; with --save
// web/tested/soak-ENGINE.json, whose curve is on the site's page Tests.
import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';

import {WEB} from '../../web/build/paths.js';
import {readBank} from '../support/bank.js';
import {CACHE} from '../support/browser.js';
import {nameOf, whyNot} from '../support/engines.js';
import {addedTo, growthOf, WARM_SECONDS} from './growth.js';
import {openTabs} from './tabs.js';
import {fillHistory, presetCounts, rest, scrollToPart, useExercise, useFigure} from './use.js';

/** @import {Soak} from '../../web/build/tested-page.js' */
/** @import {EngineName} from '../support/engines.js' */
/** @import {Sample} from './growth.js' */
/** @import {Tab} from './tabs.js' */

const CHAPTERS = ['4-rope', '7-length-race', '9-relative', '11-labs'];
const EXERCISES = ['sinusoidal-table', 'alibi-mask', 'yarn', 'left-padding', 'online-softmax'];
// A browser says so of a page whose reader has not yet come to its figures.
const HARMLESS = /ResizeObserver loop|preloaded using link preload but not used/;

const option = (/** @type {string} */ name, /** @type {string} */ otherwise) =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise;
const [minutes, seed] = [Number(option('minutes', '10')), Number(option('seed', '1'))];
const engine = /** @type {EngineName} */ (option('engine', 'chromium'));
const reason = whyNot(engine);
if (reason) {
  console.error(reason);
  process.exit(1);
}

let state = seed >>> 0;
/** @param {number} n @returns {number} of 0 .. n - 1, by the seed */
function below(n) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
}

const tabs = await openTabs(engine);
const start = Date.now();
const seconds = () => Math.round((Date.now() - start) / 1000);
/** @type {Sample[]} */
const samples = [];
/** @type {Set<string>} */
const wrong = new Set();
let [nActions, nOpened] = [0, 0]; // opened: exercises after the first ten minutes

/** @param {Tab} tab @param {string} said what is wrong, or '' */
function hear(tab, said) {
  nActions++;
  if (said) wrong.add(`${tab.address}: ${said}`);
}

const chapters = [];
for (const name of CHAPTERS) chapters.push(await tabs.open(`chapters/${name}.html`));
const practice = await tabs.open('practice.html');
const all = [...chapters, practice];

async function measure() {
  for (const tab of all) await tab.run(rest);
  samples.push({seconds: seconds(), ...(await tabs.held())});
}

const ACTIONS = /** @type {const} */ (['preset', 'setting', 'fault', 'start', 'stop']);

/** @param {Tab} tab */
async function act(tab) {
  if (tab === practice) {
    if (seconds() >= WARM_SECONDS) nOpened++;
    const id = EXERCISES[below(EXERCISES.length)];
    const code = readBank(id, below(2) === 0 ? 'solution.py' : 'starter.py');
    return tab.run(useExercise, id, `# return ${nActions}\n${code}`, below(4) > 0);
  }
  if (below(6) === 0) {
    await tab.run(scrollToPart, below(100) / 100);
    return '';
  }
  return tab.run(useFigure, below(1000), ACTIONS[below(ACTIONS.length)], below(1000));
}

// what is loaded or computed once
for (const tab of chapters) {
  await tab.show();
  for (const [k, count] of (await tab.run(presetCounts)).entries())
    for (let preset = 0; preset < count; preset++)
      hear(tab, await tab.run(useFigure, k, 'preset', preset));
}
await practice.show();
for (const id of EXERCISES) await practice.run(fillHistory, id, readBank(id, 'solution.py'));
console.log(`${engine}: every preset was shown, and each editor full, after ${seconds()} s`);

let shown = chapters[0];
for (let next = 0; seconds() < minutes * 60; ) {
  if (below(12) === 0) {
    shown = all[below(all.length)];
    await shown.show();
  }
  hear(shown, await act(shown).catch(String));
  if (seconds() < next) continue;
  await measure();
  next = seconds() + tabs.sampleSeconds;
}
for (const tab of all)
  for (const one of (await tab.problems()).filter((text) => !HARMLESS.test(text)))
    wrong.add(`${tab.address}: ${one}`);
const browser = nameOf(await practice.run(() => navigator.userAgent));
// An exercise that is opened and closed adds two addresses to the history, and a browser may keep more of each than it needs.
const kbPerAddress = await tabs.perAddress?.();
const ownGrowthMb = addedTo(samples, 'ownMb')?.growth;
const own =
  kbPerAddress === undefined || ownGrowthMb === undefined
    ? undefined
    : {growthMb: ownGrowthMb, addresses: 2 * nOpened, kbPerAddress};
await tabs.close();

const growths = growthOf(samples);
for (const {name, level, growth, allowed, isFlat} of growths) {
  const [middle, more, most] = [level, growth, allowed].map((value) => value.toFixed(1));
  console.log(
    `${name}: ${middle} in the middle, ${more} more after the first ten minutes, ${most} allowed`,
  );
  if (!isFlat) wrong.add(`${name.replace('Mb', '')} grows by more than is allowed`);
}
if (own)
  console.log(
    `the browser itself: ${own.growthMb.toFixed(1)} MB more, with ${own.addresses} addresses in its history more; it keeps ${own.kbPerAddress.toFixed(0)} kB of each, of a page of plain text too`,
  );
if (growths.length === 0) console.log('too short a run to say whether memory grows');

const place = process.argv.includes('--save')
  ? path.join(WEB, 'tested', `soak-${engine}.json`)
  : path.join(CACHE, 'soak', `${engine}.json`);
mkdirSync(path.dirname(place), {recursive: true});
/** @type {Soak} */
const found = {
  ...{engine, browser, day: new Date().toISOString().slice(0, 10), minutes, seed},
  ...{actions: nActions, wrong: [...wrong], growths, own, samples},
};
writeFileSync(place, `${JSON.stringify(found, null, 1)}\n`);
console.log(
  `${browser}: ${nActions} actions in ${minutes} minutes, seed ${seed}, ${samples.length} samples: ${wrong.size} wrong; ${place}`,
);
for (const one of wrong) console.log(`  ${one}`);
process.exitCode = wrong.size > 0 ? 1 : 0;

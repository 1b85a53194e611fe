#!/usr/bin/env node
// npm run soak [-- --minutes=10] [--seed=1]: uses chapters at random in Chromium, and watches memory.
//
// Each chapter is open for its share of the time: it is scrolled, figures get other settings, presets and faults, train and are
// stopped, and another tab covers them. After each ten actions the heap is collected and measured. Wrong, with exit code 1, is an
// error on the console, a figure in view that is blank, and a heap that in the last third of a chapter's time is more than a
// fourth above that of its second third, and by more than 5 MB. The curve is .cache/soak/memory.svg, beside it the numbers.
import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';

import {CACHE, Lab} from '../support/browser.js';

/** @import {Page} from 'puppeteer-core' */
/** @typedef {{seconds: number, chapter: string, heapMb: number, nodes: number, listeners: number}} Sample */

const CHAPTERS = ['4-rope', '7-length-race', '9-relative', '11-labs'];
const FOLDER = path.join(CACHE, 'soak');
const [WIDTH, HEIGHT] = [960, 360];

const option = (/** @type {string} */ name, /** @type {number} */ otherwise) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const [minutes, seed] = [option('minutes', 10), option('seed', 1)];

let state = seed >>> 0;
/** @param {number} n @returns {number} of 0 .. n - 1, by the seed */
function below(n) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
}

// A browser says so of a page whose reader has not yet come to its figures.
const HARMLESS = /ResizeObserver loop|preloaded using link preload but not used/;

/** Runs in the page: something with the figure of that number, decided by `dice`. @param {number} which @param {number} dice */
async function useFigure(which, dice) {
  const figures = /** @type {any[]} */ ([...document.querySelectorAll('main [preset]')]);
  const drawn = figures.filter((one) => 'drawing' in one);
  const figure = drawn[which % drawn.length];
  figure.scrollIntoView({block: 'center', behavior: 'instant'});
  for (let k = 0; k < 400 && !figure.drawing; k++)
    await new Promise((resolve) => setTimeout(resolve, 25));
  if (!figure.drawing)
    return figure.checkVisibility() ? `blank: ${figure.outerHTML.slice(0, 80)}` : '';
  const {settings, presets, faults} = figure.constructor;
  const names = Object.keys(settings);
  const actions = [
    () => {
      const name = names[dice % names.length];
      const {type, min, options} = settings[name] ?? {};
      const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      if (type === 'int') figure.setAttribute(attribute, String(min + (dice % 9)));
      if (type === 'choice')
        figure.setAttribute(attribute, Object.keys(options)[dice % Object.keys(options).length]);
    },
    () =>
      figure.setAttribute(
        'fault',
        ['', ...Object.keys(faults)][dice % (1 + Object.keys(faults).length)],
      ),
    () => figure.setAttribute('preset', Object.keys(presets)[dice % Object.keys(presets).length]),
    () => figure.start?.(),
    () => figure.stop?.(),
  ];
  await actions[dice % actions.length]();
  return '';
}

/** @param {Page} page @param {number} start @param {string} chapter @returns {Promise<Sample>} */
async function measured(page, start, chapter) {
  const session = await page.createCDPSession();
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  const {JSHeapUsedSize = 0, Nodes = 0, JSEventListeners = 0} = await page.metrics();
  return {
    seconds: Math.round((Date.now() - start) / 1000),
    chapter,
    heapMb: Math.round(JSHeapUsedSize / 1e4) / 100,
    nodes: Nodes,
    listeners: JSEventListeners,
  };
}

/** @param {readonly Sample[]} samples @returns {string} SVG */
function curveOf(samples) {
  const last = samples[samples.length - 1].seconds || 1;
  const most = Math.max(...samples.map(({heapMb}) => heapMb));
  const x = (/** @type {number} */ seconds) => 50 + ((WIDTH - 70) * seconds) / last;
  const y = (/** @type {number} */ mb) => HEIGHT - 40 - ((HEIGHT - 70) * mb) / most;
  const points = samples.map(
    ({seconds, heapMb}) => `${x(seconds).toFixed(1)},${y(heapMb).toFixed(1)}`,
  );
  const begins = samples.filter(({chapter}, k) => samples[k - 1]?.chapter !== chapter);
  const marks = begins.map(
    ({seconds, chapter}) =>
      `<line x1="${x(seconds)}" y1="20" x2="${x(seconds)}" y2="${HEIGHT - 40}" stroke="#bbb"/><text x="${x(seconds) + 4}" y="16">${chapter}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>${marks.join('')}
<polyline points="${points.join(' ')}" fill="none" stroke="#0b6e75" stroke-width="2"/>
<text x="4" y="${y(most) + 4}">${most} MB</text><text x="4" y="${y(0) + 4}">0</text>
<text x="50" y="${HEIGHT - 12}">JavaScript heap after collection, over ${last} s, seed ${seed}</text></svg>
`;
}

/** @param {readonly Sample[]} samples of one chapter @returns {string} what is wrong, or '' */
function growth(samples) {
  const third = Math.floor(samples.length / 3);
  if (third < 2) return '';
  const middle = (/** @type {readonly Sample[]} */ part) =>
    part.map(({heapMb}) => heapMb).sort((a, b) => a - b)[Math.floor(part.length / 2)];
  const [before, after] = [
    middle(samples.slice(third, 2 * third)),
    middle(samples.slice(2 * third)),
  ];
  const grows = after > 1.25 * before && after > before + 5;
  return grows ? `${samples[0].chapter}: the heap grew from ${before} to ${after} MB` : '';
}

const lab = await Lab.start();
const start = Date.now();
/** @type {Sample[]} */
const samples = [];
/** @type {string[]} */
const wrong = [];
let nActions = 0;
for (const [k, chapter] of CHAPTERS.entries()) {
  const {page, problems} = await lab.open(`chapters/${chapter}.html`, {width: 1280, height: 800});
  const end = start + ((k + 1) / CHAPTERS.length) * minutes * 60_000;
  while (Date.now() < end) {
    for (let action = 0; action < 10; action++, nActions++) {
      const dice = below(1000);
      if (dice < 40) {
        const other = await lab.browser.newPage(); // the chapter is hidden
        await other.close();
      } else if (dice < 200) {
        await page.evaluate(
          (part) => scrollTo(0, part * document.documentElement.scrollHeight),
          dice / 200,
        );
      } else {
        const said = await page.evaluate(useFigure, below(1000), below(1000));
        if (said) wrong.push(`${chapter}: ${said}`);
      }
    }
    samples.push(await measured(page, start, chapter));
  }
  wrong.push(...problems.filter((one) => !HARMLESS.test(one)).map((one) => `${chapter}: ${one}`));
  await page.close();
  const grown = growth(samples.filter((one) => one.chapter === chapter));
  if (grown) wrong.push(grown);
}
await lab.close();
mkdirSync(FOLDER, {recursive: true});
writeFileSync(path.join(FOLDER, 'memory.svg'), curveOf(samples));
writeFileSync(path.join(FOLDER, 'memory.json'), `${JSON.stringify(samples, null, 1)}\n`);
for (const chapter of CHAPTERS) {
  const own = samples.filter((one) => one.chapter === chapter);
  console.log(
    `${chapter}: ${own.length} samples, heap ${own.map(({heapMb}) => heapMb).join(' ')} MB, nodes ${own[0]?.nodes} to ${own.at(-1)?.nodes}, listeners ${own[0]?.listeners} to ${own.at(-1)?.listeners}`,
  );
}
console.log(
  `${nActions} actions in ${minutes} minutes, seed ${seed}: ${wrong.length} wrong; ${FOLDER}/memory.svg`,
);
for (const one of wrong) console.log(`  ${one}`);
process.exitCode = wrong.length > 0 ? 1 : 0;

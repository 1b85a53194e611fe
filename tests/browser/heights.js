// Measures how high each figure of the chapters is, so that a page keeps that room for it before it is drawn:
// node tests/browser/heights.js writes web/style/heights.css. bench.test.js tells when that is no longer so.
import {readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';

import {WEB} from '../../web/build/paths.js';
import {DIST, Lab} from '../support/browser.js';
import {openDrawn} from '../support/drawn.js';

/** What a height is called in the sheet, and the screens that it stands for: up to so many px wide. */
const SCREENS = [
  {name: '--phone', size: {width: 390, height: 844}, upTo: '36rem'},
  {name: '--tablet', size: {width: 768, height: 1024}, upTo: '56rem'},
  {name: '--desk', size: {width: 1280, height: 800}, upTo: ''},
];

/** Runs in the page: a selector of each figure, and its height in px. @returns {[string, number][]} */
function heights() {
  return [...document.querySelectorAll('main [preset]')].flatMap((figure) => {
    const {height} = figure.getBoundingClientRect();
    return height > 0 ? [[`[preset="${figure.getAttribute('preset')}"]`, Math.round(height)]] : [];
  });
}

/** @type {Map<string, Map<string, string>>} the lines of each selector, by what they set */
const found = new Map();
const lab = await Lab.start();
for (const {name, size} of SCREENS)
  for (const chapter of readdirSync(path.join(DIST, 'chapters'))) {
    const {page} = await openDrawn(lab, chapter, size);
    for (const [selector, height] of await page.evaluate(heights))
      found.set(selector, (found.get(selector) ?? new Map()).set(name, `${name}: ${height}px`));
    await page.close();
  }
await lab.close();

const rule = (/** @type {string} */ name) =>
  `  main [preset] {\n    display: block;\n    min-block-size: var(${name});\n  }\n`;
const media = SCREENS.toReversed().map(({name, upTo}) =>
  upTo
    ? `@media (scripting: enabled) and (max-width: ${upTo}) {\n${rule(name)}}\n`
    : `@media (scripting: enabled) {\n${rule(name)}}\n`,
);
const own = [...found].map(
  ([selector, lines]) =>
    `${selector} {\n${[...lines.values()].map((line) => `  ${line};\n`).join('')}}\n`,
);
const head =
  '/* The room that a figure takes, before it is drawn: tests/browser/heights.js writes this. */\n';
writeFileSync(path.join(WEB, 'style/heights.css'), head + [...own, ...media].join('\n'));

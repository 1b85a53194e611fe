// A learner in the page of exercises: opens a card, writes, checks, reads what the page says.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';

import {CACHE} from './browser.js';

/** @import {Metafile} from 'esbuild' */
/** @import {Frame, Page} from 'puppeteer-core' */
/** @import {Lab, View} from './browser.js' */

export const ADDRESS = 'practice.html';
export const CARD = 'sinusoidal-table';
const RUN_MS = 60_000;
// Firefox reports what was under way when a page was left.
const LEFT =
  /Parent browsing context was disposed|Browsing context already closed|NS_BINDING_ABORTED/;

/** @param {readonly string[]} problems */
export const realProblems = (problems) => problems.filter((one) => !LEFT.test(one));

/**
 * A fresh visitor, with a storage of its own.
 *
 * @param {Lab} lab
 * @param {View} view
 * @param {(page: Page, problems: string[]) => Promise<void>} use
 */
export async function visit(lab, view, use) {
  const {page, problems} = await lab.open(ADDRESS, view);
  try {
    page.setDefaultTimeout(60_000);
    await page.evaluate(() => localStorage.clear());
    await use(page, problems);
    assert.deepEqual(realProblems(problems), []);
  } finally {
    await page.evaluate(() => localStorage.clear());
    await page.close();
  }
}

/** What comes inside a shadow, which no observer of the page sees. @param {Page | Frame} page @param {string} selector */
export async function find(page, selector) {
  for (let k = 0; k < 1200; k++) {
    const element = await page.$(selector);
    if (element) return element;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing is ${selector}`);
}

/** The selector of something inside a card. @param {string} inner @param {string} [card] */
export const inside = (inner, card = CARD) => `#${card} >>> ${inner}`;

/** @param {Page | Frame} page @param {string} inner @param {string} [card] */
export async function textOf(page, inner, card = CARD) {
  const element = await find(page, inside(inner, card));
  return (await element.evaluate((one) => one.textContent)) ?? '';
}

/** @param {Page | Frame} page @param {string} inner @param {string} text @param {string} [card] */
export const waitForText = (page, inner, text, card = CARD) =>
  page.waitForFunction(
    (name, selector, part) => {
      const root = document.getElementById(name)?.shadowRoot;
      return [...(root?.querySelectorAll(selector) ?? [])].some((e) =>
        e.textContent?.includes(part),
      );
    },
    {timeout: RUN_MS, polling: 50}, // a page behind another draws no frames
    card,
    inner,
    text,
  );

/** Presses something, wherever it has scrolled to. @param {Page | Frame} page @param {string} selector */
export async function press(page, selector) {
  const element = await find(page, selector);
  await element.evaluate((one) => /** @type {HTMLElement} */ (one).click());
}

/** @param {Page | Frame} page @param {string} name @param {string} [card] */
export const pressButton = (page, name, card = CARD) =>
  press(page, inside(`button::-p-text(${name})`, card));

/** By the keyboard, unless the address has opened it. @param {Page} page @param {string} [editor] @param {string} [card] */
export async function openCard(page, editor = '.cm-content', card = CARD) {
  const summary = await find(page, inside('summary', card));
  if (!(await summary.evaluate((one) => one.parentElement?.hasAttribute('open')))) {
    await summary.focus();
    await page.keyboard.press('Enter');
  }
  await find(page, inside(editor, card));
}

/** Goes back to the list. @param {Page} page @param {string} [card] */
export async function closeCard(page, card = CARD) {
  await press(page, inside('summary', card));
  await page.waitForFunction(() => !document.documentElement.classList.contains('exercise-open'));
}

/** Leaves the editor, as one does who goes elsewhere. @param {Page} page */
export const leave = (page) =>
  page.$eval(inside('.cm-content'), (element) => /** @type {HTMLElement} */ (element).blur());

/** @param {Page} page @param {string} key */
export async function withControl(page, key) {
  await page.keyboard.down('Control');
  await page.keyboard.press(/** @type {any} */ (key));
  await page.keyboard.up('Control');
}

/**
 * Puts code in place of what is there, as a learner pastes it. Firefox has its own names for what a paste
 * brings.
 *
 * @param {Page | Frame} page
 * @param {string} code
 * @param {string} [card]
 */
export async function paste(page, code, card = CARD) {
  const editor = await find(page, inside('.cm-content', card));
  await editor.evaluate(async (element, text) => {
    const root = /** @type {ShadowRoot} */ (element.getRootNode());
    const tab = root.querySelector('.tabs [data-part=code]');
    if (tab?.checkVisibility()) /** @type {HTMLElement} */ (tab).click(); // narrow: one part at a time
    /** @type {HTMLElement} */ (element).focus();
    document.execCommand('selectAll');
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const data = /** @type {any} */ ({clipboardData, dataType: 'text/plain', data: text});
    element.dispatchEvent(new ClipboardEvent('paste', {...data, bubbles: true, cancelable: true}));
  }, code);
}

/** @param {Page} page */
export const codeOf = (page) =>
  page.$$eval(inside('.cm-line'), (lines) => lines.map((line) => line.textContent).join('\n'));

/** @param {Page} page @param {string} code @param {string} head that of the verdict to come @param {string} [card] */
export async function check(page, code, head, card = CARD) {
  await paste(page, code, card);
  await withControl(page, 'Enter');
  await waitForText(page, '.verdict-head', head, card);
}

/** What the bar for all work says. @param {Page} page @param {string} inner */
export async function barText(page, inner) {
  const element = await find(page, `work-bar >>> ${inner}`);
  return (await element.evaluate((one) => one.textContent)) ?? '';
}

/** A script and all that it loads, at once or later, and what each is made of. @returns {Metafile['outputs']} */
export function loadedBy(entry = 'dist/lab/page.js') {
  /** @type {Metafile['outputs']} */
  const outputs = JSON.parse(readFileSync(path.join(CACHE, 'bundle.json'), 'utf8')).outputs;
  const loaded = new Set([entry]);
  for (const name of loaded) {
    for (const {path: file} of outputs[name].imports) if (outputs[file]) loaded.add(file);
  }
  return Object.fromEntries([...loaded].map((name) => [name, outputs[name]]));
}

/** The file that holds a module, of those that a script loads at once or later. @param {string} input @param {string} [entry] */
export function chunkOf(input, entry) {
  const found = Object.entries(loadedBy(entry)).filter(([, {inputs}]) => inputs[input]);
  assert.equal(found.length, 1, `${input} is in ${found.map(([name]) => name)}`);
  return path.basename(found[0][0]);
}

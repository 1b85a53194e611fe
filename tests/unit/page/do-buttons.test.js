// The buttons of the prose: each names a figure of its page, and a state that this figure can take.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import {loadFigure} from '../../../web/build/figure-classes.js';
import {attribute, elementsOf, isElement, nodesBelow, parseHtml} from '../../../web/build/html.js';
import {hasClass} from '../../../web/build/layout.js';
import {WEB} from '../../../web/build/paths.js';
import {readSettings} from '../../../web/figures/frame/settings.js';

/** @import {Element} from '../../../web/build/html.js' */

const FOLDER = path.join(WEB, 'chapters');
const MIN_BUTTONS = 3;

/**
 * What is wrong with a button, in words.
 *
 * @param {Element[]} figures of its page
 * @param {string} id its data-for
 * @param {string} state its data-state
 * @returns {Promise<string[]>}
 */
async function problemsOf(figures, id, state) {
  const figure = figures.find((one) =>
    ['id', 'preset'].some((name) => attribute(one, name) === id),
  );
  if (!figure) return [`no figure ${id} in this page`];
  const Class = await loadFigure(figure.tagName);
  const wanted = new Map(new URLSearchParams(state));
  if (wanted.size === 0) return [`${id}: sets nothing`];
  const unknown = [...wanted.keys()].filter((name) => !Class.attributes.includes(name));
  if (unknown.length > 0) return [`${id} has no attribute ${unknown.join(', ')}`];
  const preset = wanted.get('preset') ?? attribute(figure, 'preset') ?? '';
  if (!Object.hasOwn(Class.presets, preset)) return [`${id} has no preset ${preset}`];
  const {settings, faults = Object.keys(Class.faults)} = Class.presets[preset];
  const fault = wanted.get('fault');
  if (fault !== undefined && !faults.includes(fault)) return [`${id} has no fault ${fault}`];
  return readSettings(
    Class.settings,
    settings ?? {},
    (name) => wanted.get(name) ?? attribute(figure, name) ?? null,
  ).problems;
}

for (const name of readdirSync(FOLDER)) {
  const page = parseHtml(readFileSync(path.join(FOLDER, name), 'utf8'));
  const figures = [...nodesBelow(page)]
    .filter(isElement)
    .filter((element) => attribute(element, 'preset'));
  const buttons = elementsOf(page, 'span').filter((button) => hasClass(button, 'do'));
  if (figures.length === 0) continue;

  test(`${name}: every button in the prose sets a state that its figure can take`, async () => {
    assert.ok(buttons.length >= MIN_BUTTONS, `${buttons.length} buttons`);
    for (const button of buttons) {
      const [id, state] = ['data-for', 'data-state'].map((one) => attribute(button, one) ?? '');
      assert.deepEqual(await problemsOf(figures, id, state), []);
    }
  });
}

test('a button with an unknown figure, attribute, value, preset or fault is found', async () => {
  const figures = elementsOf(
    parseHtml('<rope-logits preset="rope-shift-invariance"></rope-logits>'),
    'rope-logits',
  );
  for (const [id, state] of [
    ['rope-nothing', 'fault=mixed'],
    ['rope-shift-invariance', 'shifts=100'],
    ['rope-shift-invariance', 'shift=-1'],
    ['rope-shift-invariance', 'preset=none'],
    ['rope-shift-invariance', 'fault=none'],
    ['rope-shift-invariance', ''],
  ]) {
    assert.equal((await problemsOf(figures, id, state)).length, 1, `${id} ${state}`);
  }
  assert.deepEqual(await problemsOf(figures, 'rope-shift-invariance', 'fault=mixed&shift=1'), []);
});

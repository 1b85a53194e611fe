// Every text that a figure shows, with each of its presets and faults, has numbers as people read them.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {elementModules} from '../../../web/build/bundle.js';
import {formatNumber} from '../../../web/draw/format.js';
import {noteUnder, titleUnder} from '../../../web/figures/frame/faults.js';
import {meterText} from '../../../web/figures/frame/meters.js';
import {csvOf, jsonOf} from '../../../web/figures/frame/numbers-file.js';
import {settingsOf} from '../../support/figure-numbers.js';
import {knownDrawing, loadFigure} from '../../support/figures.js';

const COMPUTER = /\d[eE][-+−]?\d/;
/** More digits of a fraction than anybody needs: 22518.754. */
const LONG = /\d[\d,]*\.\d+/g;
const MOST_DIGITS = 7;

/** @param {string} text @returns {string[]} what is wrong with its numbers */
function faultsOf(text) {
  const long = (text.replace(/https:\S+/g, '').match(LONG) ?? []).filter(
    (number) => number.replace(/^0\.0*|[.,]/g, '').length > MOST_DIGITS,
  );
  return COMPUTER.test(text) ? [...long, text] : long;
}

/** Every text below a value. @param {unknown} value @returns {string[]} */
function textsBelow(value) {
  if (typeof value === 'string') return [value];
  if (ArrayBuffer.isView(value) || typeof value !== 'object' || value === null) return [];
  return (value instanceof Map || value instanceof Set ? [...value] : Object.values(value)).flatMap(
    textsBelow,
  );
}

/** @param {any} Class @param {string} preset @param {string} fault @returns {string[]} */
function textsShown(Class, preset, fault) {
  const drawing = knownDrawing(Class, preset, fault);
  const rows = drawing.panels.flatMap((/** @type {any} */ panel) => panel.rows ?? []).flat();
  const own = Class.faults?.[fault];
  return [
    ...textsBelow(drawing),
    ...rows.filter(Number.isFinite).map(formatNumber),
    ...(drawing.meters ?? []).map(meterText),
    noteUnder(drawing, settingsOf(Class, preset), own),
    titleUnder(Class.presets[preset].title ?? '', own),
  ];
}

suite('a figure shows no number as programs write it', () => {
  for (const {tag, file} of elementModules()) {
    if (!file.startsWith('figures/')) continue;
    test(`<${tag}>`, async () => {
      const Class = await loadFigure(tag);
      const found = [Class.settings, Class.presets, Class.faults].flatMap(textsBelow);
      for (const preset of Class.compute ? Object.keys(Class.presets) : []) {
        const faults = Class.presets[preset].faults ?? Object.keys(Class.faults ?? {});
        for (const fault of ['', ...faults]) found.push(...textsShown(Class, preset, fault));
      }
      assert.deepEqual([...new Set(found.flatMap(faultsOf))], []);
    });
  }
});

test('such numbers are found', () => {
  for (const text of ['to 2.38e-7', '1e-7', '1E5', '1e−7', 'by 22518.754', '0.00012345678'])
    assert.equal(faultsOf(text).length, 1, text);
  for (const text of ['2.38·10⁻⁷', '22,519', '1.3861', '7.85·10⁻⁶ %', 'step 3e', '1,048,576'])
    assert.deepEqual(faultsOf(text), [], text);
});

test('a file has numbers for programs, also where a cell shows one for readers', () => {
  const table = {columns: ['what', 'value'], rows: [['a', '1.67·10⁻⁶'], ['b, c', '−8,192'], ['1,000', 2.5e-7]]}; // biome-ignore format: one table
  assert.equal(csvOf(table), 'what,value\r\na,0.00000167\r\n"b, c",-8192\r\n1000,2.5e-7\r\n');
  const figure = /** @type {any} */ ({currentSettings: () => ({settings: {}}), tables: [table]});
  const {tables} = JSON.parse(jsonOf(figure));
  assert.deepEqual(tables[0].rows, [['a', 1.67e-6], ['b, c', -8192], [1000, 2.5e-7]]); // biome-ignore format: one table
});

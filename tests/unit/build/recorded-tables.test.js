// The accuracies that chapters and read-outs print are those of the recorded race that chapter 7 shows.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';

import {elementsOf, parseHtml, textOf} from '../../../web/build/html.js';
import {DIST, WEB} from '../../../web/build/paths.js';

/** What a row of a table is called -> how the names of its recorded runs begin. @type {Record<string, string>} */
const METHODS = {
  None: 'none',
  Sinusoidal: 'sinusoidal',
  Learned: 'learned',
  RoPE: 'rope-half',
  ALiBi: 'alibi',
  T5: 't5',
  Shaw: 'shaw',
};
/** A chapter with one method has a row “Accuracy”. @type {Record<string, string>} */
const ONLY = {'2-sinusoidal': 'Sinusoidal', '4-rope': 'RoPE', '5-alibi': 'ALiBi'};
const CHAPTERS = [...Object.keys(ONLY), '3-learned', '6-without-position', '7-length-race'];

const {runs} = JSON.parse(await readFile(path.join(WEB, 'runs/length-race-seeds.json'), 'utf8'));

/** @param {string} method as a row is called @returns {string[]} at each length, mean over seeds */
function recorded(method) {
  const start = METHODS[method];
  const own = runs.filter((/** @type {{name: string}} */ {name}) => name.startsWith(start));
  assert.equal(own.length, 3, `${method}: three seeds`);
  return own[0].evaluations.map((/** @type {unknown} */ _, /** @type {number} */ k) => {
    const all = own.map((/** @type {any} */ run) => run.evaluations[k].accuracy);
    return (all.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b) / 3).toFixed(3);
  });
}

for (const chapter of CHAPTERS) {
  test(`the table of chapter ${chapter} holds the recorded means of three seeds`, async () => {
    const content = parseHtml(await readFile(path.join(DIST, `chapters/${chapter}.html`), 'utf8'));
    let nRows = 0;
    for (const row of elementsOf(content, 'tr')) {
      const [name] = elementsOf(row, 'th').map(textOf);
      const values = elementsOf(row, 'td').map(textOf);
      const method = name === 'Accuracy' ? ONLY[chapter] : name;
      const isRace = values.length === 5 && values.every((text) => /^0\.\d{3}$/.test(text));
      if (!isRace || !Object.hasOwn(METHODS, method ?? '')) continue;
      nRows++;
      assert.deepEqual(values, recorded(method), `${chapter}: ${name}`);
    }
    assert.ok(nRows > 0, `${chapter}: no row of the race`);
  });
}

test('the read-outs of methods hold the recorded means too', async () => {
  const source = await readFile(path.join(WEB, 'figures/tables/readouts/tables.js'), 'utf8');
  const rows = [...source.matchAll(/name: '(\w+)'(?:(?!name:)[\s\S])*?recorded: \[([^\]]*)\]/g)];
  assert.equal(rows.length, 5);
  for (const [, name, list] of rows) {
    const method = name === 'none' ? 'None' : name[0].toUpperCase() + name.slice(1);
    assert.deepEqual(
      list.split(',').map((text) => text.trim().replaceAll("'", '')),
      recorded(method),
      name,
    );
  }
});

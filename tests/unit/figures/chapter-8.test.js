// The findings of chapter 8: each number that a paragraph prints of a recorded run is a number of that run or of what
// its figure says of it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {suite, test} from 'node:test';

import {attribute, elementsOf, parseHtml, textOf} from '../../../web/build/html.js';
import {recordedItems, recordedText} from '../../../web/build/record.js';
import {recordedRuns} from '../../../web/figures/frame/recording.js';
import {loadCore} from '../../support/core.js';

const CHAPTER = new URL('../../../web/chapters/8-experiments.html', import.meta.url);
const core = await loadCore();
const items = await recordedItems();
const chapter = parseHtml(readFileSync(CHAPTER, 'utf8'));
const findings = elementsOf(chapter, 'p').filter((one) => attribute(one, 'class') === 'finding');

/** @param {string} text @returns {string[]} numbers with decimals, and percentages */
const printed = (text) => text.match(/−?\d+(?:\.\d+| %|\.\d+ %)/g) ?? [];

/** @param {string} text @returns {{value: number, decimals: number}} of '77.4 %' or '−0.26' */
function numberOf(text) {
  const plain = text.replace('−', '-').replace(' %', '');
  return {value: Number(plain), decimals: plain.split('.')[1]?.length ?? 0};
}

/** All numbers that a figure shows of its recorded run. @param {string} figure @returns {Promise<number[]>} */
async function shown(figure) {
  const item = items.find((one) => one.figure === figure);
  assert.ok(item, `${figure} is no recorded figure`);
  const {Class, settings} = item;
  const recording = JSON.parse(await recordedText(figure));
  const runs = recordedRuns(recording, Class, settings);
  const {panels, note} = Class.compute(core, settings, '', runs);
  const texts = panels.flatMap((/** @type {any} */ panel) => [
    panel.says ?? '',
    ...(panel.kind === 'table' ? panel.rows.flat().map(String) : []),
  ]);
  const said = [note, ...texts]
    .join(' | ')
    .match(/[−-]?\d+(?:\.\d+)?/g)
    ?.map((one) => Number(one.replace('−', '-')));
  const measured = recording.runs.flatMap((/** @type {any} */ run) =>
    (run.evaluations ?? []).map((/** @type {any} */ {accuracy}) => accuracy),
  );
  return [...(said ?? []), ...measured];
}

suite('a finding of chapter 8', () => {
  test('is under every experiment, with what it does not show', () => {
    const sections = elementsOf(chapter, 'section').filter((section) =>
      elementsOf(section, 'p').some((one) => attribute(one, 'class') === 'finding'),
    );
    assert.equal(sections.length, 15);
    for (const finding of findings) assert.match(textOf(finding), /^Recorded: .+Not shown: .+/s);
  });

  for (const finding of findings) {
    const figures = (attribute(finding, 'data-run') ?? '').split(' ');
    test(`prints what ${figures.join(' and ')} recorded`, async () => {
      const known = (await Promise.all(figures.map(shown))).flat();
      const numbers = printed(textOf(finding));
      assert.ok(numbers.length > 0, 'it has no number');
      for (const text of numbers) {
        const {value, decimals} = numberOf(text);
        const isThere = known.some((one) => Math.abs(one - value) <= 0.5001 * 10 ** -decimals);
        assert.ok(isThere, `${text} is no number of ${figures.join(', ')}`);
      }
    });
  }
});

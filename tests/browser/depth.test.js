// How deep a section goes: one choice, at the heading of every section that has levels.
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {DIST, Lab} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

const LEVELS = ['plain', 'basic', 'intermediate', 'advanced'];
const CHAPTERS = readdirSync(path.join(DIST, 'chapters'));

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

test('a deeper level takes away neither text nor formula, and each adds something, in every section', async () => {
  let nSections = 0;
  for (const name of CHAPTERS) {
    const {page, problems} = await lab.open(`chapters/${name}`);
    const sections = await page.evaluate((levels) => {
      for (const details of document.querySelectorAll('details')) details.open = true;
      const withLevels = [...document.querySelectorAll('section')].filter((section) =>
        section.querySelector('.level'),
      );
      return withLevels.map((section) => ({
        id: section.id,
        shown: levels.map((level) => {
          const input = section.querySelector(`.depth input[value="${level}"]`);
          /** @type {HTMLElement | null} */ (input)?.click();
          return [...section.querySelectorAll('math, .prose p, .prose li')].map((one) =>
            one.checkVisibility() ? 1 : 0,
          );
        }),
      }));
    }, LEVELS);
    for (const {id, shown} of sections) {
      nSections++;
      for (let k = 1; k < LEVELS.length; k++) {
        const lost = shown[k - 1].filter((isShown, i) => isShown > shown[k][i]);
        assert.deepEqual(lost, [], `${name}#${id} loses at ${LEVELS[k]}`);
        const added = shown[k].filter((isShown, i) => isShown > shown[k - 1][i]);
        assert.ok(added.length > 0, `${name}#${id} adds nothing at ${LEVELS[k]}`);
      }
      assert.ok(!shown[3].includes(0), `${name}#${id} hides something at the deepest level`);
    }
    assert.deepEqual(problems, []);
    await page.close();
  }
  assert.ok(nSections > 40, `${nSections}`);
});

test('sections with levels have a switch, others have none, and one choice sets all and is remembered', async () => {
  const {page} = await lab.open('chapters/4-rope.html');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  const {mismatched, nSwitches} = await page.evaluate(() => {
    const sections = [...document.querySelectorAll('section.idea')];
    const has = (/** @type {Element} */ one, /** @type {string} */ what) =>
      one.querySelector(what) !== null;
    return {
      mismatched: sections
        .filter((one) => has(one, '.level') !== has(one, '.depth'))
        .map(({id}) => id),
      nSwitches: document.querySelectorAll('.depth').length,
    };
  });
  assert.deepEqual(mismatched, []);
  assert.equal(nSwitches, 2);
  const chosen = () =>
    page.$$eval('.depth input:checked', (inputs) =>
      inputs.map((input) => /** @type {HTMLInputElement} */ (input).value),
    );
  await eventually(async () => assert.deepEqual(await chosen(), ['basic', 'basic']));
  await page.focus('#turn-do-not-add .depth input:checked');
  await page.keyboard.press('ArrowRight');
  await eventually(async () => assert.deepEqual(await chosen(), ['intermediate', 'intermediate']));
  await page.goto(new URL('chapters/5-alibi.html', lab.url).href);
  await eventually(async () => assert.deepEqual([...new Set(await chosen())], ['intermediate']));
  await page.close();
});

test('what is pressed stays where it is while the text above it grows', async () => {
  const {page} = await lab.open('chapters/4-rope.html', {height: 800});
  const {before: top, after: later} = await page.evaluate(() => {
    const input = /** @type {HTMLElement} */ (
      document.querySelector('#the-distance-falls-out .depth input[value="advanced"]')
    );
    input.scrollIntoView({behavior: 'instant', block: 'center'});
    const before = input.getBoundingClientRect().top;
    input.click();
    return {before, after: input.getBoundingClientRect().top};
  });
  assert.ok(Math.abs(later - top) <= 1, `${top} ${later}`);
  await page.close();
});

test('without scripts there is no switch, and every level is shown', async () => {
  const {page} = await lab.open('chapters/4-rope.html', {scripts: false});
  const shown = await page.$$eval('.depth, .level', (all) =>
    all.map((one) => [one.className, one.checkVisibility()].join()),
  );
  assert.deepEqual([...new Set(shown)].sort(), ['depth,false', 'level,true']);
  await page.close();
});

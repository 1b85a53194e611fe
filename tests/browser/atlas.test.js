// The bug atlas: what its filter leaves, and what a telephone shows of it.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {Lab} from '../support/browser.js';

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

/** Runs in the page: what is shown of each row. */
const rowsShown = () =>
  [...document.querySelectorAll('.atlas tbody tr')]
    .filter((row) => row.checkVisibility())
    .map((row) => ({
      text: row.querySelector('th')?.textContent?.toLowerCase() ?? '',
      table: [...document.querySelectorAll('.atlas')].indexOf(/** @type {any} */ (row.closest('.atlas'))), // biome-ignore format: one thought
      missed: row.querySelectorAll('.misses').length,
      measured: row.querySelectorAll('.misses, .catches, .unseen').length,
      isReported: row.querySelector('th a[href^="http"]') !== null,
      isPractised: row.querySelector('th a[href^="practice.html#"]') !== null,
    }));

test('words, kind and order of bugs are what the reader chooses', async () => {
  const {page, problems} = await lab.open('atlas.html');
  await page.waitForSelector('#atlas-filter:not([hidden])');
  const all = await page.evaluate(rowsShown);
  const said = () => page.$eval('#atlas-filter output', (output) => output.textContent);
  assert.equal(await said(), '');

  await page.type('#atlas-filter input', 'CACHE rotated');
  const found = await page.evaluate(rowsShown);
  const has = (/** @type {{text: string}} */ {text}) => /cache/.test(text) && /rotated/.test(text);
  assert.deepEqual(found, all.filter(has));
  assert.ok(found.length > 0 && found.length < all.length);
  assert.equal(await said(), `${found.length} of ${all.length} rows`);
  const empty = await page.$$eval(
    'section[id^="bugs-of"] h2',
    (heads) =>
      heads.filter(
        (head) => head.checkVisibility() && !head.parentElement?.innerText.includes('it'),
      ).length,
  );
  assert.equal(empty, 0, 'no heading is left without a row');
  await page.$eval('#atlas-filter input', (input) => {
    input.value = '';
    input.dispatchEvent(new Event('input', {bubbles: true}));
  });

  const kinds = /** @type {const} */ ({
    missed: (/** @type {(typeof all)[0]} */ row) => row.missed > row.measured / 2,
    reported: (/** @type {(typeof all)[0]} */ row) => row.isReported,
    exercise: (/** @type {(typeof all)[0]} */ row) => row.isPractised,
  });
  for (const [which, isOne] of Object.entries(kinds)) {
    await page.select('#atlas-filter [name="which"]', which);
    assert.deepEqual(await page.evaluate(rowsShown), all.filter(isOne), which);
  }
  await page.select('#atlas-filter [name="which"]', '');
  await page.select('#atlas-filter [name="order"]', 'missed');
  const ordered = await page.evaluate(rowsShown);
  assert.equal(ordered.length, all.length);
  ordered.forEach(({table, missed, measured}, k) => {
    const before = ordered[k - 1];
    if (before?.table === table) assert.ok(before.missed / before.measured >= missed / measured);
  });
  await page.select('#atlas-filter [name="order"]', '');
  assert.deepEqual(await page.evaluate(rowsShown), all, 'the order of the chapters again');
  assert.deepEqual(problems, []);
  await page.close();
});

test('at 1280 px every law of the atlas is in view, and on a telephone each cell names its own', async () => {
  for (const width of [1280, 390]) {
    const {page} = await lab.open('atlas.html', {width, height: 844});
    const wide = await page.$$eval('.atlas', (tables) =>
      tables.flatMap((table) => {
        const box = table.parentElement ?? table;
        return box.scrollWidth > box.clientWidth + 1 ? [table.textContent?.slice(0, 80)] : [];
      }),
    );
    assert.deepEqual(wide, [], `${width} px`);
    if (width === 390) {
      const named = await page.$eval('.atlas td.misses', (cell) => [
        getComputedStyle(cell, '::after').content,
        cell.getAttribute('data-law'),
      ]);
      assert.equal(named[0], JSON.stringify(named[1]));
    }
    await page.close();
  }
});

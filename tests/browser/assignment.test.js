// Assignments: the page that makes them, and what their addresses show.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {elementModules} from '../../web/build/bundle.js';
import {assignmentQuery} from '../../web/teach/assignment.js';
import {Lab, screenshot, writeTestPage} from '../support/browser.js';
import {eventually} from '../support/eventually.js';
import {chunkOf, find, textOf} from '../support/learner.js';

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

const CARD = 'sinusoidal-table';
const EXERCISES = assignmentQuery({kind: 'exercises', exercises: [CARD, 'yarn'], hide: ['hints', 'solution'], attempts: 2, title: 'Week 3', task: 'Write both.', due: 'Friday'}); // biome-ignore format: a record
const FIGURE = assignmentQuery({kind: 'figure', figure: 'pe-heatmap', attributes: {'n-pos': '12', locked: 'n-pos', fault: 'doubled-exponent', hide: 'meters'}, title: '', task: 'Name the fault.', due: ''}); // biome-ignore format: a record

test('exercises are shown with what is hidden, limited and due', async () => {
  const {page, problems} = await lab.open(`assignment.html?${EXERCISES}`);
  await find(page, `#${CARD} >>> .cm-content`);
  const text = await page.$eval('main', (main) => main.textContent ?? '');
  for (const part of ['Week 3', 'Write both.', 'Due: Friday', 'Attempts for each exercise: 2', 'Hidden: hints, solution', 'can forge it']) assert.ok(text.includes(part), part); // biome-ignore format: one thought
  const buttons = await page.$$eval(`#${CARD} >>> button`, (list) => list.map((one) => one.textContent)); // biome-ignore format: one thought
  assert.ok(buttons.includes('Check (2 left)'), `${buttons}`);
  assert.ok(!buttons.some((one) => /Hint|solution/.test(one ?? '')), `${buttons}`);
  assert.match(await textOf(page, 'summary', 'yarn'), /YaRN/);
  await screenshot(page, 'assignment-exercises');
  assert.deepEqual(problems, []);
  await page.close();
});

test('a figure is shown as it was set, and tells the page around what was done', async () => {
  writeTestPage('assignment-host.html', '<!doctype html><html lang="en"><title>host</title><link rel="icon" href="data:,">'); // biome-ignore format: a page
  const {page, problems} = await lab.open('test/assignment-host.html');
  const found = await page.evaluate(async (query) => {
    await import(`${location.origin}/lab/embed.js`);
    const embed = /** @type {any} */ (document.createElement('poslab-embed'));
    embed.setAttribute('src', `../assignment.html?${query}`);
    /** @type {any[]} */
    const statements = [];
    const done = new Promise((resolve) => {
      document.addEventListener('poslab-statement', (event) => {
        statements.push(/** @type {CustomEvent} */ (event).detail.statement);
        resolve(null);
      });
    });
    document.body.prepend(embed);
    await embed.ready;
    const inner = embed.shadowRoot.querySelector('iframe').contentDocument;
    const figure = inner.querySelector('pe-heatmap');
    await figure.ready;
    inner.querySelector('.done').click();
    await done;
    const [{verb, object, result}] = statements;
    return {verb: verb.id, object: object.id, result, height: embed.offsetHeight, nPos: figure.nPos, fault: figure.faultName, isLocked: figure.shadowRoot.querySelectorAll(':disabled').length > 0}; // biome-ignore format: a record
  }, FIGURE);
  assert.equal(found.verb, 'http://adlnet.gov/expapi/verbs/completed');
  assert.equal(found.object, `${lab.url}assignment.html?${FIGURE}`);
  assert.deepEqual([found.result.completion, found.result.score], [true, undefined]);
  assert.deepEqual([found.nPos, found.fault, found.isLocked], [12, 'doubled-exponent', true]);
  assert.ok(found.height > 300);
  assert.deepEqual(problems, []);
  await page.close();
});

test('an address that is cut, changed or wrong shows why, and no blank page', async () => {
  const wrong = /** @type {const} */ ([
    ['', /must name a figure .* or exercises/],
    [FIGURE.slice(0, 40), /cut or changed/],
    [EXERCISES.replace('attempts=2', 'attempts=9'), /cut or changed/],
    [assignmentQuery({kind: 'exercises', exercises: ['no-such'], hide: [], attempts: null, title: '', task: '', due: ''}), /"no-such" is no exercise; there are .*alibi-mask/],
    [assignmentQuery({kind: 'figure', figure: 'no-such', attributes: {}, title: '', task: '', due: ''}), /figure must be the tag of a figure, got "no-such"/],
    [assignmentQuery({kind: 'figure', figure: 'pe-heatmap', attributes: {fault: 'none-such', colour: 'red'}, title: '', task: '', due: ''}), /"colour" is no setting of pe-heatmap.*fault must be one of .*, got "none-such"/],
  ]); // biome-ignore format: a table
  for (const [query, message] of wrong) {
    const {page, problems} = await lab.open(`assignment.html?${query}`);
    await page.waitForSelector('.problems', {timeout: 10_000});
    assert.match(await page.$eval('.problems', (list) => list.textContent ?? ''), message);
    assert.deepEqual(problems, []);
    await page.close();
  }
});

test('the form makes the link that it previews, of exercises and of a figure', async () => {
  const {page, problems} = await lab.open('assign.html');
  await page.waitForSelector('#make-assignment [name=exercise]');
  const linkOf = () => page.$eval('.assignment-copy input', (input) => /** @type {HTMLInputElement} */ (input).value); // biome-ignore format: one thought
  assert.equal(await linkOf(), '');
  assert.match(await page.$eval('#make-assignment [role=status]', (one) => one.textContent ?? ''), /Choose an exercise/); // biome-ignore format: one thought
  await page.type('#make-assignment [name=title]', 'Week 3');
  for (const id of [CARD, 'yarn']) await page.click(`[name=exercise][value="${id}"]`);
  await page.click('[name=hide-help][value=hints]');
  await page.type('[name=attempts]', '2');
  const query = new URL(await linkOf()).search.slice(1);
  const ids = (await page.$$eval('[name=exercise]:checked', (list) => list.map((one) => /** @type {HTMLInputElement} */ (one).value))); // biome-ignore format: one thought
  assert.equal(query, assignmentQuery({kind: 'exercises', exercises: ids, hide: ['hints'], attempts: 2, title: 'Week 3', task: '', due: ''})); // biome-ignore format: a record
  await page.waitForFunction(() => document.querySelector('iframe')?.contentDocument?.querySelector('h1')?.textContent === 'Week 3'); // biome-ignore format: one thought
  await screenshot(page, 'make-assignment');

  await page.select('[name=kind]', 'figure');
  await page.select('[name=figure]', 'pe-heatmap');
  // the list is made anew for each figure
  await eventually(async () => {
    await page.$eval('[name=locked][value=n-pos]:not(:checked)', (one) => /** @type {HTMLElement} */ (one).click()).catch(() => {}); // biome-ignore format: one thought
    const figure = new URLSearchParams(new URL(await linkOf()).search);
    assert.deepEqual([figure.get('figure'), figure.get('locked')], ['pe-heatmap', 'n-pos']);
  });
  await page.waitForFunction(() => document.querySelector('iframe')?.contentDocument?.querySelector('pe-heatmap')?.getAttribute('locked') === 'n-pos'); // biome-ignore format: one thought
  assert.deepEqual(problems, []);
  await page.close();
});

test('a figure that was chosen and left while its script was loading changes nothing of the form', async () => {
  /** @type {import('puppeteer-core').HTTPRequest[]} */
  const held = [];
  const {page} = await lab.open('assign.html');
  await page.waitForSelector('#make-assignment [name=figure]');
  const slow = await page.$eval(
    '[name=figure]',
    (one) => /** @type {HTMLSelectElement} */ (one).value,
  );
  const module = elementModules().find(({tag}) => tag === slow);
  const chunk = chunkOf(`web/${module?.file}`);
  await page.setRequestInterception(true);
  page.on('request', (one) => (one.url().endsWith(chunk) ? held.push(one) : one.continue()));
  await page.select('[name=kind]', 'figure');
  await eventually(() => assert.equal(held.length, 1, chunk));
  await page.select('[name=figure]', 'pe-heatmap');
  await page.waitForSelector('[name=locked][value=n-pos]');
  await held[0].continue();
  await page.evaluate((tag) => customElements.whenDefined(tag).then(() => {}), slow);
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.ok(await page.$('[name=locked][value=n-pos]'));
  await page.close();
});

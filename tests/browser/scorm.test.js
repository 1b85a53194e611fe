// SCORM packages in an LMS whose API is scorm-again, in a frameset: the calls it gets, from the first visit to the last. The calls
// are kept in .cache/scorm-1.2.txt and .cache/scorm-2004.txt.
import assert from 'node:assert/strict';
import {copyFileSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {strFromU8, unzipSync} from 'fflate';

import {readArguments, scormPackage} from '../../web/build/scorm.js';
import {readBank} from '../support/bank.js';
import {CACHE, Lab, TEST_PAGES, writeTestPage} from '../support/browser.js';
import {CARD, find, inside, paste, pressButton, textOf, waitForText} from '../support/learner.js';

/** @import {Frame, Page} from 'puppeteer-core' */

const SCRIPT = path.join(import.meta.dirname, '../../node_modules/scorm-again/dist/scorm-again.min.js'); // biome-ignore format: a path
const NOT_YET = 'def sinusoidal_encoding(seq_len, d_model):\n    return 5\n';

/** The page of the LMS: it keeps what was committed for the next visit, and writes down every call. */
const LMS = (
  /** @type {string} */ version,
  /** @type {string} */ launch,
) => `<!doctype html><html lang="en"><head><title>LMS</title><link rel="icon" href="data:,">
<script src="scorm-again.min.js"></script><script>
const is12 = ${version === '1.2'};
const api = is12 ? new Scorm12API({autocommit: false, logLevel: 5}) : new Scorm2004API({autocommit: false, logLevel: 5});
const kept = localStorage.getItem('lms');
if (kept) api.loadFromJSON(JSON.parse(kept));
window.calls = [];
const names = is12 ? ['LMSInitialize', 'LMSGetValue', 'LMSSetValue', 'LMSCommit', 'LMSFinish', 'LMSGetLastError'] : ['Initialize', 'GetValue', 'SetValue', 'Commit', 'Terminate', 'GetLastError'];
const told = {};
for (const name of names) told[name] = (...args) => {
  const answer = api[name](...args);
  window.calls.push(name + '(' + args.map((one) => JSON.stringify(one)).join(', ') + ') -> ' + JSON.stringify(answer));
  localStorage.setItem('calls', JSON.stringify(window.calls));
  if (/Commit|Finish|Terminate/.test(name)) localStorage.setItem('lms', JSON.stringify(api.cmi));
  return answer;
};
window[is12 ? 'API' : 'API_1484_11'] = told;
</script></head><frameset cols="10%,90%"><frame src="about:blank" name="menu"><frame src="${launch}" name="content"></frameset></html>`;

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

/** @param {string} folder @param {string[]} args @returns {{manifest: string, launch: string}} */
function unpack(folder, args) {
  const {assignment, version} = readArguments([...args, '--out', 'x.zip']);
  const files = unzipSync(scormPackage(assignment, version));
  const root = path.join(TEST_PAGES, folder);
  rmSync(root, {recursive: true, force: true});
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), {recursive: true});
    writeFileSync(path.join(root, name), bytes);
  }
  copyFileSync(SCRIPT, path.join(root, 'scorm-again.min.js'));
  const manifest = strFromU8(files['imsmanifest.xml']);
  const launch = (/ href="(assignment[^"]*)"/.exec(manifest)?.[1] ?? '').replaceAll('&amp;', '&');
  writeTestPage(`${folder}/lms.html`, LMS(version, launch));
  return {manifest, launch};
}

/** One visit: the calls that were made, those on leaving included. @param {string} folder @param {(frame: Frame, page: Page) => Promise<void>} use */
async function session(folder, use) {
  const {page, problems} = await lab.open(`test/${folder}/lms.html`, {folded: true});
  try {
    await page.waitForFunction(() => frames[1]?.document.querySelector('.status')?.textContent, {timeout: 15_000}); // biome-ignore format: one thought
    const frame = page.frames().find((one) => one.name() === 'content');
    assert.ok(frame);
    await use(frame, page);
    await page.goto(`${lab.url}404.html`);
    const calls = await page.evaluate(() => JSON.parse(localStorage.getItem('calls') ?? '[]'));
    assert.deepEqual(problems, []);
    return /** @type {string[]} */ (calls);
  } finally {
    await page.close();
  }
}

/** @param {Frame} frame @param {string} code @param {string} head of the verdict */
async function checkIn(frame, code, head) {
  await paste(frame, code);
  await pressButton(frame, 'Check');
  await waitForText(frame, '.verdict-head', head);
}

/** @param {string[]} calls @param {RegExp} pattern */
const said = (calls, pattern) => calls.filter((call) => pattern.test(call));

for (const version of /** @type {const} */ (['1.2', '2004'])) {
  const is12 = version === '1.2';
  const [set, finish, score, status] = is12
    ? ['LMSSetValue', 'LMSFinish', 'cmi.core.score.raw', 'cmi.core.lesson_status']
    : ['SetValue', 'Terminate', 'cmi.score.scaled', 'cmi.completion_status'];
  const valuesOf = (/** @type {string[]} */ calls, /** @type {string} */ name) =>
    said(calls, new RegExp(`^${set}\\("${name}"`)).map((call) => JSON.parse(/, ("(?:[^"\\]|\\.)*")\)/.exec(call)?.[1] ?? '""')); // biome-ignore format: one thought

  test(`SCORM ${version}: begun, worked on, left, taken up again, passed`, async () => {
    const folder = `scorm-${version}`;
    unpack(folder, ['--exercise', CARD, '--attempts', '4', '--hide', 'solution', '--scorm', version]); // biome-ignore format: one thought
    const page = await lab.browser.newPage();
    await page.goto(`${lab.url}404.html`);
    await page.evaluate(() => localStorage.clear());
    await page.close();

    const untouched = await session(folder, async () => {});
    assert.deepEqual(
      valuesOf(untouched, status),
      ['incomplete'],
      'a learner who starts is recorded',
    );
    assert.deepEqual(said(untouched, /score/), [], 'a page that was not touched has no score');

    const begun = await session(folder, async (frame) => {
      await find(frame, inside('.cm-content'));
      await checkIn(frame, NOT_YET, '');
      await frame.waitForFunction(() => /score/.test(document.querySelector('.status')?.textContent ?? '')); // biome-ignore format: one thought
      assert.match(await textOf(frame, 'button'), /Check \(3 left\)/);
    });
    assert.equal(valuesOf(begun, score).at(-1), '0');
    assert.equal(valuesOf(begun, status).at(-1), 'incomplete');

    const passed = await session(folder, async (frame) => {
      await find(frame, inside('.cm-content'));
      const code = await textOf(frame, '.cm-content');
      assert.match(code, /return 5/, 'the work is there again');
      assert.match(await textOf(frame, 'button'), /Check \(3 left\)/);
      await checkIn(frame, readBank(CARD, 'solution.py'), 'Passed');
    });
    assert.equal(valuesOf(passed, score).at(-1), is12 ? '100' : '1');
    assert.equal(valuesOf(passed, status).at(-1), is12 ? 'passed' : 'completed');
    if (!is12) assert.deepEqual(valuesOf(passed, 'cmi.success_status'), ['passed']);

    const again = await session(folder, async (frame) => {
      const text = await frame.evaluate(() => document.querySelector('.status')?.textContent);
      assert.match(text ?? '', /1 of 1 passed, score 100 %/);
    });
    assert.deepEqual(valuesOf(again, status), [], 'one that was passed stays so');

    const visits = [untouched, begun, passed, again];
    for (const calls of visits) {
      assert.equal(said(calls, new RegExp(`^${finish}`)).length, 1, `${finish} once`);
      assert.match(calls.at(-1) ?? '', new RegExp(`^${finish}\\(""\\) -> "true"`));
      const time = is12 ? /session_time", "\d{4}:\d\d:\d\d\.\d\d"\) -> "true"/ : /session_time", "PT[\d.HMS]+"\) -> "true"/; // biome-ignore format: one thought
      assert.equal(said(calls, time).length, 1, 'the time is set once');
      assert.deepEqual(said(calls, / -> "false"/), []);
    }
    const transcript = visits
      .map((calls, k) => `# visit ${k + 1}\n${calls.join('\n')}\n`)
      .join('\n');
    mkdirSync(CACHE, {recursive: true});
    writeFileSync(path.join(CACHE, `scorm-${version}.txt`), transcript);
  });
}

test('a figure is recorded as begun by a change, and completed without a score', async () => {
  unpack('scorm-figure', ['--figure', 'pe-heatmap', '--set', 'n-pos=12', '--set', 'locked=n-pos']);
  const calls = await session('scorm-figure', async (frame) => {
    await frame.waitForFunction(() => /** @type {any} */ (document.querySelector('pe-heatmap'))?.drawing); // biome-ignore format: one thought
    await frame.click('.done');
  });
  assert.deepEqual(said(calls, /score/), []);
  assert.equal(said(calls, /lesson_status", "completed"\) -> "true"/).length, 1);
});

for (const version of ['1.2', '2004'])
  test(`SCORM ${version}: a package in a window that the LMS has opened finds it there`, async () => {
    const folder = `scorm-window-${version}`;
    const {launch} = unpack(folder, ['--figure', 'pe-heatmap', '--scorm', version]);
    // the page around it has no API: the window that opened that page has
    writeTestPage(`${folder}/player.html`, `<!doctype html><html lang="en"><title>player</title><link rel="icon" href="data:,"><iframe src="${launch}"></iframe>`); // biome-ignore format: a page
    const body = LMS(version, launch).replace(/<frameset.*/, '<body></html>');
    writeTestPage(`${folder}/course.html`, body);
    for (const name of ['player.html', launch]) {
      const {page} = await lab.open(`test/${folder}/course.html`);
      await page.evaluate((address) => {
        localStorage.clear();
        window.open(address);
      }, name);
      const begun = version === '1.2' ? 'LMSInitialize("") -> "true"' : 'Initialize("") -> "true"';
      await page.waitForFunction((call) => /** @type {any} */ (window).calls[0] === call, {polling: 50}, begun); // biome-ignore format: one thought
      for (const one of await lab.browser.pages()) if (one !== page && one.url().includes(folder)) await one.close(); // biome-ignore format: one thought
      await page.close();
    }
  });

test('outside an LMS the package says that nothing would be recorded', async () => {
  const {launch} = unpack('scorm-alone', ['--figure', 'pe-heatmap']);
  const {page} = await lab.open(`test/scorm-alone/${launch}`);
  await page.waitForSelector('.problems');
  const text = await page.$eval('.problems', (list) => list.textContent);
  assert.match(text ?? '', /SCORM 1.2 package, and no learning management system was found/);
  await page.close();
});

test('the manifests are well-formed XML with what each version requires', async () => {
  const {page} = await lab.open('404.html');
  for (const version of ['1.2', '2004']) {
    const {manifest} = unpack('scorm-manifest', ['--figure', 'pe-heatmap', '--title', 'A < B & "C"', '--scorm', version]); // biome-ignore format: one thought
    const asMoodleReads = manifest.replace(/&(?!\w{2,6};)/g, '&amp;');
    assert.equal(asMoodleReads, manifest, 'Moodle escapes the & of an entity without a name');
    const found = await page.evaluate((text) => {
      const xml = new DOMParser().parseFromString(text, 'application/xml');
      const all = (/** @type {string} */ name) => [...xml.getElementsByTagNameNS('*', name)];
      const [organization, item, resource] = ['organization', 'item', 'resource'].map((name) => all(name)[0]); // biome-ignore format: one thought
      return {
        errors: all('parsererror').length,
        order: [...xml.documentElement.children].map(({localName}) => localName),
        schema: all('schema')[0].textContent,
        version: all('schemaversion')[0].textContent,
        isDefault: all('organizations')[0].getAttribute('default') === organization.getAttribute('identifier'), // biome-ignore format: one thought
        title: item.firstElementChild?.textContent,
        isReferred: item.getAttribute('identifierref') === resource.getAttribute('identifier'),
        type: [...resource.attributes].find(({localName}) => /^scormtype$/i.test(localName))?.value,
        files: all('file').map((one) => one.getAttribute('href')),
        ids: [...xml.querySelectorAll('[identifier]')].map((one) => one.getAttribute('identifier')),
        href: resource.getAttribute('href'),
      };
    }, manifest);
    const {files, ids, href, ...rest} = found;
    assert.deepEqual(rest, {
      errors: 0,
      order: ['metadata', 'organizations', 'resources'],
      schema: 'ADL SCORM',
      version: version === '1.2' ? '1.2' : '2004 4th Edition',
      ...{isDefault: true, title: 'A < B & "C"', isReferred: true, type: 'sco'},
    });
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(files.includes(href?.split('?')[0] ?? ''), 'the launch page is one of the files');
    assert.ok(files.includes('lab/assignment-page.js') && files.includes('licenses.txt'));
  }
  await page.close();
});

test('wrong arguments are named', () => {
  /** @type {[string[], RegExp][]} */
  const wrong = [
    [['--out', 'x.zip'], /Give one of --assignment LINK, --figure TAG, or --exercise ID/],
    [['--figure', 'pe-heatmap', '--out', 'x'], /--out must name a file ending in .zip, got "x"/],
    [['--figure', 'pe-heatmap', '--scorm', '3', '--out', 'x.zip'], /--scorm must be 1.2 or 2004, got "3"/],
    [['--figure', 'pe-heatmap', '--set', 'x', '--out', 'x.zip'], /--set must be NAME=VALUE, got "x"/],
    [['--assignment', 'https://lab.example/?x=1', '--out', 'x.zip'], /cut or changed/],
  ]; // biome-ignore format: a table
  for (const [args, message] of wrong) assert.throws(() => readArguments(args), message);
  const none = readArguments(['--exercise', 'no-such', '--out', 'x.zip']).assignment;
  assert.throws(() => scormPackage(none, '1.2'), /--exercise must name exercises, got "no-such"/);
});

// The interview room as a learner meets it, in Chromium: cards, editor, verdicts, what is kept.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, before, suite, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import axe from 'axe-core';

import {DIST, Lab} from '../support/browser.js';

/** @import {Metafile} from 'esbuild' */
/** @import {Page} from 'puppeteer-core' */
/** @import {View} from '../support/browser.js' */

const ADDRESS = 'chapters/12-interview.html';
const CARD = 'sinusoidal-table';
const KEY = `poslab.exercise.${CARD}`;
const BANK = fileURLToPath(new URL('../../web/exercises/bank', import.meta.url));
const SOLUTION = readFileSync(path.join(BANK, CARD, 'solution.py'), 'utf8');
const COSINE_FIRST = readFileSync(path.join(BANK, CARD, 'wrong/cosine-first.py'), 'utf8');
const RUN_MS = 15_000;

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

/**
 * A fresh visitor, with a storage of its own.
 *
 * @param {View} view
 * @param {(page: Page, problems: string[]) => Promise<void>} use
 */
async function visit(view, use) {
  const {page, problems} = await lab.open(ADDRESS, view);
  try {
    page.setDefaultTimeout(10_000);
    await page.evaluate(() => localStorage.clear());
    await use(page, problems);
    assert.deepEqual(problems, []);
  } finally {
    await page.evaluate(() => localStorage.clear());
    await page.close();
  }
}

/** What comes inside a shadow, which no observer of the page sees. @param {Page} page @param {string} selector */
async function find(page, selector) {
  for (let k = 0; k < 200; k++) {
    const element = await page.$(selector);
    if (element) return element;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing is ${selector}`);
}

/** The selector of something inside a card. @param {string} inner @param {string} [card] */
const inside = (inner, card = CARD) => `#${card} >>> ${inner}`;

/** @param {Page} page @param {string} inner @param {string} [card] */
async function textOf(page, inner, card = CARD) {
  const element = await find(page, inside(inner, card));
  return (await element?.evaluate((one) => one.textContent)) ?? '';
}

/** @param {Page} page @param {string} inner @param {string} text @param {string} [card] */
const waitForText = (page, inner, text, card = CARD) =>
  page.waitForFunction(
    (name, selector, part) => {
      const root = document.getElementById(name)?.shadowRoot;
      return [...(root?.querySelectorAll(selector) ?? [])].some((e) =>
        e.textContent?.includes(part),
      );
    },
    {timeout: RUN_MS},
    card,
    inner,
    text,
  );

/** Presses something, wherever it has scrolled to. @param {Page} page @param {string} selector */
async function press(page, selector) {
  const element = await find(page, selector);
  await element?.evaluate((one) => /** @type {HTMLElement} */ (one).click());
}

/** By the keyboard. @param {Page} page @param {string} [editor] */
async function openCard(page, editor = '.cm-content') {
  const summary = await find(page, inside('summary'));
  await summary?.focus();
  await page.keyboard.press('Enter');
  await find(page, inside(editor));
}

/** Leaves the editor, as one does who goes elsewhere. @param {Page} page */
const leave = (page) =>
  page.$eval(inside('.cm-content'), (element) => /** @type {HTMLElement} */ (element).blur());

/** @param {Page} page @param {string} key */
async function withControl(page, key) {
  await page.keyboard.down('Control');
  await page.keyboard.press(/** @type {any} */ (key));
  await page.keyboard.up('Control');
}

/** Puts code in place of what is there, as a learner pastes it. @param {Page} page @param {string} code */
async function paste(page, code) {
  await page.focus(inside('.cm-content'));
  await withControl(page, 'a');
  await page.$eval(
    inside('.cm-content'),
    (element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      element.dispatchEvent(
        new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true}),
      );
    },
    code,
  );
}

/** @param {Page} page */
const codeOf = (page) =>
  page.$$eval(inside('.cm-line'), (lines) => lines.map((line) => line.textContent).join('\n'));

/** @param {Page} page @param {string} code @param {string} head that of the verdict to come */
async function check(page, code, head) {
  await paste(page, code);
  await withControl(page, 'Enter');
  await waitForText(page, '.verdict-head', head);
}

/** @param {Page} page */
async function barriers(page) {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const {violations} = await /** @type {any} */ (window).axe.run(document, {
      resultTypes: ['violations'],
    });
    return violations
      .filter((/** @type {any} */ {impact}) => impact === 'serious' || impact === 'critical')
      .flatMap((/** @type {any} */ {id, nodes}) =>
        nodes.map(
          (/** @type {any} */ {target, failureSummary}) => `${id}: ${target} ${failureSummary}`,
        ),
      );
  });
}

/** The bundle's file that holds a module. @param {string} input */
function chunkOf(input) {
  /** @type {Metafile['outputs']} */
  const outputs = JSON.parse(readFileSync(path.join(DIST, 'bundle.json'), 'utf8')).outputs;
  const found = Object.keys(outputs).filter((name) => outputs[name].inputs[input]);
  assert.equal(found.length, 1, `${input} is in ${found}`);
  return path.basename(found[0]);
}

/** What the bar for all work says. @param {Page} page @param {string} inner */
async function barText(page, inner) {
  const element = await find(page, `work-bar >>> ${inner}`);
  return (await element?.evaluate((one) => one.textContent)) ?? '';
}

suite('before a card is opened', () => {
  test('no byte of Python, of the workbench, the editor or an exercise is asked for', async () => {
    /** @type {string[]} */
    const asked = [];
    const heavy = ['workbench.js', 'codemirror.js', 'sandbox.js', `bank/${CARD}/check.js`].map(
      (name) => chunkOf(`web/exercises/${name}`),
    );
    const watch = async (/** @type {Page} */ page) => {
      page.on('request', (request) => asked.push(request.url()));
    };
    await visit({before: watch}, async (page) => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await page.waitForNetworkIdle({idleTime: 300});
      const early = () =>
        asked.filter(
          (url) => /python\/|core\.wasm/.test(url) || heavy.some((name) => url.endsWith(name)),
        );
      assert.deepEqual(early(), []);
      assert.equal(await page.$('iframe'), null);
      await openCard(page);
      assert.ok(
        asked.some((url) => url.endsWith(heavy[0])),
        'the workbench comes with the first card',
      );
      assert.deepEqual(
        asked.filter((url) => url.includes('python/')),
        [],
      );
      await page.focus(inside('.cm-content'));
      await waitForText(page, '.state', 'Python is ready.');
      assert.ok(asked.some((url) => url.endsWith('python/python.wasm')));
    });
  });
});

suite('an exercise', () => {
  test('is opened, written and checked by the keyboard, and says which mistake it is', () =>
    visit({}, async (page) => {
      await openCard(page);
      await page.focus(inside('.cm-content'));
      await withControl(page, 'a');
      await page.keyboard.type('import torch\ndef f(n):\nreturn n');
      assert.match(await codeOf(page), /^import torch\ndef f\(n\):\n {4}return n$/);
      await check(page, COSINE_FIRST, 'Not yet');
      assert.match(await textOf(page, '.verdict'), /Cosine and sine have changed places/);
      assert.match(await textOf(page, '.verdict'), /A law is broken: At position 0/);
      assert.match(await textOf(page, '.verdict .panel'), /your number − the right one/);
      assert.ok(await page.$(inside('.verdict canvas')), 'the map of differences');
      assert.equal((await page.$$(inside('.cases li'))).length, 5);
      assert.equal(await textOf(page, '.progress'), 'tried');
      await check(page, SOLUTION, 'Passed');
      assert.equal(await textOf(page, '.progress'), 'solved');
      assert.match(await textOf(page, '.explanation'), /outer product/);
    }));

  test('marks the line that a traceback names, and shows only the learner’s own lines', () =>
    visit({}, async (page) => {
      await openCard(page);
      const code =
        'import torch\n\ndef get_sinusoidal_positional_encoding(n, d):\n    return torch.zeroes(n, d)\n';
      await check(page, code, 'Python stopped');
      const traceback = await textOf(page, '.traceback');
      assert.match(traceback, /File "sinusoidal.py", line 4/);
      assert.match(traceback, /Did you mean: 'zeros'/);
      assert.equal([...traceback.matchAll(/File "/g)].length, 1, traceback);
      assert.match(await textOf(page, '.cm-wrong'), /torch\.zeroes/);
      await page.focus(inside('.cm-content'));
      await page.keyboard.type('#');
      assert.equal(await page.$(inside('.cm-wrong')), null, 'until the next change');
    }));

  test('runs alone, prints and draws', () =>
    visit({}, async (page) => {
      await openCard(page);
      await paste(page, SOLUTION);
      await press(page, inside('button::-p-text(Run the file)'));
      await waitForText(page, '.live', 'It ran to its end.');
      assert.match(await textOf(page, '.printed'), /torch\.Size\(\[50, 64\]\)/);
      assert.ok(await page.$(inside('.output canvas')));
    }));

  test('is stopped in a loop without an end, and the page never freezes', () =>
    visit({}, async (page) => {
      await openCard(page);
      await paste(page, 'print("begun", flush=True)\nwhile True:\n    pass\n');
      await withControl(page, 'Enter');
      await waitForText(page, '.state', 'Running');
      const late = await page.evaluate(async () => {
        const begin = performance.now();
        for (let k = 0; k < 10; k++) await new Promise((resolve) => setTimeout(resolve, 20));
        return performance.now() - begin;
      });
      assert.ok(late < 1000, `${late} ms for ten rests of 20 ms`);
      await press(page, inside('button::-p-text(Stop)'));
      await waitForText(page, '.verdict', 'Stopped.');
      await waitForText(page, '.state', 'Python is ready.');
      await check(page, SOLUTION, 'Passed');
    }));

  test('ends by itself after the seconds that the learner gives it', () =>
    visit({}, async (page) => {
      await openCard(page);
      await page.$eval(inside('input[type=number]'), (input) => {
        /** @type {HTMLInputElement} */ (input).value = '1';
      });
      await check(page, 'while True:\n    pass\n', 'Python stopped');
      assert.match(await textOf(page, '.verdict'), /had not ended after 1 s/);
    }));

  test('gives its hints one by one, and its solution when asked', () =>
    visit({}, async (page) => {
      await openCard(page);
      await press(page, inside('button::-p-text(Hint)'));
      await press(page, inside('button::-p-text(Hint)'));
      assert.equal((await page.$$(inside('.hint'))).length, 2);
      await press(page, inside('button::-p-text(Show the solution)'));
      assert.match(await textOf(page, '.solution'), /def get_sinusoidal_positional_encoding/);
      await page.reload();
      await openCard(page);
      assert.equal((await page.$$(inside('.hint'))).length, 2, 'hints stay open');
    }));

  test('is left by Tab, forwards and backwards', () =>
    visit({}, async (page) => {
      await openCard(page);
      const active = () =>
        page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent ?? '');
      const before = await codeOf(page);
      await page.focus(inside('.cm-content'));
      await page.keyboard.press('Tab');
      assert.equal(await active(), 'Check');
      await page.focus(inside('.cm-content'));
      await page.keyboard.down('Shift');
      await page.keyboard.press('Tab');
      await page.keyboard.up('Shift');
      assert.match(await active(), /The sinusoidal table/);
      assert.equal(await codeOf(page), before);
    }));

  test('has a plain text area where the editor cannot be loaded, and works the same', async () => {
    const chunk = chunkOf('web/exercises/codemirror.js');
    const block = async (/** @type {Page} */ page) => {
      await page.setRequestInterception(true);
      page.on('request', (request) => {
        if (request.url().endsWith(chunk)) request.abort();
        else request.continue();
      });
    };
    const {page, problems} = await lab.open(ADDRESS, {before: block});
    try {
      await openCard(page, 'textarea');
      await page.focus(inside('textarea'));
      await withControl(page, 'a');
      await page.keyboard.sendCharacter(COSINE_FIRST);
      await withControl(page, 'Enter');
      await waitForText(page, '.verdict', 'Cosine and sine have changed places');
      assert.ok(
        problems.length > 0 &&
          problems.every((one) => one.includes(chunk) || /ERR_FAILED/.test(one)),
        `${problems}`,
      );
    } finally {
      await page.evaluate(() => localStorage.clear());
      await page.close();
    }
  });
});

suite('what is kept', () => {
  test('code typed just before a reload is there after it, with verdict and progress', () =>
    visit({}, async (page) => {
      await openCard(page);
      await check(page, SOLUTION, 'Passed');
      await page.focus(inside('.cm-content'));
      await withControl(page, 'End');
      await page.keyboard.type('# one more thing');
      await page.reload();
      assert.equal(await textOf(page, '.progress'), 'solved');
      await openCard(page);
      assert.match(await codeOf(page), /# one more thing$/);
    }));

  test('a damaged entry is told, costs no other, and is put away when read', () =>
    visit({}, async (page) => {
      await openCard(page);
      await paste(page, '# first');
      await leave(page);
      await paste(page, '# second');
      await leave(page);
      await page.evaluate((key) => {
        localStorage.setItem(key, (localStorage.getItem(key) ?? '').slice(0, 40));
        localStorage.setItem('poslab.exercise.question-why-position', 'rubbish');
      }, KEY);
      const again = await lab.open(ADDRESS);
      const told = await barText(again.page, '.problems');
      assert.match(told, /of sinusoidal-table is damaged\. The state before it was taken\./);
      assert.match(told, /of question-why-position is of version rubbish.* It was dropped\./);
      await openCard(again.page);
      assert.equal(await codeOf(again.page), '# first');
      await press(again.page, 'work-bar >>> .problems button');
      await again.page.reload();
      assert.equal(await barText(again.page, '.problems'), '');
      assert.deepEqual(again.problems, []);
      await again.page.evaluate(() => localStorage.clear());
      await again.page.close();
    }));

  test('without storage the room works, and says that nothing is kept', async () => {
    const noStorage = (/** @type {Page} */ page) =>
      page.evaluateOnNewDocument(() => {
        Object.defineProperty(globalThis, 'localStorage', {
          get() {
            throw new DOMException('Access is denied', 'SecurityError');
          },
        });
      });
    const {page, problems} = await lab.open(ADDRESS, {before: noStorage});
    try {
      assert.match(await barText(page, '.unkept'), /may not keep anything/);
      await openCard(page);
      await check(page, SOLUTION, 'Passed');
      assert.equal(await textOf(page, '.progress'), 'solved');
      assert.match(await barText(page, '.name'), /^1 of \d+ exercises solved/);
      assert.deepEqual(problems, []);
    } finally {
      await page.close();
    }
  });
});

suite('one file for all work', () => {
  /** @type {string} */
  let folder;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'poslab-work-'));
  });
  after(() => rm(folder, {recursive: true, force: true}));

  /** @param {Page} page @param {string} file */
  async function load(page, file) {
    const handle = await page.waitForFunction(() =>
      document.querySelector('work-bar')?.shadowRoot?.querySelector('input[type=file]'),
    );
    const input = handle.asElement();
    await /** @type {any} */ (input).uploadFile(file);
    await page.waitForFunction(
      (name) =>
        document
          .querySelector('work-bar')
          ?.shadowRoot?.querySelector('.status')
          ?.textContent?.includes(name),
      {},
      path.basename(file),
    );
    return barText(page, '.status');
  }

  /** What “Save all work as a file” writes. @param {Page} page */
  async function save(page) {
    const client = await page.createCDPSession();
    await client.send('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: folder});
    await press(page, 'work-bar >>> button');
    const file = path.join(folder, 'poslab-work.json');
    for (let k = 0; k < 100; k++) {
      const text = await readFile(file, 'utf8').catch(() => '');
      if (text) return {file, text};
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('no file was saved');
  }

  test('brings code and answers back, after a question where it would replace others', () =>
    visit({}, async (page) => {
      await openCard(page);
      await paste(page, '# from the file');
      await leave(page);
      const {file, text} = await save(page);
      assert.equal(JSON.parse(text).exercises[CARD].code, '# from the file');

      await paste(page, '# newer');
      await leave(page);
      page.once('dialog', (dialog) => dialog.dismiss());
      assert.match(await load(page, file), /was not loaded, and nothing has changed/);
      assert.equal(await codeOf(page), '# newer');

      page.once('dialog', (dialog) => dialog.accept());
      await load(page, file);
      await page.waitForFunction(
        (name) =>
          document.querySelector(name)?.shadowRoot?.querySelector('.cm-line')?.textContent ===
          '# from the file',
        {},
        `#${CARD}`,
      );
      const address = page.url();
      await page.goto('about:blank'); // what is left behind is saved on the way out
      await page.goto(address);
      await page.evaluate(() => localStorage.clear());
      await page.goto('about:blank');
      await page.goto(address);
      assert.match(await load(page, file), /1 entry loaded/);
      assert.equal(await textOf(page, '.progress'), 'new');
      await openCard(page);
      assert.equal(await codeOf(page), '# from the file');
    }));

  test('that is damaged or foreign says why and changes nothing; bad entries are named', () =>
    visit({}, async (page) => {
      await openCard(page);
      await paste(page, '# mine');
      await leave(page);
      const kept = () => page.evaluate(() => JSON.stringify(localStorage));
      const before = await kept();
      const write = async (/** @type {string} */ name, /** @type {unknown} */ content) => {
        const file = path.join(folder, name);
        await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
        return file;
      };
      const format = {format: 'poslab-exercises', version: 1};
      assert.match(
        await load(page, await write('cut.json', '{"format": "pos')),
        /nothing has changed.*not JSON/,
      );
      assert.match(
        await load(page, await write('foreign.json', {cells: []})),
        /nothing has changed.*format must be/,
      );
      assert.match(
        await load(page, await write('future.json', {...format, version: 2})),
        /version must be 1, got 2/,
      );
      assert.equal(await kept(), before);
      const half = {
        ...format,
        exercises: {yarn: {code: 'x', progress: 'tried'}, 'rope-tables': {code: 1}},
      };
      assert.match(
        await load(page, await write('half.json', half)),
        /1 entry loaded\..*Dropped: rope-tables has no code/s,
      );
      assert.equal(await textOf(page, '.progress', 'yarn'), 'tried');
      assert.equal(await codeOf(page), '# mine');
    }));

  test('a verdict is saved in Exercism’s format', () =>
    visit({}, async (page) => {
      await openCard(page);
      await check(page, COSINE_FIRST, 'Not yet');
      const client = await page.createCDPSession();
      await client.send('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: folder});
      await press(page, inside('button::-p-text(Save results)'));
      const file = path.join(folder, `${CARD}-results.json`);
      for (let k = 0; k < 100 && !(await readFile(file).catch(() => null)); k++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const {version, status, tests} = JSON.parse(await readFile(file, 'utf8'));
      assert.deepEqual([version, status], [3, 'fail']);
      assert.ok(tests.length >= 5);
    }));
});

suite('a question', () => {
  const QUESTION = 'question-why-position';

  test('wants an answer first, then shows the points, and keeps both', () =>
    visit({}, async (page) => {
      const at = (/** @type {string} */ inner) => inside(inner, QUESTION);
      const isShown = () => page.$eval(at('.points'), (element) => element.checkVisibility());
      await press(page, at('summary'));
      await press(page, at('button'));
      assert.match(await textOf(page, '.state', QUESTION), /Write your answer first/);
      assert.equal(await isShown(), false);
      await page.type(at('textarea'), 'Attention is permutation-equivariant, an LSTM is not.');
      await press(page, at('button'));
      assert.equal(await isShown(), true);
      await press(page, at('.ticks input'));
      assert.match(await textOf(page, '.state', QUESTION), /names 1 of 5 points/);
      const links = await page.$$eval(at('.ticks a'), (all) =>
        all.map((a) => /** @type {any} */ (a).href),
      );
      assert.equal(links.length, 5);
      assert.ok(
        links.every((href) => href.startsWith(`${lab.url}chapters/`)),
        `${links}`,
      );
      await page.reload();
      await press(page, at('summary'));
      assert.equal(await isShown(), true);
      const answer = await page.$eval(at('textarea'), (area) => /** @type {any} */ (area).value);
      assert.match(answer, /^Attention is permutation-equivariant/);
      assert.match(await textOf(page, '.state', QUESTION), /names 1 of 5 points/);
      assert.match(await barText(page, '.name'), /1 of 15 questions answered/);
    }));
});

for (const view of /** @type {View[]} */ ([
  {scheme: 'light'},
  {scheme: 'dark'},
  {scheme: 'light', width: 390, height: 844},
])) {
  const name = `${view.scheme}, ${view.width ?? 1280} pixels`;
  test(`an open exercise and an open question have no barrier: ${name}`, () =>
    visit(view, async (page) => {
      await openCard(page);
      await check(page, COSINE_FIRST, 'Not yet');
      await press(page, inside('button::-p-text(Hint)'));
      await press(page, inside('button::-p-text(Show the solution)'));
      await press(page, inside('summary', 'question-dilution'));
      await page.type(
        inside('textarea', 'question-dilution'),
        'More keys share one unit of weight.',
      );
      await press(page, inside('button', 'question-dilution'));
      assert.deepEqual(await barriers(page), []);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= (view.width ?? 1280), `${width} pixels wide`);
    }));
}

// The exercises as a learner meets them, in Chromium and in Firefox: cards, editor, verdicts, and what
// comes between: other tabs, other sites, files that do not come.
import assert from 'node:assert/strict';
import {createServer} from 'node:http';
import {after, before, suite, test} from 'node:test';
import axe from 'axe-core';

import {readBank} from '../support/bank.js';
import {eventually} from '../support/eventually.js';
import {
  ADDRESS,
  CARD,
  check,
  chunkOf,
  closeCard,
  codeOf,
  inside,
  leave,
  openCard,
  paste,
  press,
  pressButton,
  realProblems,
  textOf,
  visit,
  waitForText,
  withControl,
} from '../support/learner.js';
import {startBrowser} from '../support/sandbox-page.js';

/** @import {Frame, Page} from 'puppeteer-core' */
/** @import {Lab, View} from '../support/browser.js' */

const SOLUTION = readBank(CARD, 'solution.py');
const COSINE_FIRST = readBank(CARD, 'wrong/cosine-first.py');

/** @param {Page} page */
const active = (page) =>
  page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent ?? '');

/** @param {Page} page @param {string} within */
async function barriers(page, within = 'body') {
  await page.evaluate(axe.source);
  return page.evaluate(async (selector) => {
    const {violations} = await /** @type {any} */ (window).axe.run(selector, {
      resultTypes: ['violations'],
    });
    return violations
      .filter((/** @type {any} */ {impact}) => impact === 'serious' || impact === 'critical')
      .flatMap((/** @type {any} */ {id, nodes}) =>
        nodes.map(
          (/** @type {any} */ {target, failureSummary}) => `${id}: ${target} ${failureSummary}`,
        ),
      );
  }, within);
}

/** Whether it shows the exercises again. @param {Page} page */
const isBack = (page) =>
  page
    .evaluate((card) => Boolean(document.getElementById(card)?.shadowRoot), CARD)
    .catch(() => false); // on its way

/** Checks, in one go: the drivers hold on to elements of the page before. @param {Page} page */
const checkedAgain = (page) =>
  page.evaluate(async (card) => {
    const root = document.getElementById(card)?.shadowRoot;
    const rest = () => new Promise((resolve) => setTimeout(resolve, 50));
    const details = /** @type {HTMLDetailsElement} */ (root?.querySelector('details'));
    details.open = true;
    while (!root?.querySelector('.cm-content')) await rest();
    /** @type {HTMLElement} */ (root.querySelector('.buttons > button')).click();
    while (!root.querySelector('.verdict-head')) await rest();
    return root.querySelector('.verdict-head')?.firstChild?.textContent;
  }, CARD);

/** After how long a run ends by itself. @param {Page} page @param {string} seconds @returns {Promise<string>} as the field has it */
const limitTo = (page, seconds) =>
  page.$eval(
    inside('input[type=number]'),
    (input, value) => {
      const field = /** @type {HTMLInputElement} */ (input);
      field.value = value;
      field.dispatchEvent(new Event('change'));
      return field.value;
    },
    seconds,
  );

/** A page of another site. @param {string} body */
async function foreignPage(body) {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(request.url === '/' ? `<!doctype html><title>theirs</title>${body}` : '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {url: `http://127.0.0.1:${port}/`, close: () => server.close()};
}

for (const browser of /** @type {const} */ (['chromium', 'firefox'])) {
  suite(`the exercises in ${browser}`, () => {
    /** @type {Lab | string} */
    let started = '';
    /** @type {Lab} */
    let lab;
    /** @type {Page} one visitor's, for all that needs no fresh one */
    let page;
    /** @type {string[]} */
    let problems;
    before(async () => {
      started = await startBrowser(browser);
      if (typeof started === 'string') return;
      lab = started;
      ({page, problems} = await lab.open(ADDRESS));
      page.setDefaultTimeout(60_000);
      await openCard(page);
    });
    after(async () => {
      if (typeof started !== 'string') await lab.close();
    });

    /** @param {string} name @param {() => Promise<void>} use */
    const it = (name, use) =>
      test(name, async (context) => {
        if (typeof started === 'string') return context.skip(started);
        await use();
      });

    it('is written and checked by the keyboard, and says which mistake it is', async () => {
      await page.focus(inside('.cm-content'));
      await withControl(page, 'a');
      await page.keyboard.type('import torch\ndef f(n):\nreturn n');
      await eventually(async () =>
        assert.match(await codeOf(page), /^import torch\ndef f\(n\):\n {4}return n$/),
      );
      await check(page, COSINE_FIRST, 'Not yet');
      await eventually(async () =>
        assert.match(await textOf(page, '.verdict'), /Cosine and sine have changed places/),
      );
      await eventually(async () =>
        assert.match(await textOf(page, '.verdict'), /A law is broken: At position 0/),
      );
      await eventually(async () =>
        assert.match(await textOf(page, '.verdict .panel'), /your number − the right one/),
      );
      await eventually(async () =>
        assert.match(await textOf(page, '.verdict-head'), /0 of 5 cases/),
      );
      await eventually(async () =>
        assert.ok(await page.$(inside('.verdict canvas')), 'the map of differences'),
      );
      await eventually(async () => assert.equal((await page.$$(inside('.cases li'))).length, 5));
      await eventually(async () => assert.equal(await textOf(page, '.progress'), 'tried'));
      await check(page, SOLUTION, 'Passed');
      await eventually(async () => assert.equal(await textOf(page, '.progress'), 'solved'));
      await eventually(async () =>
        assert.match(await textOf(page, '.explanation'), /outer product/),
      );
    });

    it('keeps the focus on the button that was pressed', async () => {
      await paste(page, `${SOLUTION}\nfor _ in range(5_000_000):\n    pass\n`); // long enough to be seen
      await page.focus(inside('.cm-content'));
      await page.keyboard.press('Tab');
      await eventually(async () => assert.equal(await active(page), 'Check'));
      await page.keyboard.press('Enter');
      await waitForText(page, '.state', 'Running');
      await eventually(async () => assert.equal(await active(page), 'Check'));
      await waitForText(page, '.verdict-head', 'Passed');
      await eventually(async () => assert.equal(await active(page), 'Check'));
    });

    it('marks the line that a traceback names, and shows only the learner’s own lines', async () => {
      const code =
        'import torch\n\ndef get_sinusoidal_positional_encoding(n, d):\n    return torch.zeroes(n, d)\n';
      await check(page, code, 'Python stopped');
      const traceback = await textOf(page, '.traceback');
      assert.match(traceback, /File "sinusoidal.py", line 4/);
      assert.match(traceback, /Did you mean: 'zeros'/);
      assert.equal([...traceback.matchAll(/File "/g)].length, 1, traceback);
      await eventually(async () => assert.match(await textOf(page, '.cm-wrong'), /torch\.zeroes/));
      await page.focus(inside('.cm-content'));
      await page.keyboard.type('#');
      await eventually(async () =>
        assert.equal(await page.$(inside('.cm-wrong')), null, 'until the next change'),
      );
    });

    it('runs alone, prints and draws, with a legend, and says what it cannot draw', async () => {
      await paste(
        page,
        `${SOLUTION}
    plt.figure()
    plt.plot([1, 2], label="up")
    plt.plot([2, 1], label="down")
    plt.text(0, 1, "here")
    plt.figure()
    plt.bar([0, 1], [1, 2])
    plt.figtext(0, 0, "beside the axes")
`,
      );
      await pressButton(page, 'Run the file');
      await waitForText(page, '.live', 'It ran to its end.');
      await eventually(async () =>
        assert.match(await textOf(page, '.printed'), /torch\.Size\(\[50, 64\]\)/),
      );
      await eventually(async () =>
        assert.equal((await page.$$(inside('.plots canvas'))).length, 3),
      );
      await eventually(async () =>
        assert.deepEqual(
          await page.$$eval(inside('.plots li'), (all) => all.map((one) => one.textContent)),
          ['up', 'down'],
        ),
      );
      await eventually(async () =>
        assert.match(
          await textOf(page, '.output'),
          /Not drawn here: the text 'beside the axes' beside the axes\./,
        ),
      );
    });

    it('draws its plots afresh in other colours', async () => {
      const picture = () =>
        page.$eval(inside('.plots canvas'), (one) =>
          /** @type {HTMLCanvasElement} */ (one).toDataURL(),
        );
      const light = await picture();
      await press(page, 'input[name=theme][value=dark]');
      await eventually(async () => assert.notEqual(await picture(), light));
      await press(page, 'input[name=theme][value=auto]');
      await eventually(async () => assert.equal(await picture(), light));
    });

    it('is stopped in a loop without an end, and the page never freezes', async () => {
      await paste(page, 'print("begun", flush=True)\nwhile True:\n    pass\n');
      await withControl(page, 'Enter');
      await waitForText(page, '.printed', 'begun');
      const late = await page.evaluate(async () => {
        const begin = performance.now();
        for (let k = 0; k < 10; k++) await new Promise((resolve) => setTimeout(resolve, 20));
        return performance.now() - begin;
      });
      assert.ok(late < 1000, `${late} ms for ten rests of 20 ms`);
      await pressButton(page, 'Stop');
      await waitForText(page, '.verdict', 'Stopped.');
      await waitForText(page, '.printed', 'may be missing');
      await waitForText(page, '.state', 'Python is ready.');
      await check(page, SOLUTION, 'Passed');
    });

    it('ends by itself after the seconds that the learner gives it, 30 at most', async () => {
      /** @type {string[]} */
      const limits = [];
      for (const seconds of ['99', '', '1']) limits.push(await limitTo(page, seconds));
      assert.deepEqual(limits, ['30', '5', '1']);
      await check(page, 'while True:\n    pass\n', 'Python stopped');
      await eventually(async () =>
        assert.match(await textOf(page, '.verdict'), /had not ended after 1 s/),
      );
      await limitTo(page, '5');
    });

    it('is left by Tab, forwards and backwards', async () => {
      const before = await codeOf(page);
      await page.focus(inside('.cm-content'));
      await page.keyboard.press('Tab');
      await eventually(async () => assert.equal(await active(page), 'Check'));
      await page.focus(inside('.cm-content'));
      await page.keyboard.down('Shift');
      await page.keyboard.press('Tab');
      await eventually(async () =>
        assert.match(await active(page), /^Write the table/, 'the task, which scrolls'),
      );
      await page.keyboard.press('Tab');
      await page.keyboard.up('Shift');
      await eventually(async () => assert.match(await active(page), /The sinusoidal table/));
      await eventually(async () => assert.equal(await codeOf(page), before));
    });

    it('starts over, and gives the code back', async () => {
      await paste(page, '# mine');
      await pressButton(page, 'Start over');
      await eventually(async () => assert.match(await codeOf(page), /NotImplementedError/));
      await pressButton(page, 'Bring my code back');
      await eventually(async () => assert.equal(await codeOf(page), '# mine'));
    });

    it('gives its hints one by one, and its solution when asked, before it explains', async () => {
      await pressButton(page, 'Hint');
      await pressButton(page, 'Hint');
      await eventually(async () => assert.equal((await page.$$(inside('.hint'))).length, 2));
      await eventually(async () =>
        assert.match(await textOf(page, 'button::-p-text(Hint)'), /3 of 3/),
      );
      await pressButton(page, 'Show the solution');
      await eventually(async () =>
        assert.match(await textOf(page, '.solution'), /def get_sinusoidal_positional_encoding/),
      );
      await eventually(async () =>
        assert.match(await textOf(page, '.more'), /^One solution of many.*outer product/s),
      );
    });

    it('another tab’s work is here at once, and progress is never lost', async () => {
      const other = await lab.open(ADDRESS);
      try {
        other.page.setDefaultTimeout(60_000);
        await eventually(async () => assert.equal(await textOf(other.page, '.progress'), 'solved'));
        await openCard(other.page);
        await paste(other.page, '# from the other tab');
        await leave(other.page);
        await waitForText(page, '.cm-line', '# from the other tab');
        await eventually(async () =>
          assert.match(
            await page.evaluate(
              (key) => localStorage.getItem(key) ?? '',
              `poslab.exercise.${CARD}`,
            ),
            /"progress":"solved"/,
          ),
        );
      } finally {
        await other.page.close();
      }
    });

    it('code typed just before a reload is there after it, with hints and progress', async () => {
      await paste(page, SOLUTION);
      await withControl(page, 'End');
      await page.keyboard.type('# one more thing');
      await page.reload();
      await eventually(async () => assert.equal(await textOf(page, '.progress'), 'solved'));
      await openCard(page);
      await eventually(async () => assert.match(await codeOf(page), /# one more thing$/));
      await eventually(async () =>
        assert.equal((await page.$$(inside('.hint'))).length, 2, 'hints stay open'),
      );
    });

    it('two exercises that ask while Python loads run one after the other', async () => {
      await closeCard(page);
      await openCard(page, '.cm-content', 'alibi-mask');
      await pressButton(page, 'Check');
      await pressButton(page, 'Check', 'alibi-mask');
      await waitForText(page, '.verdict-head', 'Passed');
      await waitForText(page, '.verdict', 'Not written yet.', 'alibi-mask');
    });

    it('an exercise is not stopped from another, and ends when it leaves the page', async () => {
      await paste(page, 'while True:\n    pass\n', 'alibi-mask');
      await pressButton(page, 'Run the file', 'alibi-mask');
      await waitForText(page, '.state', 'Another exercise is running.');
      await pressButton(page, 'Stop');
      await eventually(async () =>
        assert.equal(await textOf(page, '.state', 'alibi-mask'), 'Running …'),
      );
      await page.evaluate(() => document.getElementById('alibi-mask')?.remove());
      await waitForText(page, '.state', 'Python is ready.');
    });

    it('a full storage is reported beside the editor', async () => {
      await page.evaluate(() => {
        for (let size = 1 << 20; size > 0; size >>= 1) {
          try {
            for (let k = 0; ; k++) localStorage.setItem(`fill ${size} ${k}`, 'x'.repeat(size));
          } catch {
            // more than the storage takes
          }
        }
      });
      await openCard(page);
      await paste(page, `# ${'long '.repeat(2000)}`);
      await leave(page);
      await waitForText(page, '.unkept', 'no room to keep');
      await page.waitForFunction(() =>
        /could not be kept: .*Save your work/.test(
          document.querySelector('work-bar')?.shadowRoot?.querySelector('.problems')?.textContent ??
            '',
        ),
      );
      await page.evaluate(() => localStorage.clear());
      await paste(page, '# short');
      await leave(page);
      await page.waitForFunction(
        (card) =>
          document.getElementById(card)?.shadowRoot?.querySelector('.unkept')?.checkVisibility() ===
          false,
        {},
        CARD,
      );
    });

    it('has met no problem in all this', async () => {
      assert.deepEqual(realProblems(problems), []);
      await page.evaluate(() => localStorage.clear());
      await page.close();
    });

    it('in a frame of another site, even one that may do nothing, it works and opens no dialog', async () => {
      const frames = ['', 'sandbox="allow-scripts"'].map(
        (rights) =>
          `<iframe ${rights} width="900" height="600" src="${lab.url}${ADDRESS}"></iframe>`,
      );
      for (const body of frames) {
        const site = await foreignPage(body);
        const theirs = await lab.browser.newPage();
        try {
          await theirs.goto(site.url);
          const frame = /** @type {Frame} */ (
            theirs.frames().find((one) => one.url().endsWith(ADDRESS))
          );
          await press(frame, inside('summary'));
          await paste(frame, SOLUTION);
          await pressButton(frame, 'Check');
          await waitForText(frame, '.verdict-head', 'Passed');
          await pressButton(frame, 'Start over');
          await waitForText(frame, '.cm-line', 'NotImplementedError');
          if (!body.includes('sandbox')) continue;
          await eventually(async () =>
            assert.match(await textOf(frame, '.unkept'), /may not keep anything/),
          );
        } finally {
          await theirs.close();
          site.close();
        }
      }
    });

    it('one exercise works in another site’s page, with its script alone', async () => {
      const site = await foreignPage(
        `<exercise-card id="${CARD}" exercise="${CARD}" heading="The table" level="1" minutes="15">It
        needs scripts.</exercise-card><script type="module" src="${lab.url}lab/exercise-card.js"></script>`,
      );
      const theirs = await lab.browser.newPage();
      try {
        await theirs.goto(site.url);
        await openCard(theirs);
        await check(theirs, SOLUTION, 'Passed');
        const href = await theirs.$eval(inside('.explanation a'), (a) => a.getAttribute('href'));
        assert.equal(href, `${lab.url}chapters/2-sinusoidal.html`);
      } finally {
        await theirs.close();
        site.close();
      }
    });

    it('a page that comes back from the history goes on', async () => {
      const again = await lab.open(ADDRESS);
      await openCard(again.page);
      await check(again.page, SOLUTION, 'Passed');
      await again.page.goto(new URL('chapters/1-why-position.html', lab.url).href);
      // Firefox says nothing to the driver of a page that was kept
      await again.page.evaluate(() => {
        setTimeout(() => history.back(), 50);
      });
      for (let k = 0; k < 3000 && !(await isBack(again.page)); k++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      assert.equal(await checkedAgain(again.page), 'Passed');
      await again.page.evaluate(() => localStorage.clear());
      await again.page.close();
    });
  });
}

suite('what only Chromium’s driver can hold back or emulate', () => {
  /** @type {Lab} */
  let lab;
  before(async () => {
    lab = /** @type {Lab} */ (await startBrowser('chromium'));
  });
  after(() => lab.close());

  /** Fails what matches. @param {(url: string) => boolean} isBlocked */
  const without = (isBlocked) => async (/** @type {Page} */ page) => {
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (isBlocked(request.url())) request.abort();
      else request.continue();
    });
  };

  test('before a card is opened no byte of Python, exercise panel, editor or exercise is requested', async () => {
    /** @type {string[]} */
    const asked = [];
    const heavy = [
      'ui/exercise-panel.js',
      'ui/codemirror.js',
      'runtime/sandbox.js',
      `bank/${CARD}/check.js`,
    ].map((name) => chunkOf(`web/exercises/${name}`));
    const watch = async (/** @type {Page} */ page) => {
      page.on('request', (request) => asked.push(request.url()));
    };
    await visit(lab, {before: watch}, async (page) => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await page.waitForNetworkIdle({idleTime: 300});
      const early = asked.filter(
        (url) => /python\/|core\.wasm/.test(url) || heavy.some((name) => url.endsWith(name)),
      );
      assert.deepEqual(early, []);
      await eventually(async () => assert.equal(await page.$('iframe'), null));
      await openCard(page);
      assert.ok(
        asked.some((url) => url.endsWith(heavy[0])),
        'the exercise panel comes with the first card',
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

  test('there is a plain text area where the editor cannot be loaded, and it works the same', async () => {
    const chunk = chunkOf('web/exercises/ui/codemirror.js');
    const {page} = await lab.open(ADDRESS, {before: without((url) => url.endsWith(chunk))});
    await openCard(page, 'textarea');
    await page.focus(inside('textarea'));
    await withControl(page, 'a');
    await page.keyboard.sendCharacter(COSINE_FIRST);
    await withControl(page, 'Enter');
    await waitForText(page, '.verdict', 'Cosine and sine have changed places');
    await page.evaluate(() => localStorage.clear());
    await page.close();
  });

  test('wrong numbers without a name are explained by one change of a program', async () => {
    await visit(lab, {}, async (page) => {
      await openCard(page);
      await check(page, SOLUTION.replace('torch.cos(', 'torch.tan('), 'Not yet');
      await waitForText(page, '.verdict', 'Looking for the one change that makes');
      await waitForText(page, '.verdict', 'with one change in');
      await check(page, SOLUTION.replace('torch.cos(', '0.123 * torch.sin('), 'Not yet');
      await waitForText(page, '.verdict', 'Looking for the one change that makes');
      await check(page, SOLUTION, 'Passed'); // the search does not keep the reader waiting
      await eventually(async () => assert.equal((await page.$$('iframe')).length, 1));
    });
  });

  test('a failed load of Python is reported, and the next press tries again', async () => {
    let isBlocked = true;
    const before = without((url) => isBlocked && url.endsWith('python.wasm'));
    const {page} = await lab.open(ADDRESS, {before});
    await openCard(page);
    await paste(page, SOLUTION);
    await pressButton(page, 'Check');
    await waitForText(page, '.output', 'Python could not be started');
    isBlocked = false;
    await pressButton(page, 'Check');
    await waitForText(page, '.verdict-head', 'Passed');
    await page.evaluate(() => localStorage.clear());
    await page.close();
  });

  for (const view of /** @type {View[]} */ ([
    {scheme: 'light'},
    {scheme: 'dark'},
    {scheme: 'light', width: 390, height: 844},
  ])) {
    const name = `${view.scheme}, ${view.width ?? 1280} pixels`;
    test(`an open exercise and an open question have no barrier in any state: ${name}`, () =>
      visit(lab, view, async (page) => {
        await openCard(page);
        assert.deepEqual(await barriers(page, `#${CARD}`), [], 'fresh');
        await limitTo(page, '30'); // axe-core may take longer than 5 s
        await paste(page, 'print(1, flush=True)\nwhile True:\n    pass\n');
        await withControl(page, 'Enter');
        await waitForText(page, '.printed', '1');
        assert.deepEqual(await barriers(page, `#${CARD}`), [], 'running');
        await pressButton(page, 'Stop');
        await waitForText(page, '.verdict', 'Stopped.');
        await check(page, SOLUTION, 'Passed');
        assert.deepEqual(await barriers(page, `#${CARD}`), [], 'passed');
        await check(page, COSINE_FIRST, 'Not yet');
        await pressButton(page, 'Hint');
        await pressButton(page, 'Show the solution');
        await press(page, inside('summary', 'question-dilution'));
        await page.type(
          inside('textarea', 'question-dilution'),
          'More keys share one unit of weight.',
        );
        await press(page, inside('button', 'question-dilution'));
        assert.deepEqual(await barriers(page), [], 'failed, with help and a question');
        await check(page, `raise ValueError("a" * 3000)`, 'Python stopped');
        const [inner, outer] = await page.$eval(inside('.verdict'), (one) => [
          one.scrollWidth,
          one.clientWidth,
        ]);
        assert.ok(inner <= outer, `a message is ${inner} pixels wide, its box ${outer}`);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= (view.width ?? 1280), `${width} pixels wide`);
      }));
  }
});

// The least policy for each feature, as the page "Put it in your site" prints it: the feature runs under it, and where
// something is missing, the figure says what, with a code.
import assert from 'node:assert/strict';
import {createServer} from 'node:http';
import {after, before, suite, test} from 'node:test';

import {POLICIES} from '../../web/recipes/policies.js';
import {readBank} from '../support/bank.js';
import {trains} from '../support/host-page.js';
import {CARD, check, openCard} from '../support/learner.js';
import {startBrowser} from '../support/sandbox-page.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Policy} from '../../web/recipes/policies.js' */
/** @import {Lab} from '../support/browser.js' */

/** The page of a feature, without any script of its own. @type {Record<Policy['use'], (lab: string) => string>} */
const BODY = {
  figure: (lab) => `<pe-heatmap></pe-heatmap><script type="module" src="${lab}lab/pe-heatmap.js"></script>`, // biome-ignore format: a page
  trains: (lab) => `<length-race></length-race><script type="module" src="${lab}lab/length-race.js"></script>`, // biome-ignore format: a page
  python: (lab) => `<exercise-card id="${CARD}" exercise="${CARD}"></exercise-card><script type="module" src="${lab}lab/exercise-card.js"></script>`, // biome-ignore format: a page
  frame: (lab) => `<iframe src="${lab}embed.html?figure=pe-heatmap" width="900" height="600"></iframe>`, // biome-ignore format: a page
};
const drawn = (/** @type {Pick<Page, 'waitForFunction'>} */ page) =>
  page.waitForFunction(() => /** @type {any} */ (document.querySelector('pe-heatmap'))?.drawing, {polling: 50}); // biome-ignore format: one thought
/** @type {Record<Policy['use'], (page: Page) => Promise<unknown>>} */
const USE = {
  figure: drawn,
  trains: (page) => trains({page}),
  async python(page) {
    await openCard(page);
    await check(page, readBank(CARD, 'solution.py'), 'Passed');
  },
  async frame(page) {
    const frame = await (await page.waitForSelector('iframe'))?.contentFrame();
    if (frame) await drawn(frame);
    assert.ok(frame);
  },
};

suite('policies', () => {
  /** @type {Lab} */
  let lab;
  before(async () => {
    lab = /** @type {Lab} */ (await startBrowser('chromium'));
  });
  after(() => lab.close());

  /**
   * @param {string} body
   * @param {string} policy
   * @param {(page: Page) => Promise<unknown>} use
   */
  async function visit(body, policy, use) {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('content-security-policy', policy);
      response.end(`<!doctype html><html lang="en"><title>theirs</title>${body}`);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
    const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());
    const page = await lab.browser.newPage();
    try {
      page.setDefaultTimeout(20_000);
      await page.evaluateOnNewDocument(() => {
        const codes = /** @type {any[]} */ ([]);
        Object.assign(window, {codes});
        addEventListener('poslab-error', (event) => codes.push(/** @type {CustomEvent} */ (event).detail)); // biome-ignore format: one thought
      });
      await page.goto(`http://127.0.0.1:${port}/`);
      await use(page);
    } finally {
      await page.close();
      server.closeAllConnections();
      server.close();
    }
  }
  /** Everything else is forbidden. @param {Record<string, string>} needs */
  const policyOf = (needs) =>
    ["default-src 'none'", ...Object.entries(needs).map((one) => one.join(' '))]
      .join('; ')
      .replaceAll('LAB', new URL(lab.url).origin);

  for (const {feature, use, needs, missing} of POLICIES) {
    test(`${feature} runs under its policy`, () =>
      visit(BODY[use](lab.url), policyOf(needs), USE[use]));
    for (const [source, code] of Object.entries(missing))
      test(`${feature} without ${source} says ${code}`, () => {
        const less = Object.entries(needs)
          .filter(([directive]) => directive !== source)
          .map(([directive, sources]) => [directive, sources.replace(source, '')]);
        const body = BODY[use](lab.url);
        return visit(body, policyOf(Object.fromEntries(less)), async (page) => {
          if (code === 'csp-worker') await trains({page}).catch(() => {});
          await page.waitForFunction('codes.length > 0', {polling: 50});
          const found = /** @type {any[]} */ (await page.evaluate('codes'));
          assert.ok(found.some((one) => one.code === code && one.directive && one.message), JSON.stringify(found)); // biome-ignore format: one thought
        });
      });
  }
});

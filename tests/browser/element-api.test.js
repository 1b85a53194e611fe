// What a page may use of a figure: that every element has what web/build/element-schema.js lists, that each setting
// is a property and an attribute, that wrong values are said, that events come in order, and that a state comes back.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {after, before, suite, test} from 'node:test';

import {CARD, CARD_TAG} from '../../web/build/card-schema.js';
import {COMMON} from '../../web/build/element-schema.js';
import {DIST} from '../support/browser.js';
import {FIGURE_TAGS, openElements} from '../support/elements.js';
import {startBrowser} from '../support/sandbox-page.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Lab} from '../support/browser.js' */

const TAGS = FIGURE_TAGS.filter((tag) => tag !== 'pe-diagram');
const MANIFEST = JSON.parse(readFileSync(path.join(DIST, 'lab/custom-elements.json'), 'utf8'));

/** Runs in the page: what tests ask of it, under `tools`. */
function addTools() {
  Object.assign(globalThis, {
    tools: {
      /** @param {string} tag @param {Record<string, string>} [attributes] */
      async draw(tag, attributes = {}) {
        const figure = /** @type {any} */ (document.createElement(tag));
        for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
        document.body.replaceChildren(figure);
        await figure.ready;
        return figure;
      },
      /** The numbers of a figure, as text. @param {any} figure */
      numbers: (figure) =>
        JSON.stringify(
          figure.data.map((/** @type {any} */ {name, shape, data}) => [name, shape, [...data].map(String)]),
        ), // biome-ignore format: one thought
    },
  });
}

for (const browser of /** @type {const} */ (['chromium', 'firefox'])) {
  suite(`elements in ${browser}`, () => {
    /** @type {Lab | string} */
    let started = '';
    /** @type {Page} */
    let page;
    before(async () => {
      started = await startBrowser(browser);
      if (typeof started === 'string') return;
      ({page} = await openElements(started));
      page.setDefaultTimeout(60_000);
      await page.evaluate(addTools);
    });
    after(async () => {
      if (typeof started !== 'string') await started.close();
    });
    /** @param {string} name @param {() => Promise<void>} use */
    const it = (name, use) =>
      test(name, async (context) => {
        if (typeof started === 'string') return context.skip(started);
        await use();
      });

    it('every figure has the properties and methods of the schema, and no others in public', async () => {
      const found = await page.evaluate((tags) => {
        /** @param {any} from */
        const own = (from) =>
          Object.getOwnPropertyNames(from).filter((name) => name !== 'constructor');
        return tags.map((tag) => {
          const Class = /** @type {any} */ (customElements.get(tag));
          let Base = Class;
          while (Object.getPrototypeOf(Base) !== HTMLElement) Base = Object.getPrototypeOf(Base);
          return {tag, own: own(Class.prototype), base: own(Base.prototype), clash: Object.keys(Class.settings).filter((name) => name in HTMLElement.prototype)}; // biome-ignore format: one thought
        });
      }, TAGS);
      const inside = 'connectedCallback disconnectedCallback attributeChangedCallback drawing presetName faultName refresh isLive change currentSettings computeDrawing prepare tables faults drive redrawAt highlight present emit'; // biome-ignore format: a list
      const expected = [...COMMON.properties, ...COMMON.methods].map(({name}) => name);
      for (const {tag, own, base, clash} of found) {
        const {members} = MANIFEST.modules.find((/** @type {any} */ one) => one.path === `${tag}.js`).declarations[0]; // biome-ignore format: one thought
        const fields = members.filter((/** @type {any} */ one) => one.attribute).map((/** @type {any} */ one) => one.name); // biome-ignore format: one thought
        assert.deepEqual(fields.filter((/** @type {string} */ name) => !own.includes(name)), [], tag); // biome-ignore format: one thought
        assert.deepEqual(clash, [], `${tag} has settings with names of HTMLElement`);
        const isPublic = (/** @type {string} */ name) => !inside.split(' ').includes(name);
        assert.deepEqual(base.filter(isPublic).sort(), expected.filter((name) => name !== 'ready').sort()); // biome-ignore format: one thought
      }
    });

    it('each setting goes round: attribute, property, attribute', async () => {
      const wrong = await page.evaluate(async (tags) => {
        const problems = [];
        for (const tag of tags) {
          const figure = /** @type {any} */ (document.createElement(tag));
          const {settings} = figure.constructor;
          for (const name of Object.keys(settings)) {
            const attribute = name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`);
            const before = figure[name];
            figure[name] = before;
            const text = figure.getAttribute(attribute);
            if (String(before) !== text) problems.push(`${tag}.${name}: ${before} became ${text}`);
            if (JSON.stringify(figure[name]) !== JSON.stringify(before)) problems.push(`${tag}.${name}: reads ${figure[name]}`); // biome-ignore format: one thought
            figure[name] = null;
            if (figure.hasAttribute(attribute)) problems.push(`${tag}.${name}: null leaves it`);
            const {type} = settings[name];
            if ((type === 'int' || type === 'number') && typeof figure[name] !== 'number') problems.push(`${tag}.${name} is no number`); // biome-ignore format: one thought
            if (type === 'flag' && typeof figure[name] !== 'boolean') problems.push(`${tag}.${name} is no boolean`); // biome-ignore format: one thought
          }
        }
        return problems;
      }, TAGS);
      assert.deepEqual(wrong, []);
    });

    it('no figure changes what its page has written, so that React can take it over from a server', async () => {
      const changed = await page.evaluate(async (tags) => {
        const changed = [];
        for (const tag of tags) {
          const figure = document.createElement(tag);
          figure.append('The picture, in words.');
          const before = figure.outerHTML;
          document.body.replaceChildren(figure);
          await /** @type {any} */ (figure).ready;
          if (figure.outerHTML !== before) changed.push(figure.outerHTML);
        }
        return changed;
      }, TAGS);
      assert.deepEqual(changed, []);
    });

    it('a value that a setting cannot have is said with its name, in the figure and to the page', async () => {
      const found = await page.evaluate(async (tags) => {
        const {tools} = /** @type {any} */ (globalThis);
        const said = [];
        for (const tag of tags) {
          const figure = await tools.draw(tag);
          const [name] = Object.keys(figure.constructor.settings);
          if (!name) continue;
          /** @type {any[]} */
          const errors = [];
          document.addEventListener('poslab-error', (/** @type {any} */ {detail}) => errors.push(detail), {once: true}); // biome-ignore format: one thought
          const type = figure.constructor.settings[name].type;
          figure[name] = type === 'text' ? ' ' : 'no such value';
          await figure.updateComplete;
          const attribute = name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`);
          said.push({tag, attribute, notice: figure.shadowRoot.querySelector('.notice').textContent, errors}); // biome-ignore format: one thought
        }
        return said;
      }, TAGS);
      assert.ok(found.length > 30, `${found.length} figures have settings`);
      for (const {tag, attribute, notice, errors} of found) {
        assert.ok(notice.startsWith(`${attribute} must be `), `${tag}: ${notice}`);
        assert.deepEqual(errors, [{code: 'setting', message: notice, directive: ''}], tag);
      }
    });

    it('a name without its dashes, as React’s server and Python write it, is said with the right one', async () => {
      const elements = [...TAGS.map((tag) => ({tag, place: '.notice', names: /** @type {string[]} */ ([])})), {tag: CARD_TAG, place: '.notice', names: CARD.attributes.map(({name}) => name)}]; // biome-ignore format: one thought
      const found = await page.evaluate(async (all) => {
        const said = [];
        for (const {tag, place, names: own} of all) {
          const element = /** @type {any} */ (document.createElement(tag));
          document.body.replaceChildren(element);
          await element.ready;
          const attributes = own.length > 0 ? own : [...element.constructor.stateAttributes, 'base-url']; // biome-ignore format: one thought
          const names = attributes.filter((/** @type {string} */ name) => name.includes('-'));
          const wrong = names.flatMap((/** @type {string} */ name) => [name.replaceAll('-', ''), name.replaceAll('-', '_')]); // biome-ignore format: one thought
          const notice = () => element.shadowRoot.querySelector(place)?.textContent ?? '';
          for (const name of wrong) element.setAttribute(name, '4');
          await element.updateComplete;
          const first = notice();
          for (const name of wrong) element.removeAttribute(name);
          await element.updateComplete;
          said.push({tag, names, first, last: notice()});
        }
        return said;
      }, elements);
      for (const {tag, names, first, last} of found) {
        const sentences = names.flatMap((/** @type {string} */ name) => ['', '_'].map((mark) => `${name.replaceAll('-', mark)} is no attribute of <${tag}>: write ${name}.`)); // biome-ignore format: one thought
        assert.deepEqual([first, last], [sentences.join(' '), ''], tag);
      }
      assert.ok(found.some(({names}) => names.includes('n-pos')));
      assert.ok(found.some(({names}) => names.includes('full-page')));
      const read = await page.evaluate((tag) => /** @type {any} */ (customElements.get(tag)).attributes, CARD_TAG); // biome-ignore format: one thought
      assert.deepEqual(read, CARD.attributes.map(({name}) => name)); // biome-ignore format: one thought
    });

    it('getState and setState bring the same tensors back, on another element', async () => {
      const wrong = await page.evaluate(async (tags) => {
        const {tools} = /** @type {any} */ (globalThis);
        const found = [];
        for (const tag of tags) {
          const figure = await tools.draw(tag);
          const [setting] = Object.entries(figure.constructor.settings).filter(([, {type}]) => type === 'int'); // biome-ignore format: one thought
          if (setting) figure[setting[0]] = Math.max(setting[1].min, figure[setting[0]] - (setting[1].step ?? 1)); // biome-ignore format: one thought
          figure.fault = figure.faults[0] ?? null;
          await figure.updateComplete;
          const state = JSON.parse(JSON.stringify(figure.getState()));
          const before = tools.numbers(figure);
          const other = await tools.draw(tag);
          await other.setState(state);
          if (tools.numbers(other) !== before) found.push(`${tag}: other numbers`);
          if (JSON.stringify(other.value) !== JSON.stringify(state))
            found.push(`${tag}: another state`);
        }
        return found;
      }, TAGS);
      assert.deepEqual(wrong, []);
    });

    it('events come in order, each once, and a reader’s change alone is a change', async () => {
      const {first, after, own, outside} = await page.evaluate(async () => {
        const {tools} = /** @type {any} */ (globalThis);
        /** @type {string[]} */
        const log = [];
        /** @type {string[]} */
        const outside = [];
        const names = ['ready', 'draw', 'change', 'progress', 'result', 'error'];
        for (const name of names) document.addEventListener(`poslab-${name}`, () => log.push(name));
        for (const name of ['change', 'input', 'keydown'])
          document.body.addEventListener(name, () => outside.push(name));
        const figure = await tools.draw('pe-heatmap');
        const first = log.splice(0);
        figure.nPos = 12;
        await figure.updateComplete;
        const after = log.splice(0);
        figure.addEventListener('input', () => {
          const {nPos} = figure.value.settings;
          log.push(`input ${nPos !== 12 && nPos === Number(figure.getAttribute('n-pos'))}`);
        });
        const slider = figure.shadowRoot.querySelector('input[name="nPos"]');
        slider.value = '14';
        slider.dispatchEvent(new Event('input', {bubbles: true, composed: true}));
        await figure.updateComplete;
        slider.dispatchEvent(new KeyboardEvent('keydown', {key: 'a', bubbles: true, composed: true})); // biome-ignore format: one thought
        return {first, after, own: log, outside};
      });
      assert.deepEqual(first, ['ready', 'draw']);
      assert.deepEqual(after, ['draw']);
      assert.deepEqual(own, ['change', 'input true', 'draw']);
      assert.deepEqual(outside, [], 'nothing private leaves the element');
    });

    it('what a page sets before the element is there counts', async () => {
      const nPos = await page.evaluate(async () => {
        const Class = /** @type {any} */ (customElements.get('pe-heatmap'));
        class Late extends Class {
          static tag = 'pe-late';
        }
        const figure = /** @type {any} */ (document.createElement('pe-late'));
        figure.nPos = 9;
        document.body.replaceChildren(figure);
        /** @type {any} */ (Late).define();
        await figure.ready;
        return [figure.nPos, figure.getAttribute('n-pos'), figure.data[0].shape[0]];
      });
      assert.deepEqual(nPos, [9, '9', 9]);
    });

    it('controls, locked, hide, caption, theme and loading do what they say', async () => {
      const found = await page.evaluate(async () => {
        const {tools} = /** @type {any} */ (globalThis);
        const names = (/** @type {any} */ figure) =>
          [...figure.shadowRoot.querySelectorAll('.controls [name], .switches [name]')].map((one) => one.name); // biome-ignore format: one thought
        const shown = (/** @type {any} */ figure, /** @type {string} */ part) =>
          [...figure.shadowRoot.querySelectorAll(`[part~="${part}"]`)].some((one) => one.getClientRects().length > 0); // biome-ignore format: one thought
        const none = await tools.draw('pe-heatmap', {
          controls: 'none',
          hide: 'title note tools table',
        });
        const noControls = names(none);
        const hidden = ['title', 'note', 'tools', 'table', 'meters'].map((part) =>
          shown(none, part),
        );
        const some = await tools.draw('pe-heatmap', {controls: 'n-pos'});
        const offered = names(some);
        some.controls = 'all';
        await some.updateComplete;
        const all = names(some).length;
        const locked = await tools.draw('pe-heatmap', {locked: 'n-pos fault', caption: 'Mine', theme: 'dark'}); // biome-ignore format: one thought
        const slider = locked.shadowRoot.querySelector('input[name="nPos"]');
        locked.shadowRoot.querySelector('figure').dispatchEvent(new KeyboardEvent('keydown', {key: '1', bubbles: true})); // biome-ignore format: one thought
        const title = locked.shadowRoot.querySelector('.title').textContent;
        const scheme = getComputedStyle(locked).colorScheme;
        const wrong = await tools.draw('pe-heatmap', {controls: 'npos', theme: 'blue'});
        const notice = wrong.shadowRoot.querySelector('.notice').textContent;
        const far = /** @type {any} */ (document.createElement('pe-heatmap'));
        far.loading = 'eager';
        far.style.marginTop = '9000px';
        document.body.replaceChildren(far);
        await far.ready;
        return {noControls, hidden, offered, all, isLocked: slider.disabled, fault: locked.fault, title, scheme, notice}; // biome-ignore format: one thought
      });
      assert.deepEqual(found.noControls, []);
      assert.deepEqual(found.hidden, [false, false, false, false, true]);
      assert.ok(found.offered.length > 0 && found.offered.every((name) => name === 'nPos'), `${found.offered}`); // biome-ignore format: one thought
      assert.ok(found.all > found.offered.length);
      assert.deepEqual([found.isLocked, found.fault, found.title, found.scheme], [true, '', 'Mine', 'dark']); // biome-ignore format: one thought
      assert.match(found.notice, /^controls must be some of all, none, preset, .*, got "npos"\. theme must be one of auto, light, dark, got "blue"\.$/); // biome-ignore format: one thought
    });
  });
}

test('the parts of the schema are in the elements', async () => {
  const lab = await startBrowser('chromium');
  assert.ok(typeof lab !== 'string');
  const {page} = await openElements(lab);
  await page.evaluate(addTools);
  const found = await page.evaluate(async () => {
    const {tools} = /** @type {any} */ (globalThis);
    const figure = await tools.draw('length-race');
    const parts = [...figure.shadowRoot.querySelectorAll('[part]')].flatMap((one) => [...one.part]);
    return [...new Set(parts)].sort();
  });
  await lab.close();
  assert.deepEqual(found, [...COMMON.parts].sort());
});

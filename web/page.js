// @ts-check
// What a page of the site does beside its figures: reading level, light and dark, the hash.
import {simdSupported} from './core/core.js';
import {startContents} from './page/contents.js';
import {startDoButtons} from './page/do-buttons.js';
import {startFigureStates} from './page/figure-states.js';
import {startMenu} from './page/menu.js';
import {startSearch} from './page/search.js';
import {storage} from './page/storage.js';

const LEVELS = ['plain', 'basic', 'intermediate', 'advanced'];
const THEMES = ['auto', 'light', 'dark'];

/**
 * Radio buttons `name` of the page's head, remembered and put on the root as `data-<name>`.
 *
 * @param {string} name
 * @param {string[]} values the first is the default unless the page's markup says another
 * @param {(value: string) => void} apply
 */
function remembered(name, values, apply) {
  const inputs = [...document.querySelectorAll(`input[name="${name}"]`)];
  const stored = storage.get(name) ?? document.documentElement.dataset[name] ?? values[0];
  const start = values.includes(stored) ? stored : values[0];
  const set = (/** @type {string} */ value) =>
    keepPlace(() => {
      document.documentElement.dataset[name] = value;
      apply(value);
    });
  for (const input of inputs) {
    if (!(input instanceof HTMLInputElement)) continue;
    input.checked = input.value === start;
    input.addEventListener('change', () => {
      storage.set(name, input.value);
      set(input.value);
    });
  }
  set(start);
}

/** @param {string} theme */
function applyTheme(theme) {
  document.documentElement.style.colorScheme = theme === 'auto' ? 'light dark' : theme;
  dispatchEvent(new Event('themechange'));
}

// pictures are drawn again with the letters that have come
document.fonts.addEventListener('loadingdone', () => dispatchEvent(new Event('themechange')));

/**
 * Keeps the heading that is on the screen where it is while the text above it changes its length.
 *
 * @param {() => void} change
 */
function keepPlace(change) {
  const anchor = [...document.querySelectorAll('main h1, main h2')].find(
    (h) => h.getBoundingClientRect().bottom > 0,
  );
  const before = anchor?.getBoundingClientRect().top ?? 0;
  change();
  const after = anchor?.getBoundingClientRect().top ?? 0;
  if (scrollY > 0) scrollBy({top: after - before, behavior: 'instant'});
}

remembered('theme', THEMES, applyTheme);
remembered('level', LEVELS, () => {});
startMenu();
startSearch();
startContents();
startDoButtons(startFigureStates());
const sentence = document.getElementById('no-simd');
if (sentence) sentence.hidden = simdSupported();

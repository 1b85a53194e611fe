// @ts-check
// What a page of the site does: its elements, depth, light and dark, the states of figures.
import {simdSupported} from './core/core.js';
import {startClaims} from './page/claims.js';
import {startContents} from './page/contents.js';
import {startDepth} from './page/depth.js';
import {startDoButtons} from './page/do-buttons.js';
import {startFigureStates} from './page/figure-states.js';
import {startFolds} from './page/folds.js';
import {layOutRest} from './page/lay-out-rest.js';
import {loadLate} from './page/load-late.js';
import {startMenu} from './page/menu.js';
import {startPresent} from './page/present.js';
import {startSearch} from './page/search.js';
import {startSeries} from './page/series.js';
import {storage} from './page/storage.js';
import {startTerms} from './page/terms.js';
import './elements.js';

const THEMES = ['auto', 'light', 'dark'];

/** The choice of colours in the page's bar, remembered. */
function startTheme() {
  const inputs = /** @type {HTMLInputElement[]} */ ([
    ...document.querySelectorAll('input[name="theme"]'),
  ]);
  const stored = storage.get('theme') ?? THEMES[0];
  const start = THEMES.includes(stored) ? stored : THEMES[0];
  const set = (/** @type {string} */ theme) => {
    const {dataset, style} = document.documentElement;
    dataset.theme = theme;
    style.colorScheme = theme === 'auto' ? 'light dark' : theme;
  };
  for (const input of inputs) {
    input.checked = input.value === start;
    input.addEventListener('change', () => {
      storage.set('theme', input.value);
      set(input.value);
    });
  }
  set(start);
}

// pictures are drawn again with the letters that have come
document.fonts.addEventListener('loadingdone', () => dispatchEvent(new Event('themechange')));

/**
 * Keeps what the reader has pressed where it is while the text above it changes its length.
 *
 * @param {() => void} change
 * @param {Element} anchor
 */
function keepPlace(change, anchor) {
  const before = anchor.getBoundingClientRect().top;
  change();
  scrollBy({top: anchor.getBoundingClientRect().top - before, behavior: 'instant'});
}

startTheme();
layOutRest();
startDepth(keepPlace);
startMenu();
startSearch();
startContents();
startFolds();
startTerms();
startSeries();
startDoButtons(startFigureStates());
startPresent();
startClaims();
for (const name of ['own-code', 'make-assignment', 'notebook']) {
  const panel = document.getElementById(name);
  const address = new URL(`${name}.js`, import.meta.url).href; // a bundle of its own
  if (panel && simdSupported())
    loadLate('What runs on this page', import(address)).then((part) => part?.start(panel));
}
const filter = document.getElementById('atlas-filter');
if (filter instanceof HTMLFormElement)
  import('./page/atlas-filter.js').then(({startAtlasFilter}) => startAtlasFilter(filter));
const sentence = document.getElementById('no-simd');
if (sentence) sentence.hidden = simdSupported();

// what the foot of the page offers comes when it is near
const offline = document.querySelector('#offline');
if (offline?.parentElement)
  new IntersectionObserver(async ([{isIntersecting}], observer) => {
    if (!isIntersecting) return;
    observer.disconnect();
    const {startOffline} = await import('./page/offline.js');
    startOffline(/** @type {HTMLElement} */ (offline)).catch(() => {}); // not on a site that has no offline.json
  }).observe(offline.parentElement);

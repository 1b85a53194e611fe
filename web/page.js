// @ts-check
// What a page of the site does beside its figures: reading level, light and dark, the hash.
import {simdSupported} from './core/core.js';
import {startContents} from './page/contents.js';
import {startMenu} from './page/menu.js';
import {storage} from './page/storage.js';
import {figureAttributes, readHash, withFigure, writeHash} from './state.js';

/** @import {State} from './state.js' */

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

/** A place is held until the page has not grown for so long, ... */
const SETTLE_MS = 3000;
/** ... and no longer than this. */
const HOLD_MS = 20_000;

/**
 * Holds a place at the top of the screen while figures are drawn and grow, until they are done or the reader
 * moves. A page that is still short cannot scroll that far yet, so each growth scrolls again.
 *
 * @param {Element | null} place
 */
function holdPlace(place) {
  if (!place) return;
  const letGo = new AbortController();
  const {signal} = letGo;
  const done = () => letGo.abort();
  let settled = setTimeout(done, SETTLE_MS);
  const grown = new ResizeObserver(() => {
    place.scrollIntoView({behavior: 'instant', block: 'start'});
    clearTimeout(settled);
    settled = setTimeout(done, SETTLE_MS);
  });
  grown.observe(document.body); // calls at once, too
  signal.addEventListener('abort', () => grown.disconnect());
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown', 'hashchange']) {
    addEventListener(event, done, {signal, passive: true});
  }
  setTimeout(done, HOLD_MS);
}

/**
 * The figures of the page, each with a name for the hash: its id, or else the preset that the chapter
 * gave it.
 */
function namedFigures() {
  const figures = [...document.querySelectorAll('[preset], [demo]')];
  for (const figure of figures) {
    figure.id ||= figure.getAttribute('preset') || figure.getAttribute('demo') || '';
  }
  return figures;
}

/**
 * Gives a figure the attributes that a state holds for it, and back the chapter's own where the state
 * holds none. An address sets what the figure observes and nothing else: no `onclick`, no `style`.
 *
 * @param {Element} figure
 * @param {State} state
 * @param {ReadonlyMap<string, string>} ownAttributes those that the chapter gave it
 */
async function restore(figure, state, ownAttributes) {
  await customElements.whenDefined(figure.localName);
  const wanted = new Map([...ownAttributes, ...figureAttributes(state, figure.id)]);
  for (const name of /** @type {any} */ (figure.constructor).observedAttributes ?? []) {
    const value = wanted.get(name);
    if (value === undefined) figure.removeAttribute(name);
    else if (value !== figure.getAttribute(name)) figure.setAttribute(name, value);
  }
}

function startState() {
  const figures = namedFigures().map((figure) => {
    const own = new Map([...figure.attributes].map(({name, value}) => [name, value]));
    return {figure, own};
  });
  /** @type {State} */
  let state = new Map();
  const change = (/** @type {State} */ next) => {
    const isNamed = (/** @type {Element} */ {id}) =>
      [state, next].some((one) => figureAttributes(one, id).length > 0);
    for (const {figure, own} of figures) if (isNamed(figure)) restore(figure, next, own);
    state = next;
  };
  change(readHash(location.hash));
  holdPlace(document.getElementById(state.get('at') ?? ''));
  document.addEventListener('change', (event) => {
    if (!(event instanceof CustomEvent) || !(event.target instanceof HTMLElement)) return;
    if (!event.target.id || !event.detail?.attributes) return;
    state = withFigure(state, event.target.id, event.detail.attributes);
    history.replaceState(null, '', writeHash(state) || location.pathname + location.search);
  });
  addEventListener('hashchange', () => {
    const next = readHash(location.hash);
    const at = next.get('at');
    // a shared address, pasted over this one, is a whole state; a link to an anchor changes the place
    if ([...next.keys()].some((key) => key !== 'at')) {
      change(next);
    } else if (at !== undefined) {
      state.set('at', at);
      history.replaceState(null, '', writeHash(state));
    }
    if (at !== undefined) holdPlace(document.getElementById(at));
  });
}

remembered('theme', THEMES, applyTheme);
remembered('level', LEVELS, () => {});
startMenu();
startContents();
startState();
const sentence = document.getElementById('no-simd');
if (sentence) sentence.hidden = simdSupported();

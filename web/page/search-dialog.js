// @ts-check
// The search of the site: a field, and below it what it finds, by kind. The arrow keys go through the results, Enter
// opens one.
import {html} from '../dom.js';
import {KINDS, searchMatches} from './search-match.js';

/** @import {Entry} from './search-match.js' */

/** Where dist/ is, seen from this page. */
const ROOT = new URL('.', /** @type {HTMLAnchorElement} */ (document.querySelector('.brand')).href);

const field = html('input', '', {
  type: 'search',
  role: 'combobox',
  'aria-label': 'Search',
  'aria-controls': 'search-results',
  'aria-autocomplete': 'list',
  'aria-expanded': 'false',
  autocomplete: 'off',
  spellcheck: 'false',
  placeholder: 'Figures, bugs, exercises, terms',
});
const results = html('div', 'search-results', {
  id: 'search-results',
  role: 'listbox',
  'aria-label': 'Results',
});
const status = html('p', 'search-status', {role: 'status'});
const dialog = html('dialog', 'search', {'aria-label': 'Search'});
/** @type {Promise<Entry[]> | null} */
let index = null;

/** @returns {Promise<Entry[]>} */
async function fetchIndex() {
  const response = await fetch(new URL('search.json', ROOT));
  if (!response.ok) throw new Error(`search.json: ${response.status}`);
  return response.json();
}

const options = () => [...results.querySelectorAll('a')];
const current = () => options().find((one) => one.getAttribute('aria-selected') === 'true');

/** @param {HTMLAnchorElement | undefined} option */
function choose(option) {
  current()?.setAttribute('aria-selected', 'false');
  option?.setAttribute('aria-selected', 'true');
  option?.scrollIntoView({block: 'nearest'});
  if (option) field.setAttribute('aria-activedescendant', option.id);
  else field.removeAttribute('aria-activedescendant');
}

/** @param {Entry['kind']} kind @param {Entry[]} entries @param {number} nFound */
function groupElement(kind, entries, nFound) {
  const head = html('p', 'search-kind', {id: `search-${kind}`}, KINDS[kind]);
  if (nFound > entries.length) head.append(html('span', '', {}, ` ${entries.length} of ${nFound}`));
  const group = html('div', '', {role: 'group', 'aria-labelledby': head.id}, head);
  for (const [k, {title, about, href}] of entries.entries()) {
    const option = html('a', '', {
      id: `search-${kind}-${k}`,
      role: 'option',
      'aria-selected': 'false',
      tabindex: '-1',
      href: new URL(href, ROOT).href,
    });
    option.append(
      html('span', 'search-title', {}, title),
      ' ',
      html('span', 'search-about', {}, about),
    );
    group.append(option);
  }
  return group;
}

async function search() {
  index ??= fetchIndex();
  const text = field.value;
  /** @type {Entry[]} */
  let entries;
  try {
    entries = await index;
  } catch (error) {
    index = null; // the next letter tries again
    status.textContent = `The list of what can be found could not be loaded (${error instanceof Error ? error.message : error}). Type on to try again.`;
    return;
  }
  if (text !== field.value) return; // typed on while it was loading
  const found = searchMatches(text, entries);
  results.replaceChildren(...found.map((one) => groupElement(...one)));
  field.setAttribute('aria-expanded', String(found.length > 0));
  choose(options()[0]);
  const n = found.reduce((sum, [, , nFound]) => sum + nFound, 0);
  if (n) status.textContent = `${n} ${n === 1 ? 'result' : 'results'}`;
  else if (!text.trim()) status.textContent = '';
  else
    status.textContent = `Nothing here is called “${text.trim()}”. Try one word, or its beginning.`;
}

/** @param {KeyboardEvent} event */
function move(event) {
  const all = options();
  const at = all.findIndex((one) => one === current());
  const steps = /** @type {Record<string, number>} */ ({ArrowDown: at + 1, ArrowUp: at - 1});
  if (event.key in steps && all.length) {
    event.preventDefault();
    choose(all[(steps[event.key] + all.length) % all.length]);
  } else if (event.key === 'Enter') {
    event.preventDefault();
    current()?.click();
  }
}

function build() {
  const close = html('button', '', {type: 'button'}, 'Close');
  close.addEventListener('click', () => dialog.close());
  dialog.append(html('div', 'search-head', {}, field, close), status, results);
  field.addEventListener('input', search);
  field.addEventListener('keydown', move);
  // a place in this page is shown behind the dialog
  results.addEventListener('click', ({target}) => {
    if (target instanceof Element && target.closest('a')) dialog.close();
  });
  dialog.addEventListener('click', ({target}) => {
    if (target === dialog) dialog.close(); // beside it
  });
  document.body.append(dialog);
}

export function openSearch() {
  if (!dialog.isConnected) build();
  if (!dialog.open) dialog.showModal();
  field.select();
  search();
}

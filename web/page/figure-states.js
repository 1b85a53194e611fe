// @ts-check
// What the reader has changed in the figures of a page, and the address that says it.
import {figureAttributes, readHash, withFigure, writeHash} from '../state.js';
import {holdPlace} from './hold-place.js';

/** @import {State} from '../state.js' */

/**
 * The figures of the page, each with a name for the hash: its id, or else the preset that the chapter
 * gave it.
 */
function namedFigures() {
  const figures = [...document.querySelectorAll('[preset]')];
  for (const figure of figures) {
    figure.id ||= figure.getAttribute('preset') ?? '';
  }
  return figures;
}

/**
 * Gives a figure the attributes that a state holds for it, and back the chapter's own where the state
 * holds none. An address sets what is the figure's state and nothing else: no `onclick`, no `style`.
 *
 * @param {Element} figure
 * @param {State} state
 * @param {ReadonlyMap<string, string>} ownAttributes those that the chapter gave it
 */
async function restore(figure, state, ownAttributes) {
  await customElements.whenDefined(figure.localName);
  const wanted = new Map([...ownAttributes, ...figureAttributes(state, figure.id)]);
  const Class = /** @type {any} */ (figure.constructor);
  for (const name of Class.stateAttributes ?? Class.observedAttributes ?? []) {
    const value = wanted.get(name);
    if (value === undefined) figure.removeAttribute(name);
    else if (value !== figure.getAttribute(name)) figure.setAttribute(name, value);
  }
}

/** A page that is loaded again comes back where the reader was: the browser sees to that. */
const isReload = () =>
  performance
    .getEntriesByType('navigation')
    .some((one) => 'type' in one && one.type !== 'navigate');

/** The id of the figure that an address without a place is about: the first that it names, or ''. @param {State} state */
const firstNamed = (state) => [...state.keys()][0]?.split('/')[0] ?? '';

/**
 * The states of the page's figures, in the address: what the reader changes is written there, and what an address
 * says is set.
 *
 * @typedef {{figure: (id: string) => Element | undefined, get: (id: string) => Record<string, string>,
 *   set: (id: string, attributes: Record<string, string>) => void}} FigureStates attributes over those that the
 *   chapter gave the figure; a section may have the same id
 */

/**
 * A slider that is dragged makes 60 addresses in a second. In ten seconds Safari takes 100, and refuses the next with an error;
 * Chrome takes 200, and drops the next in silence. So 60 go at once, and then one in each 300 ms.
 */
const [MOST_AT_ONCE, EACH_MS] = [60, 300];

/** @returns {FigureStates} */
export function startFigureStates() {
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
  let nSpare = MOST_AT_ONCE;
  let isBehind = false;
  const write = () => {
    isBehind = nSpare === 0;
    if (isBehind) return;
    history.replaceState(null, '', writeHash(state) || location.pathname + location.search);
    if (nSpare-- === MOST_AT_ONCE) setTimeout(spareOne, EACH_MS);
  };
  const spareOne = () => {
    if (++nSpare < MOST_AT_ONCE) setTimeout(spareOne, EACH_MS);
    if (isBehind) write();
  };
  change(readHash(location.hash));
  holdPlace(document.getElementById(state.get('at') ?? (isReload() ? '' : firstNamed(state))));
  document.addEventListener('poslab-change', (event) => {
    if (!(event instanceof CustomEvent) || !(event.target instanceof HTMLElement)) return;
    if (!event.target.id || !event.detail?.attributes) return;
    state = withFigure(state, event.target.id, event.detail.attributes);
    write();
  });
  // a figure that is shared asks for the address of what it shows now
  document.addEventListener('address', (event) => {
    if (!(event instanceof CustomEvent) || !(event.target instanceof HTMLElement)) return;
    const {id} = event.target;
    if (!id) return;
    const shared = withFigure(new Map([['at', id]]), id, event.detail.attributes);
    event.detail.url = new URL(location.pathname + writeHash(shared), location.href).href;
  });
  addEventListener('hashchange', () => {
    const next = readHash(location.hash);
    const at = next.get('at');
    // a shared address, pasted over this one, is a whole state; a link to an anchor changes the place
    if ([...next.keys()].some((key) => key !== 'at')) {
      change(next);
    } else if (at !== undefined) {
      state.set('at', at);
      // a place alone is as the link says it: an exercise has its code in it
      if (state.size > 1) history.replaceState(null, '', writeHash(state));
    }
    if (at !== undefined) holdPlace(document.getElementById(at));
  });
  return {
    figure: (id) => figures.find(({figure}) => figure.id === id)?.figure,
    get: (id) => Object.fromEntries(figureAttributes(state, id)),
    set: (id, attributes) => {
      change(withFigure(state, id, attributes));
      write();
    },
  };
}

// @ts-check
// Which figure of the page fills the screen: the one that ?present= names, and on P the one with the focus or
// else the one nearest to the middle of the window. What presenting is, the figure knows.

import {unfold} from './hold-place.js';

/** @typedef {HTMLElement & {present: () => Promise<void>}} Presentable */

/** @returns {Presentable[]} the figures of the page */
const figures = () =>
  /** @type {Presentable[]} */ (
    [...document.querySelectorAll('main [id]')].filter((element) => 'present' in element)
  );

/** @param {Element} element */
function fromMiddle(element) {
  const {top, bottom} = element.getBoundingClientRect();
  return Math.max(top - innerHeight / 2, innerHeight / 2 - bottom, 0);
}

/** @param {KeyboardEvent} event @returns {boolean} whether somebody is writing */
function isTyping(event) {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !/^(radio|checkbox|range)$/.test(target.type);
  return target.isContentEditable || target.matches('textarea, select');
}

/** @param {string} id */
async function presentNamed(id) {
  const place = [...document.querySelectorAll('main [id]')].find(
    (element) => element.id === id && element.localName.includes('-'),
  );
  if (!place) return;
  unfold(place);
  await customElements.whenDefined(place.localName);
  place.scrollIntoView({behavior: 'instant', block: 'center'});
  await /** @type {Partial<Presentable>} */ (place).present?.();
}

export function startPresent() {
  // before the figure that has the focus, which keeps its keys
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'p' && event.key !== 'P') return;
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (document.querySelector('dialog[open]')) return;
      const all = figures();
      const focused = all.find((figure) => figure === document.activeElement);
      const near = all.toSorted((a, b) => fromMiddle(a) - fromMiddle(b))[0];
      (focused ?? near)?.present();
    },
    {capture: true},
  );
  const id = new URLSearchParams(location.search).get('present');
  if (id) presentNamed(id);
}

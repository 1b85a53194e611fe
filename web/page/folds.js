// @ts-check
// What a long chapter folds away: a link into it opens it, and printing opens all.
import {unfold} from './hold-place.js';

export function startFolds() {
  const folds = /** @type {HTMLDetailsElement[]} */ ([
    ...document.querySelectorAll('details.more'),
  ]);
  // a link to the place that the address has already is no new hash
  document.addEventListener('click', ({target}) => {
    const link = target instanceof Element ? target.closest('a[href^="#"]') : null;
    const id = link?.getAttribute('href')?.slice(1);
    const place = id ? document.getElementById(decodeURIComponent(id)) : null;
    if (place) unfold(place);
  });
  /** @type {HTMLDetailsElement[]} */
  let opened = [];
  addEventListener('beforeprint', () => {
    opened = folds.filter(({open}) => !open);
    for (const fold of opened) fold.open = true;
  });
  addEventListener('afterprint', () => {
    for (const fold of opened) fold.open = false;
  });
}

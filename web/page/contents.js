// @ts-check
// The contents beside the text: where the reader is, and what has been read, in this browser only.
import {storage} from './storage.js';

/** A section is current when its top is this near to the bar. */
const NEAR_PX = 160;
const NARROW = '(max-width: 75.99rem)';

/** The sections and chapters that have been read, as `4-rope#real-tokens` and `4-rope`. @returns {Set<string>} */
function readPlaces() {
  try {
    const places = JSON.parse(storage.get('read') ?? '[]');
    return new Set(Array.isArray(places) ? places.map(String) : []);
  } catch {
    return new Set();
  }
}

/** Ticks the chapters that have been read, wherever the page lists them. @param {Set<string>} read */
function tickChapters(read) {
  for (const link of document.querySelectorAll('[data-chapter]')) {
    link.classList.toggle('read', read.has(link.getAttribute('data-chapter') ?? ''));
  }
}

export function startContents() {
  const read = readPlaces();
  tickChapters(read);
  const rail = document.querySelector('.rail');
  const details = rail?.querySelector('details');
  if (!rail || !details) return;
  const chapter = location.pathname.match(/chapters\/([\w-]+)\.html$/)?.[1];
  const entries = [...rail.querySelectorAll('a')].flatMap((link) => {
    const place = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return place ? [{link, section: place.closest('section') ?? place}] : [];
  });
  const nameOf = (/** @type {HTMLAnchorElement} */ link) => `${chapter}${link.hash}`;

  const narrow = matchMedia(NARROW);
  const fold = () => {
    details.open = !narrow.matches;
  };
  narrow.addEventListener('change', fold);
  fold();
  details.addEventListener('click', ({target}) => {
    if (target instanceof Element && target.closest('a')) fold();
  });

  const show = () => {
    // a section that is folded has no place on the page, and need not be read
    const shown = entries.filter(({section}) => section.checkVisibility());
    let current = shown[0];
    if (!current) return; // WebKit shows none before the style sheet is there
    for (const entry of shown) {
      const {top, bottom} = entry.section.getBoundingClientRect();
      if (top <= NEAR_PX) current = entry;
      if (chapter && bottom < innerHeight && bottom > 0 && scrollY > 0)
        read.add(nameOf(entry.link));
    }
    for (const {link} of entries) {
      if (link === current.link) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
      link.classList.toggle('read', read.has(nameOf(link)));
    }
    const now = rail.querySelector('.now');
    if (now) now.textContent = current.link.textContent;
    if (!narrow.matches) keepInView(current.link, details);
    if (chapter && shown.every(({link}) => read.has(nameOf(link)))) read.add(chapter);
  };
  let isQueued = false;
  addEventListener(
    'scroll',
    () => {
      if (isQueued) return;
      isQueued = true;
      requestAnimationFrame(() => {
        isQueued = false;
        show();
      });
    },
    {passive: true},
  );
  addEventListener('pagehide', () => storage.set('read', JSON.stringify([...read])));
  if (entries.length) show();
}

/** @param {HTMLElement} item @param {HTMLElement} list that scrolls */
function keepInView(item, list) {
  const [inner, outer] = [item, list].map((element) => element.getBoundingClientRect());
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

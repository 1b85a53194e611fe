// @ts-check
// On a phone the sections below the first are left out of the first layout (layout.css): on a slow one the whole of a
// chapter takes longer than its first picture. Once that is drawn, they are laid out, too.

const WAIT_MS = 200; // until the picture is on the screen
const MOST_MS = 1000; // after a page without figures has loaded

/** Begins at once where the reader does not begin at the top: at a part of the page, or where they have been before. */
export function layOutRest() {
  const root = document.documentElement;
  // What a reader who has gone on sees stays where it is: browsers do not see to it where a style changes all of it.
  const layOut = () => {
    const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? root;
    const {top} = middle.getBoundingClientRect();
    root.classList.add('laid-out');
    if (scrollY > 0) {
      scrollBy({top: middle.getBoundingClientRect().top - top, behavior: 'instant'});
    }
  };
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (
    performance.getEntriesByType('navigation')
  );
  if (location.hash || visit?.type !== 'navigate') return layOut();
  const soon = (/** @type {number} */ ms) => () => setTimeout(layOut, ms);
  addEventListener('poslab-ready', soon(WAIT_MS), {once: true});
  addEventListener('load', soon(MOST_MS), {once: true});
  for (const event of ['hashchange', 'beforeprint']) addEventListener(event, layOut, {once: true});
}

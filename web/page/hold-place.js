// @ts-check
// A place of the page that a link or a button leads to stays where it is while figures above it grow.

/** Opens what is folded around a place. @param {Element} place */
export function unfold(place) {
  for (let node = place.closest('details'); node; ) {
    node.open = true;
    node = node.parentElement?.closest('details') ?? null;
  }
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
export function holdPlace(place) {
  if (!place) return;
  unfold(place);
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
    addEventListener(event, done, {signal, passive: true, capture: true});
  }
  setTimeout(done, HOLD_MS);
}

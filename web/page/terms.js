// @ts-check
// What a term means, or which source is cited, beside the link while that is pointed at or has the focus. The link itself
// leads to the glossary, or to the list of sources.
import {html} from '../dom.js';
import {citation} from './citations.js';

const [SHOW_MS, HIDE_MS] = [250, 200];
const GAP_PX = 8;

/** @typedef {{id: string, term: string, text: string}} Term */

/** @param {string} glossary the address of its page, beside which they are @returns {Promise<Map<string, Term>>} by their ids */
async function fetchTerms(glossary) {
  const response = await fetch(new URL('terms.json', glossary));
  if (!response.ok) throw new Error(`terms.json: ${response.status}`);
  return new Map((await response.json()).map((/** @type {Term} */ one) => [one.id, one]));
}

const LINKS = 'a.term, a[href^="#src-"]';

export function startTerms() {
  if (!document.querySelector(LINKS)) return;
  const card = html('div', 'term-card', {id: 'term-card', role: 'tooltip'});
  card.hidden = true;
  /** @type {Promise<Map<string, Term>> | null} */
  let terms = null;
  /** @type {HTMLAnchorElement | null} the link that is pointed at */
  let wanted = null;
  /** @type {HTMLAnchorElement | null} */
  let shown = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const hide = () => {
    clearTimeout(timer);
    card.hidden = true;
    shown?.removeAttribute('aria-describedby');
    wanted = shown = null;
  };

  /** @param {HTMLAnchorElement} link */
  async function show(link) {
    const content = link.classList.contains('term')
      ? await meaning(link)
      : citation(link.hash.slice(1));
    if (wanted !== link || !content) return;
    card.replaceChildren(...content);
    if (!card.isConnected) document.body.append(card);
    shown?.removeAttribute('aria-describedby');
    shown = link;
    card.hidden = false;
    place(link);
    link.setAttribute('aria-describedby', card.id);
  }

  /** @param {HTMLAnchorElement} link @returns {Promise<(Node | string)[] | null>} */
  async function meaning(link) {
    terms ??= fetchTerms(link.href);
    const term = (await terms).get(link.hash.slice(1));
    return term ? [html('strong', '', {}, term.term), term.text] : null;
  }

  /** Below the link, or above it where there is no space. @param {HTMLAnchorElement} link */
  function place(link) {
    const [line] = link.getClientRects(); // a link can be on two lines
    const {width, height} = card.getBoundingClientRect();
    const isAbove = line.bottom + GAP_PX + height > innerHeight;
    const left = Math.max(GAP_PX, Math.min(line.left, innerWidth - width - GAP_PX));
    card.style.left = `${left}px`;
    card.style.top = `${isAbove ? line.top - GAP_PX - height : line.bottom + GAP_PX}px`;
  }

  /** @param {HTMLAnchorElement} link @param {number} ms */
  const showSoon = (link, ms) => {
    clearTimeout(timer);
    if (link === shown) return;
    wanted = link;
    timer = setTimeout(() => {
      show(link).catch(() => {
        terms = null; // the next link tries again, and each leads to the glossary
      });
    }, ms);
  };
  const hideSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(hide, HIDE_MS);
  };
  /** @param {Event} event */
  const termOf = ({target}) =>
    target instanceof Element
      ? /** @type {HTMLAnchorElement | null} */ (target.closest(LINKS))
      : null;

  document.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'mouse') return;
    const link = termOf(event);
    if (link) showSoon(link, SHOW_MS);
    else if (event.target instanceof Node && card.contains(event.target)) clearTimeout(timer);
    else if (wanted) hideSoon();
  });
  document.addEventListener('focusin', (event) => {
    const link = termOf(event);
    if (link) showSoon(link, 0);
    else if (wanted) hide();
  });
  document.addEventListener('keydown', ({key}) => {
    if (key === 'Escape') hide();
  });
  addEventListener('scroll', () => shown && place(shown), {passive: true});
  // a finger has no way to point: its first tap shows the meaning, its second follows the link
  document.addEventListener('click', (event) => {
    const link = termOf(event);
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === 'touch';
    if (!link || !isTouch || link === shown) return;
    event.preventDefault();
    showSoon(link, 0);
  });
}

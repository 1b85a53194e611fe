// @ts-check
// Registers the elements that the page uses, each fetched when its first tag is in the page: the page's one
// side effect. Pages that change without being loaded again, and notebooks, get their tags later.
import elements, {nPlain, shareFullCore} from 'elements:all';

/** By then a right tag is registered, or has been reported. */
const LATE_MS = 3000;

const waiting = new Map(Object.entries(elements));

/**
 * Where a figure of the page needs the whole core, all take that one: two would be more to load. A page that asks for
 * the small one by itself is in a hurry for its first figure.
 */
async function chooseCore() {
  const tags = Object.keys(elements).slice(nPlain); // a package of exercises has none
  if (
    tags.some((tag) => document.querySelector(tag)) &&
    !document.querySelector('[href$="figures.wasm"]')
  )
    await shareFullCore();
}

/** @type {Promise<void>} */
let chosen;

function register() {
  for (const [tag, define] of waiting) {
    if (!document.querySelector(tag)) continue;
    waiting.delete(tag);
    // what is inside the tag stays, after a line that says why that is all
    chosen.then(define).catch((/** @type {unknown} */ error) => {
      const words = `<${tag}> could not be loaded; scripts of an older version? Reload the page.`;
      console.error(words, error);
      for (const one of document.querySelectorAll(tag)) one.prepend(words, ' ');
    });
  }
}

// a server that renders pages has none
if (globalThis.document) {
  chosen = chooseCore().catch(() => {}); // figures can do without
  register();
  new MutationObserver(register).observe(document, {childList: true, subtree: true});
  setTimeout(() => {
    if (document.querySelector(':not(:defined)'))
      import('./figures/frame/unknown-tags.js').then((late) => late.sayUnknownTags(elements));
  }, LATE_MS);
}

// @ts-check
// Registers the elements that the page uses, each fetched when its first tag is in the page: the page's one
// side effect. Pages that change without being loaded again, and notebooks, get their tags later.
import elements from 'elements:all';

const waiting = new Map(Object.entries(elements));

function register() {
  for (const [tag, define] of waiting) {
    if (!document.querySelector(tag)) continue;
    waiting.delete(tag);
    define().catch((/** @type {unknown} */ error) => report(tag, error));
  }
}

/** What is inside the tag stays; the page's author reads why. @param {string} tag @param {unknown} error */
function report(tag, error) {
  console.error(
    `<${tag}> could not be loaded. Its scripts must be of one version: those that a browser kept of an older ` +
      'one are not there any more after a new deployment; reload the page.',
    error,
  );
}

// a server that renders pages has none
if (globalThis.document) {
  register();
  new MutationObserver(register).observe(document, {childList: true, subtree: true});
}

// @ts-check

// by a name of its own: a bundler would look for a file that `new URL(…, import.meta.url)` names
const HERE = import.meta.url;

/** Where a chapter is, also for a card in a page of another site. @param {string} href of the bank */
export const addressOf = (href) =>
  href.startsWith('#') ? href : new URL(`../chapters/${href}`, HERE).href;

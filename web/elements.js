// @ts-check
// Registers the elements that the page uses, each fetched only where its tag stands: the page's one
// side effect.
import elements from 'elements:all';

for (const [tag, define] of Object.entries(elements)) {
  if (document.querySelector(tag)) define();
}

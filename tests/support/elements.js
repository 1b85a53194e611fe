// A page that has registered every element of web/ and holds none.
import {elementModules} from '../../web/build/bundle.js';
import {writeTestPage} from './browser.js';

/** @import {Lab, View} from './browser.js' */

export const TAGS = elementModules().map(({tag}) => tag);
export const FIGURE_TAGS = elementModules()
  .filter(({file}) => file.startsWith('figures/'))
  .map(({tag}) => tag);

// The script of the site's pages registers what it finds in the page.
const PAGE = `<!doctype html><html lang="en"><title>elements</title><link rel="icon" href="data:,">
<div id="all" hidden>${TAGS.map((tag) => `<${tag}></${tag}>`).join('')}</div>
<script type="module" src="../lab/elements.js"></script>`;

/** @param {Lab} lab @param {View} [view] */
export async function openElements(lab, view) {
  writeTestPage('elements.html', PAGE);
  const opened = await lab.open('test/elements.html', view);
  await opened.page.evaluate(async (tags) => {
    await Promise.all(tags.map((tag) => customElements.whenDefined(tag)));
    document.getElementById('all')?.remove();
  }, TAGS);
  return opened;
}

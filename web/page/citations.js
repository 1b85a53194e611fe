// @ts-check
// What the card beside a citation says: the reference as the list of sources has it, and what of it was checked. A source
// says that by data-checked="code: the slopes": read in the code of the authors or of the library that is named, or
// "thread: …": read in a public thread, or "text: …": read in the text itself, which is mostly its abstract, or
// "run: …": run with the software that is cited.
import {html} from '../dom.js';

/** @type {Record<string, string>} */
const READ_IN = {
  code: 'Read in the code',
  thread: 'Read in the public thread',
  text: 'Read in the text',
  run: 'Run with that version',
};

/** @param {string | undefined} checked */
function checkedText(checked) {
  const [where, what] = (checked ?? '').split(': ');
  if (!Object.hasOwn(READ_IN, where)) {
    return 'From knowledge: not compared with the text of the source.';
  }
  return `${READ_IN[where]}: ${what}. The rest is from knowledge.`;
}

/**
 * @param {string} id of a source
 * @returns {Node[] | null} null where the page has no such source
 */
export function citation(id) {
  const source = document.getElementById(id);
  if (!source) return null;
  const text = (source.textContent ?? '').replace(/\s+/g, ' ').trim();
  const checked = checkedText(source.dataset.checked);
  return [html('span', '', {}, text), html('small', 'checked', {}, checked)];
}

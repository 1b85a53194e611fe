// @ts-check
// The way to the search: a button of the bar, and the key "/". What searches is loaded at the first use.
import {loadLate} from './load-late.js';

/** Whether a key that is pressed there writes a character. @param {EventTarget | undefined} target */
const isWriting = (target) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function startSearch() {
  const button = document.querySelector('.search-button');
  if (!button) return;
  const open = async () => {
    const dialog = await loadLate('The search', import('./search-dialog.js'));
    dialog?.openSearch();
  };
  button.addEventListener('click', open);
  document.addEventListener(
    'keydown',
    (event) => {
      const {key, ctrlKey, metaKey, altKey} = event;
      if (key !== '/' || ctrlKey || metaKey || altKey || isWriting(event.composedPath()[0])) return;
      event.preventDefault();
      open();
    },
    {capture: true},
  ); // before a figure that has the focus, which keeps its keys
}

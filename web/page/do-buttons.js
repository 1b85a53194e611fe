// @ts-check
// Buttons in the prose that set a figure as the sentence says: <span class="do" data-for="FIGURE" data-state="fault=mixed">.
// A span, since the text of a <button> does not break across lines like the words around it.
// Pressed once more, or by Undo, the figure is as it was.
import {html} from '../dom.js';
import {holdPlace, unfold} from './hold-place.js';

/** @import {FigureStates} from './figure-states.js' */

/** A figure is in view when so much of it, or of the window, shows it. */
const SHARE_IN_VIEW = 0.5;

/** @param {Element} figure below the bar, of which it may be higher than the window */
function isInView(figure) {
  const {top, bottom, height} = figure.getBoundingClientRect();
  const shown = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return shown >= SHARE_IN_VIEW * Math.min(height, innerHeight);
}

/** @param {HTMLElement} button @returns {Record<string, string>} the attributes that it sets */
export const stateOf = (button) => Object.fromEntries(new URLSearchParams(button.dataset.state));

/** @param {FigureStates} states */
export function startDoButtons(states) {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.do')]);
  if (all.length === 0) return;
  const status = html('p', 'unseen', {role: 'status'});
  const undo = html('button', 'undo', {type: 'button'}, 'Undo');
  const done = html('span', 'done');
  document.body.append(status);
  /** @type {{button: HTMLElement, before: Record<string, string>, hasMoved: boolean} | null} */
  let last = null;

  const forget = () => {
    last?.button.setAttribute('aria-pressed', 'false');
    last = null;
    done.remove();
  };
  const takeBack = () => {
    if (!last) return;
    const {button, before, hasMoved} = last;
    forget();
    states.set(button.dataset.for ?? '', before);
    status.textContent = 'Undone.';
    if (hasMoved) button.scrollIntoView({behavior: 'instant', block: 'center'});
    button.focus({preventScroll: true});
  };
  const press = (/** @type {HTMLElement} */ button) => {
    const id = button.dataset.for ?? '';
    const figure = states.figure(id);
    if (!figure) return;
    forget();
    const before = states.get(id);
    states.set(id, stateOf(button));
    unfold(figure);
    const hasMoved = !isInView(figure);
    if (hasMoved) holdPlace(figure);
    last = {button, before, hasMoved};
    button.setAttribute('aria-pressed', 'true');
    const said = `Done: ${button.textContent}.`;
    status.textContent = said;
    done.replaceChildren(said, ' ', undo);
    button.after(done);
  };

  for (const button of all) {
    // without scripts it is text
    for (const [name, value] of [
      ['role', 'button'],
      ['tabindex', '0'],
      ['aria-pressed', 'false'],
    ])
      button.setAttribute(name, value);
    const pressOrTakeBack = () => (button === last?.button ? takeBack() : press(button));
    button.addEventListener('click', pressOrTakeBack);
    button.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault(); // the page does not scroll
      if (!event.repeat) pressOrTakeBack();
    });
  }
  undo.addEventListener('click', takeBack);
  // what the reader does to the figure by other means is not undone here
  document.addEventListener('poslab-change', ({target}) => {
    if (target instanceof Element && target.id === last?.button.dataset.for) forget();
  });
}

// @ts-check
// Buttons of an open exercise, which can be switched off.
import {button, html} from '../../dom.js';

/** @param {string} text @param {() => void} onPress */
export function actionButton(text, onPress) {
  const element = button(text, () => {
    if (element.getAttribute('aria-disabled') !== 'true') onPress();
  });
  return element;
}

/**
 * A button that cannot be used keeps the focus, so that a reader who pressed it by the keyboard stays there.
 *
 * @param {HTMLButtonElement} element
 * @param {boolean} isOn
 */
export function enable(element, isOn) {
  element.setAttribute('aria-disabled', String(!isOn));
}

/**
 * A button that opens a list of others. It closes when one of them has been pressed, by Escape, and when the reader goes
 * elsewhere.
 *
 * @param {string} text
 * @param {...HTMLElement} items
 */
export function dropDown(text, ...items) {
  const list = html('div', 'drop-list');
  list.append(...items);
  const element = html('details', 'drop');
  const opener = html('summary', '', {}, text);
  element.append(opener, list);
  const close = () => {
    element.open = false;
    opener.focus();
  };
  list.addEventListener('click', ({target}) => {
    if (element.open && target instanceof HTMLButtonElement) close();
  });
  element.addEventListener('keydown', ({key}) => {
    if (key === 'Escape' && element.open) close();
  });
  element.addEventListener('focusout', ({relatedTarget}) => {
    if (relatedTarget instanceof Node && !element.contains(relatedTarget)) element.open = false;
  });
  return element;
}

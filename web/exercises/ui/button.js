// @ts-check
// Buttons of an open exercise.
import {textElement} from './verdict-view.js';

/** @param {string} text @param {() => void} onPress */
export function button(text, onPress) {
  const element = /** @type {HTMLButtonElement} */ (textElement('button', text));
  element.type = 'button';
  element.addEventListener('click', () => {
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

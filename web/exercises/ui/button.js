// @ts-check
// Buttons of an open exercise, which can be switched off.
import {button} from '../../dom.js';

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

// @ts-check
import {html} from '../dom.js';

/** @import {Control} from './control.js' */

/**
 * One of a few options, all in view: the arrow keys go from one to the next.
 *
 * @param {string} name
 * @param {{label: string, options: Record<string, string>}} setting option value -> text
 * @param {(value: string) => void} onChange
 * @returns {Control & {keyOf(value: string): HTMLElement}} and what holds an option's button
 */
export function radios(name, setting, onChange) {
  const group = html('fieldset', 'radios', {role: 'radiogroup'});
  group.append(html('legend', '', {}, setting.label));
  /** @type {Map<string, {key: HTMLElement, input: HTMLInputElement}>} */
  const keys = new Map();
  for (const [value, text] of Object.entries(setting.options)) {
    const input = html('input', '', {type: 'radio', name, value});
    input.addEventListener('change', () => onChange(value));
    const key = html('div', 'key', {}, html('label', '', {}, input, html('span', '', {}, text)));
    keys.set(value, {key, input});
    group.append(key);
  }
  return {
    element: group,
    show(value) {
      for (const [own, {key, input}] of keys) {
        input.checked = own === value;
        key.classList.toggle('chosen', input.checked);
      }
    },
    keyOf: (value) => /** @type {{key: HTMLElement}} */ (keys.get(value)).key,
  };
}

/**
 * Before a part of a shadow is replaced: Chromium keeps a radio button that has a name for as long as the shadow that it was
 * in, with all that is around it.
 *
 * @param {ParentNode} part
 */
export function forgetRadios(part) {
  for (const input of part.querySelectorAll('input[type=radio]')) input.removeAttribute('name');
}

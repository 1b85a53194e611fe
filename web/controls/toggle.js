// @ts-check

/** @import {Control} from './control.js' */

/**
 * A switch: on or off, at once.
 *
 * @param {string} name
 * @param {{label: string}} setting
 * @param {(value: string) => void} onChange 'true' or 'false'
 * @returns {Control}
 */
export function toggle(name, setting, onChange) {
  const label = document.createElement('label');
  label.className = 'control toggle';
  const input = document.createElement('input');
  input.type = 'checkbox';
  input.name = name;
  input.setAttribute('role', 'switch');
  input.addEventListener('change', () => onChange(String(input.checked)));
  const caption = document.createElement('span');
  caption.textContent = setting.label;
  label.append(input, caption);
  return {
    element: label,
    show(value) {
      input.checked = Boolean(value);
    },
  };
}

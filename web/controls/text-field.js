// @ts-check

/** @import {Control} from './control.js' */

/**
 * A line of text, taken when it is complete (Enter, or the field is left).
 *
 * @param {string} name
 * @param {{label: string, maxLength?: number}} setting
 * @param {(value: string) => void} onChange
 * @returns {Control}
 */
export function textField(name, setting, onChange) {
  const label = document.createElement('label');
  label.className = 'control text-field';
  const caption = document.createElement('span');
  caption.textContent = setting.label;
  const input = document.createElement('input');
  input.type = 'text';
  input.name = name;
  input.autocomplete = 'off';
  input.spellcheck = false;
  if (setting.maxLength) input.maxLength = setting.maxLength;
  input.addEventListener('change', () => onChange(input.value));
  label.append(caption, input);
  return {
    element: label,
    show(value) {
      input.value = Array.isArray(value) ? value.join(', ') : String(value);
    },
  };
}

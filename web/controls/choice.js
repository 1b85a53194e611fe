// @ts-check
import {t} from '../dom.js';

/** @import {Control} from './control.js' */

/**
 * One of a few named options.
 *
 * @param {string} name
 * @param {{label: string, options: Record<string, string>}} setting option value -> text
 * @param {(value: string) => void} onChange
 * @returns {Control}
 */
export function choice(name, setting, onChange) {
  const label = document.createElement('label');
  label.className = 'control choice';
  const caption = document.createElement('span');
  caption.textContent = setting.label;
  const select = document.createElement('select');
  select.name = name;
  for (const [value, text] of Object.entries(setting.options))
    select.add(new Option(t(text), value));
  select.addEventListener('change', () => onChange(select.value));
  label.append(caption, select);
  return {
    element: label,
    show(value) {
      select.value = String(value);
    },
  };
}

// @ts-check

/** @import {Control} from './control.js' */

/**
 * A slider with its value beside it.
 *
 * @param {string} name
 * @param {{label: string, min: number, max: any, step?: number, type?: string, unit?: string}} setting
 * @param {(value: string) => void} onChange
 * @returns {Control}
 */
export function range(name, setting, onChange) {
  const label = document.createElement('label');
  label.className = 'control range';
  const caption = document.createElement('span');
  caption.textContent = setting.label;
  const input = document.createElement('input');
  input.type = 'range';
  input.name = name;
  input.min = String(setting.min);
  input.step = String(setting.step ?? (setting.type === 'number' ? 'any' : 1));
  const output = document.createElement('output');
  output.ariaHidden = 'true'; // the slider says its own value
  input.addEventListener('input', () => onChange(input.value));
  label.append(caption, input, output);
  return {
    element: label,
    show(value, limits) {
      input.max = String(limits?.max ?? setting.max);
      input.value = String(value);
      const text = `${Number(Number(value).toPrecision(4))}${setting.unit ? ` ${setting.unit}` : ''}`;
      output.textContent = text;
      input.setAttribute('aria-valuetext', text);
    },
  };
}

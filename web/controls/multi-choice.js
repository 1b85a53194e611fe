// @ts-check
import {html, t} from '../dom.js';

/** @import {Control} from './control.js' */

/** So many options are in view; more than twice as many are folded. */
const N_SHOWN = 7;

/**
 * Some of a few named options, at least one.
 *
 * @param {string} name
 * @param {{label: string, options: Record<string, string>}} setting option value -> text
 * @param {(value: string) => void} onChange with the chosen values, in the order of the options,
 *   separated by commas
 * @returns {Control}
 */
export function multiChoice(name, setting, onChange) {
  const group = document.createElement('fieldset');
  group.className = 'control multi-choice';
  const caption = document.createElement('legend');
  caption.textContent = setting.label;
  group.append(caption);
  const inputs = Object.entries(setting.options).map(([value, text]) => {
    const label = document.createElement('label');
    const input = document.createElement('input');
    input.type = 'checkbox';
    input.name = name;
    input.value = value;
    label.append(input, text);
    group.append(label);
    return input;
  });
  if (inputs.length > 2 * N_SHOWN) {
    const others = [...group.children].slice(1 + N_SHOWN);
    const summary = html('summary', '');
    group.append(html('details', 'more', {}, summary, html('div', 'options', {}, ...others)));
  }
  group.addEventListener('change', (event) => {
    const chosen = inputs.filter((input) => input.checked);
    if (chosen.length > 0) onChange(chosen.map((input) => input.value).join());
    else if (event.target instanceof HTMLInputElement) event.target.checked = true;
  });
  return {
    element: group,
    show(values) {
      const folded = group.querySelector('details');
      for (const input of inputs) {
        input.checked = values.includes(input.value);
        const label = input.closest('label');
        // what is chosen is seen; what the reader has open stays as it is
        if (input.checked && label && !folded?.open && folded?.contains(label))
          folded.before(label);
      }
      if (!folded) return;
      const nFolded = folded.querySelectorAll('input').length;
      folded.hidden = nFolded === 0;
      folded.children[0].textContent = t('{n} more', {n: nFolded});
    },
  };
}

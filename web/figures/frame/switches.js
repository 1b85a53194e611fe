// @ts-check
// The known bugs of a figure: as it should be, or one of them. A digit, wherever the focus is in the figure,
// chooses one too.
import {radios} from '../../controls/radios.js';
import {html, t} from '../../dom.js';

/** @import {Fault, Source} from './faults.js' */

const MAX_DIGIT = 9;

/** Where it has been made in public: its name is in view for the bug that is on. @param {Source} source */
function sourceOf({text, url}) {
  const name = html('span', 'name', {}, text);
  if (!url) return html('span', 'source', {}, name);
  return html('a', 'source', {href: url, target: '_blank', title: text}, name, ' ↗');
}

/**
 * @param {readonly string[]} names those offered
 * @param {Record<string, Fault>} faults
 * @param {(name: string) => void} onChange with a name, or ''
 */
export function faultSwitches(names, faults, onChange) {
  const labels = Object.fromEntries(names.map((name) => [name, faults[name].label]));
  const control = radios(
    'fault',
    {label: t('Break it'), options: {'': t('as it should be'), ...labels}},
    onChange,
  );
  for (const [digit, name] of ['', ...names].entries()) {
    const key = control.keyOf(name);
    const input = /** @type {HTMLInputElement} */ (key.querySelector('input'));
    if (name) key.append(sourceOf(faults[name].source));
    else key.classList.add('sound');
    if (digit > MAX_DIGIT) continue;
    input.setAttribute('aria-keyshortcuts', String(digit));
    key.append(html('kbd', '', {'aria-hidden': 'true'}, String(digit)));
  }
  control.element.classList.add('faults');
  return control;
}

/** Whether a key that is pressed here writes, or chooses by its letter. @param {EventTarget | undefined} target */
const isWritten = (target) =>
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !/^(radio|checkbox|range)$/.test(target.type));

/**
 * @param {KeyboardEvent} event in a figure
 * @param {readonly string[]} names of the faults that it offers
 * @returns {string | undefined} the one that the key chooses, '' for none of them
 */
export function faultOfKey(event, names) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (!/^[0-9]$/.test(event.key) || isWritten(event.composedPath()[0])) return undefined;
  return names.length > 0 ? ['', ...names][Number(event.key)] : undefined;
}

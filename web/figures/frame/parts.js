// @ts-check
// The elements that every figure has, in reading order.
import {themeProbe} from '../../draw/theme.js';

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} name
 * @param {Record<string, string>} [attributes]
 */
function part(tag, name, attributes = {}) {
  const element = document.createElement(tag);
  element.className = name;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Elements, of which `figure`, `notice` and `fallback` hold the others. */
export function makeParts() {
  const figure = part('figure', 'figure', {'data-state': 'waiting'});
  const title = part('figcaption', 'title');
  const controls = part('div', 'controls', {role: 'group', 'aria-label': 'Settings'});
  const panels = part('div', 'panels');
  const scale = part('div', 'scale');
  const legend = part('ul', 'legend', {'aria-label': 'Legend'});
  const readout = part('p', 'readout', {'aria-live': 'polite'});
  const note = part('p', 'note');
  const meters = part('ul', 'meters', {'aria-label': 'Laws, measured live', 'aria-live': 'polite'});
  const switches = part('fieldset', 'faults');
  switches.append(Object.assign(document.createElement('legend'), {textContent: 'Break it'}));
  const notice = part('p', 'notice', {role: 'status'});
  notice.hidden = true;
  const table = part('details', 'table');
  table.append(Object.assign(document.createElement('summary'), {textContent: 'Table view'}));
  const probe = themeProbe();
  figure.append(
    title,
    controls,
    panels,
    scale,
    legend,
    readout,
    note,
    meters,
    switches,
    table,
    probe,
  );
  const fallback = part('div', 'fallback');
  fallback.append(document.createElement('slot'));
  return {
    figure,
    fallback,
    title,
    controls,
    panels,
    scale,
    legend,
    readout,
    note,
    meters,
    switches,
    notice,
    table,
    probe,
  };
}

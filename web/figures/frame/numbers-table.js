// @ts-check
// The numbers of a figure: those of its panels, and its laws. Above them stand the words that its page has for it.
import {html, t} from '../../dom.js';
import {tableElement} from '../../views/values-table.js';

/** @import {Table} from '../../draw/panel.js' */
/** @import {Figure} from './figure.js' */

/**
 * Fills the tables if they are open.
 *
 * @param {Figure} figure
 * @param {HTMLDetailsElement} details
 */
export function fillTable(figure, details) {
  for (const old of details.querySelectorAll('.scroll')) old.remove();
  if (!details.open || !figure.drawing) return;
  const title = figure.shadowRoot?.querySelector('.title')?.textContent ?? '';
  const add = (/** @type {string} */ name, /** @type {Table} */ numbers) => {
    const scroll = html('div', 'scroll', {tabindex: '0', role: 'group'});
    scroll.ariaLabel = t(`Table of ${name || 'the figure'}`);
    scroll.append(tableElement(name || title, numbers));
    details.append(scroll);
  };
  for (const panel of figure.tables) add(panel.title, panel);
  const rows = figure.meters.map(({label, holds, value, relation, limit}) => {
    return [label, t(holds ? 'holds' : 'broken'), value, relation, limit];
  });
  const columns = [t('law'), t('state'), t('value'), t('relation'), t('limit')];
  if (rows.length > 0) add(t('the laws'), {columns, rows});
}

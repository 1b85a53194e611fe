// @ts-check
// A verdict as text, with the map of what differs.

import {button, html} from '../../dom.js';
import {colourFor} from '../../draw/colour.js';
import {makeView} from '../../views/index.js';
import {calmText} from './calm-text.js';

/** @import {Tensor} from '../../core/core.js' */
/** @import {CaseText} from '../grading/case-text.js' */
/** @import {Verdict} from '../grading/grader.js' */

const HEADS = {pass: 'Passed', partial: 'Partly right', fail: 'Not yet', error: 'Python stopped'};
const MARKS = {pass: '✓', partial: '◑', fail: '✗', error: '✗'};
const MOST_COLUMNS = 256;

/**
 * A text that scrolls where it is long, by the keyboard too.
 *
 * @param {string} text
 * @param {string} className
 * @param {string} label
 */
export function scrollingText(text, className, label) {
  const attributes = {tabindex: '0', role: 'group', 'aria-label': label};
  return html('pre', className, attributes, calmText(text));
}

/** A tensor of any rank as rows and columns: its last axis across. @param {Tensor} map */
function flattened({data, shape}) {
  const columns = shape.length ? shape[shape.length - 1] : 1;
  return {
    data: /** @type {Float32Array} */ (data),
    shape: [data.length / Math.max(1, columns), columns],
  };
}

/** @param {Tensor} map @param {HTMLElement} probe @param {(text: string) => void} onRead */
function mapView(map, probe, onRead) {
  const tensor = flattened(map);
  if (tensor.shape[1] > MOST_COLUMNS || tensor.shape[0] > 4 * MOST_COLUMNS) return null;
  const view = makeView('heatmap', probe, onRead);
  view.show({
    kind: 'heatmap',
    title: 'your number − the right one',
    tensor,
    x: {label: 'last axis'},
    y: {label: map.shape.length > 2 ? 'all other axes' : 'first axis'},
    value: {label: 'difference'},
    colour: colourFor('signed', tensor.data),
    aspect: Math.min(1, Math.max(0.2, tensor.shape[0] / tensor.shape[1])),
  });
  return view;
}

/** @param {string} label @param {string} text */
function codePart(label, text) {
  const part = html('div', 'case-part');
  const copy = button('Copy', async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = 'Copied';
    } catch {
      copy.textContent = 'Not allowed here: select the text';
    }
  });
  part.append(html('p', 'label', {}, label, ' ', copy), scrollingText(text, 'code', label));
  return part;
}

/** @param {CaseText} text made when it is opened: it may be long */
function caseDetails({call, expected, got}) {
  const details = html('details', 'case-text', {}, html('summary', '', {}, 'Call, expected, got'));
  const fill = () =>
    details.append(
      codePart('The call', call),
      codePart('Expected', expected),
      codePart('Got', got),
    );
  details.addEventListener('toggle', fill, {once: true});
  return details;
}

/** @param {NonNullable<Verdict['cases']>} cases */
function caseList(cases) {
  const list = html('ul', 'cases', {'aria-label': 'Cases'});
  for (const {title, ok, isHidden, text} of cases) {
    const item = html(
      'li',
      '',
      {},
      `${ok ? '✓' : '✗'} ${title}${isHidden ? ' (hidden, new at each check)' : ''}`,
    );
    item.dataset.ok = String(ok);
    if (text) item.append(caseDetails(text));
    list.append(item);
  }
  return list;
}

/** @param {Verdict} verdict */
function headElement({status, cases}) {
  const head = html('p', 'verdict-head', {}, HEADS[status]);
  head.dataset.mark = MARKS[status];
  if (!cases) return head;
  const n = cases.filter(({ok}) => ok).length;
  head.append(html('span', 'muted', {}, `${n} of ${cases.length} cases`));
  return head;
}

/** What the names of a function had when it failed. @param {[name: string, text: string][]} variables @param {number | null} [line] */
function variableTable(variables, line) {
  const part = html('div', 'part');
  const label = line ? `Variables at line ${line}` : 'Variables';
  const table = html('table', 'variables', {'aria-label': label});
  for (const [name, text] of variables) {
    const row = html('tr');
    row.append(html('th', '', {scope: 'row'}, calmText(name)), html('td', '', {}, calmText(text)));
    table.append(row);
  }
  part.append(html('p', 'label', {}, label), table);
  return part;
}

/**
 * @param {Verdict} verdict
 * @param {HTMLElement} probe of draw/theme.js
 * @param {(text: string) => void} onRead
 */
export function verdictElement(verdict, probe, onRead) {
  const element = html('div', 'verdict');
  element.dataset.status = verdict.status;
  element.append(headElement(verdict));
  element.append(html('p', '', {}, verdict.sentence));
  if (verdict.at && verdict.status !== 'pass') {
    element.append(html('p', 'muted', {}, `Seen in the case “${verdict.at}”.`));
  }
  if (verdict.first && verdict.difference?.index.length && verdict.mistake) {
    element.append(html('p', 'muted', {}, verdict.first));
  }
  if (verdict.law && verdict.law.sentence !== verdict.sentence) {
    element.append(
      html('p', '', {}, `A law is broken: ${verdict.law.sentence} Not here: ${verdict.law.at}.`),
    );
  }
  if (verdict.traceback) element.append(scrollingText(verdict.traceback, 'traceback', 'Traceback'));
  if (verdict.variables) element.append(variableTable(verdict.variables, verdict.line));
  if (verdict.call) element.append(codePart('The call that raised it', verdict.call));
  const {map} = verdict; // of one number it would be a square of one colour
  const hasMap = map && map.data.length > 1 && verdict.status !== 'pass';
  const view = hasMap ? mapView(map, probe, onRead) : null;
  if (verdict.cases) element.append(caseList(verdict.cases));
  if (view) element.append(view.element);
  return {element, views: view ? [view] : []};
}

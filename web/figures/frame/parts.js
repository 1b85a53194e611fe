// @ts-check
// The elements that every figure has, in reading order.
import {html} from '../../dom.js';
import {themeProbe} from '../../draw/theme.js';

/** Elements, of which `figure`, `notice` and `fallback` hold the others. */
export function makeParts() {
  const figure = html('figure', 'figure', {'data-state': 'waiting', 'aria-labelledby': 'title'});
  const title = html('p', 'title', {id: 'title'});
  // buttons for the whole figure: each module that offers some adds its own
  const tools = html('div', 'tools');
  const head = html('div', 'head', {}, title, tools);
  const controls = html('div', 'controls', {role: 'group', 'aria-label': 'Settings'});
  const panels = html('div', 'panels');
  const scale = html('div', 'scale');
  const legend = html('ul', 'legend', {'aria-label': 'Legend'});
  const readout = html('p', 'readout', {'aria-live': 'polite'});
  const note = html('p', 'note');
  const meters = html('ul', 'meters', {
    'aria-label': 'Laws, measured live',
    'aria-live': 'polite',
    role: 'list',
  });
  const switches = html('div', 'switches');
  const notice = html('p', 'notice', {role: 'status'});
  notice.hidden = true;
  const table = html('details', 'table', {}, html('summary', '', {}, 'Table view'));
  const probe = themeProbe();
  const picture = html('div', 'picture', {}, panels, scale, legend, readout);
  figure.append(
    head,
    picture,
    switches,
    meters,
    note,
    html('div', 'side', {}, controls, table),
    probe,
  );
  const fallback = html('div', 'fallback', {}, html('slot'));
  return {
    figure,
    fallback,
    title,
    tools,
    controls,
    picture,
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

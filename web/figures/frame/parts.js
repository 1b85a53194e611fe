// @ts-check
// The elements that every figure has, in reading order.
import {html, language, setText, t} from '../../dom.js';
import {themeProbe} from '../../draw/theme.js';

/** A note is in view up to so many characters, and what is longer can be unfolded. */
const NOTE_LENGTH = 180;

/** The sentences under a figure: the first are in view. */
function noteParts() {
  const first = html('p', 'first');
  const rest = html('p', '');
  const folded = html('details', '', {}, html('summary', '', {}, t('More about this')), rest);
  const element = html('div', 'note', {}, first, ' ', folded);
  return {
    element,
    first,
    /** @param {string} text */
    show(text) {
      const end = noteEnd(text);
      setText(first, text.slice(0, end));
      setText(rest, text.slice(end).trim());
      folded.hidden = rest.textContent === '';
      element.hidden = text === '';
    },
  };
}

/**
 * Where the sentences that are in view end.
 *
 * @param {string} text
 */
export function noteEnd(text) {
  if (text.length <= 1.4 * NOTE_LENGTH) return text.length; // too little to be worth a press
  let end = 0;
  for (const {index} of text.matchAll(/[.!?](?= [A-Z“])/g)) {
    if (end > 0 && index >= NOTE_LENGTH) break;
    end = index + 1;
  }
  return end || text.length;
}

/** Elements, of which `figure`, `notice` and `fallback` hold the others. */
export function makeParts() {
  const figure = html('figure', 'figure', {
    'data-state': 'waiting',
    'aria-labelledby': 'title',
    lang: language()?.lang ?? 'en',
  });
  const title = html('p', 'title', {id: 'title'});
  // buttons for the whole figure: each module that offers some adds its own
  const tools = html('div', 'tools');
  const head = html('div', 'head', {}, title, tools);
  const controls = html('div', 'controls', {role: 'group', 'aria-label': t('Settings')});
  const panels = html('div', 'panels');
  const scale = html('div', 'scale');
  const legend = html('ul', 'legend', {'aria-label': t('Legend')});
  const readout = html('p', 'readout', {'aria-live': 'polite'});
  const note = noteParts();
  const meters = html('ul', 'meters', {
    'aria-label': t('Laws, measured live'),
    'aria-live': 'polite',
    role: 'list',
  });
  const switches = html('div', 'switches');
  const notice = html('p', 'notice', {role: 'status'});
  notice.hidden = true;
  const table = html('details', 'table', {}, html('summary', '', {}, t('Words and numbers')));
  const probe = themeProbe();
  const picture = html('div', 'picture', {}, panels, scale, legend, readout);
  figure.append(
    head,
    picture,
    switches,
    meters,
    note.element,
    html('div', 'side', {}, controls, table),
    probe,
  );
  const fallback = html('div', 'fallback', {}, html('slot'));
  const named = {figure, title, tools, controls, picture, panels, scale, legend, readout, meters};
  const regions = {...named, note: note.element, faults: switches, notice, table};
  for (const [name, element] of Object.entries(regions)) element.part.add(name);
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

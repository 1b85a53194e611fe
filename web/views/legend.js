// @ts-check
import {dashOf, markOf} from '../draw/lines.js';

/** @import {BarsPanel, LinesPanel, Panel, Series} from '../draw/panel.js' */

/** @typedef {Series | BarsPanel['series'][number]} AnySeries */

// The marks of draw/lines.js, 24 by 12.
const MARKS = [
  'M9 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
  'M9 3h6v6h-6z',
  'M12 2L16 9H8z',
  'M12 2L16 6L12 10L8 6z',
  'M12 10L16 3H8z',
  'M8 5h3v-3h2v3h3v2h-3v3h-2v-3h-3z',
  'M12 1L13.2 4.8L17 6L13.2 7.2L12 11L10.8 7.2L7 6L10.8 4.8z',
];
const RING = 'M7 6a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z';

/**
 * The names of the curves and bars: once where every panel has the same, else under the titles of those
 * panels that share them.
 *
 * @param {readonly Panel[]} panels
 * @returns {HTMLLIElement[]} none where no panel has two
 */
export function legendItems(panels) {
  const lists = panels.flatMap((panel) =>
    panel.kind === 'lines' || panel.kind === 'bars' || panel.kind === 'curve'
      ? [{title: panel.title ?? '', series: panel.series}]
      : [],
  );
  const namesOf = (/** @type {readonly AnySeries[]} */ series) =>
    series.map(({name}) => name).join();
  const names = [...new Set(lists.map(({series}) => namesOf(series)))];
  return names.flatMap((name) => {
    const group = lists.filter(({series}) => namesOf(series) === name);
    const {series} = group.find((list) => list.series.some(isMarked)) ?? group[0];
    if (series.length < 2) return [];
    const titles = group.map(({title}) => title).filter(Boolean);
    const heads = names.length > 1 && titles.length > 0 ? [head(`${titles.join('; ')}:`)] : [];
    return [...heads, ...series.map(legendItem)];
  });
}

/** @param {AnySeries} series */
const isMarked = (series) => 'style' in series && series.style !== 'line';

/** @param {string} text */
function head(text) {
  const item = document.createElement('li');
  item.className = 'head';
  item.textContent = text;
  return item;
}

/**
 * @param {AnySeries} series
 * @param {number} k its place in the panel
 */
function legendItem(series, k) {
  const item = document.createElement('li');
  item.append(swatch(series, k), series.name);
  return item;
}

/**
 * The colour with the dash and the mark that go with it.
 *
 * @param {AnySeries} series
 * @param {number} k
 */
function swatch(series, k) {
  const place = ('colour' in series ? series.colour : undefined) ?? k;
  const svg = svgElement('svg', {viewBox: '0 0 24 12', class: 'swatch', 'aria-hidden': 'true'});
  const isMany = 'colours' in series && series.colours; // its colours say something else
  const isReference = 'reference' in series && series.reference;
  const name = isMany ? 'ink' : isReference ? 'muted' : `series-${(place % 8) + 1}`;
  svg.style.color = `var(--pe-${name})`;
  if ('values' in series) {
    svg.append(svgElement('path', {d: 'M4 1h16v10h-16z', fill: 'currentColor'}));
    return svg;
  }
  const {style = 'line', open} = series;
  const line = {
    d: 'M0 6H24',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-dasharray': dashOf(series, place).join(' '),
  };
  if (style === 'line' || style === 'both') svg.append(svgElement('path', line));
  if (open)
    svg.append(
      svgElement('path', {d: RING, fill: 'none', stroke: 'currentColor', 'stroke-width': '1.5'}),
    );
  else if (style !== 'line') {
    const d = MARKS[markOf(series, place) % MARKS.length];
    svg.append(svgElement('path', {d, fill: 'currentColor'}));
  }
  return svg;
}

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 */
function svgElement(name, attributes) {
  const element = /** @type {SVGElement} */ (
    document.createElementNS('http://www.w3.org/2000/svg', name)
  );
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// @ts-check

import {html, svg} from '../dom.js';
import {dashOf, markOf, traceMark} from '../draw/lines.js';
import {N_SERIES, shadeOf} from '../draw/theme.js';

/** @import {BarsPanel, LinesPanel, Panel, Series} from '../draw/panel.js' */

/** @typedef {Series | BarsPanel['series'][number]} AnySeries */

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
      ? [
          {
            title: panel.title ?? '',
            series: /** @type {readonly AnySeries[]} */ (panel.series).filter(
              (one) => !('faint' in one && one.faint),
            ),
          },
        ]
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
const head = (text) => html('li', 'head', {}, text);

/**
 * @param {AnySeries} series
 * @param {number} k its index in the panel
 */
const legendItem = (series, k) => html('li', '', {}, swatch(series, k), series.name);

/**
 * The colour with the dash and the mark that go with it.
 *
 * @param {AnySeries} series
 * @param {number} k
 */
function swatch(series, k) {
  const colour = ('colour' in series ? series.colour : undefined) ?? k;
  const isMany = 'colours' in series && series.colours; // its colours say something else
  const isReference = 'reference' in series && series.reference;
  const name = isMany ? 'ink' : isReference ? 'muted' : `series-${(colour % N_SERIES) + 1}`;
  const sample = svg('svg', {viewBox: '0 0 24 12', class: 'swatch', 'aria-hidden': 'true'});
  const shade = 'shade' in series ? series.shade : undefined;
  sample.style.color =
    shade === undefined
      ? `var(--pe-${name})`
      : shadeOf(shade, 'var(--pe-series-1)', 'var(--pe-ink)');
  if ('values' in series) {
    sample.append(svg('path', {d: 'M4 1h16v10h-16z', fill: 'currentColor'}));
    return sample;
  }
  const {style = 'line', open} = series;
  const stroke = {fill: 'none', stroke: 'currentColor'};
  if (style === 'line' || style === 'both') {
    const dash = dashOf(series, colour).join(' ');
    sample.append(
      svg('path', {d: 'M0 6H24', 'stroke-width': 2, 'stroke-dasharray': dash, ...stroke}),
    );
  }
  if (open) sample.append(svg('path', {d: markPath(5, 0), 'stroke-width': 1.5, ...stroke}));
  else if (style !== 'line')
    sample.append(svg('path', {d: markPath(3, markOf(series, colour)), fill: 'currentColor'}));
  return sample;
}

/**
 * The outline of a mark in the middle of a swatch, as draw/lines.js traces it on a canvas.
 *
 * @param {number} r
 * @param {number} mark
 */
function markPath(r, mark) {
  const points = /** @type {string[]} */ ([]);
  let circle = '';
  traceMark(
    {
      beginPath() {},
      closePath() {},
      arc: (x, y) => {
        circle = `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
      },
      lineTo: (x, y) => points.push(`${x} ${y}`),
    },
    [12, 6],
    r,
    mark,
  );
  return circle || `M${points.join('L')}z`;
}

// @ts-check
import {setText} from '../../dom.js';
import {cssStops} from '../../draw/colour.js';
import {formatNumber} from '../../draw/format.js';

/** @import {Colour} from '../../draw/panel.js' */

/**
 * One colour bar for several panels, lying beneath them.
 *
 * @param {{colour: Colour, label: string}} scale
 * @returns {HTMLElement}
 */
export function scaleBar({colour, label}) {
  const [low, high] = colour.domain;
  const at = (/** @type {number} */ part) => low + (high - low) * part;
  const bar = document.createElement('div');
  bar.className = 'scale-bar';
  bar.style.background = `linear-gradient(to right, ${cssStops(colour.map).join(', ')})`;
  const ends = document.createElement('div');
  ends.className = 'scale-ends';
  for (const part of [0, 0.5, 1]) {
    const text = document.createElement('span');
    setText(text, formatNumber(Number(at(part).toPrecision(3))));
    ends.append(text);
  }
  const caption = document.createElement('div');
  caption.className = 'scale-label';
  caption.textContent = label;
  const element = document.createElement('div');
  element.append(bar, ends, caption);
  return element;
}

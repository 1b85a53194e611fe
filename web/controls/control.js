// @ts-check
// Controls emit what they were set to and hold nothing: the figure's attributes are the state, and
// show() shows it.

import {choice} from './choice.js';
import {drawAgain} from './draw-again.js';
import {multiChoice} from './multi-choice.js';
import {range} from './range.js';
import {textField} from './text-field.js';
import {toggle} from './toggle.js';

/**
 * @typedef {{element: HTMLElement, show(value: any, limits?: {max?: number}): void}} Control
 *   `element` carries the label; show() never calls back
 */

/** Whether a setting only chooses random numbers. @param {string} name */
export const isSeed = (name) => /^seed$|Seed$/.test(name);

/**
 * @param {string} name
 * @param {any} setting see web/figures/frame/settings.js
 * @param {(value: string) => void} onChange with the attribute's new text
 * @returns {Control}
 */
export function controlFor(name, setting, onChange) {
  if (isSeed(name)) return drawAgain(setting, onChange);
  switch (setting.type) {
    case 'int':
    case 'number':
      return range(name, setting, onChange);
    case 'choice':
      return choice(name, setting, onChange);
    case 'set':
      return multiChoice(name, setting, onChange);
    case 'flag':
      return toggle(name, setting, onChange);
    default:
      return textField(name, setting, onChange);
  }
}

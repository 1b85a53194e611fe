// @ts-check
import {button, t} from '../dom.js';

/** @import {Control} from './control.js' */

/**
 * Other random numbers: the next seed, for whom its number is no setting to choose.
 *
 * @param {{label: string, min: number, max: any}} setting
 * @param {(value: string) => void} onChange
 * @returns {Control}
 */
export function drawAgain({label, min, max}, onChange) {
  let now = min;
  const what = label.toLowerCase().replace(/^(first )?seed( of (the )?)?/, '');
  const press = () => onChange(String(now >= max ? min : now + 1));
  const element = button('', press, 'control draw-again');
  return {
    element,
    show(value) {
      now = Number(value);
      element.textContent = t('⚄ another draw ({of})', {of: [what, now].filter(Boolean).join(' ')});
      element.title = `${label} ${now}`;
    },
  };
}

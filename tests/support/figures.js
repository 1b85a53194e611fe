// The classes of figures in Node, and what they draw.
import {loadCore} from './core.js';
import {drawingOf} from './figure-numbers.js';

export {loadFigure} from '../../web/build/figure-classes.js';

const core = await loadCore();
/** @type {Map<any, Map<string, any>>} by class, then by preset and fault */
const known = new Map();

/**
 * What a figure draws for a preset, with a fault or none. Files of tests that share a process compute it once: no test
 * may change it.
 *
 * @param {any} Class
 * @param {string} preset
 * @param {string} [fault]
 * @returns {any} its drawing
 */
export function knownDrawing(Class, preset, fault = '') {
  const ofClass = known.get(Class) ?? new Map();
  known.set(Class, ofClass);
  const key = JSON.stringify([preset, fault]);
  if (!ofClass.has(key)) ofClass.set(key, drawingOf(core, Class, preset, fault));
  return ofClass.get(key);
}

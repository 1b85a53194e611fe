// @ts-check
import {html} from '../dom.js';

/** @import {Control} from './control.js' */

/** A setting over more than this many times its smallest value is set on a logarithmic track. */
const LINEAR_RATIO = 500;
/** Places of a logarithmic track, from its start to its end. */
const PLACES = 1000;

/**
 * Where a value is on a logarithmic track, and the value of a place.
 *
 * @param {number} min
 * @param {number} max
 */
export function logTrack(min, max) {
  const shift = min > 0 ? 0 : 1 - min; // so that a track from 0 has a logarithm
  const ratio = Math.log((max + shift) / (min + shift));
  return {
    placeOf: (/** @type {number} */ value) =>
      Math.round((PLACES * Math.log((value + shift) / (min + shift))) / ratio),
    valueAt: (/** @type {number} */ place) =>
      (min + shift) * Math.exp((ratio * place) / PLACES) - shift,
  };
}

/** @param {number} min @param {number} max */
export const isLogarithmic = (min, max) => max / Math.max(min, 1) > LINEAR_RATIO;

/**
 * A number: typed, or set on a track.
 *
 * @param {string} name
 * @param {{label: string, min: number, max: any, step?: number, type?: string, unit?: string}} setting
 * @param {(value: string) => void} onChange
 * @returns {Control}
 */
export function range(name, setting, onChange) {
  const {label, min, unit} = setting;
  const step = setting.step ?? (setting.type === 'number' ? 'any' : 1);
  const caption = html('span', '', {}, unit ? `${label}, ${unit}` : label);
  const typed = html('input', 'typed', {type: 'number', min: String(min), step: String(step)});
  const track = html('input', '', {type: 'range', name, 'aria-label': label});
  const element = html('div', 'control range', {}, html('label', '', {}, caption, typed), track);
  let now = Number.NaN;
  let max = Number.NaN;
  /** @type {ReturnType<typeof logTrack> | null} */
  let log = null;

  /** The value of the track's place, which is another one however close the places are. */
  const valueOnTrack = () => {
    if (!log) return Number(track.value);
    const side = Math.sign(Number(track.value) - log.placeOf(now));
    const value = log.valueAt(Number(track.value));
    if (setting.type === 'number') return Number(value.toPrecision(3));
    const whole = Math.round(value / Number(step)) * Number(step);
    return Math.max(min, Math.min(max, whole === now ? now + side * Number(step) : whole));
  };
  track.addEventListener('input', () => onChange(String(valueOnTrack())));
  typed.addEventListener('change', () => onChange(typed.value));

  return {
    element,
    show(value, limits) {
      now = Number(value);
      const newMax = Number(limits?.max ?? setting.max);
      if (newMax !== max) {
        max = newMax;
        log = isLogarithmic(min, max) ? logTrack(min, max) : null;
        typed.max = String(max);
        track.min = String(log ? 0 : min);
        track.max = String(log ? PLACES : max);
        track.step = log ? '1' : String(step);
      }
      track.value = String(log ? log.placeOf(now) : now);
      const text = String(Number(now.toPrecision(6)));
      if (typed.value === '' || Number(typed.value) !== now) typed.value = text;
      track.setAttribute('aria-valuetext', unit ? `${text} ${unit}` : text);
    },
  };
}

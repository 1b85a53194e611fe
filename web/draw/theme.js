// @ts-check
// The colours of a drawing as the browser resolves them, so that light, dark and a host page's own
// custom properties reach the canvas.

import {FONT_PX} from './axes.js';

/**
 * @typedef {{ink: string, muted: string, grid: string, paper: string, accent: string, bad: string,
 *   hatch: string, series: string[], font: string, scale: number}} Theme
 *   scale: how much larger than on a page all of a picture is, as the type that the style asks for with --chart-px
 */

const NAMES = ['ink', 'muted', 'grid', 'paper', 'accent', 'bad', 'hatch'];
/** Colours of the palette: six that stay apart for every eye; a seventh would not. */
export const N_SERIES = 6;

/**
 * The colours of an ordered series, heads or lengths: one hue, from the first of the palette towards the ink.
 *
 * @param {number} shade 0 to 1
 * @param {string} first
 * @param {string} ink
 */
export const shadeOf = (shade, first, ink) =>
  `color-mix(in oklab, ${ink} ${Math.round(85 * shade)}%, ${first})`;

/** Of the k-th of n. @param {number} k @param {number} n */
export const shadeAt = (k, n) => (n > 1 ? k / (n - 1) : 0);

/** The hidden elements whose computed colours readTheme() reads. */
export function themeProbe() {
  const probe = document.createElement('span');
  probe.className = 'probe';
  const names = [...NAMES, ...Array.from({length: N_SERIES}, (_, k) => `series-${k + 1}`)];
  for (const name of names) {
    const colour = document.createElement('i');
    colour.style.color = `var(--pe-${name})`;
    probe.append(colour);
  }
  return probe;
}

/**
 * Calls `redraw` when the colours that a probe reads have changed, whatever changed them: the scheme of the system, of
 * the page or of any element around, forced colours, a style sheet.
 *
 * @param {HTMLElement} probe
 * @param {() => void} redraw
 * @param {() => void} [onShown] when the probe has come into the page, or what was hidden is shown; default: redraw
 */
export function watchTheme(probe, redraw, onShown = redraw) {
  let isQueued = false; // one event per colour
  probe.addEventListener('transitionrun', () => {
    if (isQueued) return;
    isQueued = true;
    requestAnimationFrame(() => {
      isQueued = false;
      redraw();
    });
  });
  probe.addEventListener('animationstart', onShown);
}

/**
 * The browser computes the styles of the page anew for it where anything has changed: read it before changing things.
 *
 * @param {HTMLElement} probe made by themeProbe() and attached to the document
 * @returns {Theme}
 */
export function readTheme(probe) {
  const colours = [...probe.children].map((child) => getComputedStyle(child).color);
  const [ink, muted, grid, paper, accent, bad, hatch] = colours;
  const style = getComputedStyle(probe);
  const chartPx = Number.parseFloat(style.getPropertyValue('--chart-px'));
  return {
    ink,
    muted,
    grid,
    paper,
    accent,
    bad,
    hatch,
    font: style.fontFamily,
    series: colours.slice(NAMES.length),
    scale: chartPx > 0 ? chartPx / FONT_PX : 1,
  };
}

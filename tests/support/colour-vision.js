// Colours as eyes tell them apart: contrast by WCAG 2.2, distances in OKLab (Ottosson 2020), and the two
// common kinds of colour blindness by Machado, Oliveira and Fernandes (2009), table of severity 1.0:
// doi.org/10.1109/TVCG.2009.113.

/** @typedef {number[]} Rgb linear red, green and blue, 0 to 1 */

/** Of linear rgb, row by row. @type {Record<'normal' | 'protan' | 'deutan', number[]>} */
const EYES = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [
    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
  ],
  deutan: [
    0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
  ],
};

/** @param {string} hex like #1a2b3c @returns {Rgb} */
export const linearRgb = (hex) =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });

/** @param {readonly number[]} matrix @param {Rgb} v */
const times = (matrix, v) =>
  [0, 3, 6].map((row) => matrix[row] * v[0] + matrix[row + 1] * v[1] + matrix[row + 2] * v[2]);

/** @param {Rgb} linear */
function oklab(linear) {
  const cones = times(
    [
      0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566,
      0.0883024619, 0.2817188376, 0.6299787005,
    ],
    linear,
  ).map(Math.cbrt);
  return times(
    [
      0.2104542553, 0.793617785, -0.0040720468, 1.9779984951, -2.428592205, 0.4505937099,
      0.0259040371, 0.7827717662, -0.808675766,
    ],
    cones,
  );
}

/**
 * 100 times the distance of two colours in OKLab, as an eye sees them.
 *
 * @param {keyof typeof EYES} eye
 * @param {string} a hex
 * @param {string} b
 */
export function distanceFor(eye, a, b) {
  const [one, other] = [a, b].map((hex) =>
    oklab(times(EYES[eye], linearRgb(hex)).map((part) => Math.min(1, Math.max(0, part)))),
  );
  return 100 * Math.hypot(...one.map((part, k) => part - other[k]));
}

/** @param {string} hex */
const luminance = (hex) => {
  const [r, g, b] = linearRgb(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** The ratio of WCAG, 1 to 21. @param {string} a hex @param {string} b */
export function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/**
 * The colours that a style sheet gives its custom properties.
 *
 * @param {string} css
 * @returns {Record<string, {light: string, dark: string}>} by name, without the dashes before it
 */
export function tokensOf(css) {
  const found = css.matchAll(
    /--([\w-]+):\s*(?:var\(--[\w-]+,\s*)?light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g,
  );
  return Object.fromEntries(Array.from(found, ([, name, light, dark]) => [name, {light, dark}]));
}

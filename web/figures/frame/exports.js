// @ts-check
// A figure as a file of any kind that it can be.

import {hasMotion} from './motion.js';
import {npyOf, npzOf} from './npy-file.js';
import {csvOf, jsonOf, provenanceText} from './numbers-file.js';
import {hasPicture, pictureOf, svgOf} from './picture.js';

/** @import {Figure} from './figure.js' */

/** What each kind of file is called and how its name ends. @type {Record<string, {name: string, ending: string}>} */
export const TYPES = {
  'image/png': {name: 'picture (PNG)', ending: 'png'},
  'image/gif': {name: 'moving picture (GIF)', ending: 'gif'},
  'image/svg+xml': {name: 'picture (SVG)', ending: 'svg'},
  'text/csv': {name: 'numbers (CSV)', ending: 'csv'},
  'application/json': {name: 'all numbers (JSON)', ending: 'json'},
  'application/x-npy': {name: 'tensor (NPY)', ending: 'npy'},
  'application/x-npz': {name: 'all tensors (NPZ)', ending: 'npz'},
};

/**
 * @param {Figure} figure
 * @param {string} type
 * @param {{panel?: number, scale?: number}} options as Figure.toBlob()
 * @returns {Promise<Blob>}
 * @throws {TypeError | RangeError} where the figure has no such file
 */
export async function toBlob(figure, type, {panel = 0, scale}) {
  if (!Object.hasOwn(TYPES, type))
    throw new TypeError(
      `toBlob(): type must be one of ${Object.keys(TYPES).join(', ')}, got "${type}".`,
    );
  if (!figure.drawing)
    throw new Error('toBlob(): the figure has not drawn anything yet: await figure.ready first.');
  const text = (/** @type {string} */ content) =>
    new Blob([content], {type: `${type};charset=utf-8`});
  const bytes = (/** @type {Uint8Array} */ content) =>
    new Blob([/** @type {BlobPart} */ (content)], {type});
  if (type === 'application/json') return text(jsonOf(figure));
  if (type === 'text/csv')
    return text(csvOf(at('table', figure.tables, panel), provenanceText(figure)));
  if (type === 'application/x-npy') return bytes(npyOf(at('tensor', figure.data, panel)));
  if (type === 'application/x-npz') return bytes(npzOf(figure.data, provenanceText(figure)));
  if (!hasPicture(figure))
    throw new TypeError(`toBlob(): <${figure.localName}> is a table here and has no picture.`);
  if (type === 'image/svg+xml') return text(svgOf(figure));
  if (type === 'image/gif') {
    if (!hasMotion(figure))
      throw new TypeError(`toBlob(): nothing moves in <${figure.localName}> as it is now.`);
    return (await import('./moving.js')).gifOf(figure, scale);
  }
  return new Promise((resolve, reject) => {
    pictureOf(figure, scale).toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('toBlob(): this browser could not make the picture.'));
    });
  });
}

/**
 * @template T
 * @param {string} what
 * @param {readonly T[]} list
 * @param {number} index
 * @returns {T}
 */
function at(what, list, index) {
  if (Object.hasOwn(list, index)) return list[index];
  throw new RangeError(
    `toBlob(): panel must be the place of a ${what}, 0 to ${list.length - 1}, got ${index}.`,
  );
}

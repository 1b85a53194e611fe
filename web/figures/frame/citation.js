// @ts-check
// How to cite a figure: as BibTeX, and as a line of text.
import {provenanceOf, provenanceText} from './numbers-file.js';

/** @import {Figure} from './figure.js' */

/** Which braces and signs of TeX a text holds, as TeX writes them. @param {string} text */
const inTex = (text) =>
  text.replace(/[\\{}$&#_%^~]/g, (sign) => (/[\\^~]/.test(sign) ? ' ' : `\\${sign}`));

/** @param {Figure} figure @param {string} url where it is seen as it is now @param {Date} [today] */
export function bibtexOf(figure, url, today = new Date()) {
  const {figure: tag, preset, version} = provenanceOf(figure);
  const title = figure.shadowRoot?.querySelector('.title')?.textContent ?? tag;
  return `@misc{poslab-${preset || tag},
  author = {{poslab authors}},
  title = {${inTex(title)}},
  year = {${today.getFullYear()}},
  howpublished = {Interactive figure, ${version}},
  note = {${inTex(provenanceText(figure))}; accessed ${today.toISOString().slice(0, 10)}},
  url = {${url}}
}
`;
}

/** @param {Figure} figure @param {string} url @param {Date} [today] */
export function citationOf(figure, url, today = new Date()) {
  const title = figure.shadowRoot?.querySelector('.title')?.textContent ?? figure.localName;
  return `poslab authors (${today.getFullYear()}). ${title} [interactive figure; ${provenanceText(figure)}]. ${url} (accessed ${today.toISOString().slice(0, 10)}).`;
}

// @ts-check
// Style sheets that shadow roots share: each is parsed once for a page, not once per element.

/** @type {Record<string, CSSStyleSheet>} */
const sheets = {};

/** @param {string} css @returns {CSSStyleSheet} */
export function sheetOf(css) {
  if (!sheets[css]) {
    sheets[css] = new CSSStyleSheet();
    sheets[css].replaceSync(css);
  }
  return sheets[css];
}

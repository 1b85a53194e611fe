// @ts-check
// Style sheets that shadow roots share: each is parsed once for a page, not once per element.

/** @type {Record<string, CSSStyleSheet>} */
const sheets = {};

/** How much larger the reader's own size of text is than that of the page's root, 1 where it is not. @type {number} */
let scale;

/**
 * Pages whose root has 10px, as those of Bootstrap 3 and Jupyter Notebook, set their own sizes again further down. A shadow
 * root, whose sizes are in rem, would stay at five eighths.
 */
function measure() {
  const probe = document.createElement('p');
  probe.style.fontSize = 'medium';
  const {documentElement} = document;
  documentElement.append(probe);
  const [reader, root] = [probe, documentElement].map((one) => Number.parseFloat(getComputedStyle(one).fontSize)); // biome-ignore format: one thought
  probe.remove();
  return Math.max(1, reader / root || 1);
}

/** @param {string} css @returns {CSSStyleSheet} */
export function sheetOf(css) {
  if (!sheets[css]) {
    sheets[css] = new CSSStyleSheet();
    scale ??= measure();
    // in @media a rem is the reader's own already
    sheets[css].replaceSync(scale === 1 ? css : css.replace(/(@media[^{]*)|([\d.]+)rem\b/g, (_, media, size) => media ?? `${size * scale}rem`)); // biome-ignore format: one thought
  }
  return sheets[css];
}

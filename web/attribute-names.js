// @ts-check
// Attributes that a page writes without their dashes, which HTML takes for other attributes and passes over.

/**
 * React's server writes the property nPos as npos, and so does an address that is read without regard to case; Python writes n_pos.
 *
 * @param {readonly string[]} attributes
 * @returns {[wrong: string, attribute: string][]} what is no attribute, and stands for one
 */
export const wrongNames = (attributes) =>
  attributes.flatMap((name) =>
    name.includes('-') ? ['', '_'].map((mark) => /** @type {[string, string]} */ ([name.replaceAll('-', mark), name])) : [],
  ); // biome-ignore format: one thought

/**
 * @param {Element} element
 * @param {readonly string[]} attributes that it reads
 * @returns {string[]} a sentence for each that its page has written so
 */
export const nameProblems = (element, attributes) =>
  wrongNames(attributes)
    .filter(([name]) => element.hasAttribute(name))
    .map(([name, right]) => `${name} is no attribute of <${element.localName}>: write ${right}.`);

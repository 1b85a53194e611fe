// @ts-check
// What is wrong with what a page says about a figure. It comes when a page says something.
import {wordsOf} from './host-attributes.js';

/** Attributes with one of a few words. @type {Record<string, readonly string[]>} */
const WORDS = {theme: ['auto', 'light', 'dark'], loading: ['lazy', 'eager']};

/** The regions that `hide` can name. */
export const REGIONS = [
  'title',
  'tools',
  'controls',
  'faults',
  'meters',
  'note',
  'legend',
  'readout',
  'table',
  'transport',
];

/**
 * What is wrong with these attributes of a figure.
 *
 * @param {HTMLElement} figure
 * @param {readonly string[]} names of its attributes that are settings
 * @returns {string[]} sentences
 */
export function hostProblems(figure, names) {
  const lists = {
    controls: ['all', 'none', ...names],
    locked: ['all', 'none', ...names],
    hide: REGIONS,
  };
  const wrong = (/** @type {string} */ attribute, /** @type {string} */ expected) =>
    `${attribute} must be ${expected}, got "${figure.getAttribute(attribute)}".`;
  return [
    ...Object.entries(lists)
      .filter(([name, known]) =>
        wordsOf(figure.getAttribute(name) ?? '').some((word) => !known.includes(word)),
      )
      .map(([name, known]) => wrong(name, `some of ${known.join(', ')}`)),
    ...Object.entries(WORDS)
      .filter(([name, known]) => !known.includes(figure.getAttribute(name) ?? known[0]))
      .map(([name, known]) => wrong(name, `one of ${known.join(', ')}`)),
  ];
}

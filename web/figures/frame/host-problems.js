// @ts-check
// What a page says about a figure: its style, and what is wrong. It comes when a page says something.
import {nameProblems} from '../../attribute-names.js';
import {adoptStyle} from '../../dom.js';
import css from '../../style/host.css';
import {HOST_ATTRIBUTES} from './host-attributes.js';
import {REGIONS} from './regions.js';

/** Attributes with one of a few words. @type {Record<string, readonly string[]>} */
const WORDS = {theme: ['auto', 'light', 'dark'], loading: ['lazy', 'eager']};

/** @param {string} text */
const wordsOf = (text) => text.split(/[\s,]+/).filter(Boolean);

/**
 * Gives a figure the style that its attributes ask for, and says what is wrong with them.
 *
 * @param {HTMLElement} figure
 * @param {readonly string[]} names of its attributes that are settings
 * @returns {string[]} sentences
 */
export function heedHost(figure, names) {
  adoptStyle(/** @type {ShadowRoot} */ (figure.shadowRoot), css);
  const lists = {
    controls: ['all', 'none', ...names],
    locked: ['all', 'none', ...names],
    hide: REGIONS,
  };
  const wrong = (/** @type {string} */ attribute, /** @type {string} */ expected) =>
    `${attribute} must be ${expected}, got "${figure.getAttribute(attribute)}".`;
  const base = figure.getAttribute('base-url') ?? '';
  return [
    ...(URL.canParse(base, document.baseURI)
      ? []
      : [wrong('base-url', 'the address of the folder lab/')]),
    ...Object.entries(lists)
      .filter(([name, known]) =>
        wordsOf(figure.getAttribute(name) ?? '').some((word) => !known.includes(word)),
      )
      .map(([name, known]) => wrong(name, `some of ${known.join(', ')}`)),
    ...Object.entries(WORDS)
      .filter(([name, known]) => !known.includes(figure.getAttribute(name) ?? known[0]))
      .map(([name, known]) => wrong(name, `one of ${known.join(', ')}`)),
    ...nameProblems(figure, [...names, ...HOST_ATTRIBUTES]),
  ];
}

import type { Parent } from '../../web/build/html.js';
/**
 * @param {string} text with slots and formulas
 * @param {ReadonlySet<number>} settings
 * @returns {string[]} each number with what is beside it
 */
export declare function typedNumbers(text: string, settings: ReadonlySet<number>): string[];
/**
 * @param {Parent} content of a page, as it was read
 * @param {readonly string[]} tags of figures
 * @returns {Promise<string[]>} each number that a claim should give, with its line
 */
export declare function typedNumbersOf(content: Parent, tags: readonly string[]): Promise<string[]>;
/**
 * @param {readonly string[]} texts that belong together, with slots and formulas
 * @param {readonly string[]} [supposed] texts whose numbers are given, not found
 * @returns {string[]} each number that a claim should give
 */
export declare function typedNumbersOfTexts(texts: readonly string[], supposed?: readonly string[]): string[];

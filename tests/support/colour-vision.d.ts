export type Rgb = number[];
/** @typedef {number[]} Rgb linear red, green and blue, 0 to 1 */
/** Of linear rgb, row by row. @type {Record<'normal' | 'protan' | 'deutan', number[]>} */
declare const EYES: Record<'normal' | 'protan' | 'deutan', number[]>;
/** @param {string} hex like #1a2b3c @returns {Rgb} */
export declare const linearRgb: (hex: string) => Rgb;
/**
 * 100 times the distance of two colours in OKLab, as an eye sees them.
 *
 * @param {keyof typeof EYES} eye
 * @param {string} a hex
 * @param {string} b
 */
export declare function distanceFor(eye: keyof typeof EYES, a: string, b: string): number;
/** The ratio of WCAG, 1 to 21. @param {string} a hex @param {string} b */
export declare function contrast(a: string, b: string): number;
/**
 * The colours that a style sheet gives its custom properties.
 *
 * @param {string} css
 * @returns {Record<string, {light: string, dark: string}>} by name, without the dashes before it
 */
export declare function tokensOf(css: string): Record<string, {
    light: string;
    dark: string;
}>;
export {};

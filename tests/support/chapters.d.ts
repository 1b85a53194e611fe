/**
 * All addresses of the chapter that an address is in: its sections, and its figures by their presets, as
 * the page names them.
 *
 * @param {string} href 4-rope.html#real-tokens
 * @returns {Set<string>} empty where there is no such chapter
 */
export declare function anchorsOf(href: string): Set<string>;

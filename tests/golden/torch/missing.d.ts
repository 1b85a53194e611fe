/** @type {Record<string, string>} owner to its names, between blanks */
export declare const NAMES: Record<string, string>;
/** @returns {Promise<Record<string, string[]>>} owner: the names that it has not */
export declare function missing(): Promise<Record<string, string[]>>;

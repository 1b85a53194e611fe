export type Settings = Record<string, number | string | boolean>;
/** @typedef {Record<string, number | string | boolean>} Settings */
/** @type {{name: string, kind: string, settings: Settings, adapter: string}[]} */
export declare const CORRECT: {
    name: string;
    kind: string;
    settings: Settings;
    adapter: string;
}[];
/** An adapter for each bug. */
export declare const BUGGY: {
    name: string;
    kind: string;
    settings: Settings;
    bug: string;
    adapter: string;
}[];

import type { Lab, View } from './browser.js';
/** @import {Lab, View} from './browser.js' */
export declare const TAGS: string[];
export declare const FIGURE_TAGS: string[];
/** @param {Lab} lab @param {View} [view] */
export declare function openElements(lab: Lab, view?: View): Promise<import("./browser.js").Opened>;

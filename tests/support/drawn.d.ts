/** @import {Page} from 'puppeteer-core' */
/** @import {Lab} from './browser.js' */
import type { Page } from 'puppeteer-core';
import type { Lab } from './browser.js';
/**
 * A chapter at its deepest level, with all that it folds away open.
 *
 * @param {Lab} lab
 * @param {string} name
 * @param {{width: number, height: number}} size
 */
export declare function openUnfolded(lab: Lab, name: string, size: {
    width: number;
    height: number;
}): Promise<{
    page: Page;
    problems: string[];
}>;
/**
 * The same with every figure drawn, as for paper.
 *
 * @param {Lab} lab
 * @param {string} name
 * @param {{width: number, height: number}} size
 */
export declare function openDrawn(lab: Lab, name: string, size: {
    width: number;
    height: number;
}): Promise<{
    page: Page;
    problems: string[];
}>;
/** Has every figure drawn, and waits until none changes its height any more. @param {Page} page */
export declare const drawAll: (page: Page) => Promise<void>;

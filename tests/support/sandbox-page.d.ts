import { Lab } from './browser.js';
import type { Page } from 'puppeteer-core';
export type Browser = 'chromium' | 'firefox';
/** @param {string[]} [exercises] whose checks the page has */
export declare function makeSandboxPage(exercises?: string[]): Promise<void>;
/**
 * A browser, or why there is none.
 *
 * @param {Browser} browser
 * @returns {Promise<Lab | string>}
 */
export declare function startBrowser(browser: Browser): Promise<Lab | string>;
/**
 * The page with one sandbox, `box`.
 *
 * @param {Lab} lab
 * @param {{query?: string, before?: (page: Page) => Promise<unknown>}} [options]
 * @returns {Promise<Page>}
 */
export declare function openSandboxPage(lab: Lab, { query, before }?: {
    query?: string;
    before?: (page: Page) => Promise<unknown>;
}): Promise<Page>;
/**
 * Runs a file in the page's sandbox.
 *
 * @param {Page} page
 * @param {{code: string, steps?: any[], timeLimitMs?: number, stopAfterMs?: number}} request
 * @returns {Promise<{run: any, printed: string, ms: number, beats: number}>} run: without the numbers of
 *   tensors; beats: how often a second the page's own timer rang meanwhile, 20 at most
 */
export declare const runIn: (page: Page, request: {
    code: string;
    steps?: any[];
    timeLimitMs?: number;
    stopAfterMs?: number;
}) => Promise<{
    run: any;
    printed: string;
    ms: number;
    beats: number;
}>;

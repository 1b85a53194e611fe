import { CACHE, DIST } from '../../web/build/paths.js';
import type { Browser, Page } from 'puppeteer-core';
export type View = {
    width?: number;
    height?: number;
    scheme?: 'light' | 'dark';
    /**
     * false: as in a browser with JavaScript switched off
     */
    scripts?: boolean;
    reducedMotion?: boolean;
    /**
     * true: what the page folds away stays so; else it is opened, as by its reader
     */
    folded?: boolean;
    /**
     * runs before the address is opened
     */
    before?: (page: Page) => Promise<unknown>;
};
export type Opened = {
    page: Page;
    problems: string[];
};
/** @import {Browser, HTTPRequest, Page} from 'puppeteer-core' */
/**
 * @typedef {object} View how a page is looked at
 * @property {number} [width]
 * @property {number} [height]
 * @property {'light' | 'dark'} [scheme]
 * @property {boolean} [scripts] false: as in a browser with JavaScript switched off
 * @property {boolean} [reducedMotion]
 * @property {boolean} [folded] true: what the page folds away stays so; else it is opened, as by its reader
 * @property {(page: Page) => Promise<unknown>} [before] runs before the address is opened
 */
/** @typedef {{page: Page, problems: string[]}} Opened `problems` grows while the page lives */
export { CACHE, DIST };
export declare const SCREENSHOTS: string;
/** Pages that only tests open: each browser of the tests finds them at test/ beside the site. */
export declare const TEST_PAGES: string;
/**
 * Writes a page that only tests open.
 *
 * @param {string} name
 * @param {string} html
 */
export declare function writeTestPage(name: string, html: string): void;
/** @param {'chromium' | 'firefox'} browser @returns {string | null} its program */
export declare function browserPath(browser: 'chromium' | 'firefox'): string | null;
/** A browser of its own, with its own empty profile, on dist/ and the tests' pages, served from a free port. */
export declare class Lab {
    browser: Browser;
    /** the address of the site, with a slash at its end */
    url: string;
    /** @type {() => Promise<void>} */
    close: () => Promise<void>;
    isFirefox: boolean;
    /**
     * @param {string | string[]} [folder] what is served
     * @param {'chromium' | 'firefox'} [browser]
     * @returns {Promise<Lab>}
     */
    static start(folder?: string | string[], browser?: 'chromium' | 'firefox'): Promise<Lab>;
    /**
     * Opens a page of the site.
     *
     * @param {string} address relative to dist/
     * @param {View} [view]
     * @returns {Promise<Opened>}
     */
    open(address: string, view?: View): Promise<Opened>;
    /**
     * Opens a page that has nothing of ours, with the script of one element.
     *
     * @param {string} address relative to the site, in a folder below it
     * @param {string} tag
     * @param {(page: Page) => Promise<void>} use
     * @returns {Promise<void>} after the page has closed, and only where it met no problem
     */
    withElement(address: string, tag: string, use: (page: Page) => Promise<void>): Promise<void>;
}
/**
 * Scrolls to the end in steps, so that whatever waits to come near the viewport does its work, and
 * then waits until every figure that can be seen has drawn (5 s at most).
 *
 * @param {Page} page
 * @param {{waitForFigures?: boolean}} [options]
 */
export declare function scrollThrough(page: Page, { waitForFigures }?: {
    waitForFigures?: boolean;
}): Promise<void>;
/**
 * Writes the whole page to .cache/screenshots/<name>.png; a long one in parts, <name>-1.png and on.
 *
 * @param {Page} page
 * @param {string} name
 * @returns {Promise<string[]>} the files
 */
export declare function screenshot(page: Page, name: string): Promise<string[]>;

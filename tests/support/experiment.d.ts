import { Lab } from './browser.js';
import type { Page } from 'puppeteer-core';
/** @import {Page} from 'puppeteer-core' */
export declare const PAGE = "<!doctype html><html lang=\"en\"><title>page</title><link rel=\"icon\" href=\"data:,\">";
/** @returns {Promise<Lab>} with the empty page in its folder */
export declare function startLab(): Promise<Lab>;
/**
 * Runs in the page: the figure, drawn, under `window.figure`, and what tests ask of it.
 *
 * @param {Record<string, string>} attributes
 */
export declare function put(attributes: Record<string, string>): Promise<void>;
/**
 * A length race in a page of its own.
 *
 * @param {Lab} lab
 * @param {Record<string, string>} attributes
 * @param {(page: Page) => Promise<void>} use
 */
export declare function inPage(lab: Lab, attributes: Record<string, string>, use: (page: Page) => Promise<void>): Promise<void>;
/**
 * Runs in the page, with the tools of put().
 *
 * @template T
 * @param {Page} page
 * @param {(tools: any) => T} f
 * @returns {Promise<Awaited<T>>}
 */
export declare const ask: <T>(page: Page, f: (tools: any) => T) => Promise<Awaited<T>>;
/** @param {Page} page @param {number} n */
export declare function workersAre(page: Page, n: number): Promise<void>;

import type { Frame, Page } from 'puppeteer-core';
import type { Lab, View } from './browser.js';
/** @import {Metafile} from 'esbuild' */
/** @import {Frame, Page} from 'puppeteer-core' */
/** @import {Lab, View} from './browser.js' */
export declare const ADDRESS = "practice.html";
export declare const CARD = "sinusoidal-table";
/** @param {readonly string[]} problems */
export declare const realProblems: (problems: readonly string[]) => string[];
/**
 * A fresh visitor, with a storage of its own.
 *
 * @param {Lab} lab
 * @param {View} view
 * @param {(page: Page, problems: string[]) => Promise<void>} use
 */
export declare function visit(lab: Lab, view: View, use: (page: Page, problems: string[]) => Promise<void>): Promise<void>;
/** What comes inside a shadow, which no observer of the page sees. @param {Page | Frame} page @param {string} selector */
export declare function find(page: Page | Frame, selector: string): Promise<import("puppeteer-core").ElementHandle<Element>>;
/** The selector of something inside a card. @param {string} inner @param {string} [card] */
export declare const inside: (inner: string, card?: string) => string;
/** @param {Page | Frame} page @param {string} inner @param {string} [card] */
export declare function textOf(page: Page | Frame, inner: string, card?: string): Promise<string>;
/** @param {Page | Frame} page @param {string} inner @param {string} text @param {string} [card] */
export declare const waitForText: (page: Page | Frame, inner: string, text: string, card?: string) => Promise<import("puppeteer-core").JSHandle<false> | import("puppeteer-core").JSHandle<true>>;
/** Presses something, wherever it has scrolled to. @param {Page | Frame} page @param {string} selector */
export declare function press(page: Page | Frame, selector: string): Promise<void>;
/** @param {Page | Frame} page @param {string} name @param {string} [card] */
export declare const pressButton: (page: Page | Frame, name: string, card?: string) => Promise<void>;
/** By the keyboard, unless the address has opened it. @param {Page} page @param {string} [editor] @param {string} [card] */
export declare function openCard(page: Page, editor?: string, card?: string): Promise<void>;
/** Goes back to the list. @param {Page} page @param {string} [card] */
export declare function closeCard(page: Page, card?: string): Promise<void>;
/** Leaves the editor, as one does who goes elsewhere. @param {Page} page */
export declare const leave: (page: Page) => Promise<void>;
/** @param {Page} page @param {string} key */
export declare function withControl(page: Page, key: string): Promise<void>;
/**
 * Puts code in place of what is there, as a learner pastes it. Firefox has its own names for what a paste
 * brings.
 *
 * @param {Page | Frame} page
 * @param {string} code
 * @param {string} [card]
 */
export declare function paste(page: Page | Frame, code: string, card?: string): Promise<void>;
/** @param {Page} page */
export declare const codeOf: (page: Page) => Promise<string>;
/** @param {Page} page @param {string} code @param {string} head that of the verdict to come */
export declare function check(page: Page, code: string, head: string): Promise<void>;
/** What the bar for all work says. @param {Page} page @param {string} inner */
export declare function barText(page: Page, inner: string): Promise<string>;
/** The bundle's file that holds a module. @param {string} input */
export declare function chunkOf(input: string): string;

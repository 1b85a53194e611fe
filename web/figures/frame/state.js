// @ts-check
// What a page keeps of a figure to show it again.

/** @import {Settings} from './settings.js' */

/**
 * @typedef {{figure: string, version: string, preset: string, fault: string, settings: Settings}} State
 *   figure: its tag; fault: '' for none; settings: all of them
 */

export {};

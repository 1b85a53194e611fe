#!/usr/bin/env node
import type { Core } from '../../web/core/core.js';
import type { Case } from './core/compare.js';
export type Outcome = {
    passed: number;
    failed: number;
    skipped: number;
    lines: string[];
};
/**
 * @param {Core} core
 * @param {string} folder
 * @returns {Promise<Outcome>}
 */
export declare function runFolder(core: Core, folder: string): Promise<Outcome>;
/**
 * @param {Record<string, any>} want
 * @param {Record<string, any>} got
 * @param {Case} item
 * @returns {string[]} one line per array that is wrong
 */
export declare function compareArrays(want: Record<string, any>, got: Record<string, any>, item: Case): string[];

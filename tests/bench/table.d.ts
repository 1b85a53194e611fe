import type { Row } from './measure.js';
/**
 * Prints the rows: as a table with a closing line, or with --json an object a line.
 *
 * @param {readonly Row[]} rows
 */
export declare function report(rows: readonly Row[]): void;

import type { Row } from './measure.js';
/** @returns {Promise<Row[]>} */
export declare function run(): Promise<Row[]>;

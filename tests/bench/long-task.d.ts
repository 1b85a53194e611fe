import type { Lab } from '../support/browser.js';
import type { Row } from './measure.js';
/** @param {Lab} lab @param {string} address of an empty page @returns {Promise<Row>} */
export declare function longestTask(lab: Lab, address: string): Promise<Row>;

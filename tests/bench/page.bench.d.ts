import type { Row } from './measure.js';
export type Move = {
    tag: string;
    preset: string;
    setting: string;
};
/** @returns {Promise<Row[]>} */
export declare function run(): Promise<Row[]>;

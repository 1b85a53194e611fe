import type { Row } from './measure.js';
/** @returns {Promise<Row[]>} */
export declare function run(): Promise<Row[]>;
export type Form = {
    name: string;
    sizes: (n: number, k: number) => [number, number, number];
};

import type { Metafile } from 'esbuild';
export type Size = {
    bytes: number;
    budget: number;
};
/** @returns {Metafile['outputs']} */
export declare function bundleOutputs(): Metafile['outputs'];
/** The entries of the bundle: `dist/lab/<name>.js` that no chunk is. */
export declare function entries(): string[];
/** @returns {Record<string, number>} gzipped bytes */
export declare function measure(): Record<string, number>;
/** @returns {Record<string, Size>} */
export declare function readExpected(): Record<string, Size>;

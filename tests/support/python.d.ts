import type { Answer, Python, Result } from '../../web/exercises/runtime/python.js';
/** One for all tests of a file. @returns {Promise<Python>} */
export declare function sharedPython(): Promise<Python>;
/** @param {string | URL} file */
export declare const readText: (file: string | URL) => string;
/** The text that a step gave. @param {Result} result @returns {string} */
export declare function textOf(result: Result): string;
/**
 * A run and all that it printed.
 *
 * @param {{code: string, file?: string, steps?: any[]}} request
 * @returns {Promise<Answer & {printed: string}>}
 */
export declare function runPython(request: {
    code: string;
    file?: string;
    steps?: any[];
}): Promise<Answer & {
    printed: string;
}>;

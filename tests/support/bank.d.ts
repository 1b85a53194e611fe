export declare const BANK: string;
/** Names of the exercises; EXERCISE=yarn asks for one alone. */
export declare const exerciseIds: string[];
/** Names of the folders that hold the programs of an exercise. */
export declare const programIds: string[];
/** @param {string} id @param {string} file 'solution.py', 'other.py', 'wrong/from-one.py' … @returns {string} */
export declare function readBank(id: string, file: string): string;
/** The mistakes of its mistakes.py. @param {string} id */
export declare function knownMistakes(id: string): import("../../web/exercises/grading/mistakes.js").CodeMistake[];
/** @param {string} id @returns {string[]} of its known mistakes, each the name of a file in wrong/ */
export declare function wrongFiles(id: string): string[];
/** @param {string} id @returns {string[]} all Python that belongs to an exercise */
export declare const pythonFiles: (id: string) => string[];

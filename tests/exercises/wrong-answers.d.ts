/** @type {Record<string, [what: string, from: string, to: string][]>} */
export declare const WRONG_ANSWERS: Record<string, [what: string, from: string, to: string][]>;

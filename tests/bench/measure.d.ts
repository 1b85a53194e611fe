export type Row = {
    name: string;
    /**
     * of min and median
     */
    unit: string;
    min: number;
    median: number;
    /**
     * what the budget is about
     */
    ratio?: number;
    /**
     * what the ratio compares with, and how
     */
    against?: string;
    /**
     * such as '<= 2'
     */
    budget?: string;
    met?: boolean;
};
/**
 * @typedef {object} Row one line of the report
 * @property {string} name
 * @property {string} unit of min and median
 * @property {number} min
 * @property {number} median
 * @property {number} [ratio] what the budget is about
 * @property {string} [against] what the ratio compares with, and how
 * @property {string} [budget] such as '<= 2'
 * @property {boolean} [met]
 */
/** @param {readonly number[]} values */
export declare function median(values: readonly number[]): number;
/**
 * Milliseconds of one call of each function, round by round in turn. A function faster than MIN_MS is
 * called several times a round.
 *
 * @param {(() => void)[]} functions
 * @param {number} rounds
 * @returns {number[][]} for each function, one number per round
 */
export declare function alternate(functions: (() => void)[], rounds: number): number[][];
/**
 * A row about `times`. The ratio is that of the fastest rounds: what the rest of the machine does in
 * the meantime only ever makes a round slower.
 *
 * @param {string} name
 * @param {number[]} times
 * @param {{against: string, ratio: number, atMost?: number, atLeast?: number}} compared
 * @returns {Row}
 */
export declare function rowOf(name: string, times: number[], { against, ratio, atMost, atLeast }: {
    against: string;
    ratio: number;
    atMost?: number;
    atLeast?: number;
}): Row;

export type Packed = {
    shape: number[];
    dtype: string;
    data: (number | 'nan' | 'inf' | '-inf')[];
};
export type Tolerance = {
    atol?: number;
    rtol?: number;
};
export type Case = {
    id: string;
    params: Record<string, any>;
    in: Record<string, Packed>;
    out: Record<string, Packed>;
    tol?: Record<string, Tolerance>;
    note?: string;
};
export type Golden = {
    schema: string;
    topic: string;
    cases: Case[];
};
export type Decoded = {
    data: Float64Array;
    shape: number[];
};
export type DecodedCase = {
    id: string;
    params: Record<string, any>;
    in: Record<string, Decoded>;
    out: Record<string, Decoded>;
    tol?: Record<string, Tolerance>;
    note?: string;
};
/**
 * A case with its arrays as numbers.
 *
 * @param {Case} item
 * @returns {DecodedCase}
 */
export declare function decode(item: Case): DecodedCase;
/**
 * An array of the case that a topic cannot do without.
 *
 * @param {DecodedCase} item
 * @param {string} name
 * @returns {Decoded}
 */
export declare function inputOf(item: DecodedCase, name: string): Decoded;
/**
 * A parameter of the case that holds parameters itself, such as `rope`.
 *
 * @param {DecodedCase} item
 * @param {string} name
 * @returns {Record<string, any>}
 */
export declare function groupOf(item: DecodedCase, name: string): Record<string, any>;
/**
 * The first element that is not within atol + rtol * |want|, in words; undefined when all are.
 * Infinities and NaN must match in place.
 *
 * @param {string} name
 * @param {Decoded} want
 * @param {ArrayLike<number> | {data: ArrayLike<number>} | undefined} got
 * @param {Tolerance} [tolerance]
 * @returns {string | undefined}
 */
export declare function firstMismatch(name: string, want: Decoded, got: ArrayLike<number> | {
    data: ArrayLike<number>;
} | undefined, tolerance?: Tolerance): string | undefined;
/**
 * @param {number} got
 * @param {number} want
 * @param {number} atol
 * @param {number} rtol
 */
export declare function isClose(got: number, want: number, atol: number, rtol: number): boolean;

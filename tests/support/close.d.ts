/**
 * Fails unless every element is within `atol + rtol * |expected|` of the expected one (equal
 * infinities and two NaNs count as equal), and shows the worst that is not.
 *
 * @param {ArrayLike<number>} actual
 * @param {ArrayLike<number>} expected
 * @param {{rtol?: number, atol?: number}} [tolerance]
 * @param {string} [label] in front of the message
 */
export declare function assertClose(actual: ArrayLike<number>, expected: ArrayLike<number>, { rtol, atol }?: {
    rtol?: number;
    atol?: number;
}, label?: string): void;

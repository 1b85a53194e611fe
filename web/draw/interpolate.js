// @ts-check
// Between two numbers. The build gives these to d3-scale in place of d3-interpolate, which also mixes colours, texts and
// dates, and whose three kilobytes every figure would load: scales of the lab map numbers to numbers.

/** @param {number} a @param {number} b @returns {(t: number) => number} */
export const interpolateNumber = (a, b) => (t) => a * (1 - t) + b * t;

/** @param {number} a @param {number} b @returns {(t: number) => number} */
export const interpolateRound = (a, b) => (t) => Math.round(a * (1 - t) + b * t);

export {interpolateNumber as interpolate};

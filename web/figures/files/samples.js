// @ts-check
// Tensors of positions that are made in the page, for a reader without a file.

import {roundToType} from '../../core/pe/precision.js';
import {alibiSlopes, ropeFrequencies, sinusoidal} from '../../core/pe.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Shown} from './tensor-panels.js' */

export const SAMPLES = {
  table: 'a table of sines, 128 rows of 64',
  frequencies: 'the frequencies of RoPE, base 10,000',
  slopes: 'the slopes of ALiBi, 12 heads',
};

/**
 * @param {Core} core
 * @param {string} sample a key of SAMPLES
 * @param {string} fault
 * @returns {Shown}
 */
export function sampleOf(core, sample, fault) {
  if (sample === 'frequencies') {
    const exact = ropeFrequencies(core, {dim: 64}).data;
    const data = fault === 'as-bytes' ? asBytes(core, exact) : Float32Array.from(exact);
    return {name: 'inv_freq', kind: 'frequencies', data, shape: [data.length], nRows: data.length};
  }
  if (sample === 'slopes') {
    const {data} = alibiSlopes(core, {nHeads: 12});
    return {name: 'slopes', kind: 'slopes', data, shape: [12], nRows: 12};
  }
  const {data, shape} = sinusoidal(core, {nPos: 128, dModel: 64});
  return {name: 'wpe.weight', kind: 'table', data, shape, nRows: 128};
}

/**
 * Numbers of bfloat16 put byte by byte into a buffer of float32, which has twice as many bytes: two make one number,
 * and the second half of the buffer is what was in memory before (here the same bytes).
 *
 * @param {Core} core
 * @param {ArrayLike<number>} values
 */
function asBytes(core, values) {
  const rounded = Float32Array.from(
    roundToType(core, {values: Array.from(values), type: 'bfloat16'}).data,
  );
  const halves = new Uint16Array(2 * rounded.length);
  new Uint32Array(rounded.buffer).forEach((bits, k) => {
    halves[k] = bits >>> 16;
    halves[rounded.length + k] = bits >>> 16;
  });
  return new Float32Array(halves.buffer);
}

import {ropeRotate, ropeScaling, ropeTables} from '../../../../web/core/pe.js';
import {groupOf, inputOf} from '../compare.js';
import {scalingOf} from '../rope-spec.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const spec = groupOf(item, 'rope');
  const {dim = item.params.hd, base} = spec;
  const x = inputOf(item, 'x');
  const positions = inputOf(item, 'positions');
  const tables = ropeTables(core, {
    positions: positions.data,
    ...ropeScaling(core, {...scalingOf(spec), dim, base}),
  });
  const half = ropeRotate(core, {x, ...tables, layout: 'half'});
  const interleaved = ropeRotate(core, {x, ...tables, layout: 'interleaved'});
  if (!item.out.permuted_half) return {half, interleaved};
  const permuted = {shape: x.shape, data: permute(x.data, x.shape[2], dim)};
  return {half, interleaved, permuted_half: ropeRotate(core, {x: permuted, ...tables})};
}

/**
 * Elements of each row in the order 0, 2, 4, ..., 1, 3, 5, ... over its first `width`.
 *
 * @param {ArrayLike<number>} data
 * @param {number} rowLength
 * @param {number} width
 */
function permute(data, rowLength, width) {
  return Float32Array.from(data, (value, k) => {
    const [start, i] = [k - (k % rowLength), k % rowLength];
    if (i >= width) return value;
    return data[start + (i < width / 2 ? 2 * i : 2 * (i - width / 2) + 1)];
  });
}

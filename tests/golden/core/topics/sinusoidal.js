import {sinusoidal, sinusoidalAt} from '../../../../web/core/pe.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @type {Record<string, 'interleaved' | 'concatenated' | 'tensor2tensor'>} */
const LAYOUTS = {interleaved: 'interleaved', concat: 'concatenated', t2t: 'tensor2tensor'};

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {d, base = 10000, layout = 'interleaved'} = item.params;
  if (!(layout in LAYOUTS)) return `layout ${layout}`;
  const options = {dModel: d, base, layout: LAYOUTS[layout]};
  const positions = inputOf(item, 'positions').data;
  if (positions.some((p) => !Number.isInteger(p) || Math.abs(p) >= 2 ** 31)) {
    return {table: sinusoidalAt(core, {positions, ...options})};
  }
  // row by row, so that it is the table's own loop that is compared with the numbers
  const rows = Array.from(positions, (firstPos) =>
    sinusoidal(core, {nPos: 1, firstPos, ...options}),
  );
  return {table: Float32Array.from(rows.flatMap(({data}) => [...data]))};
}

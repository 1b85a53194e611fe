import {ropeScaling, ropeTables} from '../../../../web/core/pe.js';
import {inputOf} from '../compare.js';
import {scalingOf} from '../rope-spec.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {dim, base} = item.params;
  const frequencies = ropeScaling(core, {...scalingOf(item.params), dim, base});
  const positions = inputOf(item, 'positions').data;
  if (positions.some((p) => !Number.isInteger(p) || Math.abs(p) >= 2 ** 31)) {
    return ropeTables(core, {positions, ...frequencies});
  }
  // row by row, so that it is the cache's own loop that is compared with the numbers
  const rows = Array.from(positions, (firstPos) =>
    ropeTables(core, {nPos: 1, firstPos, ...frequencies}),
  );
  return {cos: joined(rows.map(({cos}) => cos)), sin: joined(rows.map(({sin}) => sin))};
}

/** @param {{data: Float32Array}[]} rows */
function joined(rows) {
  return Float32Array.from(rows.flatMap(({data}) => [...data]));
}

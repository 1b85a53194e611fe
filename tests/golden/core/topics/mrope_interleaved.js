import {mropeAxes, mropeTables, ropeRotate} from '../../../../web/core/pe.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {hd, base, sections} = item.params;
  const positions = inputOf(item, 'positions');
  const tables = mropeTables(core, {positions, sections, interleaved: true, dim: hd, base});
  return {
    ...tables,
    axis: mropeAxes(core, {sections, interleaved: true}),
    blocks_axis: mropeAxes(core, {sections}),
    y: ropeRotate(core, {x: inputOf(item, 'x'), ...tables, layout: 'half'}),
  };
}

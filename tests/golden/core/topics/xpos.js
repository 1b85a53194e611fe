import {attention} from '../../../../web/core/nn.js';
import {ropeRotate, ropeTables, xposScale, xposScales} from '../../../../web/core/pe.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {n: nPos, hd: dim, base, centre, scale_base: scaleBase} = item.params;
  const tables = ropeTables(core, {nPos, dim, base});
  const [q, k] = ['q', 'k'].map((name) => {
    const x = ropeRotate(core, {x: inputOf(item, name), ...tables, layout: 'interleaved'});
    return xposScale(core, {x, divide: name === 'k', scaleBase, centre});
  });
  const scores = attention(core, {q, k, v: k, scale: 1}).logits;
  return {q, k, scores, scale: xposScales(core, {nPos, dim, scaleBase, centre})};
}

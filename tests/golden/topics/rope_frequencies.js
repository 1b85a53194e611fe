import {ropeFrequencies} from '../../../web/core/pe.js';

/** @import {Core} from '../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {kind = 'default', dim, base} = item.params;
  if (kind !== 'default') return `kind ${kind}`;
  return {inv_freq: ropeFrequencies(core, {dim, base}), attention_factor: [1]};
}

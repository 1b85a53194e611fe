import {temperatureFactors, temperatureScale} from '../../../../web/core/pe.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** What each model calls the settings. @type {Record<string, (params: any) => Record<string, number>>} */
const KINDS = {
  llama4: ({floor_scale: interval, attn_scale: beta}) => ({interval, beta, shift: 1}),
  ministral3: ({original_max_position: interval, beta}) => ({interval, beta, shift: 0}),
};

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {kind} = item.params;
  if (!Object.hasOwn(KINDS, kind)) throw new Error(`kind ${kind} is not known here`);
  const settings = KINDS[kind](item.params);
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) throw new Error(`params of ${kind} do not give ${name}`);
  }
  const options = {positions: inputOf(item, 'positions').data, ...settings};
  return {
    factor: temperatureFactors(core, options),
    q: temperatureScale(core, {...options, q: inputOf(item, 'q')}),
  };
}

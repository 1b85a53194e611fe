import {gelu} from '../../../../web/core/nn-training.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const forms = /** @type {const} */ (['erf', 'tanh', 'sigmoid']);
  return Object.fromEntries(
    forms.flatMap((form) => {
      const {y, slope} = gelu(core, {x: item.in.x, form});
      return [
        [form, y],
        [`d${form}`, slope],
      ];
    }),
  );
}

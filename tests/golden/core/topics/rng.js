import {randomIntegers, randomUniform} from '../../../../web/core/base.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {base_hex, name, a, modulus} = item.params;
  if (!/^[0-9a-f]{1,16}$/i.test(base_hex)) throw new Error(`base_hex is no number: ${base_hex}`);
  const stream = {seed: BigInt(`0x${base_hex}`), name};
  const {uniform, integers} = item.out;
  return {
    ...(uniform && {
      uniform: randomUniform(core, {...stream, shape: [uniform.data.length], scale: a}),
    }),
    ...(integers && {
      integers: randomIntegers(core, {...stream, n: integers.data.length, modulus}),
    }),
  };
}

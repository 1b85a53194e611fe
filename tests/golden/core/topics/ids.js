import {abacusIds, couplingIds, poseIds, randomizedIds} from '../../../../web/core/pe.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @type {Record<string, (core: Core, item: DecodedCase) => Record<string, any>>} */
const RULES = {
  randomized(core, {params: {n, M: nIds, base_hex: base, stream: name}}) {
    if (!/^[0-9a-f]{1,16}$/i.test(base)) throw new Error(`base_hex is no number: ${base}`);
    return {ids: randomizedIds(core, {n, nIds, seed: BigInt(`0x${base}`), name})};
  },
  pose(core, {params: {n_tokens: nTokens, L: trainLen, r1: nFirst, r2: secondEnd, jump}}) {
    return poseIds(core, {nTokens, trainLen, nFirst, secondEnd, jump});
  },
  abacus(core, item) {
    const {k: offset} = item.params;
    return {ids: abacusIds(core, {isDigit: inputOf(item, 'is_digit').data, offset})};
  },
  coupling(core, {params}) {
    const {a, b, answer, start, reverse_input, reverse_output} = params;
    const sizes = {nA: a.length, nB: b.length, nAnswer: answer.length};
    const written = {inputReversed: reverse_input, answerReversed: reverse_output};
    return {ids: couplingIds(core, {...sizes, start, ...written})};
  },
};

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {rule} = item.params;
  if (!Object.hasOwn(RULES, rule)) throw new Error(`rule ${rule} is not known here`);
  return RULES[rule](core, item);
}

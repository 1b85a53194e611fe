import {runBiasMethod} from '../bias-method.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase, Decoded} from '../compare.js' */

const NAMES = {pos_key: 'attn.deberta_k', pos_query: 'attn.deberta_q'};

/**
 * A term that the case does not have is one whose vectors are 0; the scale is by the number of terms
 * there are.
 *
 * @param {Core} core
 * @param {DecodedCase} item
 */
export function run(core, item) {
  const {heads, hd, buckets: nBuckets, max_position: maxDistance} = item.params;
  const shape = [heads, 2 * (nBuckets || maxDistance), hd];
  const terms = Object.keys(NAMES).filter((name) => item.in[`w.${name}`] !== undefined);
  /** @type {Record<string, Decoded>} */
  const vectors = {};
  for (const name of Object.keys(NAMES)) {
    const none = {data: new Float64Array(shape.reduce((a, b) => a * b, 1)), shape};
    vectors[`w.${name}`] = item.in[`w.${name}`] ?? none;
  }
  const scale = 1 / Math.sqrt(hd * (1 + terms.length));
  const whole = {
    ...item,
    params: {...item.params, scale},
    in: {...item.in, ...vectors},
  };
  const settings = {nBuckets, maxDistance};
  return runBiasMethod(core, whole, {method: 'deberta', names: NAMES, settings});
}

import {repeatingPair, ropeScaling} from '../../../../web/core/pe.js';
import {familyOf} from '../../../../web/figures/scaling/config/families.js';
import {groupOf} from '../compare.js';
import {scalingOf} from '../rope-spec.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const sets = Object.entries(groupOf(item, 'sets')).map(([name, spec]) => {
    const {dim, base} = spec;
    const made = ropeScaling(core, {...scalingOf(spec), dim, base});
    return {
      [`inv_freq.${name}`]: made.invFreq,
      [`attention_factor.${name}`]: [made.attentionFactor],
    };
  });
  const got = Object.assign({}, ...sets);
  if (item.params.identify) {
    const {base, dim, repeat_at: repeatAt} = groupOf(item, 'identify');
    const {pair, period} = repeatingPair(core, {base, dim, repeatAt});
    Object.assign(got, {riflex_pair: [pair], riflex_period: [period]});
  }
  if (!item.out.layer) return got;
  const layer = setOfEachLayer(item, item.out.layer.data.length);
  return typeof layer === 'string' ? layer : {...got, layer};
}

/**
 * The set that each layer takes, as an index into params.order; -1 for a layer without rotation. The file says
 * of a case no more than its name and the number of its layers: the rule is that of the model's family, as the
 * page's reader of configurations has it.
 *
 * @param {DecodedCase} item
 * @param {number} n layers
 * @returns {number[] | string} why not, where the name is of no family with such a rule
 */
function setOfEachLayer({id, params: {order}}, n) {
  const words = id.split('_');
  const names = words.map((_, k) => words.slice(0, words.length - k).join('_'));
  const name = names.find((one) => familyOf(one));
  const layers = Array.from({length: n}, (_, k) => k);
  // its default compress_ratios are 0 in the first and the last layer
  if (name === 'deepseek_v4') return layers.map((k) => (k === 0 || k === n - 1 ? 0 : 1));
  const {fullFirst, nope, fullEvery: every} = (name && familyOf(name)) || {};
  // the model of 35 layers lists every fifth; without a list it is every sixth
  const fullEvery = name === 'gemma4' ? 5 : every;
  if (nope === 'every') return layers.map((k) => ((k + 1) % 4 === 0 ? -1 : 0));
  if (!fullEvery) return `${id} names no family whose layers are known here`;
  const full = nope === 'full' ? -1 : order.indexOf('full');
  const at = fullFirst ? 0 : fullEvery - 1;
  return layers.map((k) => (k % fullEvery === at ? full : order.indexOf('sliding')));
}

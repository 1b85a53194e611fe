import {
  mixedRopeAngles,
  mixedRopeBackward,
  mixedRopeInit,
  mixedRopeRotate,
} from '../../../../web/core/pe.js';
import {runAttention} from '../attention.js';
import {inputOf} from '../compare.js';

/** @import {Core, TensorLike} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {kind} = item.params;
  if (kind === 'init') return init(core, item);
  if (kind !== 'attention') throw new Error(`kind ${kind} is not known here`);
  const weights = joined(inputOf(item, 'w.x'), inputOf(item, 'w.y'));
  const positions = joined(inputOf(item, 'x'), inputOf(item, 'y'));
  const [q, k] = ['q', 'k'].map((name) =>
    mixedRopeRotate(core, {x: inputOf(item, name), weights, positions}),
  );
  // every token sees every token
  const all = {...item, params: {mask: 'full', ...item.params}};
  const {dlogits: _, ...got} = runAttention(core, all, {q, k});
  const ofQ = mixedRopeBackward(core, {drotated: got.dq, rotated: q, weights, positions});
  const ofK = mixedRopeBackward(core, {drotated: got.dk, rotated: k, weights, positions});
  const dweights = ofQ.dweights.data.map((value, at) => value + ofK.dweights.data[at]);
  return {
    ...got,
    angles: mixedRopeAngles(core, {weights, positions}),
    dq: ofQ.dx,
    dk: ofK.dx,
    'dw.x': dweights.subarray(0, dweights.length / 2),
    'dw.y': dweights.subarray(dweights.length / 2),
  };
}

/** @param {Core} core @param {DecodedCase} item */
function init(core, item) {
  const {hd: dHead, theta} = item.params;
  const {data} = mixedRopeInit(core, {angles: inputOf(item, 'angle').data, theta, dHead});
  return {wx: data.subarray(0, data.length / 2), wy: data.subarray(data.length / 2)};
}

/** Two tensors of one shape as one, with an axis in front. @param {TensorLike} a @param {TensorLike} b */
function joined(a, b) {
  return {data: [...Array.from(a.data), ...Array.from(b.data)], shape: [2, ...a.shape]};
}

import {logSoftmax, softmax, softmaxBackward} from '../../../../web/core/nn.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {Decoded, DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {x, g} = item.in;
  const y = softmax(core, {x});
  /** @type {Record<string, {data: Float32Array | Float64Array}>} */
  const got = {y, logy: logSoftmax(core, {x})};
  if (g) got.dx = softmaxBackward(core, {dy: g, y});
  for (const [name, tensor] of Object.entries(got)) {
    forgiveDeadRows(tensor, item.out[name], x, name === 'logy' ? Number.NEGATIVE_INFINITY : 0);
    got[name] = {data: forgiveOverflow(tensor.data, item.out[name])};
  }
  return got;
}

/**
 * A logarithm past float's range is infinite in float: right where what is wanted rounds to that.
 *
 * @param {ArrayLike<number>} got
 * @param {Decoded | undefined} want
 */
function forgiveOverflow(got, want) {
  return Float64Array.from(got, (value, k) => {
    const wanted = want?.data[k] ?? Number.NaN;
    return !Number.isFinite(value) && value === Math.fround(wanted) ? wanted : value;
  });
}

/**
 * A row that is -inf throughout has no softmax. The files say NaN there and take zeros as well; ours
 * are exactly `ours`, or the row is left to fail.
 *
 * @param {{data: Float32Array | Float64Array}} got
 * @param {Decoded | undefined} want
 * @param {Decoded} x
 * @param {number} ours
 */
function forgiveDeadRows(got, want, x, ours) {
  const n = x.shape[x.shape.length - 1];
  for (let start = 0; start < x.data.length; start += n) {
    if (x.data.subarray(start, start + n).some((value) => value !== Number.NEGATIVE_INFINITY)) {
      continue;
    }
    const row = got.data.subarray(start, start + n);
    if (want && row.every((value) => value === ours)) {
      row.set(want.data.subarray(start, start + n));
    }
  }
}

// @ts-check
// What may be written to: a tensor whose elements have a place each, which what is read does not share.
import {runtimeError} from './errors.js';
import {walk} from './tensor.js';

/** @import {Tensor} from './tensor.js' */

const ADVICE = 'Please clone() the tensor before performing the operation.';

/**
 * An expanded tensor has one place for many elements. Windows that overlap PyTorch writes in the order of
 * its loops, and reads again what it has written: that is refused here.
 *
 * @param {Tensor} x
 */
export function checkOwnPlaces(x) {
  if (x.strides.some((step, d) => step === 0 && x.shape[d] > 1)) {
    runtimeError(
      `unsupported operation: more than one element of the written-to tensor refers to a single memory location. ${ADVICE}`,
    );
  }
  if (mayOverlap(x) && new Set(placesOf(x)).size < x.size) {
    runtimeError("writing to windows that overlap is not part of this lab's torch");
  }
}

/** Whether a step is no longer than what the shorter ones reach. @param {Tensor} x */
function mayOverlap({shape, strides}) {
  const axes = shape.flatMap((n, d) => (n > 1 ? [{n, step: Math.abs(strides[d])}] : []));
  let reach = 0;
  return axes
    .sort((a, b) => a.step - b.step)
    .some(({n, step}) => {
      const isWithin = step <= reach;
      reach += (n - 1) * step;
      return isWithin;
    });
}

/**
 * Refuses to write what is being read, but for a tensor onto itself. PyTorch refuses so where both are
 * without gaps; with gaps it goes on, and its result depends on the order of its loops.
 *
 * @param {Tensor} x written to
 * @param {Tensor} source
 * @param {boolean} [isStrict] refuses a tensor onto itself too
 */
export function checkApart(x, source, isStrict = false) {
  if (x.storage !== source.storage || (!isStrict && isSameView(x, source))) return;
  const written = new Set(placesOf(x));
  if (!placesOf(source).some((place) => written.has(place))) return;
  runtimeError(
    `unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. ${ADVICE}`,
  );
}

/** @param {Tensor} x @param {Tensor} y */
const isSameView = (x, y) =>
  x.offset === y.offset && sameList(x.shape, y.shape) && sameList(x.strides, y.strides);

/** @param {readonly number[]} a @param {readonly number[]} b */
const sameList = (a, b) => a.length === b.length && a.every((n, k) => n === b[k]);

/** @param {Tensor} x @returns {number[]} */
function placesOf(x) {
  /** @type {number[]} */
  const places = [];
  walk(x.shape, [x.strides], [x.offset], ([at], n, [step]) => {
    for (let k = 0; k < n; k++) places.push(at + k * step);
  });
  return places;
}

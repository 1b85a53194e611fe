// @ts-check
// Complex numbers: pairs of floats beside each other, so that both parts are views.
import {complexOf, DTYPES, partOf} from './dtypes.js';
import {runtimeError} from './errors.js';
import {broadcast, dense, make, stretch, Tensor} from './tensor.js';

/** @import {Dtype} from './dtypes.js' */

const {float32, float64} = DTYPES;

/** @param {Dtype} dtype @param {readonly number[]} shape @param {readonly number[]} parts re, im, re, im ... */
export function fromParts(dtype, shape, parts) {
  const out = make(dtype, shape);
  out.storage.data.set(parts);
  return out;
}

/** @param {Tensor} a @param {Tensor} b @param {(a: number, b: number) => [number, number]} f @param {string} name */
function pairUp(a, b, f, name) {
  if (a.dtype.kind !== 2 || b.dtype.kind !== 2) {
    runtimeError(
      `Expected both inputs to be Half, Float or Double tensors but got ${a.dtype.scalar} and ${b.dtype.scalar}`,
    );
  }
  if (a.dtype !== b.dtype) {
    runtimeError(
      `Expected object of scalar type ${a.dtype.scalar} but got scalar type ${b.dtype.scalar} for second argument`,
    );
  }
  if (a.dtype !== float32 && a.dtype !== float64)
    runtimeError(`torch.${name} of ${a.dtype.name} is not part of this lab's torch`);
  const shape = broadcast(a.shape, b.shape);
  const [x, y] = [a, b].map((part) => dense(stretch(part, shape)));
  const out = make(complexOf(a.dtype), shape);
  for (let k = 0; k < out.size; k++) {
    [out.storage.data[2 * k], out.storage.data[2 * k + 1]] = f(x[k], y[k]);
  }
  return out;
}

/** @param {Tensor} re @param {Tensor} im */
export const fromRealImag = (re, im) => pairUp(re, im, (a, b) => [a, b], 'complex');

/** @param {Tensor} abs @param {Tensor} angle */
export const polar = (abs, angle) =>
  pairUp(
    abs,
    angle,
    (size, by) => [size * abs.dtype.round(Math.cos(by)), size * abs.dtype.round(Math.sin(by))],
    'polar',
  );

/** @param {Tensor} x (..., 2) */
export function viewAsComplex(x) {
  if (x.dtype !== float32 && x.dtype !== float64) {
    runtimeError(
      `view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: ${x.dtype.scalar}`,
    );
  }
  if (x.rank === 0) runtimeError('Input tensor must have one or more dimensions');
  const last = x.rank - 1;
  if (x.shape[last] !== 2) runtimeError('Tensor must have a last dimension of size 2');
  if (x.strides[last] !== 1) runtimeError('Tensor must have a last dimension with stride 1');
  const strides = x.strides.slice(0, -1);
  if (strides.some((step) => step % 2 !== 0)) {
    runtimeError(`Tensor must have a stride divisible by 2 for all but last dimension`);
  }
  if (x.offset % 2 !== 0) runtimeError('Tensor must have a storage_offset divisible by 2');
  return new Tensor(
    x.storage,
    complexOf(x.dtype),
    x.shape.slice(0, -1),
    strides.map((step) => step / 2),
    x.offset / 2,
  );
}

/** @param {Tensor} x @returns {Tensor} (..., 2) */
export function viewAsReal(x) {
  if (x.dtype.kind !== 3) runtimeError('view_as_real is only supported for complex tensors');
  return new Tensor(
    x.storage,
    partOf(x.dtype),
    [...x.shape, 2],
    [...x.strides.map((step) => 2 * step), 1],
    2 * x.offset,
  );
}

/** @param {Tensor} x @param {boolean} isImag */
export function part(x, isImag) {
  if (x.dtype.kind !== 3) {
    if (!isImag) return x;
    runtimeError('imag is not implemented for tensors with non-complex dtypes.');
  }
  return new Tensor(
    x.storage,
    partOf(x.dtype),
    x.shape,
    x.strides.map((step) => 2 * step),
    2 * x.offset + (isImag ? 1 : 0),
  );
}

// @ts-check
// A strided tensor: views share their storage, as in PyTorch.
import {isLow, stepsOf} from './dtypes.js';
import {indexError, runtimeError, typeError} from './errors.js';

/** @import {Dtype, Numbers} from './dtypes.js' */

/** Elements of one tensor at most: beyond, a tab would be in danger. */
const MOST_ELEMENTS = 5e7;

let lastStorage = 0;

/** To be called when no tensor is left. */
export const numberStoragesAnew = () => {
  lastStorage = 0;
};

/**
 * What views share; id is what data_ptr() distinguishes, writes how often it was written to.
 *
 * @typedef {{data: Numbers, id: number, writes?: number}} Storage
 */

/** @param {readonly number[]} shape */
export const sizeOf = (shape) => shape.reduce((n, size) => n * size, 1);

/** @param {readonly number[]} shape @returns {number[]} row-major strides, in elements */
export function stridesOf(shape) {
  const strides = new Array(shape.length);
  let step = 1;
  for (let d = shape.length - 1; d >= 0; d--) {
    strides[d] = step;
    step *= Math.max(shape[d], 1);
  }
  return strides;
}

/** As PyTorch writes a shape. @param {readonly number[]} shape */
export const textOf = (shape) => `[${shape.join(', ')}]`;

export class Tensor {
  /**
   * @param {Storage} storage
   * @param {Dtype} dtype
   * @param {readonly number[]} shape
   * @param {readonly number[]} strides in elements
   * @param {number} offset in elements
   */
  constructor(storage, dtype, shape, strides, offset) {
    this.storage = storage;
    this.dtype = dtype;
    this.shape = shape;
    this.strides = strides;
    this.offset = offset;
    this.isScalar = false; // a complex number of Python's
    /** @type {Tensor | null} */
    this.base = null; // of a view: what it is one of, and is no view itself
    this.isHeld = false; // whether Python has it, or has had it
  }

  get rank() {
    return this.shape.length;
  }

  get size() {
    return sizeOf(this.shape);
  }

  get isContiguous() {
    const dense = stridesOf(this.shape);
    return this.size === 0 || this.shape.every((n, d) => n === 1 || this.strides[d] === dense[d]);
  }

  /**
   * Another window on the same storage.
   *
   * @param {readonly number[]} shape
   * @param {readonly number[]} strides
   * @param {number} [offset]
   */
  window(shape, strides, offset = this.offset) {
    const made = new Tensor(this.storage, this.dtype, shape, strides, offset);
    made.base = this.base ?? (this.isHeld ? this : null);
    return made;
  }
}

/** Zeros. @param {Dtype} dtype @param {readonly number[]} shape */
export function make(dtype, shape) {
  for (const n of shape) {
    if (n < 0) {
      runtimeError(`Trying to create tensor with negative dimension ${n}: ${textOf(shape)}`);
    }
  }
  const n = sizeOf(shape);
  if (n > MOST_ELEMENTS) {
    runtimeError(
      `a tensor of shape ${textOf(shape)} has more than ${MOST_ELEMENTS} elements, which is too much here`,
    );
  }
  const storage = {data: dtype.make(n), id: ++lastStorage};
  return new Tensor(storage, dtype, [...shape], stridesOf(shape), 0);
}

/** @param {Dtype} dtype @param {readonly number[]} shape @param {ArrayLike<number>} values rounded here */
export function from(dtype, shape, values) {
  const tensor = make(dtype, shape);
  const {data} = tensor.storage;
  for (let k = 0; k < values.length; k++) data[k] = dtype.round(values[k]);
  return tensor;
}

/** What Python calls the type of something that came from there. @param {any} value @returns {string} */
const kindOf = (value) =>
  value?.type ??
  (typeof value === 'string' ? 'str' : value === undefined ? 'NoneType' : typeof value);

/** @param {number} d @param {number} rank @returns {number} 0 .. rank - 1 */
export function dimOf(d, rank) {
  const most = Math.max(rank, 1);
  if (typeof d !== 'number') typeError(`argument 'dim' must be int, not ${kindOf(d)}`);
  if (d < -most || d >= most) {
    indexError(
      `Dimension out of range (expected to be in range of [${-most}, ${most - 1}], but got ${d})`,
    );
  }
  return d < 0 ? d + most : d;
}

/**
 * The offset of every element of a shape under some strides, in row-major order: of several operands
 * at once, run by run along the last axis, and along those before it that every operand goes through
 * with the same steps.
 *
 * @param {readonly number[]} shape
 * @param {readonly (readonly number[])[]} strides
 * @param {readonly number[]} offsets
 * @param {(at: number[], n: number, steps: number[]) => void} run at: where the run begins, of each
 *   operand; steps: along it
 */
export function walk(shape, strides, offsets, run) {
  if (sizeOf(shape) === 0) return;
  let last = shape.length - 1;
  let n = last < 0 ? 1 : shape[last];
  const steps = strides.map((s) => (last < 0 ? 0 : s[last]));
  while (last > 0 && strides.every((s, k) => s[last - 1] === steps[k] * n)) n *= shape[--last];
  const at = [...offsets];
  const index = new Array(Math.max(last, 0)).fill(0);
  for (;;) {
    run(at, n, steps);
    let d = last - 1;
    for (; d >= 0; d--) {
      index[d]++;
      for (let k = 0; k < at.length; k++) at[k] += strides[k][d];
      if (index[d] < shape[d]) break;
      for (let k = 0; k < at.length; k++) at[k] -= strides[k][d] * shape[d];
      index[d] = 0;
    }
    if (d < 0) return;
  }
}

/**
 * Its numbers in row-major order: the storage itself where it is that already, so only to be read.
 *
 * @param {Tensor} tensor
 * @returns {Numbers} size * width numbers
 */
export function dense(tensor) {
  const {dtype, shape, strides, offset, storage, size} = tensor;
  const w = dtype.width;
  if (tensor.isContiguous) return storage.data.subarray(w * offset, w * (offset + size));
  const out = dtype.make(size);
  const {data} = storage;
  let to = 0;
  walk(shape, [strides], [offset], ([from], n, [step]) => {
    for (let k = 0; k < n; k++, from += step) {
      if (w === 1) out[to++] = data[from];
      else {
        out[to++] = data[2 * from];
        out[to++] = data[2 * from + 1];
      }
    }
  });
  return out;
}

/** A copy of its own, in row-major order. @param {Tensor} tensor */
export function clone(tensor) {
  const out = make(tensor.dtype, tensor.shape);
  out.storage.data.set(dense(tensor));
  return out;
}

/**
 * The shape that two shapes are stretched to.
 *
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 * @returns {number[]}
 */
export function broadcast(a, b) {
  const rank = Math.max(a.length, b.length);
  const shape = new Array(rank);
  for (let d = rank - 1; d >= 0; d--) {
    const [n, m] = [a, b].map((s) => s[d - rank + s.length] ?? 1);
    if (n !== m && n !== 1 && m !== 1) {
      runtimeError(
        `The size of tensor a (${n}) must match the size of tensor b (${m}) at non-singleton dimension ${d}`,
      );
    }
    shape[d] = n === 1 ? m : n;
  }
  return shape;
}

/** A view of that shape, in which axes of one are repeated. @param {Tensor} tensor @param {readonly number[]} shape */
export function stretch(tensor, shape) {
  const lead = shape.length - tensor.rank;
  const strides = shape.map((n, d) =>
    d < lead || (tensor.shape[d - lead] === 1 && n !== 1) ? 0 : tensor.strides[d - lead],
  );
  return tensor.window(shape, strides);
}

/**
 * A result laid out in memory as PyTorch lays out what it computes element by element: where the
 * operands' strides are longest, its own are. view() shows it.
 *
 * @param {Tensor} result
 * @param {readonly Tensor[]} operands of its shape, or stretched to it
 * @returns {Tensor} the same numbers
 */
export function laidOutAs(result, operands) {
  if (operands.every(({isContiguous}) => isContiguous) || result.rank < 2) return result;
  const strides = operands.map((x) => stretch(x, result.shape).strides.map(Math.abs));
  const order = outermostFirst(result.shape, strides);
  if (order.every((d, k) => d === k)) return result;
  const steps = stridesOf(order.map((d) => result.shape[d]));
  const own = make(result.dtype, result.shape);
  const out = own.window(
    result.shape,
    result.shape.map((_, d) => steps[order.indexOf(d)]),
  );
  put(out, result);
  return out;
}

/**
 * Axes by the operands' strides, the longest first. Sorted by insertion, for a pair may be undecided.
 *
 * @param {readonly number[]} shape
 * @param {readonly (readonly number[])[]} strides of each operand
 */
function outermostFirst(shape, strides) {
  const order = shape.map((_, d) => shape.length - 1 - d); // the innermost first
  for (let k = 1; k < order.length; k++) {
    let at = k;
    for (let other = k - 1; other >= 0; other--) {
      const verdict = comparedAxes(order[other], order[at], shape, strides);
      if (verdict < 0) break;
      if (verdict === 0) continue;
      [order[other], order[at]] = [order[at], order[other]];
      at = other;
    }
  }
  return order.reverse();
}

/** 1: axis a belongs outside of b, -1: inside, 0: no operand knows. @param {number} a @param {number} b @param {readonly number[]} shape @param {readonly (readonly number[])[]} strides */
function comparedAxes(a, b, shape, strides) {
  for (const steps of strides) {
    const [s, t] = [steps[a], steps[b]];
    if (s === 0 || t === 0) continue;
    if (s !== t) return s < t ? -1 : 1;
    if (shape[a] > shape[b]) return 1;
  }
  return 0;
}

/** Its numbers as another type. @param {Tensor} tensor @param {Dtype} dtype @returns {Tensor} */
export function convert(tensor, dtype) {
  if (tensor.dtype === dtype) return tensor;
  const out = make(dtype, tensor.shape);
  put(out, tensor);
  return out;
}

/** How numbers of one type become those of another. @param {Dtype} to @param {Dtype} source */
export function roundingOf(to, source) {
  if (source.kind > 1) return to.truncate;
  if (source.name !== 'int64' || to === source || to.name === 'uint64') return to.round;
  const least = to.kind > 1 ? -(2 ** 63) : 0; // of its last bits nothing is left
  return (/** @type {number} */ x) => to.round(isLow(x) ? least + stepsOf(x) : x);
}

/**
 * Writes the numbers of one tensor into another of the same shape, in the latter's type.
 *
 * @param {Tensor} to
 * @param {Tensor} source
 */
export function put(to, source) {
  const [w, v] = [to.dtype.width, source.dtype.width];
  const round = roundingOf(to.dtype, source.dtype);
  const values = to.storage === source.storage ? clone(source) : source; // they may overlap
  const [out, data] = [to.storage.data, values.storage.data];
  walk(to.shape, [to.strides, values.strides], [to.offset, values.offset], ([i, j], n, [s, t]) => {
    for (let k = 0; k < n; k++, i += s, j += t) {
      out[w * i] = round(data[v * j]);
      if (w === 2) out[2 * i + 1] = v === 2 ? round(data[2 * j + 1]) : 0;
    }
  });
}

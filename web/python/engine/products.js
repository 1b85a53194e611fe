// @ts-check
// Products of matrices: sums in double, and by the core where they are float32 and large.
import {matmul as coreMatmul} from '../../core/linalg.js';
import {DTYPES, exactWhole} from './dtypes.js';
import {binary} from './elementwise.js';
import {runtimeError} from './errors.js';
import {reduce} from './reduce.js';
import {reshape, select, transpose, unsqueeze, view} from './shapes.js';
import {broadcast, dense, make, stretch, Tensor, textOf} from './tensor.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Dtype, Numbers} from './dtypes.js' */

const {bool, float32, bfloat16} = DTYPES;

/** From this many multiplications on, some milliseconds here, the core's speed counts for more than double. */
const WORTH = 2 ** 20;

/** Below this many multiplications each PyTorch makes the products of a batch by itself. */
const LEAST_OF_BATCH = 400;

/** PyTorch multiplies matrices of bfloat16 in float32 from this many multiplications on. */
const MOST_ROUNDED = 4096;

/** Whether its columns lie in memory as runs, and its rows do not. @param {Tensor} x */
const isColumnMajor = ({shape: [m, n], strides: [s, t]}) =>
  s === 1 && t >= Math.max(1, m) && !(t === 1 && s >= Math.max(1, n));

/**
 * Whether PyTorch rounds each product and each sum of it to bfloat16.
 *
 * @param {Tensor} a (m, k) @param {Tensor} b (k, n) @param {number} batch how many such products at once, 0: it is no batch
 */
function isRoundedByStep(a, b, batch) {
  const [m, k] = a.shape;
  const n = b.shape[1];
  if (a.dtype === bfloat16 && batch && m * k * n < LEAST_OF_BATCH) return true;
  if (a.dtype !== bfloat16 || (batch || 1) * m * k * n > MOST_ROUNDED) return false;
  return n === 1 || isColumnMajor(a) || !isColumnMajor(b);
}

/** @param {Tensor} a (m, k) @param {Tensor} b (k, n) @param {Core | null} core @param {number} [batch] how many such products at once, 0: it is no batch */
function product(a, b, core, batch = 0) {
  const [m, k] = a.shape;
  const n = b.shape[1];
  if (a.dtype.kind === 3) return complexProduct(a, b);
  const [x, y] = [dense(a), dense(b)];
  if (core && a.dtype === float32 && m * n * k >= WORTH) {
    const {data} = coreMatmul(core, {
      a: {data: x, shape: [m, k]},
      b: {data: y, shape: [k, n]},
    });
    return wrap(data, [m, n]);
  }
  checkExact(a.dtype, x, y, k);
  const out = make(a.dtype, [m, n]);
  const {data} = out.storage;
  const sums = new Float64Array(n);
  const {round} = a.dtype;
  const isByStep = isRoundedByStep(a, b, batch);
  for (let i = 0; i < m; i++) {
    sums.fill(0);
    for (let l = 0; l < k; l++) {
      const by = x[i * k + l];
      if (isByStep) {
        for (let j = 0; j < n; j++) sums[j] = round(sums[j] + round(by * y[l * n + j]));
      } else for (let j = 0; j < n; j++) sums[j] += by * y[l * n + j];
    }
    for (let j = 0; j < n; j++) data[i * n + j] = a.dtype.round(sums[j]);
  }
  return out;
}

/** @param {Numbers} values */
function mostOf(values) {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}

/** That sums of n products are exact where they are of integers. @param {Dtype} dtype @param {Numbers} x @param {Numbers} y @param {number} n */
function checkExact(dtype, x, y, n) {
  if (dtype.kind > 1) return;
  exactWhole(mostOf(x) * mostOf(y) * n);
}

/** @param {Float32Array} data @param {number[]} shape */
function wrap(data, shape) {
  const out = make(float32, shape);
  out.storage.data.set(data);
  return out;
}

/** @param {Tensor} a @param {Tensor} b */
function complexProduct(a, b) {
  const [rows, columns] = [unsqueeze(a, 2), unsqueeze(b, 0)];
  return reduce('sum', binary('mul', rows, columns), [1], false, 0);
}

/** @param {Tensor} a @param {Tensor} b */
function checkTypes(a, b) {
  if (a.dtype !== b.dtype) {
    if (a.rank === 1 && b.rank === 1) {
      runtimeError(
        `dot : expected both vectors to have same dtype, but found ${a.dtype.scalar} and ${b.dtype.scalar}`,
      );
    }
    runtimeError(`expected scalar type ${a.dtype.scalar} but found ${b.dtype.scalar}`);
  }
  if (a.dtype === bool)
    runtimeError(`"${a.rank > 1 ? 'addmm_impl_cpu_' : 'dot'}" not implemented for 'Bool'`);
}

/** @param {Tensor} a @param {Tensor} b @param {Core | null} core @returns {Tensor} */
export function matmul(a, b, core) {
  if (a.rank === 0 || b.rank === 0) {
    runtimeError(
      `both arguments to matmul need to be at least 1D, but they are ${a.rank}D and ${b.rank}D`,
    );
  }
  if (a.rank === 1 && b.rank === 1) return dot(a, b);
  if (a.rank === 2 && b.rank === 1) return vectorProduct(a, b, core);
  if (a.rank < b.rank && a.rank < 3 && b.rank > 2) return folded(a, b, core);
  if (a.rank === 1) {
    const y = matmul(unsqueeze(a, 0), b, core);
    return select(y, y.rank - 2, 0);
  }
  if (b.rank === 1) {
    const rows = reshape(a, [-1, a.shape[a.rank - 1]]);
    return view(vectorProduct(rows, b, core), a.shape.slice(0, -1));
  }
  const inner = a.shape[a.rank - 1];
  if (a.rank === 2 && b.rank === 2) {
    if (inner !== b.shape[0]) {
      runtimeError(
        `mat1 and mat2 shapes cannot be multiplied (${a.shape.join('x')} and ${b.shape.join('x')})`,
      );
    }
    checkTypes(a, b);
    return product(a, b, core);
  }
  return batched(a, b, core);
}

/** Of a vector or a matrix and many matrices: the other way round, as PyTorch, whose messages show it. @param {Tensor} a @param {Tensor} b @param {Core | null} core */
function folded(a, b, core) {
  const y = matmul(transpose(b, -1, -2), a.rank === 2 ? transpose(a, 0, 1) : a, core);
  return a.rank === 2 ? transpose(y, -1, -2) : y;
}

/** @param {Tensor} a @param {Tensor} b */
export function dot(a, b) {
  if (a.rank !== 1 || b.rank !== 1) {
    runtimeError(`1D tensors expected, but got ${a.rank}D and ${b.rank}D tensors`);
  }
  checkTypes(a, b);
  if (a.size !== b.size) {
    runtimeError(
      `inconsistent tensor size, expected tensor ${textOf(a.shape)} and src ${textOf(b.shape)} to have the same number of elements, but got ${a.size} and ${b.size} elements respectively`,
    );
  }
  if (a.dtype.kind === 3) return reduce('sum', binary('mul', a, b), [], false, 0);
  const [x, y] = [dense(a), dense(b)];
  checkExact(a.dtype, x, y, x.length);
  let sum = 0;
  const {round} = a.dtype;
  if (a.dtype === bfloat16) {
    for (let k = 0; k < x.length; k++) sum = round(sum + round(x[k] * y[k]));
  } else for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
  const out = make(a.dtype, []);
  out.storage.data[0] = a.dtype.round(sum);
  return out;
}

/** @param {Tensor} a @param {Tensor} b @param {Core | null} core */
function vectorProduct(a, b, core) {
  if (a.shape[1] !== b.shape[0]) {
    runtimeError(`size mismatch, got ${a.shape[0]}, ${a.shape.join('x')},${b.shape[0]}`);
  }
  checkTypes(a, b);
  return select(product(a, unsqueeze(b, 1), core), 1, 0);
}

/** @param {Tensor} a @param {Tensor} b @param {Core | null} core */
export function batched(a, b, core) {
  const [m, k] = a.shape.slice(-2);
  const [l, n] = b.shape.slice(-2);
  if (b.rank === 2) {
    if (k !== l) {
      const rows = a.size / k;
      runtimeError(
        `mat1 and mat2 shapes cannot be multiplied (${rows}x${k} and ${b.shape.join('x')})`,
      );
    }
    checkTypes(a, b);
    const flat = product(reshape(a, [-1, k]), b, core);
    return view(flat, [...a.shape.slice(0, -1), n]);
  }
  const batch = broadcast(a.shape.slice(0, -2), b.shape.slice(0, -2));
  const count = batch.reduce((x, y) => x * y, 1);
  if (k !== l) {
    runtimeError(
      `Expected size for first two dimensions of batch2 tensor to be: [${count}, ${k}] but got: [${count}, ${l}].`,
    );
  }
  checkTypes(a, b);
  const x = reshape(stretch(a, [...batch, m, k]), [count, m, k]);
  const y = reshape(stretch(b, [...batch, k, n]), [count, k, n]);
  const out = make(a.dtype, [count, m, n]);
  const w = a.dtype.width;
  for (let i = 0; i < count; i++) {
    const one = product(select(x, 0, i), select(y, 0, i), core, count);
    out.storage.data.set(dense(one), w * i * m * n);
  }
  return view(out, [...batch, m, n]);
}

/** @param {Tensor} a (b, m, k) @param {Tensor} b (b, k, n) @param {Core | null} core */
export function bmm(a, b, core) {
  if (a.rank !== 3) runtimeError('batch1 must be a 3D tensor');
  if (b.rank !== 3) runtimeError('batch2 must be a 3D tensor');
  const want = [a.shape[0], a.shape[2]];
  if (b.shape[0] !== want[0] || b.shape[1] !== want[1]) {
    runtimeError(
      `Expected size for first two dimensions of batch2 tensor to be: ${textOf(want)} but got: ${textOf(b.shape.slice(0, 2))}.`,
    );
  }
  return batched(a, b, core);
}

/** @param {Tensor} a @param {Tensor} b */
export function outer(a, b) {
  for (const [k, x] of [a, b].entries()) {
    if (x.rank !== 1) {
      runtimeError(`outer: Expected 1-D argument ${k ? 'vec2' : 'self'}, but got ${x.rank}-D`);
    }
  }
  return binary('mul', unsqueeze(a, 1), unsqueeze(b, 0));
}

// @ts-check
// Products of matrices: sums in double, and by the core where they are float32 and large.
import {matmul as coreMatmul} from '../../core/linalg.js';
import {DTYPES} from './dtypes.js';
import {binary} from './elementwise.js';
import {runtimeError} from './errors.js';
import {reduce} from './reduce.js';
import {permute, reshape, select, unsqueeze, view} from './shapes.js';
import {broadcast, clone, dense, make, stretch, Tensor, textOf} from './tensor.js';

/** @import {Core} from '../../core/core.js' */

const {bool, complex64, float32} = DTYPES;

/** From this many multiplications on, some milliseconds here, the core's speed counts for more than double. */
const WORTH = 2 ** 20;

/** @param {Tensor} a (m, k) @param {Tensor} b (k, n) @param {Core | null} core */
function product(a, b, core) {
  const [m, k] = a.shape;
  const n = b.shape[1];
  if (a.dtype === complex64) return complexProduct(a, b);
  const [x, y] = [dense(a), dense(b)];
  if (core && a.dtype === float32 && m * n * k >= WORTH) {
    const {data} = coreMatmul(core, {
      a: {data: x, shape: [m, k]},
      b: {data: y, shape: [k, n]},
    });
    return wrap(data, [m, n]);
  }
  const out = make(a.dtype, [m, n]);
  const {data} = out.storage;
  const sums = new Float64Array(n);
  for (let i = 0; i < m; i++) {
    sums.fill(0);
    for (let l = 0; l < k; l++) {
      const by = x[i * k + l];
      for (let j = 0; j < n; j++) sums[j] += by * y[l * n + j];
    }
    for (let j = 0; j < n; j++) data[i * n + j] = a.dtype.round(sums[j]);
  }
  return out;
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
  if (a.dtype === bool) runtimeError(`"addmm_impl_cpu_" not implemented for 'Bool'`);
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
  if (a.rank === 1) {
    const y = matmul(unsqueeze(a, 0), b, core);
    return select(y, y.rank - 2, 0);
  }
  if (b.rank === 1) {
    const y = matmul(a, unsqueeze(b, 1), core);
    return select(y, y.rank - 1, 0);
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
  if (a.dtype === complex64) return reduce('sum', binary('mul', a, b), [], false, 0);
  const [x, y] = [dense(a), dense(b)];
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
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
function batched(a, b, core) {
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
    const one = product(select(x, 0, i), select(y, 0, i), core);
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

// -------------------------------------------------------------------------------------- einsum

/** @param {string} equation */
function readEquation(equation) {
  const text = equation.replaceAll(' ', '');
  const wrong = [...text.replace('->', '').replaceAll('...', '')].find((c) => !/[a-zA-Z,]/.test(c));
  if (wrong) {
    runtimeError(
      `einsum(): invalid subscript given at index ${text.indexOf(wrong)} in the equation string, subscripts must be in [a-zA-Z]`,
    );
  }
  const [left, right] = text.split('->');
  const inputs = left.split(',');
  const letters = [...left.replaceAll(',', '').replaceAll('...', '')];
  const once = [...new Set(letters)].filter((c) => letters.indexOf(c) === letters.lastIndexOf(c));
  const dots = left.includes('...') ? '...' : '';
  return {inputs, output: right ?? dots + once.sort().join('')};
}

/** The diagonal where a letter repeats. @param {Tensor} x @param {string[]} letters */
function diagonals(x, letters) {
  const kept = [...new Set(letters)];
  const [shape, strides] = [new Array(kept.length).fill(0), new Array(kept.length).fill(0)];
  letters.forEach((letter, d) => {
    const at = kept.indexOf(letter);
    shape[at] = x.shape[d];
    strides[at] += x.strides[d];
  });
  return {x: x.window(shape, strides), letters: kept};
}

/** Letters of an operand; of `...` its own axes, numbered from the last. @param {string} text @param {Tensor} x @param {number} k */
function lettersOf(text, x, k) {
  const named = text.replace('...', '').length;
  const n = x.rank - named;
  if (n < 0 || (n > 0 && !text.includes('...'))) {
    runtimeError(
      `einsum(): the number of subscripts in the equation (${named}) ${n < 0 ? 'is more than' : 'does not match'} the number of dimensions (${x.rank}) for operand ${k}${n < 0 ? '' : ' and no ellipsis was given'}`,
    );
  }
  const dots = Array.from({length: n}, (_, d) => `.${n - 1 - d}`);
  const [before, after = ''] = text.split('...');
  return text.includes('...') ? [...before, ...dots, ...after] : [...text];
}

/**
 * All operands over all letters, multiplied, and summed over those that the output lacks: for the small
 * tensors of exercises; a product of two matrices goes the fast way.
 *
 * @param {string} equation
 * @param {readonly Tensor[]} tensors
 * @param {Core | null} core
 */
export function einsum(equation, tensors, core) {
  const {inputs, output} = readEquation(equation);
  if (inputs.length !== tensors.length) {
    runtimeError(
      inputs.length > tensors.length
        ? 'einsum(): fewer operands were provided than specified in the equation'
        : 'einsum(): more operands were provided than specified in the equation',
    );
  }
  const operands = inputs.map((text, k) => diagonals(tensors[k], lettersOf(text, tensors[k], k)));
  const all = [...new Set(operands.flatMap(({letters}) => letters))];
  const dots = all
    .filter((c) => c.startsWith('.'))
    .sort()
    .reverse();
  const wanted = output.includes('...')
    ? [...output.split('...')[0], ...dots, ...output.split('...')[1]]
    : [...output];
  const unknown = wanted.find((c) => !all.includes(c));
  if (unknown) {
    runtimeError(
      `einsum(): output subscript ${unknown} does not appear in the equation for any input operand`,
    );
  }
  return contract(operands, wanted, all, core);
}

/** @param {{x: Tensor, letters: string[]}[]} operands @param {string[]} wanted @param {string[]} all @param {Core | null} core */
function contract(operands, wanted, all, core) {
  const summed = all.filter((c) => !wanted.includes(c));
  if (operands.length === 2) return contractTwo(operands, wanted, summed, core);
  const order = [...wanted, ...summed];
  const aligned = operands.map(({x, letters}) => align(x, letters, order));
  const total = aligned.reduce((a, b) => binary('mul', a, b));
  if (summed.length === 0) return total;
  const dims = summed.map((_, k) => wanted.length + k);
  return reduce('sum', total, dims, false, 0);
}

/** Axes in this order; those it lacks are one wide. @param {Tensor} x @param {string[]} letters @param {string[]} order */
function align(x, letters, order) {
  const present = order.filter((c) => letters.includes(c));
  let y = permute(
    x,
    present.map((c) => letters.indexOf(c)),
  );
  order.forEach((c, d) => {
    if (!letters.includes(c)) y = unsqueeze(y, d);
  });
  return y;
}

/** Two operands as a batch of matrix products. @param {{x: Tensor, letters: string[]}[]} operands @param {string[]} wanted @param {string[]} summed @param {Core | null} core */
function contractTwo([a, b], wanted, summed, core) {
  const batch = wanted.filter((c) => a.letters.includes(c) && b.letters.includes(c));
  const rows = wanted.filter((c) => !b.letters.includes(c));
  const columns = wanted.filter((c) => !a.letters.includes(c));
  /** @type {Map<string, number>} */
  const sizes = new Map();
  b.letters.forEach((c, d) => {
    sizes.set(c, b.x.shape[d]);
  });
  a.letters.forEach((c, d) => {
    const other = b.letters.indexOf(c);
    const [n, m] = [a.x.shape[d], other < 0 ? a.x.shape[d] : b.x.shape[other]];
    if (n !== m && n !== 1 && m !== 1) {
      runtimeError(
        `einsum(): subscript ${c} has size ${m} for operand 1 which does not broadcast with previously seen size ${n}`,
      );
    }
    sizes.set(c, Math.max(n, m));
  });
  const size = (/** @type {string[]} */ list) => list.map((c) => Number(sizes.get(c)));
  const volume = (/** @type {string[]} */ list) => size(list).reduce((x, y) => x * y, 1);
  const left = align(a.x, a.letters, [...batch, ...rows, ...summed]);
  const right = align(b.x, b.letters, [...batch, ...summed, ...columns]);
  const x = reshape(stretch(left, size([...batch, ...rows, ...summed])), [
    volume(batch),
    volume(rows),
    volume(summed),
  ]);
  const y = reshape(stretch(right, size([...batch, ...summed, ...columns])), [
    volume(batch),
    volume(summed),
    volume(columns),
  ]);
  const order = [...batch, ...rows, ...columns];
  const out = view(batched(x, y, core), size(order));
  return clone(
    permute(
      out,
      wanted.map((c) => order.indexOf(c)),
    ),
  );
}

// @ts-check
// What torch.nn computes: softmax, layer norm, GELU, embeddings and losses.
import {layernorm as coreLayerNorm} from '../../core/nn.js';
import {DTYPES} from './dtypes.js';
import {notFor, unary} from './elementwise.js';
import {indexError, notHere, runtimeError, valueError} from './errors.js';
import {roundedMoments} from './moments.js';
import {matmul} from './products.js';
import {permute, transpose} from './shapes.js';
import {clone, convert, dense, dimOf, laidOutAs, make, sizeOf, Tensor, textOf} from './tensor.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Numbers} from './dtypes.js' */

const {bfloat16, float32, int64} = DTYPES;
const LANES = 16; // numbers of bfloat16 in one register

/** What squares of float32 can be. */
const MOST_SQUARED = 1.8e19;

/** Where squares overflow PyTorch's result depends on the order of its loops. @param {Tensor} x */
function checkSquares(x) {
  const large = dense(x).find((v) => Math.abs(v) > MOST_SQUARED && Number.isFinite(v));
  if (large === undefined) return;
  notHere(
    `layer_norm() and group_norm() of ${x.dtype.name} above 1.8e19, such as ${large.toPrecision(3)}, are not part of this lab's torch: their squares overflow`,
  );
}

/**
 * @param {Tensor} x
 * @param {number} d
 * @param {boolean} isLog
 */
export function softmax(x, d, isLog) {
  const at = dimOf(d, x.rank);
  if (x.dtype.kind !== 2) {
    notFor(isLog ? 'log_softmax_lastdim_kernel_impl' : 'softmax_lastdim_kernel_impl', x.dtype);
  }
  const order = x.shape.map((_, k) => k).filter((k) => k !== at);
  const there = x.rank ? [...order, at] : [];
  const rows = clone(x.rank ? permute(x, there) : x);
  const n = x.rank ? x.shape[at] : 1;
  const {data} = rows.storage;
  const powers = new Float64Array(n);
  // along the last axis PyTorch keeps the sum, and its logarithm, in bfloat16
  const isShort = x.dtype === bfloat16 && at >= x.rank - 1;
  const same = (/** @type {number} */ value) => value;
  const keep = isShort ? x.dtype.round : same;
  // along another axis it keeps the powers so, and the sum not, in the columns that fill no register
  const after = x.shape.slice(at + 1).reduce((a, b) => a * b, 1);
  const firstLeft = x.dtype === bfloat16 && !isShort ? after - (after % LANES) : after;
  for (let row = 0; row * n < data.length; row++) {
    const keepPower = row % after >= firstLeft ? x.dtype.round : same;
    softmaxRow(data, row * n, powers, isLog, x.dtype.round, keep, keepPower);
  }
  if (at >= x.rank - 1) return rows;
  return clone(
    permute(
      rows,
      there.map((_, k) => there.indexOf(k)),
    ),
  );
}

/** @param {import('./dtypes.js').Numbers} data @param {number} from @param {Float64Array} powers room for a row @param {boolean} isLog @param {(x: number) => number} round @param {(x: number) => number} keep @param {(x: number) => number} keepPower */
function softmaxRow(data, from, powers, isLog, round, keep, keepPower) {
  const n = powers.length;
  let most = -Infinity;
  for (let k = 0; k < n; k++) most = Math.max(most, data[from + k]);
  let sum = 0;
  for (let k = 0; k < n; k++) {
    powers[k] = Math.exp(data[from + k] - most);
    sum += powers[k];
  }
  const log = keep(Math.log(keep(sum)));
  for (let k = 0; k < n; k++) {
    data[from + k] = round(isLog ? data[from + k] - most - log : keepPower(powers[k]) / sum);
  }
}

/** @param {number} variance @param {number} eps */
function shortScale(variance, eps) {
  const {round} = bfloat16;
  return round(1 / round(Math.sqrt(round(variance + round(eps)))));
}

/**
 * Of rows of n numbers of bfloat16: the mean, and what the layer norm multiplies by.
 *
 * @param {Tensor} x
 * @param {number} n
 * @param {number} eps
 */
export function shortMoments(x, n, eps) {
  const {data} = clone(x).storage;
  const out = make(bfloat16, [data.length / n, 2]);
  for (let row = 0; row * n < data.length; row++) {
    const [mean, variance] = roundedMoments(data, row * n, n);
    out.storage.data.set([mean, shortScale(variance, eps)], 2 * row);
  }
  return out;
}

/**
 * @param {Tensor} x
 * @param {readonly number[]} shape of what is normalised: the last axes
 * @param {Tensor | null} weight
 * @param {Tensor | null} bias
 * @param {number} eps
 * @param {Core | null} core
 */
export function layerNorm(x, shape, weight, bias, eps, core) {
  if (shape.length === 0) {
    runtimeError(
      'Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got normalized_shape = []',
    );
  }
  const tail = x.shape.slice(x.rank - shape.length);
  if (String(tail) !== String(shape)) {
    runtimeError(
      `Given normalized_shape=${textOf(shape)}, expected input with shape [*, ${shape.join(', ')}], but got input of size${textOf(x.shape)}`,
    );
  }
  if (x.dtype.kind !== 2) notFor('LayerNormKernelImpl', x.dtype);
  if (weight && weight.dtype !== x.dtype) {
    runtimeError(`expected scalar type ${x.dtype.scalar} but found ${weight.dtype.scalar}`);
  }
  const n = sizeOf(shape);
  if (x.dtype.size !== 8) checkSquares(x);
  const [gamma, beta] = [weight, bias].map((w) => (w ? dense(w) : null));
  if (core && x.dtype === float32 && x.size > 0) {
    const {data} = coreLayerNorm(core, {
      x: {data: dense(x), shape: [x.size / n, n]},
      gamma: {data: gamma ?? new Float32Array(n).fill(1), shape: [n]},
      beta: {data: beta ?? new Float32Array(n), shape: [n]},
      eps,
    });
    const out = make(float32, x.shape);
    out.storage.data.set(data);
    return out;
  }
  const out = clone(x);
  const {data} = out.storage;
  const {round} = x.dtype;
  const momentsOf = x.dtype === bfloat16 ? roundedMoments : moments;
  for (let from = 0; from < data.length; from += n) {
    const [mean, variance] = momentsOf(data, from, n);
    const isShort = x.dtype === bfloat16;
    const by = isShort ? shortScale(variance, eps) : 1 / Math.sqrt(variance + eps);
    const shift = isShort ? round(mean * by) : mean * by;
    for (let k = 0; k < n; k++) {
      const value = data[from + k] * by - shift;
      data[from + k] = round(value * (gamma?.[k] ?? 1) + (beta?.[k] ?? 0));
    }
  }
  return out;
}

/** @param {Numbers} values @param {number} from @param {number} n @returns {[mean: number, variance: number]} */
function moments(values, from, n) {
  let [mean, variance] = [0, 0];
  for (let k = from; k < from + n; k++) mean += values[k] / n;
  for (let k = from; k < from + n; k++) variance += (values[k] - mean) ** 2 / n;
  return [mean, variance];
}

/**
 * In double: the core's is right to 2e-7 of the largest, and tails matter here.
 *
 * @param {Tensor} x
 * @param {string} form none, tanh
 */
export function gelu(x, form) {
  if (x.dtype.kind !== 2) notFor('GeluKernelImpl', x.dtype);
  const out = clone(x);
  const {data} = out.storage;
  const shares = form === 'tanh' ? data : dense(unary('erf', scaled(x)));
  for (let k = 0; k < data.length; k++) {
    const v = data[k];
    const share =
      form === 'tanh'
        ? 0.5 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (v + 0.044715 * v ** 3)))
        : 0.5 * (1 + shares[k]);
    data[k] = x.dtype.round(v * share);
  }
  return laidOutAs(out, [x]);
}

/** x / sqrt(2), in double. @param {Tensor} x */
function scaled(x) {
  const out = convert(x, DTYPES.float64);
  const own = out === x ? clone(x) : out;
  own.storage.data.forEach((value, k, all) => {
    all[k] = value / Math.SQRT2;
  });
  return own;
}

/** @param {Tensor} weight (n, d) @param {Tensor} index */
export function embedding(weight, index) {
  if (weight.rank !== 2) runtimeError("'weight' must be 2-D");
  if (index.dtype.name !== 'int64' && index.dtype.name !== 'int32') {
    runtimeError(
      `Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got torch.${index.dtype.scalar}Tensor instead (while checking arguments for embedding)`,
    );
  }
  const [n, d] = weight.shape;
  const out = make(weight.dtype, [...index.shape, d]);
  const [table, m] = [dense(weight), d * weight.dtype.width];
  dense(index).forEach((row, k) => {
    if (row < 0 || row >= n) indexError('index out of range in self');
    out.storage.data.set(table.subarray(row * m, (row + 1) * m), k * m);
  });
  return out;
}

/**
 * The gradient of the table: of each row the sum of those that came of it.
 *
 * @param {Tensor} g (..., d) @param {Tensor} index @param {number} n rows
 * @param {number} padding a row that has none, or -1
 * @param {boolean} isByCount whether each is divided by how often its row was read
 */
export function embeddingBack(g, index, n, padding, isByCount) {
  const d = g.shape[g.rank - 1];
  const out = make(g.dtype, [n, d]);
  const [values, rows] = [dense(g), dense(index)];
  const counts = new Float64Array(n);
  for (const row of rows) counts[row]++;
  const {data} = out.storage;
  for (let k = 0; k < rows.length; k++) {
    const row = rows[k];
    if (row === padding) continue;
    const share = isByCount ? 1 / counts[row] : 1;
    for (let c = 0; c < d; c++) data[row * d + c] += values[k * d + c] * share;
  }
  return out;
}

/** @param {Tensor} x (..., nIn) @param {Tensor} weight (nOut, nIn) @param {Core | null} core */
export const linear = (x, weight, core) =>
  matmul(x, weight.rank > 1 ? transpose(weight, 0, 1) : weight, core);

/** Mean over the targets that count. @param {Tensor} logits (n, classes) @param {Tensor} target (n) @param {number} ignored */
export function crossEntropy(logits, target, ignored) {
  if (target.dtype !== int64)
    runtimeError(`expected scalar type Long but found ${target.dtype.scalar}`);
  if (logits.rank !== 2 || target.rank !== 1 || logits.shape[0] !== target.shape[0]) {
    valueError(
      `Expected input batch_size (${logits.shape[0]}) to match target batch_size (${target.shape[0]}).`,
    );
  }
  const rows = softmax(logits, 1, true);
  const [, n] = logits.shape;
  let [sum, count] = [0, 0];
  dense(target).forEach((t, k) => {
    if (t === ignored) return;
    if (t < 0 || t >= n) indexError(`Target ${t} is out of bounds.`);
    sum -= rows.storage.data[k * n + t];
    count++;
  });
  const out = make(logits.dtype, []);
  out.storage.data[0] = logits.dtype.round(sum / count);
  return out;
}

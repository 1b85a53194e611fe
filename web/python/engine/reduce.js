// @ts-check
// Along some axes to one number each, and running or sorted along one axis.
import {DTYPES, exactWhole, partOf} from './dtypes.js';
import {notFor} from './elementwise.js';
import {indexError, runtimeError} from './errors.js';
import {chosen, ordered} from './selection.js';
import {permute, view} from './shapes.js';
import {clone, convert, dense, dimOf, laidOutAs, make, sizeOf} from './tensor.js';

/** @import {Dtype, Numbers} from './dtypes.js' */
/** @import {Tensor} from './tensor.js' */

const {bool, int64, float32} = DTYPES;

/** @typedef {(values: Numbers | number[], from: number, n: number) => number} OfRow */

/** @type {OfRow} */
function sumOf(values, from, n) {
  let sum = 0;
  for (let k = from; k < from + n; k++) sum += values[k];
  return sum;
}

/** Of integers: no part of the sum may be too large to be exact. @type {OfRow} */
function wholeSumOf(values, from, n) {
  let sum = 0;
  for (let k = from; k < from + n; k++) sum = exactWhole(sum + values[k]);
  return sum;
}

/** @type {OfRow} */
function wholeProductOf(values, from, n) {
  let [product, hasZero] = [1, false];
  for (let k = from; k < from + n; k++) {
    product *= values[k];
    hasZero ||= values[k] === 0;
  }
  return hasZero ? 0 : exactWhole(product);
}

/** @type {Record<string, OfRow>} */
const OF_WHOLE_ROW = {sum: wholeSumOf, prod: wholeProductOf};

/** @param {boolean} isMost @returns {OfRow} */
const placeOf = (isMost) => (values, from, n) => {
  let best = from;
  for (let k = from; k < from + n; k++) {
    if (Number.isNaN(values[k])) return k - from;
    if (isMost ? values[k] > values[best] : values[k] < values[best]) best = k;
  }
  return best - from;
};
const [mostAt, leastAt] = [placeOf(true), placeOf(false)];

/** @param {number} correction @returns {OfRow} */
const varianceOf = (correction) => (values, from, n) => {
  if (n === 0) return Number.NaN;
  const mean = sumOf(values, from, n) / n;
  let sum = 0;
  for (let k = from; k < from + n; k++) sum += (values[k] - mean) ** 2;
  return sum / Math.max(0, n - correction);
};

/** As PyTorch has it in types of two bytes: each sum is rounded, each power but those of float16, and the root's exponent. @param {number} p @param {(x: number) => number} round @returns {OfRow} */
const roundedNormOf = (p, round) => (values, from, n) => {
  const order = round(p);
  const power = round === DTYPES.float16.round ? Math.fround : round;
  let sum = 0;
  for (let k = from; k < from + n; k++) {
    const size = Math.abs(values[k]);
    sum = round(sum + (p === 2 ? round(size * size) : p === 1 ? size : power(size ** order)));
  }
  return p === 2 ? Math.sqrt(sum) : p === 1 ? sum : sum ** round(1 / order);
};

/** In float32 squares and their sum overflow, or vanish, as they do in PyTorch. @param {number} p @param {(x: number) => number} [round] @returns {OfRow} */
const normOf = (p, round) => (values, from, n) => {
  let sum = 0;
  if (n === 0) return 0;
  for (let k = from; k < from + n; k++) {
    const size = Math.abs(values[k]);
    if (p === Infinity) sum = Math.max(sum, size);
    else if (p === -Infinity) sum = k === from ? size : Math.min(sum, size);
    else if (p === 0) sum += size === 0 ? 0 : 1;
    else {
      const power = p === 2 ? size * size : p === 1 ? size : size ** p;
      sum += round ? round(power) : power;
    }
  }
  if (round) sum = round(sum);
  return p === 2 ? Math.sqrt(sum) : Number.isFinite(p) && p !== 0 && p !== 1 ? sum ** (1 / p) : sum;
};

/** @type {OfRow} */
function logSumExpOf(values, from, n) {
  if (n === 0) return -Infinity;
  const most = values[from + mostAt(values, from, n)];
  if (Math.abs(most) === Infinity) return most;
  let sum = 0;
  for (let k = from; k < from + n; k++) sum += Math.exp(values[k] - most);
  return most + Math.log(sum);
}

/** @param {number} _ @param {(x: number) => number} round @returns {OfRow} */
const roundedLogSumExpOf = (_, round) => (values, from, n) => {
  if (n === 0) return -Infinity;
  const most = values[from + mostAt(values, from, n)];
  const shift = Number.isFinite(most) ? most : 0;
  let sum = 0;
  for (let k = from; k < from + n; k++) sum += round(Math.exp(round(values[k] - shift)));
  return round(Math.log(round(sum))) + shift;
};

/** What PyTorch rounds at each step in types of two bytes. @type {Record<string, (p: number, round: (x: number) => number) => OfRow>} */
const ROUNDED = {norm: roundedNormOf, logsumexp: roundedLogSumExpOf};

/** @type {OfRow} the lower of two middles, as PyTorch */
function medianOf(values, from, n) {
  if (n === 0) return Number.NaN;
  const row = Array.from(values.slice(from, from + n)).sort((a, b) => a - b);
  return row.some(Number.isNaN) ? Number.NaN : row[Math.floor((n - 1) / 2)];
}

/** @type {Record<string, (p: number, round?: (x: number) => number) => OfRow>} */
const OF_ROW = {
  sum: () => sumOf,
  mean: () => sumOf,
  prod: () => (values, from, n) => {
    let product = 1;
    for (let k = from; k < from + n; k++) product *= values[k];
    return product;
  },
  amax: () => (values, from, n) => values[from + mostAt(values, from, n)],
  amin: () => (values, from, n) => values[from + leastAt(values, from, n)],
  argmax: () => mostAt,
  argmin: () => leastAt,
  median: () => medianOf,
  var: (correction) => varianceOf(correction),
  std: (correction) => {
    const variance = varianceOf(correction);
    return (values, from, n) => Math.sqrt(variance(values, from, n));
  },
  norm: normOf,
  logsumexp: () => logSumExpOf,
  all: () => (values, from, n) => {
    for (let k = from; k < from + n; k++) if (values[k] === 0) return 0;
    return 1;
  },
  any: () => (values, from, n) => {
    for (let k = from; k < from + n; k++) if (values[k] !== 0) return 1;
    return 0;
  },
  count_nonzero: () => (values, from, n) => {
    let count = 0;
    for (let k = from; k < from + n; k++) if (values[k] !== 0) count++;
    return count;
  },
};
const NEEDS_ONE = new Set(['amax', 'amin', 'argmax', 'argmin']);
const KEEPS_TYPE = new Set(['amax', 'amin', 'median']);

/** @param {string} name @param {Tensor} x @returns {Dtype} */
function typeOf(name, {dtype}) {
  if (name === 'sum' || name === 'prod') return dtype.kind < 2 ? int64 : dtype;
  if (name === 'all' || name === 'any') return dtype.name === 'uint8' ? dtype : bool;
  if ((name === 'argmax' || name === 'argmin') && dtype === bool) notFor(`${name}_cpu`, bool);
  if (name === 'argmax' || name === 'argmin' || name === 'count_nonzero') return int64;
  if (KEEPS_TYPE.has(name) || dtype.kind >= 2) return dtype;
  if (name === 'mean') {
    runtimeError(
      `mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: ${dtype.scalar}`,
    );
  }
  if (name === 'norm') {
    runtimeError(
      `norm(): input dtype should be either floating point or complex. Got ${dtype.scalar} instead.`,
    );
  }
  if (name === 'logsumexp') return float32;
  if (name === 'std' || name === 'var') {
    runtimeError('std and var only support floating point and complex dtypes');
  }
  return dtype;
}

/** @param {string} name @param {Tensor} x @param {readonly number[]} dims @param {number} parameter */
function isRoundedOften(name, x, dims, parameter) {
  if (name !== 'norm' || x.dtype.kind !== 2) return name === 'logsumexp' && x.dtype.kind === 2;
  if (!Number.isFinite(parameter) || parameter === 0) return false;
  if (parameter !== 2 || x.dtype.name !== 'bfloat16') return true;
  const gone = dims.length ? dims.map((d) => dimOf(d, x.rank)) : x.shape.map((_, d) => d);
  const runs = runsOf(x, gone); // of one run of neighbours PyTorch sums the squares in float32
  return runs.length > 1 || (runs.length === 1 && x.strides[runs[0][0]] !== 1);
}

/**
 * @param {string} name
 * @param {Tensor} x
 * @param {readonly number[]} dims none: all of them
 * @param {boolean} keepdim
 * @param {number} parameter correction of var and std, order of norm
 */
export function reduce(name, x, dims, keepdim, parameter) {
  if (x.dtype.kind === 3) return reduceComplex(name, x, dims, keepdim, parameter);
  if ((name === 'sum' || name === 'mean') && x.dtype.kind === 2 && x.dtype.size === 2) {
    const gone = dims.length ? dims.map((d) => dimOf(d, x.rank)) : x.shape.map((_, d) => d);
    const [inner, ...outer] = runsOf(x, gone);
    if (outer.length && new Set(gone).size === gone.length) {
      const made = sumByRuns(name, x, inner, outer.flat());
      return keepdim ? made : view(made, rowsOf(x, gone, false).shape);
    }
  }
  const dtype = typeOf(name, x);
  const {rows, n, shape} = rowsOf(x, dims, keepdim);
  if (n === 0 && NEEDS_ONE.has(name) && shape.every((size) => size > 0)) {
    tooFew(name.replace('amax', 'max').replace('amin', 'min'), dims);
  }
  const whole = dtype.kind === 1 && OF_WHOLE_ROW[name];
  const ofRow =
    dtype.size === 2 && isRoundedOften(name, x, dims, parameter)
      ? ROUNDED[name](parameter, dtype.round)
      : whole ||
        (OF_ROW[name] ?? notFor(name, x.dtype))(
          parameter,
          dtype.size === 4 ? dtype.round : undefined,
        );
  const out = make(dtype, shape);
  const {data} = out.storage;
  for (let k = 0; k < data.length; k++) data[k] = dtype.round(ofRow(rows, k * n, n));
  if (name === 'mean') {
    for (let k = 0; k < data.length; k++) data[k] = dtype.round(data[k] / n); // of the rounded sum
  }
  return out;
}

/**
 * The axes that vanish in groups, each of which lies in memory as one run; the shortest steps first.
 *
 * @param {Tensor} x @param {readonly number[]} gone
 */
function runsOf({shape, strides}, gone) {
  const long = gone.filter((d) => shape[d] !== 1);
  long.sort((a, b) => strides[a] - strides[b] || b - a);
  /** @type {number[][]} */
  const runs = [];
  for (const d of long) {
    const before = runs.at(-1)?.at(-1);
    if (before !== undefined && strides[d] === strides[before] * shape[before]) {
      runs[runs.length - 1].push(d);
    } else runs.push([d]);
  }
  return runs;
}

/** A sum of float16 or bfloat16, which PyTorch rounds after each run. Its axes stay, of size 1. @param {string} name @param {Tensor} x @param {number[]} inner @param {number[]} outer the axes of further runs */
function sumByRuns(name, x, inner, outer) {
  const partly = reduce('sum', x, inner, true, 0);
  const kept = x.shape.map((_, d) => d).filter((d) => !outer.includes(d));
  const rows = dense(permute(partly, [...kept, ...outer.toReversed()]));
  const n = sizeOf(outer.map((d) => x.shape[d]));
  const out = make(
    x.dtype,
    partly.shape.map((size, d) => (outer.includes(d) ? 1 : size)),
  );
  const {data} = out.storage;
  const by = name === 'mean' ? x.size / data.length : 1;
  for (let k = 0; k < data.length; k++) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum = x.dtype.round(sum + rows[k * n + i]);
    data[k] = x.dtype.round(sum / by);
  }
  return out;
}

/** @param {string} name @param {readonly number[]} dims @returns {never} */
function tooFew(name, dims) {
  if (dims.length)
    return indexError(`${name}(): Expected reduction dim ${dims[0]} to have non-zero size.`);
  const isPlace = name.startsWith('arg');
  return (isPlace ? indexError : runtimeError)(
    `${name}(): Expected reduction dim to be specified for input.numel() == 0.${isPlace ? '' : " Specify the reduction dim with the 'dim' argument."}`,
  );
}

/** Sum and mean by parts; a norm of sizes. @param {string} name @param {Tensor} x @param {readonly number[]} dims @param {boolean} keepdim @param {number} parameter */
function reduceComplex(name, x, dims, keepdim, parameter) {
  const {rows, n, shape} = rowsOf(x, dims, keepdim);
  if (name === 'var' || name === 'std') {
    runtimeError(`${name}() of complex numbers is not part of this lab's torch`);
  }
  const out = make(name === 'norm' ? partOf(x.dtype) : x.dtype, shape);
  const {data} = out.storage;
  const part = (/** @type {number} */ k, /** @type {number} */ at) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += rows[2 * (k * n + i) + at];
    return sum;
  };
  for (let k = 0; k < out.size; k++) {
    if (name === 'norm') {
      const sizes = Array.from({length: n}, (_, i) =>
        Math.hypot(rows[2 * (k * n + i)], rows[2 * (k * n + i) + 1]),
      );
      data[k] = normOf(parameter)(sizes, 0, n);
    } else if (name === 'sum' || name === 'mean') {
      const by = name === 'mean' ? n : 1;
      data[2 * k] = part(k, 0) / by;
      data[2 * k + 1] = part(k, 1) / by;
    } else {
      if (name.startsWith('arg')) notFor(`${name}_cpu`, x.dtype);
      runtimeError(`${name}() of complex numbers is not part of this lab's torch`);
    }
  }
  return out;
}

/**
 * The numbers with the axes that vanish last: `n` beside one another.
 *
 * @param {Tensor} x
 * @param {readonly number[]} dims
 * @param {boolean} keepdim
 */
function rowsOf(x, dims, keepdim) {
  const all = x.shape.map((_, d) => d);
  const gone = dims.length ? dims.map((d) => dimOf(d, x.rank)) : all;
  if (new Set(gone).size !== gone.length) {
    const twice = gone.find((d, k) => gone.indexOf(d) !== k);
    runtimeError(`dim ${twice} appears multiple times in the list of dims`);
  }
  const kept = all.filter((d) => !gone.includes(d));
  const order = [...kept, ...all.filter((d) => gone.includes(d))];
  const rows = dense(x.rank ? permute(x, order) : x);
  const n = sizeOf(all.filter((d) => gone.includes(d)).map((d) => x.shape[d]));
  const shape = keepdim
    ? x.shape.map((size, d) => (gone.includes(d) ? 1 : size))
    : kept.map((d) => x.shape[d]);
  return {rows, n, shape};
}

// ----------------------------------------------------------------------------- along one axis

/** x with axis d last, a copy, and the function that moves the axis to its old place. @param {Tensor} x @param {number} d */
function lastAxis(x, d) {
  const at = dimOf(d, x.rank);
  const order = x.shape.map((_, k) => k).filter((k) => k !== at);
  const there = x.rank ? [...order, at] : [];
  const back = there.map((_, k) => there.indexOf(k));
  const moved = clone(x.rank ? permute(x, there) : x);
  return {
    moved,
    n: x.rank ? x.shape[at] : 1,
    back: (/** @type {Tensor} */ y) => (x.rank ? clone(permute(y, back)) : y),
  };
}

/** @param {string} name cumsum, cumprod @param {Tensor} x @param {number} d */
export function cumulate(name, x, d) {
  const dtype = x.dtype.kind < 2 ? int64 : x.dtype;
  if (x.dtype.kind === 3)
    runtimeError(`${name}() of complex numbers is not part of this lab's torch`);
  const {moved, n, back} = lastAxis(convert(x, dtype), d);
  const {data} = moved.storage;
  for (let from = 0; from < data.length; from += n) {
    let so = name === 'cumsum' ? 0 : 1;
    for (let k = from; k < from + n; k++) {
      so = name === 'cumsum' ? so + data[k] : so * data[k];
      data[k] = dtype.round(so);
    }
  }
  return back(moved);
}

/** @param {Tensor} x @param {number} d @param {boolean} isDescending @param {boolean} [isStable] @returns {[values: Tensor, indices: Tensor]} */
export function sort(x, d, isDescending, isStable = true) {
  if (x.dtype.kind === 3) notFor('sorting_kernel_method_name', x.dtype);
  const {moved, n, back} = lastAxis(x, d);
  const indices = make(int64, moved.shape);
  const {data} = moved.storage;
  for (let from = 0; from < data.length; from += n) {
    const row = Array.from(data.subarray(from, from + n));
    ordered(row, isDescending, isStable).forEach((k, to) => {
      data[from + to] = row[k];
      indices.storage.data[from + to] = k;
    });
  }
  return [laidOutAs(back(moved), [x]), laidOutAs(back(indices), [x])];
}

/** The places along an axis of what is chosen from each row. @param {string} name @param {Tensor} x @param {number} d @param {{k: number, isMost: boolean, isSorted: boolean}} options */
export function places(name, x, d, options) {
  const {moved, n, back} = lastAxis(x, d);
  const rows = moved.size / Math.max(n, 1);
  const m = name === 'topk' ? options.k : 1;
  const out = make(int64, x.rank ? [...moved.shape.slice(0, -1), m] : [m].slice(1));
  for (let k = 0; k < rows; k++) {
    const row = moved.storage.data.subarray(k * n, (k + 1) * n);
    out.storage.data.set(chosen(name, row, options), k * m);
  }
  return back(out);
}

/** Largest or least along an axis with their places. @param {Tensor} x @param {number} d @param {boolean} keepdim @param {boolean} isMost @returns {[Tensor, Tensor]} */
export function extreme(x, d, keepdim, isMost) {
  const name = isMost ? 'max' : 'min';
  if (x.dtype === bool) {
    const [values, places] = extreme(convert(x, DTYPES.uint8), d, keepdim, isMost);
    return [convert(values, bool), places];
  }
  return [reduce(`a${name}`, x, [d], keepdim, 0), reduce(`arg${name}`, x, [d], keepdim, 0)];
}

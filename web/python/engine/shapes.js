// @ts-check
// Views and rearrangements: which element stands where.
import {commonType} from './elementwise.js';
import {indexError, runtimeError, valueError} from './errors.js';
import {
  clone,
  dense,
  dimOf,
  laidOutAs,
  make,
  put,
  sizeOf,
  stretch,
  stridesOf,
  Tensor,
  textOf,
} from './tensor.js';

/** @import {Dtype} from './dtypes.js' */

/** Shape with its -1 resolved. @param {readonly number[]} shape @param {number} size */
function resolve(shape, size) {
  const unknown = shape.filter((n) => n === -1).length;
  if (unknown > 1) runtimeError('only one dimension can be inferred');
  const wrong = shape.find((n) => n < -1);
  if (wrong !== undefined) runtimeError(`invalid shape dimension ${wrong}`);
  const known = sizeOf(shape.filter((n) => n !== -1));
  if (unknown === 1 && known === 0) {
    runtimeError(
      `cannot reshape tensor of 0 elements into shape ${textOf(shape)} because the unspecified dimension size -1 can be any value and is ambiguous`,
    );
  }
  const fits = unknown ? size % known === 0 : known === size;
  if (!fits) runtimeError(`shape '${textOf(shape)}' is invalid for input of size ${size}`);
  return shape.map((n) => (n === -1 ? size / known : n));
}

/**
 * Strides under which the same elements have another shape, or null where they cannot.
 *
 * @param {Tensor} x
 * @param {readonly number[]} shape
 */
function stridesFor(x, shape) {
  if (x.size === 0) return stridesOf(shape);
  const strides = new Array(shape.length);
  let d = shape.length - 1;
  let [chunk, filled] = [1, 1];
  let step = x.rank ? x.strides[x.rank - 1] : 1;
  for (let a = x.rank - 1; a >= 0; a--) {
    chunk *= x.shape[a];
    const isEnd = a === 0 || (x.shape[a - 1] !== 1 && x.strides[a - 1] !== chunk * step);
    if (!isEnd) continue;
    while (d >= 0 && (filled < chunk || shape[d] === 1)) {
      strides[d] = filled * step;
      filled *= shape[d];
      d--;
    }
    if (filled !== chunk) return null;
    if (a > 0) {
      step = x.strides[a - 1];
      [chunk, filled] = [1, 1];
    }
  }
  while (d >= 0 && shape[d] === 1) strides[d--] = step;
  return d < 0 ? strides : null;
}

/**
 * Its bytes as numbers of another type. Only some types are kept as PyTorch's bytes.
 *
 * @param {Tensor} x @param {Dtype} dtype
 */
export function viewAsType(x, dtype) {
  if (dtype === x.dtype) return x.window(x.shape, x.strides);
  const kinds = BYTES.find((names) => names.includes(dtype.name) && names.includes(x.dtype.name));
  if (!kinds) {
    runtimeError(`view() of ${x.dtype.scalar} as ${dtype.scalar} is not part of this lab's torch`);
  }
  const {storage} = x;
  const data = dtype.make(0);
  const Kind = /** @type {new (buffer: ArrayBufferLike) => typeof data} */ (data.constructor);
  const shared = {
    id: storage.id,
    data: new Kind(storage.data.buffer),
    get writes() {
      return storage.writes ?? 0;
    },
    set writes(n) {
      storage.writes = n;
    },
  };
  return new Tensor(shared, dtype, x.shape, x.strides, x.offset);
}

const BYTES = [
  ['float32', 'int32'],
  ['int8', 'uint8'],
];

/** @param {Tensor} x @param {readonly number[]} shape with at most one -1 */
export function view(x, shape) {
  const to = resolve(shape, x.size);
  const strides = stridesFor(x, to);
  if (strides) return x.window(to, strides);
  return runtimeError(
    "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.",
  );
}

/** @param {Tensor} x @param {readonly number[]} shape */
export function reshape(x, shape) {
  const to = resolve(shape, x.size);
  const strides = stridesFor(x, to);
  return strides ? x.window(to, strides) : clone(x).window(to, stridesOf(to), 0);
}

/** @param {Tensor} x @param {readonly number[]} dims */
export function permute(x, dims) {
  if (dims.length !== x.rank) {
    runtimeError(
      `permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering of dimensions i.e. input.dim() = ${x.rank} is not equal to len(dims) = ${dims.length}`,
    );
  }
  const order = dims.map((d) => dimOf(d, x.rank));
  if (new Set(order).size !== order.length)
    runtimeError('permute(): duplicate dims are not allowed.');
  return x.window(
    order.map((d) => x.shape[d]),
    order.map((d) => x.strides[d]),
  );
}

/** @param {Tensor} x @param {number} a @param {number} b */
export function transpose(x, a, b) {
  if (x.rank === 0) {
    dimOf(a, 0);
    dimOf(b, 0);
    return x;
  }
  const order = x.shape.map((_, d) => d);
  const [i, j] = [dimOf(a, x.rank), dimOf(b, x.rank)];
  [order[i], order[j]] = [j, i];
  return permute(x, order);
}

/** @param {Tensor} x @param {readonly number[]} from @param {readonly number[]} to */
export function movedim(x, from, to) {
  const [source, target] = [from, to].map((dims) => dims.map((d) => dimOf(d, x.rank)));
  const rest = x.shape.map((_, d) => d).filter((d) => !source.includes(d));
  const order = new Array(x.rank).fill(-1);
  target.forEach((d, k) => {
    order[d] = source[k];
  });
  return permute(
    x,
    order.map((d) => (d === -1 ? /** @type {number} */ (rest.shift()) : d)),
  );
}

/** @param {Tensor} x @param {readonly number[]} sizes -1: as it is */
export function expand(x, sizes) {
  if (sizes.length < x.rank) {
    runtimeError(
      `expand(torch.${x.dtype.scalar}Tensor{${textOf(x.shape)}}, size=${textOf(sizes)}): the number of sizes provided (${sizes.length}) must be greater or equal to the number of dimensions in the tensor (${x.rank})`,
    );
  }
  const lead = sizes.length - x.rank;
  const shape = [...sizes];
  for (let d = sizes.length - 1; d >= 0; d--) {
    const n = sizes[d];
    const existing = d < lead ? null : x.shape[d - lead];
    if (n === -1 && existing === null) {
      runtimeError(
        `The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension ${d}`,
      );
    }
    if (n === -1) shape[d] = Number(existing);
    else if (existing !== null && existing !== 1 && existing !== n) {
      runtimeError(
        `The expanded size of the tensor (${n}) must match the existing size (${existing}) at non-singleton dimension ${d}.  Target sizes: ${textOf(sizes)}.  Tensor sizes: ${textOf(x.shape)}`,
      );
    }
  }
  return stretch(x, shape);
}

/** @param {Tensor} x @param {number} d */
export function unsqueeze(x, d) {
  const at = dimOf(d, x.rank + 1);
  const step = at < x.rank ? x.strides[at] * x.shape[at] : 1;
  return x.window(x.shape.toSpliced(at, 0, 1), x.strides.toSpliced(at, 0, step));
}

/** @param {Tensor} x @param {number | null} d null: every axis of one */
export function squeeze(x, d) {
  const only = d === null ? null : dimOf(d, x.rank);
  const keep = x.shape.map((n, at) => n !== 1 || (only !== null && at !== only));
  return x.window(
    x.shape.filter((_, at) => keep[at]),
    x.strides.filter((_, at) => keep[at]),
  );
}

/** @param {Tensor} x @param {number} start @param {number} end */
export function flatten(x, start, end) {
  if (x.rank === 0) return x.window([1], [1]);
  const [a, b] = [dimOf(start, x.rank), dimOf(end, x.rank)];
  if (a > b) runtimeError('flatten() has invalid args: start_dim cannot come after end_dim');
  return reshape(x, [
    ...x.shape.slice(0, a),
    sizeOf(x.shape.slice(a, b + 1)),
    ...x.shape.slice(b + 1),
  ]);
}

/** One row of an axis. @param {Tensor} x @param {number} d @param {number} index */
export function select(x, d, index) {
  if (x.rank === 0) indexError('select() cannot be applied to a 0-dim tensor.');
  const at = dimOf(d, x.rank);
  const n = x.shape[at];
  if (index < -n || index >= n) {
    indexError(
      `select(): index ${index} out of range for tensor of size ${textOf(x.shape)} at dimension ${at}`,
    );
  }
  const offset = x.offset + (index < 0 ? index + n : index) * x.strides[at];
  return x.window(x.shape.toSpliced(at, 1), x.strides.toSpliced(at, 1), offset);
}

/** @param {Tensor} x @param {number} d */
export function unbind(x, d) {
  if (x.rank === 0) indexError('Dimension specified as 0 but tensor has no dimensions');
  const at = dimOf(d, x.rank);
  return Array.from({length: x.shape[at]}, (_, k) => select(x, at, k));
}

/** @param {Tensor} x @param {number} d @param {number} start @param {number} end @param {number} step */
export function slice(x, d, start, end, step) {
  const at = dimOf(d, x.rank);
  if (step <= 0) valueError('step must be greater than zero');
  const n = x.shape[at];
  const clip = (/** @type {number} */ k) => Math.min(Math.max(k < 0 ? k + n : k, 0), n);
  const [from, to] = [clip(start), clip(end)];
  const size = Math.max(0, Math.ceil((to - from) / step));
  return x.window(
    x.shape.with(at, size),
    x.strides.with(at, x.strides[at] * step),
    x.offset + from * x.strides[at],
  );
}

/** @param {Tensor} x @param {number} d @param {number} start @param {number} length */
export function narrow(x, d, start, length) {
  const n = x.shape[dimOf(d, x.rank)];
  const from = start < 0 ? start + n : start;
  if (from < 0 || from + length > n) {
    runtimeError(`start (${start}) + length (${length}) exceeds dimension size (${n}).`);
  }
  return slice(x, d, from, from + length, 1);
}

/** @param {Tensor} x @param {number} size @param {number} d */
export function split(x, size, d) {
  if (x.rank === 0) runtimeError('split expects at least a 1-dimensional tensor');
  if (size < 0)
    runtimeError(`split expects split_size be non-negative, but got split_size=${size}`);
  const at = dimOf(d, x.rank);
  const n = x.shape[at];
  if (size === 0 && n > 0) {
    runtimeError(`split_size can only be 0 if dimension size is 0, but got dimension size of ${n}`);
  }
  if (size === 0) return [slice(x, at, 0, 0, 1)];
  const starts = Array.from({length: Math.max(1, Math.ceil(n / size))}, (_, k) => k * size);
  return starts.map((from) => slice(x, at, from, from + size, 1));
}

/** @param {Tensor} x @param {readonly number[]} sizes @param {number} d */
export function splitSizes(x, sizes, d) {
  if (x.rank === 0) runtimeError('split expects at least a 1-dimensional tensor');
  const at = dimOf(d, x.rank);
  const sum = sizes.reduce((a, b) => a + b, 0);
  if (sum !== x.shape[at]) {
    runtimeError(
      `split_with_sizes expects split_sizes to sum exactly to ${x.shape[at]} (input tensor's size at dimension ${d}), but got split_sizes=${textOf(sizes)}`,
    );
  }
  let from = 0;
  return sizes.map((n) => {
    from += n;
    return slice(x, at, from - n, from, 1);
  });
}

/** @param {Tensor} x @param {number} n @param {number} d */
export function chunk(x, n, d) {
  if (x.rank === 0) runtimeError('chunk expects at least a 1-dimensional tensor');
  if (n <= 0) runtimeError(`chunk expects \`chunks\` to be greater than 0, got: ${n}`);
  const size = x.shape[dimOf(d, x.rank)];
  if (size === 0) return Array.from({length: n}, () => narrow(x, d, 0, 0));
  return split(x, Math.ceil(size / n), d);
}

/** @param {Tensor} x @param {number} offset @param {number} a @param {number} b */
export function diagonal(x, offset, a, b) {
  const [i, j] = [dimOf(a, x.rank), dimOf(b, x.rank)];
  if (i === j) runtimeError(`diagonal dimensions cannot be identical ${a}, ${b}`);
  const [rows, columns] = [Math.max(0, -offset), Math.max(0, offset)];
  const n = Math.max(0, Math.min(x.shape[i] - rows, x.shape[j] - columns));
  const rest = x.shape.map((_, d) => d).filter((d) => d !== i && d !== j);
  return x.window(
    [...rest.map((d) => x.shape[d]), n],
    [...rest.map((d) => x.strides[d]), x.strides[i] + x.strides[j]],
    n ? x.offset + rows * x.strides[i] + columns * x.strides[j] : x.offset,
  );
}

// ----------------------------------------------------------------------------------- copies

/** @param {readonly Tensor[]} tensors @param {number} d */
export function cat(tensors, d) {
  if (tensors.length === 0) runtimeError('torch.cat(): expected a non-empty list of Tensors');
  const list = tensors.filter((x) => x.rank !== 1 || x.shape[0] !== 0 || tensors.length === 1);
  if (list.length === 0) return clone(tensors[0]);
  const first = list[0];
  tensors.forEach((x, k) => {
    if (x.rank === 0) {
      runtimeError(`zero-dimensional tensor (at position ${k}) cannot be concatenated`);
    }
  });
  const at = dimOf(d, first.rank);
  for (const [k, x] of tensors.entries()) checkCat(x, first, at, k);
  const total = list.reduce((n, x) => n + x.shape[at], 0);
  const out = make(commonType(tensors), first.shape.with(at, total)); // empty ones count for the type
  let from = 0;
  for (const x of list) {
    put(slice(out, at, from, from + x.shape[at], 1), x);
    from += x.shape[at];
  }
  return out;
}

/** @param {Tensor} x @param {Tensor} first @param {number} at @param {number} k */
function checkCat(x, first, at, k) {
  if (x.rank === 1 && x.shape[0] === 0) return;
  if (x.rank !== first.rank) {
    runtimeError(`Tensors must have same number of dimensions: got ${first.rank} and ${x.rank}`);
  }
  x.shape.forEach((n, d) => {
    if (d === at || n === first.shape[d]) return;
    runtimeError(
      `Sizes of tensors must match except in dimension ${at}. Expected size ${first.shape[d]} but got size ${n} for tensor number ${k} in the list.`,
    );
  });
}

/** @param {readonly Tensor[]} tensors @param {number} d */
export function stack(tensors, d) {
  if (tensors.length === 0) runtimeError('stack expects a non-empty TensorList');
  tensors.forEach((x, k) => {
    if (String(x.shape) === String(tensors[0].shape)) return;
    runtimeError(
      `stack expects each tensor to be equal size, but got ${textOf(tensors[0].shape)} at entry 0 and ${textOf(x.shape)} at entry ${k}`,
    );
  });
  const at = dimOf(d, tensors[0].rank + 1);
  return cat(
    tensors.map((x) => unsqueeze(x, at)),
    at,
  );
}

/** @param {Tensor} x @param {readonly number[]} times */
export function repeat(x, times) {
  if (times.length < x.rank) {
    runtimeError(
      'Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor',
    );
  }
  const lead = times.length - x.rank;
  const shape = times.map((_, d) => (d < lead ? 1 : x.shape[d - lead]));
  const strides = times.map((_, d) => (d < lead ? 0 : x.strides[d - lead]));
  const out = make(
    x.dtype,
    shape.map((n, d) => n * times[d]),
  );
  // every axis becomes two: which copy, and where in it
  const pairs = shape.flatMap((n, d) => [times[d], n]);
  const source = x.window(
    pairs,
    strides.flatMap((step) => [0, step]),
  );
  put(out.window(pairs, stridesOf(pairs)), source);
  return out;
}

/** @param {Tensor} x @param {readonly number[]} counts one, or one an index @param {number} d */
export function repeatInterleave(x, counts, d) {
  const at = dimOf(d, x.rank);
  const n = x.shape[at];
  if (counts.length !== 1 && counts.length !== n) {
    runtimeError('repeats must have the same size as input along dim');
  }
  const order = Array.from({length: n}, (_, k) =>
    new Array(counts.length === 1 ? counts[0] : counts[k]).fill(k),
  ).flat();
  return take(x, order, at);
}

/** Rows of an axis by their indices. @param {Tensor} x @param {readonly number[]} order @param {number} at */
export function take(x, order, at) {
  const out = make(x.dtype, x.shape.with(at, order.length));
  order.forEach((from, to) => {
    put(select(out, at, to), select(x, at, from));
  });
  return out;
}

/** @param {Tensor} x @param {number} d @param {Tensor} index */
export function indexSelect(x, d, index) {
  const at = dimOf(d, x.rank);
  if (index.rank > 1) indexError('index_select(): Index is supposed to be a vector');
  if (index.dtype.name !== 'int64' && index.dtype.name !== 'int32') {
    runtimeError('index_select(): Expected dtype int32 or int64 for index');
  }
  const order = Array.from(dense(index));
  const n = x.rank ? x.shape[at] : 1;
  if (order.some((k) => k < 0 || k >= n)) indexError('index out of range in self');
  return x.rank ? take(x, order, at) : clone(x);
}

/** A view of an axis from its end: numpy has such views, PyTorch has not. @param {Tensor} x @param {number} d */
export function backwards(x, d) {
  const at = dimOf(d, x.rank);
  const step = x.strides[at];
  const offset = x.offset + Math.max(0, x.shape[at] - 1) * step;
  return x.window(x.shape, x.strides.with(at, -step), offset);
}

/** @param {Tensor} x @param {readonly number[]} dims */
export function flip(x, dims) {
  const axes = dims.map((d) => dimOf(d, x.rank));
  const twice = axes.find((d, k) => axes.indexOf(d) < k);
  if (twice !== undefined) {
    runtimeError(`dim ${twice} appears multiple times in the list of dims`);
  }
  return x.rank ? laidOutAs(clone(axes.reduce(backwards, x)), [x]) : clone(x);
}

/** @param {Tensor} x @param {readonly number[]} shifts @param {readonly number[]} dims none: flattened @returns {Tensor} */
export function roll(x, shifts, dims) {
  if (dims.length === 0) {
    return reshape(roll(flatten(x, 0, -1), shifts, [0]), x.shape);
  }
  if (shifts.length !== dims.length) {
    runtimeError(`shifts and dimensions must align. shifts: ${shifts.length}, dims:${dims.length}`);
  }
  return dims.reduce((y, d, k) => {
    const at = dimOf(d, y.rank);
    const n = y.shape[at];
    if (n === 0) return y;
    const by = ((shifts[k] % n) + n) % n;
    return cat([slice(y, at, n - by, n, 1), slice(y, at, 0, n - by, 1)], at);
  }, x);
}

/** Zeros above or below a diagonal. @param {Tensor} x @param {number} k @param {boolean} isUpper */
export function triangle(x, k, isUpper) {
  if (x.rank < 2 && x.size) dimOf(-2, x.rank);
  const out = clone(x);
  const [n, m] = x.shape.slice(-2);
  const {data} = out.storage;
  const w = x.dtype.width;
  for (let at = 0; at < out.size; at++) {
    const [i, j] = [Math.floor(at / m) % n, at % m];
    if (isUpper ? j - i >= k : j - i <= k) continue;
    data.fill(0, w * at, w * (at + 1));
  }
  return out;
}

/** @param {Tensor} x @param {readonly number[]} pads last axis first: before, after @param {number} value */
export function pad(x, pads, value) {
  if (pads.length % 2 !== 0) runtimeError('Padding length must be divisible by 2');
  if (pads.length > 2 * x.rank) {
    runtimeError('Padding length too large');
  }
  const n = pads.length / 2;
  const before = x.shape.map((_, d) => (d >= x.rank - n ? pads[2 * (x.rank - 1 - d)] : 0));
  const after = x.shape.map((_, d) => (d >= x.rank - n ? pads[2 * (x.rank - 1 - d) + 1] : 0));
  const out = make(
    x.dtype,
    x.shape.map((size, d) => size + before[d] + after[d]),
  );
  const {data} = out.storage;
  const step = x.dtype.kind === 3 ? 2 : 1; // a complex number's imaginary part stays 0
  for (let k = 0; k < data.length; k += step) data[k] = x.dtype.round(value);
  let [from, to] = [x, out];
  x.shape.forEach((size, d) => {
    from = slice(from, d, Math.max(0, -before[d]), size - Math.max(0, -after[d]), 1);
    const start = Math.max(0, before[d]);
    to = slice(to, d, start, start + from.shape[d], 1);
  });
  put(to, from);
  return out;
}

/** Whether two tensors have the same shape and numbers. @param {Tensor} a @param {Tensor} b */
export function equal(a, b) {
  if (String(a.shape) !== String(b.shape)) return false;
  const [x, y] = [dense(a), dense(b)];
  return x.every((value, k) => value === y[k]);
}

/**
 * Windows along an axis, each `size` long, `step` apart: a view with one axis more, the last.
 *
 * @param {Tensor} x @param {number} d @param {number} size @param {number} step
 */
export function unfold(x, d, size, step) {
  const at = dimOf(d, x.rank);
  const n = x.rank ? x.shape[at] : 1;
  if (size > n) {
    runtimeError(`maximum size for tensor at dimension ${at} is ${n} but size is ${size}`);
  }
  if (step <= 0) runtimeError(`step is ${step} but must be > 0`);
  const [shape, strides] = [[...x.shape], [...x.strides]];
  const along = x.rank ? strides[at] : 1;
  if (x.rank) {
    shape[at] = Math.floor((n - size) / step) + 1;
    strides[at] = along * step;
  }
  return x.window([...shape, size], [...strides, along]);
}

/** A view by its strides, which must stay within the storage. @param {Tensor} x @param {number[]} shape @param {number[]} strides @param {number} offset */
export function window(x, shape, strides, offset) {
  const last = shape.reduce((at, n, d) => at + (n - 1) * strides[d], offset);
  const n = x.storage.data.length / x.dtype.width;
  const isWithin = strides.every((step) => step >= 0) && offset >= 0 && last < n;
  if (shape.length !== strides.length || (sizeOf(shape) > 0 && !isWithin)) {
    runtimeError(
      `setStorage: sizes ${textOf(shape)}, strides ${textOf(strides)}, storage offset ${offset} are out of bounds for storage of size ${n}`,
    );
  }
  return x.window(shape, strides, offset);
}

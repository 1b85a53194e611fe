// @ts-check
// x[...]: slices and integers give views; tensors of indices and masks give copies.
import {DTYPES} from './dtypes.js';
import {indexError, runtimeError} from './errors.js';
import {select, slice, unsqueeze} from './shapes.js';
import {
  broadcast,
  convert,
  dense,
  make,
  put,
  sizeOf,
  stretch,
  Tensor,
  textOf,
  walk,
} from './tensor.js';

const {bool, int64} = DTYPES;

/**
 * One entry between the brackets.
 *
 * @typedef {{kind: 'slice', start: number | null, stop: number | null, step: number | null} |
 *   {kind: 'int', at: number} | {kind: 'none'} | {kind: 'ellipsis'} |
 *   {kind: 'tensor', tensor: Tensor} | {kind: 'bool', value: boolean}} Entry
 */

/** @param {string} text @returns {number | null} */
const numberOf = (text) => (text === '' ? null : Number(text));

/**
 * Reads 's:0::2;n;i:3;e;t:17;f:1': slices (start:stop:step), None, integers, Ellipsis, handles of
 * tensors, and Python's booleans.
 *
 * @param {string} spec
 * @param {(handle: number) => Tensor} tensorOf
 * @returns {Entry[]}
 */
export function readSpec(spec, tensorOf) {
  if (spec === '') return [];
  return spec.split(';').map((part) => {
    const [kind, ...rest] = part.split(':');
    if (kind === 's') {
      const [start, stop, step] = rest.map(numberOf);
      return {kind: 'slice', start, stop, step};
    }
    if (kind === 'i') return {kind: 'int', at: Number(rest[0])};
    if (kind === 't') return {kind: 'tensor', tensor: tensorOf(Number(rest[0]))};
    if (kind === 'f') return {kind: 'bool', value: rest[0] === '1'};
    return {kind: kind === 'n' ? 'none' : 'ellipsis'};
  });
}

/** Axes of x that an entry uses up. @param {Entry} entry */
function axesOf(entry) {
  if (entry.kind === 'slice' || entry.kind === 'int') return 1;
  if (entry.kind !== 'tensor') return 0;
  return isMask(entry.tensor) ? entry.tensor.rank : 1;
}

/** @param {Tensor} tensor */
const isMask = ({dtype}) => dtype === bool || dtype.name === 'uint8';

/** The entries with the ellipsis written out. @param {Tensor} x @param {Entry[]} entries */
function writeOut(x, entries) {
  const used = entries.reduce((n, entry) => n + axesOf(entry), 0);
  if (x.rank === 0 && entries.length === 1 && entries[0].kind === 'slice') {
    indexError('slice() cannot be applied to a 0-dim tensor.');
  }
  if (used > x.rank) {
    indexError(`too many indices for tensor of dimension ${x.rank}`);
  }
  const rest = new Array(x.rank - used).fill({kind: 'slice', start: null, stop: null, step: null});
  const at = entries.findIndex(({kind}) => kind === 'ellipsis');
  if (at < 0) return [...entries, ...rest];
  return [...entries.slice(0, at), ...rest, ...entries.slice(at + 1)];
}

/**
 * The view by what is not a tensor, and where tensors of indices stand in it: axis and indices.
 *
 * @param {Tensor} x
 * @param {Entry[]} entries
 */
function viewOf(x, entries) {
  let view = x;
  let d = 0;
  let axis = 0; // of x, for messages
  /** @type {{d: number, index: Tensor}[]} */
  const picks = [];
  for (const entry of writeOut(x, entries)) {
    if (entry.kind === 'int') view = selectAt(view, d, entry.at, axis++);
    else if (entry.kind === 'slice') view = sliceAt(view, d++, entry, axis++);
    else if (entry.kind === 'none') view = unsqueeze(view, d++);
    else if (entry.kind === 'bool') {
      view = unsqueeze(view, d);
      const index = make(int64, [entry.value ? 1 : 0]);
      picks.push({d: d++, index});
    } else if (entry.kind === 'tensor') {
      const indices = isMask(entry.tensor)
        ? placesOf(entry.tensor, view, d, axis)
        : [indicesOf(entry.tensor)];
      for (const index of indices) picks.push({d: d++, index});
      axis += indices.length;
    }
  }
  return {view, picks};
}

/** @param {Tensor} x @param {number} d @param {number} at @param {number} axis */
function selectAt(x, d, at, axis) {
  const n = x.shape[d];
  if (at < -n || at >= n) {
    indexError(`index ${at} is out of bounds for dimension ${axis} with size ${n}`);
  }
  return select(x, d, at);
}

/** @param {Tensor} x @param {number} d @param {Extract<Entry, {kind: 'slice'}>} entry @param {number} _axis */
function sliceAt(x, d, {start, stop, step}, _axis) {
  return slice(x, d, start ?? 0, stop ?? x.shape[d], step ?? 1);
}

/** @param {Tensor} tensor */
function indicesOf(tensor) {
  if (tensor.dtype.kind === 1) return convert(tensor, int64);
  return indexError('tensors used as indices must be long, byte or bool tensors');
}

/** Where a mask is true: one tensor of indices an axis. @param {Tensor} mask @param {Tensor} x @param {number} d @param {number} axis */
function placesOf(mask, x, d, axis) {
  mask.shape.forEach((n, k) => {
    if (n === x.shape[d + k]) return;
    indexError(
      `The shape of the mask ${textOf(mask.shape)} at index ${k} does not match the shape of the indexed tensor ${textOf(x.shape)} at index ${axis + k}`,
    );
  });
  return nonzeroOf(mask);
}

/** @param {Tensor} x @returns {Tensor[]} one a dimension, of as many numbers as x has places that are not 0 */
export function nonzeroOf(x) {
  const values = dense(x);
  const w = x.dtype.width;
  /** @type {number[]} */
  const places = [];
  for (let k = 0; k < x.size; k++) {
    if (values[w * k] !== 0 || (w === 2 && values[2 * k + 1] !== 0)) places.push(k);
  }
  let step = x.size;
  return x.shape.map((n) => {
    step /= n;
    const index = make(int64, [places.length]);
    places.forEach((place, k) => {
      index.storage.data[k] = Math.floor(place / step) % n;
    });
    return index;
  });
}

/**
 * A view over copies: where each picked element stands in the view's storage.
 *
 * @param {Tensor} view
 * @param {{d: number, index: Tensor}[]} picks
 */
function places(view, picks) {
  const common = picks.map(({index}) => index.shape).reduce(shapeOfIndices);
  const dims = picks.map(({d}) => d);
  const isTogether = dims.every((d, k) => k === 0 || d === dims[k - 1] + 1);
  const rest = view.shape.map((_, d) => d).filter((d) => !dims.includes(d));
  const before = isTogether ? rest.filter((d) => d < dims[0]) : [];
  const after = rest.filter((d) => !before.includes(d));
  const offsets = offsetsOf(view, picks, common);
  const shapeOf = (/** @type {number[]} */ list) => list.map((d) => view.shape[d]);
  return {
    common,
    offsets,
    before,
    after,
    shape: [...shapeOf(before), ...common, ...shapeOf(after)],
  };
}

/** @param {readonly number[]} a @param {readonly number[]} b */
function shapeOfIndices(a, b) {
  try {
    return broadcast(a, b);
  } catch {
    return indexError(
      `shape mismatch: indexing tensors could not be broadcast together with shapes ${textOf(a)}, ${textOf(b)}`,
    );
  }
}

/** What the indices together add to the offset. @param {Tensor} view @param {{d: number, index: Tensor}[]} picks @param {readonly number[]} common */
function offsetsOf(view, picks, common) {
  const offsets = new Float64Array(sizeOf(common));
  for (const {d, index} of picks) {
    const n = view.shape[d];
    const values = dense(stretch(index, common));
    values.forEach((at, k) => {
      if (at < -n || at >= n) {
        indexError(`index ${at} is out of bounds for dimension ${d} with size ${n}`);
      }
      offsets[k] += (at < 0 ? at + n : at) * view.strides[d];
    });
  }
  return offsets;
}

/**
 * Calls `run` with the offset of every picked element, in row-major order of the result.
 *
 * @param {Tensor} view
 * @param {ReturnType<typeof places>} place
 * @param {(offset: number) => void} run
 */
function eachPlace(view, {offsets, before, after}, run) {
  const side = (/** @type {number[]} */ dims) => {
    /** @type {number[]} */
    const out = [];
    const [shape, strides] = [dims.map((d) => view.shape[d]), dims.map((d) => view.strides[d])];
    walk(shape, [strides], [0], ([at], n, [step]) => {
      for (let k = 0; k < n; k++) out.push(at + k * step);
    });
    return out;
  };
  const [outer, inner] = [side(before), side(after)];
  for (const a of outer) {
    for (const b of offsets) {
      for (const c of inner) run(view.offset + a + b + c);
    }
  }
}

/** @param {Tensor} x @param {Entry[]} entries @returns {Tensor} */
export function getIndex(x, entries) {
  const {view, picks} = viewOf(x, entries);
  if (picks.length === 0) return view;
  const place = places(view, picks);
  const out = make(x.dtype, place.shape);
  const w = x.dtype.width;
  const [data, from] = [out.storage.data, x.storage.data];
  let to = 0;
  eachPlace(view, place, (offset) => {
    for (let part = 0; part < w; part++) data[to++] = from[w * offset + part];
  });
  return out;
}

/** @param {Tensor} x @param {Entry[]} entries @param {Tensor} value */
export function setIndex(x, entries, value) {
  const {view, picks} = viewOf(x, entries);
  if (x.dtype.kind < 3 && value.dtype.kind === 3) {
    runtimeError('value cannot be converted to type float without overflow');
  }
  if (picks.length === 0) {
    put(view, fitting(value, view.shape));
    return;
  }
  const place = places(view, picks);
  const values = dense(fittingIndex(value, place.shape));
  const [w, v] = [x.dtype.width, value.dtype.width];
  const {round} = x.dtype;
  let k = 0;
  eachPlace(view, place, (offset) => {
    for (let part = 0; part < w; part++) {
      x.storage.data[w * offset + part] = part < v ? round(values[v * k + part]) : 0;
    }
    k++;
  });
}

/** The value over a whole view; leading axes of one may be too many. @param {Tensor} value @param {readonly number[]} shape */
function fitting(value, shape) {
  let source = value;
  while (source.rank > shape.length && source.shape[0] === 1) source = select(source, 0, 0);
  const lead = shape.length - source.rank;
  const at = source.shape.findLastIndex((n, d) => n !== 1 && n !== shape[d + lead]);
  if (lead < 0) {
    runtimeError(
      `expand(torch.${value.dtype.scalar}Tensor{${textOf(value.shape)}}, size=${textOf(shape)}): the number of sizes provided (${shape.length}) must be greater or equal to the number of dimensions in the tensor (${value.rank})`,
    );
  }
  if (at >= 0) {
    runtimeError(
      `The expanded size of the tensor (${shape[at + lead]}) must match the existing size (${source.shape[at]}) at non-singleton dimension ${at + lead}.  Target sizes: ${textOf(shape)}.  Tensor sizes: ${textOf(source.shape)}`,
    );
  }
  return stretch(source, shape);
}

/** @param {Tensor} value @param {readonly number[]} shape */
function fittingIndex(value, shape) {
  const lead = shape.length - value.rank;
  const fits = lead >= 0 && value.shape.every((n, d) => n === 1 || n === shape[d + lead]);
  if (!fits) {
    runtimeError(
      `shape mismatch: value tensor of shape ${textOf(value.shape)} cannot be broadcast to indexing result of shape ${textOf(shape)}`,
    );
  }
  return stretch(value, shape);
}

/** @param {Tensor} x @param {number} at @param {Tensor} index @returns {Tensor} */
export function gather(x, at, index) {
  checkIndex('gather', x, at, index);
  const out = make(x.dtype, index.shape);
  eachAlong(x, at, index, (offset, k) => {
    out.storage.data[k] = x.storage.data[offset];
  });
  return out;
}

/** x with numbers of `source` put where the index says. @param {Tensor} x @param {number} at @param {Tensor} index @param {Tensor} source @param {boolean} adds */
export function scatter(x, at, index, source, adds) {
  checkIndex('scatter', x, at, index);
  const values = dense(stretch(source, index.shape));
  eachAlong(x, at, index, (offset, k) => {
    const before = adds ? x.storage.data[offset] : 0;
    x.storage.data[offset] = x.dtype.round(before + values[k]);
  });
}

/** @param {string} name @param {Tensor} x @param {number} at @param {Tensor} index */
function checkIndex(name, x, at, index) {
  if (index.dtype !== int64) runtimeError(`${name}(): Expected dtype int64 for index`);
  if (index.rank !== x.rank && index.rank > 0 && x.rank > 0) {
    runtimeError('Index tensor must have the same number of dimensions as input tensor');
  }
  index.shape.forEach((n, d) => {
    if (d === at || n <= x.shape[d]) return;
    runtimeError(
      `Size does not match at dimension ${d} expected index ${textOf(index.shape)} to be smaller than self ${textOf(x.shape)} apart from dimension ${at}`,
    );
  });
}

/** @param {Tensor} x @param {number} at @param {Tensor} index @param {(offset: number, k: number) => void} run */
function eachAlong(x, at, index, run) {
  const values = dense(index);
  let k = 0;
  const strides = x.strides.map((step, d) => (d === at ? 0 : step));
  walk(index.shape, [strides], [x.offset], ([from], n, [step]) => {
    for (let i = 0; i < n; i++, from += step, k++) {
      const row = values[k];
      if (row < 0 || row >= x.shape[at]) {
        runtimeError(`index ${row} is out of bounds for dimension ${at} with size ${x.shape[at]}`);
      }
      run(from + row * x.strides[at], k);
    }
  });
}

// @ts-check
// x[...]: slices and integers give views; tensors of indices and masks give copies.
import {DTYPES} from './dtypes.js';
import {indexError, runtimeError} from './errors.js';
import {checkApart, checkOwnPlaces} from './overlap.js';
import {select, slice, unsqueeze} from './shapes.js';
import {
  broadcast,
  clone,
  dense,
  from,
  laidOutAs,
  make,
  put,
  roundingOf,
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
    if (kind === 't') {
      const tensor = tensorOf(Number(rest[0]));
      const isTruth = tensor.rank === 0 && isMask(tensor);
      return isTruth ? {kind: 'bool', value: dense(tensor)[0] !== 0} : {kind: 'tensor', tensor};
    }
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
 * The view by what is not a tensor, and where tensors of indices are in it: axis and indices. In numpy an
 * integer beside tensors is one of them, and a new axis has steps of 0.
 *
 * @param {Tensor} x
 * @param {Entry[]} entries
 * @param {boolean} isArray numpy's
 */
function viewOf(x, entries, isArray) {
  let view = x;
  let d = 0;
  let axis = 0;
  /** @type {{d: number, axis: number, tensor: Tensor}[]} */
  const tensors = [];
  const isPick = isArray && entries.some(({kind}) => kind === 'tensor' || kind === 'bool');
  for (const [k, entry] of writeOut(x, entries).entries()) {
    if (entry.kind === 'int' && isPick) {
      tensors.push({d: d++, axis, tensor: from(int64, [], [entry.at])});
    } else if (entry.kind === 'int') view = selectAt(view, d, entry.at, k);
    else if (entry.kind === 'slice') view = sliceAt(view, d++, entry);
    else if (entry.kind === 'none') view = isArray ? newAxis(view, d++) : unsqueeze(view, d++);
    else if (entry.kind === 'bool') {
      view = unsqueeze(view, d);
      tensors.push({d: d++, axis, tensor: make(int64, [entry.value ? 1 : 0])});
    } else if (entry.kind === 'tensor') {
      checkIndices(entry.tensor);
      tensors.push({d, axis, tensor: entry.tensor});
      d += axesOf(entry);
    }
    axis += axesOf(entry);
  }
  // A mask is compared with what the integers and slices have left.
  const picks = tensors.flatMap((pick) =>
    isMask(pick.tensor)
      ? placesOf(pick.tensor, view, pick.d).map((index, k) => ({d: pick.d + k, axis: 0, index}))
      : [{d: pick.d, axis: pick.axis, index: pick.tensor}],
  );
  if (!isArray) for (const [k, pick] of picks.entries()) pick.axis = k; // PyTorch counts the tensors
  return {view, picks};
}

/** @param {Tensor} x @param {number} d */
const newAxis = (x, d) => x.window(x.shape.toSpliced(d, 0, 1), x.strides.toSpliced(d, 0, 0));

/** @param {Tensor} x @param {number} d @param {number} at @param {number} entry its number, for the message */
function selectAt(x, d, at, entry) {
  const n = x.shape[d];
  if (at < -n || at >= n) {
    indexError(`index ${at} is out of bounds for dimension ${entry} with size ${n}`);
  }
  return select(x, d, at);
}

/** @param {Tensor} x @param {number} d @param {Extract<Entry, {kind: 'slice'}>} entry */
function sliceAt(x, d, {start, stop, step}) {
  return slice(x, d, start ?? 0, stop ?? x.shape[d], step ?? 1);
}

/** @param {Tensor} tensor */
function checkIndices(tensor) {
  if (tensor.dtype === int64 || isMask(tensor)) return;
  indexError('tensors used as indices must be long, byte or bool tensors');
}

/** Where a mask is true: one tensor of indices an axis. @param {Tensor} mask @param {Tensor} x @param {number} d */
function placesOf(mask, x, d) {
  mask.shape.forEach((n, k) => {
    if (n === x.shape[d + k]) return;
    indexError(
      `The shape of the mask ${textOf(mask.shape)} at index ${k} does not match the shape of the indexed tensor ${textOf(x.shape)} at index ${d + k}`,
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
 * A view over copies: where each picked element is in the view's storage.
 *
 * @param {Tensor} view
 * @param {{d: number, axis: number, index: Tensor}[]} picks
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

/** What the indices together add to the offset. @param {Tensor} view @param {{d: number, axis: number, index: Tensor}[]} picks @param {readonly number[]} common */
function offsetsOf(view, picks, common) {
  const offsets = new Float64Array(sizeOf(common));
  for (const {d, axis, index} of picks) {
    const n = view.shape[d];
    const values = dense(stretch(index, common));
    if (n === 0 && values.length) indexError('index is out of bounds for dimension with size 0');
    values.forEach((at, k) => {
      if (at < -n || at >= n) {
        indexError(`index ${at} is out of bounds for dimension ${axis} with size ${n}`);
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

/** What numpy would have moved: axes that were picked first, and put in their place afterwards. @type {WeakSet<Tensor>} */
export const moved = new WeakSet();

/** As `place` where what was picked comes first, as in numpy's memory. @param {ReturnType<typeof places>} place */
const pickedFirst = ({common, offsets, before, after, shape}) => ({
  ...{common, offsets, before: [], after: [...before, ...after]},
  shape: [
    ...common,
    ...shape.slice(0, before.length),
    ...shape.slice(before.length + common.length),
  ],
});

/** Axes that come first, put after those that they were put before. @param {Tensor} x @param {number} n how many @param {number} before */
function moveBack(x, n, before) {
  const move = (/** @type {readonly number[]} */ list) => [
    ...list.slice(n, n + before),
    ...list.slice(0, n),
    ...list.slice(n + before),
  ];
  const strides = x.size ? move(x.strides) : x.strides.map(() => 0);
  const made = x.window(move(x.shape), strides);
  if (before) moved.add(made);
  return made;
}

/** @param {Tensor} x @param {Entry[]} entries @param {boolean} [isArray] @returns {Tensor} */
export function getIndex(x, entries, isArray = false) {
  const {view, picks} = viewOf(x, entries, isArray);
  if (picks.length === 0) return view;
  const given = places(view, picks);
  const place = isArray ? pickedFirst(given) : given;
  const out = make(x.dtype, place.shape);
  const w = x.dtype.width;
  const [data, from] = [out.storage.data, x.storage.data];
  let to = 0;
  eachPlace(view, place, (offset) => {
    for (let part = 0; part < w; part++) data[to++] = from[w * offset + part];
  });
  const {before, after, common, shape} = place;
  const strides = [before, after].map((dims) => dims.map((d) => view.strides[d]));
  const made = laidOutAs(out, [
    view.window(shape, [...strides[0], ...common.map(() => 0), ...strides[1]]),
  ]);
  return isArray ? moveBack(made, common.length, given.before.length) : made;
}

/**
 * @param {Tensor} x
 * @param {Entry[]} entries
 * @param {Tensor} value
 * @param {boolean} isNumber Python's: it takes the type of x
 * @param {boolean} [isArray] numpy's
 */
export function setIndex(x, entries, value, isNumber = true, isArray = false) {
  if (isNumber && x.dtype.kind < 3 && value.dtype.kind === 3) {
    runtimeError('value cannot be converted to type float without overflow');
  }
  const {view, picks} = viewOf(x, entries, isArray);
  if (picks.length === 0) {
    if (!isNumber) {
      checkOwnPlaces(view);
      checkApart(view, value);
    }
    put(view, fitting(value, view.shape));
    return;
  }
  if (value.dtype !== x.dtype && !isNumber && !isFill(entries, value)) {
    runtimeError(
      `Index put requires the source and destination dtypes match, got ${x.dtype.scalar} for the destination and ${value.dtype.scalar} for the source.`,
    );
  }
  const place = places(view, picks);
  const fitted = fittingIndex(value, place.shape);
  const isOwn = isArray && value.storage === x.storage && value.dtype === x.dtype;
  if (isOwn && !entries.some(isTruths)) {
    return setOneByOne(view, place, fitted);
  }
  const values = dense(isArray && value.storage === x.storage ? clone(fitted) : fitted);
  const [w, v] = [x.dtype.width, value.dtype.width];
  const round = roundingOf(x.dtype, value.dtype);
  let k = 0;
  eachPlace(view, place, (offset) => {
    for (let part = 0; part < w; part++) {
      x.storage.data[w * offset + part] = part < v ? round(values[v * k + part]) : 0;
    }
    k++;
  });
}

/** @param {Entry} entry */
const isTruths = (entry) => entry.kind === 'tensor' && isMask(entry.tensor);

/**
 * Of numbers that are written to themselves: each is read when its turn comes, as in numpy.
 *
 * @param {Tensor} view
 * @param {ReturnType<typeof places>} place
 * @param {Tensor} value of the same memory, and of the shape of the place
 */
function setOneByOne(view, place, value) {
  const {data} = view.storage;
  const w = view.dtype.width;
  const {common, before} = place;
  const [b, n] = [before.length, common.length];
  const first = (/** @type {readonly number[]} */ list) => [
    ...list.slice(b, b + n),
    ...list.slice(0, b),
    ...list.slice(b + n),
  ];
  /** @type {number[]} */
  const sources = [];
  const shape = first(value.shape);
  walk(shape, [first(value.strides)], [value.offset], ([at], count, [step]) => {
    for (let k = 0; k < count; k++) sources.push(at + k * step);
  });
  let k = 0;
  eachPlace(view, pickedFirst(place), (offset) => {
    for (let part = 0; part < w; part++) data[w * offset + part] = data[w * sources[k] + part];
    k++;
  });
}

/** Whether one element goes to where masks are true: it may be of another type. @param {Entry[]} entries @param {Tensor} value */
const isFill = (entries, value) =>
  value.size === 1 && entries.every((entry) => entry.kind !== 'tensor' || isMask(entry.tensor));

/** The value over a whole view; leading axes of one may be too many. @param {Tensor} value @param {readonly number[]} shape */
function fitting(value, shape) {
  let source = value;
  while (source.rank > shape.length && source.shape[0] === 1) source = select(source, 0, 0);
  const lead = shape.length - source.rank;
  const at = source.shape.findLastIndex((n, d) => n !== 1 && n !== shape[d + lead]);
  if (lead < 0) {
    runtimeError(
      `expand(torch.${value.dtype.scalar}Tensor{${textOf(source.shape)}}, size=${textOf(shape)}): the number of sizes provided (${shape.length}) must be greater or equal to the number of dimensions in the tensor (${source.rank})`,
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

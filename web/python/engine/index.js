// @ts-check
// The tensors of `torch` in the page, for Python: functions over handles that take and give only
// numbers, booleans and strings. A list of numbers is a string, '2,3'; an error comes back as
// '!Kind:message', which web/python/torch raises.

import {hexOf, ofHex} from './bytes.js';
import * as complex from './complex.js';
import {makeDrawn} from './drawn.js';
import {bigOf, DTYPES, dtypeOf, isLow, resultType} from './dtypes.js';
import {einsum} from './einsum.js';
import {binary, clamp, notFor, unary, where} from './elementwise.js';
import {indexError, runtimeError, TorchError, typeError, valueError} from './errors.js';
import {gather, scatter} from './gather.js';
import {Handles} from './handles.js';
import {getIndex, moved, nonzeroOf, readSpec, setIndex} from './indexing.js';
import * as nn from './nn.js';
import {checkApart, checkOwnPlaces} from './overlap.js';
import {bmm, dot, matmul, outer} from './products.js';
import {cumulate, extreme, places, reduce, sort} from './reduce.js';
import * as shapes from './shapes.js';
import {adamStep, sgdStep} from './steps.js';
import {sumInOrder} from './sums.js';
import {
  broadcast,
  clone,
  convert,
  dense,
  from,
  laidOutAs,
  make,
  numberStoragesAnew,
  put,
  sizeOf,
  stretch,
  Tensor,
  textOf,
} from './tensor.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Numbers} from './dtypes.js' */

/** @param {string} text @returns {number[]} */
function list(text) {
  if (text === '') return [];
  const numbers = text.split(',').map(Number);
  if (!numbers.every(Number.isInteger)) typeError(`ints were expected, got ${text}`);
  return numbers;
}

/** Numbers that JSON does not know. @param {string} text */
const number = (text) =>
  text === 'inf'
    ? Infinity
    : text === '-inf'
      ? -Infinity
      : text === 'nan'
        ? Number.NaN
        : Number(text);

/** @param {number} x */
const shown = (x) =>
  Number.isNaN(x)
    ? 'nan'
    : x === Infinity
      ? 'inf'
      : x === -Infinity
        ? '-inf'
        : Object.is(x, -0)
          ? '-0.0'
          : String(x);

/** @param {number} x of int64 */
const shownWhole = (x) => String(isLow(x) ? bigOf(x) : x);

/** @param {number} at @returns {{kind: 'int', at: number}} */
const intEntry = (at) => ({kind: 'int', at});

/** @param {number} at */
function noElements(at) {
  indexError(
    at === 0
      ? 'invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim tensor to a number'
      : `index ${at} is out of bounds for dimension 0 with size 0`,
  );
}

/**
 * The one number of a tensor, so that Python sees whether it is whole, a float or complex: JavaScript
 * has one kind of number, so floats that look whole, and pairs, are sent as text.
 *
 * @param {Tensor} x
 */
function itemOf(x) {
  const [value, imag] = dense(x);
  if (x.dtype.kind === 0) return value !== 0;
  if (x.dtype.kind === 1) return Number.isSafeInteger(value) ? value : bigOf(value);
  if (x.dtype.kind === 3) return `${shown(value)},${shown(imag)}`;
  return Number.isInteger(value) ? shown(value) : value;
}

/** Of what writes in place: where its target is among the arguments. @type {Record<string, number>} */
const WRITTEN_AT = {
  ...{binary_in_place: 1, unary_in_place: 1, copy_: 0, fill_: 0, scatter_: 0, set_index: 0},
  ...{set_at: 0, uniform_: 0, normal_: 0, bernoulli_: 0, exponential_: 0, random_: 0},
  ...{adam_step: 0, sgd_step: 0},
};

/**
 * What a call should not make: any tensor of a shape, or only one of these numbers, in row-major order.
 *
 * @typedef {{shape: readonly number[], data?: ArrayLike<number>}} Unmade
 */

/** @param {Tensor} x @param {Unmade} unmade */
function isLike(x, {shape, data}) {
  if (String(x.shape) !== String(shape)) return false;
  return !data || dense(x).every((v, k) => Math.abs(v - data[k]) <= 1e-4 * (1 + Math.abs(data[k])));
}

/**
 * @param {{core: Core | null}} options core: for products, layer norm and GELU in float32; null: without
 */
export function makeEngine({core}) {
  const handles = new Handles();

  /** What has been used of what exercises ask to do without. @type {Set<string>} */
  const used = new Set();
  /** What should not be made. @type {readonly Unmade[]} */
  let unmade = [];

  /** @param {Tensor} tensor */
  function keep(tensor) {
    const isMade = unmade.length > 0 && handles.holders(tensor) === 0; // a view makes nothing
    if (isMade && unmade.some((one) => isLike(tensor, one))) used.add('unmade');
    return handles.keep(tensor);
  }
  const of = (/** @type {number} */ handle) => handles.of(handle);

  /** @param {string} handles */
  const all = (handles) => list(handles).map(of);
  /** @param {readonly Tensor[]} many */
  const keepAll = (many) => many.map(keep).join(',');

  /** @param {unknown} text 're,im' */
  const complexOf = (text) => {
    const one = complex.fromParts(DTYPES.complex128, [], String(text).split(',').map(number));
    one.isScalar = true;
    return one;
  };

  /** An operand: a handle, or a Python number of a kind. @param {number} value @param {string} kind '' for a handle; of a complex number the value is 're,im' */
  const operand = (value, kind) => {
    if (kind === '') return of(value);
    if (kind === 'complex') return complexOf(value);
    return {value: Number(value), kind: /** @type {'bool' | 'int' | 'float'} */ (kind)};
  };

  /** As `operand`, but a tensor. @param {number} value @param {string} kind 'array': a handle of numpy's */
  const element = (value, kind) => {
    if (kind === '' || kind === 'array') return of(value);
    if (kind === 'complex') return complexOf(value);
    return from(kind === 'float' ? DTYPES.float64 : DTYPES.int64, [], [Number(value)]);
  };

  const drawn = makeDrawn({keep, of, list});

  /** In place: the numbers of `source`, stretched, in the type of x. @param {Tensor} x @param {Tensor} source */
  function write(x, source) {
    checkTarget(x, source.shape);
    checkOwnPlaces(x);
    if (x.dtype.kind < source.dtype.kind) {
      runtimeError(
        `result type ${source.dtype.scalar} can't be cast to the desired output type ${x.dtype.scalar}`,
      );
    }
    put(x, source);
  }

  /** @param {Tensor} x @param {readonly number[]} shape */
  function checkTarget(x, shape) {
    if (x.shape.length === shape.length && x.shape.every((n, d) => n === shape[d])) return;
    runtimeError(
      `output with shape ${textOf(x.shape)} doesn't match the broadcast shape ${textOf(shape)}`,
    );
  }

  /** @type {Record<string, (...args: any[]) => any>} */
  const functions = {
    free: (h) => handles.free(h),
    // ------------------------------------------------------------------------------ creation
    from_list: (dtype, shape, text) =>
      keep(from(dtypeOf(dtype), list(shape), text === '' ? [] : text.split(',').map(number))),
    complex_from_list: (dtype, shape, text) =>
      keep(
        complex.fromParts(
          dtypeOf(dtype),
          list(shape),
          text === '' ? [] : text.split(',').map(number),
        ),
      ),
    full: (dtype, shape, value) => {
      const out = make(dtypeOf(dtype), list(shape));
      if (out.dtype.width === 1) out.storage.data.fill(out.dtype.round(value));
      else
        out.storage.data.forEach((_, k, data) => {
          data[k] = k % 2 ? 0 : value;
        });
      return keep(out);
    },
    /** Zeros of its shape, in memory as it is there. */
    like: (h, dtype) => keep(laidOutAs(make(dtypeOf(dtype), of(h).shape), [of(h)])),
    arange: (dtype, start, end, step) => keep(arange(dtypeOf(dtype), start, end, step)),
    linspace: (dtype, start, end, n) => keep(linspace(dtypeOf(dtype), start, end, n)),
    eye: (dtype, n, m) => {
      if (n < 0) runtimeError(`n must be greater or equal to 0, got ${n}`);
      if (m < 0) runtimeError(`m must be greater or equal to 0, got ${m}`);
      const out = make(dtypeOf(dtype), [n, m]);
      for (let k = 0; k < Math.min(n, m); k++) out.storage.data[(k * m + k) * out.dtype.width] = 1;
      return keep(out);
    },
    ...drawn.functions,
    // ------------------------------------------------------------------------------ what it is
    shape: (h) => of(h).shape.join(','),
    dim: (h) => of(h).rank,
    numel: (h) => of(h).size,
    strides: (h) => of(h).strides.join(','),
    dtype: (h) => of(h).dtype.name,
    element_size: (h) => of(h).dtype.size,
    is_contiguous: (h) => of(h).isContiguous,
    storage: (h) => of(h).storage.id,
    writes: (h) => of(h).storage.writes ?? 0,
    /** Its type and shape in one. */
    kind: (h) => {
      const {dtype, shape} = of(h);
      return `${dtype.name}:${shape.join(',')}`;
    },
    storage_size: (h) => {
      const {storage, dtype} = of(h);
      return storage.data.length / dtype.width;
    },
    /** The bytes of a file, as hexadecimal text. */
    storage_bytes: (h) => hexOf(of(h)),
    from_bytes: (dtype, n, text) => keep(ofHex(dtypeOf(dtype), n, text)),
    window: (h, shape, strides, offset) =>
      keep(shapes.window(of(h), list(shape), list(strides), offset)),
    holders: (h) => handles.holders(of(h)),
    sharing: (h) => handles.those(({storage}) => storage.id === of(h).storage.id).join(','),
    is_view: (h) => of(h).base !== null,
    views: (h) => handles.those(({base}) => base === of(h)).join(','),
    offset: (h) => of(h).offset,
    /** Its numbers, of complex ones both parts, as text. */
    values: (h) =>
      Array.from(dense(of(h)), of(h).dtype === DTYPES.int64 ? shownWhole : shown).join(','),
    item: (h) => {
      const x = of(h);
      if (x.size !== 1) valueError('only one element tensors can be converted to Python scalars');
      return itemOf(x);
    },
    equal: (a, b) => shapes.equal(of(a), of(b)),
    result_type: (handles) =>
      resultType(all(handles).map((x) => ({dtype: x.dtype, rank: x.rank}))).name,
    // ------------------------------------------------------------------------------ elements
    unary: (name, h) => keep(unary(name, of(h))),
    binary: (name, a, b, aKind = '', bKind = '') =>
      keep(binary(name, operand(a, aKind), operand(b, bKind))),
    /** Refuses to write to what is read, as PyTorch does. */
    check_apart: (h, source, isStrict) => checkApart(of(h), of(source), isStrict),
    binary_in_place: (name, h, b, bKind = '') => {
      const x = of(h);
      const y = operand(b, bKind);
      if (y instanceof Tensor) {
        checkTarget(x, broadcast(x.shape, y.shape));
        checkApart(x, y);
      }
      write(x, binary(name, x, y));
    },
    unary_in_place: (name, h) => write(of(h), unary(name, of(h))),
    where: (condition, a, aKind, b, bKind) =>
      keep(where(of(condition), operand(a, aKind), operand(b, bKind))),
    clamp: (h, min, max) => keep(clamp(of(h), min, max)),
    to: (h, dtype) => {
      const x = of(h);
      const type = dtypeOf(dtype);
      return keep(laidOutAs(x.dtype === type ? clone(x) : convert(x, type), [x]));
    },
    clone: (h) => keep(laidOutAs(clone(of(h)), [of(h)])),
    alias: (h) => {
      const made = of(h).window(of(h).shape, of(h).strides);
      made.base = null;
      return keep(made);
    },
    copy_: (h, source) => {
      const x = of(h);
      const y = of(source);
      checkTarget(x, broadcast(x.shape, y.shape));
      checkOwnPlaces(x);
      checkApart(x, y);
      put(x, stretch(y, x.shape));
    },
    fill_: (h, value) => put(of(h), shapes.expand(from(of(h).dtype, [], [value]), of(h).shape)),
    // ------------------------------------------------------------------------------ along axes
    reduce: (name, h, dims, keepdim, parameter) =>
      keep(reduce(name, of(h), list(dims), keepdim, parameter)),
    sum_in_order: (h, dims) => keep(sumInOrder(of(h), list(dims))),
    extreme: (h, d, keepdim, isMost) => keepAll(extreme(of(h), d, keepdim, isMost)),
    cumulate: (name, h, d) => keep(cumulate(name, of(h), d)),
    chosen: (name, h, d, k, isMost, isSorted) =>
      keep(places(name, of(h), d, {k, isMost, isSorted})),
    sort: (h, d, isDescending, isStable) => keepAll(sort(of(h), d, isDescending, isStable)),
    softmax: (h, d, isLog) => keep(nn.softmax(of(h), d, isLog)),
    // ------------------------------------------------------------------------------ products
    matmul: (a, b) => keep(matmul(of(a), of(b), core)),
    bmm: (a, b) => keep(bmm(of(a), of(b), core)),
    dot: (a, b) => keep(dot(of(a), of(b))),
    outer: (a, b) => keep(outer(of(a), of(b))),
    einsum: (equation, handles) => keep(einsum(equation, all(handles), core)),
    // ------------------------------------------------------------------------------ shapes
    view_as_type: (h, name) => keep(shapes.viewAsType(of(h), dtypeOf(name))),
    view: (h, shape) => keep(shapes.view(of(h), list(shape))),
    reshape: (h, shape) => keep(shapes.reshape(of(h), list(shape))),
    permute: (h, dims) => keep(shapes.permute(of(h), list(dims))),
    transpose: (h, a, b) => keep(shapes.transpose(of(h), a, b)),
    movedim: (h, source, target) => keep(shapes.movedim(of(h), list(source), list(target))),
    expand: (h, sizes) => keep(shapes.expand(of(h), list(sizes))),
    unsqueeze: (h, d) => keep(shapes.unsqueeze(of(h), d)),
    squeeze: (h, d, isAll) => keep(shapes.squeeze(of(h), isAll ? null : d)),
    flatten: (h, start, end) => keep(shapes.flatten(of(h), start, end)),
    select: (h, d, index) => keep(shapes.select(of(h), d, index)),
    narrow: (h, d, start, length) => keep(shapes.narrow(of(h), d, start, length)),
    unbind: (h, d) => keepAll(shapes.unbind(of(h), d)),
    split: (h, size, d) => keepAll(shapes.split(of(h), size, d)),
    split_sizes: (h, sizes, d) => keepAll(shapes.splitSizes(of(h), list(sizes), d)),
    chunk: (h, n, d) => keepAll(shapes.chunk(of(h), n, d)),
    diagonal: (h, offset, a, b) => keep(shapes.diagonal(of(h), offset, a, b)),
    contiguous: (h) => {
      const x = of(h);
      return keep(x.isContiguous ? x.window(x.shape, x.strides) : clone(x));
    },
    cat: (handles, d) => keep(shapes.cat(all(handles), d)),
    stack: (handles, d) => keep(shapes.stack(all(handles), d)),
    repeat: (h, times) => keep(shapes.repeat(of(h), list(times))),
    repeat_interleave: (h, counts, d) => keep(shapes.repeatInterleave(of(h), list(counts), d)),
    backwards: (h, d) => keep(shapes.backwards(of(h), d)),
    flip: (h, dims) => keep(shapes.flip(of(h), list(dims))),
    roll: (h, by, dims) => keep(shapes.roll(of(h), list(by), list(dims))),
    triangle: (h, k, isUpper) => keep(shapes.triangle(of(h), k, isUpper)),
    pad: (h, pads, value) => keep(shapes.pad(of(h), list(pads), value)),
    unfold: (h, d, size, step) => keep(shapes.unfold(of(h), d, size, step)),
    index_select: (h, d, index) => keep(shapes.indexSelect(of(h), d, of(index))),
    // ------------------------------------------------------------------------------ indexing
    index: (h, spec, isArray) => keep(getIndex(of(h), readSpec(spec, of), isArray)),
    is_moved: (h) => moved.has(of(h)),
    set_index: (h, spec, value, kind) =>
      setIndex(of(h), readSpec(spec, of), element(value, kind), kind !== '', kind === 'array'),
    /** x[2, 3]: the commonest index needs no text. */
    at: (h, ...indices) => {
      const x = of(h);
      if (x.rank === 0 && indices.length === 1) noElements(indices[0]);
      return keep(getIndex(x, indices.map(intEntry)));
    },
    set_at: (h, value, kind, ...indices) =>
      setIndex(of(h), indices.map(intEntry), element(value, kind), kind !== ''),
    nonzero: (h) => {
      const x = of(h);
      if (x.rank === 0) return keep(make(DTYPES.int64, [dense(x).some(Boolean) ? 1 : 0, 0]));
      const columns = nonzeroOf(x);
      return keep(columns.length ? shapes.stack(columns, 1) : make(DTYPES.int64, [0, 0]));
    },
    gather: (h, d, index) => keep(gather(of(h), d, of(index))),
    scatter_: (h, d, index, source, adds) => scatter(of(h), d, of(index), of(source), adds),
    // ------------------------------------------------------------------------------ complex
    complex: (re, im) => keep(complex.fromRealImag(of(re), of(im))),
    polar: (abs, angle) => keep(complex.polar(of(abs), of(angle))),
    view_as_complex: (h) => keep(complex.viewAsComplex(of(h))),
    view_as_real: (h) => keep(complex.viewAsReal(of(h))),
    part: (h, isImag) => keep(complex.part(of(h), isImag)),
    // ------------------------------------------------------------------------------ torch.nn
    short_moments: (h, n, eps) => keep(nn.shortMoments(of(h), n, eps)),
    layer_norm: (h, shape, weight, bias, eps) =>
      keep(
        nn.layerNorm(
          of(h),
          list(shape),
          weight ? of(weight) : null,
          bias ? of(bias) : null,
          eps,
          core,
        ),
      ),
    gelu: (h, form) => keep(nn.gelu(of(h), form)),
    embedding: (weight, index) => keep(nn.embedding(of(weight), of(index))),
    embedding_back: (g, index, n, padding, isByCount) =>
      keep(nn.embeddingBack(of(g), of(index), n, padding, isByCount)),
    /** What dropout multiplies by: 0 by a probability, else what keeps the mean. */
    dropout_noise: (h, p) => {
      const like = of(h);
      const noise = make(like.dtype, like.shape); // row by row, however x lies in memory
      if (p < 1) drawn.dropout(noise, 1 - p);
      return keep(noise);
    },
    linear: (h, weight) => keep(nn.linear(of(h), of(weight), core)),
    // ------------------------------------------------------------------------------ torch.optim
    adam_step: (
      weights,
      g,
      m,
      v,
      most,
      lr,
      beta1,
      beta2,
      eps,
      decay,
      isDecoupled,
      step,
      isMaximizing,
    ) =>
      adamStep(of(weights), of(g), of(m), of(v), most ? of(most) : null, {
        lr,
        beta1,
        beta2,
        eps,
        decay,
        isDecoupled,
        step,
        isMaximizing,
      }),
    sgd_step: (weights, g, u, lr, momentum, dampening, decay, isNesterov, isMaximizing, isFirst) =>
      sgdStep(of(weights), of(g), u ? of(u) : null, {
        lr,
        momentum,
        dampening,
        decay,
        isNesterov,
        isMaximizing,
        isFirst,
      }),
    cross_entropy: (logits, target, ignored) =>
      keep(nn.crossEntropy(of(logits), of(target), ignored)),
  };
  functions.uses = (name) => void used.add(name);
  for (const [name, at] of Object.entries(WRITTEN_AT)) {
    const plain = functions[name];
    functions[name] = (...args) => {
      const made = plain(...args);
      const {storage} = of(args[at]);
      storage.writes = (storage.writes ?? 0) + 1;
      return made;
    };
  }

  return {
    /** For Python: errors are returned as text. */
    functions: Object.fromEntries(
      Object.entries(functions).map(([name, f]) => [name, reportingErrors(name, f)]),
    ),
    /** All tensors are given up, and the random numbers begin anew. */
    reset() {
      used.clear();
      unmade = [];
      handles.clear();
      numberStoragesAnew();
      drawn.reset();
    },
    /**
     * What has been used since the last call, of what exercises ask to do without: autograd, layer_norm, …, and 'unmade' for
     * a tensor that should not be made.
     *
     * @param {readonly Unmade[]} [next] what should not be made from here on
     * @returns {string[]}
     */
    takeUsed(next = []) {
      const names = [...used];
      used.clear();
      unmade = next;
      return names;
    },
    /**
     * @param {{dtype: string, shape: number[], data: ArrayLike<number>}} plain
     * @returns {{handle: number, isChanged: () => boolean}} isChanged: whether it has been written into
     */
    allocate: ({dtype, shape, data}) => {
      const type = dtypeOf(dtype);
      if (data.length !== sizeOf(shape) * type.width) {
        throw new RangeError(
          `data must have ${sizeOf(shape) * type.width} numbers, got ${data.length}.`,
        );
      }
      const x = from(type, shape, data);
      const before = dense(x).slice();
      const isChanged = () => dense(x).some((v, k) => !Object.is(v, before[k]));
      return {handle: keep(x), isChanged};
    },
    /** @param {number} handle @returns {{dtype: string, shape: number[], data: Numbers}} a copy */
    take: (handle) => {
      const x = of(handle);
      return {dtype: x.dtype.name, shape: [...x.shape], data: dense(x).slice()};
    },
  };
}

/** @param {string} name of the function @param {(...args: any[]) => any} f @returns {(...args: any[]) => any} */
function reportingErrors(name, f) {
  return (...args) => {
    try {
      return f(...args.map((value) => (isPlain(value) ? value : plainOf(name, value))));
    } catch (error) {
      if (error instanceof TorchError) return `!${error.kind}:${error.message}`;
      if (error instanceof RangeError && NO_MEMORY.test(error.message)) {
        return `!MemoryError:${name} needs more memory than there is here`;
      }
      const said = String(/** @type {any} */ (error)?.message);
      const why = OWN_WORDS.test(said) ? said : 'check their types and shapes';
      return `!RuntimeError:${name} could not be computed of these arguments here: ${why}`;
    }
  };
}

const NO_MEMORY = /memory|alloc|array length/i;
/** What the core says of an argument; all else is in the words of JavaScript. */
const OWN_WORDS = /^\w+ (must|cannot) /;

/** @param {unknown} value */
const isPlain = (value) => ['number', 'string', 'boolean', 'undefined'].includes(typeof value);

/** What Python gave where a number or a text belongs: a long integer, a tensor of one number. @param {string} name @param {any} value */
function plainOf(name, value) {
  if (value === null) return undefined;
  if (typeof value === 'bigint') {
    if (BigInt.asIntN(64, value) !== value) runtimeError('Overflow when unpacking long');
    return Number(value);
  }
  if (typeof value.item === 'function') {
    const one = value.item();
    return typeof one === 'string' ? number(one) : one;
  }
  return typeError(`${name}(): a number was expected, not ${value.type ?? typeof value}`);
}

/** @param {import('./dtypes.js').Dtype} dtype @param {number} start @param {number} end @param {number} step @returns {Tensor} */
function arange(dtype, start, end, step) {
  if (dtype.kind === 3 || dtype.kind === 0) notFor('arange_cpu', dtype);
  const gaps = dtype.kind === 1 && dtype !== DTYPES.int64 ? (end - start) / step : Number.NaN;
  if (dtype.kind === 1) [start, end, step] = [start, end, step].map(Math.trunc);
  if (step === 0) runtimeError('step must be nonzero');
  if ((step > 0 && end < start) || (step < 0 && end > start)) {
    runtimeError('upper bound and larger bound inconsistent with step sign');
  }
  const n = Number.isNaN(gaps) ? (end - start) / step : gaps;
  const out = make(dtype, [Math.ceil(n)]);
  const {data} = out.storage;
  if (dtype.kind === 2 && dtype.size === 2) step = Math.fround(step);
  inBlocks(data, dtype, step, (first) => fused(first, step, start));
  return out;
}

/** Numbers a step apart, as PyTorch computes them. @param {Numbers} data @param {import('./dtypes.js').Dtype} dtype @param {number} step @param {(k: number) => number} at a number by its place */
function inBlocks(data, dtype, step, at) {
  const block = BLOCKS[dtype.name] ?? 1;
  const whole = block > 1 ? data.length - (data.length % (2 * block)) : 0;
  for (let k = 0; k < data.length; k++) {
    const first = k < whole ? k - (k % block) : k;
    const base = at(first);
    data[k] = dtype.round(first === k ? base : fused(k - first, step, dtype.round(base)));
  }
}

/** How many numbers PyTorch computes at once, two such blocks in a row; the rest one by one. @type {Record<string, number>} */
const BLOCKS = {float32: 8, float64: 4};

/** a * b + c, rounded once, as processors have it: exact where each part is. @param {number} a a small integer @param {number} b @param {number} c */
function fused(a, b, c) {
  const high = Math.fround(b); // the products of the parts are exact
  const product = a * b;
  const sum = product + c;
  if (!Number.isFinite(sum)) return sum;
  const lost = a * high - product + a * (b - high);
  const part = sum - product;
  return sum + (product - (sum - part) + (c - part) + lost);
}

/** From both ends, as PyTorch, so that the last is the end. @param {import('./dtypes.js').Dtype} dtype @param {number} start @param {number} end @param {number} n @returns {Tensor} */
function linspace(dtype, start, end, n) {
  if (n < 0) runtimeError('number of steps must be non-negative');
  const out = make(dtype, [n]);
  if (dtype.kind === 3) return convert(linspace(DTYPES.float32, start, end, n), dtype);
  const step = (dtype.kind < 2 ? Math.fround : dtype.round)((end - start) / (n - 1));
  const {data} = out.storage;
  const half = Math.floor(n / 2);
  const isShort = dtype.kind === 2 && dtype.size === 2; // the product is rounded too
  /** @type {typeof fused} */
  const from = isShort ? (k, by, c) => dtype.round(k * by) + c : fused;
  inBlocks(data, dtype, step, (k) =>
    k < half ? from(k, step, start) : from(k - n + 1, step, end),
  );
  if (n === 1) data[0] = dtype.round(start);
  return out;
}

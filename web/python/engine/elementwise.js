// @ts-check
// Functions of one, two or three elements. All compute in double and round to the result's type, as a
// correctly rounded float operation would.
import {DTYPES, exactWhole, isLow, partOf, promote, resultType, SCALARS} from './dtypes.js';
import {runtimeError} from './errors.js';
import {WHOLE} from './integers.js';
import {
  broadcast,
  clone,
  convert,
  dense,
  laidOutAs,
  make,
  stretch,
  Tensor,
  walk,
} from './tensor.js';

/** @import {Dtype, Numbers} from './dtypes.js' */

const {bool, int64, float32, float64} = DTYPES;

// ------------------------------------------------------------------------------- one operand

/** erfc of 2 and more: a continued fraction. @param {number} x */
function tailOfErf(x) {
  let fraction = 0;
  for (let k = 60; k > 0; k--) fraction = k / 2 / (x + fraction);
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * (x + fraction));
}

/** erf of 0 to 2: a series. @param {number} x */
function seriesOfErf(x) {
  let [term, sum] = [x, x];
  for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum) && n < 100; n++) {
    term *= -(x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

const [KNOTS, ORDERS] = [32, 10];

/** Taylor coefficients of erf at 0, 1/32, 2/32 ... 2. The slope of erf has itself the slope -2 x times it, which gives one coefficient from two. */
const TAYLOR = new Float64Array((2 * KNOTS + 1) * ORDERS);
for (let k = 0; k <= 2 * KNOTS; k++) {
  const x = k / KNOTS;
  let [before, slope] = [0, (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x)];
  TAYLOR[k * ORDERS] = seriesOfErf(x);
  for (let n = 1; n < ORDERS; n++) {
    TAYLOR[k * ORDERS + n] = slope / n;
    [before, slope] = [slope, (-2 * (x * slope + before)) / n];
  }
}

/** @param {number} x */
function erf(x) {
  const size = Math.abs(x);
  if (size > 6) return Math.sign(x);
  if (!(size < 2)) return Math.sign(x) * (1 - tailOfErf(size));
  const knot = Math.round(size * KNOTS);
  const by = size - knot / KNOTS;
  let sum = 0;
  for (let at = knot * ORDERS + ORDERS - 1; at >= knot * ORDERS; at--) sum = sum * by + TAYLOR[at];
  return Math.sign(x) * sum;
}

/** @param {number} x */
const erfc = (x) => (x >= 2 ? tailOfErf(x) : 1 - erf(x));

/** The inverse of erf, by Newton's method from an approximation. @param {number} y */
function erfinv(y) {
  if (Math.abs(y) >= 1) return Math.abs(y) === 1 ? y * Infinity : Number.NaN;
  const bend = 0.147; // S. Winitzki, 2008
  const w = Math.log(1 - y * y);
  const t = 2 / (Math.PI * bend) + w / 2;
  let x = Math.sign(y) * Math.sqrt(Math.sqrt(t * t - w / bend) - t);
  for (let k = 0; k < 3; k++) {
    x -= ((erf(x) - y) * Math.sqrt(Math.PI) * Math.exp(x * x)) / 2;
  }
  return x;
}

/** log |(x - 1)!|, by the series of C. Lanczos, 1964. @param {number} x @returns {number} */
function lgamma(x) {
  if (x <= 0 && Math.floor(x) === x) return Infinity; // -Infinity too
  if (x === 1 || x === 2) return 0;
  if (x < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - lgamma(1 - x);
  if (x > 1e17 || Number.isNaN(x)) return x * (Math.log(x) - 1);
  const at = x + LANCZOS_SHIFT - 0.5;
  let sum = LANCZOS[0];
  for (let k = 1; k < LANCZOS.length; k++) sum += LANCZOS[k] / (x - 1 + k);
  return Math.log(2 * Math.PI) / 2 + (x - 0.5) * Math.log(at) - at + Math.log(sum);
}

const LANCZOS_SHIFT = 7;
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
];

/** The slope of lgamma: upwards to where its series in 1 / x^2 holds. @param {number} x @returns {number} */
function digamma(x) {
  if (x === 0) return Object.is(x, -0) ? Infinity : -Infinity;
  if (x < 0 && Number.isInteger(x)) return Number.NaN;
  if (x < 0) return digamma(1 - x) - Math.PI / Math.tan(Math.PI * x);
  let below = 0;
  for (; x < 10; x++) below += 1 / x;
  const z = 1 / (x * x);
  const series =
    z *
    (1 / 12 - z * (1 / 120 - z * (1 / 252 - z * (1 / 240 - z * (1 / 132 - (z * 691) / 32760)))));
  return (x < 1e17 ? Math.log(x) - 0.5 / x - series : Math.log(x)) - below;
}

/** The slope of digamma, likewise. @param {number} x @returns {number} */
function trigamma(x) {
  if (x < 0.5) return (Math.PI / Math.sin(Math.PI * x)) ** 2 - trigamma(1 - x);
  let below = 0;
  for (; x < 10; x++) below += 1 / (x * x);
  const z = 1 / (x * x);
  const series = z * (1 / 6 - z * (1 / 30 - z * (1 / 42 - z * (1 / 30 - (z * 5) / 66))));
  return below + (1 + 0.5 / x + series) / x;
}

/** To the nearest whole number, ties to even. @param {number} x */
function roundEven(x) {
  const down = Math.floor(x);
  const rest = x - down;
  if (rest !== 0.5) return Math.round(x);
  return down % 2 === 0 ? down : down + 1 || -0;
}

/** @type {Record<string, (x: number) => number>} what gives floats, of integers too */
const FLOAT = {
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  expm1: Math.expm1,
  log: (x) => (x < 0 ? Number.NaN : Math.log(x)),
  log2: (x) => (x < 0 ? Number.NaN : Math.log2(x)),
  log10: (x) => (x < 0 ? Number.NaN : Math.log10(x)),
  log1p: Math.log1p,
  sqrt: Math.sqrt,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  cbrt: Math.cbrt,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  sigmoid: (x) => 1 / (1 + Math.exp(-x)),
  erf,
  erfinv,
  erfc,
  lgamma,
  digamma,
  trigamma,
  reciprocal: (x) => 1 / x,
};

/** @type {Record<string, number>} what is a product with a number, which the type rounds first */
const FACTORS = {deg2rad: Math.PI / 180, rad2deg: 180 / Math.PI};

/** @type {Record<string, (x: number) => number>} what keeps the type */
const KEEPING = {
  neg: (x) => -x,
  abs: Math.abs,
  sign: (x) => (x > 0 ? 1 : x < 0 ? -1 : 0),
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
  frac: (x) => x - Math.trunc(x),
  round: roundEven,
  square: (x) => x * x,
  relu: (x) => (x < 0 ? 0 : x),
  bitwise_not: (x) => -x - 1,
};

/** @type {Record<string, (x: number) => boolean>} */
const TESTS = {
  isnan: Number.isNaN,
  isinf: (x) => Math.abs(x) === Infinity,
  isfinite: Number.isFinite,
  logical_not: (x) => x === 0,
  signbit: (x) => x < 0 || Object.is(x, -0),
};

/** @type {Record<string, (re: number, im: number) => [number, number]>} */
const COMPLEX = {
  neg: (re, im) => [-re, -im],
  conj: (re, im) => [re, -im],
  exp: (re, im) => [Math.exp(re) * Math.cos(im), Math.exp(re) * Math.sin(im)],
  log: (re, im) => [Math.log(Math.hypot(re, im)), Math.atan2(im, re)],
  sin: (re, im) => [Math.sin(re) * Math.cosh(im), Math.cos(re) * Math.sinh(im)],
  cos: (re, im) => [Math.cos(re) * Math.cosh(im), -Math.sin(re) * Math.sinh(im)],
  sqrt: (re, im) => {
    const size = Math.hypot(re, im);
    const part = Math.sqrt((size - re) / 2);
    return [Math.sqrt((size + re) / 2), im < 0 || Object.is(im, -0) ? -part : part];
  },
  square: (re, im) => [re * re - im * im, 2 * re * im],
  reciprocal: (re, im) => {
    const n = re * re + im * im;
    return [re / n, -im / n];
  },
};

/** @param {Dtype} dtype */
const floatOf = (dtype) => (dtype.kind < 2 ? float32 : dtype);

/**
 * @param {Tensor} x
 * @param {Dtype} dtype
 * @param {(value: number) => number | boolean} f
 */
function map(x, dtype, f) {
  const out = make(dtype, x.shape);
  const [values, data] = [dense(x), out.storage.data];
  const {round} = dtype;
  for (let k = 0; k < data.length; k++) data[k] = round(Number(f(values[k])));
  return laidOutAs(out, [x]);
}

/** @param {Tensor} x @param {(re: number, im: number) => [number, number]} f */
function mapComplex(x, f) {
  const out = make(x.dtype, x.shape);
  const [values, data] = [dense(x), out.storage.data];
  for (let k = 0; k < data.length; k += 2) {
    [data[k], data[k + 1]] = f(values[k], values[k + 1]);
  }
  return laidOutAs(out, [x]);
}

/** Of a complex tensor, one float an element. @param {Tensor} x @param {(re: number, im: number) => number} f */
function fromComplex(x, f) {
  const out = make(partOf(x.dtype), x.shape);
  const [values, data] = [dense(x), out.storage.data];
  for (let k = 0; k < data.length; k++) data[k] = f(values[2 * k], values[2 * k + 1]);
  return laidOutAs(out, [x]);
}

/** @param {string} name @param {Tensor} x @returns {Tensor} */
export function unary(name, x) {
  if (x.dtype.kind === 3) return unaryComplex(name, x);
  if (name === 'rsqrt') return unary('reciprocal', unary('sqrt', x)); // rounded twice, as in PyTorch
  if (name === 'conj' || name === 'positive') return x;
  if (name === 'angle')
    return map(x, floatOf(x.dtype), (v) => (v < 0 ? Math.PI : v > 0 ? 0 : Math.abs(v)));
  if (FACTORS[name]) return binary('mul', x, {value: FACTORS[name], kind: 'float'});
  if (TESTS[name]) return map(x, bool, TESTS[name]);
  if (FLOAT[name]) return map(x, floatOf(x.dtype), FLOAT[name]);
  if (name === 'neg' && x.dtype === bool) {
    runtimeError(
      'Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.',
    );
  }
  if (name === 'square' && x.dtype === bool) return map(x, int64, (v) => v);
  if (name === 'abs' && x.dtype === bool) notFor('abs_cpu', bool);
  if (name === 'bitwise_not' && x.dtype === bool) return map(x, bool, TESTS.logical_not);
  if (name === 'relu' && x.dtype === bool) runtimeError('Boolean inputs not supported for relu');
  if (name === 'bitwise_not' && x.dtype.kind > 1) notFor('bitwise_not_cpu', x.dtype);
  const isWhole = x.dtype.kind < 2 && ['floor', 'ceil', 'trunc', 'round'].includes(name);
  if (isWhole && x.dtype === bool) notFor(`${name}_vml_cpu`, bool);
  if (name === 'frac' && x.dtype.kind < 2) notFor('frac_cpu', x.dtype);
  if (isWhole) return map(x, x.dtype, (v) => v);
  if (KEEPING[name]) return map(x, x.dtype, KEEPING[name]);
  return runtimeError(`${name} is not part of this lab's torch`);
}

/** @param {string} name @param {Tensor} x */
function unaryComplex(name, x) {
  if (name === 'abs') return fromComplex(x, Math.hypot);
  if (name === 'angle') return fromComplex(x, (re, im) => Math.atan2(im, re));
  if (COMPLEX[name]) return mapComplex(x, COMPLEX[name]);
  return runtimeError(`${name} of complex numbers is not part of this lab's torch`);
}

/** @param {string} kernel @param {Dtype} dtype @returns {never} */
export function notFor(kernel, dtype) {
  return runtimeError(`"${kernel}" not implemented for '${dtype.scalar}'`);
}

// ------------------------------------------------------------------------------ two operands

/** @param {number} x @param {number} y */
function remainder(x, y) {
  const rest = x % y;
  return rest !== 0 && rest < 0 !== y < 0 ? rest + y : rest;
}

/** As PyTorch's div_floor: from the remainder, so that the quotient is whole before it is rounded. @param {number} x @param {number} y */
function floorDivide(x, y) {
  if (y === 0) return x / y;
  const rest = x % y;
  const quotient = (x - rest) / y - (rest !== 0 && y < 0 !== rest < 0 ? 1 : 0);
  if (quotient === 0) return Math.sign(x / y) * 0;
  return quotient - Math.floor(quotient) > 0.5 ? Math.ceil(quotient) : Math.floor(quotient);
}

/** As C has it: 1 to any power is 1. @param {number} x @param {number} y */
const power = (x, y) => (x === 1 || (x === -1 && Math.abs(y) === Infinity) ? 1 : x ** y);

/**
 * Powers by a Python number, which PyTorch takes by products that it rounds one by one.
 *
 * @type {Record<string, (x: number, round: (x: number) => number) => number>}
 */
const POWERS = {
  3: (x, round) => round(x * x) * x,
  '-1': (x) => 1 / x,
  '-2': (x, round) => 1 / round(x * x),
  0.5: Math.sqrt,
  '-0.5': (x, round) => 1 / round(Math.sqrt(x)),
};

/** @param {number} x @param {number} y */
const larger = (x, y) => (Number.isNaN(x) || Number.isNaN(y) ? Number.NaN : Math.max(x, y));
/** @param {number} x @param {number} y */
const smaller = (x, y) => (Number.isNaN(x) || Number.isNaN(y) ? Number.NaN : Math.min(x, y));

/** @type {Record<string, (x: number, y: number) => number>} */
const BINARY = {
  add: (x, y) => x + y,
  sub: (x, y) => x - y,
  mul: (x, y) => x * y,
  div: (x, y) => x / y,
  floor_divide: floorDivide,
  trunc_divide: (x, y) => Math.trunc(x / y),
  remainder,
  fmod: (x, y) => x % y,
  pow: power,
  maximum: larger,
  minimum: smaller,
  atan2: Math.atan2,
  hypot: Math.hypot,
  bitwise_and: (x, y) => Number(BigInt(x) & BigInt(y)),
  bitwise_or: (x, y) => Number(BigInt(x) | BigInt(y)),
  bitwise_xor: (x, y) => Number(BigInt(x) ^ BigInt(y)),
};
const FLOAT_RESULT = new Set(['div', 'atan2']);
/** @type {Record<string, string>} PyTorch's kernel */
const NOT_OF_BOOL = {
  lshift: 'lshift_cpu',
  rshift: 'rshift_cpu',
  remainder: 'remainder_cpu',
  fmod: 'fmod_cpu',
  pow: 'pow',
  floor_divide: 'div_floor_cpu',
};
const WHOLE_ONLY = new Set([
  ...['bitwise_and', 'bitwise_or', 'bitwise_xor'],
  ...['lshift', 'rshift', 'left_shift', 'right_shift'],
]);

/** @type {Record<string, (x: number, y: number) => boolean>} */
const COMPARE = {
  eq: (x, y) => x === y,
  ne: (x, y) => x !== y,
  lt: (x, y) => x < y,
  le: (x, y) => x <= y,
  gt: (x, y) => x > y,
  ge: (x, y) => x >= y,
  logical_and: (x, y) => x !== 0 && y !== 0,
  logical_or: (x, y) => x !== 0 || y !== 0,
  logical_xor: (x, y) => (x !== 0) !== (y !== 0),
};

/** @typedef {{value: number, kind: 'bool' | 'int' | 'float'}} Scalar a Python number */

/** @param {Tensor | Scalar} x */
const operandOf = (x) =>
  x instanceof Tensor
    ? {dtype: x.isScalar ? SCALARS.complex : x.dtype, rank: x.rank, isScalar: x.isScalar}
    : {dtype: SCALARS[x.kind], rank: 0, isScalar: true};

/** @param {Tensor | Scalar} x @param {Dtype} dtype */
function asTensor(x, dtype) {
  if (x instanceof Tensor) return x.dtype === dtype ? x : convert(x, dtype);
  const one = make(dtype, []);
  if (dtype.kind === 1 && x.kind === 'int' && x.value !== -(2 ** 63)) exactWhole(x.value);
  one.storage.data[0] = (x.kind === 'float' ? dtype.truncate : dtype.round)(x.value);
  return one;
}

/** @typedef {(to: Numbers, at: number, n: number, xs: Numbers, i: number, s: number, ys: Numbers, j: number, t: number) => void} Loop */

/**
 * The commonest of two floats each in a loop of its own, which needs no call for each element: storing rounds.
 *
 * @type {Map<unknown, Loop>}
 */
const LOOPS = new Map([
  [
    BINARY.add,
    (to, at, n, xs, i, s, ys, j, t) => {
      for (const end = at + n; at < end; at++, i += s, j += t) to[at] = xs[i] + ys[j];
    },
  ],
  [
    BINARY.sub,
    (to, at, n, xs, i, s, ys, j, t) => {
      for (const end = at + n; at < end; at++, i += s, j += t) to[at] = xs[i] - ys[j];
    },
  ],
  [
    BINARY.mul,
    (to, at, n, xs, i, s, ys, j, t) => {
      for (const end = at + n; at < end; at++, i += s, j += t) to[at] = xs[i] * ys[j];
    },
  ],
  [
    BINARY.div,
    (to, at, n, xs, i, s, ys, j, t) => {
      for (const end = at + n; at < end; at++, i += s, j += t) to[at] = xs[i] / ys[j];
    },
  ],
]);

/**
 * @param {Tensor} a @param {Tensor} b @param {Dtype} dtype
 * @param {(x: number, y: number) => number | boolean} f
 */
function zip(a, b, dtype, f) {
  const shape = broadcast(a.shape, b.shape);
  const out = make(dtype, shape);
  const {data} = out.storage;
  const {round} = dtype;
  const [x, y] = [stretch(a, shape), stretch(b, shape)];
  const [xs, ys] = [a.storage.data, b.storage.data];
  const loop = dtype === float32 || dtype === float64 ? LOOPS.get(f) : undefined;
  let to = 0;
  walk(shape, [x.strides, y.strides], [a.offset, b.offset], ([i, j], n, [s, t]) => {
    if (loop) {
      loop(data, to, n, xs, i, s, ys, j, t);
      to += n;
    } else {
      for (let k = 0; k < n; k++, i += s, j += t) data[to++] = round(Number(f(xs[i], ys[j])));
    }
  });
  return laidOutAs(out, [a, b]);
}

/** PyTorch multiplies by its alpha of 1 + 0j: one part that is not finite makes the other NaN. @param {number} c @param {number} d @returns {[number, number]} */
const timesOne = (c, d) => [Number.isFinite(d) ? c : NaN, Number.isFinite(c) ? d : NaN];

/** @type {Record<string, (a: number, b: number, c: number, d: number) => [number, number]>} */
const BINARY_COMPLEX = {
  add: (a, b, c, d) => {
    const [re, im] = timesOne(c, d);
    return [a + re, b + im];
  },
  sub: (a, b, c, d) => {
    const [re, im] = timesOne(c, d);
    return [a - re, b - im];
  },
  mul: (a, b, c, d) => [a * c - b * d, a * d + b * c],
  div: (a, b, c, d) => {
    const n = c * c + d * d;
    return [(a * c + b * d) / n, (b * c - a * d) / n];
  },
  pow: (a, b, c, d) => {
    const [log, angle] = [Math.log(Math.hypot(a, b)), Math.atan2(b, a)];
    const size = Math.exp(c * log - d * angle);
    const angleOfPower = d * log + c * angle;
    return [size * Math.cos(angleOfPower), size * Math.sin(angleOfPower)];
  },
};

/**
 * numpy's: by Smith's way, and powers by whole numbers as products.
 *
 * @type {Record<string, (a: number, b: number, c: number, d: number) => [number, number]>}
 */
const COMPLEX_OF_NUMPY = {
  numpy_add: (a, b, c, d) => [a + c, b + d],
  numpy_sub: (a, b, c, d) => [a - c, b - d],
  numpy_div: (a, b, c, d) => {
    if (c === 0 && d === 0) return [a / Math.abs(c), b / Math.abs(d)];
    const isByReal = Math.abs(c) >= Math.abs(d);
    const by = isByReal ? d / c : c / d;
    const scale = 1 / (isByReal ? c + d * by : c * by + d);
    return isByReal
      ? [(a + b * by) * scale, (b - a * by) * scale]
      : [(a * by + b) * scale, (b * by - a) * scale];
  },
  numpy_pow: (a, b, c, d) => {
    const isWhole = d === 0 && Number.isInteger(c) && Math.abs(c) < 100;
    if (c === 0 && d === 0) return [1, 0];
    if (a === 0 && b === 0) return c > 0 && d === 0 ? [0, 0] : [Number.NaN, Number.NaN];
    if (!isWhole) return BINARY_COMPLEX.pow(a, b, c, d);
    const {mul} = BINARY_COMPLEX;
    /** @type {[number, number] | null} */
    let made = null;
    for (let n = Math.abs(c), power = [a, b]; n > 0; n >>= 1, power = mul(...pair(power, power))) {
      if (n & 1) made = made ? mul(...pair(made, power)) : [power[0], power[1]];
    }
    const [re, im] = /** @type {[number, number]} */ (made);
    return c < 0 ? COMPLEX_OF_NUMPY.numpy_div(1, 0, re, im) : [re, im];
  },
};

/** @param {number[]} x @param {number[]} y @returns {[number, number, number, number]} */
const pair = (x, y) => [x[0], x[1], y[0], y[1]];

/** Of powers that PyTorch makes as products. @type {Record<number, (a: number, b: number) => [number, number]>} */
const COMPLEX_POWERS = {
  0: () => [1, 0],
  1: (a, b) => [a, b],
  2: (a, b) => BINARY_COMPLEX.mul(a, b, a, b),
  3: (a, b) => BINARY_COMPLEX.mul(...pair(BINARY_COMPLEX.mul(a, b, a, b), [a, b])),
  [-1]: (a, b) => BINARY_COMPLEX.div(1, 0, a, b),
  [-2]: (a, b) => BINARY_COMPLEX.div(...pair([1, 0], BINARY_COMPLEX.mul(a, b, a, b))),
};

/** As C has it, by the logarithm of 0. @param {number} c @param {number} d @returns {[number, number]} */
function powerOfZero(c, d) {
  if (c > 0) return [0, d < 0 ? 0 : -0];
  return [c < 0 ? Number.POSITIVE_INFINITY : Number.NaN, Number.NaN];
}

/**
 * Other powers, each step of which is rounded.
 *
 * @param {(x: number) => number} round
 * @param {boolean} isRoot whether it is the square root, which has no logarithm in it
 * @returns {typeof BINARY_COMPLEX.pow}
 */
const complexPower = (round, isRoot) => (a, b, c, d) => {
  if (!Number.isFinite(c) || !Number.isFinite(d)) {
    runtimeError("complex numbers to a power that is not finite are not part of this lab's torch");
  }
  if (a === 0 && b === 0) return isRoot ? [0, 0] : powerOfZero(c, d);
  const [log, angle] = [round(Math.log(Math.hypot(a, b))), round(Math.atan2(b, a))];
  const size = round(Math.exp(round(round(c * log) - round(d * angle))));
  const angleOfPower = round(round(d * log) + round(c * angle));
  return [size * round(Math.cos(angleOfPower)), size * round(Math.sin(angleOfPower))];
};

/** @param {string} name @param {Tensor} a @param {Tensor} b @param {number} [power] where the second is one number */
function zipComplex(name, a, b, power) {
  const powerOf = name === 'pow' ? complexPower(partOf(a.dtype).round, power === 0.5) : undefined;
  const f =
    (powerOf && power !== undefined ? COMPLEX_POWERS[power] : undefined) ??
    powerOf ??
    BINARY_COMPLEX[name] ??
    COMPLEX_OF_NUMPY[name] ??
    notFor(`${name.replace('floor_divide', 'div_floor')}_cpu`, a.dtype);
  const shape = broadcast(a.shape, b.shape);
  const out = make(a.dtype, shape);
  const {data} = out.storage;
  const [x, y] = [stretch(a, shape), stretch(b, shape)];
  const [xs, ys] = [a.storage.data, b.storage.data];
  let to = 0;
  walk(shape, [x.strides, y.strides], [a.offset, b.offset], ([i, j], n, [s, t]) => {
    for (let k = 0; k < n; k++, i += s, j += t) {
      const [re, im] = f(xs[2 * i], xs[2 * i + 1], ys[2 * j], ys[2 * j + 1]);
      data[to++] = re;
      data[to++] = im;
    }
  });
  return laidOutAs(out, [a, b]);
}

/** What is right for integers next to the least one too: see dtypes.js. */
const SUMS = new Set(['add', 'sub', 'maximum', 'minimum']);

/** @param {Tensor} x */
function checkNotLow(x) {
  const low = x.dtype === int64 && dense(x).find((v) => isLow(v) && v > -(2 ** 63));
  if (low) exactWhole(low);
}

/** @param {string} name @param {Dtype} dtype @param {(Tensor | Scalar)[]} operands */
function checkWhole(name, dtype, operands) {
  if (WHOLE_ONLY.has(name) && dtype.kind > 1) notFor(`${name}_cpu`, dtype);
  if (dtype === bool && NOT_OF_BOOL[name]) notFor(NOT_OF_BOOL[name], dtype);
  if (dtype.kind > 1) return;
  for (const x of SUMS.has(name) ? [] : operands) if (x instanceof Tensor) checkNotLow(x);
  const divisor = operands[1];
  const zero =
    divisor instanceof Tensor ? dense(divisor).includes(0) : dtype.round(divisor.value) === 0; // a number that wraps to 0 too
  if (['floor_divide', 'trunc_divide', 'remainder', 'fmod'].includes(name) && zero) {
    runtimeError('ZeroDivisionError');
  }
  const isOutside = (/** @type {any} */ x) =>
    !(x instanceof Tensor) && dtype.round(x.value) !== x.value;
  if (name === 'pow' && dtype.kind === 1 && operands.some(isOutside)) {
    runtimeError(`value cannot be converted to type ${dtype.name}_t without overflow`);
  }
  if (name === 'pow' && !(divisor instanceof Tensor) && divisor.value < 0) {
    runtimeError('Integers to negative integer powers are not allowed.');
  }
}

/** @param {Tensor | Scalar} x */
const isTruth = (x) => (x instanceof Tensor ? x.dtype === bool : x.kind === 'bool');

/** @param {Tensor | Scalar} a @param {Tensor | Scalar} b */
function checkSubtraction(a, b) {
  if (isTruth(a) && isTruth(b)) {
    runtimeError(
      'Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.',
    );
  }
  if (isTruth(a) || isTruth(b)) {
    runtimeError(
      'Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.',
    );
  }
}

/**
 * @param {string} name
 * @param {Tensor | Scalar} a
 * @param {Tensor | Scalar} b
 * @returns {Tensor}
 */
export function binary(name, a, b) {
  if (name === 'sub') checkSubtraction(a, b);
  const common = resultType([operandOf(a), operandOf(b)]);
  if (COMPARE[name]) return compare(name, a, b, common);
  const dtype = FLOAT_RESULT.has(name) ? floatOf(common) : common;
  const [x, y] = [asTensor(a, dtype), asTensor(b, dtype)];
  if (dtype.kind === 3) return zipComplex(name, x, y, b instanceof Tensor ? undefined : b.value);
  checkWhole(name, dtype, [a, b]);
  if (dtype === bool && ['add', 'mul', 'maximum', 'minimum'].includes(name)) {
    return zip(x, y, bool, BINARY[name]);
  }
  const f = functionOf(name, dtype, b) ?? runtimeError(`${name} is not part of this lab's torch`);
  return zip(x, y, dtype, f);
}

/** Of numbers of a type. @param {string} name @param {Dtype} dtype @param {Tensor | Scalar} b @returns {(x: number, y: number) => number} */
function functionOf(name, dtype, b) {
  const whole = dtype.kind < 2 && WHOLE[name];
  if (whole) return (x, y) => whole(x, y, dtype);
  const isPower = name === 'pow' && dtype !== DTYPES.float16;
  const powerOf = isPower && !(b instanceof Tensor) && POWERS[b.value];
  if (powerOf) return (x) => powerOf(x, dtype.round);
  if (name === 'trunc_divide') return (x, y) => Math.trunc(dtype.round(x / y));
  return BINARY[name];
}

/** @param {string} name @param {Tensor | Scalar} a @param {Tensor | Scalar} b @param {Dtype} common */
function compare(name, a, b, common) {
  const [x, y] = [asTensor(a, common), asTensor(b, common)];
  if (common.kind !== 3) return zip(x, y, bool, COMPARE[name]);
  if (name !== 'eq' && name !== 'ne') notFor(`${name}_cpu`, common);
  const shape = broadcast(x.shape, y.shape);
  const [xs, ys] = [x, y].map((one) => dense(stretch(one, shape)));
  const isEqual = name === 'eq';
  const out = make(bool, shape);
  out.storage.data.forEach((_, k, all) => {
    all[k] = (xs[2 * k] === ys[2 * k] && xs[2 * k + 1] === ys[2 * k + 1]) === isEqual ? 1 : 0;
  });
  return laidOutAs(out, [x, y]);
}

// ----------------------------------------------------------------------------- three operands

/**
 * Of two tensors, where the first says which.
 *
 * @param {Tensor} condition
 * @param {Tensor | Scalar} a
 * @param {Tensor | Scalar} b
 */
export function where(condition, a, b) {
  if (condition.dtype !== bool && condition.dtype.name !== 'uint8') {
    runtimeError(
      `where expected condition to be a boolean tensor, but got a tensor with dtype ${condition.dtype.scalar}`,
    );
  }
  const dtype = resultType([operandOf(a), operandOf(b)]);
  const [x, y] = [asTensor(a, dtype), asTensor(b, dtype)];
  const shape = broadcast(broadcast(condition.shape, x.shape), y.shape);
  const [c, s, t] = [condition, x, y].map((operand) => stretch(operand, shape));
  const out = make(dtype, shape);
  const w = dtype.width;
  let to = 0;
  const strides = [c.strides, s.strides, t.strides];
  walk(shape, strides, [c.offset, s.offset, t.offset], (at, n, steps) => {
    let [i, j, l] = at;
    for (let k = 0; k < n; k++, i += steps[0], j += steps[1], l += steps[2]) {
      const [from, place] = c.storage.data[i] ? [s, j] : [t, l];
      for (let part = 0; part < w; part++) {
        out.storage.data[to++] = from.storage.data[w * place + part];
      }
    }
  });
  return laidOutAs(out, [condition, x, y]);
}

/** @param {Tensor} x @param {number} min -Infinity: none; NaN alone is none too, as in PyTorch @param {number} max */
export function clamp(x, min, max) {
  if (Number.isNaN(min) !== Number.isNaN(max)) return clone(x);
  return map(x, x.dtype, (v) => smaller(larger(v, min), max));
}

/** The type that several tensors have in common. @param {readonly Tensor[]} tensors */
export const commonType = (tensors) => tensors.map(({dtype}) => dtype).reduce(promote);

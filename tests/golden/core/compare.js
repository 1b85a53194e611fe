// Golden arrays: read them, and say where one differs.

/**
 * @typedef {{shape: number[], dtype: string, data: (number | 'nan' | 'inf' | '-inf')[]}} Packed
 * @typedef {{atol?: number, rtol?: number}} Tolerance
 * @typedef {{id: string, params: Record<string, any>, in: Record<string, Packed>,
 *   out: Record<string, Packed>, tol?: Record<string, Tolerance>, note?: string}} Case
 * @typedef {{schema: string, topic: string, cases: Case[]}} Golden
 * @typedef {{data: Float64Array, shape: number[]}} Decoded
 * @typedef {{id: string, params: Record<string, any>, in: Record<string, Decoded>,
 *   out: Record<string, Decoded>, tol?: Record<string, Tolerance>, note?: string}} DecodedCase
 */

const WORDS = new Map([
  ['nan', Number.NaN],
  ['inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
]);

/**
 * A case with its arrays as numbers.
 *
 * @param {Case} item
 * @returns {DecodedCase}
 */
export function decode(item) {
  if (typeof item?.id !== 'string') throw new Error('has no id');
  return {
    ...item,
    params: item.params ?? {},
    in: decodeAll('in', item.in),
    out: decodeAll('out', item.out),
  };
}

/** @param {string} group @param {Record<string, Packed>} [packed] @returns {Record<string, Decoded>} */
function decodeAll(group, packed = {}) {
  const entries = Object.entries(packed);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, unpack(`${group}.${name}`, value)]),
  );
}

/**
 * An array of the case that a topic cannot do without.
 *
 * @param {DecodedCase} item
 * @param {string} name
 * @returns {Decoded}
 */
export function inputOf(item, name) {
  if (item.in[name] === undefined) throw new Error(`has no in.${name}`);
  return item.in[name];
}

/**
 * A parameter of the case that holds parameters itself, such as `rope`.
 *
 * @param {DecodedCase} item
 * @param {string} name
 * @returns {Record<string, any>}
 */
export function groupOf(item, name) {
  const group = item.params[name];
  if (typeof group !== 'object' || group === null) throw new Error(`has no params.${name}`);
  return group;
}

/** @param {string} name @param {Packed} packed @returns {Decoded} */
function unpack(name, packed) {
  if (!Array.isArray(packed?.shape) || !Array.isArray(packed.data)) {
    throw new Error(`${name} is no array with shape and data`);
  }
  const length = packed.shape.reduce((a, b) => a * b, 1);
  if (packed.data.length !== length) {
    throw new Error(`${name} has ${packed.data.length} elements, its shape says ${length}`);
  }
  const data = packed.data.map((value) => {
    const number = typeof value === 'string' ? WORDS.get(value) : value;
    if (typeof number !== 'number') throw new Error(`${name} holds ${JSON.stringify(value)}`);
    return packed.dtype === 'f32' ? Math.fround(number) : number; // printed with 9 digits
  });
  return {data: Float64Array.from(data), shape: packed.shape};
}

/**
 * The first element that is not within atol + rtol * |want|, in words; undefined when all are.
 * Infinities and NaN must match in place.
 *
 * @param {string} name
 * @param {Decoded} want
 * @param {ArrayLike<number> | {data: ArrayLike<number>} | undefined} got
 * @param {Tolerance} [tolerance]
 * @returns {string | undefined}
 */
export function firstMismatch(name, want, got, tolerance = {}) {
  const {atol = 0, rtol = 0} = tolerance ?? {};
  if (!(Number.isFinite(atol) && atol >= 0 && Number.isFinite(rtol) && rtol >= 0)) {
    return `${name} has no tolerance: ${JSON.stringify(tolerance)}`;
  }
  if (got === undefined) return `${name} was not computed`;
  const values = /** @type {ArrayLike<number>} */ ('data' in got ? got.data : got);
  if (values.length !== want.data.length) {
    return `${name} has ${values.length} elements, wanted ${want.data.length}`;
  }
  for (let k = 0; k < want.data.length; k++) {
    if (isClose(values[k], want.data[k], atol, rtol)) continue;
    const error = Math.abs(values[k] - want.data[k]).toExponential(1);
    const allowed = (atol + rtol * Math.abs(want.data[k])).toExponential(1);
    return `${name}[${k}]: got ${values[k]}, wanted ${want.data[k]} (off by ${error} of ${allowed})`;
  }
  return undefined;
}

/**
 * @param {number} got
 * @param {number} want
 * @param {number} atol
 * @param {number} rtol
 */
export function isClose(got, want, atol, rtol) {
  if (Number.isNaN(want)) return Number.isNaN(got);
  if (!Number.isFinite(want)) return got === want;
  return Math.abs(got - want) <= atol + rtol * Math.abs(want); // false for NaN
}

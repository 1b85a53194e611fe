// @ts-check
// What came out of the learner's realm, made into tensors. Nothing of it is trusted: it is looked at
// before it is used.

/** @import {Result} from './realm/python.js' */

/** @typedef {{shape: number[], data: Float32Array | Float64Array, dtype: string}} Output */

const MOST_ELEMENTS = 1e7;
const [MOST_DEPTH, MOST_ITEMS] = [4, 10_000];

const NOT_NUMBERS = [DataView, BigInt64Array, BigUint64Array];

/** @param {unknown} data a typed array whose elements are numbers */
const isNumbers = (data) =>
  ArrayBuffer.isView(data) && !NOT_NUMBERS.some((type) => data instanceof type);

/** @param {any} value */
const isCount = (value) => Number.isInteger(value) && value >= 0;

/**
 * The tensors of a result: of a tuple or a list all of its items, one after the other.
 *
 * @param {Result} result
 * @param {number} [depth] how many lists it stands in
 * @returns {Output[] | string} or why there are none
 */
export function outputsOf(result, depth = 0) {
  switch (result?.kind) {
    case 'tensor':
      return tensorOf(result);
    case 'number':
      return numberOf(result);
    case 'tuple':
    case 'list':
      return listOf(Array.isArray(result.items) ? result.items : [], depth);
    case 'none':
      return 'None was returned. Is there a return statement at the end?';
    case 'text':
      return 'A text was returned; a tensor is asked for.';
    default:
      return `${String(result?.type ?? 'Something else').slice(0, 60)} was returned; a tensor is asked for.`;
  }
}

/** @param {Result} result @returns {Output[] | string} */
function tensorOf({shape, dtype, data}) {
  const isShape = Array.isArray(shape) && shape.length <= 16 && shape.every(isCount);
  const width = dtype === 'complex64' ? 2 : 1;
  const n = isShape
    ? shape.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b, width)
    : -1;
  if (
    n < 0 ||
    n > MOST_ELEMENTS ||
    !isNumbers(data) ||
    Number(/** @type {any} */ (data).length) !== n
  ) {
    return 'What came back is no tensor.';
  }
  return [{shape, dtype: String(dtype), data: Float64Array.from(/** @type {any} */ (data))}];
}

/** @param {Result} result @returns {Output[]} */
function numberOf({value, text}) {
  const number =
    typeof value === 'number' || typeof value === 'boolean' ? Number(value) : Number.NaN;
  const isInfinite = value === null && /^-?inf$/.test(String(text));
  const known = isInfinite ? (String(text).startsWith('-') ? -Infinity : Infinity) : number;
  return [{shape: [], dtype: 'number', data: Float64Array.of(known)}];
}

/** @param {Result[]} items @param {number} depth @returns {Output[] | string} */
function listOf(items, depth) {
  if (depth >= MOST_DEPTH) return 'Lists in lists in lists were returned; tensors are asked for.';
  if (items.length > MOST_ITEMS) return `A list of ${items.length} was returned.`;
  const isNumbers = items.length > 0 && items.every((item) => item?.kind === 'number');
  if (isNumbers) {
    const data = Float64Array.from(items, (item) => numberOf(item)[0].data[0]);
    return [{shape: [items.length], dtype: 'list', data}];
  }
  const outputs = [];
  for (const item of items) {
    const part = outputsOf(item, depth + 1);
    if (typeof part === 'string') return part;
    outputs.push(...part);
  }
  return outputs;
}

// @ts-check
// What came out of the learner's realm, made into tensors. Nothing of it is trusted: it is looked at
// before it is used.

/** @import {Result} from '../runtime/python.js' */

/**
 * `type` is what Python calls it: Tensor, Parameter, ndarray.
 *
 * @typedef {{shape: number[], data: Float32Array | Float64Array, dtype: string, type?: string}} Output
 */

/**
 * What a step asks for: tensors (also where nothing is said), tensors or lists, numbers in whatever
 * container, or a dict of numbers with these keys.
 *
 * @typedef {'tensors' | 'lists' | 'numbers' | readonly string[]} Wants
 */

const MOST_ELEMENTS = 1e7;
const [MOST_DEPTH, MOST_ITEMS] = [4, 10_000];

const NOT_NUMBERS = [DataView, BigInt64Array, BigUint64Array];

/** @param {unknown} data a typed array whose elements are numbers */
const isNumbers = (data) =>
  ArrayBuffer.isView(data) && !NOT_NUMBERS.some((type) => data instanceof type);

/** @param {any} value */
const isCount = (value) => Number.isInteger(value) && value >= 0;

/**
 * The outputs of a result, if it is what was asked for.
 *
 * @param {Result} result
 * @param {Wants} wants
 * @returns {Output[] | string} or in words what came back instead
 */
export function wantedOf(result, wants) {
  if (typeof wants !== 'string') return dictOf(result, wants);
  const outputs = outputsOf(result);
  if (typeof outputs === 'string' || wants === 'lists') return outputs;
  if (wants === 'numbers') return asRow(outputs);
  return notTensors(outputs) ?? outputs;
}

/** Numbers, one by one or in a row, as one row. @param {Output[]} outputs @returns {Output[]} */
function asRow(outputs) {
  if (outputs.some(({shape}) => shape.length > 1)) return outputs;
  const data = Float64Array.from(outputs.flatMap((output) => [...output.data]));
  return [{shape: [data.length], dtype: 'list', data}];
}

/** @param {Result} result @param {readonly string[]} keys @returns {Output[] | string} */
function dictOf(result, keys) {
  if (result?.kind === 'none') return outputsOf(result);
  if (result?.kind !== 'dict') return 'No dict was returned; a dict is asked for.';
  /** @type {Map<string, Result>} */
  const items = new Map(result.items);
  const missing = keys.find((key) => !items.has(key));
  if (missing !== undefined) return `The dict has no '${missing}'.`;
  const numbers = keys.map((key) => outputsOf(/** @type {Result} */ (items.get(key))));
  const odd = numbers.findIndex((one) => typeof one === 'string' || one[0]?.data.length !== 1);
  if (odd >= 0) return `'${keys[odd]}' is no number; a dict of numbers is asked for.`;
  return asRow(/** @type {Output[][]} */ (numbers).flat().map((one) => ({...one, shape: []})));
}

/** @param {Output[]} outputs @returns {string | null} */
function notTensors(outputs) {
  if (outputs.some(({dtype}) => dtype === 'list')) {
    return 'A list of numbers was returned; a tensor is asked for: torch.tensor(…) makes one.';
  }
  if (outputs.some(({type, shape}) => type === 'ndarray' && shape.length > 0)) {
    return 'A NumPy array was returned; a tensor is asked for: torch.from_numpy(…) makes one.';
  }
  return null;
}

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
      return 'None was returned. Is there a return statement at the end? What print shows is not handed back.';
    case 'text':
      return 'A text was returned; a tensor is asked for.';
    case 'dict':
      return 'A dict was returned; a tensor is asked for.';
    default:
      return `${String(result?.type ?? 'Something else').slice(0, 60)} was returned; a tensor is asked for.`;
  }
}

/** @param {Result} result @returns {Output[] | string} */
function tensorOf({shape, dtype, data, type}) {
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
  const numbers = Float64Array.from(/** @type {any} */ (data));
  return [{shape, dtype: String(dtype), data: numbers, type: String(type)}];
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

// @ts-check
// What came back from the learner's Python, as tensors of doubles. runtime/answer.js has checked before that
// it is what the types say.

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

const EXPECTED = {
  tensors: 'a tensor is expected',
  lists: 'a number, a list of numbers or a tensor is expected',
  numbers: 'numbers are expected',
};

/**
 * The outputs of a result, if it is what the exercise expects.
 *
 * @param {Result} result
 * @param {Wants} wants
 * @returns {Output[] | string} or in words what came back instead
 */
export function wantedOf(result, wants) {
  if (typeof wants !== 'string') return dictOf(result, wants);
  const outputs = outputsOf(result, EXPECTED[wants], wants === 'lists');
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
  if (result.kind === 'none') return outputsOf(result);
  if (result.kind !== 'dict') return 'No dict was returned; a dict is expected.';
  /** @type {Map<string, Result>} */
  const items = new Map(result.items);
  const missing = keys.find((key) => !items.has(key));
  if (missing !== undefined) return `The dict has no '${missing}'.`;
  const numbers = keys.map((key) => outputsOf(/** @type {Result} */ (items.get(key))));
  const odd = numbers.findIndex((one) => typeof one === 'string' || one[0]?.data.length !== 1);
  if (odd >= 0) return `'${keys[odd]}' is no number; a dict of numbers is expected.`;
  return asRow(/** @type {Output[][]} */ (numbers).flat().map((one) => ({...one, shape: []})));
}

/** @param {Output[]} outputs @returns {string | null} */
function notTensors(outputs) {
  if (outputs.some(({dtype}) => dtype === 'list')) {
    return 'A list of numbers was returned; a tensor is expected: torch.tensor(…) makes one.';
  }
  if (outputs.some(({type, shape}) => type === 'ndarray' && shape.length > 0)) {
    return 'A NumPy array was returned; a tensor is expected: torch.from_numpy(…) makes one.';
  }
  return null;
}

/**
 * The tensors of a result: of a tuple or a list all of its items, one after the other.
 *
 * @param {Result} result
 * @param {string} expected in words
 * @param {boolean} [areNumbers] whether tensors without axes in a list are numbers of it
 * @returns {Output[] | string} or why there are none
 */
export function outputsOf(result, expected = EXPECTED.tensors, areNumbers = false) {
  switch (result.kind) {
    case 'tensor': {
      const {shape, dtype, data, type} = result;
      return [{shape, dtype, data: Float64Array.from(data), type}];
    }
    case 'number':
      return [{shape: [], dtype: 'number', data: Float64Array.of(Number(result.value))}];
    case 'tuple':
    case 'list':
      return listOf(result.items, expected, areNumbers);
    case 'none':
      return 'None was returned. Is there a return statement at the end? What print shows is not handed back.';
    case 'text':
      return `A string was returned; ${expected}.`;
    case 'dict':
      return `A dict was returned; ${expected}.`;
    case 'other':
      return result.type === 'int'
        ? 'An integer that is too large for a float was returned.'
        : `${result.type.slice(0, 80)} was returned; ${expected}.`;
    case 'error':
      return result.message;
  }
}

/** @param {Result[]} items @param {string} expected @param {boolean} areNumbers @returns {Output[] | string} */
function listOf(items, expected, areNumbers) {
  const numbers = items.map((item) => numberOf(item, areNumbers));
  if (items.length > 0 && numbers.every((number) => number !== null)) {
    return [{shape: [items.length], dtype: 'list', data: Float64Array.from(numbers)}];
  }
  const outputs = [];
  for (const item of items) {
    const part = outputsOf(item, expected, areNumbers);
    if (typeof part === 'string') return part;
    outputs.push(...part);
  }
  return outputs;
}

/** @param {Result} item @param {boolean} isTensorToo whether one without axes is a number @returns {number | null} */
function numberOf(item, isTensorToo) {
  if (item.kind === 'number') return Number(item.value);
  const isNumber = isTensorToo && item.kind === 'tensor' && item.shape.length === 0;
  return isNumber && item.data.length === 1 ? Number(item.data[0]) : null;
}

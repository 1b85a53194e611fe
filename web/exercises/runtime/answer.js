// @ts-check
// Checks what comes out of the Python worker, before anything is done with it: in the frame, which passes on
// only what is as it should be, and again in the page. Code that gets out of Python can post any message
// from the worker. What has passed here is what the types say; nothing after it checks again.

/** @import {Answer, PythonError, Result} from './python.js' */

/**
 * @typedef {{type: 'frame'} | {type: 'spawned'} | {type: 'ready'} |
 *   {type: 'broken', message: string} | {type: 'print', run: string, text: string} |
 *   ({type: 'done', run: string} & Answer)} Message
 */

export const MOST_PRINTED = 100_000; // characters of a run

const MOST = {
  text: 200_000,
  results: 2000,
  items: 20_000,
  numbers: 1e7,
  values: 2e6,
  depth: 8,
  variables: 12,
};

const NOT_NUMBERS = [DataView, BigInt64Array, BigUint64Array];

/** @typedef {{items: number, numbers: number, values: number}} Budget what is still to be had */

class Unfit extends Error {}

/** @param {boolean} isFit */
function need(isFit) {
  if (!isFit) throw new Unfit('what came out of Python is no answer');
}

/** @param {any} value @param {number} [most] @returns {string} */
function text(value, most = MOST.text) {
  need(typeof value === 'string');
  return value.slice(0, most);
}

/** @param {any} value @returns {string} */
function printed(value) {
  need(typeof value === 'string' && value.length <= MOST_PRINTED);
  return value;
}

/** @param {any} value @returns {any[]} */
function list(value) {
  need(Array.isArray(value));
  return value;
}

/** @param {any} value */
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;

/**
 * A message of the frame as it should be: rebuilt from what is known, its arrays of numbers as they are.
 *
 * @param {any} data
 * @returns {Message | null} null where it is no message
 */
export function messageOf(data) {
  try {
    return checked(data);
  } catch (error) {
    if (error instanceof Unfit) return null;
    throw error;
  }
}

/** @param {any} data @returns {Message} */
function checked(data) {
  need(data !== null && typeof data === 'object');
  switch (data.type) {
    case 'frame':
    case 'spawned':
    case 'ready':
      return {type: data.type};
    case 'broken':
      return {type: 'broken', message: text(data.message, 1000)};
    case 'print':
      return {type: 'print', run: text(data.run, 40), text: printed(data.text)};
    default:
      need(data.type === 'done');
      return {type: 'done', run: text(data.run, 40), ...answerOf(data)};
  }
}

/** @param {any} value @returns {number} */
function number(value) {
  need(typeof value === 'number');
  return value;
}

/** @param {any} data @returns {Answer} */
function answerOf({error, results, figures, changed, used, isCut, ms, isSpent}) {
  /** @type {Budget} */
  const budget = {items: MOST.items, numbers: MOST.numbers, values: MOST.values};
  need(list(results).length <= MOST.results);
  return {
    error: error === null ? null : errorOf(error),
    results: results.map((/** @type {any} */ result) => resultOf(result, budget, 0)),
    figures: list(figures).flatMap((figure) => figureOf(figure, budget)),
    changed: list(changed ?? [])
      .filter(isCount)
      .slice(0, MOST.results),
    used: list(used ?? [])
      .slice(0, MOST.results)
      .filter((one) => Array.isArray(one) && isCount(one[0]))
      .map(([step, name]) => [step, text(name, 40)]),
    isCut: isCut === true,
    isSpent: isSpent === true,
    ms: number(ms),
  };
}

/** @param {any} pair @returns {[name: string, text: string]} */
function variableOf(pair) {
  const [name, value] = list(pair);
  return [text(name, 80), text(value, 120)];
}

/** @param {any} error @returns {PythonError} */
function errorOf(error) {
  need(error !== null && typeof error === 'object');
  const variables = list(error.variables ?? []).slice(0, MOST.variables);
  return {
    type: text(error.type, 200),
    message: text(error.message, 4000),
    traceback: text(error.traceback),
    line: isCount(error.line) ? error.line : null,
    isOwn: error.isOwn === true,
    ...(variables.length > 0 && {variables: variables.map(variableOf)}),
  };
}

/** @param {any} result @param {Budget} budget @param {number} depth @returns {Result} */
function resultOf(result, budget, depth) {
  need(result !== null && typeof result === 'object' && depth <= MOST.depth && budget.items-- > 0);
  const inner = (/** @type {any} */ item) => resultOf(item, budget, depth + 1);
  switch (result.kind) {
    case 'none':
      return {kind: 'none'};
    case 'tensor':
      return tensorOf(result, budget);
    case 'number':
      need(['number', 'boolean'].includes(typeof result.value));
      return {kind: 'number', value: result.value};
    case 'text':
      return {kind: 'text', value: text(result.value)};
    case 'tuple':
    case 'list':
      return {kind: result.kind, items: list(result.items).map(inner)};
    case 'dict':
      return {
        kind: 'dict',
        items: list(result.items).map((pair) => [text(list(pair)[0], 400), inner(pair[1])]),
      };
    case 'error':
      return {kind: 'error', ...errorOf(result)};
    default:
      need(result.kind === 'other');
      return {kind: 'other', type: text(result.type, 200), text: text(result.text, 400)};
  }
}

/** @param {any} result @param {Budget} budget @returns {Result} */
function tensorOf({shape, dtype, data, type}, budget) {
  need(list(shape).length <= 64 && shape.every(isCount));
  need(ArrayBuffer.isView(data) && !NOT_NUMBERS.some((one) => data instanceof one));
  const numbers = /** @type {import('../../python/engine/dtypes.js').Numbers} */ (data);
  const width = /^complex/.test(dtype) ? 2 : 1;
  need(
    numbers.length ===
      shape.reduce((/** @type {number} */ n, /** @type {number} */ size) => n * size, width),
  );
  budget.numbers -= numbers.length;
  need(budget.numbers >= 0);
  const known = {dtype: text(dtype, 40), type: text(type, 200)};
  return {kind: 'tensor', shape: [...shape], ...known, data: numbers};
}

// ----------------------------------------------------------------------------------- figures

/**
 * What pyplot recorded, as a list of one; an empty one where it cannot be drawn, for a learner may have
 * been at the records.
 *
 * @param {any} figure
 * @param {Budget} budget
 * @returns {any[]}
 */
function figureOf(figure, budget) {
  const copy = plain(figure, budget, 0);
  const hasParts = Array.isArray(copy?.axes) && copy.axes.every(isAxes);
  return hasParts ? [copy] : [];
}

/** @param {any} axes */
const isAxes = (axes) => Array.isArray(axes?.parts) && axes.parts.every(isPart);

/** @param {any} part */
function isPart(part) {
  if (part === null || typeof part !== 'object' || typeof part.kind !== 'string') return false;
  if (part.kind === 'image') return isTable(part.rows);
  return [part.x, part.y].every(
    (side) => ['undefined', 'number'].includes(typeof side) || Array.isArray(side), // a text has one place
  );
}

/** @param {any} rows */
const isTable = (rows) =>
  Array.isArray(rows) && rows.every((row) => Array.isArray(row) && row.length === rows[0].length);

/** What JSON can say, and nothing else. @param {any} value @param {Budget} budget @param {number} depth @returns {any} */
function plain(value, budget, depth) {
  need(depth <= MOST.depth && budget.values-- > 0);
  if (typeof value === 'string') return value.slice(0, 1000);
  if (value === null || ['number', 'boolean', 'undefined'].includes(typeof value)) return value;
  if (Array.isArray(value)) return value.map((item) => plain(item, budget, depth + 1));
  need(Object.getPrototypeOf(value) === Object.prototype);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, plain(item, budget, depth + 1)]),
  );
}

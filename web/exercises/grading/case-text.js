// @ts-check
// A case as Python to copy: what it calls with which inputs, what is expected, and what came back.

/** @import {TensorLike} from '../../core/core.js' */
/** @import {Case} from './grader.js' */

/** @typedef {{call: string, expected: string, got: string}} CaseText got: '' where nothing came back */

const MOST_SHOWN = 400; // numbers of one output; inputs are whole, for they are to be copied
const MOST_INPUT = 4000; // numbers of all inputs: more is no code to read
const DIGITS = 6;

/** As Python writes it. @param {number} value */
function numberText(value) {
  if (Number.isNaN(value)) return 'float("nan")';
  if (!Number.isFinite(value)) return value > 0 ? 'float("inf")' : '-float("inf")';
  return String(Number(value.toPrecision(DIGITS)));
}

/**
 * Nested lists, a row on a line.
 *
 * @param {ArrayLike<number>} data
 * @param {readonly number[]} shape
 * @param {string} indent
 * @returns {string}
 */
function listText(data, shape, indent = '') {
  if (shape.length === 0) return numberText(data[0]);
  const [n, ...inner] = shape;
  const size = inner.reduce((a, b) => a * b, 1);
  const all = Array.from(data);
  const items = Array.from({length: n}, (_, k) =>
    listText(all.slice(k * size, (k + 1) * size), inner, `${indent} `),
  );
  return `[${items.join(inner.length ? `,\n${indent} ` : ', ')}]`;
}

/** @param {any} value an argument of a step @param {(code: string) => string} named gives a tensor's code a name @returns {string} */
function argumentText(value, named) {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return numberText(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  if (value.ref) return value.ref;
  if (value.float) return `float("${value.float}")`;
  if (value.list) {
    const items = value.list.map((/** @type {any} */ one) => argumentText(one, named));
    return `[${items.join(', ')}]`;
  }
  const {data, shape, dtype} = value.tensor;
  return named(`torch.tensor(${listText(data, shape)}, dtype=torch.${dtype})`);
}

/** @param {any} value @returns {number} how many numbers of tensors are in it */
function sizeOf(value) {
  if (typeof value !== 'object' || value === null) return 0;
  if (value.tensor) return value.tensor.data.length;
  return (value.list ?? []).reduce(
    (/** @type {number} */ n, /** @type {any} */ one) => n + sizeOf(one),
    0,
  );
}

/**
 * @param {Case} item
 * @returns {string | null} null where it is no code to read: a hunt, or too many numbers
 */
export function callText({steps, isHunt}) {
  const inputs = steps.flatMap(({args = [], kwargs = {}}) => [...args, ...Object.values(kwargs)]);
  if (isHunt || inputs.reduce((n, one) => n + sizeOf(one), 0) > MOST_INPUT) return null;
  const lines = ['import torch', ''];
  /** @type {Map<string, string>} */
  const names = new Map();
  const named = (/** @type {string} */ code) => {
    const name = names.get(code) ?? `x${names.size + 1}`;
    if (!names.has(code)) lines.push(`${name} = ${code}`);
    names.set(code, name);
    return name;
  };
  for (const {op, target, args = [], kwargs = {}, expression, code, as, get} of steps) {
    if (op === 'define') {
      lines.push(code.trim());
      continue;
    }
    const parts = [
      ...args.map((/** @type {any} */ value) => argumentText(value, named)),
      ...Object.entries(kwargs).map(([name, value]) => `${name}=${argumentText(value, named)}`),
    ];
    const call = op === 'eval' ? expression : `${target}(${parts.join(', ')})`;
    if (as) lines.push(`${as} = ${call}`);
    if (get) lines.push(`print(${as ?? call})`);
    else if (!as) lines.push(call);
  }
  return lines.join('\n');
}

/** @param {readonly TensorLike[]} outputs */
const outputsText = (outputs) =>
  outputs
    .map(({data, shape}) => {
      if (data.length <= MOST_SHOWN) return listText(data, shape);
      const some = Array.from(data).slice(0, MOST_SHOWN).map(numberText).join(', ');
      return `shape (${shape.join(', ')}), the first ${MOST_SHOWN} numbers: ${some}`;
    })
    .join('\n\n');

/**
 * @param {Case} item
 * @param {readonly TensorLike[]} truth
 * @param {readonly TensorLike[]} outputs
 * @returns {CaseText | null}
 */
export function caseText(item, truth, outputs) {
  const call = item.isHidden ? null : callText(item);
  return call === null ? null : {call, expected: outputsText(truth), got: outputsText(outputs)};
}

// @ts-check
// The cases of an exercise as data, cases.json: what runs is written as the steps of the bank's check.js are, and what
// differs from run to run is drawn when the cases are made.
//
//   {"title": "any rows", "isHidden": true,
//    "let": {"n": {"int": [2, 9]}, "x": {"normal": ["n", 8]}},
//    "steps": [{"op": "call", "target": "softmax", "args": [{"let": "x"}, 0.5], "get": true}]}
import {fieldProblems, isRecord, isWhole, shown, textProblems} from './problems.js';

/** @import {CaseRandom} from '../grading/random.js' */
/** @import {Case} from '../grading/grader.js' */

/** all: numbers and letters that the calls of all cases are given. */
export const MOST = {cases: 30, steps: 20, values: 200, depth: 5, numbers: 100_000, text: 10_000, all: 2_000_000}; // biome-ignore format: a record
const DTYPES = ['float32', 'float64', 'int64', 'bool'];
const OPS = {
  call: {needs: ['op', 'target'], may: ['args', 'kwargs', 'get', 'as', 'name', 'wants']},
  eval: {needs: ['op', 'expression'], may: ['get', 'as', 'name', 'wants']},
  define: {needs: ['op', 'code'], may: []},
};
const WANTS = ['tensors', 'lists', 'numbers'];
const KINDS = ['list', 'ref', 'tensor', 'let', 'int', 'pick', 'normal', 'ints'];
const IDENTIFIER = /^[a-zA-Z_]\w{0,59}$/;
const DOTTED = /^[a-zA-Z_]\w*(\.[a-zA-Z_]\w*){0,5}$/;

/**
 * What a name of `let` can be: the greatest whole number, or null where it is something else.
 *
 * @typedef {Map<string, number | null>} Names
 */

/** @param {unknown} shape @param {Names} names @returns {number | null} the most numbers in it; null where it is no shape */
function mostNumbers(shape, names) {
  if (!Array.isArray(shape) || shape.length > 6) return null;
  let most = 1;
  for (const size of shape) {
    const greatest = typeof size === 'string' ? (names.get(size) ?? null) : size;
    if (!isWhole(greatest, 0, MOST.numbers)) return null;
    most *= greatest;
  }
  return most;
}

/** @param {string} where @param {unknown} shape @param {Names} names @returns {string[]} */
function shapeProblems(where, shape, names) {
  const most = mostNumbers(shape, names);
  if (most === null)
    return [
      `${where} must be a shape: a list of at most 6 whole numbers, or of names of "let" that are whole numbers; got ${shown(shape)}.`,
    ];
  if (most <= MOST.numbers) return [];
  return [
    `${where} must have at most ${MOST.numbers} numbers, got ${shown(shape)}, up to ${most}.`,
  ];
}

/** @param {unknown} range */
const isRange = (range) =>
  Array.isArray(range) &&
  range.length >= 2 &&
  range.slice(0, 2).every((one) => isWhole(one, -1e9, 1e9)) &&
  range[0] <= range[1];

/** @param {string} where @param {unknown} tensor @returns {string[]} */
function tensorProblems(where, tensor) {
  if (!isRecord(tensor)) return [`${where} must be {"shape", "dtype", "data"}, got ${shown(tensor)}.`]; // biome-ignore format: a sentence
  const {shape, dtype, data} = tensor;
  const problems = [
    ...fieldProblems(where, tensor, ['shape', 'dtype', 'data']),
    ...shapeProblems(`${where}.shape`, shape, new Map()),
  ];
  if (!DTYPES.includes(dtype))
    problems.push(`${where}.dtype must be one of ${DTYPES.join(', ')}, got ${shown(dtype)}.`);
  if (!Array.isArray(data) || !data.every((one) => Number.isFinite(one)))
    problems.push(`${where}.data must be a list of numbers, row by row, got ${shown(data)}.`);
  if (problems.length > 0) return problems;
  const n = shape.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b, 1);
  if (data.length !== n)
    problems.push(`${where}.data must have ${n} numbers, as its shape says, got ${data.length}.`);
  const isInteger = dtype === 'int64' || dtype === 'bool';
  if (isInteger && !data.every((/** @type {unknown} */ one) => isWhole(one, -1e15, 1e15)))
    problems.push(`${where}.data must be whole numbers for ${dtype}.`);
  return problems;
}

/**
 * @param {string} where
 * @param {unknown} value an argument of a step
 * @param {Names} names of the case
 * @param {number} [depth]
 * @returns {string[]}
 */
function valueProblems(where, value, names, depth = 0) {
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return [];
  if (typeof value === 'string') return value ? textProblems(where, value, MOST.text) : [];
  const kinds = isRecord(value) ? Object.keys(value) : [];
  const [kind] = kinds;
  if (kinds.length !== 1 || !KINDS.includes(kind))
    return [
      `${where} must be a number, a text, true, false, null or one of ${KINDS.map((one) => `{"${one}": …}`).join(', ')}; got ${shown(value)}. A list is written {"list": […]}.`,
    ];
  const inner = /** @type {any} */ (value)[kind];
  const at = `${where}.${kind}`;
  if (kind === 'list' || kind === 'pick') {
    const least = kind === 'pick' ? 1 : 0;
    if (!Array.isArray(inner) || inner.length < least || inner.length > MOST.values || depth >= MOST.depth) // biome-ignore format: one condition
      return [`${at} must be a list of ${least} to ${MOST.values} values, at most ${MOST.depth} deep; got ${shown(inner)}.`]; // biome-ignore format: a sentence
    return inner.flatMap((one, k) => valueProblems(`${at}[${k}]`, one, names, depth + 1));
  }
  if (kind === 'ref') return textProblems(at, inner, 400);
  if (kind === 'tensor') return tensorProblems(at, inner);
  if (kind === 'normal') return shapeProblems(at, inner, names);
  if (kind === 'let')
    return names.has(inner)
      ? []
      : [`${at} must be a name of "let" that comes before it (${[...names.keys()].join(', ') || 'there are none'}), got ${shown(inner)}.`]; // biome-ignore format: a sentence
  const isLong = kind === 'ints';
  if (!isRange(inner) || inner.length !== (isLong ? 3 : 2))
    return [
      `${at} must be ${isLong ? '[lowest, highest, shape]' : '[lowest, highest]'}, whole numbers, got ${shown(inner)}.`,
    ];
  return isLong ? shapeProblems(`${at}[2]`, inner[2], names) : [];
}

/** The greatest whole number that a value can be; null where it is something else. @param {any} value @param {Names} names @returns {number | null} */
function greatestOf(value, names) {
  if (Number.isInteger(value)) return value;
  if (!isRecord(value)) return null;
  if (value.int) return value.int[0] >= 0 ? value.int[1] : null;
  if (value.let) return names.get(value.let) ?? null;
  const all = (value.pick ?? []).map((/** @type {any} */ one) => greatestOf(one, names));
  const isWholly = all.length > 0 && all.every((/** @type {any} */ one) => one !== null && one >= 0); // biome-ignore format: one thought
  return isWholly ? Math.max(...all) : null;
}

/**
 * How many numbers and letters a value holds at most: a name counts each time that it is given.
 *
 * @param {any} value that is no problem
 * @param {Names} names
 * @param {Map<string, number>} sizes of the names
 * @returns {number}
 */
function sizeOf(value, names, sizes) {
  if (!isRecord(value)) return typeof value === 'string' ? value.length : 1;
  const [[kind, inner]] = Object.entries(value);
  const each = () => inner.map((/** @type {any} */ one) => sizeOf(one, names, sizes));
  switch (kind) {
    case 'list':
      return each().reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 1);
    case 'pick':
      return Math.max(...each());
    case 'let':
      return sizes.get(inner) ?? 1;
    case 'normal':
      return mostNumbers(inner, names) ?? 1;
    case 'ints':
      return mostNumbers(inner[2], names) ?? 1;
    default:
      return inner.data?.length ?? 1;
  }
}

/** What the calls of a case without problems are given, all in all. @param {any} item */
function sizeOfCase({let: own = {}, steps}) {
  /** @type {Names} */
  const names = new Map();
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const [name, value] of Object.entries(own)) {
    sizes.set(name, sizeOf(value, names, sizes));
    names.set(name, greatestOf(value, names));
  }
  let sum = 0;
  for (const size of sizes.values()) sum += size;
  for (const {args = [], kwargs = {}} of steps)
    for (const value of [...args, ...Object.values(kwargs)]) sum += sizeOf(value, names, sizes);
  return sum;
}

/** @param {string} where @param {any} step @param {Names} names @returns {string[]} */
function stepProblems(where, step, names) {
  if (!isRecord(step) || !Object.hasOwn(OPS, step.op))
    return [
      `${where} must be {"op": "call" | "eval" | "define", …}, got ${shown(isRecord(step) ? step.op : step)}.`,
    ];
  const {needs, may} = OPS[/** @type {keyof typeof OPS} */ (step.op)];
  const problems = fieldProblems(where, step, needs, may);
  const {target, expression, code, args = [], kwargs = {}, get, name, wants} = step;
  if (step.op === 'call' && !(typeof target === 'string' && DOTTED.test(target)))
    problems.push(`${where}.target must name what is called, as "softmax" or "model.forward", got ${shown(target)}.`); // biome-ignore format: a sentence
  if (step.op === 'eval') problems.push(...textProblems(`${where}.expression`, expression, 2000));
  if (step.op === 'define') problems.push(...textProblems(`${where}.code`, code, MOST.text));
  if (!Array.isArray(args) || args.length > MOST.values)
    problems.push(`${where}.args must be a list of arguments, got ${shown(args)}.`);
  else problems.push(...args.flatMap((one, k) => valueProblems(`${where}.args[${k}]`, one, names)));
  if (!isRecord(kwargs) || !Object.keys(kwargs).every((key) => IDENTIFIER.test(key)))
    problems.push(`${where}.kwargs must be a record of arguments by their names, got ${shown(kwargs)}.`); // biome-ignore format: a sentence
  else
    for (const [key, one] of Object.entries(kwargs))
      problems.push(...valueProblems(`${where}.kwargs.${key}`, one, names));
  if (get !== undefined && get !== true)
    problems.push(`${where}.get must be true, or not be there, got ${shown(get)}.`);
  if (step.as !== undefined && !(typeof step.as === 'string' && IDENTIFIER.test(step.as)))
    problems.push(`${where}.as must be a name of Python, got ${shown(step.as)}.`);
  if (name !== undefined) problems.push(...textProblems(`${where}.name`, name, 120));
  const isKeys = Array.isArray(wants) && wants.length > 0 && wants.length <= 50 && wants.every((key) => typeof key === 'string'); // biome-ignore format: one thought
  if (wants !== undefined && !WANTS.includes(wants) && !isKeys)
    problems.push(`${where}.wants must be one of ${WANTS.join(', ')}, or the keys of a dict of numbers, got ${shown(wants)}.`); // biome-ignore format: a sentence
  return problems;
}

/** @param {string} where @param {any} item @returns {string[]} */
function caseProblems(where, item) {
  if (!isRecord(item)) return [`${where} must be {"title", "steps", …}, got ${shown(item)}.`];
  const problems = [
    ...fieldProblems(where, item, ['title', 'steps'], ['isHidden', 'let']),
    ...textProblems(`${where}.title`, item.title, 120),
  ];
  if (item.isHidden !== undefined && typeof item.isHidden !== 'boolean')
    problems.push(`${where}.isHidden must be true or false, got ${shown(item.isHidden)}.`);
  /** @type {Names} */
  const names = new Map();
  if (item.let !== undefined && !isRecord(item.let))
    problems.push(`${where}.let must be a record of values by their names, got ${shown(item.let)}.`); // biome-ignore format: a sentence
  for (const [name, value] of Object.entries(isRecord(item.let) ? item.let : {})) {
    if (!IDENTIFIER.test(name))
      problems.push(`${where}.let: ${shown(name)} must be a name as Python has them.`);
    const found = valueProblems(`${where}.let.${name}`, value, names);
    problems.push(...found);
    names.set(name, found.length === 0 ? greatestOf(value, names) : null);
  }
  if (!Array.isArray(item.steps) || item.steps.length === 0 || item.steps.length > MOST.steps)
    return [...problems, `${where}.steps must be a list of 1 to ${MOST.steps}, got ${shown(item.steps)}.`]; // biome-ignore format: a sentence
  problems.push(
    ...item.steps.flatMap((step, k) => stepProblems(`${where}.steps[${k}]`, step, names)),
  );
  if (problems.length === 0 && !item.steps.some(({get}) => get))
    problems.push(`${where}: one step must have "get": true; its value is what is checked.`);
  return problems;
}

/**
 * @param {unknown} value what a cases.json holds
 * @param {string} where
 * @returns {string[]} what is wrong, a sentence each
 */
export function casesProblems(value, where) {
  if (!isRecord(value)) return [`${where} must be {"cases": […]}, got ${shown(value)}.`];
  const problems = fieldProblems(where, value, ['cases'], ['tolerance']);
  const {cases, tolerance} = value;
  if (tolerance !== undefined) {
    const isTolerance =
      isRecord(tolerance) &&
      Object.keys(tolerance).sort().join() === 'atol,rtol' &&
      [tolerance.atol, tolerance.rtol].every((one) => Number.isFinite(one) && one >= 0 && one < 1);
    if (!isTolerance)
      problems.push(`${where}: tolerance must be {"atol", "rtol"}, each from 0 to below 1, got ${shown(tolerance)}.`); // biome-ignore format: a sentence
  }
  if (!Array.isArray(cases) || cases.length === 0 || cases.length > MOST.cases)
    return [...problems, `${where}: cases must be a list of 1 to ${MOST.cases}, got ${shown(cases)}.`]; // biome-ignore format: a sentence
  problems.push(...cases.flatMap((item, k) => caseProblems(`${where}, cases[${k}]`, item)));
  if (problems.length > 0) return problems;
  const size = cases.reduce((sum, item) => sum + sizeOfCase(item), 0);
  if (size > MOST.all)
    problems.push(`${where}: all calls together may be given at most ${MOST.all} numbers and letters, got ${size}. Give smaller tensors.`); // biome-ignore format: a sentence
  const titles = cases.map(({title}) => title);
  const twice = titles.find((title, k) => titles.indexOf(title) !== k);
  if (twice !== undefined)
    problems.push(`${where}: each title must be there once, got ${shown(twice)} twice.`);
  if (cases.every(({isHidden}) => isHidden))
    problems.push(`${where}: one case must not be hidden, so that the learner can read one.`);
  return problems;
}

/** @param {any} value that the validator has let pass @param {Map<string, any>} names @param {CaseRandom} random @returns {any} */
function made(value, names, random) {
  if (!isRecord(value)) return value;
  const sizes = (/** @type {(number | string)[]} */ shape) =>
    shape.map((size) => (typeof size === 'string' ? names.get(size) : size));
  const [[kind, inner]] = Object.entries(value);
  switch (kind) {
    case 'list':
      return {list: inner.map((/** @type {any} */ one) => made(one, names, random))};
    case 'let':
      return names.get(inner);
    case 'int':
      return random.int(inner[0], inner[1]);
    case 'pick':
      return made(random.pick(inner), names, random);
    case 'normal':
      return random.normal(...sizes(inner));
    case 'ints':
      return random.ints(inner[0], inner[1], ...sizes(inner[2]));
    case 'tensor': {
      const Numbers = inner.dtype === 'float32' ? Float32Array : Float64Array;
      return {tensor: {...inner, data: Numbers.from(inner.data)}};
    }
    default:
      return value;
  }
}

/** @param {any} file a cases.json that the validator has let pass @param {CaseRandom} random @returns {Case[]} */
export function makeCases(file, random) {
  return file.cases.map((/** @type {any} */ item) => {
    /** @type {Map<string, any>} */
    const names = new Map();
    for (const [name, value] of Object.entries(item.let ?? {}))
      names.set(name, made(value, names, random));
    const value = (/** @type {any} */ one) => made(one, names, random);
    const steps = item.steps.map((/** @type {any} */ step) => ({
      ...step,
      ...(step.args && {args: step.args.map(value)}),
      ...(step.kwargs && {
        kwargs: Object.fromEntries(
          Object.entries(step.kwargs).map(([name, one]) => [name, value(one)]),
        ),
      }),
    }));
    return {title: item.title, isHidden: item.isHidden === true, steps};
  });
}

// @ts-check
// Says what a learner's numbers have to do with the arguments of a call, where no known mistake gives them: they are
// those of the solution for another argument (one more, its default, two exchanged), or right only for some.
import {agreesOn, outputsByCase} from './grader.js';

/** @import {TensorLike} from '../../core/core.js' */
/** @import {RunResult} from '../runtime/sandbox.js' */
/** @import {Case, Check, Verdict} from './grader.js' */
/** @import {Output} from './outputs.js' */

/** @typedef {{name: string, value?: string}} Parameter value: its default, as Python */
/** @typedef {{tensor: TensorLike & {dtype: string}}} Given */
/** @typedef {(value: any) => any} Change undefined: the argument is left out; null: there is nothing to change */
/** @typedef {{words: string, change: (step: any) => any}} Called change: the step, or null where nothing changes */

/** @param {string} text what is between the brackets of a definition @returns {Parameter[]} */
const parametersOf = (text) =>
  text.split(/,(?![^[(]*[\])])/).flatMap((one) => {
    const [, name, value] = one.trim().match(/^(\w+)[^=]*(?:=\s*([\s\S]+))?$/) ?? [];
    return name && name !== 'self' ? [{name, ...(value && {value: value.trim()})}] : [];
  });

/** The functions and classes of a program, with what a call of them is given. @param {string} program @returns {Map<string, Parameter[]>} */
export function functionsOf(program) {
  /** @type {Map<string, Parameter[]>} */
  const functions = new Map();
  let owner = '';
  for (const [, head, name, parameters] of program.matchAll(
    /^( *(?:def|class)) (\w+)(?:\(([\s\S]*?)\)(?: -> [^\n]*)?)?:$/gm,
  )) {
    if (head === 'class') owner = name;
    else if (head === 'def') functions.set(name, parametersOf(parameters ?? ''));
    else if (name === '__init__') functions.set(owner, parametersOf(parameters ?? ''));
  }
  return functions;
}

/** What a step gives for a parameter. @param {any} step @param {Parameter[]} parameters @param {number} k */
export const argumentOf = ({args = [], kwargs = {}}, parameters, k) =>
  k < args.length ? args[k] : kwargs[parameters[k].name];

/** A step with another argument. @param {any} step @param {Parameter[]} parameters @param {number} k @param {any} value undefined: left out */
function withArgument(step, parameters, k, value) {
  const {args = [], kwargs = {}} = step;
  const {name} = parameters[k];
  if (value !== undefined && k < args.length) return {...step, args: args.with(k, value)};
  const {[name]: _, ...others} = kwargs;
  if (value !== undefined) return {...step, kwargs: {...others, [name]: value}};
  const later = args
    .slice(k + 1)
    .map((/** @type {any} */ one, /** @type {number} */ i) => [parameters[k + 1 + i]?.name, one]);
  return {...step, args: args.slice(0, k), kwargs: {...others, ...Object.fromEntries(later)}};
}

/** @param {(value: number) => number} rule @returns {Change} */
const number = (rule) => (value) => (typeof value === 'number' ? rule(value) : null);

/** @param {(one: Given['tensor']) => Partial<Given['tensor']> | null} rule @returns {Change} */
const tensor = (rule) => (value) => {
  const made = value?.tensor ? rule(value.tensor) : null;
  return made && {tensor: {...value.tensor, ...made}};
};

/** The numbers of a tensor in another order. @param {(k: number, shape: readonly number[]) => number} from @param {(shape: readonly number[]) => boolean} fits */
const moved = (from, fits) =>
  tensor(({data, shape}) =>
    fits(shape) ? {data: Float64Array.from(data, (_, k) => data[from(k, shape)])} : null,
  );

/** @param {readonly number[]} shape */
const widthOf = (shape) => shape[shape.length - 1] ?? 0;
/** @param {readonly number[]} shape */
const isPaired = (shape) => widthOf(shape) > 3 && widthOf(shape) % 2 === 0;

/** Whether a tensor says yes or no of each place, as a mask does. @param {TensorLike & {dtype: string}} tensor */
const isMask = ({data, dtype}) =>
  !dtype.startsWith('float') && Array.from(data).every((v) => v === 0 || v === 1);

/** @type {[words: (name: string) => string, change: Change][]} */
const CHANGES = [
  [(name) => `with \`${name} + 1\` for \`${name}\``, number((v) => v + 1)],
  [(name) => `with \`${name} - 1\` for \`${name}\``, number((v) => v - 1)],
  [(name) => `with \`2 * ${name}\` for \`${name}\``, number((v) => 2 * v)],
  [
    (name) => `with half of \`${name}\``,
    number((v) => (Number.isInteger(v) && v % 2 ? Number.NaN : v / 2)),
  ],
  [(name) => `with the square of \`${name}\``, number((v) => v * v)],
  [
    (name) => `with the root of \`${name}\``,
    number((v) => (v < 0 || Number.isInteger(v) ? Number.NaN : Math.sqrt(v))),
  ],
  [
    (name) => `with \`1 / ${name}\` for \`${name}\``,
    number((v) => (v === 0 || Number.isInteger(v) ? Number.NaN : 1 / v)),
  ],
  [(name) => `with \`-${name}\` for \`${name}\``, number((v) => -v)],
  [(name) => `with \`1 - ${name}\` for \`${name}\``, number((v) => 1 - v)],
  [(name) => `with \`${name}\` 0: is it used?`, number(() => 0)],
  [(name) => `with \`${name}\` 1: is it used?`, number(() => 1)],
  [(name) => `with \`not ${name}\` for \`${name}\``, (v) => (typeof v === 'boolean' ? !v : null)],
  [
    (name) => `with \`${name}\` inverted, 0 for 1 and 1 for 0`,
    tensor((one) => (isMask(one) ? {data: Array.from(one.data, (v) => 1 - v)} : null)),
  ],
  [
    (name) => `with \`${name}\` 1 everywhere: is it used?`,
    tensor((one) => (isMask(one) ? {data: Array.from(one.data, () => 1)} : null)),
  ],
  [
    (name) => `with \`-${name}\` for \`${name}\``,
    tensor((one) =>
      one.dtype.startsWith('float') ? {data: Array.from(one.data, (v) => -v)} : null,
    ),
  ],
  [
    (name) => `with zeros for \`${name}\`: is it used?`,
    tensor((one) => (isMask(one) ? null : {data: Array.from(one.data, () => 0)})),
  ],
  [
    (name) => `with ones for \`${name}\`: is it used?`,
    tensor((one) => (isMask(one) ? null : {data: Array.from(one.data, () => 1)})),
  ],
  [
    (name) => `with \`${name}\` transposed`,
    tensor(({data, shape}) => {
      if (shape.length < 2) return null;
      const [m, n] = shape.slice(-2);
      const transposed = Float64Array.from(data, (_, k) => {
        const [row, i, j] = [k - (k % (m * n)), Math.floor((k % (m * n)) / m), k % m];
        return data[row + j * n + i];
      });
      return m === n ? {data: transposed} : null;
    }),
  ],
  [
    (name) => `with \`${name}.flip(-1)\` for \`${name}\``,
    moved(
      (k, shape) => k - (k % widthOf(shape)) + widthOf(shape) - 1 - (k % widthOf(shape)),
      (shape) => widthOf(shape) > 1,
    ),
  ],
  [
    (name) => `with \`${name}[0]\` for every \`${name}[i]\``,
    tensor(({data, shape}) => {
      const size = data.length / (shape[0] || 1);
      return shape.length > 1 ? {data: Float64Array.from(data, (_, k) => data[k % size])} : null;
    }),
  ],
  ...[1, -1].map(
    (by) =>
      /** @type {[words: (name: string) => string, change: Change]} */ ([
        (name) => `with \`${name}.roll(${by}, -1)\` for \`${name}\``,
        moved(
          (k, shape) => {
            const [n, i] = [widthOf(shape), k % widthOf(shape)];
            return k - i + ((i - by + n) % n);
          },
          (shape) => widthOf(shape) > 2,
        ),
      ]),
  ),
  [
    (name) => `with \`${name}\` in the opposite order`,
    (value) => (value?.list?.length > 1 ? {list: value.list.toReversed()} : null),
  ],
  [
    (name) => `with the first of \`${name}\` alone`,
    (value) => (value?.list?.length > 1 ? {list: value.list.slice(0, 1)} : null),
  ],
  [
    (name) => `with the last of \`${name}\` left out`,
    (value) => (value?.list?.length > 1 ? {list: value.list.slice(0, -1)} : null),
  ],
  [
    (name) => `with \`${name}.flip(0)\` for \`${name}\``,
    tensor(({data, shape: [n, ...rest]}) => {
      const size = rest.reduce((a, b) => a * b, 1);
      const back = (/** @type {number} */ k) => (n - 1 - Math.floor(k / size)) * size + (k % size);
      return n > 1 ? {data: Float64Array.from(data, (_, k) => data[back(k)])} : null;
    }),
  ],
  [
    (name) =>
      `with the channels of \`${name}\` in another order, the even ones before the odd ones`,
    moved((k, shape) => {
      const [n, i] = [widthOf(shape), k % widthOf(shape)];
      return k - i + (i < n / 2 ? 2 * i : 2 * (i - n / 2) + 1);
    }, isPaired),
  ],
  [
    (name) => `with the channels of \`${name}\` in another order, those of both halves in turn`,
    moved((k, shape) => {
      const [n, i] = [widthOf(shape), k % widthOf(shape)];
      return k - i + (i % 2) * (n / 2) + Math.floor(i / 2);
    }, isPaired),
  ],
];

/** What people take an entry of a dict for; undefined: it is left out, null: there is nothing to change. @type {[words: (key: string) => string, change: (value: any) => any][]} */
const ENTRIES = [
  [(key) => `without '${key}': is it used?`, () => undefined],
  [
    (key) => `with '${key}' inverted, 0 for 1 and 1 for 0`,
    (value) =>
      Array.isArray(value) && value.every((v) => v === 0 || v === 1)
        ? value.map((v) => 1 - v)
        : null,
  ],
  [
    (key) => `with '${key}' in the opposite order`,
    (value) => (Array.isArray(value) ? value.toReversed() : null),
  ],
  [
    (key) => `with the first of '${key}' for all`,
    (value) => {
      if (Array.isArray(value)) return value.map(() => value[0]);
      const own = typeof value === 'object' && value ? Object.values(value) : [];
      return typeof own[0] === 'object' ? own[0] : null;
    },
  ],
  [
    (key) => `with the last of '${key}' for all`,
    (value) => {
      if (Array.isArray(value)) return value.map(() => value.at(-1));
      const own = typeof value === 'object' && value ? Object.values(value) : [];
      return typeof own[0] === 'object' ? own.at(-1) : null;
    },
  ],
  [(key) => `with '${key}' one more`, (value) => (typeof value === 'number' ? value + 1 : null)],
  [(key) => `with '${key}' one less`, (value) => (typeof value === 'number' ? value - 1 : null)],
];

const DEFINED = /^(_\w+) = (\{.*\})$/s;

/** Other dicts that are defined before a call. @param {readonly Case[]} cases @returns {Generator<Called>} */
function* dictsOf(cases) {
  const steps = cases.flatMap((item) => item.steps);
  const read = (/** @type {any} */ step) => {
    const [, name, text] = (step.op === 'define' && step.code.trim().match(DEFINED)) || [];
    try {
      return name ? {name, dict: JSON.parse(text)} : null;
    } catch {
      return null; // Python that is not JSON too
    }
  };
  const keys = new Set(steps.flatMap((step) => Object.keys(read(step)?.dict ?? {})));
  for (const [words, change] of ENTRIES) {
    for (const key of keys) {
      const changed = (/** @type {any} */ step) => {
        const one = read(step);
        if (!one || !(key in one.dict)) return null;
        const {[key]: value, ...others} = one.dict;
        const other = change(value);
        if (other === null || isSame(other, value)) return null;
        const dict = other === undefined ? others : {...one.dict, [key]: other};
        return {...step, code: `${one.name} = ${JSON.stringify(dict)}`};
      };
      yield {words: `of a dict ${words(key)}`, change: changed};
    }
  }
}

const isSame = (/** @type {any} */ a, /** @type {any} */ b) =>
  JSON.stringify(a) === JSON.stringify(b);

/** @param {readonly number[]} list */
const pairsOf = (list) => list.flatMap((a, k) => list.slice(k + 1).map((b) => [a, b]));

/**
 * Other calls of one function, those that people take for the right one most often first.
 *
 * @param {string} target @param {Parameter[]} parameters
 * @returns {Generator<Called>}
 */
function* callsOf(target, parameters) {
  const own = (/** @type {(step: any) => any} */ change) => (/** @type {any} */ step) =>
    step.op === 'call' && step.target === target ? change(step) : null;
  const of = target.includes('.') ? target : `\`${target}\``;
  const optional = [...parameters.keys()].filter((k) => parameters[k].value !== undefined);
  for (const some of [...optional.map((k) => [k]), ...pairsOf(optional)]) {
    const leftOut = (/** @type {any} */ step) =>
      some.some((k) => argumentOf(step, parameters, k) === undefined)
        ? null
        : some.reduceRight((one, k) => withArgument(one, parameters, k, undefined), step);
    const [names, values] = [
      some.map((k) => `\`${parameters[k].name}\``).join(' and '),
      some.map((k) => parameters[k].value).join(' and '),
    ];
    const words = `of ${of} called without ${names}, which ${some.length > 1 ? `are ${values} then: are they` : `is ${values} then: is it`} used?`;
    yield {words, change: own(leftOut)};
  }
  for (const [k] of parameters.entries()) {
    for (let j = k + 1; j < parameters.length; j++) {
      const exchanged = (/** @type {any} */ step) => {
        const [a, b] = [k, j].map((one) => argumentOf(step, parameters, one));
        const areAlike =
          a !== undefined && typeof a === typeof b && a?.tensor?.shape.join() === b?.tensor?.shape.join(); // biome-ignore format: one line
        if (!areAlike || isSame(a, b)) return null;
        return withArgument(withArgument(step, parameters, k, b), parameters, j, a);
      };
      const names = `\`${parameters[k].name}\` and \`${parameters[j].name}\``;
      yield {words: `of ${of} with ${names} exchanged`, change: own(exchanged)};
    }
  }
  for (const [words, change] of CHANGES) {
    for (const [k, {name}] of parameters.entries()) {
      const changed = (/** @type {any} */ step) => {
        const before = argumentOf(step, parameters, k);
        const value = change(before);
        const isNone = value === null || Number.isNaN(value) || isSame(value, before);
        return isNone ? null : withArgument(step, parameters, k, value);
      };
      yield {words: `of ${of} ${words(name)}`, change: own(changed)};
    }
  }
}

/**
 * The other call of the solution whose outputs agree with the learner's in all cases.
 *
 * @param {object} options
 * @param {Check} options.check
 * @param {Case[]} options.cases those of the learner's run
 * @param {Output[][]} options.outputs the learner's, by case
 * @param {number} options.first the first case that is wrong
 * @param {string} options.solution
 * @param {(code: string, steps: any[]) => Promise<RunResult>} options.runCode
 * @param {() => boolean} options.isOver whether there is no time for a further one
 * @param {(target: string) => boolean} [options.isRightOne] whether all is right that a function gives: its calls stay
 * @returns {Promise<string>} a sentence, '' where none agrees
 */
export async function otherCall(options) {
  const {check, cases, outputs, first, solution, runCode, isOver} = options;
  const {isRightOne = () => false} = options;
  const program = solution.split('\nif __name__ ==')[0];
  /** @param {Called['change']} change @param {readonly number[]} which cases */
  const agrees = async (change, which) => {
    const own = which.map((k) => ({
      ...cases[k],
      steps: cases[k].steps.map((step) => change(step) ?? step),
    }));
    const run = await runCode(
      program,
      own.flatMap(({steps}) => steps),
    );
    const theirs = outputsByCase(own, run);
    return theirs?.every((one, k) => agreesOn(check, own[k], outputs[which[k]], one)) ?? false;
  };
  const calls = function* () {
    for (const [target, parameters] of functionsOf(program))
      if (!isRightOne(target)) yield* callsOf(target, parameters);
    yield* dictsOf(cases);
  };
  for (const {words, change} of calls()) {
    if (isOver()) return '';
    if (!cases[first].steps.some(change)) continue;
    if (!(await agrees(change, [first]))) continue;
    if (await agrees(change, [...cases.keys()]))
      return `Your numbers are those ${words}${words.endsWith('?') ? '' : '.'}`;
  }
  return '';
}

// ------------------------------------------------------------------------------- for which arguments

/** What is known of a call: sizes, numbers, which sizes are the same. @param {any} step @param {Parameter[]} parameters @returns {Map<string, string>} */
function traitsOf(step, parameters) {
  /** @type {Map<string, string>} */
  const traits = new Map();
  /** @type {[string, number][]} */
  const sizes = [];
  for (const [k, {name, value: inItself}] of parameters.entries()) {
    const value = argumentOf(step, parameters, k);
    const text = value === undefined ? inItself : value;
    if (typeof value === 'boolean' || value === undefined || value === null)
      traits.set(
        `\`${name}\` is`,
        String(text ?? 'None').replace(/^[tf]/, (c) => c.toUpperCase()),
      );
    else if (typeof value === 'number') {
      traits.set(`\`${name}\` is`, String(value));
      sizes.push([`\`${name}\``, value]);
    } else if (value.tensor) {
      const {shape} = value.tensor;
      traits.set(`the number of axes of \`${name}\` is`, String(shape.length));
      for (const [axis, n] of shape.entries()) {
        const own = `\`${name}.shape[${axis - shape.length}]\``;
        traits.set(`${own} is`, String(n));
        sizes.push([own, n]);
      }
    }
  }
  for (const [i, [a, n]] of sizes.entries()) {
    for (const [b, m] of sizes.slice(i + 1)) traits.set(`${a} = ${b}`, String(n === m));
  }
  return traits;
}

/**
 * For which arguments the learner's numbers are right, where one thing about them decides it.
 *
 * @param {Verdict} verdict @param {readonly Case[]} cases @param {string} solution
 * @returns {string} a sentence, ''
 */
export function rightArguments({cases: judged = []}, cases, solution) {
  const functions = functionsOf(solution.split('\nif __name__ ==')[0]);
  const known = cases.flatMap(({steps, isHunt}, k) => {
    const asking = steps.filter(({op, get}) => op === 'call' && get);
    const parameters = functions.get(asking[0]?.target);
    if (isHunt || !parameters || asking.some(({target}) => target !== asking[0].target)) return [];
    return [{isRight: judged[k].ok, traits: traitsOf(asking[0], parameters)}];
  });
  const of = (/** @type {boolean} */ which) => known.filter(({isRight}) => isRight === which);
  const [right, wrong] = [of(true), of(false)];
  if (right.length < 2 || wrong.length < 2) return '';
  const found = [...right[0].traits].filter(
    ([trait, value]) =>
      value !== 'false' &&
      right.every(({traits}) => traits.get(trait) === value) &&
      wrong.every(({traits}) => traits.has(trait) && traits.get(trait) !== value),
  );
  if (found.length === 0 || found.length > 3) return '';
  const words = found.map(([trait, value]) => (value === 'true' ? trait : `${trait} ${value}`));
  return `It is right only where ${words.join(' and ')}: what does it do with another one?`;
}

// @ts-check
// Says what a learner's numbers are multiplied by, or what is added to them, in terms of the arguments of the call: one factor
// per call that is an argument, a size of a tensor, its root, a quotient of two of them; or that a number is one of these itself.
import {argumentOf, functionsOf} from './name-input.js';
import {near, shown} from './pattern-parts.js';

/** @import {Case} from './grader.js' */
/** @import {Output} from './outputs.js' */
/** @import {Place} from './problems.js' */

/** @typedef {Map<string, number>} Sizes of a case, by what they are in Python */
/** @typedef {{words: string, of: (sizes: Sizes) => number | undefined}} Expression */

const RTOL = 1e-4;
const isNear = (/** @type {number} */ a, /** @type {number} */ b) =>
  Number.isFinite(b) && Math.abs(a - b) <= RTOL * Math.abs(b); // all is near an infinite number

/** What can be measured of a tensor, in Python. @type {[words: string, rule: (data: ArrayLike<number>) => number][]} */
const MEASURES = [
  ['sum()', (data) => sum(data)],
  ['mean()', (data) => sum(data) / data.length],
  ['norm()', (data) => Math.sqrt(sum(Array.from(data, (v) => v * v)))],
  ['max()', (data) => Array.from(data).reduce((a, b) => Math.max(a, b))],
  ['min()', (data) => Array.from(data).reduce((a, b) => Math.min(a, b))],
  ['abs().max()', (data) => Array.from(data).reduce((a, b) => Math.max(a, Math.abs(b)), 0)],
];

const sum = (/** @type {ArrayLike<number>} */ data) => Array.from(data).reduce((a, b) => a + b, 0);

/** Numbers and lengths of a dict. @param {Record<string, any>} dict @param {string} name @param {Sizes} sizes */
function addEntries(dict, name, sizes) {
  for (const [key, value] of Object.entries(dict)) {
    if (typeof value === 'number') sizes.set(`\`${name}['${key}']\``, value);
    else if (Array.isArray(value)) sizes.set(`\`len(${name}['${key}'])\``, value.length);
  }
}

/** @param {any} step @param {ReturnType<typeof functionsOf>} functions @param {Map<string, any>} dicts @returns {Sizes} */
function sizesOf(step, functions, dicts) {
  /** @type {Sizes} */
  const sizes = new Map();
  const parameters = functions.get(step.target) ?? [];
  for (const [k, {name, value: inItself}] of parameters.entries()) {
    const value = argumentOf(step, parameters, k) ?? Number(inItself ?? Number.NaN);
    if (typeof value === 'number' && Number.isFinite(value)) sizes.set(`\`${name}\``, value);
    if (value?.list) sizes.set(`\`len(${name})\``, value.list.length);
    const dict = value?.ref && dicts.get(value.ref);
    if (dict) addEntries(dict, name, sizes);
    const shape = value?.tensor?.shape ?? [];
    for (const [axis, n] of shape.entries())
      sizes.set(`\`${name}.shape[${axis - shape.length}]\``, n);
  }
  return sizes;
}

/** What can be measured of the tensors of a call. @param {any} step @param {ReturnType<typeof functionsOf>} functions @returns {Sizes} */
function measuresOf(step, functions) {
  /** @type {Sizes} */
  const measures = new Map();
  /** @type {number[]} */
  const largest = [];
  for (const [k, {name}] of (functions.get(step.target) ?? []).entries()) {
    const {data = [], dtype = ''} =
      argumentOf(step, functions.get(step.target) ?? [], k)?.tensor ?? {};
    if (data.length < 2 || !/^float/.test(dtype)) continue;
    for (const [words, rule] of MEASURES) measures.set(`\`${name}.${words}\``, rule(data));
    largest.push(Array.from(data).reduce((a, b) => Math.max(a, Math.abs(b)), 0));
  }
  if (largest.length > 1)
    measures.set('the largest size in all tensors given', Math.max(...largest));
  return measures;
}

/** @type {[words: (name: string) => string, rule: (x: number) => number][]} of a factor */
const FORMS = [
  [(x) => `times ${x}`, (x) => x],
  [(x) => `divided by ${x}`, (x) => 1 / x],
  [(x) => `times the root of ${x}`, Math.sqrt],
  [(x) => `divided by the root of ${x}`, (x) => 1 / Math.sqrt(x)],
  [(x) => `times the square of ${x}`, (x) => x * x],
  [(x) => `divided by the square of ${x}`, (x) => 1 / (x * x)],
  [(x) => `times half of ${x}`, (x) => x / 2],
  [(x) => `divided by half of ${x}`, (x) => 2 / x],
  [(x) => `times ${x} / (${x} - 1), as where a sum is divided by one less`, (x) => x / (x - 1)],
  [(x) => `times (${x} - 1) / ${x}, as where a sum is divided by one more`, (x) => (x - 1) / x],
  [(x) => `times (${x} + 1) / ${x}, as where there is one more`, (x) => (x + 1) / x],
  [(x) => `times ${x} - 1`, (x) => x - 1],
  [(x) => `divided by ${x} - 1`, (x) => 1 / (x - 1)],
  [(x) => `times 1 - ${x}`, (x) => 1 - x],
  [(x) => `divided by 1 - ${x}`, (x) => 1 / (1 - x)],
];

/** @type {[words: (name: string) => string, rule: (x: number) => number][]} of an amount */
const AMOUNTS = [
  [(x) => `plus ${x}`, (x) => x],
  [(x) => `minus ${x}`, (x) => -x],
  [(x) => `plus ${x} - 1`, (x) => x - 1],
  [(x) => `minus ${x} - 1`, (x) => 1 - x],
  [(x) => `plus ${x} + 1`, (x) => x + 1],
];

/** @type {[words: (name: string) => string, rule: (x: number) => number][]} of a number itself */
const VALUES = [
  [(x) => x, (x) => x],
  [(x) => `${x} + 1`, (x) => x + 1],
  [(x) => `${x} - 1`, (x) => x - 1],
  [(x) => `${x} - 2`, (x) => x - 2],
  [(x) => `2 * ${x}`, (x) => 2 * x],
  [(x) => `half of ${x}`, (x) => x / 2],
  [(x) => `the square of ${x}`, (x) => x * x],
  [(x) => `the root of ${x}`, Math.sqrt],
];

/** @type {[words: (a: string, b: string) => string, rule: (x: number, y: number) => number][]} */
const FACTORS_OF_TWO = [
  [(a, b) => `times ${a} / ${b}`, (x, y) => x / y],
  [(a, b) => `times the root of ${a} / ${b}`, (x, y) => Math.sqrt(x / y)],
];
/** @type {typeof FACTORS_OF_TWO} */
const AMOUNTS_OF_TWO = [[(a, b) => `plus ${a} - ${b}`, (x, y) => x - y]];
/** @type {typeof FACTORS_OF_TWO} */
const VALUES_OF_TWO = [
  [(a, b) => `${a} - ${b}`, (x, y) => x - y],
  [(a, b) => `${a} - ${b} + 1`, (x, y) => x - y + 1],
  [(a, b) => `${a} + ${b}`, (x, y) => x + y],
  [(a, b) => `${a} * ${b}`, (x, y) => x * y],
  [(a, b) => `${a} / ${b}`, (x, y) => x / y],
  [(a, b) => `${a} // ${b}`, (x, y) => Math.floor(x / y)],
  [(a, b) => `${a} % ${b}`, (x, y) => x - y * Math.floor(x / y)],
  [(a, b) => `${a} // ${b} * ${b}`, (x, y) => y * Math.floor(x / y)],
];

/** @typedef {'factor' | 'amount' | 'value'} Kind */
const RULES = {
  factor: {one: FORMS, two: FACTORS_OF_TWO},
  amount: {one: AMOUNTS, two: AMOUNTS_OF_TWO},
  value: {one: VALUES, two: VALUES_OF_TWO},
};

/** @param {readonly string[]} sizes @param {readonly string[]} measures @param {Kind} kind @returns {Generator<Expression>} */
function* expressions(sizes, measures, kind) {
  const {one, two} = RULES[kind];
  for (const [words, rule] of one) {
    for (const name of [...sizes, ...measures]) {
      const of = (/** @type {Sizes} */ known) => {
        const x = known.get(name);
        return x === undefined ? x : rule(x);
      };
      yield {words: words(name), of};
    }
  }
  for (const a of sizes) {
    for (const b of sizes) {
      if (a === b) continue;
      for (const [words, rule] of two) {
        const of = (/** @type {Sizes} */ known) => {
          const [x, y] = [known.get(a), known.get(b)];
          return x === undefined || y === undefined ? undefined : rule(x, y);
        };
        yield {words: words(a, b), of};
      }
    }
  }
}

/** The one factor, or amount, of an output, or what it is; nan where there is none. @param {Output} own @param {Output} right @param {Kind} kind */
function shareOf({data}, {data: want}, kind) {
  if (data.length !== want.length) return Number.NaN;
  if (kind === 'value') return data.length === 1 ? data[0] : Number.NaN;
  const finite = Array.from(want, (_, i) => i).filter((i) => Number.isFinite(want[i]));
  if (finite.length === 0) return Number.NaN;
  const large = finite.reduce((a, b) => (Math.abs(want[b]) > Math.abs(want[a]) ? b : a));
  const one = kind === 'factor' ? data[large] / want[large] : data[large] - want[large];
  const rule = (/** @type {number} */ v) => (kind === 'factor' ? one * v : v + one);
  const isOne = data.every((v, i) => near(v, Number.isFinite(want[i]) ? rule(want[i]) : want[i]));
  return isOne ? one : Number.NaN;
}

const isRightOne = (/** @type {Output} */ {data}, /** @type {Output} */ right) =>
  data.length === right.data.length && data.every((v, i) => near(v, right.data[i]));

/** Whether each wrong output of a case has one factor, or one amount. @param {Output[]} own @param {Output[]} right */
export const isScaled = (own, right) =>
  own.length === right.length &&
  own.every(
    (one, k) =>
      isRightOne(one, right[k]) ||
      /** @type {const} */ (['factor', 'amount', 'value']).some(
        (kind) => !Number.isNaN(shareOf(one, right[k], kind)),
      ),
  );

const DICT = /^(\w+) = (\{.*\})$/s;

/** The dicts that are defined before a call. @param {readonly any[]} steps @returns {Map<string, any>} */
const dictsOf = (steps) =>
  new Map(
    steps.flatMap(({op, code = ''}) => {
      const [, name, text] = (op === 'define' && code.trim().match(DICT)) || [];
      try {
        return name ? [[name, JSON.parse(text.replaceAll('None', 'null'))]] : [];
      } catch {
        return []; // Python that is not JSON too
      }
    }),
  );

/**
 * Each wrong output, with what is known of the call that gave it; after them those that are right, of the same calls.
 *
 * @typedef {{own: Output, right: Output, isOk: boolean, sizes: Sizes, measures: Sizes, target: string, k: number}} Called k: which output of its case
 * @typedef {object} Options
 * @property {readonly Case[]} cases
 * @property {readonly boolean[]} isRight by case
 * @property {readonly Output[][]} outputs the learner's, by case
 * @property {readonly Output[][]} right the solution's
 * @property {readonly Place[][]} places of the outputs
 * @property {string} solution
 *
 * @param {Options} options @returns {Called[] | null} null where something is wrong that is no call
 */
function calledOf({cases, isRight, outputs, right, places, solution}) {
  const functions = functionsOf(solution.split('\nif __name__ ==')[0]);
  /** @type {Called[]} */
  const all = [];
  for (const [at, {steps, isHunt}] of cases.entries()) {
    const asking = steps.filter(({get}) => get);
    const dicts = dictsOf(steps);
    for (const [k, own] of outputs[at].entries()) {
      const step = asking[places[at][k]?.step];
      const isOk = isRight[at] || isRightOne(own, right[at][k]);
      if (isHunt || step?.op !== 'call') {
        if (isOk) continue;
        return null;
      }
      const sizes = sizesOf(step, functions, dicts);
      const measures = measuresOf(step, functions);
      all.push({own, right: right[at][k], isOk, sizes, measures, target: step.target, k});
    }
  }
  const wrong = all.filter(({isOk}) => !isOk);
  if (new Set(wrong.map(({target}) => target)).size !== 1) return null;
  const same = all.filter(({target, k}) => target === wrong[0].target && wrong.some((one) => one.k === k)); // biome-ignore format: one line
  return [...wrong, ...same.filter(({isOk}) => isOk)];
}

const LEAST_DIFFERENT = 3; // of fewer numbers each is something by chance

/** @param {readonly number[]} shares */
const areDifferent = (shares) =>
  shares.filter((v, k) => !shares.slice(0, k).some((w) => isNear(v, w))).length >= LEAST_DIFFERENT;

/** An argument for which one number stands, in whatever call. @param {string} name @returns {((called: readonly Called[], shares: readonly number[]) => Expression)[]} */
const fixedForms = (name) =>
  [1, -1].map((sign) => (called, shares) => {
    const x = called[0].sizes.get(name) ?? Number.NaN;
    const fixed = sign > 0 ? shares[0] * x : x / shares[0];
    const times = sign > 0 ? `${shown(fixed)} / ${name}` : `${name} / ${shown(fixed)}`;
    const words = `times ${times}, as if ${name} were ${shown(fixed)} in every call: is it used?`;
    const of = (/** @type {Sizes} */ sizes) => {
      const own = sizes.get(name);
      return own === undefined ? own : (fixed / own) ** sign;
    };
    return {words, of};
  });

/** @param {Options} options @returns {string} a sentence, '' where no factor has a name */
export function scaledBy(options) {
  const called = calledOf(options);
  if (!called || called.length === 0) return '';
  const [{sizes, measures}] = called;
  const nWrong = called.filter(({isOk}) => !isOk).length;
  for (const kind of /** @type {const} */ (['factor', 'amount', 'value'])) {
    /** @type {number[]} */
    const shares = called.map(({own, right, isOk}) =>
      isOk && kind !== 'value' ? Number(kind === 'factor') : shareOf(own, right, kind),
    );
    if (shares.slice(0, nWrong).some((v) => Number.isNaN(v) || (kind === 'factor' && v < 0)))
      continue;
    const names = [...sizes.keys()];
    const fixed = kind === 'factor' ? names.flatMap(fixedForms) : [];
    const all = [
      ...expressions(names, [...measures.keys()], kind),
      ...fixed.map((form) => form(called, shares)),
    ];
    for (const {words, of} of all) {
      const values = called.map((one) => of(new Map([...one.sizes, ...one.measures])));
      // where what is right agrees too, it counts; where it does not, something else made it right
      const agreeing = shares.filter((v, k) => isNear(v, values[k] ?? Number.NaN));
      const holds = shares.slice(0, nWrong).every((v, k) => isNear(v, values[k] ?? Number.NaN));
      if (!holds || !areDifferent(agreeing)) continue;
      const number = shown(shares[0]);
      if (kind === 'value') return `What you give is ${words}: in the first call that is wrong, ${number}.`; // biome-ignore format: one line
      return words.endsWith('?')
        ? `Your numbers are the right ones ${words}`
        : `Your numbers are the right ones ${words}: in the first case ${number}.`;
    }
  }
  return '';
}

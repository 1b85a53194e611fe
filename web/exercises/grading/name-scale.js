// @ts-check
// Says what a learner's numbers are multiplied by, or what is added to them, in terms of the arguments of the call: one factor
// per case that is an argument, a size of a tensor, its root, a quotient of two of them.
import {argumentOf, functionsOf} from './name-input.js';
import {near, shown} from './pattern-parts.js';

/** @import {Case} from './grader.js' */
/** @import {Output} from './outputs.js' */

/** @typedef {Map<string, number>} Sizes of a case, by what they are in Python */
/** @typedef {{words: string, of: (sizes: Sizes) => number | undefined}} Expression */

const RTOL = 1e-4;
const isNear = (/** @type {number} */ a, /** @type {number} */ b) =>
  Math.abs(a - b) <= RTOL * Math.abs(b);

/** @param {any} step @param {ReturnType<typeof functionsOf>} functions @returns {Sizes} */
function sizesOf(step, functions) {
  /** @type {Sizes} */
  const sizes = new Map();
  const parameters = functions.get(step.target) ?? [];
  for (const [k, {name, value: inItself}] of parameters.entries()) {
    const value = argumentOf(step, parameters, k) ?? Number(inItself ?? Number.NaN);
    if (typeof value === 'number' && Number.isFinite(value)) sizes.set(`\`${name}\``, value);
    if (value?.list) sizes.set(`\`len(${name})\``, value.list.length);
    const shape = value?.tensor?.shape ?? [];
    for (const [axis, n] of shape.entries())
      sizes.set(`\`${name}.shape[${axis - shape.length}]\``, n);
  }
  return sizes;
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

/** @param {readonly string[]} names @param {typeof FORMS} forms @param {boolean} isFactor @returns {Generator<Expression>} */
function* expressions(names, forms, isFactor) {
  for (const [words, rule] of forms) {
    for (const name of names) {
      const of = (/** @type {Sizes} */ sizes) => {
        const x = sizes.get(name);
        return x === undefined ? x : rule(x);
      };
      yield {words: words(name), of};
    }
  }
  for (const a of names) {
    for (const b of names) {
      if (a === b) continue;
      /** @param {(x: number, y: number) => number} rule @returns {Expression['of']} */
      const both = (rule) => (sizes) => {
        const [x, y] = [sizes.get(a), sizes.get(b)];
        return x === undefined || y === undefined ? undefined : rule(x, y);
      };
      if (isFactor) {
        yield {words: `times ${a} / ${b}`, of: both((x, y) => x / y)};
        yield {words: `times the root of ${a} / ${b}`, of: both((x, y) => Math.sqrt(x / y))};
      } else yield {words: `plus ${a} - ${b}`, of: both((x, y) => x - y)};
    }
  }
}

/** The one factor, or amount, of all wrong outputs of a case; nan where there is none. @param {Output[]} own @param {Output[]} right @param {boolean} isFactor */
function shareOf(own, right, isFactor) {
  let share = Number.NaN;
  for (const [k, {data}] of own.entries()) {
    const want = right[k].data;
    if (data.length !== want.length) return Number.NaN;
    if (data.every((v, i) => near(v, want[i]))) continue;
    const finite = Array.from(want, (_, i) => i).filter((i) => Number.isFinite(want[i]));
    if (finite.length === 0) return Number.NaN;
    const large = finite.reduce((a, b) => (Math.abs(want[b]) > Math.abs(want[a]) ? b : a));
    const one = isFactor ? data[large] / want[large] : data[large] - want[large];
    const rule = (/** @type {number} */ v) => (isFactor ? one * v : v + one);
    if (!data.every((v, i) => near(v, Number.isFinite(want[i]) ? rule(want[i]) : want[i])))
      return Number.NaN;
    if (!Number.isNaN(share) && !isNear(one, share)) return Number.NaN;
    share = one;
  }
  return share;
}

/** Whether a case has one factor, or one amount. @param {Output[]} own @param {Output[]} right */
export const isScaled = (own, right) =>
  own.length === right.length &&
  [true, false].some((isFactor) => !Number.isNaN(shareOf(own, right, isFactor)));

/**
 * @param {object} options
 * @param {readonly Case[]} options.cases
 * @param {readonly boolean[]} options.isRight by case
 * @param {readonly Output[][]} options.outputs the learner's, by case
 * @param {readonly Output[][]} options.right the solution's
 * @param {string} options.solution
 * @returns {string} a sentence, '' where no factor has a name
 */
export function scaledBy({cases, isRight, outputs, right, solution}) {
  const functions = functionsOf(solution.split('\nif __name__ ==')[0]);
  const sizes = cases.map(({steps, isHunt}) => {
    const asking = steps.filter(({op, get}) => op === 'call' && get);
    const isOne = !isHunt && new Set(asking.map((step) => JSON.stringify(step))).size === 1;
    return isOne ? sizesOf(asking[0], functions) : null;
  });
  for (const isFactor of [true, false]) {
    const all = outputs.map((own, at) => (isRight[at] ? 1 : shareOf(own, right[at], isFactor)));
    const wrong = [...cases.keys()].filter((at) => !isRight[at]);
    if (wrong.some((at) => Number.isNaN(all[at]) || !sizes[at] || (isFactor && all[at] < 0)))
      continue;
    const different = wrong.filter((at, k) => !wrong.slice(0, k).some((b) => isNear(all[at], all[b]))); // biome-ignore format: one line
    if (different.length < 3) continue; // of fewer numbers each is something by chance
    const names = [...(sizes[wrong[0]]?.keys() ?? [])];
    for (const {words, of} of expressions(names, isFactor ? FORMS : AMOUNTS, isFactor)) {
      const holds = wrong.every((at) => {
        const value = of(/** @type {Sizes} */ (sizes[at]));
        return value !== undefined && isNear(all[at], value);
      });
      if (holds) return `Your numbers are the right ones ${words}: in the first case ${shown(all[wrong[0]])}.`; // biome-ignore format: one line
    }
  }
  return '';
}

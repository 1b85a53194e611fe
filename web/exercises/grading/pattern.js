// @ts-check
// What all numbers of a wrong tensor have in common with the right ones: a factor, an offset, another
// order. It names no mistake; it says only what the numbers have in common.
import {reordered, sums} from './pattern-order.js';
import {rotatedPairs} from './pattern-pairs.js';
import {
  axisWhere,
  begun,
  factorWords,
  isSame,
  listed,
  MOST_UNDER_ROOT,
  near,
  shown,
} from './pattern-parts.js';
import {logits, power, powersIn} from './pattern-powers.js';
import {
  byGiven,
  byInput,
  givenByIndex,
  givenWords,
  multipleOfGiven,
  rightAlong,
  someIndices,
} from './pattern-where.js';

/** @import {TensorLike} from '../../core/core.js' */
/** @import {Output} from './outputs.js' */

const MOST_LEFT = 0.2; // of what numbers are off by: a rule that leaves more of it explains nothing

/** Whether every number is what `rule` makes of the right one; infinities stay. @param {ArrayLike<number>} got @param {ArrayLike<number>} want @param {(right: number) => number} rule */
function follows(got, want, rule) {
  let [left, apart] = [0, 0];
  for (let k = 0; k < got.length; k++) {
    const expected = Number.isFinite(want[k]) ? rule(want[k]) : want[k];
    if (!near(got[k], expected)) return false;
    if (!Number.isFinite(got[k])) continue;
    left = Math.max(left, Math.abs(got[k] - expected));
    apart = Math.max(apart, Math.abs(got[k] - want[k]));
  }
  return left <= MOST_LEFT * apart;
}

/** Sign, factor, offset. @param {ArrayLike<number>} got @param {ArrayLike<number>} want */
function scaled(got, want) {
  const finite = Array.from(want, (v, k) => (Number.isFinite(v) ? k : -1)).filter((k) => k >= 0);
  const different = new Set(finite.map((k) => want[k]));
  if (different.size < 3) return ''; // a line through two numbers can always be drawn
  if (follows(got, want, (v) => -v)) return 'Every number has the opposite sign.';
  const large = finite.reduce((a, b) => (Math.abs(want[b]) > Math.abs(want[a]) ? b : a));
  const factor = got[large] / want[large];
  if (Math.abs(factor) > 1e-3 && follows(got, want, (v) => v * factor)) {
    return `Every number is ${shown(factor)} times what it should be${factorWords(factor)}.`;
  }
  const offset = got[large] - want[large];
  // beside a large offset any numbers are alike: what they differ by must be seen
  const isClear = Math.abs(offset) * 1e-3 < Math.abs(want[large]);
  if (isClear && follows(got, want, (v) => v + offset)) {
    return `Every number is ${shown(Math.abs(offset))} too ${offset > 0 ? 'large' : 'small'}.`;
  }
  return '';
}

/** A factor and an offset at once. @param {ArrayLike<number>} got @param {ArrayLike<number>} want */
function affine(got, want) {
  const finite = Array.from(want, (_, k) => k).filter((k) => Number.isFinite(want[k]));
  if (finite.length < 5) return '';
  const [low, high] = [-1, 1].map((sign) =>
    finite.reduce((a, b) => (sign * want[b] > sign * want[a] ? b : a)),
  );
  const spread = want[high] - want[low];
  const factor = (got[high] - got[low]) / spread;
  const offset = got[low] - factor * want[low];
  const isClear = Math.abs(factor) > 1e-3 && Math.abs(factor * spread) > 0.01 * Math.abs(offset);
  if (new Set(finite.map((k) => want[k])).size < 5 || !isClear) return '';
  if (!follows(got, want, (v) => factor * v + offset)) return '';
  return `Every number is ${shown(factor)} times what it should be${factorWords(factor)}, ${offset > 0 ? 'plus' : 'minus'} ${shown(Math.abs(offset))}.`;
}

/** What is added to a tensor that was given is a multiple of the right one. @param {ArrayLike<number>} got @param {TensorLike} truth @param {readonly TensorLike[]} given */
function addedToGiven(got, {data: want, shape}, given) {
  for (const [at, one] of given.entries()) {
    if (one.shape.join() !== shape.join()) continue;
    const [own, right] = [got, want].map((list) =>
      Float64Array.from(list, (v, k) => v - one.data[k]),
    );
    if (!own.every(Number.isFinite) || !right.every(Number.isFinite)) continue;
    const large = right.reduce((best, v, k) => (Math.abs(v) > Math.abs(right[best]) ? k : best), 0);
    const factor = own[large] / right[large];
    if (
      new Set(right).size < 4 ||
      Math.abs(factor) < 1e-3 ||
      !follows(own, right, (v) => v * factor)
    )
      continue;
    const times = near(factor, -1)
      ? 'has the opposite sign'
      : `is ${shown(factor)} times what it should be${factorWords(factor)}`;
    return `What is added to ${givenWords(at, given.length)} ${times}.`;
  }
  return '';
}

/** Rows for columns, backwards, one place off. @param {ArrayLike<number>} got @param {TensorLike} truth */
function moved(got, {data: want, shape}) {
  const all = Array.from(got);
  const n = shape[shape.length - 1];
  if (all.length === 2 && all.every((v, k) => near(v, want[1 - k])))
    return 'The two numbers have changed places.';
  if (shape.length > 1 && n > 1 && shape[shape.length - 2] === n) {
    const across = (/** @type {number} */ k) => {
      const [i, j] = [Math.floor(k / n) % n, k % n];
      return k + (j - i) * (n - 1);
    };
    if (all.every((v, k) => near(v, want[across(k)])))
      return 'Rows and columns have changed places.';
  }
  const back = axisWhere(shape, (_, size, indexOf, stride) => {
    const isBack = all.every((v, k) => near(v, want[k + (size - 1 - 2 * indexOf(k)) * stride]));
    const slices = Array.from({length: size}, (_, i) =>
      Array.from(want)
        .filter((_, k) => indexOf(k) === i)
        .join(),
    );
    return isBack && new Set(slices).size > 2; // two kinds of them have many orders that are alike
  });
  if (back >= 0) return `Axis ${back} runs backwards.`;
  for (const step of [1, -1]) {
    const axis = axisWhere(shape, (_, size, indexOf, stride) => {
      const isInside = (/** @type {number} */ k) =>
        indexOf(k) + step >= 0 && indexOf(k) + step < size;
      return (
        all.every((v, k) => !isInside(k) || near(v, want[k + step * stride])) &&
        all.some((v, k) => isInside(k) && !near(v, want[k])) // where all are alike, it explains nothing
      );
    });
    if (axis < 0) continue;
    return `Index i of axis ${axis} has what belongs to i ${step > 0 ? '+' : '−'} 1.`;
  }
  return '';
}

/** Right at the first index of an axis, mostly wrong at each other. @param {ArrayLike<number>} got @param {TensorLike} truth */
function firstOnly(got, {data: want, shape}) {
  const axis = axisWhere(shape, (_, n, indexOf) => {
    const [wrong, all] = [new Array(n).fill(0), new Array(n).fill(0)];
    for (let k = 0; k < got.length; k++) {
      if (!near(got[k], want[k])) wrong[indexOf(k)]++;
      if (Number.isFinite(want[k])) all[indexOf(k)]++;
    }
    return wrong.every((count, i) => (i === 0 ? count === 0 : 2 * count > all[i]));
  });
  return axis < 0
    ? ''
    : `Index 0 of axis ${axis} is right, the others are not. Look at what does nothing at the first: an angle or a distance of 0, or the scores of a query that sees one key.`;
}

/** What was given, as it was. @param {Output} output @param {readonly TensorLike[]} given */
function unchanged({data: got, shape}, given) {
  if (got.length < 3) return '';
  const at = given.findIndex(
    (one) =>
      one.shape.join() === shape.join() && Array.from(got).every((v, k) => near(v, one.data[k])),
  );
  if (at < 0) return '';
  return `It is ${givenWords(at, given.length)}, unchanged.`;
}

/** What the type of the numbers has to do with it. @param {Output} output @param {ArrayLike<number>} want */
function typed({data: got, dtype}, want) {
  const all = Array.from(got);
  if (all.some((v, k) => Number.isNaN(v) && !Number.isNaN(want[k]))) {
    return 'There is nan in it: 0 · inf, inf − inf and 0 / 0 give that.';
  }
  if (
    dtype === 'float16' &&
    all.length > 1 &&
    all.every((v) => v === 0) &&
    Array.from(want).some((v) => v !== 0)
  )
    return 'Every number is 0, in float16: what is beyond 65504 is inf there, and a number divided by inf is 0. Compute in float32.';
  const isFractional = Array.from(want).some((v) => Number.isFinite(v) && !Number.isInteger(v));
  if (/^(u?int|bool)/.test(dtype) && isFractional) {
    return `The tensor is ${dtype}, which has whole numbers only.`;
  }
  const isClose = (/** @type {number} */ v, /** @type {number} */ k) =>
    near(v, want[k]) ||
    (Number.isFinite(want[k]) && Math.abs(v - want[k]) <= 0.02 * Math.abs(want[k]) + 1e-3);
  return /^b?float16$/.test(dtype) && all.every(isClose)
    ? `The numbers are near, but ${dtype} is too coarse for them.`
    : '';
}

/** The same number everywhere, where it should vary. @param {ArrayLike<number>} got @param {ArrayLike<number>} want */
function constant(got, want) {
  const all = Array.from(got);
  if (all.length > 1 && all.every((v) => v === 0)) return 'Every number is 0.';
  if (new Set(Array.from(want)).size < 3) return '';
  const isSame = all.every((v) => v === got[0] || Object.is(v, got[0]));
  return isSame ? `Every number is ${shown(got[0])}.` : '';
}

/** @type {[name: string, rule: (right: number) => number][]} */
const FUNCTIONS = [
  ['the square of', (v) => v * v],
  ['the square root of', Math.sqrt],
  ['the reciprocal of', (v) => 1 / v],
  ['the exponential of', Math.exp],
  ['the natural logarithm of', Math.log],
  ['the base-2 logarithm of', Math.log2],
  ['the base-10 logarithm of', Math.log10],
  ['minus the natural logarithm of', (v) => -Math.log(v)],
  ['the natural logarithm of 1 plus', Math.log1p],
  ['2 to the power of', (v) => 2 ** v],
  ['the absolute value of', Math.abs],
  ['1 minus', (v) => 1 - v],
  ['the whole part of', Math.trunc],
  ['the whole number nearest to', Math.round],
];

/** A function of each right number by itself. @param {ArrayLike<number>} got @param {ArrayLike<number>} want */
function transformed(got, want) {
  const different = new Set(Array.from(want).filter(Number.isFinite));
  if (different.size < 3) return '';
  const found = FUNCTIONS.find(([, rule]) => follows(got, want, rule));
  return found ? `Every number is ${found[0]} what it should be.` : '';
}

/** Numbers that are infinite where they should not be, or the other way round. @param {ArrayLike<number>} got @param {TensorLike} truth */
function infinite(got, {data: want, shape}) {
  const isOdd = (/** @type {number} */ v, /** @type {number} */ k) =>
    Number.isFinite(v) !== Number.isFinite(want[k]);
  const odd = Array.from(got, isOdd).filter(Boolean).length;
  if (odd === 0) return '';
  const restIsRight = Array.from(got).every((v, k) => isOdd(v, k) || near(v, want[k]));
  const rest =
    restIsRight && shape.length > 1 ? ' All other numbers are right: it is the mask.' : '';
  const [some] = Array.from(got).flatMap((v, k) => (isOdd(v, k) ? [[v, want[k]]] : []));
  const count = odd === 1 ? 'One number is' : `${odd} numbers are`;
  return Number.isFinite(some[0])
    ? `${count} finite where ${shown(some[1])} belongs.${rest}`
    : `${count} ${shown(some[0])} where a finite number belongs.${rest}`;
}

/** Wrong on one side of the diagonal of the last two axes only. @param {ArrayLike<number>} got @param {TensorLike} truth */
function oneSide(got, {data: want, shape}) {
  const n = shape[shape.length - 1];
  if (shape.length < 2 || n < 3 || shape[shape.length - 2] !== n) return '';
  const wrong = {above: 0, on: 0, below: 0};
  for (let k = 0; k < got.length; k++) {
    const [i, j] = [Math.floor(k / n) % n, k % n];
    if (!near(got[k], want[k])) wrong[j > i ? 'above' : j < i ? 'below' : 'on']++;
  }
  const at = Object.entries(wrong).filter(([, count]) => count > 0);
  if (at.length !== 1) return '';
  return `Only numbers ${at[0][0]} the diagonal are wrong; all others are right.`;
}

/** Right at the first row and in the first columns: what other frequencies look like. @param {ArrayLike<number>} got @param {TensorLike} truth */
function frequencies(got, truth) {
  const {shape} = truth;
  const last = shape.length - 1;
  if (shape.length < 2 || shape[last] < 3) return '';
  const columns = rightAlong(got, truth, last);
  const rows = rightAlong(got, truth, last - 1);
  if (!columns.includes(0) || !rows.includes(0) || columns.length === shape[last]) return '';
  if (columns.includes(shape[last] - 1) && columns.length > 2) return '';
  return `Row 0 and ${columns.length === 1 ? 'column' : 'columns'} ${listed(columns)} are right, the other columns are not: look at the frequency or the factor of each column, not at the position.`;
}

/** The first indices whose number is another than that of a right answer. @param {number[]} numbers nan: not known @param {number} right */
function changedAt(numbers, right) {
  const changed = numbers.flatMap((v, i) =>
    Number.isNaN(v) || near(v, right) ? [] : [`${shown(v)} at ${i}`],
  );
  return begun(changed);
}

const LEAST_IN_ROW = 4; // a shorter row is in proportion to others by chance

/** Rows of the last axis that are right but for a factor, or an amount, of each. @param {ArrayLike<number>} got @param {TensorLike} truth */
function byRow(got, {data: want, shape}) {
  const width = shape[shape.length - 1];
  if (shape.length < 2 || width < LEAST_IN_ROW) return '';
  const rows = Array.from({length: want.length / width}, (_, r) => {
    const own = Array.from({length: width}, (_, j) => r * width + j);
    return {
      g: own.map((k) => got[k]),
      w: own.map((k) => want[k]),
    };
  });
  if (!rows.every(({w}) => w.every(Number.isFinite) && new Set(w).size >= LEAST_IN_ROW)) return '';
  const factors = rows.map(({g, w}) => {
    const large = w.reduce((at, v, j) => (Math.abs(v) > Math.abs(w[at]) ? j : at), 0);
    return g[large] / w[large];
  });
  const isProportion = rows.every(({g, w}, r) => g.every((v, j) => near(v, factors[r] * w[j])));
  if (isProportion && factors.every((v) => Math.abs(v) > 1e-3)) {
    return `Each row of the last axis is right but for a factor of its own (${begun(factors.map(shown))}): look at what a whole row is multiplied or divided by.`;
  }
  const offsets = rows.map(({g, w}) => g[0] - w[0]);
  const isShifted = rows.every(({g, w}, r) => g.every((v, j) => near(v, offsets[r] + w[j])));
  const lines = rows.map(({g, w}) => {
    const [low, high] = [Math.min(...w), Math.max(...w)].map((v) => w.indexOf(v));
    const factor = (g[high] - g[low]) / (w[high] - w[low]);
    return {factor, amount: g[low] - factor * w[low]};
  });
  const isLine = rows.every(({g, w}, r) =>
    g.every((v, j) => near(v, lines[r].factor * w[j] + lines[r].amount)),
  );
  if (!isShifted && isLine && lines.every(({factor}) => Math.abs(factor) > 1e-3))
    return 'Each row of the last axis is right but for a factor and an amount of its own: look at what is subtracted from a whole row, and at what it is divided by.';
  return isShifted && offsets.every((v) => Math.abs(v) < 1e3)
    ? `Each row of the last axis is right but for an amount of its own (${begun(offsets.map(shown))}): look at what is added to a whole row.`
    : '';
}

/** A factor that depends on the index of one axis alone. @param {ArrayLike<number>} got @param {TensorLike} truth @param {readonly TensorLike[]} given */
function factorByIndex(got, {data: want, shape}, given) {
  /** @type {number[]} */
  let factors = [];
  const axis = axisWhere(shape, (_, n, indexOf) => {
    factors = new Array(n).fill(Number.NaN);
    const firsts = [...factors];
    let nCompared = 0;
    for (let k = 0; k < got.length; k++) {
      if (!Number.isFinite(want[k]) || Math.abs(want[k]) < 1e-4) {
        if (!near(got[k], want[k])) return false;
        continue;
      }
      const i = indexOf(k);
      if (Number.isNaN(factors[i])) [factors[i], firsts[i]] = [got[k] / want[k], want[k]];
      else if (!near(got[k], factors[i] * want[k])) return false;
      else if (!near(want[k], firsts[i])) nCompared++; // the same number again shows nothing
    }
    return nCompared >= n;
  });
  if (axis < 0) return '';
  const zero = factors.flatMap((v, i) => (v === 0 ? [i] : []));
  const others = factors.filter((v) => v !== 0 && !Number.isNaN(v));
  if (zero.length > 0 && others.every((v) => near(v, 1)))
    return `Along axis ${axis}, ${zero.length === 1 ? `index ${zero[0]} is` : `indices ${listed(zero)} are`} 0 throughout and should not be; all others are right.`;
  const known = givenByIndex(factors, 'factors', given);
  if (known) return `Along axis ${axis} each index is ${known}.`;
  const powers = powersIn(factors);
  if (powers)
    return `Along axis ${axis} index i has the factor ${powers}: look at the base and the exponent of each index.`;
  return `Along axis ${axis} each index has a factor of its own: ${changedAt(factors, 1)}. Within an index all is in proportion: look at what a whole index is multiplied by.`;
}

/** An amount that depends on the index of one axis alone. @param {ArrayLike<number>} got @param {TensorLike} truth @param {readonly TensorLike[]} given */
function offsetByIndex(got, {data: want, shape}, given) {
  /** @type {number[]} */
  let offsets = [];
  const axis = axisWhere(shape, (_, n, indexOf) => {
    offsets = new Array(n).fill(Number.NaN);
    const firsts = [...offsets];
    let nCompared = 0;
    for (let k = 0; k < got.length; k++) {
      if (!Number.isFinite(want[k])) {
        if (got[k] !== want[k]) return false;
        continue;
      }
      const i = indexOf(k);
      if (Number.isNaN(offsets[i])) [offsets[i], firsts[i]] = [got[k] - want[k], want[k]];
      else if (!near(got[k], want[k] + offsets[i])) return false;
      else if (!near(want[k], firsts[i])) nCompared++;
    }
    return nCompared >= n && offsets.every((v) => Number.isNaN(v) || Math.abs(v) < 1e3);
  });
  if (axis < 0) return '';
  const known = givenByIndex(offsets, 'amounts', given);
  if (known) return `Along axis ${axis} each index is ${known}.`;
  return `Along axis ${axis} each index is off by an amount of its own, the same throughout: ${changedAt(offsets, 0)}. Look at what is added for each index.`;
}

/**
 * Which kinds of right numbers are wrong, where all of another kind are right.
 *
 * @param {ArrayLike<number>} got @param {ArrayLike<number>} want
 */
function byKind(got, want) {
  const all = Array.from(got, (v, k) => ({v, w: want[k], isRight: near(v, want[k])}));
  const wrong = all.filter(({isRight}) => !isRight);
  const right = all.filter(({isRight}) => isRight);
  if (wrong.length < 2) return '';
  if (wrong.every(({v, w}) => Number.isFinite(w) && near(-v, w))) {
    return `The sizes are right, but ${wrong.length} of ${all.length} numbers have the opposite sign.`;
  }
  if (right.length < 2) return '';
  const [{v, w}] = wrong;
  const isVaried = new Set(wrong.map((one) => one.w)).size > 2;
  const count = `${wrong.length} of ${all.length} numbers are`;
  if (isVaried && wrong.every((one) => Number.isFinite(one.w) && near(one.v, one.w + v - w)))
    return `${count} ${shown(Math.abs(v - w))} too ${v > w ? 'large' : 'small'}; all others are right.`;
  if (isVaried && v !== 0 && w !== 0 && wrong.every((one) => near(one.v, (one.w * v) / w)))
    return `${count} ${shown(v / w)} times what they should be${factorWords(v / w)}; all others are right.`;
  if (wrong.every((one) => one.w === w && one.v === v) && right.every((one) => one.w !== w))
    return `Where ${shown(w)} belongs there is ${shown(v)} throughout; all others are right.`;
  if (wrong.every(({v}) => v === 0)) {
    return `${wrong.length} numbers are 0 and should not be; all others are right.`;
  }
  if (wrong.every(({w}) => w === 0) && right.every(({w}) => w !== 0)) {
    return 'Only numbers that should be 0 are wrong; all others are right.';
  }
  const [first] = wrong;
  if (wrong.length > 2 && wrong.every(({v}) => v === first.v)) {
    if (wrong.every(({w}) => w > first.v) && right.every(({w}) => w <= first.v))
      return `Numbers above ${shown(first.v)} are cut to it; all others are right.`;
    if (wrong.every(({w}) => w < first.v) && right.every(({w}) => w >= first.v))
      return `Numbers below ${shown(first.v)} are raised to it; all others are right.`;
  }
  for (const [sign, word] of /** @type {const} */ ([
    [1, 'positive'],
    [-1, 'negative'],
  ])) {
    const isOther = right.some(({w}) => sign * w < 0) && right.every(({w}) => sign * w <= 0);
    if (isOther && wrong.every(({w}) => sign * w > 0))
      return `Only numbers that should be ${word} are wrong; all others are right.`;
  }
  return '';
}

const FAINT = 1e-3;

/** Whether all that is wrong is small beside the largest number: pairs that are rotated come farther. @param {ArrayLike<number>} got @param {ArrayLike<number>} want */
function isFaint(got, want) {
  const all = Array.from(want);
  const largest = all.reduce(
    (most, v) => (Number.isFinite(v) ? Math.max(most, Math.abs(v)) : most),
    0,
  );
  return all.every((w, k) => Object.is(got[k], w) || Math.abs(got[k] - w) <= FAINT * largest);
}

const NEARLY = 'All numbers are nearly right';

/** Whether a sentence says that numbers are off by little. @param {string} sentence */
export const isNearly = (sentence) => sentence.startsWith(NEARLY);

/** All numbers are off by little. @param {ArrayLike<number>} got @param {ArrayLike<number>} want */
function nearly(got, want) {
  const all = Array.from(got);
  const finite = Array.from(want).filter(Number.isFinite);
  if (finite.length < 3 || !all.every((v, k) => Number.isFinite(v) || v === want[k])) return '';
  const largest = finite.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const apart = all.reduce(
    (most, v, k) => (Number.isFinite(v) ? Math.max(most, Math.abs(v - want[k])) : most),
    0,
  );
  const share = (100 * apart) / largest;
  if (share > 2) return '';
  return `${NEARLY}: none is off by more than ${Number(share.toPrecision(2))} % of the largest. Such a difference may come of an eps, of one more or less in a divisor, of a coarser type.`;
}

/**
 * @param {Output} output of the right shape, with wrong numbers
 * @param {TensorLike} truth
 * @param {readonly TensorLike[]} [given] what the call was given
 * @returns {string} a sentence that holds a reason, or ''
 */
export const patternOf = (output, truth, given = []) =>
  typed(output, truth.data) ||
  unchanged(output, given) ||
  scaled(output.data, truth.data) ||
  constant(output.data, truth.data) ||
  transformed(output.data, truth.data) ||
  affine(output.data, truth.data) ||
  power(output.data, truth.data) ||
  (Array.from(output.data).every((v, k) => near(v, truth.data[k]))
    ? '' // what follows takes them for right
    : patternOfPlaces(output, truth, given));

/** @param {Output} output @param {TensorLike} truth @param {readonly TensorLike[]} given */
const patternOfPlaces = (output, truth, given) =>
  moved(output.data, truth) ||
  reordered(output.data, truth) ||
  infinite(output.data, truth) ||
  multipleOfGiven(output.data, truth, given) ||
  addedToGiven(output.data, truth, given) ||
  factorByIndex(output.data, truth, given) ||
  offsetByIndex(output.data, truth, given) ||
  byRow(output.data, truth) ||
  logits(output.data, truth) ||
  (isFaint(output.data, truth.data) ? '' : rotatedPairs(output, truth, given)) ||
  sums(output.data, truth) ||
  oneSide(output.data, truth) ||
  byKind(output.data, truth.data);

/**
 * Where numbers are wrong, or that they are nearly right.
 *
 * @param {Output} output @param {TensorLike} truth @param {readonly TensorLike[]} [given]
 */
export const placeOf = ({data}, truth, given = []) =>
  byInput(data, truth, given) ||
  byGiven(data, truth, given) ||
  frequencies(data, truth) ||
  firstOnly(data, truth) ||
  someIndices(data, truth) ||
  nearly(data, truth.data);

/**
 * The same as patternOf() of single numbers: they have no index that a reader could count to.
 *
 * @param {Output} output of one axis @param {TensorLike} truth
 */
export const numbersPattern = (output, truth) =>
  typed(output, truth.data) ||
  scaled(output.data, truth.data) ||
  constant(output.data, truth.data) ||
  transformed(output.data, truth.data) ||
  affine(output.data, truth.data) ||
  power(output.data, truth.data) ||
  infinite(output.data, truth) ||
  byKind(output.data, truth.data);

/** @param {Output} output of one axis @param {TensorLike} truth */
export const numbersPlace = ({data}, truth) => nearly(data, truth.data);

/** What many single numbers have in common, in whatever order. @param {ArrayLike<number>} got @param {ArrayLike<number>} want */
export const togetherOf = (got, want) =>
  scaled(got, want) ||
  transformed(got, want) ||
  affine(got, want) ||
  (Array.from(got).every((v, k) => Math.abs(v - want[k]) <= 0.02 * Math.abs(want[k]))
    ? nearly(got, want)
    : '');

/** A ratio of two small counts. @param {number} factor */
function fractionWords(factor) {
  const size = Math.abs(factor);
  const inverse = Math.round(1 / size);
  if (inverse > 2 && inverse <= 1 << 20 && Math.abs(size * inverse - 1) < 1e-6)
    return ` (1/${inverse})`;
  for (let n = 3; n <= 12; n++) {
    const m = Math.round(size * n);
    if (m > 1 && m <= 12 && m % n !== 0 && Math.abs(size * n - m) < 1e-5)
      return ` (${m}/${n}), as where a sum is divided by another count`;
  }
  return '';
}

const LEAST = 20; // of small whole numbers each is a multiple of some other

/** A single number that is a multiple of the right one. @param {number} got @param {number} want */
export function ratioOf(got, want) {
  const factor = got / want;
  if (!Number.isFinite(factor) || (Number.isInteger(want) && Math.abs(want) < LEAST)) return '';
  const whole = Math.round(Math.max(Math.abs(factor), 1 / Math.abs(factor)));
  const isMultiple = [whole, 1 / whole].some((one) => isSame(Math.abs(factor), one));
  if (factor === -1) return 'It has the opposite sign.';
  if (!Number.isInteger(want) && got === Math.trunc(want) && got > LEAST)
    return 'It is the right number without what is behind the point, as int() and // give it.';
  const words = factorWords(factor) || fractionWords(factor);
  const isPlain = isMultiple && whole > 1 && whole <= MOST_UNDER_ROOT;
  return isPlain || words ? `It is ${shown(factor)} times what it should be${words}.` : '';
}

/** The same for the numbers of a dict. @param {ArrayLike<number>} got @param {ArrayLike<number>} want @param {readonly string[]} keys */
export function keyPattern(got, want, keys) {
  const together = togetherOf(got, want);
  if (together) return together;
  const isRight = keys.map((_, k) => near(got[k], want[k]));
  const from = keys.map((_, k) => Array.from(want).findIndex((v) => near(got[k], v)));
  const moved = keys.flatMap((key, k) =>
    isRight[k] || from[k] < 0 ? [] : [`'${key}' has what belongs to '${keys[from[k]]}'`],
  );
  if (moved.length > 0 && moved.length === isRight.filter((right) => !right).length) {
    return `${moved.join(', ')}.`;
  }
  const of = (/** @type {boolean} */ which) => keys.filter((_, k) => isRight[k] === which);
  const names = (/** @type {string[]} */ list) =>
    list.map((key) => `'${key}'`).join(', ') + (list.length === 1 ? ' is' : ' are');
  return isRight.includes(true) ? `${names(of(false))} wrong; ${names(of(true))} right.` : '';
}

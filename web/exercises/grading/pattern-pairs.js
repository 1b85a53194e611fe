// @ts-check
// Pairs of channels that have the right length and another angle, as rotations give them that go wrong.
import {formOfPairs} from './pattern-forms.js';
import {begun, listed, near, shown, strideOf} from './pattern-parts.js';
import {powersIn} from './pattern-powers.js';
import {rightAlong} from './pattern-where.js';

/** @import {TensorLike} from '../../core/core.js' */

/** @typedef {{name: string, first: (i: number, half: number) => number, second: (i: number, half: number) => number}} Layout */

/** @type {Layout[]} */
const LAYOUTS = [
  {name: '(2i, 2i + 1)', first: (i) => 2 * i, second: (i) => 2 * i + 1},
  {name: '(i, i + half)', first: (i) => i, second: (i, half) => i + half},
];
const SHORT = 0.05; // of shorter pairs the angle is rounding
const CLOSE = 2e-3;

/** @param {number} angle to -π … π */
const wrapped = (angle) => Math.atan2(Math.sin(angle), Math.cos(angle));

/**
 * The angles of all pairs, a row each for whatever has the last axis; nan for short pairs.
 *
 * @param {TensorLike} tensor @param {Layout} layout
 */
function anglesOf({data, shape}, {first, second}) {
  const width = shape[shape.length - 1];
  const half = width / 2;
  return Array.from({length: data.length / 2}, (_, k) => {
    const [row, i] = [Math.floor(k / half) * width, k % half];
    const [a, b] = [data[row + first(i, half)], data[row + second(i, half)]];
    return Math.hypot(a, b) < SHORT ? Number.NaN : Math.atan2(b, a);
  });
}

/** Whether all pairs are as long as they should be. @param {TensorLike} got @param {TensorLike} want @param {Layout} layout */
function keepsLengths(got, want, {first, second}) {
  const width = want.shape[want.shape.length - 1];
  const half = width / 2;
  for (let k = 0; k < want.data.length / 2; k++) {
    const [row, i] = [Math.floor(k / half) * width, k % half];
    const at = [row + first(i, half), row + second(i, half)];
    const [own, right] = [got.data, want.data].map((data) => Math.hypot(data[at[0]], data[at[1]]));
    if (!near(own, right)) return false;
  }
  return true;
}

/** @param {number[]} values @param {(value: number, k: number) => boolean} holds where it is known */
const allKnown = (values, holds) => values.every((v, k) => Number.isNaN(v) || holds(v, k));

/**
 * Whether each pair is rotated as the one before it, or after it, along some axis should be.
 *
 * @param {number[]} rotation @param {number[]} asked @param {readonly number[]} shape
 */
function shiftedRows(rotation, asked, shape) {
  for (const [axis, n] of shape.slice(0, -1).entries()) {
    const stride = strideOf(shape, axis) / 2;
    for (const step of n > 3 ? [-1, 1] : []) {
      let nShown = 0;
      const holds = rotation.every((v, k) => {
        const at = (Math.floor(k / stride) % n) + step;
        const own = asked[k + step * stride];
        if (at < 0 || at >= n || Number.isNaN(v) || Number.isNaN(own)) return true;
        if (Math.abs(wrapped(own - asked[k])) > 0.02) nShown++;
        return Math.abs(wrapped(v - own)) < CLOSE;
      });
      if (holds && nShown > 3)
        return `index i of axis ${axis} is rotated by what belongs to i ${step > 0 ? '+' : '−'} 1: look at which row of the angles each position takes`;
    }
  }
  return '';
}

/** How many times as far as it should each pair is rotated, where that can be seen. @param {number[]} rotation @param {number[]} asked @param {number} half */
function speedsOf(rotation, asked, half) {
  return Array.from({length: half}, (_, i) => {
    const own = asked.flatMap((v, k) =>
      k % half === i && Math.abs(v) > 0.02 && Math.abs(v) < 1.6 && Math.abs(rotation[k]) < 2.8
        ? [{size: Math.abs(v), speed: rotation[k] / v}]
        : [],
    );
    // of the least angle both are less than one turn
    return own.length === 0 ? Number.NaN : own.reduce((a, b) => (b.size < a.size ? b : a)).speed;
  });
}

/** The first channels alone, of any number of axes. @param {TensorLike} tensor @param {number} n @returns {TensorLike} */
function firstChannels({data, shape}, n) {
  const width = shape[shape.length - 1];
  return {
    data: Float64Array.from(Array.from(data).filter((_, k) => k % width < n)),
    shape: [...shape.slice(0, -1), n],
  };
}

/** Two tensors that were given, one after the other along some axis, where that has the shape of the right one. @param {readonly TensorLike[]} given @param {TensorLike} want @returns {TensorLike | undefined} */
function joined(given, {shape}) {
  for (const [k, one] of given.entries()) {
    for (const other of given.slice(k + 1)) {
      const axis = shape.findIndex((n, d) => n !== one.shape[d]);
      const fits =
        one.shape.length === shape.length &&
        one.shape.with(axis, one.shape[axis] + other.shape[axis]).join() === shape.join();
      if (axis < 0 || !fits) continue;
      const size = (/** @type {TensorLike} */ part) => part.shape.slice(axis).reduce((a, b) => a * b, 1); // biome-ignore format: one line
      const [m, n] = [size(one), size(other)];
      const data = Float64Array.from({length: one.data.length + other.data.length}, (_, at) => {
        const [block, rest] = [Math.floor(at / (m + n)), at % (m + n)];
        return rest < m ? one.data[block * m + rest] : other.data[block * n + rest - m];
      });
      return {data, shape};
    }
  }
  return undefined;
}

/**
 * @param {TensorLike} got @param {TensorLike} want @param {readonly TensorLike[]} given what was to be rotated may be among it
 * @returns {string} a sentence, or ''
 */
export function rotatedPairs(got, want, given) {
  const last = want.shape.length - 1;
  if (last < 1) return '';
  const right = rightAlong(got.data, want, last);
  const wrong = Array.from({length: want.shape[last]}, (_, i) => i).filter(
    (i) => !right.includes(i),
  );
  const n = (wrong[wrong.length - 1] ?? -1) + 1;
  if (n < 2 || n % 2 || n === want.shape[last]) return pairsOf(got, want, given);
  // the other channels are right, as where a part of a head is rotated
  const before = given.filter(({shape}) => shape.join() === want.shape.join());
  const [own, asked] = [got, want].map((one) => firstChannels(one, n));
  const start = before.map((one) => firstChannels(one, n));
  const said = pairsOf(own, asked, start);
  return said && `In the first ${n} channels: ${said.charAt(0).toLowerCase()}${said.slice(1)}`;
}

/** @param {TensorLike} got @param {TensorLike} want @param {readonly TensorLike[]} given @returns {string} */
function pairsOf(got, want, given) {
  const width = want.shape[want.shape.length - 1];
  if (want.shape.length < 2 || width < 2 || width % 2 || want.data.length < 8) return '';
  const before = given.find(({shape}) => shape.join() === want.shape.join()) ?? joined(given, want);
  const rotated = before && LAYOUTS.find((one) => keepsLengths(before, want, one));
  const form = before && rotated ? formOfPairs(got, want, before, rotated) : '';
  if (form) return `The pairs ${rotated?.name} are not rotated as they should be: ${form}.`;
  const layout = LAYOUTS.find((one) => keepsLengths(got, want, one));
  if (!layout) return '';
  const [own, right] = [anglesOf(got, layout), anglesOf(want, layout)];
  const extra = own.map((angle, k) => wrapped(angle - right[k]));
  const half = width / 2;
  const isRight = (/** @type {number} */ angle) => Math.abs(angle) < CLOSE;
  const pairs = Array.from({length: half}, (_, i) => i);
  const rightPairs = pairs.filter((i) => allKnown(extra, (v, k) => k % half !== i || isRight(v)));
  const begin = `Each pair ${layout.name} has the right length, but another angle`;
  let late = '';
  if (before) {
    const start = anglesOf(before, layout);
    const [rotation, asked] = [own, right].map((angles) =>
      angles.map((v, k) => wrapped(v - start[k])),
    );
    if (keepsLengths(before, want, layout)) {
      if (allKnown(rotation, (v, k) => isRight(wrapped(v + asked[k]))))
        return `${begin}: it is rotated the other way.`;
      if (allKnown(rotation, (v, k) => isRight(wrapped(v - 2 * asked[k]))))
        return `${begin}: it is rotated twice as far.`;
      late = shiftedRows(rotation, asked, want.shape);
      const speeds = speedsOf(rotation, asked, half);
      const powers = powersIn(speeds);
      if (powers)
        return `${begin}: pair i is rotated ${powers} times as far as it should be. Look at the base and the exponent of the frequencies.`;
      const known = speeds.filter((v) => !Number.isNaN(v));
      const isOne = known.length > 2 && known.every((v) => Math.abs(v / known[0] - 1) < 5e-3);
      if (isOne && Math.abs(known[0] - 1) > 0.01)
        return `${begin}: all are rotated ${shown(Number(known[0].toPrecision(3)))} times as far as they should be. Look at what positions or frequencies are multiplied by.`;
    }
  }
  if (allKnown(own, (v, k) => isRight(wrapped(v + right[k]))))
    return `Each pair ${layout.name} has the opposite angle: the sign of the sine is wrong.`;
  const shared = pairs.map((i) => extra.find((v, k) => k % half === i && !Number.isNaN(v)) ?? 0);
  if (allKnown(extra, (v, k) => isRight(wrapped(v - shared[k % half])))) {
    return `${begin}, by the same in every row: ${begun(shared.map(shown))} too far. Positions begin elsewhere, or one angle is added to all.`;
  }
  if (late) return `${begin}: ${late}.`;
  if (rightPairs.length > 0 && rightPairs.length < half) {
    const some = `${rightPairs.length === 1 ? 'Pair' : 'Pairs'} ${listed(rightPairs)} of the pairs ${layout.name}`;
    return `${some} ${rightPairs.length === 1 ? 'is' : 'are'} right in every row; the others have the right length, but another angle: look at their frequencies.`;
  }
  const nRows = want.shape[want.shape.length - 2];
  const rows = Array.from({length: nRows}, (_, i) => i);
  const rightRows = rows.filter((i) =>
    allKnown(extra, (v, k) => Math.floor(k / half) % nRows !== i || isRight(v)),
  );
  if (rightRows.length > 0 && rightRows.length < nRows) {
    const axis = want.shape.length - 2;
    return `All pairs ${layout.name} have the right length. At ${rightRows.length === 1 ? 'index' : 'indices'} ${listed(rightRows)} of axis ${axis} their angles are right too, at the others not.`;
  }
  return `${begin}. Look at the position, the frequency and the sign of the angle.`;
}

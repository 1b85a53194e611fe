// @ts-check
// The right numbers in another order, and numbers that add up along another axis.
import {begun, near, strideOf} from './pattern-parts.js';
import {rightAlong} from './pattern-where.js';

/** @import {TensorLike} from '../../core/core.js' */

const MOST_INDICES = 64;
const MOST_SHOWN = 8;

/**
 * Each index of an axis has what belongs to some index of it.
 *
 * @param {ArrayLike<number>} got @param {TensorLike} truth
 */
export function reordered(got, truth) {
  const {data: want, shape} = truth;
  for (const [axis, n] of [...shape.entries()].reverse()) {
    if (n < 3 || n > MOST_INDICES) continue;
    const from = sources(got, want, n, strideOf(shape, axis));
    if (!from || from.every((j, i) => i === j)) continue;
    const nSources = new Set(from).size;
    if (nSources === 1) return `Along axis ${axis} every index has what belongs to ${from[0]}.`;
    const isOrder = nSources === n;
    return `Along axis ${axis} the right numbers ${isOrder ? 'are in another order' : 'are there, some twice and some not at all'}: ${placesOf(from)}.`;
  }
  const axes = exchangedAxes(got, want, shape) || reorderedInPart(got, truth);
  if (axes) return axes;
  const sorted = (/** @type {ArrayLike<number>} */ list) => Float64Array.from(list).sort();
  const [a, b] = [sorted(got), sorted(want)];
  const isVaried = new Set(b).size > 7;
  return isVaried && a.every((v, k) => near(v, b[k]))
    ? 'All numbers are right, but many are in the wrong places.'
    : '';
}

/** Which indices stand where, from the first on that has not its own. @param {number[]} from what each index has */
function placesOf(from) {
  const moved = from.findIndex((j, i) => i !== j);
  const start = from.length > MOST_SHOWN ? moved : 0;
  const there = from.slice(start);
  const own = there.map((_, i) => start + i);
  const shown = `${begun(there, MOST_SHOWN)} in place of ${begun(own, MOST_SHOWN)}`;
  return start > 0 ? `from index ${start} on ${shown}` : shown;
}

/** The right numbers in another order along one axis, at some indices of another one alone. @param {ArrayLike<number>} got @param {TensorLike} truth */
function reorderedInPart(got, truth) {
  const {data: want, shape} = truth;
  for (const [part, size] of shape.entries()) {
    const right = rightAlong(got, truth, part);
    if (right.length === 0 || right.length === size) continue;
    const isWrong = (/** @type {unknown} */ _, /** @type {number} */ k) =>
      !right.includes(Math.floor(k / strideOf(shape, part)) % size);
    const [own, theirs] = [got, want].map((list) => Array.from(list).filter(isWrong));
    const rest = shape.with(part, size - right.length);
    for (const [axis, n] of rest.entries()) {
      if (axis === part || n < 3 || n > MOST_INDICES) continue;
      const from = sources(own, theirs, n, strideOf(rest, axis));
      if (!from || new Set(from).size !== n) continue;
      const wrong = [...new Array(size).keys()].filter((i) => !right.includes(i));
      return `At ${wrong.length === 1 ? 'index' : 'indices'} ${begun(wrong)} of axis ${part} the right numbers are in another order along axis ${axis}: ${placesOf(from)}; all others are right.`;
    }
  }
  return '';
}

/** The numbers of a tensor in the order that two of its axes give when they change places, in the right shape. @param {ArrayLike<number>} got @param {ArrayLike<number>} want @param {readonly number[]} shape */
function exchangedAxes(got, want, shape) {
  for (let a = 0; a < shape.length; a++) {
    for (let b = a + 1; b < shape.length; b++) {
      if (shape[a] < 2 || shape[b] < 2) continue;
      const order = [...shape.keys()].with(a, b).with(b, a);
      const isSame = [order, null].some((one) => {
        // either axes are exchanged and the rest is read as it comes, or what was read so is exchanged
        const from = one ? permuted(shape, order) : inverse(permuted(swapped(shape, a, b), order));
        return from.every((k, at) => near(got[at], want[k])) && from.some((k, at) => !near(want[at], want[k])); // biome-ignore format: one line
      });
      if (isSame)
        return `All numbers are right, but in the order of axes ${a} and ${b} exchanged: a view or reshape where the two should be transposed, or the other way round.`;
    }
  }
  return '';
}

/** @param {readonly number[]} shape @param {number} a @param {number} b */
const swapped = (shape, a, b) => shape.with(a, shape[b]).with(b, shape[a]);

/** @param {readonly number[]} order */
const inverse = (order) => {
  const back = new Array(order.length);
  for (const [at, k] of order.entries()) back[k] = at;
  return back;
};

/** Where each number of a tensor with other axes comes from. @param {readonly number[]} shape @param {readonly number[]} order of axes @returns {number[]} */
function permuted(shape, order) {
  /** @type {number[]} */
  let from = [0];
  for (const axis of order) {
    const stride = strideOf(shape, axis);
    from = from.flatMap((k) => Array.from({length: shape[axis]}, (_, i) => k + i * stride));
  }
  return from;
}

/**
 * For each index of an axis the one whose numbers it has; null where one has none's or more than one's.
 *
 * @param {ArrayLike<number>} got @param {ArrayLike<number>} want @param {number} n @param {number} stride
 */
function sources(got, want, n, stride) {
  const places = Array.from({length: got.length / n}, (_, r) => {
    const block = Math.floor(r / stride);
    return block * stride * n + (r % stride);
  });
  const from = [];
  for (let i = 0; i < n; i++) {
    let at = -1;
    for (let j = 0; j < n; j++) {
      if (!places.every((p) => near(got[p + i * stride], want[p + j * stride]))) continue;
      if (at >= 0) return null;
      at = j;
    }
    if (at < 0) return null;
    from.push(at);
  }
  return from;
}

/** Numbers that add up to the same along one axis, and should along another. @param {ArrayLike<number>} got @param {TensorLike} truth */
export function sums(got, {data: want, shape}) {
  if (shape.length < 2 || Math.min(...shape.slice(-2)) < 2) return '';
  const last = shape.length - 1;
  for (const total of [1, 0]) {
    const right = [last, last - 1].filter((axis) => addsUp(want, shape, axis, total));
    const own = [last, last - 1].filter((axis) => addsUp(got, shape, axis, total));
    if (right.length !== 1 || own.includes(right[0])) continue;
    const instead = own.length ? `; yours add up to it along axis ${own[0]}` : '';
    return `Along axis ${right[0]} the numbers should add up to ${total}${instead || ', and do not'}.`;
  }
  return '';
}

/** @param {ArrayLike<number>} data @param {readonly number[]} shape @param {number} axis @param {number} total */
function addsUp(data, shape, axis, total) {
  const [n, stride] = [shape[axis], strideOf(shape, axis)];
  const all = new Float64Array(data.length / n);
  for (let k = 0; k < data.length; k++) {
    all[Math.floor(k / (stride * n)) * stride + (k % stride)] += data[k];
  }
  return Array.from(data).some((v) => v !== 0) && all.every((sum) => Math.abs(sum - total) < 1e-4);
}

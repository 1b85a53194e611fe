// @ts-check
import {matmul} from '../../../core/linalg.js';
import {attention} from '../../../core/nn.js';
import {alibiBias, memoryBytes, ropeRotate} from '../../../core/pe.js';
import {argumentOf, filled, randomTables, scalar, tensorOf, vector} from '../tensors.js';

/** @import {Core, Tensor} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

const METHODS = ['none', 'sinusoidal', 'learned', 'rope', 'alibi'];

// ------------------------------------------------------------------------------------------ cases

/** @param {string} target @param {any[]} args @param {'tensors' | 'lists' | 'numbers'} [wants] @returns {any[]} */
const callSteps = (target, args, wants = 'tensors') => [
  {op: 'call', target, args, wants, get: true},
];

/** @param {CaseRandom} random @param {boolean} isHidden */
function lengthCase(random, isHidden) {
  const some = isHidden ? [3, 3, 5, 5, 8, 8, 8, 12] : [3, 5, 5, 8, 8, 12];
  const lengths = random.sample(some, 6);
  const n = Math.max(...lengths) + 2;
  const [nBatch, nWords] = [lengths.length, 3];
  const logits = random.normal(nBatch, n, nWords);
  const targets = random.ints(0, nWords - 1, nBatch, n);
  const lengthsGiven = {tensor: {shape: [nBatch], dtype: 'int64', data: lengths}};
  const steps = callSteps('accuracy_by_length', [logits, targets, lengthsGiven], 'lists');
  const facts = {logits: tensorOf(logits), targets: tensorOf(targets), lengths};
  return {title: 'accuracy_by_length', kind: 'length', isHidden, steps, ...facts};
}

/** @param {CaseRandom} random @param {boolean} isHidden */
function resolutionCase(random, isHidden) {
  const [n, nPlaces] = isHidden ? [random.int(20, 40), random.int(6, 12)] : [24, 8];
  const logits = random.normal(n, nPlaces);
  const positions = random.ints(0, nPlaces - 1, n);
  for (const [k, p] of positions.tensor.data.entries()) {
    if (k % 2) logits.tensor.data[k * nPlaces + p] += 2;
  }
  const steps = callSteps('position_resolution', [logits, positions], 'numbers');
  const facts = {logits: tensorOf(logits), positions: tensorOf(positions)};
  return {title: 'position_resolution', kind: 'resolution', isHidden, steps, ...facts};
}

/** @param {CaseRandom} random @param {boolean} isHidden */
function memoryCase(random, isHidden) {
  const [seqLen, nHeads] = isHidden ? [random.int(100, 9000), random.pick([1, 3, 8])] : [512, 4];
  const dModel = nHeads * 2 * random.int(4, 32);
  const steps = METHODS.map((method) => ({
    op: 'call',
    target: 'memory_bytes',
    args: [method, seqLen, dModel, nHeads],
    get: true,
  }));
  return {title: 'memory_bytes', kind: 'memory', isHidden, steps, seqLen, nHeads, dModel};
}

/** A map whose nearest centre is another by the sum of absolute differences. @param {CaseRandom} random @param {Tensor} centres */
function betweenCentres(random, {data, shape: [n, ...shape]}) {
  const size = shape[0] * shape[1];
  for (;;) {
    const spread = random.normal(...shape).tensor.data;
    const map = Float32Array.from(spread, (v, k) => 2 * v + (data[k] + data[size + k]) / 2);
    const sums = [1, 2].map((power) =>
      Array.from({length: n}, (_, c) =>
        map.reduce((sum, v, k) => sum + Math.abs(v - data[c * size + k]) ** power, 0),
      ),
    );
    const [byAmount, bySquare] = sums.map((list) => list.indexOf(Math.min(...list)));
    const [least, second] = [...sums[1]].sort((a, b) => a - b);
    if (byAmount !== bySquare && second - least > 1e-2) return map;
  }
}

/** @param {CaseRandom} random @param {boolean} isHidden */
function clusterCase(random, isHidden) {
  const [n, k, size] = isHidden
    ? [random.int(12, 20), random.int(2, 4), random.int(3, 6)]
    : [14, 3, 4];
  const maps = random.normal(n, size, size);
  const centres = tensorOf(random.normal(k, size, size));
  const lengths = Array.from({length: k}, (_, c) => 0.3 + 1.5 * c);
  const scaled = filled([k, size, size], (c, i, j) => {
    return lengths[c] * centres.data[(c * size + i) * size + j];
  });
  // each second map is near some centre: of the others nearly all are nearest to the shortest one
  const {data} = maps.tensor;
  for (let m = 1; m < n; m += 2) {
    const from = random.int(0, k - 1) * size * size;
    for (let at = 0; at < size * size; at++) {
      data[m * size * size + at] = 0.5 * data[m * size * size + at] + scaled.data[from + at];
    }
  }
  for (let m = 0; m < n; m += 4) data.set(betweenCentres(random, scaled), m * size ** 2);
  const steps = callSteps('nearest_centres', [maps, argumentOf(scaled)]);
  const facts = {maps: tensorOf(maps), centres: scaled};
  return {title: 'nearest_centres', kind: 'clusters', isHidden, steps, ...facts};
}

/** @param {CaseRandom} random @param {boolean} isHidden */
function hybridCase(random, isHidden) {
  const [nHeads, n, d] = isHidden
    ? [random.pick([2, 4]), random.int(4, 9), 2 * random.int(2, 6)]
    : [2, 6, 4];
  const [q, k] = [random.normal(nHeads, n, d), random.normal(nHeads, n, d)];
  const {cos, sin} = randomTables(random, n, d / 2);
  const slopes = Float32Array.from({length: nHeads}, (_, h) => 2 ** (-h - 1));
  const slopesGiven = argumentOf({data: slopes, shape: [nHeads]});
  const steps = callSteps('hybrid_logits', [q, k, cos, sin, slopesGiven]);
  const [tq, tk, tCos, tSin] = [q, k, cos, sin].map(tensorOf);
  const facts = {q: tq, k: tk, cos: tCos, sin: tSin, slopes};
  return {title: 'hybrid_logits', kind: 'hybrid', isHidden, steps, ...facts};
}

/** @type {Check['cases']} */
export const cases = (random) =>
  [false, true].flatMap((isHidden) =>
    [lengthCase, resolutionCase, memoryCase, clusterCase, hybridCase].map((make) => {
      const item = make(random, isHidden);
      return isHidden ? {...item, title: `${item.title}, other numbers`} : item;
    }),
  );

// ------------------------------------------------------------------------------------------ truths

/** The greatest of n numbers from `at` on. @param {ArrayLike<number>} data @param {number} at @param {number} n */
function argmax(data, at, n) {
  let best = 0;
  for (let k = 1; k < n; k++) if (data[at + k] > data[at + best]) best = k;
  return best;
}

/** @param {Case} item @param {(length: number) => number} countedOf positions of a text */
function accuracies({logits, targets, lengths}, countedOf) {
  const [, n, nWords] = logits.shape;
  const distinct = [...new Set(/** @type {number[]} */ (lengths))].sort((a, b) => a - b);
  const shares = distinct.map((length) => {
    let [right, total] = [0, 0];
    for (const [b, own] of lengths.entries()) {
      for (let t = 0; own === length && t < countedOf(length); t++, total++) {
        right += Number(
          argmax(logits.data, (b * n + t) * nWords, nWords) === targets.data[b * n + t],
        );
      }
    }
    return right / total;
  });
  return [vector(distinct), vector(shares)];
}

/** @param {Case} item @param {(error: number) => number} of */
function resolution({logits, positions}, of) {
  const [n, nPlaces] = logits.shape;
  const errors = Array.from(
    positions.data,
    (p, k) => argmax(logits.data, k * nPlaces, nPlaces) - p,
  );
  const mean = (/** @type {number[]} */ list) => list.reduce((a, b) => a + b, 0) / n;
  return [vector([mean(errors.map((e) => Number(e === 0))), mean(errors.map(of))])];
}

/** @param {Core} core @param {Case} item @param {Record<string, (bytes: number) => number>} [changed] */
function memory(core, {seqLen, nHeads, dModel}, changed = {}) {
  return METHODS.map((name) => {
    const method = name === 'rope' ? 'rope-interleaved' : name;
    const sizes = {seqLen, nHeads, dModel, dHead: dModel / nHeads};
    const bytes = memoryBytes(core, {method, ...sizes});
    return scalar(changed[name]?.(bytes) ?? bytes);
  });
}

/** Dot products of all maps with all centres, and the centres' own squares. @param {Core} core @param {Case} item @param {(dot: number, square: number) => number} score */
function nearest(core, {maps, centres}, score) {
  const [n, size] = maps.shape;
  const k = centres.shape[0];
  const rows = (/** @type {Tensor} */ {data, shape}) => ({data, shape: [shape[0], size * size]});
  const b = filled([size * size, k], (at, c) => centres.data[c * size * size + at]);
  const dots = matmul(core, {a: rows(maps), b}).data;
  const squares = matmul(core, {a: rows(centres), b}).data;
  const labels = Array.from({length: n}, (_, m) => {
    const scores = Array.from({length: k}, (__, c) => score(dots[m * k + c], squares[c * k + c]));
    return argmax(scores, 0, k);
  });
  return [{...vector(labels), dtype: 'int64'}];
}

/** @param {Core} core @param {Case} item @param {{isKeyRotated?: boolean, isBiasDivided?: boolean}} [options] */
function hybrid(core, item, {isKeyRotated = true, isBiasDivided = false} = {}) {
  const {cos, sin, slopes} = item;
  const n = item.q.shape[1];
  const rotated = (/** @type {Tensor} */ x) =>
    ropeRotate(core, {x, cos, sin, layout: 'interleaved'});
  const [q, k] = [rotated(item.q), isKeyRotated ? rotated(item.k) : item.k];
  const divisor = isBiasDivided ? Math.sqrt(q.shape[2]) : 1;
  const bias = alibiBias(core, {
    slopes: slopes.map((/** @type {number} */ s) => s / divisor),
    nQuery: n,
    nKey: n,
  });
  return [attention(core, {q, k, v: k, bias, causal: true}).logits];
}

/** @type {Check['truth']} */
export const truth = (core, item) => {
  switch (item.kind) {
    case 'length':
      return accuracies(item, (length) => length);
    case 'resolution':
      return resolution(item, Math.abs);
    case 'memory':
      return memory(core, item);
    case 'clusters':
      return nearest(core, item, (dot, square) => 2 * dot - square);
    default:
      return hybrid(core, item);
  }
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'future',
    figure: '6-without-position.html#the-mask-is-a-clock',
    sentence: 'Keys after the query are hidden, and no others.',
    holds: ([{data, shape}], {kind}) => {
      if (kind !== 'hybrid') return true;
      const n = shape[2];
      const at = data.findIndex((v, k) => (v === -Infinity) !== k % n > Math.floor(k / n) % n);
      return at < 0 || `query ${Math.floor(at / n) % n}, key ${at % n}`;
    },
  },
];

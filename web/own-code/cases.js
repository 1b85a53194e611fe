// @ts-check
// What a correct implementation returns, and what each known bug returns, for the inputs of one test file. The core
// computes all of it.
import {faultT5FloatBuckets} from '../core/fault/buckets.js';
import {
  faultAlibiQueryAxis,
  faultBf16,
  faultRopeByHead,
  faultSinusoidalDoubledExponent,
  faultSinusoidalSwapped,
} from '../core/fault.js';
import {alibiBias, alibiSlopes} from '../core/pe/alibi.js';
import {ropeFrequencies, ropeRotate, ropeTables} from '../core/pe/rope.js';
import {ropeScaling} from '../core/pe/scaling.js';
import {sinusoidal} from '../core/pe/sinusoidal.js';
import {t5Buckets} from '../core/pe/t5.js';

/** @import {Core} from '../core/core.js' */
/** @import {RopeLayout, RopeTables} from '../core/pe/rope.js' */
/** @import {ScalingKind, ScalingSettings} from '../core/pe/scaling.js' */
/** @import {SinusoidalLayout} from '../core/pe/sinusoidal.js' */
/**
 * One call of the adapter. Arrays are flat with their shapes; `wrong`: bug -> its result, of the shape of `expected`.
 *
 * @typedef {{args: Record<string, any>, expected: number[], shape: number[], tolerance: number,
 *   compared?: number[], wrong: Record<string, number[]>}} Case
 *   compared: 1 where a result counts, 0 where any value will do
 * @typedef {{cases: Record<string, Case>, facts: Record<string, any>}} Numbers of one file
 * @typedef {{layout: RopeLayout, dHead: number, rotaryDim: number, base: number, scaling: ScalingKind,
 *   factor: number, trainedLength: number}} RopeSettings
 */

/** What each bug is, for a reader. @type {Record<string, string>} */
export const BUGS = {
  'other-pairing': 'the pairs are those of the other layout (half and interleaved are exchanged)',
  'mixed-pairing':
    'the tables are laid out for this pairing, but the vectors are paired by the other',
  'mixed-tables':
    'the vectors are paired rightly, but the tables are laid out for the other pairing',
  'opposite-direction': 'the sine has the wrong sign: everything is rotated backwards',
  'no-position': 'nothing is rotated: the position has no effect',
  'from-one': 'positions are counted from 1, not from 0',
  'positions-restart': 'the positions passed in are ignored: each call counts from 0',
  'by-head': 'tables are broadcast along the wrong axis: the head index is used as the position',
  'bf16-frequencies': 'the frequencies were rounded to bfloat16',
  'bf16-positions': 'the positions were rounded to bfloat16',
  'halved-exponent': 'the exponent is i / dim where 2 i / dim is meant',
  'head-width-exponent': 'the exponent divides by the width of the head, not by the rotated width',
  'rotates-all': 'the whole head is rotated, not only its first part',
  'default-base': 'the base is 10000, not the configured one',
  'no-scaling': 'the scaling rule is not applied',
  'linear-instead':
    'every frequency is divided by the factor, where the rule treats pairs differently',
  'scaled-up': 'positions are multiplied by the factor, not divided by it',
  'base-times-alpha': 'the base is multiplied by alpha without the exponent dim / (dim - 2)',
  'no-attention-factor': 'cosines and sines are not multiplied by the attention factor',
  'attention-factor-squared': 'the attention factor is applied twice',
  'attention-factor-unasked':
    'cosines and sines are multiplied by the factor of YaRN, which this rule does not have',
  'extended-length':
    'the extended length is taken for the trained one, so that the rule finds nothing to stretch',
  'frequencies-kept':
    'the frequencies of a longer sequence are still used for a short one after it',
  swapped: 'cosine comes first and sine second',
  'other-order': 'sines and cosines are in the order of the other layout',
  'doubled-exponent':
    'the column is used for the pair: the exponents are 4 i / dim for sines and (4 i + 1) / dim for cosines',
  'doubled-index': 'the index of the pair is doubled twice: the exponent is 4 i / dim',
  'geometric-slopes':
    'the slopes are 2^(-8 (h + 1) / heads), which is right for powers of two only',
  'slopes-sorted': 'the slopes of a number of heads that is no power of two are sorted',
  'slopes-from-zero': 'the slopes start with exponent 0: the first head has slope 1',
  'one-slope': 'all heads have the slope of the first head',
  'positive-bias': 'the bias has the wrong sign: distant keys are preferred',
  'query-axis': 'the bias runs along the query axis, so the softmax cancels it',
  'cache-misaligned': 'query i is taken to be at position i although earlier keys are in the cache',
  'mask-misaligned':
    'query i is taken to be at position i, by the mask too, although earlier keys are in the cache',
  'sign-flipped': 'the relative position has the wrong sign: query minus key, not key minus query',
  'one-direction': 'distances to the past and to the future share their buckets',
  'decoder-rule': 'the rule of a decoder is used: all keys after the query share bucket 0',
  'both-directions': 'the buckets are halved for two directions, where only the past counts',
  uncapped: 'far distances are not kept in the last bucket',
  'ignores-padding': 'padding on the left is counted: positions are those of the columns',
  'ignores-past': 'the tokens in the cache are not counted: positions restart at 0',
  'wraps-around':
    'the number of the row is not clipped below, so that a negative one counts from the end of the table',
  'not-shifted':
    'the clip is not added to the clipped distance: negative rows count from the end of the table',
  'clipped-early': 'distances are clipped one step too near',
  unscaled: 'the product is not divided by the root of the width of the head',
  'rounds-down': 'the logarithm is rounded down, where this rule rounds up',
  'longest-distance': 'the logarithm divides by that of the maximal distance, not of one less',
  't5-rule': 'the rule of T5 is used, which has other buckets for the same distance',
  'no-logarithm': 'far distances are clipped, where the buckets grow with the logarithm',
  'one-axis': 'every pair follows the first axis',
  'axes-swapped': 'height and width are exchanged',
  'other-sections':
    'pairs follow the axes in the other arrangement (sections and interleaved are exchanged)',
  'frequencies-restart': 'each section begins again with the highest frequency',
  'flat-ids': 'patches are counted one by one, like text',
  'next-by-count': 'the text after the image goes on at the number of patches',
  'grid-from-zero': 'the grid begins at 0, not where the text before it ended',
  'query-behind':
    'the query is one position too early: the length of the cache without the newest token',
  'query-ahead': 'the query is one position too late',
  'rotated-again': 'keys in the cache are rotated once more at each call',
  'cache-unrotated': 'keys that come from the cache have not been rotated',
  'values-rotated': 'the values are rotated too, and the output is not rotated back',
  'no-mask': 'new tokens see those after them in the same call',
};

const MASKED = -1e30; // what the file makes of -infinity, which JSON does not have
export const FLOAT_SPACING = 2.5e-7; // of float32 angles, relative, with a margin of two

/** @param {ArrayLike<number>} values */
export const list = (values) => Array.from(values, (value) => Number(value.toPrecision(8)));

/**
 * Keeps the bugs whose result differs from the right one by more than the tolerance.
 *
 * @param {Omit<Case, 'expected' | 'wrong'>} shared
 * @param {ArrayLike<number>} right
 * @param {Record<string, ArrayLike<number> | null>} wrong null: the bug can't happen with these settings
 * @returns {Case}
 */
export function makeCase(shared, right, wrong) {
  const {compared, tolerance} = shared;
  const differs = (/** @type {ArrayLike<number>} */ values) =>
    Array.from(right).some(
      (value, k) => compared?.[k] !== 0 && !(Math.abs(values[k] - value) <= 4 * tolerance),
    );
  const kept = Object.entries(wrong).flatMap(([bug, values]) =>
    values && differs(values) ? [[bug, list(values)]] : [],
  );
  return {...shared, expected: list(right), wrong: Object.fromEntries(kept)};
}

/** Numbers that float32 holds exactly, all different in a row. @param {number} n */
export const inputs = (n) => Float32Array.from({length: n}, (_, k) => (((k * 37) % 101) - 50) / 32);

/**
 * A rotation whose tables were repeated to the whole width for one layout, and whose vectors are paired by another.
 *
 * @param {{data: Float32Array, shape: number[]}} x (nHeads, n, dHead)
 * @param {RopeTables} table (n, dim / 2) each
 * @param {RopeLayout} pairing
 * @param {RopeLayout} tables
 * @param {number} dim rotated width
 * @returns {number[]} (nHeads, n, dHead)
 */
export function mixed({data, shape: [, n, dHead]}, {cos, sin}, pairing, tables, dim) {
  return Array.from(data, (value, at) => {
    const k = at % dHead;
    if (k >= dim) return value;
    const column = tables === 'half' ? k % (dim / 2) : k >> 1;
    const row = (Math.floor(at / dHead) % n) * (dim / 2);
    const isFirst = pairing === 'half' ? k < dim / 2 : k % 2 === 0;
    const step = (pairing === 'half' ? dim / 2 : 1) * (isFirst ? 1 : -1);
    const other = data[at + step] * (isFirst ? -1 : 1);
    return value * cos.data[row + column] + other * sin.data[row + column];
  });
}

/** @param {RopeSettings} settings @returns {ScalingSettings} */
function scalingOf({scaling, factor, trainedLength}) {
  return {
    kind: scaling,
    factor,
    alpha: factor,
    originalMaxPosition: trainedLength,
    maxPosition: trainedLength,
    lowFreqFactor: 1,
    highFreqFactor: 4,
  };
}

/**
 * One call of a rotation, right and with each bug.
 *
 * @param {Core} core
 * @param {RopeSettings} settings
 * @param {number[]} positions
 * @param {boolean} isAfterLonger whether a longer sequence came before
 * @returns {Case}
 */
function ropeCase(core, settings, positions, isAfterLonger) {
  const {layout, dHead, rotaryDim: dim, base, factor, scaling, trainedLength} = settings;
  const shape = [2, positions.length, dHead];
  const x = {data: inputs(2 * positions.length * dHead), shape};
  const seqLen = Math.max(...positions) + 1;
  const rule = {...scalingOf(settings), dim, base};
  const frequencies = (/** @type {object} */ changes = {}) => {
    const {invFreq, attentionFactor} = ropeScaling(core, {...rule, seqLen, ...changes});
    return {invFreq, attentionFactor};
  };
  const right = frequencies();
  const other = layout === 'half' ? 'interleaved' : 'half';
  const rotate = (
    /** @type {object} */ tables,
    at = positions,
    /** @type {object} */ how = {layout},
  ) => ropeRotate(core, {x, ...ropeTables(core, {...tables, positions: at}), ...how}).data;
  const bf16 = (/** @type {ArrayLike<number>} */ values) =>
    Array.from(faultBf16(core, {values: Array.from(values)}).data);
  const exponent = (/** @type {number} */ width) =>
    Array.from({length: dim / 2}, (_, i) => base ** (-i / width));
  const plain = scaling === 'default';
  const isPartial = dim < dHead;
  const table = ropeTables(core, {...right, positions});
  const amplitude = right.attentionFactor;
  return makeCase(
    {
      args: {x: {data: list(x.data), shape}, positions, seq_len: seqLen},
      shape,
      tolerance: 2e-5 + 2 * FLOAT_SPACING * seqLen,
    },
    rotate(right),
    {
      'no-position': rotate(
        right,
        positions.map(() => 0),
      ),
      'other-pairing': rotate(right, positions, {layout: other}),
      'mixed-pairing': mixed(x, table, other, layout, dim),
      'mixed-tables': mixed(x, table, layout, other, dim),
      'opposite-direction': rotate(
        right,
        positions.map((p) => -p),
      ),
      'from-one': rotate(
        right,
        positions.map((p) => p + 1),
      ),
      'positions-restart': rotate(
        right,
        positions.map((_, i) => i),
      ),
      'by-head': faultRopeByHead(core, {
        x,
        ...ropeTables(core, {...right, nPos: positions.length}),
        layout,
      }).data,
      'bf16-frequencies': rotate({...right, invFreq: bf16(right.invFreq.data)}),
      'bf16-positions': rotate(right, bf16(positions)),
      'halved-exponent': plain ? rotate({invFreq: exponent(dim)}) : null,
      'head-width-exponent': isPartial && plain ? rotate({invFreq: exponent(dHead / 2)}) : null,
      'rotates-all':
        isPartial && plain ? rotate({invFreq: ropeFrequencies(core, {dim: dHead, base})}) : null,
      'default-base': base === 10000 ? null : rotate(frequencies({base: 10000})),
      'no-scaling': plain ? null : rotate(frequencies({kind: 'default'})),
      'linear-instead':
        plain || scaling === 'linear'
          ? null
          : rotate({...frequencies({kind: 'linear'}), attentionFactor: amplitude}),
      'scaled-up':
        scaling === 'linear'
          ? rotate({invFreq: Array.from(right.invFreq.data, (f) => f * factor * factor)})
          : null,
      'base-times-alpha':
        scaling === 'ntk' ? rotate(frequencies({kind: 'default', base: base * factor})) : null,
      'no-attention-factor': amplitude === 1 ? null : rotate({...right, attentionFactor: 1}),
      'attention-factor-squared':
        amplitude === 1 ? null : rotate({...right, attentionFactor: amplitude ** 2}),
      'attention-factor-unasked':
        ['linear', 'ntk', 'llama3'].includes(scaling) && factor > 1
          ? rotate({...right, attentionFactor: 0.1 * Math.log(factor) + 1})
          : null,
      'extended-length': ['yarn', 'llama3', 'dynamic'].includes(scaling)
        ? rotate(
            frequencies({
              originalMaxPosition: trainedLength * factor,
              maxPosition: trainedLength * factor,
            }),
          )
        : null,
      'frequencies-kept':
        scaling === 'dynamic' && isAfterLonger
          ? rotate(frequencies({seqLen: 4 * trainedLength}))
          : null,
    },
  );
}

/** @param {Core} core @param {RopeSettings} settings @returns {Numbers} */
export function ropeNumbers(core, settings) {
  const {layout, dHead, rotaryDim, scaling, trainedLength} = settings;
  const far = [100, 1000, 4 * trainedLength - 1];
  const near = [0, 1, 2, 3, 5, 7];
  const cases = {
    near: ropeCase(core, settings, near, false),
    far: ropeCase(core, settings, far, false),
    after_longer: ropeCase(core, settings, near, true),
  };
  const {attentionFactor} = ropeScaling(core, {
    ...scalingOf(settings),
    dim: rotaryDim,
    base: settings.base,
    seqLen: 8,
  });
  return {cases, facts: {layout, dHead, rotaryDim, scaling, attentionFactor}};
}

/**
 * @param {Core} core
 * @param {{layout: SinusoidalLayout, dModel: number, base: number}} settings
 * @returns {Numbers}
 */
export function sinusoidalNumbers(core, {layout, dModel, base}) {
  const nPos = 40;
  const other = layout === 'interleaved' ? 'concatenated' : 'interleaved';
  const positions = Array.from({length: nPos}, (_, p) => p);
  const halved = positions.flatMap((p) =>
    Array.from({length: dModel}, (_, k) => {
      const [i, isCosine] =
        layout === 'interleaved' ? [k >> 1, k % 2] : [k % (dModel / 2), k >= dModel / 2 ? 1 : 0];
      const angle = p * base ** (-i / dModel);
      return isCosine ? Math.cos(angle) : Math.sin(angle);
    }),
  );
  const all = {dModel, base};
  const interleaved = layout === 'interleaved';
  const table = makeCase(
    {
      args: {n_pos: nPos, d_model: dModel},
      shape: [nPos, dModel],
      tolerance: 2e-5 + 2 * FLOAT_SPACING * nPos,
    },
    sinusoidal(core, {...all, nPos, layout}).data,
    {
      swapped: interleaved ? faultSinusoidalSwapped(core, {...all, nPos}).data : null,
      'doubled-exponent': interleaved
        ? faultSinusoidalDoubledExponent(core, {...all, nPos}).data
        : null,
      'doubled-index': sinusoidal(core, {...all, base: base ** 2, nPos, layout}).data,
      'other-order': sinusoidal(core, {...all, nPos, layout: other}).data,
      'from-one': sinusoidal(core, {...all, nPos, layout, firstPos: 1}).data,
      'halved-exponent': layout === 'tensor2tensor' ? null : halved,
      'default-base': base === 10000 ? null : sinusoidal(core, {dModel, nPos, layout}).data,
    },
  );
  return {cases: {table}, facts: {layout, dModel}};
}

/** Bias of slopes by distance, without a mask. @param {ArrayLike<number>} slopes @param {number} nQuery @param {number} nKey @param {number} firstQuery */
const biasOf = (slopes, nQuery, nKey, firstQuery) =>
  Array.from(slopes).flatMap((slope) =>
    Array.from(
      {length: nQuery * nKey},
      (_, at) => -slope * Math.abs(Math.floor(at / nKey) + firstQuery - (at % nKey)),
    ),
  );

/**
 * @param {Core} core
 * @param {{nHeads: number, mask: 'causal' | 'none'}} settings
 * @returns {Numbers}
 */
export function alibiNumbers(core, {nHeads, mask}) {
  const slopes = alibiSlopes(core, {nHeads}).data;
  const geometric = alibiSlopes(core, {nHeads, rule: 'geometric'}).data;
  const sorted = Float32Array.from(slopes).sort().reverse();
  const fromZero = Float32Array.from(slopes, (_, h) => 2 ** ((-8 * h) / nHeads));
  const slopesCase = makeCase({args: {n_heads: nHeads}, shape: [nHeads], tolerance: 1e-6}, slopes, {
    'geometric-slopes': geometric,
    'slopes-sorted': sorted,
    'slopes-from-zero': fromZero,
    'one-slope': Float32Array.from(slopes, () => slopes[0]),
  });
  /** A row counts from its first key: the softmax cancels what all keys share. @param {ArrayLike<number>} values @param {number} nQuery @param {number} nKey */
  const byRow = (values, nQuery, nKey) =>
    Array.from(values, (value, at) => {
      const row = Math.floor(at / nKey);
      return value - values[row * nKey];
    });
  const biasCase = (/** @type {number} */ nQuery, /** @type {number} */ nKey) => {
    const firstQuery = nKey - nQuery;
    const compared = Array.from({length: nHeads * nQuery * nKey}, (_, at) => {
      const query = (Math.floor(at / nKey) % nQuery) + firstQuery;
      return mask === 'none' || at % nKey <= query ? 1 : 0;
    });
    const rows = (/** @type {ArrayLike<number>} */ values) => byRow(values, nQuery, nKey);
    const of = (/** @type {ArrayLike<number>} */ some, first = firstQuery) =>
      rows(biasOf(some, nQuery, nKey, first));
    const args = {n_heads: nHeads, n_query: nQuery, n_key: nKey};
    return makeCase(
      {args, shape: [nHeads, nQuery, nKey], tolerance: 1e-5, compared},
      rows(alibiBias(core, {slopes, nQuery, nKey, mask: 'none'}).data),
      {
        'geometric-slopes': of(geometric),
        'slopes-sorted': of(sorted),
        'slopes-from-zero': of(fromZero),
        'one-slope': of(Float32Array.from(slopes, () => slopes[0])),
        'positive-bias': of(slopes.map((slope) => -slope)),
        'query-axis': rows(faultAlibiQueryAxis(core, {slopes, nQuery, nKey}).data),
        'cache-misaligned': of(slopes, 0),
        'mask-misaligned':
          mask === 'none'
            ? null
            : of(slopes, 0).map((value, at) =>
                at % nKey > Math.floor(at / nKey) % nQuery ? MASKED : value,
              ),
      },
    );
  };
  const cases = {slopes: slopesCase, bias: biasCase(5, 5), bias_with_cache: biasCase(2, 6)};
  return {cases, facts: {nHeads, mask}};
}

/**
 * @param {Core} core
 * @param {{causal: boolean, nBuckets: number, maxDistance: number}} settings
 * @returns {Numbers}
 */
export function t5Numbers(core, {causal, nBuckets, maxDistance}) {
  const n = causal ? nBuckets : Math.floor(nBuckets / 2);
  const nExact = Math.floor(n / 2);
  // A logarithm in floating point may fall on either side of a whole number: those distances are left out.
  const isSafe = (/** @type {number} */ distance) => {
    if (distance < nExact) return true;
    const log = (Math.log(distance / nExact) / Math.log(maxDistance / nExact)) * (n - nExact);
    return Math.abs(log - Math.round(log)) > 1e-4 || distance === nExact;
  };
  const distances = Array.from({length: 2 * maxDistance}, (_, d) => d).filter(isSafe);
  const relative = [...distances.map((d) => -d).reverse(), ...distances.slice(1)];
  const shape = [relative.length];
  const buckets = (/** @type {number[]} */ offsets, /** @type {object} */ changes = {}) =>
    t5Buckets(core, {relative: offsets, causal, nBuckets, maxDistance, ...changes}).data;
  const uncapped = faultT5FloatBuckets({
    distances: relative.map((r) => (causal ? Math.max(-r, 0) : Math.abs(r))),
    n,
    maxDistance,
    type: 'float64',
    isCapped: false,
  }).map((bucket, k) => bucket + (!causal && relative[k] > 0 ? n : 0));
  const table = makeCase(
    {args: {relative: {data: relative, shape, type: 'int'}}, shape, tolerance: 0},
    buckets(relative),
    {
      'sign-flipped': buckets(relative.map((r) => -r)),
      'one-direction': causal ? null : buckets(relative.map((r) => -Math.abs(r))),
      'decoder-rule': causal ? null : buckets(relative, {causal: true}),
      'both-directions': causal ? buckets(relative, {causal: false}) : null,
      uncapped,
    },
  );
  return {cases: {buckets: table}, facts: {causal, nBuckets, maxDistance}};
}

/** @returns {Numbers} positions of the last columns of a mask: of new tokens, with and without a cache */
export function positionNumbers() {
  const mask = [1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1];
  const [nRows, nColumns] = [3, 6];
  const idCase = (/** @type {number} */ nPast) => {
    const nNew = nColumns - nPast;
    const of = (/** @type {(row: number, column: number) => number} */ at) =>
      Array.from({length: nRows * nNew}, (_, k) => at(Math.floor(k / nNew), (k % nNew) + nPast));
    const count = (
      /** @type {number} */ row,
      /** @type {number} */ from,
      /** @type {number} */ to,
    ) => mask.slice(row * nColumns + from, row * nColumns + to + 1).reduce((a, b) => a + b, 0);
    return makeCase(
      {
        args: {
          attention_mask: {data: mask, shape: [nRows, nColumns], type: 'int'},
          n_past: nPast,
        },
        shape: [nRows, nNew],
        tolerance: 0,
        compared: of((row, column) => mask[row * nColumns + column]),
      },
      of((row, column) => count(row, 0, column) - 1),
      {
        'from-one': of((row, column) => count(row, 0, column)),
        'ignores-padding': of((_, column) => column),
        'ignores-past': nPast ? of((row, column) => count(row, nPast, column) - 1) : null,
      },
    );
  };
  return {cases: {whole: idCase(0), with_cache: idCase(4)}, facts: {}};
}

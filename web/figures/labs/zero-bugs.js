// @ts-check
// Twelve ways in which public code has got positions wrong, each beside what it should be: the query and
// the keys of one causal head, ready for the dot product. Right kernels with wrong arguments, but for one.

import {randomNormal} from '../../core/base.js';
import {faultBf16, faultRopeMixed, faultSinusoidalDoubledExponent} from '../../core/fault.js';
import {matmul} from '../../core/linalg.js';
import {attention} from '../../core/nn.js';
import {
  alibiBias,
  alibiSlopes,
  ropeFrequencies,
  ropeRotate,
  ropeScaling,
  ropeTables,
  sinusoidal,
} from '../../core/pe.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {RopeTables} from '../../core/pe/rope.js' */
/** @import {ScalingSettings} from '../../core/pe/scaling.js' */

export const REACH = 1024;
const N = REACH + 1;
const DIM = 64;
const TRAINED = 256; // tokens, for the rules that stretch what was trained
const FACTOR = 16;

/** One head's content, and what has been made of it. @typedef {{core: Core, q: Tensor, k: Tensor, v: Tensor, made: Map<string, Sides>}} Content */
/** Queries, keys and values by position; a slope where there is a bias. @typedef {{q: Float32Array, k: Float32Array, v: Float32Array, slope?: number}} Sides */
/** What attention gets for a query at a position. @typedef {(content: Content, position: number) => Sides} Way */
/** @typedef {{short: string, label: string, source: string, right: Way, wrong: Way}} Bug */

/** @param {Core} core @param {number} seed @returns {Content} */
export function contentOf(core, seed) {
  const [q, k, v] = ['query', 'key', 'value'].map((name) =>
    randomNormal(core, {seed, name, shape: [1, N, DIM]}),
  );
  return {core, q, k, v, made: new Map()};
}

/** @param {Content} content @param {string} name @param {() => Sides} make @returns {Sides} */
function once({made}, name, make) {
  const sides = made.get(name) ?? make();
  made.set(name, sides);
  return sides;
}

// ---------------------------------------------------------------------------------------- ways

/**
 * @param {string} name
 * @param {(core: Core) => RopeTables} tablesOf
 * @param {'half' | 'interleaved' | 'mixed'} [layout]
 * @returns {Way}
 */
const rotated =
  (name, tablesOf, layout = 'half') =>
  (content) =>
    once(content, name, () => {
      const {core, v} = content;
      const tables = tablesOf(core);
      const [q, k] = [content.q, content.k].map((x) =>
        layout === 'mixed'
          ? faultRopeMixed(core, {x, ...tables})
          : ropeRotate(core, {x, ...tables, layout}),
      );
      return {q: q.data, k: k.data, v: v.data};
    });

/** @param {ScalingSettings} [scaling] @param {number} [attentionFactor] */
const tables = (scaling, attentionFactor) => (/** @type {Core} */ core) =>
  ropeTables(core, {
    nPos: N,
    ...ropeScaling(core, {dim: DIM, ...scaling}),
    ...(attentionFactor === undefined ? {} : {attentionFactor}),
  });

const plain = rotated('rope', tables());

/** @param {Core} core */
const bf16Tables = (core) =>
  ropeTables(core, {
    nPos: N,
    invFreq: faultBf16(core, {values: ropeFrequencies(core, {dim: DIM})}),
  });

/** @type {(length: number) => ScalingSettings} */
const yarn = (length) => ({kind: 'yarn', factor: FACTOR, originalMaxPosition: length});
/** @type {(length: number) => ScalingSettings} */
const dynamic = (length) => ({
  kind: 'dynamic',
  factor: 4,
  maxPosition: TRAINED,
  seqLen: Math.max(TRAINED, length),
});
/** @type {(length: number) => ScalingSettings} */
const longrope = (length) => ({
  kind: 'longrope',
  factor: 4,
  originalMaxPosition: TRAINED,
  seqLen: length > TRAINED ? TRAINED + 1 : TRAINED,
  shortFactor: new Array(DIM / 2).fill(1),
  longFactor: Array.from({length: DIM / 2}, (_, k) => 1 + (3 * k) / (DIM / 2 - 1)),
});
/** @type {ScalingSettings} */
const llama3 = {
  kind: 'llama3',
  factor: 8,
  originalMaxPosition: TRAINED,
  lowFreqFactor: 1,
  highFreqFactor: 4,
};

/**
 * Query and keys by the rule of the length at hand.
 *
 * @param {(length: number) => ScalingSettings} ruleOf
 * @returns {Way}
 */
const byLength = (ruleOf) => (content, position) => {
  // not kept: sides of a rule a position would be half a megabyte each
  const {core, v} = content;
  const n = position + 1;
  const cosSin = ropeTables(core, {nPos: n, ...ropeScaling(core, {dim: DIM, ...ruleOf(n)})});
  const [q, k] = [content.q, content.k].map(({data}) => {
    const x = {data: data.subarray(0, n * DIM), shape: [1, n, DIM]};
    return ropeRotate(core, {x, ...cosSin}).data;
  });
  return {q, k, v: v.data};
};

/**
 * The query by the rule of the length at hand, each key by that of the length at which it came.
 *
 * @param {string} name
 * @param {(length: number) => ScalingSettings} ruleOf
 * @returns {Way}
 */
const asTheyCame = (name, ruleOf) => (content, position) => {
  const {k} = once(content, `${name} kept`, () => keptSides(content, ruleOf));
  return {...byLength(ruleOf)(content, position), k};
};

/** @param {Content} content @param {(length: number) => ScalingSettings} ruleOf @returns {Sides} */
function keptSides({core, q, k, v}, ruleOf) {
  const kept = new Float32Array(N * DIM);
  for (let from = 0; from < N; ) {
    const rule = ruleOf(from + 1);
    let to = from + 1;
    while (to < N && ruleOf(to + 1).seqLen === rule.seqLen) to++;
    const made = ropeScaling(core, {dim: DIM, ...rule});
    const cosSin = ropeTables(core, {nPos: to - from, firstPos: from, ...made});
    const x = {data: k.data.subarray(from * DIM, to * DIM), shape: [1, to - from, DIM]};
    kept.set(ropeRotate(core, {x, ...cosSin}).data, from * DIM);
    from = to;
  }
  return {q: q.data, k: kept, v: v.data};
}

/** A quarter of the head revolutions. @param {string} name @param {number} headDim @returns {Way} */
const partly = (name, headDim) =>
  rotated(name, (core) =>
    ropeTables(core, {
      nPos: N,
      ...ropeScaling(core, {dim: DIM / 4, kind: 'proportional', headDim}),
    }),
  );

/** The fifth of twelve heads. @param {'reference' | 'geometric'} rule @returns {Way} */
const alibi = (rule) => (content) =>
  once(content, `alibi ${rule}`, () => ({
    q: content.q.data,
    k: content.k.data,
    v: content.v.data,
    slope: alibiSlopes(content.core, {nHeads: 12, rule}).data[4],
  }));

/** @param {string} name @param {(core: Core) => Tensor} tableOf (N, DIM) @returns {Way} */
const added = (name, tableOf) => (content) =>
  once(content, name, () => {
    const {core} = content;
    const table = tableOf(core).data;
    const x = {data: content.v.data.map((value, at) => value + table[at]), shape: [N, DIM]};
    const [q, k, v] = ['w query', 'w key', 'w value'].map((weights) => {
      const b = randomNormal(core, {seed: 1, name: weights, shape: [DIM, DIM], sigma: 0.125});
      return matmul(core, {a: x, b}).data;
    });
    return {q, k, v};
  });

const summed = added('sinusoidal', (core) => sinusoidal(core, {nPos: N, dModel: DIM}));

// ---------------------------------------------------------------------------------------- bugs

/** @type {readonly Bug[]} */
export const BUGS = [
  {
    short: 'pairs',
    label: 'weights of interleaved code in half-split code',
    source: 'transformers#25199',
    right: rotated('interleaved', tables(), 'interleaved'),
    wrong: plain,
  },
  {
    short: 'mixed tables',
    label: 'half-split tables read at neighbouring elements',
    source: 'how-to-train-your-gpt#6',
    right: plain,
    wrong: rotated('mixed', tables(), 'mixed'),
  },
  {
    short: 'bfloat16',
    label: 'frequencies rounded to bfloat16',
    source: 'gpt-neox#1003',
    right: plain,
    wrong: rotated('bf16', bf16Tables),
  },
  {
    short: 'amplitude',
    label: 'YaRN without its amplitude',
    source: 'transformers#47435, mobius#548',
    right: rotated('yarn', tables(yarn(TRAINED))),
    wrong: rotated('yarn of 1', tables(yarn(TRAINED), 1)),
  },
  {
    short: 'length',
    label: 'YaRN given the stretched length as the original one',
    source: 'transformers#33783',
    right: rotated('yarn', tables(yarn(TRAINED))),
    wrong: rotated('yarn of the length', tables(yarn(TRAINED * FACTOR))),
  },
  {
    short: 'dynamic NTK',
    label: 'dynamic NTK, keys kept as they were rotated',
    source: 'transformers#25104',
    right: byLength(dynamic),
    wrong: asTheyCame('dynamic', dynamic),
  },
  {
    short: 'LongRoPE',
    label: 'LongRoPE, keys kept across the switch',
    source: 'transformers#33129',
    right: byLength(longrope),
    wrong: asTheyCame('longrope', longrope),
  },
  {
    short: 'llama3',
    label: 'llama3 scaling left out',
    source: 'unsloth#6197, tiny-vllm#1',
    right: rotated('llama3', tables(llama3)),
    wrong: plain,
  },
  {
    short: 'partial',
    label: 'a quarter of the head is rotated, its exponents counted over the whole head',
    source: 'pie#602; pegainfer#820 warns of the reverse',
    right: partly('partial', DIM / 4),
    wrong: partly('proportional', DIM),
  },
  {
    short: 'slopes',
    label: 'ALiBi’s slopes of 12 heads by the rule for powers of two',
    source: 'mlx#343, curated-transformers#252',
    right: alibi('reference'),
    wrong: alibi('geometric'),
  },
  {
    short: 'exponent',
    label: 'sinusoids with the column for the pair in the exponent',
    source: 'DeepCTR#379',
    right: summed,
    wrong: added('doubled', (core) => faultSinusoidalDoubledExponent(core, {nPos: N, dModel: DIM})),
  },
  {
    short: 'precedence',
    label: 'sinusoids of e⁻²ᵏ: “/ d // 2” read from the left',
    source: 'LoFTR#41',
    right: summed,
    wrong: added('precedence', (core) =>
      sinusoidal(core, {nPos: N, dModel: DIM, base: Math.exp(DIM)}),
    ),
  },
];

// ------------------------------------------------------------------------------------ measuring

/**
 * Attention's output of the query at a position, which sees itself and all before.
 *
 * @param {Core} core
 * @param {Sides} sides
 * @param {number} position
 */
function outputAt(core, {q, k, v, slope}, position) {
  const n = position + 1;
  const rows = (/** @type {Float32Array} */ x) => ({
    data: x.subarray(0, n * DIM),
    shape: [1, n, DIM],
  });
  const query = {data: q.subarray(position * DIM, n * DIM), shape: [1, 1, DIM]};
  const bias =
    slope === undefined ? undefined : alibiBias(core, {slopes: [slope], nQuery: 1, nKey: n});
  return attention(core, {q: query, k: rows(k), v: rows(v), bias}).output.data;
}

/**
 * How far a bug moves the output of the query at a position, in parts of its length.
 *
 * @param {Content} content
 * @param {Bug} bug
 * @param {number} position 0 .. REACH
 */
export function errorAt(content, {right, wrong}, position) {
  const [wanted, got] = [right, wrong].map((way) =>
    outputAt(content.core, way(content, position), position),
  );
  let [apart, length] = [0, 0];
  wanted.forEach((value, c) => {
    apart += (got[c] - value) ** 2;
    length += value ** 2;
  });
  return Math.sqrt(apart / length);
}

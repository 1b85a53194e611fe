// One gradient step and fifty updates of a small transformer, for each positional method.
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';

import {randomUniform} from '../../../../web/core/base.js';
import {Transformer} from '../../../../web/core/transformer.js';
import {firstMismatch, inputOf} from '../compare.js';

/** @import {Core, Tensor} from '../../../../web/core/core.js' */
/** @import {DecodedCase, Decoded} from '../compare.js' */
/**
 * @typedef {{shape: number[], l2: number, sum: number, absmax: number, proj: number[],
 *   index: number[], value: number[], tol: {value_atol: number, proj_atol: number}}} Digest
 * @typedef {{name: string, shape: number[], a: number, shift: number, first: {data: number[]}}} Init
 * @typedef {DecodedCase & {init: Init[], loss0: {f64: number}, grads: Record<string, Digest>,
 *   adam: {loss_f64: number[]}, adamw: {loss_f64: number[]},
 *   full_gradients?: {file: string, order: string[]}}} TrainingCase
 */

/** @type {Record<string, string[]>} */
const METHODS = {
  none: [],
  sinusoidal: ['sinusoidal'],
  learned: ['learned'],
  learned_tanh: ['learned'],
  rope_half: ['rope-half'],
  rope_interleaved: ['rope-interleaved'],
  alibi: ['alibi'],
  t5: ['t5'],
  shaw: ['shaw-keys', 'shaw-values'],
  kerple_log: ['kerple-log'],
  kerple_power: ['kerple-power'],
  fire: ['fire'],
  cope: ['cope'],
};
const PUBLIC_BASE = 0x5eed0001n; // of the streams that weights are drawn from
const LOSS0_ATOL = 2e-6; // these three as GOLDEN.md advises
const ADAM_ATOL = 5e-6;
const ADAMW_ATOL = 1e-5;
const N_PROJECTIONS = 4;

/** @param {Core} core @param {TrainingCase} item @param {string} folder where its file is */
export function run(core, item, folder) {
  const {params} = item;
  if (!METHODS[params.method]) return `method ${params.method} is not of the core`;
  const {data, shape} = inputOf(item, 'tokens');
  const batch = split(data, shape[1]);
  const base = baseOf(core, item, folder);
  /** @template T @param {(model: Transformer) => T} use */
  const withModel = (use) => {
    const model = new Transformer(core, configOf(params));
    try {
      for (const init of item.init) model.setTensor(init.name, weightsOf(core, base, init));
      return use(model);
    } finally {
      model.close();
    }
  };
  const [lr, nSteps] = [params.lr, item.adam.loss_f64.length];
  const losses = (/** @type {number} */ weightDecay) =>
    withModel((model) =>
      Array.from({length: nSteps}, () => model.step({...batch, lr, weightDecay})),
    );
  return withModel((model) => {
    const loss0 = model.gradients(batch);
    const names = model.tensors.filter(({kind}) => kind === 'param').map(({name}) => name);
    const grads = Object.fromEntries(names.map((name) => [name, model.gradient(name)]));
    const logits = someRows(model.tensor('logits'), [0, 1, params.seq - 1]);
    return {
      loss0,
      grads,
      logits,
      projections: Object.fromEntries(names.map((n) => [n, project(core, n, grads[n].data)])),
      adam: losses(0),
      adamw: losses(params.decay),
      whole: wholeGradients(item, folder),
    };
  });
}

/**
 * @param {Record<string, Decoded>} want
 * @param {any} got what run() returned
 * @param {TrainingCase} item
 * @returns {string[]}
 */
export function compare(want, got, item) {
  const list = (/** @type {number[]} */ data) => ({data: Float64Array.from(data), shape: []});
  const names = Object.keys(item.grads);
  const extra = Object.keys(got.grads).filter((name) => !names.includes(name));
  return [
    firstMismatch('logits', want.logits, got.logits, item.tol?.logits),
    firstMismatch('loss0', list([item.loss0.f64]), [got.loss0], {atol: LOSS0_ATOL}),
    firstMismatch('adam', list(item.adam.loss_f64), got.adam, {atol: ADAM_ATOL}),
    firstMismatch('adamw', list(item.adamw.loss_f64), got.adamw, {atol: ADAMW_ATOL}),
    ...names.flatMap((name) => compareGradient(name, got, item)),
    ...extra.map((name) => `grads.${name} is not in the golden file`),
  ].filter((problem) => problem !== undefined);
}

/**
 * @param {string} name
 * @param {any} got
 * @param {TrainingCase} item
 * @returns {(string | undefined)[]}
 */
function compareGradient(name, got, item) {
  const {index, value, l2, sum, absmax, proj, tol} = item.grads[name];
  /** @type {Tensor | undefined} */
  const grad = got.grads[name];
  if (!grad) return [`grads.${name} was not computed`];
  const list = (/** @type {ArrayLike<number>} */ data) => ({
    data: Float64Array.from(data),
    shape: [],
  });
  const check = (
    /** @type {string} */ what,
    /** @type {ArrayLike<number>} */ wanted,
    /** @type {ArrayLike<number>} */ values,
    /** @type {number} */ atol,
  ) => firstMismatch(`grads.${name} ${what}`, list(wanted), values, {atol});
  const values = index.map((k) => grad.data[k]);
  const {data} = grad;
  const norm = Math.sqrt(data.reduce((a, g) => a + g * g, 0));
  const largest = data.reduce((a, g) => Math.max(a, Math.abs(g)), 0);
  const total = data.reduce((a, g) => a + g, 0);
  const whole = got.whole?.[name];
  return [
    check('value', value, values, tol.value_atol),
    check('absmax', [absmax], [largest], tol.value_atol),
    check('l2', [l2], [norm], tol.proj_atol),
    check('sum', [sum], [total], tol.proj_atol),
    check('proj', proj, got.projections[name], tol.proj_atol),
    whole && check('whole', whole, data, tol.value_atol),
  ];
}

// -------------------------------------------------------------------------------------- the model

/** @param {Record<string, any>} params */
function configOf(params) {
  const settings = {
    base: params.o_base,
    maxLen: params.o_npos ?? params.max_len,
    clip: params.o_clip,
    nBuckets: params.o_buckets,
    maxDistance: params.o_max_distance,
    width: params.o_width,
  };
  const given = Object.fromEntries(Object.entries(settings).filter(([, v]) => v !== undefined));
  return {
    vocabSize: params.vocab,
    nLayers: params.layers,
    nHeads: params.heads,
    dModel: params.d_model,
    dFf: params.d_ff,
    gelu: params.gelu,
    batch: params.batch,
    seqLen: params.seq,
    methods: METHODS[params.method].map((name) => ({name, ...given})),
  };
}

/**
 * Inputs and what follows them.
 *
 * @param {Float64Array} tokens (batch, seq + 1)
 * @param {number} rowLen seq + 1
 */
function split(tokens, rowLen) {
  const at = (/** @type {number} */ from) =>
    tokens.filter((_, k) => k % rowLen >= from && k % rowLen < from + rowLen - 1);
  return {tokens: at(0), targets: at(1)};
}

/** @param {Core} core @param {bigint} base @param {Init} init @returns {Tensor} */
function weightsOf(core, base, {name, shape, a, shift}) {
  const drawn = randomUniform(core, {seed: base, name: `w/${name}`, shape, scale: a});
  if (shift === 0) return drawn;
  return {data: drawn.data.map((r) => Math.fround(shift) + r), shape};
}

/**
 * The seed of the case's weights: the public one, or one that the folder's own random numbers were
 * drawn from; told by the first weights.
 *
 * @param {Core} core
 * @param {TrainingCase} item
 * @param {string} folder
 */
function baseOf(core, item, folder) {
  const file = path.join(folder, 'rng.json');
  const cases = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).cases : [];
  const bases = cases.map((/** @type {any} */ {params}) => BigInt(`0x${params.base_hex}`));
  const found = [PUBLIC_BASE, ...bases].find((base) =>
    item.init.every((init) => {
      const drawn = weightsOf(core, base, init).data;
      return init.first.data.every((value, k) => drawn[k] === Math.fround(value));
    }),
  );
  if (found === undefined) throw new Error('the seed of its weights is not known');
  return found;
}

// ---------------------------------------------------------------------------------- what is compared

/** @param {Tensor} logits (batch, seq, vocab) @param {number[]} rows of the first sequence */
function someRows({data, shape: [, , n]}, rows) {
  return rows.flatMap((row) => [...data.subarray(row * n, (row + 1) * n)]);
}

/**
 * Sums of a gradient with the signs of the streams "projK/NAME".
 *
 * @param {Core} core
 * @param {string} name
 * @param {Float32Array} gradient
 */
function project(core, name, gradient) {
  return Array.from({length: N_PROJECTIONS}, (_, k) => {
    const stream = {seed: 0, name: `proj${k}/${name}`, shape: [gradient.length]};
    const numbers = randomUniform(core, stream).data; // the top bit of the stream makes them >= 0
    return gradient.reduce((sum, g, i) => sum + (numbers[i] >= 0 ? -g : g), 0);
  });
}

/**
 * Every element of every gradient, where the case has a file of them beside it.
 *
 * @param {TrainingCase} item
 * @param {string} folder
 * @returns {Record<string, Float32Array> | undefined}
 */
function wholeGradients({full_gradients, grads}, folder) {
  const file = full_gradients && path.join(folder, full_gradients.file);
  if (!file || !existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  let at = 0;
  return Object.fromEntries(
    full_gradients.order.map((name) => {
      const n = grads[name].shape.reduce((a, b) => a * b, 1);
      const values = Float32Array.from({length: n}, (_, k) => bytes.readFloatLE(4 * (at + k)));
      at += n;
      return [name, values];
    }),
  );
}

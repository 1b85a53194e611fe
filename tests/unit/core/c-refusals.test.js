// The contracts of src/*/*.h for values that come from outside, function by function, read off the
// prototypes: a bad size, number or name of an enum gives a status, and no output is touched.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import test from 'node:test';

import {loadBothCores} from '../../support/core.js';

/** @import {Core} from '../../../web/core/core.js' */
/** @typedef {{type: string, name: string}} Parameter */
/** @typedef {{name: string, parameters: Parameter[]}} Prototype */
/** @typedef {Parameter & {argument: number}} Value of an argument, or of a field of a struct that it points to */

const SRC = new URL('../../../src/', import.meta.url);
const [MIN_INT, LARGE] = [-(2 ** 31), 2 ** 28 + 1];
const BLOCK_BYTES = 1 << 14;
const FILL = 0.5; // of every block: a finite float, no whole number, and as an integer large

// What a parameter is in a call that is right, where it is not 2.
/** @type {Record<string, number>} */
const GOOD = {
  d_head: 4,
  d_model: 4,
  dim: 4,
  n_in: 4,
  n_name: 0,
  base: 10000,
  p: 0.5,
  dropout: 0.5,
  eps: 1e-5,
  n_heads: 2,
  smoothing: 0.1,
  lr: 1e-3,
  beta1: 0.9,
  beta2: 0.999,
  weight_decay: 0.01,
  layout: 0,
  form: 0,
  rule: 0,
  readout: 0,
  gelu: 0,
  mask: 0,
  inverse: 0,
  divide: 0,
  max_distance: 4,
  causal: 0,
  accumulate: 0,
  kind: 0,
  seed_lo: 1,
  seed_hi: 1,
  clip: 1,
  first_pos: 0,
  index: 0,
  id: 0,
  task: 0,
  each: 1,
  split: 0,
  n_past: 1,
  window: 0,
  method: 1,
  n_components: 1,
  n_methods: 0,
  table_len: 1,
  rotary_dim: 4,
  perplexity: 1,
  momentum: 0.5,
  shift: 0,
};
const NO_SIZE = [0, -1, MIN_INT, LARGE];
const NO_FINITE = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
const NO_CHOICE = [-1, 99, MIN_INT];
const NO_BASE = [...NO_FINITE, 0, -1, 1e-101, 1e101];
const NO_SHARE = [...NO_FINITE, -0.1, 1];
const NO_MAP = [...NO_SIZE, 1, 4097];
const NO_DIMS = [0, -1, MIN_INT, 4];
const FREE = [
  'interleaved',
  'truncate',
  'inverse',
  'divide',
  'causal',
  'accumulate',
  'each',
  'seed_lo',
  'seed_hi',
  'first_pos',
  'input_reversed',
  'answer_reversed',
];
// What each refuses; any other integer is a size, any other double must be finite.
/** @type {Record<string, number[]>} */
const BAD = {
  ...Object.fromEntries(FREE.map((name) => [name, []])),
  n_name: [-1, MIN_INT],
  clip: [-1, MIN_INT, 2 ** 27 + 1],
  n_buckets: [-1, 0, MIN_INT, 1025],
  max_distance: [-1, 0, MIN_INT, 2 ** 27 + 1],
  index: [-1, MIN_INT, 64],
  n_methods: [-1, MIN_INT],
  layout: NO_CHOICE,
  kind: NO_CHOICE,
  type: NO_CHOICE,
  frequency_type: NO_CHOICE,
  angle_type: NO_CHOICE,
  table_type: NO_CHOICE,
  form: NO_CHOICE,
  rule: NO_CHOICE,
  readout: NO_CHOICE,
  gelu: NO_CHOICE,
  mask: NO_CHOICE,
  id: NO_CHOICE,
  method: NO_CHOICE,
  task: NO_CHOICE,
  split: NO_CHOICE,
  n_past: [-1, MIN_INT, LARGE],
  window: [-1, MIN_INT],
  base: NO_BASE,
  p: NO_SHARE,
  dropout: NO_SHARE,
  eps: [...NO_FINITE, 0, -1],
  smoothing: NO_SHARE,
  beta1: NO_SHARE,
  beta2: NO_SHARE,
  lr: [...NO_FINITE, -1],
  weight_decay: [...NO_FINITE, -1],
  step: [0, -1, MIN_INT],
  sigma: [...NO_FINITE, -1],
  offset: [...NO_FINITE, 2 ** 54],
  modulus: [0, -1, MIN_INT],
  rotary_dim: [0, -2, 3, 6, MIN_INT],
  dim: [...NO_SIZE, 3],
  n_dims: NO_DIMS,
  perplexity: [...NO_FINITE, 0.5, -1, 1.5],
  early_exaggeration: [...NO_FINITE, 0.5, 0, -1, 1001],
  learning_rate: [...NO_FINITE, 0, -1, 1e7],
  momentum: NO_SHARE,
};
const TEMPERATURE = {
  interval: [...NO_FINITE, 0, -1, 2 ** 54],
  beta: [...NO_FINITE, 1e101, -1e101],
  shift: [-1, 2, MIN_INT],
};
// Of one function, where a name means something else there.
/** @type {Record<string, Record<string, number[]>>} */
const BAD_OF = {
  nn_attention_forward: {n_bias: [...NO_SIZE, 3]},
  nn_attention_logits: {n_bias: [...NO_SIZE, 3]},
  nn_attention_backward: {n_bias: []}, // no bias is read
  pe_sink_forward: {n_sinks: [...NO_SIZE, 3]},
  pe_sink_backward: {n_sinks: [...NO_SIZE, 3]},
  pe_pope_add: {dim: [...NO_SIZE, 5], n_angles: [1, 0, -1, MIN_INT]},
  pe_pope_backward: {dim: [...NO_SIZE, 5], n_angles: [1, 0, -1, MIN_INT]},
  model_task_batch: {index: [-1, MIN_INT]},
  pe_scaling_magnitude: {factor: NO_BASE},
  pe_scaling_repeating_pair: {repeat_at: [...NO_FINITE, -1, 2 ** 54]},
  pe_temperature_factors: TEMPERATURE,
  pe_temperature_scale: TEMPERATURE,
  pe_ids_randomized: {n: [...NO_SIZE, 3], n_ids: [...NO_SIZE, 1]},
  pe_ids_pose: {
    n: [...NO_SIZE, 3],
    n_tokens: [...NO_SIZE, 1],
    n_first: [-1, 3, MIN_INT],
    second_end: [-1, 1, 3, MIN_INT],
    jump: [-1, LARGE, MIN_INT],
  },
  // the rule of the call that is right, plain, reads nothing of them
  pe_distance_matrix: {window: [], group: [], is_exact: [], chunk: [], local: [], factor: []},
  pe_distance_logits: {n_pairs: [...NO_SIZE, 3]},
  pe_rope_mixed_init: {theta: NO_BASE, d_head: [...NO_SIZE, 3, 6]},
  pe_rope_mixed_angles: {d_head: [...NO_SIZE, 3]},
  pe_rope_mixed_rotate: {d_head: [...NO_SIZE, 3]},
  pe_rope_mixed_backward: {d_head: [...NO_SIZE, 3]},
  pe_ids_abacus: {offset: [-1, LARGE, MIN_INT]},
  pe_ids_coupling: {start: [-1, LARGE, MIN_INT]},
  pe_deberta_buckets: {
    n_buckets: [-1, 1, MIN_INT, 6, 1025],
    max_distance: [0, -1, 2, MIN_INT, 2 ** 27 + 1],
  },
  pe_xpos_scale: {scale_base: NO_BASE, first: [...NO_FINITE, MIN_INT, 2 ** 31 - 1]},
  pe_sinusoidal_shift: {d_model: [...NO_SIZE, 3, 2 ** 15]},
  pe_fault_rope_mixed: {d_head: [...NO_SIZE, 3]},
  pe_axes_by_sections: {n_axes: [...NO_SIZE, 3], n_pairs: [...NO_SIZE, 3]},
  pe_rope_rotate: {n_pairs: [...NO_SIZE, 3]},
  pe_fault_rope_by_head: {n_pairs: [...NO_SIZE, 3]},
  linalg_measure_min_distance: {n: [...NO_SIZE, 1]},
  linalg_measure_pearson: {n: [...NO_SIZE, 1]},
  linalg_eigen_symmetric: {n: [...NO_SIZE, 2049]},
  proj_pca_fit: {n: [...NO_SIZE, 1], n_components: [...NO_SIZE, 3]},
  proj_kmeans_seed: {k: [...NO_SIZE, 3]},
  proj_kmeans_step: {k: [...NO_SIZE, 3]},
  proj_tsne_conditional: {n: NO_MAP},
  proj_tsne_joint: {n: NO_MAP},
  proj_tsne_kl: {n: NO_MAP},
  proj_tsne_gradient: {n: NO_MAP},
  proj_tsne_init: {n: NO_MAP},
  proj_tsne_step: {n: NO_MAP},
};
const SCRATCH = ['scratch', 'panels', 'norms'];

/**
 * Every `API Status name(...)` of the headers but those that need a whole model, and those that need
 * the settings of a method: what they refuse is in tests/unit/model/train.test.js and
 * tests/unit/pe/method.test.js.
 *
 * @returns {Prototype[]}
 */
function prototypes() {
  const headers = readdirSync(SRC, {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.h'))
    .map((name) => readFileSync(new URL(name, SRC), 'utf8'));
  const found = headers.flatMap((text) => [...text.matchAll(/^API Status (\w+)\(([^)]*)\);/gm)]);
  const all = found.map(([, name, list]) => ({
    name,
    parameters: list.split(',').map((text) => {
      const [, type, parameter] = /^(.*?)(\w+)$/s.exec(text.trim()) ?? [];
      return {type: type.replaceAll(/\s+/g, ' ').trim(), name: parameter};
    }),
  }));
  return all.filter(
    ({parameters}) =>
      !parameters.some(({type}) => /\b(Model|const ModelLayer|const PeConfig) \*$/.test(type)),
  );
}

/** @param {Parameter} parameter */
const isPointer = ({type}) => type.endsWith('*');

/** @param {Prototype} prototype @param {Parameter} parameter @returns {number[]} */
function badValues(prototype, {type, name}) {
  const own = BAD_OF[prototype.name.replace(/_ref$/, '')]?.[name] ?? BAD[name];
  return own ?? (type === 'double' ? NO_FINITE : NO_SIZE);
}

/** @param {string} type of a pointer @returns {string} what it points to */
const pointedTo = (type) => type.replace(/^const /, '').replace(/ \*$/, '');

/**
 * Structs that JavaScript fills, but for settings that are right when they are all zero.
 *
 * @param {Core} core
 * @param {Parameter} parameter
 */
const structOf = (core, {type}) => {
  const name = pointedTo(type);
  return name === 'PeScaling' ? undefined : core.describe.structs[name];
};

/**
 * Every value of a call: its arguments, and for a struct the fields instead.
 *
 * @param {Core} core
 * @param {Prototype} prototype
 * @returns {Value[]}
 */
function valuesOf(core, {parameters}) {
  return parameters.flatMap((parameter, argument) => {
    const struct = structOf(core, parameter);
    if (!struct) return [{...parameter, argument}];
    return struct.fields.map(({name, type}) => ({name: snake(name), type, argument}));
  });
}

/** @param {string} name camelCase */
const snake = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** @param {string} name snake_case */
const camel = (name) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * Calls with one number per value.
 *
 * @param {Core} core
 * @param {Prototype} prototype
 * @param {Value[]} values
 * @param {number[]} numbers
 */
function callWith(core, prototype, values, numbers) {
  core.scratch((mem) => {
    const args = prototype.parameters.map((parameter, argument) => {
      const own = values.flatMap((value, k) =>
        value.argument === argument ? [[camel(value.name), numbers[k]]] : [],
      );
      if (!structOf(core, parameter)) return Number(own[0][1]);
      return mem.struct(pointedTo(parameter.type), Object.fromEntries(own)).ptr;
    });
    core.call(prototype.name, ...args);
  });
}

/**
 * The values of a call that is right: a block for each pointer, small sizes.
 *
 * @param {import('../../../web/core/core.js').Memory} mem
 * @param {Value[]} values
 */
function goodCall(mem, values) {
  /** @type {Map<string, import('../../../web/core/core.js').Block<Uint8Array>>} */
  const outputs = new Map();
  const numbers = values.map((value) => {
    if (!isPointer(value)) return GOOD[value.name] ?? 2;
    const block = mem.u8(BLOCK_BYTES);
    const view = block.view();
    const isInt = value.type.includes('int32_t');
    const isRule = /PeScaling/.test(value.type); // all zero: the default
    const one = isInt ? 1 : isRule ? 0 : FILL;
    const [width, filled] = value.type.includes('double') ? [8, FILL] : [4, one];
    const bytes = new DataView(view.buffer, view.byteOffset, BLOCK_BYTES);
    for (let at = 0; at < BLOCK_BYTES; at += width) {
      if (width === 8) bytes.setFloat64(at, filled, true);
      else if (isInt) bytes.setInt32(at, filled, true);
      else bytes.setFloat32(at, filled, true);
    }
    const isOutput = !value.type.startsWith('const') && !SCRATCH.includes(value.name);
    if (isOutput) outputs.set(value.name, block);
    return block.ptr;
  });
  return {numbers, outputs};
}

/** @param {Core} core @param {Prototype} prototype */
function checkRefusals(core, prototype) {
  const values = valuesOf(core, prototype);
  let nRefused = 0;
  core.scratch((mem) => {
    const {numbers, outputs} = goodCall(mem, values);
    values.forEach((value, at) => {
      if (isPointer(value)) return;
      for (const bad of badValues(prototype, value)) {
        const before = [...outputs].map(
          ([name, block]) => /** @type {const} */ ([name, block.copy()]),
        );
        const label = `${prototype.name} with ${value.name} = ${bad}`;
        const call = () => callWith(core, prototype, values, numbers.with(at, bad));
        assert.throws(call, {name: 'CoreError'}, label);
        for (const [name, bytes] of before) {
          assert.deepEqual(outputs.get(name)?.copy(), bytes, `${label}: ${name} was touched`);
        }
        nRefused++;
      }
    });
    assert.doesNotThrow(() => callWith(core, prototype, values, numbers), prototype.name);
  });
  return nRefused;
}

for (const [build, core] of await loadBothCores()) {
  const exported = new Set(core.exportNames);
  const present = prototypes().filter(({name}) => exported.has(name));

  test(`every function of C that answers with a status is held to its contract (${build})`, () => {
    assert.ok(present.length >= 45, `${present.length} functions`);
    const nStatus = present.filter(({name}) => !name.endsWith('_ref')).length;
    assert.ok(nStatus >= 45, `${nStatus} functions`);
  });

  for (const prototype of present) {
    test(`${prototype.name} refuses bad numbers and touches no output (${build})`, () => {
      assert.ok(checkRefusals(core, prototype) > 0);
    });
  }
}

for (const [build, core] of await loadBothCores()) {
  test(`slopes that are not finite are refused wherever a bias is made of them (${build})`, () => {
    core.scratch((mem) => {
      const bias = mem.f32([7, 7, 7, 7]);
      const mask = mem.i32([1, 1]).ptr;
      for (const bad of NO_FINITE) {
        const slopes = mem.f32([1, bad]).ptr;
        const refuses = (/** @type {string} */ name, /** @type {number[]} */ ...args) =>
          assert.throws(() => core.call(name, bias.ptr, slopes, ...args), {status: 'bad value'});
        refuses('pe_alibi_bias', 0, 2, 1, 2);
        refuses('pe_alibi_key_offset_bias', mask, 2, 2);
        refuses('pe_fault_alibi_query_axis', 2, 1, 2);
      }
      assert.deepEqual([...bias.view()], [7, 7, 7, 7]);
    });
  });
}

// @ts-check
// A model's config.json as numbers: heads, widths, lengths, the rule of its frequencies.

import {parseJson, Reader} from './fields.js';
import {readRule, ruleObject} from './rules.js';

/** @import {Remark, Rule} from './rules.js' */

/**
 * Multi-head latent attention: what is cached is a vector of `rank` numbers and one key of `rope`.
 *
 * @typedef {{rank: number, rope: number, nope: number, value: number}} Latent
 */

/**
 * @typedef {object} Model
 * @property {string} type model_type, or ''
 * @property {number} hidden
 * @property {number} layers
 * @property {number} heads
 * @property {number} kvHeads
 * @property {number} headDim elements of a query and a key
 * @property {boolean} hasHeadField whether head_dim is in the file, and not divided out
 * @property {number} rotaryDim elements of them that rotate
 * @property {string} spanField where the file says so, or ''
 * @property {number} base
 * @property {string} baseField where the file says so, or ''
 * @property {number} maxPosition
 * @property {number | null} window tokens that a layer sees, where not all
 * @property {Latent | null} latent
 * @property {Rule} rule
 * @property {Remark[]} remarks of the fields themselves
 */

const LENGTHS = ['max_position_embeddings', 'n_positions', 'max_seq_len', 'seq_length'];
const BASES = ['rope_theta', 'rotary_emb_base'];
const DEFAULT_BASE = 10000;
const WITHOUT_ROPE = new Set(
  'albert bart bert bloom distilbert electra gpt2 gpt_neo mpt opt roberta t5 whisper'.split(' '),
);

/**
 * @param {string} text of a config.json
 * @returns {Model}
 * @throws {RangeError} naming the field, its value and what was expected
 */
export function readModel(text) {
  const file = new Reader(parseJson(text));
  /** @type {Remark[]} */
  const remarks = [];
  // a model of text and images keeps the part that reads in an object of its own
  const root = file.has('num_attention_heads') ? file : (file.object('text_config') ?? file);
  const type = root.text('model_type') ?? file.text('model_type') ?? '';
  if (WITHOUT_ROPE.has(type)) {
    const field = root.path('model_type');
    throw new RangeError(`${field} must be of a model with rotary positions, got "${type}".`);
  }
  const hidden = root.required(['hidden_size', 'n_embd', 'd_model']);
  const heads = root.required(['num_attention_heads', 'n_head', 'n_heads']);
  const latent = readLatent(root);
  const ruled = ruleObject(root, remarks);
  const {headDim, hasHeadField} = widthOf(root, hidden, heads, latent);
  const {rotaryDim, spanField} = latent
    ? {rotaryDim: latent.rope, spanField: root.path('qk_rope_head_dim')}
    : rotaryPart(root, ruled, headDim);
  const maxPosition = root.required(LENGTHS, 2);
  const shape = {root, maxPosition, rotaryDim, headDim};
  return {
    type,
    hidden,
    layers: root.required(['num_hidden_layers', 'n_layer', 'n_layers']),
    heads,
    kvHeads: groupsOf(root, heads),
    headDim,
    hasHeadField,
    rotaryDim,
    spanField,
    ...baseOf(root, ruled, remarks),
    maxPosition,
    window: windowOf(root, type),
    latent,
    rule: readRule(ruled, shape, remarks),
    remarks,
  };
}

/** @param {Reader} root @returns {Latent | null} */
function readLatent(root) {
  const rank = root.integer('kv_lora_rank');
  if (rank === undefined) return null;
  const [rope, nope, value] = ['qk_rope_head_dim', 'qk_nope_head_dim', 'v_head_dim'].map((name) =>
    root.required([name]),
  );
  requireEven(root.path('qk_rope_head_dim'), rope, rope);
  return {rank, rope, nope, value};
}

/**
 * @param {Reader} root
 * @param {number} hidden
 * @param {number} heads
 * @param {Latent | null} latent
 */
function widthOf(root, hidden, heads, latent) {
  if (latent) return {headDim: latent.nope + latent.rope, hasHeadField: true};
  const own = root.integer('head_dim');
  if (own !== undefined) return {headDim: own, hasHeadField: true};
  if (hidden % heads === 0) return {headDim: hidden / heads, hasHeadField: false};
  const field = root.path(root.nameOf(['hidden_size', 'n_embd', 'd_model']) ?? '');
  const expected = `a multiple of the ${heads} heads, since there is no head_dim`;
  throw new RangeError(`${field} must be ${expected}, got ${hidden}.`);
}

/**
 * How many elements of a head turn: all, a share, or a number.
 *
 * @param {Reader} root
 * @param {Reader | undefined} ruled
 * @param {number} headDim
 */
function rotaryPart(root, ruled, headDim) {
  const count = root.integer('rotary_dim');
  if (count !== undefined) {
    const spanField = root.path('rotary_dim');
    requireEven(spanField, count, count);
    return {rotaryDim: atMost(spanField, count, headDim), spanField};
  }
  for (const [reader, name] of /** @type {[Reader | undefined, string][]} */ ([
    [ruled, 'partial_rotary_factor'],
    [root, 'partial_rotary_factor'],
    [root, 'rotary_pct'],
  ])) {
    const share = reader?.number(name);
    if (share === undefined) continue;
    const field = /** @type {Reader} */ (reader).path(name);
    if (share > 1) throw new RangeError(`${field} must be at most 1, got ${share}.`);
    const nRotary = Math.floor(share * headDim);
    requireEven(field, share, nRotary, headDim);
    return {rotaryDim: nRotary, spanField: field};
  }
  requireEven(root.path('head_dim'), headDim, headDim);
  return {rotaryDim: headDim, spanField: ''};
}

/**
 * @param {string} field
 * @param {number} value as it stands there
 * @param {number} nRotary elements
 * @param {number} [headDim]
 */
function requireEven(field, value, nRotary, headDim) {
  if (nRotary >= 2 && nRotary % 2 === 0) return;
  const of = headDim ? ` of ${headDim}` : '';
  const expected = `such that an even number of elements turn, at least 2: here ${nRotary}${of} would`;
  throw new RangeError(`${field} must be ${expected}, got ${value}.`);
}

/** @param {string} field @param {number} value @param {number} limit */
function atMost(field, value, limit) {
  if (value <= limit) return value;
  throw new RangeError(`${field} must be at most the head's ${limit} elements, got ${value}.`);
}

/** @param {Reader} root @param {number} heads */
function groupsOf(root, heads) {
  const kvHeads = root.integer('num_key_value_heads') ?? heads;
  if (heads % kvHeads === 0) return kvHeads;
  const field = root.path('num_key_value_heads');
  throw new RangeError(`${field} must divide the ${heads} heads, got ${kvHeads}.`);
}

/**
 * @param {Reader} root
 * @param {Reader | undefined} ruled
 * @param {Remark[]} remarks
 */
function baseOf(root, ruled, remarks) {
  const name = root.nameOf(BASES);
  const outside = name && root.number(name, 1);
  const inside = ruled?.number('rope_theta', 1);
  if (outside !== undefined && inside !== undefined && outside !== inside) {
    remarks.push({
      level: 'warning',
      field: /** @type {Reader} */ (ruled).path('rope_theta'),
      text: `It says ${inside}, and ${name} at the top says ${outside}. The one inside is read here.`,
    });
  }
  const baseField = inside === undefined ? (name ?? '') : 'rope_theta';
  return {base: Number(inside ?? outside ?? DEFAULT_BASE), baseField};
}

/**
 * The window of every layer; where only some layers have one, the others keep all keys.
 *
 * @param {Reader} root
 * @param {string} type
 * @returns {number | null}
 */
function windowOf(root, type) {
  const window = root.integer('sliding_window') ?? null;
  const isMixed = root.has('layer_types') || root.has('sliding_window_pattern');
  if (isMixed || /^(gemma[23]|cohere2)/.test(type)) return null;
  return root.flag('use_sliding_window') === false ? null : window;
}

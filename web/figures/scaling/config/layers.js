// @ts-check
// The layers of a model, one by one: what is rotated in each, by which frequencies, and what it sees.

import {formatNumber} from '../../../draw/format.js';
import {layerEncodings} from './encodings.js';
import {layerKinds, windowField} from './layer-kinds.js';
import {ruleTable} from './rule-table.js';
import {readRule} from './rules.js';

/** @import {Encoding} from './encodings.js' */
/** @import {Reader} from './fields.js' */
/** @import {Family} from './families.js' */
/** @import {Kinds, Sees} from './layer-kinds.js' */
/** @import {RuleTable} from './rule-table.js' */
/** @import {Remark, Rule} from './rules.js' */

/**
 * Logits of the query at position p are multiplied by 1 + beta ln(1 + floor((p + shift) / length)), or, smoothly, by
 * 1 + beta ln((p + shift) / length) from length on.
 *
 * @typedef {{beta: number, length: number, shift: number, field: string, isSmooth?: boolean}} Temperature
 */

/**
 * @typedef {object} Layer
 * @property {Sees} sees
 * @property {Encoding} encoding
 * @property {number} headDim elements of a query and a key
 * @property {boolean} hasHeadField whether head_dim is in the file, and not divided out
 * @property {number} kvHeads
 * @property {number} rotaryDim elements of them that are rotated, 0 where none is
 * @property {string} spanField where the file says so, or ''
 * @property {number} base
 * @property {string} baseField where the file says so, or ''
 * @property {Rule} rule
 * @property {number | null} window tokens that it sees, where not all
 * @property {Temperature | null} temperature
 * @property {boolean} sinks whether each head has a learned sink
 */

/** @typedef {{layers: number[], layer: Layer}} Group layers that are equal, by their numbers from 0 */

/**
 * What holds for all layers.
 *
 * @typedef {object} Shape
 * @property {Reader} root
 * @property {string} type
 * @property {Family} family
 * @property {number} nLayers
 * @property {number} headDim
 * @property {boolean} hasHeadField
 * @property {number} kvHeads
 * @property {number} maxPosition
 * @property {number | null} latentRope elements of latent attention's rotary key
 * @property {Encoding} encoding
 */

const PLAIN = /** @type {Rule} */ ({
  word: '',
  settings: {kind: 'default'},
  original: null,
  factor: null,
  sections: null,
  interleaved: false,
});
const DEFAULT_BASE = 10000;

/**
 * @param {Shape} shape
 * @param {Remark[]} remarks
 * @returns {{kinds: Kinds, list: Layer[], groups: Group[], isNested: boolean, ruleField: string}}
 * @throws {RangeError} naming the field, its value and what was expected
 */
export function readLayers(shape, remarks) {
  const {root, nLayers, family} = shape;
  const kinds = layerKinds(root, nLayers, family, remarks);
  const encodings = layerEncodings(root, kinds, family, {all: shape.encoding, remarks});
  const table = ruleTable(root, kinds.words, remarks);
  /** @type {Map<string, Layer>} equal inputs are read once, and remarked on once */
  const read = new Map();
  const list = kinds.words.map((word, k) => {
    const own = ['rope_theta', 'layer_rope_theta', 'partial_rotary_factors'].map((name) =>
      itemOf(root, name, k),
    );
    const key = JSON.stringify([word, kinds.sees[k], encodings[k], own]);
    const known = read.get(key);
    if (known) return known;
    const isListed = kinds.field !== '';
    const at = {k, word, sees: kinds.sees[k], encoding: encodings[k], table, isListed};
    const layer = readLayer(shape, at, remarks);
    read.set(key, layer);
    return layer;
  });
  if (root.has('attention_chunk_size') && list.every(({sees}) => sees !== 'chunked')) {
    const text = `The code of Llama 4 reads it, and there it is the width of chunks. No layer of this file is known to see chunks: the strip shows none.`;
    remarks.push({level: 'warning', field: root.path('attention_chunk_size'), text});
  }
  return {kinds, list, groups: groupsOf(list), isNested: table.isNested, ruleField: table.field};
}

/** An entry of a list with one per layer. @param {Reader} root @param {string} name @param {number} k */
function itemOf(root, name, k) {
  const value = root.value(name);
  return Array.isArray(value) ? value[k] : undefined;
}

/** @param {readonly Layer[]} list @returns {Group[]} in the order of their first layers */
export function groupsOf(list) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  list.forEach((layer, k) => {
    const key = JSON.stringify(layer);
    const group = groups.get(key);
    if (group) group.layers.push(k);
    else groups.set(key, {layers: [k], layer});
  });
  return [...groups.values()];
}

/**
 * isListed: whether the file names what its layers see.
 *
 * @typedef {{k: number, word: string, sees: Sees, encoding: Encoding, table: RuleTable, isListed: boolean}} At
 */

/**
 * @param {Shape} shape
 * @param {At} at
 * @param {Remark[]} remarks
 * @returns {Layer}
 */
function readLayer(shape, at, remarks) {
  const {root} = shape;
  const ruled = ruleOf(shape, at, remarks);
  const isRotated = at.encoding === 'rope' && ruled !== null;
  const encoding = at.encoding === 'rope' && !isRotated ? 'none' : at.encoding;
  const {headDim, hasHeadField} = headOf(shape, at.sees);
  const mayChunk = shape.family.isChunked && !at.isListed && root.has('attention_chunk_size');
  const isChunked = mayChunk && isRotated && at.sees === 'full';
  const sees = isChunked ? 'chunked' : at.sees;
  const common = {
    sees,
    encoding,
    headDim,
    hasHeadField,
    kvHeads: kvHeadsOf(shape, at.sees),
    window: windowOf(shape, sees, remarks),
    temperature: temperatureOf(shape, {encoding, sees}, ruled ?? undefined),
    sinks: hasSinks(shape, at.sees),
  };
  if (!isRotated) {
    return {...common, rotaryDim: 0, spanField: '', base: 0, baseField: '', rule: PLAIN};
  }
  const span = spanOf(shape, at, {ruled, headDim}, remarks);
  const even = span.rotaryDim % 2 === 0 && span.rotaryDim > 0;
  if (!even) oddRemark(root, span, headDim, remarks);
  const about = {root, maxPosition: shape.maxPosition, rotaryDim: span.rotaryDim, headDim};
  const rule = even ? withAmplitude(readRule(ruled, about, remarks), shape.family) : PLAIN;
  const base = raisedBase(root, baseOf(shape, at, ruled, remarks), {ruled, ...span}, remarks);
  return {...common, ...span, ...base, rule};
}

/**
 * A family may have an amplitude of its own, where the file has none.
 *
 * @param {Rule} rule
 * @param {Family} family
 * @returns {Rule}
 */
function withAmplitude(rule, {amplitude}) {
  const {settings} = rule;
  if (amplitude === undefined || settings.kind !== 'yarn') return rule;
  return {...rule, settings: {attentionFactor: amplitude, ...settings}};
}

/**
 * The object of a layer's rule; undefined where it has none, null where the file says that nothing rotates.
 *
 * @param {Shape} shape
 * @param {At} at
 * @param {Remark[]} remarks
 * @returns {Reader | null | undefined}
 */
function ruleOf({root, family}, {word, sees, encoding, table}, remarks) {
  if (encoding !== 'rope') return undefined;
  const ruled = table.of(word, sees);
  if (ruled === null) {
    remarks.push({
      level: 'warning',
      field: `${table.field}.${word}`,
      text: 'It is null: layers of this type do not rotate. A reader that takes null for “no rule” rotates them.',
    });
  }
  if (table.isNested && ruled === undefined) {
    const text = `It has no entry for layers of type ${word}: plain frequencies are shown for them. The library that wrote the form stops at such a file.`;
    remarks.push({level: 'warning', field: table.field, text});
  }
  if (!ruled || table.isNested) return ruled;
  const only = root.texts('yarn_only_types');
  const isBare =
    (only && only.length > 0 && !only.includes(word)) ||
    (sees === 'sliding' && (family.fullRuleOnly || root.has('rope_local_base_freq'))) ||
    (sees === 'sliding' && root.has('compress_ratios'));
  return isBare ? undefined : ruled;
}

/** @param {Shape} shape @param {Sees} sees */
function headOf({root, headDim, hasHeadField}, sees) {
  const name = sees === 'sliding' ? 'swa_head_dim' : 'global_head_dim';
  const own = sees === 'sliding' || sees === 'full' ? root.integer(name) : undefined;
  return own === undefined ? {headDim, hasHeadField} : {headDim: own, hasHeadField: true};
}

/** @param {Shape} shape @param {Sees} sees */
function kvHeadsOf({root, kvHeads}, sees) {
  if (sees === 'full') return root.integer('num_global_key_value_heads') ?? kvHeads;
  if (sees !== 'sliding') return kvHeads;
  const other = root.has('attention_other_setting')
    ? root.object('attention_other_setting')
    : undefined;
  return (
    root.integer('swa_num_key_value_heads') ?? other?.integer('num_attention_groups') ?? kvHeads
  );
}

/** @param {Shape} shape @param {Sees} sees @param {Remark[]} remarks @returns {number | null} */
function windowOf({root, family}, sees, remarks) {
  if (sees === 'chunked') return root.integer('attention_chunk_size') ?? null;
  if (sees !== 'sliding') return null;
  const field = windowField(root);
  if (field !== undefined) return root.integer(field) ?? null;
  const {window} = family;
  remarks.push({
    level: 'warning',
    field: root.path('sliding_window'),
    text: window
      ? `It is missing: ${window} tokens, as the family’s code has it.`
      : 'It is missing: how far these layers see, the file does not say.',
  });
  return window ?? null;
}

/** @param {Shape} shape @param {Sees} sees */
function hasSinks({root, family}, sees) {
  const name = sees === 'sliding' ? 'add_swa_attention_sink_bias' : 'add_full_attention_sink_bias';
  const isAttention = ['full', 'sliding', 'compressed', 'chunked'].includes(sees);
  return isAttention && (root.flag(name) ?? root.flag('learnable_sink') ?? family.sinks ?? false);
}

/**
 * @param {Shape} shape
 * @param {{encoding: Encoding, sees: Sees}} layer
 * @param {Reader | undefined} ruled
 * @returns {Temperature | null}
 */
function temperatureOf({root, type}, {encoding, sees}, ruled) {
  if (encoding === 'recurrent' || encoding === 'no attention') return null;
  const smooth = sees === 'full' ? smoothTemperature(root) : null;
  if (smooth) return smooth;
  const beta = ruled?.number('llama_4_scaling_beta');
  if (ruled && beta !== undefined) {
    const length = ruled.integer('original_max_position_embeddings');
    const field = ruled.path('llama_4_scaling_beta');
    return length === undefined ? null : {beta, length, shift: 0, field};
  }
  const own = root.has('llama_4_scaling') ? root.object('llama_4_scaling') : undefined;
  if (own) {
    const length = own.integer('original_max_position_embeddings') ?? 8192;
    return {beta: own.number('beta') ?? 0, length, shift: 0, field: root.path('llama_4_scaling')};
  }
  const isLlama4 = /^llama4/.test(type) || root.has('attn_temperature_tuning');
  const tuning = root.value('attn_temperature_tuning') ?? true; // true, or a number other than 0
  if (!isLlama4 || !tuning || encoding !== 'none') return null;
  const field = root.path('attn_temperature_tuning');
  const length = root.integer('floor_scale') ?? 8192;
  return {beta: root.number('attn_scale') ?? 0.1, length, shift: 1, field};
}

/**
 * That of Inkling, and that of Grok: the logarithm of the position over that of a length.
 *
 * @param {Reader} root
 * @returns {Temperature | null}
 */
function smoothTemperature(root) {
  const floor = root.integer('log_scaling_n_floor');
  const beta = root.weight('log_scaling_alpha') ?? 0;
  if (floor !== undefined && beta > 0) {
    const field = root.path('log_scaling_n_floor');
    return {beta, length: floor, shift: 1, field, isSmooth: true};
  }
  const length = root.integer('attn_temperature_len', -1) ?? 0;
  if (length < 2) return null;
  const field = root.path('attn_temperature_len');
  return {beta: 1 / Math.log(length), length, shift: 0, field, isSmooth: true};
}

/**
 * How many elements of a head are rotated: all, a share, or a number.
 *
 * @param {Shape} shape
 * @param {At} at
 * @param {{ruled: Reader | undefined, headDim: number}} layer
 * @param {Remark[]} remarks
 * @returns {{rotaryDim: number, spanField: string}}
 */
function spanOf({root, family, latentRope}, {k, sees}, {ruled, headDim}, remarks) {
  if (latentRope !== null) return {rotaryDim: latentRope, spanField: root.path('qk_rope_head_dim')};
  for (const name of ['rotary_dim', 'attn_rotary_emb', 'qk_rope_head_dim']) {
    const own = name === 'rotary_dim' && root.value(name) === undefined;
    const count = root.integer(name) ?? (own ? family.rotaryDim : undefined);
    if (count === undefined) continue;
    const spanField = root.has(name) ? root.path(name) : '';
    if (count <= headDim) return {rotaryDim: count, spanField};
    throw new RangeError(
      `${spanField} must be at most the head's ${headDim} elements, got ${count}.`,
    );
  }
  const own = root.list('partial_rotary_factors', 0)?.[k];
  /** @type {[number | undefined, string][]} */
  const shares = [
    [own, root.path('partial_rotary_factors')],
    [ruled?.number('partial_rotary_factor'), ruled?.path('partial_rotary_factor') ?? ''],
    [
      sees === 'full' ? root.number('global_partial_rotary_factor') : undefined,
      root.path('global_partial_rotary_factor'),
    ],
    ...[
      'partial_rotary_factor',
      'rotary_pct',
      'rotary_percent',
      'rope_pct',
      'rotary_emb_fraction',
    ].map(
      (name) => /** @type {[number | undefined, string]} */ ([root.number(name), root.path(name)]),
    ),
    [family.partial, ''],
  ];
  const given = shares.filter(([value]) => value !== undefined);
  const [share, spanField] = given[0] ?? [1, ''];
  const other = given.find(([value, field]) => value !== share && field !== '');
  if (other && own === undefined) {
    const text = `It says ${share}, and ${other[1]} says ${other[0]}. ${spanField} is read here; another reader may take the other.`;
    remarks.push({level: /* t */ 'warning', field: spanField, text});
  }
  if (Number(share) > 1) throw new RangeError(`${spanField} must be at most 1, got ${share}.`);
  return {rotaryDim: Math.floor(Number(share) * headDim), spanField};
}

/**
 * @param {Reader} root
 * @param {{rotaryDim: number, spanField: string}} span
 * @param {number} headDim
 * @param {Remark[]} remarks
 */
function oddRemark(root, {rotaryDim, spanField}, headDim, remarks) {
  remarks.push({
    level: 'warning',
    field: spanField || root.path('head_dim'),
    text: `Here ${rotaryDim} of ${headDim} elements would be rotated, and pairs need an even number, at least 2. Libraries accept the file and stop in the first forward pass; no frequencies are shown.`,
    source: 'huggingface/transformers#48648',
  });
}

/**
 * @param {Shape} shape
 * @param {At} at
 * @param {Reader | undefined} ruled
 * @param {Remark[]} remarks
 * @returns {{base: number, baseField: string}}
 */
function baseOf({root, family}, {k, sees, table}, ruled, remarks) {
  const ofLayer = baseIn(root, 'layer_rope_theta', k);
  if (ofLayer) return ofLayer;
  const inside = ruled?.number('rope_theta', 1);
  const outer = outerBase(root, k, sees);
  if (inside !== undefined && outer && inside !== outer.base && !table.isNested) {
    remarks.push({
      level: 'warning',
      field: /** @type {Reader} */ (ruled).path('rope_theta'),
      text: `It says ${inside}, and ${outer.baseField} at the top says ${outer.base}. The one inside is read here.`,
    });
  }
  if (inside !== undefined) return {base: inside, baseField: 'rope_theta'};
  if (outer) return outer;
  const base = (sees === 'sliding' ? family.localBase : undefined) ?? family.base ?? DEFAULT_BASE;
  if (table.field.endsWith('rope_parameters')) {
    remarks.push({
      level: 'warning',
      field: `${table.field}.rope_theta`,
      text: `A rule is there and no base: ${base} is taken. So it happens when a rule is put in from outside and replaces the whole object: the perplexity of one passage then went from 10 at position 0 to 11,316 at 7,800.`,
      source: 'unslothai/unsloth#7028',
    });
  }
  return {base, baseField: ''};
}

/**
 * Two families write a factor beside the base, which their code then raises.
 *
 * @param {Reader} root
 * @param {{base: number, baseField: string}} found
 * @param {{ruled: Reader | undefined, rotaryDim: number}} layer
 * @param {Remark[]} remarks
 * @returns {{base: number, baseField: string}}
 */
function raisedBase(root, {base, baseField}, {ruled, rotaryDim}, remarks) {
  const alpha = ruled?.number('alpha');
  if (ruled && alpha !== undefined && rotaryDim > 2) {
    const raised = base * alpha ** (rotaryDim / (rotaryDim - 2));
    const text = `The base is ${formatNumber(base)} times ${alpha} to the power ${rotaryDim} / ${rotaryDim - 2}, at every length, as the code of Hunyuan has it: ${formatNumber(Math.round(raised))}. A reader that does not know alpha keeps ${formatNumber(base)}.`;
    remarks.push({level: 'warning', field: ruled.path('alpha'), text});
    return {base: raised, baseField};
  }
  const ratio = root.number('rope_ratio');
  if (ratio === undefined || ratio === 1) return {base, baseField};
  const text = `The base is ${formatNumber(base)} times ${ratio}, as in ChatGLM3 and GLM-4. The code of ChatGLM2 divides positions by it instead.`;
  const source = 'ztxz16/fastllm#374';
  remarks.push({level: 'warning', field: root.path('rope_ratio'), text, source});
  return {base: base * ratio, baseField: root.path('rope_ratio')};
}

/**
 * A base outside the rule.
 *
 * @param {Reader} root
 * @param {number} k layer
 * @param {Sees} sees
 * @returns {{base: number, baseField: string} | undefined}
 */
function outerBase(root, k, sees) {
  /** @type {Partial<Record<Sees, string[]>>} */
  const own = {
    sliding: ['rope_local_base_freq', 'local_rope_theta', 'swa_rope_theta', 'rope_local_theta'],
    full: ['global_rope_theta'],
    compressed: ['compress_rope_theta'],
  };
  const names = [
    ...(own[sees] ?? []),
    'rope_theta',
    'rotary_emb_base',
    'rotary_base',
    'rotary_embedding_base',
    'rope_embedding_base',
    'rope_freq_constant',
    'rope_base',
    'global_rope_theta',
  ];
  const name = root.nameOf(names);
  return name === undefined ? undefined : baseIn(root, name, k);
}

/**
 * The base in a field, or that of a layer in a list.
 *
 * @param {Reader} root
 * @param {string} name
 * @param {number} k layer
 * @returns {{base: number, baseField: string} | undefined}
 */
function baseIn(root, name, k) {
  if (!root.has(name)) return undefined;
  if (!Array.isArray(root.value(name))) {
    return {base: Number(root.number(name, 1)), baseField: root.path(name)};
  }
  const base = root.list(name, 0)?.[k];
  if (base !== undefined && base > 1) return {base, baseField: root.path(name)};
  throw new RangeError(`${root.path(name)}[${k}] must be a number > 1, got ${base ?? 'nothing'}.`);
}

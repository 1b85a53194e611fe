// @ts-check
// A model's config.json as numbers: heads, widths, lengths, and its layers with what each does.

import {formatNumber} from '../../../draw/format.js';
import {fileEncoding} from './encodings.js';
import {familyOf} from './families.js';
import {isFields, parseJson, Reader} from './fields.js';
import {readLayers} from './layers.js';
import {ownFields} from './own-fields.js';
import {inCommonWords} from './own-names.js';
import {unknownFields} from './unknown-fields.js';

/** @import {Encoding} from './encodings.js' */
/** @import {Family, Pairing} from './families.js' */
/** @import {Sees} from './layer-kinds.js' */
/** @import {Group, Layer, Shape, Temperature} from './layers.js' */
/** @import {Remark, Rule} from './rules.js' */

/**
 * Multi-head latent attention: what is cached is a vector of `rank` numbers and one key of `rope`.
 *
 * @typedef {{rank: number, rope: number, nope: number, value: number}} Latent
 */

/**
 * A file, and the layers of it that are looked at: those of one group.
 *
 * @typedef {object} File
 * @property {string} type model_type, or ''
 * @property {Family | null} family null of a type that is not known
 * @property {number} hidden
 * @property {number} layers
 * @property {number} heads
 * @property {number} maxPosition
 * @property {boolean} hasLength whether it is in the file
 * @property {Latent | null} latent
 * @property {{pairing: Pairing | null, field: string}} pairing null: not in the file; field: where it is, or ''
 * @property {Layer[]} list
 * @property {Group[]} groups of equal layers
 * @property {number} group which of them is looked at
 * @property {Remark[]} remarks of the fields themselves
 * @property {Reader} root
 *
 * @typedef {File & Layer} Model
 */

const LENGTHS = [
  'max_position_embeddings',
  'n_positions',
  'max_seq_len',
  'seq_length',
  'model_max_length',
  'max_sequence_length',
  'max_target_positions',
  'max_decoder_position_embeddings',
];
const HEADS = [
  'num_attention_heads',
  'n_head',
  'n_heads',
  'num_heads',
  'decoder_attention_heads',
  'attention_heads',
];
const HIDDEN = ['hidden_size', 'n_embd', 'd_model', 'dim', 'emb_dim', 'embed_dim'];
const LAYERS = ['num_hidden_layers', 'n_layer', 'n_layers', 'num_layers', 'decoder_layers'];
const WRAPPERS = [
  'text_config',
  'thinker_config',
  'llm_config',
  'language_config',
  'language_model',
  'vlm_config',
  'decoder',
];
const MAX_LAYERS = 4096;
const MAX_WIDTH = 65536;
const NO_LENGTH = 2048;

/**
 * @param {string} text of a config.json
 * @returns {Model} with the group that tells most of its positions
 * @throws {RangeError} naming the field, its value and what was expected
 */
export function readModel(text) {
  const {fields, remarks: onText} = parseJson(text);
  const file = new Reader(fields);
  /** @type {Remark[]} */
  const remarks = onText.map((one) => ({level: /* t */ 'warning', ...one}));
  const given = inCommonWords(
    withListedHeads(originalForm(unwrapped(file, remarks), remarks), remarks),
  );
  const type = typeOf(file, given.text('model_type') ?? file.text('model_type') ?? '', remarks);
  const family = familyIn(given, type) ?? familyOf(file.text('model_type') ?? '');
  if (family?.isRecurrent && given.nameOf(HEADS) === undefined) {
    throw new RangeError(
      `config must be of a model with attention, got model_type ${JSON.stringify(type)}: its layers keep a state, and no position enters them.`,
    );
  }
  const root = withRule(withAttention(withoutLatent(given)), family, remarks);
  const size = sizesOf(root, family, remarks);
  const hidden = size('hidden', HIDDEN);
  const heads = size('heads', HEADS);
  const latent = readLatent(root);
  ownFields(root, remarks);
  const {maxPosition, hasLength} = lengthIn(root, family, remarks);
  /** @type {Shape} */
  const shape = {
    root,
    type,
    family: family ?? {},
    nLayers: layersIn(root, size),
    ...widthOf(root, {hidden, heads, latent, family}),
    kvHeads: groupsOf(root, heads, family),
    maxPosition,
    latentRope: latent ? latent.rope : null,
    encoding: fileEncoding(root, family, remarks),
  };
  const {list, groups} = readLayers(shape, remarks);
  remarks.push(...unknownFields(root, shape.nLayers));
  /** @type {File} */
  const read = {
    type,
    family,
    hidden,
    layers: shape.nLayers,
    heads,
    maxPosition,
    hasLength,
    latent,
    pairing: pairingOf(root, family),
    list,
    groups,
    group: 0,
    remarks: distinct(remarks),
    root,
  };
  return withGroup(read, mainGroup(groups));
}

/**
 * Its model_type. Grok 2 is published under that of GIT, a model of pictures: architectures tells them apart.
 *
 * @param {Reader} file
 * @param {string} type as the file has it
 * @param {Remark[]} remarks
 */
function typeOf(file, type, remarks) {
  const names = Array.isArray(file.value('architectures')) ? file.texts('architectures') : [];
  const grok = names?.find((name) => /^Grok/.test(name));
  if (type !== 'git' || !grok) return type;
  const text = `It is that of another model, whose positions are a learned table; architectures says ${grok}, and that is read.`;
  remarks.push({level: /* t */ 'warning', field: file.path('model_type'), text});
  return 'grok';
}

/**
 * The same file, with another group of layers looked at.
 *
 * @param {File} file
 * @param {number} group
 * @returns {Model}
 */
export function withGroup(file, group) {
  const at = Math.min(Math.max(group, 0), file.groups.length - 1);
  return {...file, ...file.groups[at].layer, group: at};
}

/** Those that rotate and see all tokens, else those that rotate, else the first. @param {Group[]} groups */
function mainGroup(groups) {
  const rotates = groups.map(({layer}) => layer.rotaryDim > 0);
  const best = groups.findIndex(({layer}, k) => rotates[k] && layer.sees !== 'sliding');
  if (best >= 0) return best;
  return Math.max(0, rotates.indexOf(true));
}

/** Whether its frequencies can be computed. @param {Layer} layer */
export const hasFrequencies = ({rotaryDim}) => rotaryDim > 0 && rotaryDim % 2 === 0;

/**
 * A model of text and images keeps the part that reads in an object of its own.
 *
 * @param {Reader} file
 * @param {Remark[]} remarks
 * @returns {Reader}
 */
function unwrapped(file, remarks) {
  let root = file;
  for (let depth = 0; depth < 4 && root.nameOf(HEADS) === undefined; depth++) {
    const parts = readsTexts(root) ? WRAPPERS : [...WRAPPERS, ...OTHER_PARTS];
    const isObject = (/** @type {string} */ one) => root.has(one) && isFields(root.value(one));
    const name =
      parts.find(isObject) ?? root.names().find((one) => isObject(one) && isModel(root, one));
    if (name === undefined) break;
    if (!parts.includes(name)) {
      const text = 'It is read, for the sizes of a model are in it.';
      remarks.push({level: /* t */ 'note', field: root.path(name), text});
    }
    const others = root.names().filter((one) => one !== name && isPart(root, one));
    if (others.length > 0) {
      const text = `It is read. Other parts have positions of their own, which are not read here (${others.join(', ')}): paste one of these objects alone to see it.`;
      remarks.push({level: /* t */ 'note', field: root.path(name), text});
    }
    root = /** @type {Reader} */ (root.object(name));
  }
  return root;
}

/** Parts that are read where none reads texts, as in SAM. */
const OTHER_PARTS = ['vision_config', 'audio_config', 'encoder'];

/** Whether the family has sizes for a part that the file leaves out. @param {Reader} root */
const readsTexts = (root) => familyOf(root.text('model_type') ?? '')?.sizes !== undefined;

/** Whether a field holds what a model of texts needs, whatever it is called. @param {Reader} root @param {string} name */
function isModel(root, name) {
  const part = root.object(name);
  return (
    !OTHER_PARTS.includes(name) && [HEADS, HIDDEN, LAYERS].every((names) => part?.nameOf(names))
  );
}

/** Whether a field holds the configuration of a part. @param {Reader} root @param {string} name */
const isPart = (root, name) =>
  /(^|_)(config|encoder|decoder)$/.test(name) && !/quant/.test(name) && isFields(root.value(name));

/** What the code of Llama has where its params.json says that RoPE is scaled. */
const SCALED = {
  rope_type: 'llama3',
  factor: 8,
  low_freq_factor: 1,
  high_freq_factor: 4,
  original_max_position_embeddings: 8192,
};

/**
 * A params.json, as Llama's and Mistral's own code has it, in the words of a config.json.
 *
 * @param {Reader} root
 * @param {Remark[]} remarks
 * @returns {Reader}
 */
function originalForm(root, remarks) {
  const isParams = ['dim', 'n_layers', 'n_heads'].every((name) => root.has(name));
  if (!isParams || root.has('model_type')) return root;
  const isScaled = root.value('use_scaled_rope') === true;
  remarks.push({
    level: /* t */ 'warning',
    field: 'dim',
    text: `This is a params.json: it is read as the code of its authors does, which rotates neighbours. The config.json of the same model pairs halves: the rows of its queries and keys were permuted.${isScaled ? ' use_scaled_rope names no numbers: those of Llama 3.1 are taken.' : ''}`,
    source: 'ggml-org/llama.cpp#3018',
  });
  const based = root.has('rope_theta') ? root : root.with('rope_theta', 10000);
  const typed = withYarn(based.with('rope_traditional', true));
  if (!isScaled) return typed;
  const factor = root.number('rope_scaling_factor') ?? SCALED.factor;
  return typed.with('rope_scaling', {...SCALED, factor});
}

/**
 * Mistral's names for what YaRN needs. With latent attention its code multiplies the softmax, as DeepSeek's does.
 *
 * @param {Reader} root of a params.json
 * @returns {Reader}
 */
function withYarn(root) {
  const yarn = root.has('yarn') ? root.object('yarn') : undefined;
  if (!yarn) return root;
  return root.with('yarn', null).with('rope_scaling', {
    rope_type: 'yarn',
    factor: yarn.value('factor'),
    original_max_position_embeddings: yarn.value('original_max_position_embeddings'),
    beta_fast: yarn.value('beta'),
    beta_slow: yarn.value('alpha'),
    apply_yarn_scaling: yarn.value('apply_scale'),
    ...(root.has('kv_lora_rank') ? {mscale: 1, mscale_all_dim: 1} : {}),
  });
}

/**
 * OpenELM's layers differ in their number of heads, each as wide as the others; its sizes have names of its own.
 *
 * @param {Reader} root
 * @param {Remark[]} remarks
 * @returns {Reader}
 */
function withListedHeads(root, remarks) {
  if (!Array.isArray(root.value('num_query_heads'))) return root;
  const [heads = [], groups = heads] = ['num_query_heads', 'num_kv_heads'].map((name) =>
    root.list(name, 1),
  );
  const most = Math.max(...heads);
  remarks.push({
    level: /* t */ 'note',
    field: root.path('num_query_heads'),
    text: `Each layer has its own number of heads, from ${Math.min(...heads)} to ${most}. The largest is shown; all heads rotate alike.`,
  });
  return root
    .with('num_attention_heads', most)
    .with('num_key_value_heads', groups[heads.indexOf(most)])
    .with('num_hidden_layers', root.value('num_transformer_layers') ?? heads.length)
    .with('hidden_size', root.value('model_dim'))
    .with('max_position_embeddings', root.value('max_context_length'));
}

/**
 * The family, with what one of its fields changes.
 *
 * @param {Reader} root
 * @param {string} type
 */
function familyIn(root, type) {
  const family = familyOf(type);
  if (family?.offset !== 'padding') return family;
  const pad = root.value('pad_token_id');
  return {...family, offset: Number.isInteger(pad) && Number(pad) >= 0 ? Number(pad) + 1 : 2};
}

/** Some files keep what attention needs in an object of its own. @param {Reader} root @returns {Reader} */
function withAttention(root) {
  const inner = root.has('attn_config') ? root.object('attn_config') : undefined;
  const base = inner?.value('rope_theta');
  const groups = inner?.value('kv_n_heads');
  const isRotated = inner?.value('rope') !== false && inner?.value('alibi') !== true;
  const based = base !== undefined && isRotated ? root.with('rope_theta', base) : root;
  return groups === undefined ? based : based.with('num_key_value_heads', groups);
}

/**
 * A file may have the fields of latent attention and not use it (DeepSeek-VL2: both widths are 0): its heads are then
 * those of Llama.
 *
 * @param {Reader} root
 */
function withoutLatent(root) {
  const isPlain = ['qk_nope_head_dim', 'qk_rope_head_dim'].every((name) => root.value(name) === 0);
  if (!isPlain && root.value('use_mla') !== false) return root;
  const fields = ['kv_lora_rank', 'qk_rope_head_dim', 'qk_nope_head_dim', 'v_head_dim'];
  return fields.reduce(
    (reader, name) => reader.with(name, null),
    root.with('rope_interleave', false),
  );
}

/**
 * A family's code may have a rule of its own for a file without one.
 *
 * @param {Reader} root
 * @param {Family | null} family
 * @param {Remark[]} remarks
 */
function withRule(root, family, remarks) {
  const fields = ['rope_parameters', 'rope_scaling'];
  if (!family?.rule || root.nameOf(fields) !== undefined) return root;
  const {rope_type: rule, factor} = family.rule;
  const text = `It is missing: ${rule}${factor ? ` with factor ${factor}` : ''}, as the family’s code has it. A reader that takes a missing rule for none shows plain frequencies.`;
  remarks.push({level: /* t */ 'warning', field: root.path(fields[0]), text});
  return root.with('rope_scaling', family.rule); // the older field: a missing base is no mistake of the file
}

/**
 * Reads a size that a model must have, or takes that of its family's code.
 *
 * @param {Reader} root
 * @param {Family | null} family
 * @param {Remark[]} remarks
 */
function sizesOf(root, family, remarks) {
  return (/** @type {'hidden' | 'heads' | 'layers'} */ size, /** @type {string[]} */ names) => {
    const value = family?.sizes?.[size];
    const ofDecoder = names.find((name) => name.startsWith('decoder_') && root.has(name));
    if (ofDecoder) return root.required([ofDecoder]);
    if (value === undefined || root.nameOf(names) !== undefined) {
      conflictIn(root, names, remarks);
      return root.required(names);
    }
    const text = `It is missing: ${formatNumber(value)}, as the family’s code has it.`;
    remarks.push({level: 'note', field: root.path(names[0]), text});
    return value;
  };
}

/**
 * Two names of one size, with two values.
 *
 * @param {Reader} root
 * @param {readonly string[]} names
 * @param {Remark[]} remarks
 */
function conflictIn(root, names, remarks) {
  const [first, ...others] = names.filter((name) => typeof root.value(name) === 'number');
  const other = others.find((name) => root.value(name) !== root.value(first));
  if (other === undefined) return;
  const text = `It says ${root.value(first)}, and ${other} says ${root.value(other)}. ${first} is read here; a reader of the other name has another model.`;
  remarks.push({level: /* t */ 'warning', field: root.path(first), text});
}

/** @param {Remark[]} remarks */
const distinct = (remarks) => [
  ...new Map(remarks.map((one) => [`${one.field} ${one.text}`, one])).values(),
];

/**
 * @param {Reader} root
 * @param {ReturnType<typeof sizesOf>} size
 * @returns {number}
 */
function layersIn(root, size) {
  const name = root.has('decoder_layers') ? 'decoder_layers' : root.nameOf(LAYERS);
  const count = (name === undefined && listedLayers(root)) || size('layers', LAYERS);
  if (count <= MAX_LAYERS) return count;
  const field = root.path(name ?? LAYERS[0]);
  throw new RangeError(`${field} must be an integer from 1 to ${MAX_LAYERS}, got ${count}.`);
}

/** How many layers the file lists; 0 where it lists none. @param {Reader} root */
function listedLayers(root) {
  const lists = ['layer_types', 'layers_block_type', 'hybrid_override_pattern'].map((name) =>
    root.value(name),
  );
  const list = lists.find((one) => Array.isArray(one) || typeof one === 'string');
  return /** @type {string | unknown[] | undefined} */ (list)?.length ?? 0;
}

/**
 * @param {Reader} root
 * @param {Family | null} family
 * @param {Remark[]} remarks
 */
function lengthIn(root, family, remarks) {
  const name = root.nameOf(LENGTHS);
  if (name !== undefined) {
    return {maxPosition: Number(root.integer(name, 2)), hasLength: true};
  }
  if (family?.tokens !== undefined) {
    const rows = patchRows(root, family.tokens);
    return {maxPosition: rows ?? NO_LENGTH, hasLength: rows !== null};
  }
  const own = family?.sizes?.maxPosition;
  if (own !== undefined) {
    const text = `It is missing: ${formatNumber(own)}, as the family’s code has it.`;
    remarks.push({level: 'note', field: root.path(LENGTHS[0]), text});
    return {maxPosition: own, hasLength: false};
  }
  const isEndless = root.has('relative_attention_num_buckets') || family?.isRecurrent;
  const isBound = !['buckets', 'alibi', 'convolution', 'relative'].includes(family?.encoding ?? '');
  if (!isEndless && isBound) {
    const text = `It is missing, and so is every other name of it. Where a length is needed, ${NO_LENGTH} tokens are taken here.`;
    remarks.push({level: /* t */ 'warning', field: root.path(LENGTHS[0]), text});
  }
  return {maxPosition: NO_LENGTH, hasLength: false};
}

/**
 * Positions of a model of pictures: one for each patch, and some before them.
 *
 * @param {Reader} root
 * @param {number} tokens before the patches
 * @returns {number | null} null where the file does not give both sizes
 */
function patchRows(root, tokens) {
  const [image, patch] = ['image_size', 'patch_size'].map((name) => {
    const value = root.value(name);
    const sides = Array.isArray(value) ? value : [value, value];
    return sides.length === 2 &&
      sides.every((side) => Number.isInteger(side) && side > 0 && side < 1e5)
      ? sides
      : null;
  });
  if (!image || !patch) return null;
  const rows = Math.floor(image[0] / patch[0]) * Math.floor(image[1] / patch[1]) + tokens;
  return rows >= 2 ? rows : null;
}

/** @param {Reader} root @returns {Latent | null} */
function readLatent(root) {
  const rank = root.integer('kv_lora_rank');
  if (rank === undefined) return null;
  const rope = root.integer('qk_rope_head_dim', 0);
  if (rope === undefined && root.value('mla_use_nope') !== true)
    root.required(['qk_rope_head_dim']);
  const nope = root.integer('qk_nope_head_dim') ?? root.required(['head_dim']);
  return {rank, rope: rope ?? 0, nope, value: root.required(['v_head_dim'])};
}

/**
 * @param {Reader} root
 * @param {{hidden: number, heads: number, latent: Latent | null, family: Family | null}} sizes
 */
function widthOf(root, {hidden, heads, latent, family}) {
  if (latent) return {headDim: latent.nope + latent.rope, hasHeadField: true};
  const isDouble = family?.isDouble && Number.isInteger((2 * hidden) / heads);
  const familyWidth = isDouble ? (2 * hidden) / heads : family?.sizes?.headDim;
  const names = ['head_dim', 'attention_head_dim', ...(isDouble ? [] : ['kv_channels', 'd_kv'])];
  const name = root.nameOf(names);
  if (name !== undefined) {
    const own = Number(root.integer(name));
    if (own <= MAX_WIDTH) return {headDim: own, hasHeadField: true};
    throw new RangeError(`${root.path(name)} must be at most ${MAX_WIDTH}, got ${own}.`);
  }
  if (familyWidth !== undefined) return {headDim: familyWidth, hasHeadField: false};
  const given = root.nameOf(HIDDEN);
  const field = root.path(given ?? HIDDEN[0]);
  const width = hidden / heads;
  if (Number.isInteger(width) && width <= MAX_WIDTH) return {headDim: width, hasHeadField: false};
  const expected = Number.isInteger(width)
    ? `at most ${MAX_WIDTH} for each of the ${heads} heads`
    : `a multiple of the ${heads} heads, since there is no head_dim`;
  const origin = given === undefined ? ', the default of the model’s code' : '';
  throw new RangeError(`${field} must be ${expected}, got ${hidden}${origin}.`);
}

const KV_HEADS = [
  'num_key_value_heads',
  'num_kv_heads',
  'n_kv_heads',
  'num_query_groups',
  'num_attention_groups',
  'multi_query_group_num',
];

/**
 * Heads of keys and values.
 *
 * @param {Reader} root
 * @param {number} heads of queries
 * @param {Family | null} family
 */
function groupsOf(root, heads, family) {
  const isOne = family?.isMultiQuery
    ? root.flag('multi_query') !== false && root.flag('new_decoder_architecture') !== true
    : root.value('multi_query') === true;
  if (family?.isMultiQuery && isOne) return 1;
  const name = root.nameOf(KV_HEADS);
  const isOff = name === 'multi_query_group_num' && root.value('multi_query_attention') === false;
  if (name === undefined || isOff) {
    if (isOne) return 1;
    // null is “as many as heads” in every code that has a number of its own for a missing field
    const isNull = KV_HEADS.some((one) => root.value(one) === null);
    const own = isNull ? undefined : family?.sizes?.kvHeads;
    return own !== undefined && heads % own === 0 ? own : heads;
  }
  const kvHeads = Number(root.integer(name));
  if (heads % kvHeads === 0) return kvHeads;
  throw new RangeError(`${root.path(name)} must divide the ${heads} heads, got ${kvHeads}.`);
}

/**
 * @param {Reader} root
 * @param {Family | null} family
 * @returns {{pairing: Pairing | null, field: string}}
 */
function pairingOf(root, family) {
  const name = root.nameOf([
    'rope_interleave',
    'rope_interleaved',
    'rotary_emb_interleaved',
    'rope_traditional',
  ]);
  const flag = name && root.flag(name);
  if (name && flag !== undefined) {
    return {pairing: flag ? 'neighbours' : 'halves', field: root.path(name)};
  }
  return {pairing: family?.pairing ?? null, field: ''};
}

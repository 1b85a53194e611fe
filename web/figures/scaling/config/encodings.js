// @ts-check
// Which layers rotate, and what the others have instead: files say it in a dozen ways, and some not at all.

/** @import {Reader} from './fields.js' */
/** @import {Family} from './families.js' */
/** @import {Kinds, Sees} from './layer-kinds.js' */
/** @import {Remark} from './rules.js' */

/**
 * grid: RoPE by row and column of a picture; unknown: the file does not say, and its family is not known here.
 *
 * @typedef {'rope' | 'none' | 'alibi' | 'learned' | 'sinusoidal' | 'buckets' | 'relative' | 'convolution' | 'grid' | 'recurrent' | 'no attention' | 'unknown'} Encoding
 */

const ROPE_FIELDS =
  'rope_theta rope_scaling rope_parameters rotary_emb_base rotary_base rotary_percent rope_freq_constant rope_embedding_base rotary_emb_fraction rope_ratio rotary_pct rotary_dim partial_rotary_factor rope_local_base_freq rope_local_theta layer_rope_theta global_rope_theta qk_rope_head_dim'.split(
    ' ',
  );
/** Fields that are false where attention does not rotate. */
const OFF = [
  'use_rope',
  'use_rotary_embedding',
  'use_rotary_pos_emb',
  'rotary',
  'rope',
  'attn_use_rope',
];
/** position_embedding_type in words. @type {Record<string, Encoding>} */
const TYPES = {
  rope: 'rope',
  rotary: 'rope',
  nope: 'none',
  none: 'none',
  alibi: 'alibi',
  absolute: 'learned',
  learned: 'learned',
  learned_absolute: 'learned',
  relative_key: 'relative',
  relative_key_query: 'relative',
  relative: 'relative',
  sinusoidal: 'sinusoidal',
};

/**
 * What all layers of a file have that are not an exception.
 *
 * @param {Reader} root
 * @param {Family | null} family
 * @param {Remark[]} remarks
 * @returns {Encoding}
 */
export function fileEncoding(root, family, remarks) {
  const attention = root.has('attn_config') ? root.object('attn_config') : undefined;
  for (const reader of [root, attention]) {
    const field = reader?.nameOf(['alibi', 'use_alibi']);
    if (reader && field && reader.flag(field)) return 'alibi';
    if (reader && field && family?.encoding === 'alibi')
      return reader.flag('rope') ? 'rope' : 'none';
  }
  if (family?.encoding === 'switch') return switched(root, remarks);
  const wordField = root.nameOf(['position_embedding_type', 'position_embeddings_type']);
  const word = wordField && root.text(wordField);
  if (wordField && word !== undefined) {
    if (Object.hasOwn(TYPES, word)) return TYPES[word];
    if (/^(rope|rotary)_/.test(word)) return 'rope'; // rope_gptj of Command A, rope_neox
    const text = `“${word}” is no word for positions that is known here.`;
    remarks.push({level: 'warning', field: root.path(wordField), text});
    return 'unknown';
  }
  if (OFF.some((name) => root.value(name) === false)) return 'none';
  if (['mla_use_nope', 'use_mla_nope'].some((name) => root.value(name) === true)) return 'none';
  if (root.weight('rotary_emb_fraction') === 0) return 'none';
  if (family?.ropeFlag) return flagged(root, family.ropeFlag, remarks);
  if (family?.needsBase && !hasBase(root)) {
    const text =
      'It has no base, and so the family’s code rotates nothing: layers of attention have no positions. A reader that takes a base of its own is wrong in all of them.';
    remarks.push({level: 'warning', field: root.path('rope_parameters'), text});
    return 'none';
  }
  if (family?.sinesField && root.flag(family.sinesField)) return 'sinusoidal';
  if (family?.encoding) return withoutBase(family.encoding, root, remarks);
  if (root.has('rel_extent')) return 'relative';
  if (root.has('relative_attention_num_buckets')) return 'buckets';
  if (root.value('relative_attention') === true) return 'relative';
  if (root.has('kv_lora_rank') && root.integer('qk_rope_head_dim', 0) === 0) return 'none';
  if (family || root.nameOf(ROPE_FIELDS)) return 'rope';
  remarks.push({
    level: 'warning',
    field: root.path('model_type'),
    text: 'No field speaks of positions, and this model_type is not known here. What its layers do is in its code, not in this file.',
  });
  return 'unknown';
}

/**
 * A family that rotates nothing: a base in its file is a mistake, or the file is that of another family.
 *
 * @param {Encoding} encoding
 * @param {Reader} root
 * @param {Remark[]} remarks
 * @returns {Encoding}
 */
function withoutBase(encoding, root, remarks) {
  const field = root.nameOf(['rope_theta', 'rope_parameters']);
  if (field && ['learned', 'sinusoidal', 'relative', 'buckets'].includes(encoding)) {
    const text = `The code of ${root.text('model_type')} rotates nothing, and a base is in the file. If the model is another one under that name, what is shown is wrong.`;
    remarks.push({level: /* t */ 'warning', field: root.path(field), text});
  }
  return encoding;
}

/** @param {Reader} root @param {string} name @param {Remark[]} remarks @returns {Encoding} */
function flagged(root, name, remarks) {
  const isOn = root.flag(name) === true;
  const is = root.has(name) ? `It is ${isOn}` : 'It is missing';
  const field = root.path(name);
  const text = `${is}: the attention layers ${isOn ? 'rotate' : 'have no positions, though a base may be in the file'}.`;
  remarks.push({level: isOn ? 'note' : 'warning', field, text});
  return isOn ? 'rope' : 'none';
}

/** Granite 4's switch. @param {Reader} root @param {Remark[]} remarks @returns {Encoding} */
function switched(root, remarks) {
  const word = root.text('position_embedding_type');
  const base = root.has('rope_theta')
    ? ` rope_theta = ${JSON.stringify(root.value('rope_theta'))} is in the file either way.`
    : '';
  remarks.push({
    level: word === undefined ? 'warning' : 'note',
    field: root.path('position_embedding_type'),
    text:
      word === undefined
        ? `It is missing. The reference then has no positions in attention; mlx-lm of August 2026 rotates unless it says "nope".${base}`
        : `This is the switch: “${word}”.${base}`,
    source: 'huggingface/transformers#42872',
  });
  return word === 'rope' ? 'rope' : 'none';
}

/**
 * The encoding of each layer.
 *
 * @param {Reader} root
 * @param {Kinds} kinds
 * @param {Family} family
 * @param {{all: Encoding, remarks: Remark[]}} found all: what layers have that are no exception
 * @returns {Encoding[]}
 */
export function layerEncodings(root, kinds, family, {all, remarks}) {
  const isWithout = withoutRope(root, kinds, family, remarks);
  return kinds.sees.map((sees, k) => {
    if (sees === 'recurrent' || sees === 'no attention' || sees === 'unknown') return sees;
    if (sees === 'image') return 'none';
    return all === 'rope' && isWithout(k) ? 'none' : all;
  });
}

/**
 * @param {Reader} root
 * @param {Kinds} kinds
 * @param {Family} family
 * @param {Remark[]} remarks
 * @returns {(layer: number) => boolean}
 */
function withoutRope(root, {sees}, family, remarks) {
  const nLayers = sees.length;
  const bases = root.list('layer_rope_theta', 0) ?? [];
  if (bases.includes(0)) {
    const still = bases.flatMap((base, k) => (base === 0 ? [k] : []));
    const text = `0 means that the layer does not rotate. Without positions: ${still.length} of ${nLayers} layers, ${rangesText(still)}. A reader that takes one base for all rotates them.`;
    remarks.push({level: 'warning', field: root.path('layer_rope_theta'), text});
    return (k) => bases[k] === 0;
  }
  for (const name of ['no_rope_layers', 'use_rope_layers', 'rope_layout']) {
    const flags = flagsOf(root, name, nLayers, remarks);
    if (!flags) continue;
    const without = flags.flatMap((flag, k) => (flag ? [] : [k]));
    remarks.push({
      level: name === 'no_rope_layers' ? 'warning' : 'note',
      field: root.path(name),
      text: `1 means that the layer rotates${name === 'no_rope_layers' ? ', though the name says the opposite' : ''}. Without positions: ${without.length} of ${nLayers} layers${without.length > 0 ? `, ${rangesText(without)}` : ''}.`,
      ...(name === 'no_rope_layers' ? {source: 'huggingface/transformers#47179'} : {}),
    });
    return (k) => !flags[k];
  }
  const name = root.nameOf(['no_rope_layer_interval', 'nope_layer_interval']);
  if (name || family.nope === 'every') {
    const interval = (name ? root.integer(name, 0) : undefined) ?? 4;
    const field = root.path(name ?? 'no_rope_layers');
    const text = `Without positions: every ${interval}th layer, the last of each ${interval}${name ? '' : '. The file does not list them; this is what the family’s code does'}.`;
    remarks.push({level: 'note', field, text, source: 'NVIDIA/TensorRT-LLM#3382'});
    return (k) => interval > 0 && (k + 1) % interval === 0;
  }
  const isHybrid = family.nope === 'full' && sees.includes('sliding');
  if (!isHybrid) return () => false;
  const dense = family.prefixRotates ? rotatedPrefix(root) : 0;
  const full = sees.flatMap((one, k) => (one === 'full' && k >= dense ? [k] : []));
  const but = dense > 0 ? `, but the first ${dense}, which are dense, rotate` : '';
  remarks.push({
    level: 'warning',
    field: root.path('layer_types'),
    text: `Layers that see all tokens have no positions (${rangesText(full)}): only those with a window rotate${but}. No field says so; the family’s code does.`,
  });
  return (k) => full.includes(k);
}

/** Dense layers at the start that rotate, in Cohere 2 with experts. @param {Reader} root */
const rotatedPrefix = (root) =>
  (root.integer('prefix_dense_sliding_window_pattern') ?? 1) === 1
    ? (root.integer('first_k_dense_replace', 0) ?? 0)
    : 0;

/**
 * One flag a layer, or nothing.
 *
 * @param {Reader} root
 * @param {string} name
 * @param {number} nLayers
 * @param {Remark[]} remarks
 * @returns {boolean[] | null}
 */
function flagsOf(root, name, nLayers, remarks) {
  const value = root.value(name);
  if (!Array.isArray(value) || value.length === 0) return null;
  const isFlags = value.every((one) => [0, 1, true, false].includes(one));
  if (isFlags && value.length === nLayers) return value.map(Boolean);
  const text = isFlags
    ? `It has ${value.length} entries for ${nLayers} layers, and is not read.`
    : 'It must have a 0 or a 1 for each layer, as the code of SmolLM3 and Llama 4 reads it. Numbers of layers are not, and it is not read.';
  remarks.push({level: 'warning', field: root.path(name), text});
  return null;
}

/**
 * Layers in ranges: "0 to 2, 4"; those at equal distances, if more than three, "3, 7, ..., 35".
 *
 * @param {readonly number[]} layers rising
 * @returns {string}
 */
export function rangesText(layers) {
  const step = layers[1] - layers[0];
  const isEven = layers.every((layer, k) => k === 0 || layer - layers[k - 1] === step);
  if (isEven && step > 1 && layers.length > 3) {
    return `${layers[0]}, ${layers[1]}, ..., ${layers[layers.length - 1]}`;
  }
  /** @type {string[]} */
  const parts = [];
  for (let k = 0; k < layers.length; ) {
    let end = k;
    while (layers[end + 1] === layers[end] + 1) end++;
    const [from, to] = [layers[k], layers[end]];
    parts.push(to === from ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from} to ${to}`);
    k = end + 1;
  }
  if (parts.length <= 6) return parts.join(', ');
  return `${parts.slice(0, 3).join(', ')}, ..., ${parts[parts.length - 1]}`;
}

/** @param {Reader} root */
const hasBase = (root) =>
  root.has('rope_theta') ||
  (root.has('rope_parameters') && root.object('rope_parameters')?.has('rope_theta'));

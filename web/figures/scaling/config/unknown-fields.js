// @ts-check
// Names that look like settings of positions and are none that is known: likely misspelt, and so without effect.

import {distance, isMisspelt} from './fields.js';

/** @import {Reader} from './fields.js' */
/** @import {Remark} from './rules.js' */

const RULE_FIELDS =
  'rope_type type rope_theta partial_rotary_factor factor original_max_position_embeddings attention_factor beta_fast beta_slow short_factor long_factor short_mscale long_mscale low_freq_factor high_freq_factor mscale mscale_all_dim truncate mrope_interleaved xdrope_section interleaved llama_4_scaling_beta finetuned alpha apply_yarn_scaling rope_interleave mrope_section'.split(
    ' ',
  );
const FILE_FIELDS =
  'rope_theta rope_scaling rope_parameters rotary_emb_base rotary_pct rotary_dim rope_pct partial_rotary_factor partial_rotary_factors global_partial_rotary_factor rope_local_base_freq local_rope_theta global_rope_theta swa_rope_theta rope_base compress_rope_theta compress_ratios max_position_embeddings original_max_position_embeddings position_embedding_type n_positions sliding_window sliding_window_size sliding_window_pattern _sliding_window_pattern use_sliding_window max_window_layers no_rope_layers no_rope_layer_interval nope_layer_interval use_rope_layers use_rope use_rotary_embedding yarn_only_types alibi use_alibi mla_use_nope qk_rope_head_dim qk_nope_head_dim rope_interleave rope_interleaved rope_traditional rotary_emb_interleaved indexer_rope_interleave attention_window_size local_attention use_mrope rope_type max_source_positions max_target_positions rope_ratio position_biased_input pos_att_type max_relative_positions use_mem_rope max_image_position_embeddings position_id_per_seconds alibi_bias_max alibi_slopes scale_embedding use_position_embeddings position_embedding_size rope_embedding_base rope_position_scale rotary rotary_emb_fraction rotary_value attn_rotary_emb original_rope position_buckets rope_3d sliding_window_layers rotary_base rotary_percent rope_freq_constant position_embeddings_type rotary_embedding_base max_decoder_position_embeddings max_encoder_position_embeddings max_2d_position_embeddings max_relative_position use_scaled_rope rope_scaling_factor rope_high_freq_factor sinusoidal_pos_embds sinusoidal_embeddings axial_pos_embds axial_pos_shape static_position_embeddings use_rotary_pos_emb window_size is_causal use_bidirectional_attention llama_4_scaling dual_chunk_attention_config rope_max_length rope rope_local_theta layer_rope_theta rope_layout sliding_window_layout use_mla_nope attn_use_rope lightning_use_rope prefix_dense_sliding_window_pattern log_scaling_n_floor log_scaling_alpha attn_temperature_len attn_temperature_tuning temperature learnable_sink add_swa_attention_sink_bias add_full_attention_sink_bias attention_qk_rope_dim'.split(
    ' ',
  );
const SIZE_FIELDS =
  'hidden_size num_attention_heads num_key_value_heads num_hidden_layers head_dim layer_types layers_block_type kv_lora_rank v_head_dim attention_chunk_size model_type text_config full_attention_interval attn_layer_period attn_layer_offset hybrid_override_pattern hybrid_layer_pattern original_max_position_embeddings relative_attention_num_buckets relative_attention_max_distance global_attn_every_n_layers num_global_key_value_heads global_head_dim global_attn_idx gqa_layers gqa_interval local_layer_ids full_attention_idx mixer_types window_layer_ids'.split(
    ' ',
  );
/** Lists for each layer that are read, under names that are no settings of positions. */
const READ_LISTS =
  'attention_layers attention_types attn_type_list block_types _block_types num_query_heads num_kv_heads'.split(
    ' ',
  );
/** Near to a known name, and another one. */
const OTHERS = [
  'q_lora_rank',
  'o_lora_rank',
  'share_embedding',
  'moe_layer_interval',
  'num_local_heads',
  'qk_head_dim',
];
const LOOKS_LIKE =
  /rope|rotary|theta|sliding|window|causal|position|alibi|yarn|llama_4|(^|_)nope|mscale|temperature|(^|_)sinks?(_|$)|log_scaling/i;
// what vision and audio parts, and quantisation, call their own
const OTHER =
  /vision|image|video|audio|patch|token_id|quant|dropout|initializer|fused|kernel|backend/i;

/**
 * @param {Reader} root
 * @param {number} nLayers
 * @returns {Remark[]}
 */
export function unknownFields(root, nLayers) {
  const strange = root
    .names()
    .filter((name) => root.has(name) && !FILE_FIELDS.includes(name) && !SIZE_FIELDS.includes(name))
    .filter((name) => (LOOKS_LIKE.test(name) && !OTHER.test(name)) || isNear(name))
    .map((name) => remark(root.path(name), name, [...FILE_FIELDS, ...SIZE_FIELDS]));
  return [...strange, ...unreadLists(root, nLayers), ...insideRules(root)];
}

/** Lists of what else differs between layers: experts, what an indexer chooses, the sizes of other parts. */
const NOT_OF_ATTENTION =
  /moe|mlp|expert|ffn|dense|swiglu|index|ple_|hash|engram|intermediate|multiplier|label|task|target/i;

/**
 * Lists with one entry for each layer that no code here reads: what layers see, or how they rotate, may be in them.
 *
 * @param {Reader} root
 * @param {number} nLayers
 * @returns {Remark[]}
 */
function unreadLists(root, nLayers) {
  const isRead = (/** @type {string} */ name) =>
    READ_LISTS.includes(name) || FILE_FIELDS.includes(name) || SIZE_FIELDS.includes(name);
  const isList = (/** @type {unknown} */ value) =>
    Array.isArray(value) &&
    value.length === nLayers &&
    value.every((one) => one === null || typeof one !== 'object');
  return root
    .names()
    .filter((name) => nLayers > 2 && isList(root.value(name)) && !isRead(name))
    .filter((name) => !LOOKS_LIKE.test(name) && !NOT_OF_ATTENTION.test(name) && !OTHER.test(name))
    .map((name) => ({
      level: 'warning',
      field: root.path(name),
      text: `It has an entry for each of the ${nLayers} layers, and nothing is read from it: layers may differ in a way that is not shown.`,
    }));
}

/** @param {string} name */
const isNear = (name) =>
  !OTHERS.includes(name) && [...FILE_FIELDS, ...SIZE_FIELDS].some((one) => isMisspelt(name, one));

/** @param {Reader} root @returns {Remark[]} */
function insideRules(root) {
  return ['rope_scaling', 'rope_parameters'].flatMap((field) => {
    if (!root.has(field)) return [];
    const rule = root.object(field);
    return (rule?.names() ?? []).flatMap((name) => {
      const value = rule?.value(name) ?? null;
      if (RULE_FIELDS.includes(name) || value === null) return [];
      if (typeof value !== 'object' || Array.isArray(value)) {
        return [remark(String(rule?.path(name)), name, RULE_FIELDS)];
      }
      const inner = rule?.object(name);
      return (inner?.names() ?? [])
        .filter((one) => !RULE_FIELDS.includes(one))
        .map((one) => remark(String(inner?.path(one)), one, RULE_FIELDS));
    });
  });
}

/**
 * @param {string} field
 * @param {string} name
 * @param {readonly string[]} known
 * @returns {Remark}
 */
function remark(field, name, known) {
  const near = known
    .map((one) => ({one, steps: distance(name, one)}))
    .sort((a, b) => a.steps - b.steps)[0];
  const isClose = near.steps <= Math.max(2, Math.floor(name.length / 4));
  const meant = isClose ? ` Perhaps ${near.one} is meant.` : '';
  return {
    level: 'warning',
    field,
    text: LOOKS_LIKE.test(name)
      ? `It looks like a setting of positions, and it is none that is known here: nothing is read from it.${meant}`
      : `No setting of this name is known here: nothing is read from it.${meant}`,
  };
}

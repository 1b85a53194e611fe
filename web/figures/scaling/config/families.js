// @ts-check
// What the code of a model family does where its config.json says nothing. Read from the families' public
// code (ml-explore/mlx-lm of August 2026; huggingface/transformers of 2026, where a base is default_theta of
// configuration_*.py), by model_type.

import {sizesOfType} from './family-sizes.js';
import {TABLE_FAMILIES} from './table-families.js';

/** @import {Encoding} from './encodings.js' */
/** @import {Sizes} from './family-sizes.js' */

/**
 * How the two numbers of a rotated pair lie in a head: i and i + half of the rotated part, or 2i and 2i + 1.
 *
 * @typedef {'halves' | 'neighbours'} Pairing
 */

/**
 * @typedef {object} Family
 * @property {Pairing} [pairing]
 * @property {number} [base] of RoPE, where the file has none
 * @property {Record<string, unknown>} [rule] where the file has none
 * @property {number} [localBase] of layers with a sliding window, where the file has none
 * @property {boolean} [fullRuleOnly] whether the file's rule is for layers that see everything, not for sliding ones
 * @property {number} [fullEvery] one layer of so many sees everything, where the file does not list them
 * @property {boolean} [fullFirst] whether that is the first of them, and not the last
 * @property {number} [window] where the file has none
 * @property {'full' | 'every'} [nope] layers without positions: those that see everything, or every
 *   fourth by `no_rope_layers` and `no_rope_layer_interval`
 * @property {boolean} [lastFull] whether the last layer sees everything, whatever the file lists
 * @property {boolean} [isWindowed] whether a file that does not name sliding_window has the family's window
 * @property {boolean} [windowSwitch] whether sliding_window has an effect only where use_sliding_window is true
 * @property {number} [windowFrom] the first layer with the window, where the file has no max_window_layers
 * @property {boolean} [needsWindow] whether all layers see everything where sliding_window is null
 * @property {boolean} [isMultiQuery] whether all heads share one key and value unless the file says otherwise
 * @property {string} [otherwise] the type of layers that no field speaks of
 * @property {Exclude<Encoding, 'rope' | 'recurrent' | 'no attention'> | 'switch'} [encoding] what the family has in
 *   place of RoPE; a switch: `position_embedding_type` must say "rope"
 * @property {string} [ropeFlag] a field that must be true for RoPE; without it there are no positions
 * @property {boolean} [needsBase] whether nothing is rotated where the file has no base
 * @property {boolean} [isDouble] whether queries and keys are twice as wide as the hidden size, whatever kv_channels says
 * @property {boolean} [isRecurrent] whether it has no attention at all
 * @property {number | 'padding'} [offset] rows at the start of a table that no token reads; padding: up to the row of
 *   pad_token_id
 * @property {number} [moreRows] rows of a table beyond the number in the file
 * @property {number} [tokens] of a model of pictures: rows of its table beside one for each patch
 * @property {string} [sinesField] a field that is true where the table is of sines
 * @property {number} [rotaryDim] elements of a head that are rotated, where the file has no rotary_dim
 * @property {boolean} [sinks] whether each head has a learned logit that takes weight and gives no value
 * @property {number} [partial] the share of a head that is rotated, where the file has none
 * @property {boolean} [isChunked] whether layers that rotate see chunks of attention_chunk_size tokens, unless layer_types says
 *   otherwise
 * @property {boolean} [prefixRotates] whether the first layers, which are dense, rotate though they see all
 * @property {boolean} [isLocal] whether layers of type "attention" have a window
 * @property {number} [amplitude] of YaRN on cosine and sine, whatever the factor
 * @property {Pairing} [indexer] pairing of the sparse attention's indexer
 * @property {Sizes} [sizes] where the file has none
 * @property {string} [note] what the family's code does and no field says
 */

/** @type {[types: string, family: Family][]} */
const TABLE = [
  [
    'llama mixtral phi3 gemma olmo olmo2 olmoe starcoder2 granite granitemoe granitemoeshared minicpm minicpm3 seed_oss internlm2 internlm3 mimo aria arcee chameleon dbrx diffllama doge emu3 eurobert granite4_vision hyperclovax idefics jais2 hrm_text exaone telechat3 bailing_moe qwen deepseek nemotron-nas openelm grok llada minicpm_sala smallthinker plamo2 plamo3',
    {pairing: 'halves'},
  ],
  ['mistral ministral', {pairing: 'halves', isWindowed: true, window: 4096}],
  ['qwen2 qwen2_moe qwen3 qwen3_moe', {pairing: 'halves', windowSwitch: true, windowFrom: 28}],
  ['qwen2_vl qwen2_5_vl', {pairing: 'halves', windowSwitch: true, windowFrom: 80, base: 1e6}],
  ['qwen2_5_omni', {pairing: 'halves', windowSwitch: true, windowFrom: 28, base: 1e6}],
  ['qwen3_vl qwen3_vl_moe', {pairing: 'halves', base: 5e5}],
  ['qwen3_omni_moe', {pairing: 'halves', base: 1e6}],
  ['dots1', {pairing: 'halves', windowFrom: 62, isWindowed: true, window: 4096}],
  ['phimoe mixtral emu3 solar_open', {pairing: 'halves', base: 1e6}],
  ['bitnet csm csm_depth_decoder_model mllama flex_olmo evolla', {pairing: 'halves', base: 5e5}],
  ['paddleocr_vl', {pairing: 'halves', base: 5e5}],
  ['apertus', {pairing: 'halves', base: 1.2e7}],
  ['hy_v3', {pairing: 'halves', base: 11158840}],
  ['minimax_m2', {pairing: 'halves', base: 5e6}],
  ['minimax', {pairing: 'halves', base: 1e6, fullEvery: 2}],
  ['nomic_bert', {pairing: 'halves', base: 1000}],
  ['jina_embeddings_v3', {pairing: 'halves', base: 20000}],
  ['persimmon', {pairing: 'halves', partial: 0.5}],
  ['fuyu', {pairing: 'halves', base: 25000, partial: 0.5}],
  ['phi nemotron', {pairing: 'halves', partial: 0.5}],
  ['bamba', {pairing: 'halves', partial: 0.5, otherwise: 'mamba'}],
  ['stablelm gpt_neox', {pairing: 'halves', partial: 0.25}],
  ['glm4_moe glm4v_moe', {pairing: 'halves', partial: 0.5}],
  [
    'bailing_moe_linear',
    {pairing: 'halves', note: 'The layers that keep a state rotate their queries and keys, too.'},
  ],
  ['falcon', {pairing: 'halves', isMultiQuery: true}],
  [
    'falcon_h1 hymba',
    {
      pairing: 'halves',
      note: 'Each layer has a Mamba part beside its attention; only the attention rotates.',
    },
  ],
  [
    'gpt_neox_japanese hunyuan_v1_dense hunyuan_v1_moe hunyuan_vl nanochat phi4_multimodal timesfm2_5 jetmoe higgs_audio_v2 glm_image',
    {pairing: 'halves'},
  ],
  ['moshi mimi kyutai_speech_to_text voxtral_realtime', {pairing: 'halves'}],
  ['cwm', {pairing: 'halves', base: 1e6, fullEvery: 4, fullFirst: true, window: 8192}],
  ['openai_privacy_filter', {pairing: 'neighbours', base: 150000}],
  ['vaultgemma t5_gemma_module', {pairing: 'halves', fullEvery: 2, window: 4096}],
  ['glm glm4', {pairing: 'neighbours', partial: 0.5}],
  ['glm4v glm_ocr', {pairing: 'neighbours'}],
  ['ernie4_5 ernie4_5_moe ernie4_5_vl_moe', {pairing: 'neighbours', base: 5e5}],
  ['helium', {pairing: 'neighbours', base: 1e5}],
  ['longcat_flash longcat_flash_ngram', {pairing: 'neighbours', base: 1e7}],
  ['gptj codegen', {pairing: 'neighbours', rotaryDim: 64}],
  ['moonshine', {pairing: 'neighbours', partial: 0.9}],
  [
    'blt_local_encoder blt_local_decoder blt_global_transformer',
    {pairing: 'neighbours', base: 5e5},
  ],
  ['cohere', {pairing: 'neighbours', base: 5e5}],
  ['gemma2', {pairing: 'halves', fullEvery: 2, window: 4096}],
  [
    'gemma3 t5gemma2 t5gemma2_decoder',
    {
      pairing: 'halves',
      base: 1e6,
      localBase: 1e4,
      fullRuleOnly: true,
      fullEvery: 6,
      window: 4096,
    },
  ],
  [
    'gemma3n',
    {pairing: 'halves', base: 1e6, localBase: 1e4, fullRuleOnly: true, fullEvery: 5, window: 512},
  ],
  [
    'gemma4',
    {
      pairing: 'halves',
      base: 1e6,
      localBase: 1e4,
      fullRuleOnly: true,
      rule: {rope_type: 'proportional', partial_rotary_factor: 0.25},
      fullEvery: 6,
      lastFull: true,
      window: 512,
    },
  ],
  ['llama4', {pairing: 'neighbours', base: 5e5, nope: 'every', isChunked: true}],
  ['smollm3', {pairing: 'halves', base: 2e6, nope: 'every'}],
  ['cohere2', {pairing: 'neighbours', fullEvery: 4, window: 4096, nope: 'full'}],
  [
    'cohere2_moe',
    {pairing: 'neighbours', fullEvery: 4, window: 4096, nope: 'full', prefixRotates: true},
  ],
  [
    'exaone4 exaone_moe exaone4_5',
    {pairing: 'halves', nope: 'full', fullEvery: 4, needsWindow: true, window: 4096},
  ],
  ['afmoe', {pairing: 'halves', fullEvery: 4, nope: 'full', window: 2048}],
  ['olmo3', {pairing: 'halves', base: 5e5, fullRuleOnly: true, fullEvery: 4, window: 4096}],
  [
    'gpt_oss',
    {
      pairing: 'halves',
      base: 150000,
      fullEvery: 2,
      window: 128,
      sinks: true,
      rule: {
        rope_type: 'yarn',
        factor: 32,
        beta_fast: 32,
        beta_slow: 1,
        truncate: false,
        original_max_position_embeddings: 4096,
      },
    },
  ],
  [
    'modernbert modernbert-decoder',
    {
      pairing: 'halves',
      base: 160000,
      localBase: 10000,
      fullEvery: 3,
      fullFirst: true,
      window: 128,
    },
  ],
  ['mimo_v2 mimo_v2_flash', {pairing: 'halves'}],
  ['step3p5', {pairing: 'halves'}],
  ['laguna', {pairing: 'halves', base: 5e5, localBase: 1e4}],
  ['qwen3_next qwen3_5 qwen3_5_moe', {pairing: 'halves', fullEvery: 4, partial: 0.25}],
  ['olmo_hybrid', {pairing: 'halves', fullEvery: 4, needsBase: true}],
  ['recurrent_gemma', {pairing: 'halves', partial: 0.5, window: 2048, isLocal: true}],
  ['lfm2 lfm2_moe', {pairing: 'halves', base: 1e6}],
  ['deepseek_v2 deepseek_v3 kimi_k2 kimi_k25 glm4_moe_lite youtu', {pairing: 'neighbours'}],
  ['deepseek_v32', {pairing: 'neighbours', indexer: 'halves'}],
  ['glm_moe_dsa', {pairing: 'neighbours', indexer: 'neighbours'}],
  [
    'deepseek_v4',
    {
      pairing: 'neighbours',
      partial: 0.125,
      base: 160000,
      localBase: 10000,
      otherwise: 'compressed_attention',
      sinks: true,
      amplitude: 1,
      note: 'The last elements of a head are rotated, keys serve as values too, and so the output is rotated back. The amplitude is 1 on cosine, sine and softmax.',
    },
  ],
  ['ministral3', {pairing: 'halves'}],
  ['mistral4', {pairing: 'neighbours'}],
  ['granitemoehybrid', {pairing: 'halves', encoding: 'switch', otherwise: 'mamba'}],
  [
    'nemotron_h',
    {
      encoding: 'none',
      note: 'Its attention layers have no positions: the Mamba layers carry order.',
    },
  ],
  [
    'jamba',
    {
      encoding: 'none',
      note: 'Its attention layers have no positions: the Mamba layers carry order.',
    },
  ],
  ['kimi_linear', {}],
  ['inkling inkling_model inkling_mm_model', {encoding: 'relative'}],
  ['solar_open2', {pairing: 'halves', ropeFlag: 'use_rope'}],
  ['zamba2', {pairing: 'halves', ropeFlag: 'use_mem_rope', isDouble: true}],
  ['zamba', {encoding: 'none'}],
  ['mamba mamba2 falcon_mamba rwkv rwkv5 rwkv6 rwkv7 xlstm retnet', {isRecurrent: true}],
  ['chatglm', {pairing: 'neighbours', partial: 0.5}],
  ['roformer', {pairing: 'neighbours'}],
  [
    'phi4flash',
    {
      encoding: 'none',
      note: 'Its attention layers have no positions, though a base is in the file. Mamba layers, which are not listed in it, carry order.',
    },
  ],
  [
    'baichuan',
    {
      encoding: 'unknown',
      note: 'The model of 7B parameters rotates, the one of 13B has ALiBi, each by its own code, and no field tells them apart.',
    },
  ],
];

/** @type {Map<string, Family>} */
const BY_TYPE = new Map(
  [...TABLE_FAMILIES, ...TABLE].flatMap(([types, family]) =>
    types.split(' ').map((type) => /** @type {const} */ ([type, family])),
  ),
);

/**
 * The family of a model_type, with or without the ending of its part for text; null of an unknown one.
 *
 * @param {string} type
 * @returns {Family | null}
 */
export function familyOf(type) {
  const name = type.replace(/_text(_model)?$/, '');
  const family =
    BY_TYPE.get(type) ?? BY_TYPE.get(name) ?? BY_TYPE.get(name.replace(/_moe$/, '')) ?? null;
  return family && {...family, sizes: sizesOfType(type) ?? sizesOfType(name)};
}

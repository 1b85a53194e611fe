// @ts-check
// What the code of a model family does where its config.json says nothing. Read from the families' public
// code (ml-explore/mlx-lm of August 2026; huggingface/transformers of 2026, where a base is default_theta of
// configuration_*.py), by model_type.

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
 * @property {'none' | 'alibi' | 'learned' | 'buckets' | 'relative' | 'switch' | 'unknown'} [encoding] what the family has in
 *   place of RoPE; a switch: `position_embedding_type` must say "rope"
 * @property {string} [ropeFlag] a field that must be true for RoPE; without it there are no positions
 * @property {boolean} [isDouble] whether queries and keys are twice as wide as the hidden size, whatever kv_channels says
 * @property {boolean} [isRecurrent] whether it has no attention at all
 * @property {number} [offset] rows at the start of a learned table that no token reads
 * @property {boolean} [sinks] whether each head has a learned logit that takes weight and gives no value
 * @property {number} [partial] the share of a head that is rotated, where the file has none
 * @property {boolean} [isLocal] whether layers of type "attention" have a window
 * @property {number} [amplitude] of YaRN on cosine and sine, whatever the factor
 * @property {Pairing} [indexer] pairing of the sparse attention's indexer
 * @property {Partial<Record<'hidden' | 'heads' | 'kvHeads' | 'headDim' | 'layers' | 'maxPosition', number>>} [sizes]
 *   where the file has none
 * @property {string} [note] what the family's code does and no field says
 */

/** @type {[types: string, family: Family][]} */
const TABLE = [
  [
    'llama mistral mixtral qwen2 qwen2_moe qwen2_vl qwen2_5_vl qwen3 qwen3_moe qwen3_vl qwen3_vl_moe gemma phi phi3 phimoe olmo olmo2 olmoe stablelm starcoder2 gpt_neox granite granitemoe minicpm seed_oss apertus glm4_moe nemotron internlm2 internlm3 falcon_h1 falcon mimo bitnet minimax minimax_m2 persimmon hunyuan_v1_dense hunyuan_v1_moe esm dots1 dbrx bamba mllama',
    {pairing: 'halves'},
  ],
  ['glm glm4 ernie4_5 ernie4_5_moe helium longcat_flash gptj codegen', {pairing: 'neighbours'}],
  ['cohere', {pairing: 'neighbours', base: 5e5}],
  ['gemma2', {pairing: 'halves', fullEvery: 2, window: 4096}],
  [
    'gemma3 gemma3n',
    {
      pairing: 'halves',
      base: 1e6,
      localBase: 1e4,
      fullRuleOnly: true,
      fullEvery: 6,
      window: 4096,
      sizes: {hidden: 2304, heads: 8, kvHeads: 4, headDim: 256, layers: 26, maxPosition: 131072},
    },
  ],
  ['gemma4', {pairing: 'halves', fullEvery: 5, window: 512}],
  ['llama4', {pairing: 'neighbours', base: 5e5, nope: 'every'}],
  ['smollm3', {pairing: 'halves', base: 2e6, nope: 'every'}],
  ['cohere2', {pairing: 'neighbours', fullEvery: 4, window: 4096, nope: 'full'}],
  ['exaone4 exaone_moe', {pairing: 'halves', nope: 'full'}],
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
  ['step3p5 laguna', {pairing: 'halves'}],
  ['qwen3_next', {pairing: 'halves', fullEvery: 4, partial: 0.25}],
  ['qwen3_5 qwen3_5_moe', {pairing: 'halves', fullEvery: 4, partial: 0.25}],
  ['recurrent_gemma', {pairing: 'halves', partial: 0.5, window: 2048, isLocal: true}],
  ['lfm2 lfm2_moe', {pairing: 'halves', base: 1e6}],
  ['deepseek_v2 deepseek_v3 kimi_k2 glm4_moe_lite', {pairing: 'neighbours'}],
  ['deepseek_v32', {pairing: 'neighbours', indexer: 'halves'}],
  ['glm_moe_dsa', {pairing: 'neighbours', indexer: 'neighbours'}],
  [
    'deepseek_v4',
    {
      sinks: true,
      amplitude: 1,
      note: 'The last elements of a head are rotated, keys serve as values too, and so the output is rotated back. The amplitude is 1 on cosine, sine and softmax.',
    },
  ],
  ['ministral3', {pairing: 'halves'}],
  ['mistral4', {}],
  ['granitemoehybrid', {pairing: 'halves', encoding: 'switch'}],
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
  ['bloom mpt', {encoding: 'alibi'}],
  ['zamba2', {pairing: 'halves', ropeFlag: 'use_mem_rope', isDouble: true}],
  ['zamba', {encoding: 'none'}],
  ['mamba mamba2 falcon_mamba rwkv rwkv7', {isRecurrent: true}],
  ['chatglm', {pairing: 'neighbours', partial: 0.5}],
  ['roformer', {pairing: 'neighbours'}],
  [
    'phi4flash',
    {
      encoding: 'none',
      note: 'Its attention layers have no positions, though a base is in the file. Mamba layers, which are not listed in it, carry order.',
    },
  ],
  ['deberta deberta-v2 xlnet', {encoding: 'relative'}],
  [
    'baichuan',
    {
      encoding: 'unknown',
      note: 'The model of 7B parameters rotates, the one of 13B has ALiBi, each by its own code, and no field tells them apart.',
    },
  ],
  ['longformer led', {encoding: 'learned', offset: 2}],
  ['big_bird bigbird_pegasus', {encoding: 'learned'}],
  ['gpt2 gpt_neo gpt_bigcode bert albert electra distilbert openai-gpt', {encoding: 'learned'}],
  ['roberta xlm-roberta camembert opt', {encoding: 'learned', offset: 2}],
  ['whisper bart', {encoding: 'learned'}],
  ['t5 mt5 umt5', {encoding: 'buckets'}],
];

/** @type {Map<string, Family>} */
const BY_TYPE = new Map(
  TABLE.flatMap(([types, family]) =>
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
  const name = type.replace(/_text$/, '');
  return BY_TYPE.get(type) ?? BY_TYPE.get(name) ?? BY_TYPE.get(name.replace(/_moe$/, '')) ?? null;
}

// @ts-check
// Files in JSON that lie beside a model's config.json and are none: what each is, and where the configuration is.

/** @typedef {Record<string, unknown>} Fields */

/** @param {Fields} fields @param {readonly string[]} names */
const has = (fields, names) => names.some((name) => Object.hasOwn(fields, name));

/** Fields of sizes or of a part that has them: a configuration of a model. */
const OF_MODEL = [
  'num_attention_heads',
  'n_head',
  'n_heads',
  'num_heads',
  'hidden_size',
  'd_model',
  'n_embd',
  'text_config',
  'vision_config',
  'thinker_config',
  'llm_config',
  'language_config',
];

/** @param {unknown} value */
const shown = (value) => (typeof value === 'string' ? ` (${value.slice(0, 80)})` : '');

/** @type {[is: (fields: Fields) => boolean, what: (fields: Fields) => string][]} */
const KINDS = [
  [
    (fields) => has(fields, ['peft_type', 'lora_alpha', 'adapter_layers', 'lora_parameters']),
    (fields) =>
      `the settings of an adapter: it has no positions of its own. Open the config.json of its base model${shown(fields.base_model_name_or_path)}`,
  ],
  [
    (fields) => has(fields, ['_diffusers_version', '_class_name']),
    (fields) =>
      `a part of diffusers${shown(fields._class_name)}, not of a language model: its positions are in its code. If it is model_index.json, text_encoder/config.json beside it can be read here`,
  ],
  [
    (fields) =>
      Object.keys(fields).some((name) => /^general\.architecture$/.test(name)) ||
      isDump(fields.metadata),
    () =>
      'the metadata of a GGUF file: choose the .gguf file itself under “Files of a model”, which needs a few MB of it',
  ],
  [
    (fields) => has(fields, ['weight_map']),
    () => 'the index of a model in several files: open the config.json beside it',
  ],
  [
    (fields) => has(fields, ['__metadata__']) || Object.values(fields).some(isTensor),
    () =>
      'the header of a .safetensors file: it holds shapes and no settings. Open the config.json beside it',
  ],
  [
    (fields) =>
      has(fields, ['added_tokens', 'pre_tokenizer']) && has(fields, ['model', 'normalizer']),
    () => 'a tokenizer: open the config.json beside it',
  ],
  [
    (fields) =>
      has(fields, ['tokenizer_class', 'added_tokens_decoder', 'chat_template']) &&
      !has(fields, ['model_type', ...OF_MODEL]),
    () =>
      'the settings of a tokenizer: a length in it cuts texts, and nothing in it sets positions. Open the config.json beside it',
  ],
  [
    (fields) =>
      has(fields, [
        'image_processor_type',
        'feature_extractor_type',
        'processor_class',
        'image_mean',
      ]) && !has(fields, ['model_type', ...OF_MODEL]),
    () => 'the settings of a processor of pictures or sound: open the config.json beside it',
  ],
  [
    (fields) => has(fields, ['log_history', 'best_model_checkpoint']),
    () => 'the log of a training run: open the config.json beside it',
  ],
  [
    (fields) =>
      has(fields, [
        '_from_model_config',
        'do_sample',
        'max_new_tokens',
        'top_p',
        'eos_token_id',
        'decoder_start_token_id',
      ]) && !has(fields, ['model_type', 'architectures', ...OF_MODEL]),
    () => 'the settings of generation: open the config.json beside it',
  ],
];

/** What a dump of GGUF's metadata has: names with dots. @param {unknown} value */
const isDump = (value) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'general.architecture');

/** @param {unknown} value */
const isTensor = (value) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'data_offsets');

/**
 * What a file in JSON is, where it is no configuration of a model.
 *
 * @param {Fields} fields
 * @returns {string | null} with what to do; null where it may be a configuration
 */
export function otherKindOf(fields) {
  return KINDS.find(([is]) => is(fields))?.[1](fields) ?? null;
}

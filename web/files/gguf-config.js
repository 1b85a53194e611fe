// @ts-check
// What the metadata of a GGUF file says of positions, in the fields of a config.json. What an engine knows by the
// architecture's name and no key says (which numbers pair, which layers do not rotate) becomes a remark.

/** @import {GgufValue} from './gguf.js' */

/** @typedef {{field: string, text: string}} FileRemark */

/** Architectures and their model_type, where that is another word. @type {Record<string, string>} */
const TYPES = {
  llama4: 'llama4_text',
  gptneox: 'gpt_neox',
  'command-r': 'cohere',
  deepseek2: 'deepseek_v3',
  deepseek32: 'deepseek_v32',
  deepseek4: 'deepseek_v4',
  'glm-dsa': 'glm_moe_dsa',
  glm4moe: 'glm4_moe',
  granitehybrid: 'granitemoehybrid',
  mistral3: 'ministral3',
  phi2: 'phi',
  gemma3: 'gemma3_text',
  gemma3n: 'gemma3n_text',
  gemma4: 'gemma4_text',
  'gpt-oss': 'gpt_oss',
  'modern-bert': 'modernbert',
  mimo2: 'mimo_v2',
  step35: 'step3p5',
  qwen2moe: 'qwen2_moe',
  qwen3moe: 'qwen3_moe',
  qwen2vl: 'qwen2_vl',
  qwen3vl: 'qwen3_vl',
  qwen3vlmoe: 'qwen3_vl_moe',
  qwen3next: 'qwen3_next',
  qwen35: 'qwen3_5',
  qwen35moe: 'qwen3_5_moe',
  starcoder: 'gpt_bigcode',
};
/** Pairs of neighbours (llama.cpp, llama_model_rope_type, 2026). */
const NEIGHBOURS =
  'llama llama4 deci baichuan internlm2 minicpm xverse command-r cohere2 olmo arctic deepseek deepseek2 deepseek32 deepseek4 plm chatglm granite granitemoe granitehybrid chameleon bailingmoe neo-bert smollm3 arcee ernie4_5 ernie4_5-moe mistral3 mistral4 glm4 glm-dsa'.split(
    ' ',
  );
const HALVES =
  'falcon falcon-h1 grok dbrx nomic-bert modern-bert stablelm bitnet qwen qwen2 qwen2moe qwen3 qwen3moe qwen3next olmo2 olmoe phi2 phi3 phimoe plamo gemma gemma2 gemma3 gemma3n gemma4 starcoder2 openelm gptneox codeshell orion nemotron exaone exaone4 exaone-moe minicpm3 dots1 gpt-oss lfm2 lfm2moe smallthinker seed_oss apertus afmoe laguna mimo2 step35 glm4moe qwen2vl qwen3vl qwen3vlmoe qwen35 qwen35moe'.split(
    ' ',
  );
const INTERLEAVED = ['qwen3vl', 'qwen3vlmoe', 'qwen35', 'qwen35moe'];
/** No rotation: tables, slopes or buckets. */
const UNROTATED = [
  'gpt2',
  'starcoder',
  'refact',
  'mpt',
  'bloom',
  'jais',
  'bert',
  'jina-bert-v2',
  't5',
  't5encoder',
];

/**
 * @param {Map<string, GgufValue>} metadata
 * @param {{freqs?: ArrayLike<number>, long?: ArrayLike<number>, short?: ArrayLike<number>}} divisors the tensors
 *   rope_freqs, rope_factors_long and rope_factors_short, where the file has them
 * @returns {{config: Record<string, unknown>, remarks: FileRemark[]} | null} null of a file that names no model
 */
export function configOfGguf(metadata, divisors) {
  const arch = metadata.get('general.architecture');
  if (typeof arch !== 'string') return null;
  /** @type {FileRemark[]} */
  const remarks = [];
  const at = (/** @type {string} */ key) => metadata.get(`${arch}.${key}`);
  const number = numbersIn(metadata, arch, remarks);
  const isUnrotated = UNROTATED.includes(arch);
  const headDim = number('attention.key_length');
  const rotaryDim = number('rope.dimension_count');
  /** @type {Record<string, unknown>} */
  const config = {
    model_type: TYPES[arch] ?? arch.replaceAll('-', '_'),
    hidden_size: number('embedding_length'),
    num_hidden_layers: number('block_count'),
    num_attention_heads: number('attention.head_count'),
    // what llama.cpp takes for a missing key, and not what the family's own code takes
    num_key_value_heads: number('attention.head_count_kv') ?? number('attention.head_count'),
    max_position_embeddings: number('context_length'),
    ...headOf(number, {headDim: headDim ?? dividedHead(number), rotaryDim}),
    ...(isUnrotated ? {} : {rope_theta: number('rope.freq_base') ?? 10000}),
    rope_local_base_freq: number('rope.freq_base_swa'),
    rope_scaling: isUnrotated ? undefined : ruleOf(at, number, {arch, divisors, remarks}),
    sliding_window: number('attention.sliding_window') || null,
    ...windowsOf(at('attention.sliding_window_pattern'), arch, remarks),
    full_attention_interval: number('full_attention_interval'),
    ...temperatureOf(arch, number),
    alibi: number('attention.max_alibi_bias') ? true : undefined,
    multi_query: arch === 'falcon' ? false : undefined, // head_count_kv says it
    relative_attention_num_buckets: number('attention.relative_buckets_count'),
    rope_interleave: NEIGHBOURS.includes(arch) ? true : undefined,
  };
  remarks.push(...pairingRemarks(arch, isUnrotated));
  return {config: withoutMissing(config), remarks};
}

/** @param {Record<string, unknown>} fields */
const withoutMissing = (fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * Numbers by their key, without the architecture. What is there and is none is said once.
 *
 * @param {Map<string, GgufValue>} metadata
 * @param {string} arch
 * @param {FileRemark[]} remarks
 * @returns {NumberAt}
 */
function numbersIn(metadata, arch, remarks) {
  /** @type {Set<string>} */
  const said = new Set();
  return (key) => {
    const field = `${arch}.${key}`;
    const value = metadata.get(field);
    if (value === undefined) return undefined;
    const list = Array.isArray(value) ? value : [value];
    const other = list.find((one) => typeof one !== 'number' || !Number.isFinite(one));
    if (other !== undefined && !said.has(key)) {
      const got =
        typeof other === 'object'
          ? 'a long list or text'
          : typeof other === 'string'
            ? JSON.stringify(other.slice(0, 40))
            : String(other);
      const text = `It must be a finite number, got ${got}. It is not read: what holds for a missing key is shown.`;
      remarks.push({field, text});
      said.add(key);
    }
    const numbers = list.filter((one) => Number.isFinite(one));
    return Array.isArray(value) ? greatest(numbers, field, remarks) : numbers[0];
  };
}

/** A number for each layer: the greatest. @param {number[]} list @param {string} field @param {FileRemark[]} remarks */
function greatest(list, field, remarks) {
  if (list.length === 0) return undefined;
  const value = Math.max(...list);
  if (list.some((one) => one !== value)) {
    const text = `It is a list with one per layer, and not all are equal: ${value}, the greatest, is taken for all layers. The layers with 0 have no attention.`;
    remarks.push({field, text});
  }
  return value;
}

/** @typedef {(key: string) => number | undefined} NumberAt */

/** @param {NumberAt} number @param {{headDim?: number, rotaryDim?: number}} sizes */
function headOf(number, {headDim, rotaryDim}) {
  const rank = number('attention.kv_lora_rank');
  const whole = number('attention.key_length_mla') ?? headDim;
  if (rank !== undefined && rotaryDim !== undefined && whole !== undefined) {
    const value = number('attention.value_length_mla') ?? number('attention.value_length');
    return {
      kv_lora_rank: rank,
      qk_rope_head_dim: rotaryDim,
      qk_nope_head_dim: whole - rotaryDim,
      v_head_dim: value,
    };
  }
  if (rotaryDim === undefined) return {head_dim: headDim, partial_rotary_factor: 1};
  return {head_dim: headDim, rotary_dim: rotaryDim > 0 ? rotaryDim : undefined};
}

/** @param {NumberAt} number @returns {number | undefined} the width of a head that has no key of its own */
function dividedHead(number) {
  const width = Number(number('embedding_length')) / Number(number('attention.head_count'));
  return Number.isInteger(width) && width > 0 ? width : undefined;
}

/** @param {GgufValue | undefined} pattern @param {string} arch @param {FileRemark[]} remarks */
function windowsOf(pattern, arch, remarks) {
  if (typeof pattern === 'number') return {sliding_window_pattern: pattern};
  if (pattern === undefined) return {};
  if (!Array.isArray(pattern) || pattern.some((one) => !/^(boolean|number)$/.test(typeof one))) {
    const field = `${arch}.attention.sliding_window_pattern`;
    const text =
      'It must be a list of truth values or numbers, or one number. It is not read: which layers have a window, the file then does not say.';
    remarks.push({field, text});
    return {};
  }
  return {layer_types: pattern.map((slides) => (slides ? 'sliding_attention' : 'full_attention'))};
}

/** @param {string} arch @param {NumberAt} number */
function temperatureOf(arch, number) {
  if (arch === 'grok') return {attn_temperature_len: number('attention.temperature_length')};
  if (arch !== 'llama4') return {};
  return {
    floor_scale: number('attention.temperature_length'),
    attn_scale: number('attention.temperature_scale'),
  };
}

/**
 * @param {(key: string) => GgufValue | undefined} at
 * @param {NumberAt} number
 * @param {{arch: string, divisors: {freqs?: ArrayLike<number>, long?: ArrayLike<number>,
 *   short?: ArrayLike<number>}, remarks: FileRemark[]}} about
 */
function ruleOf(at, number, {arch, divisors, remarks}) {
  const type = at('rope.scaling.type');
  if (type !== undefined && typeof type !== 'string') {
    const text = `It must be a text, got ${String(type)}. It is not read.`;
    remarks.push({field: `${arch}.rope.scaling.type`, text});
  }
  const factor = number('rope.scaling.factor') ?? number('rope.scale_linear');
  const original = number('rope.scaling.original_context_length');
  const sections = at('rope.dimension_sections');
  const {freqs, long, short} = divisors;
  const lists =
    long && short ? {short_factor: [...toList(short)], long_factor: [...toList(long)]} : null;
  if (freqs || lists) {
    const name = freqs
      ? 'rope_freqs.weight'
      : 'rope_factors_long.weight, rope_factors_short.weight';
    remarks.push({
      field: name,
      text: `No key has the rule: the file has its divisors as ${freqs ? 'a tensor' : 'tensors'}, one per pair. They are shown as ${freqs ? 'one list for all lengths' : 'LongRoPE’s two lists'}.`,
    });
    const both = freqs ? {short_factor: toList(freqs), long_factor: toList(freqs)} : lists;
    return withoutMissing({
      rope_type: 'longrope',
      ...both,
      original_max_position_embeddings: original ?? number('context_length'),
      attention_factor: number('rope.scaling.attn_factor') ?? 1,
    });
  }
  const rule = withoutMissing({
    rope_type: typeof type === 'string' && type !== 'none' ? type : undefined,
    factor,
    original_max_position_embeddings: original,
    attention_factor: number('rope.scaling.attn_factor'),
    beta_fast: number('rope.scaling.yarn_beta_fast'),
    beta_slow: number('rope.scaling.yarn_beta_slow'),
    mrope_section: sectionsIn(sections),
    mrope_interleaved: INTERLEAVED.includes(arch) && Array.isArray(sections) ? true : undefined,
    ...mistralTemperature(arch, number),
  });
  if (rule.rope_type === undefined && factor !== undefined && factor !== 1) {
    rule.rope_type = 'linear';
    const text = `A factor and no type: llama.cpp takes linear, and so does this page.`;
    remarks.push({field: `${arch}.rope.scaling.type`, text});
  }
  const multiplier = number('rope.scaling.yarn_log_multiplier');
  if (multiplier !== undefined) {
    const text = `It is ${multiplier}: YaRN’s amplitude, in a way that differs between architectures (0.1 times mscale_all_dim in deepseek2). It is not read here, so the amplitude shown may be wrong.`;
    remarks.push({field: `${arch}.rope.scaling.yarn_log_multiplier`, text});
  }
  return Object.keys(rule).length > 0 ? rule : undefined;
}

/** @param {ArrayLike<number>} values */
const toList = (values) => Array.from(values);

/** @param {GgufValue | undefined} sections */
function sectionsIn(sections) {
  if (!Array.isArray(sections) || sections.every((one) => one === 0)) return undefined;
  const last = sections.findLastIndex((one) => one !== 0);
  return sections.slice(0, last + 1);
}

/** @param {string} arch @param {NumberAt} number */
const mistralTemperature = (arch, number) =>
  /^mistral[34]$/.test(arch) ? {llama_4_scaling_beta: number('attention.temperature_scale')} : {};

/** @param {string} arch @param {boolean} isUnrotated @returns {FileRemark[]} */
function pairingRemarks(arch, isUnrotated) {
  if (isUnrotated) return [];
  const field = 'general.architecture';
  const isNeighbours = NEIGHBOURS.includes(arch);
  if (!isNeighbours && !HALVES.includes(arch)) {
    const text = `“${arch}” is not known here. Which two numbers pair, and which layers do not rotate, only its name tells: both may be wrong in what is shown.`;
    return [{field, text}];
  }
  const how = isNeighbours
    ? 'neighbours, 2i and 2i + 1; where the config.json of the same model pairs halves, the converter has permuted the rows of queries and keys'
    : 'halves, i and i + half';
  const text = `No key says which numbers pair. By the name ${arch}, llama.cpp pairs ${how}.`;
  return [{field, text}];
}

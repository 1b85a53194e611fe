// @ts-check

/**
 * The published models of the menu. Their files are in samples.js, which a page loads later.
 *
 * @type {Record<string, string>}
 */
export const TITLES = {
  'llama-2-7b': 'LLaMA 2, 7B',
  'llama-3.1-8b': 'Llama 3.1, 8B',
  'llama-3.2-1b': 'Llama 3.2, 1B',
  'mistral-7b': 'Mistral 7B, first version',
  'qwen2.5-7b-yarn': 'Qwen 2.5, 7B, with YaRN switched on',
  'qwen2-vl-7b': 'Qwen2-VL, 7B',
  'phi-3-mini-128k': 'Phi-3 mini, 128k',
  'gemma-7b': 'Gemma, 7B',
  'gpt-neox-20b': 'GPT-NeoX, 20B',
  'deepseek-v2-lite': 'DeepSeek V2 Lite',
  'deepseek-v3': 'DeepSeek V3',
  'gemma-3-4b': 'Gemma 3, 4B',
  'llama-4-scout': 'Llama 4 Scout',
  'smollm3-3b': 'SmolLM3, 3B',
  'command-r7b': 'Command R7B',
  'olmo-3-7b': 'OLMo 3, 7B',
  'gpt-oss-20b': 'gpt-oss, 20B',
  'ministral-3': 'Ministral 3',
  'qwen3-next-80b': 'Qwen3-Next, 80B',
};

// @ts-check
// The public source of a bug as links: `transformers#25199` and `owner/name#12` lead to the issue on GitHub.
import {escapeHtml} from './html.js';

/** Who owns a repository that sources name shortly. @type {Record<string, string>} */
const OWNERS = {
  attention_with_linear_biases: 'ofirpress',
  candle: 'huggingface',
  DeepCTR: 'shenweichen',
  espnet: 'espnet',
  'gluon-nlp': 'dmlc',
  'gpt-neox': 'EleutherAI',
  litgpt: 'Lightning-AI',
  'llama.cpp': 'ggml-org',
  'Megatron-LM': 'NVIDIA',
  mlx: 'ml-explore',
  'mlx-lm': 'ml-explore',
  MNN: 'alibaba',
  'mistral.rs': 'EricLBuehler',
  nanochat: 'karpathy',
  nanoVLM: 'huggingface',
  nntrainer: 'nnstreamer',
  'rotary-embedding-torch': 'lucidrains',
  'streaming-llm': 'mit-han-lab',
  'TensorRT-LLM': 'NVIDIA',
  tensorflow: 'tensorflow',
  'text-to-text-transfer-transformer': 'google-research',
  torchscale: 'microsoft',
  transformers: 'huggingface',
  unsloth: 'unslothai',
  'x-transformers': 'lucidrains',
};

/** @param {string} source @returns {string} HTML */
export function sourceHtml(source) {
  let last = ''; // `transformers#25104, #27227` is twice the same repository
  return escapeHtml(source).replace(
    /(?:([\w.-]+)\/)?([A-Za-z][\w.-]*)?(?<!&)#(\d+)/g,
    (whole, owner, name, number) => {
      const known =
        owner && name ? `${owner}/${name}` : name && OWNERS[name] ? `${OWNERS[name]}/${name}` : '';
      const repository = name ? known : last;
      last = repository;
      return repository
        ? `<a href="https://github.com/${repository}/issues/${number}">${whole}</a>`
        : whole;
    },
  );
}

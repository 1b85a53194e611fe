// @ts-check
// Fields under the names of one family, as the fields that all families have.

import {isFields} from './fields.js';

/** @import {Reader} from './fields.js' */

/** openPangu's names of what latent attention needs. @type {[own: string, name: string][]} */
const PANGU = [
  ['attention_kv_lora_dim', 'kv_lora_rank'],
  ['attention_qk_dim', 'qk_nope_head_dim'],
  ['attention_qk_rope_dim', 'qk_rope_head_dim'],
  ['attention_v_dim', 'v_head_dim'],
];
/** As flash-linear-attention has it, in the configurations of its hybrids. */
const FLA_BASE = 10000;

/** @param {Reader} root @returns {Reader} */
export function inCommonWords(root) {
  let read = root;
  const give = (/** @type {string} */ name, /** @type {unknown} */ value) => {
    if (value !== undefined && !read.has(name)) read = read.with(name, value);
  };
  // ZAYA1 has no rule, and writes false
  if (root.value('rope_scaling') === false) read = read.with('rope_scaling', null);
  for (const [own, name] of PANGU) give(name, root.has(own) ? root.value(own) : undefined);
  give('head_dim', root.value('hidden_size_per_head')); // PLaMo 2
  const efficient = root.value('efficient_attention_config'); // Jet-Nemotron
  const swa = isFields(efficient) ? efficient.swa : undefined;
  if (isFields(swa)) give('sliding_window', swa.window_size);
  return withListedAttention(read);
}

/**
 * A model of flash-linear-attention keeps a state in all layers but those of attn.layers, whose sizes are in attn.
 *
 * @param {Reader} root
 */
function withListedAttention(root) {
  const attn = root.value('attn');
  if (!isFields(attn) || !Array.isArray(attn.layers)) return root;
  const width = Number(root.value('hidden_size')) / Number(attn.num_heads);
  return root
    .with(attn.window_size ? 'window_layer_ids' : 'gqa_layers', attn.layers)
    .with('sliding_window', attn.window_size ?? null)
    .with('rope_theta', attn.rope_theta ?? FLA_BASE)
    .with('num_attention_heads', attn.num_heads)
    .with('num_key_value_heads', attn.num_kv_heads ?? attn.num_heads)
    .with('head_dim', Number.isInteger(width) ? width : undefined);
}

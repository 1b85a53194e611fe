// @ts-check
// Fields of one family whose effect on positions is not drawn: each is said, so that nothing is missing silently.

import {formatNumber} from '../../../draw/format.js';

/** @import {Reader} from './fields.js' */
/** @import {Remark} from './rules.js' */

/** @type {Record<string, (root: Reader) => string | null>} field to what it does, or null where it does nothing */
const FIELDS = {
  use_dynamic_ntk: (root) =>
    root.value('use_dynamic_ntk') === true
      ? `Beyond ${lengthOf(root)} tokens the family’s code raises the base with the length of the text. The frequencies here are those of shorter texts.`
      : null,
  use_logn_attn: (root) =>
    root.value('use_logn_attn') === true
      ? `Queries from position ${lengthOf(root)} on are multiplied by the logarithm of their position over that of ${lengthOf(root)}. No picture here shows it.`
      : null,
  rotary_value: (root) =>
    root.value('rotary_value') === true
      ? 'Values are rotated too, and the output is not rotated back.'
      : null,
  rope_position_scale: (root) =>
    root.number('rope_position_scale') === 1
      ? null
      : 'Positions are divided by it before anything is rotated. That is not drawn here.',
  dense_attention_every_n_layers: () =>
    'The other layers see blocks of the text and not all of it; the strip does not show which.',
  attention_window: () =>
    'Each token sees so many around it, half of them on each side, and a few chosen tokens see all. The strip shows all tokens.',
  attention_type: (root) =>
    root.value('attention_type') === 'block_sparse'
      ? 'Each block of tokens sees its neighbours, some random blocks and a few that all see. The strip shows all tokens.'
      : null,
  clamp_len: (root) =>
    (root.integer('clamp_len', -1) ?? 0) > 0
      ? 'Distances beyond it count as that distance. That is not drawn here.'
      : null,
  dual_chunk_attention_config: () =>
    'Longer texts are read in chunks of chunk_size tokens: positions are counted within them, so that no distance grows beyond what was trained. A reader that does not know it rotates by all distances. That is not drawn here.',
  rope_type: (root) => {
    const word = root.text('rope_type') ?? '';
    if (word === 'default' || root.has('rope_scaling') || root.has('rope_parameters')) return null;
    return `It is “${word}”, outside rope_scaling, where only the family’s own code reads it. The frequencies are shown as if nothing were scaled, and readers differ: of Grok 2’s “original”, one server keeps them and llama.cpp takes YaRN.`;
  },
  lightning_use_rope: (root) =>
    root.value('lightning_use_rope') === true
      ? 'The layers that keep a state rotate their queries and keys. That is not drawn here.'
      : null,
  rope_3d: (root) =>
    root.value('rope_3d') === true
      ? `Positions have three numbers, for time, height and width${root.has('freq_allocation') ? `, and freq_allocation = ${root.integer('freq_allocation')} of the pairs are those of time` : ''}. For text the three are equal; for pictures they are not drawn here.`
      : null,
  mb_per_layer: () =>
    'The file does not list which layers are attention and which are Mamba. The strip shows attention in all of them.',
};

/** @param {Reader} root */
const lengthOf = (root) => formatNumber(root.integer('seq_length') ?? 2048);

/** @param {Reader} root @param {Remark[]} remarks */
export function ownFields(root, remarks) {
  for (const [field, textOf] of Object.entries(FIELDS)) {
    const text = root.has(field) ? textOf(root) : null;
    if (text) remarks.push({level: 'warning', field: root.path(field), text});
  }
}

// @ts-check
// Which tensors of a model hold positions, by the names that known models give them.

/** @import {FileTensor} from './tensor.js' */

/**
 * What a tensor of positions is:
 * - table: a row for each position; relative: a row for each distance;
 * - buckets: a row for each bucket of distances, a column for each head;
 * - frequencies: radians per token, one for each pair; divisors: what a pair's frequency is divided by;
 * - slopes: one for each head; sinks: a logit for each head that takes weight and gives no value;
 * - other: nothing that is known here.
 *
 * @typedef {'table' | 'relative' | 'buckets' | 'frequencies' | 'divisors' | 'slopes' | 'sinks' | 'other'} Kind
 */

/** @type {[pattern: RegExp, kind: Kind, axes: number[]][]} axes: how many a tensor of this kind may have */
const NAMES = [
  [/(^|\.)inv_freq$/, 'frequencies', [1]],
  [/(^|\.)rope_(freqs|factors_(long|short))(\.weight)?$/, 'divisors', [1]],
  [/(^|\.)(long|short)_factor$/, 'divisors', [1]],
  [/(alibi_)?slopes$|(^|\.)alibi$/i, 'slopes', [1]],
  [/(^|\.)(attn_)?sinks(\.weight)?$/, 'sinks', [1]],
  [/relative_attention_bias(\.weight)?$|attn_rel_b(\.weight)?$/, 'buckets', [2]],
  [
    /(rel_embeddings|distance_embedding|pos_key_embed)(\.weight)?$|(^|\.)rel_pos_[hw]$|relative_position_bias_table$/,
    'relative',
    [2],
  ],
  [
    /(^|\.)(wpe|position_embeddings?|position_embd|embed_positions|positional_embedding|pos_embed(ding)?s?|position_emb)(\.weight)?$/,
    'table',
    [2, 3],
  ],
];

/**
 * @param {{name: string, shape: readonly number[]}} tensor
 * @returns {Kind} 'other' also where the shape is not that of its name
 */
export function kindOf({name, shape}) {
  const known = NAMES.find(([pattern]) => pattern.test(name));
  return known?.[2].includes(shape.length) ? known[1] : 'other';
}

/** Whether a figure can show it: a list or a matrix of numbers. @param {FileTensor} tensor */
export const canShow = ({shape}) =>
  shape.length >= 1 &&
  shape.length <= 3 &&
  shape.every((side) => side > 0) &&
  (shape.length < 3 || shape[0] === 1);

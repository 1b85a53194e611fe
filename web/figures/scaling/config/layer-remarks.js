// @ts-check
// What goes wrong where layers differ: said with its numbers, and with the public thread where it did.

import {formatNumber} from '../../../draw/format.js';
import {rangesText} from './encodings.js';

/** @import {Model} from './model.js' */
/** @import {Remark} from './rules.js' */

/** @param {Model} model @returns {Remark[]} */
export function onLayers(model) {
  return [
    ...onBases(model),
    ...onWindows(model),
    ...onTemperature(model),
    ...onSinks(model),
    ...onFamily(model),
    ...onTables(model),
  ];
}

/** @param {Model} model @returns {Remark[]} */
function onBases({groups}) {
  const rotated = groups.filter(({layer}) => layer.encoding === 'rope');
  const rules = new Set(rotated.map(({layer}) => JSON.stringify([layer.base, layer.rule])));
  if (rules.size < 2) return [];
  const parts = rotated.map(({layers, layer}) => {
    const {kind, factor} = layer.rule.settings;
    const rule =
      kind === 'default' ? 'no rule' : factor ? `${kind}, factor ${formatNumber(factor)}` : kind;
    return `${rangesText(layers)}: base ${formatNumber(layer.base)}, ${rule}`;
  });
  return [
    {
      level: 'warning',
      field: 'layers',
      text: `Not all layers rotate alike. ${parts.join('; ')}. A reader with one base and one rule is wrong for the others, and its output stays fluent: for Gemma 3 without the factor of its 5 global layers, rank correlation was 0.96 at 195 tokens and 0.53 at 2,916.`,
      source: 'Blaizzy/mlx-vlm#1709',
    },
  ];
}

/** @param {Model} model @returns {Remark[]} */
function onWindows({groups, type}) {
  const windowed = groups.find(({layer}) => layer.sees === 'sliding' && layer.window !== null);
  if (!windowed) return [];
  const {window} = windowed.layer;
  const width = Number(window);
  if (/^modernbert/.test(type)) {
    const text = `${width} is the whole width: ${width / 2} tokens to each side.`;
    return [{level: 'note', field: 'local_attention', text}];
  }
  return [
    {
      level: 'note',
      field: 'sliding_window',
      text: `A window of ${formatNumber(width)}: ${formatNumber(width)} keys with the query's own in the reference, which is the distances 0 to ${formatNumber(width - 1)}. Readers that compare with <= see ${formatNumber(width + 1)}.`,
      source: 'huggingface/transformers#39408',
    },
  ];
}

/** @param {Model} model @returns {Remark[]} */
function onTemperature({groups, maxPosition}) {
  const found = groups.find(({layer}) => layer.temperature !== null)?.layer.temperature;
  if (!found) return [];
  const {beta, length, shift, field} = found;
  const at = (/** @type {number} */ p) => 1 + beta * Math.log(1 + Math.floor((p + shift) / length));
  const first = length - shift;
  const last = maxPosition - 1;
  const own = groups
    .flatMap(({layer, layers}) => (layer.temperature ? layers : []))
    .sort((a, b) => a - b);
  const isAll = own.length === groups.reduce((sum, {layers}) => sum + layers.length, 0);
  return [
    {
      level: 'warning',
      field,
      text: `In ${isAll ? 'all layers' : `layers ${rangesText(own)}`} a query's logits grow with its position: 1 before ${formatNumber(first)}, ${at(first).toFixed(4)} from there on, ${at(last).toFixed(4)} at ${formatNumber(last)}. The position is that of the token: with padding or packing the slot in the cache is another number.`,
      source: 'huggingface/transformers#44860',
    },
  ];
}

/** @param {Model} model @returns {Remark[]} */
function onSinks({groups, family}) {
  const own = groups
    .flatMap(({layer, layers}) => (layer.sinks ? layers : []))
    .sort((a, b) => a - b);
  if (own.length === 0) return [];
  const where = family?.sinks ? ' No field says so; the family’s code does.' : '';
  return [
    {
      level: 'note',
      field: 'sinks',
      text: `Each head of layers ${rangesText(own)} has a learned logit that takes weight and gives no value: the weights on the keys sum to less than 1.${where}`,
    },
  ];
}

/** @param {Model} model @returns {Remark[]} */
function onFamily({family, type, pairing, groups, root}) {
  /** @type {Remark[]} */
  const remarks = [];
  if (family?.note) remarks.push({level: 'note', field: 'model_type', text: family.note});
  const isRotated = groups.some(({layer}) => layer.encoding === 'rope');
  if (isRotated && pairing.pairing === null) {
    remarks.push({
      level: 'note',
      field: 'model_type',
      text: `Which two numbers of a head make a pair, the file does not say${type && !family ? `, and “${type}” is no family that is known here` : ''}: its code decides.`,
      source: 'ggml-org/llama.cpp#3018',
    });
  }
  const flag = root.flag('indexer_rope_interleave');
  const said = flag === undefined ? family?.indexer : flag ? 'neighbours' : 'halves';
  if (said && pairing.pairing) {
    const isOther = said !== pairing.pairing;
    const missing = flag === undefined ? ' No field says so; the family’s code does.' : '';
    remarks.push({
      level: isOther ? 'warning' : 'note',
      field: root.path('indexer_rope_interleave'),
      text: `Attention pairs ${pairing.pairing}; the indexer of its sparse attention pairs ${said}${isOther ? '' : ', as attention does'}.${missing}`,
      source: 'vllm-project/vllm#26995',
    });
  }
  return remarks;
}

/**
 * What the model has in place of RoPE: learned tables, with the rows that no token reads, and T5's buckets.
 *
 * @param {Model} model
 * @returns {Remark[]}
 */
function onTables({list, hidden, heads, maxPosition, hasLength, root, family, type}) {
  const {encoding} = list[0];
  if (encoding === 'alibi') {
    const [first, last] = [2 ** (-8 / heads), 2 ** -8];
    const slopes = Number.isInteger(Math.log2(heads))
      ? `from ${formatNumber(first)} in the first to ${formatNumber(last)} in the last`
      : 'by the rule for a number that is no power of two';
    const text = `ALiBi: each head has a slope, ${slopes} of ${heads} heads, by which a logit falls with each token of distance. No table, no rotation, no bound on the length.`;
    return [{level: 'note', field: 'positions', text}];
  }
  if (encoding === 'buckets') {
    const buckets = root.integer('relative_attention_num_buckets') ?? 32;
    const distance = root.integer('relative_attention_max_distance') ?? 128;
    const text = `${buckets} buckets of distances, with a learned number for each bucket and head; from ${distance} tokens on all distances share the last. The table of the first layer serves all.`;
    return [{level: 'note', field: 'relative_attention_num_buckets', text}];
  }
  if (encoding === 'relative') {
    const text =
      'Each layer compares content with distance, by vectors that are learned for each distance or bucket of distances.';
    return [{level: 'note', field: 'relative_attention', text}];
  }
  if (encoding !== 'learned' || !hasLength) return [];
  const field =
    root.nameOf(['n_positions', 'max_position_embeddings', 'max_target_positions']) ?? '';
  const offset = family?.offset ?? 0;
  // OPT's table is longer than the field by the offset; RoBERTa's is not, and holds fewer tokens
  const rows = maxPosition + (type === 'opt' ? offset : 0);
  const table = `A learned table of ${formatNumber(rows)} rows of ${hidden} numbers, added once to the embeddings`;
  if (offset === 0) {
    const text = `${table}. There is no row for position ${formatNumber(maxPosition)}.`;
    return [{level: 'note', field, text}];
  }
  return [
    {
      level: 'warning',
      field,
      text: `${table}. The first token reads row ${offset}, rows 0 and 1 are no positions: the table holds ${formatNumber(rows - offset)} tokens. Ids that start at 0 read rows ${offset} too low, and nothing stops.`,
      source: 'huggingface/transformers#1363',
    },
  ];
}

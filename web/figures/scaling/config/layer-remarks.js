// @ts-check
// What goes wrong where layers differ: said with its numbers, and with the public thread where it did.

import {formatNumber} from '../../../draw/format.js';
import {rangesText} from './encodings.js';
import {tableIn} from './tables.js';

/** @import {Encoding} from './encodings.js' */
/** @import {Model} from './model.js' */
/** @import {Remark} from './rules.js' */

/** @param {Model} model @returns {Remark[]} */
export function onLayers(model) {
  return [
    ...onBases(model),
    ...onWindows(model),
    ...onSides(model),
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

/** Whether a token sees what comes after it. @param {Model} model @returns {Remark[]} */
function onSides({root}) {
  const both = root.value('use_bidirectional_attention');
  if (both === 'vision') {
    const text =
      'The tokens of one picture see one another, those of text only what came before. A reader with one causal mask hides half of each picture from itself.';
    return [{level: 'note', field: root.path('use_bidirectional_attention'), text}];
  }
  const isCausal = root.value('is_causal');
  if (both !== true && both !== 'all' && isCausal !== false) return [];
  const field = isCausal === false ? 'is_causal' : 'use_bidirectional_attention';
  const text = `It is ${isCausal === false ? 'false' : 'set'}: each token sees both sides. A reader with a causal mask hides the half that comes after, and nothing stops.`;
  return [{level: 'warning', field: root.path(field), text}];
}

/** @param {Model} model @returns {Remark[]} */
function onWindows({groups, type, family, root}) {
  const windowed = groups.find(({layer}) => layer.sees === 'sliding' && layer.window !== null);
  if (!windowed) return [];
  const {window} = windowed.layer;
  const width = Number(window);
  const isGemma = /^gemma3/.test(type) && root.value('use_bidirectional_attention') === true;
  if (isGemma || /^modernbert/.test(type)) {
    const text = `${width} is the whole width: ${Math.floor(width / 2)} tokens to each side.`;
    return [{level: 'note', field: isGemma ? 'sliding_window' : 'local_attention', text}];
  }
  /** @type {Remark[]} */
  const onSwitch =
    family?.windowSwitch && root.flag('use_sliding_window') !== true
      ? [
          {
            level: 'warning',
            field: root.path('use_sliding_window'),
            text: `It is ${root.has('use_sliding_window') ? 'false' : 'missing, and false by the family’s code'}, and layers are listed that slide: that code drops the width and stops with an error. A reader that ignores the switch gives them the window.`,
          },
        ]
      : [];
  return [
    ...onSwitch,
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
  const {beta, length, shift, field, isSmooth} = found;
  const at = (/** @type {number} */ p) =>
    isSmooth
      ? 1 + beta * Math.log(Math.max(1, (p + shift) / length))
      : 1 + beta * Math.log(1 + Math.floor((p + shift) / length));
  const first = length - shift;
  const last = maxPosition - 1;
  const own = groups
    .flatMap(({layer, layers}) => (layer.temperature ? layers : []))
    .sort((a, b) => a - b);
  const start = isSmooth
    ? `1 up to ${formatNumber(first)}`
    : `1 before ${formatNumber(first)}, ${at(first).toFixed(4)} from there on`;
  const isAll = own.length === groups.reduce((sum, {layers}) => sum + layers.length, 0);
  return [
    {
      level: 'warning',
      field,
      text: `In ${isAll ? 'all layers' : `layers ${rangesText(own)}`} a query's logits grow with its position: ${start}, ${at(last).toFixed(4)} at ${formatNumber(last)}. The position is that of the token: with padding or packing the slot in the cache is another number.`,
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
  if (type && !family) {
    remarks.push({
      level: 'warning',
      field: 'model_type',
      text: `“${type.slice(0, 60)}” is no family that is known here. What the fields say is shown; its code may do otherwise: layers that do not rotate, a base of its own where the file has none, a table beside the rotation.`,
    });
  }
  if (isRotated && pairing.pairing === null) {
    remarks.push({
      level: 'note',
      field: 'model_type',
      text: 'Which two numbers of a head make a pair, the file does not say: its code decides.',
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

/** What is said of an encoding that has no number of its own here. @type {Partial<Record<Encoding, Remark>>} */
const SAID = {
  relative: {
    level: 'note',
    field: 'relative_attention',
    text: 'Each layer compares content with distance, by vectors that belong to each distance or bucket of distances.',
  },
  convolution: {
    level: 'note',
    field: 'num_conv_pos_embeddings',
    text: 'A convolution over neighbouring frames is added once to the embeddings, and layers have nothing more: a frame knows its surroundings, not its number. There is no table and no bound on the length.',
  },
  grid: {
    level: 'warning',
    field: 'positions',
    text: 'Patches are rotated by their row and their column, each by half of the pairs. The frequencies of two axes are not drawn here, and a reader that rotates by one running number is wrong for every patch outside the first row.',
  },
};

/**
 * What the model has in place of RoPE: tables, with the rows that no token reads, T5's buckets, slopes.
 *
 * @param {Model} model
 * @returns {Remark[]}
 */
function onTables(model) {
  const {list, heads, root} = model;
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
    const where = /^umt5/.test(model.type)
      ? 'Each layer has a table of its own.'
      : 'The table of the first layer serves all.';
    const text = `${buckets} buckets of distances, with a learned number for each bucket and head; from ${distance} tokens on all distances share the last. ${where}`;
    return [{level: 'note', field: 'relative_attention_num_buckets', text}];
  }
  const said = SAID[encoding];
  if (said) return [root.has(said.field) ? {...said, field: root.path(said.field)} : said];
  return encoding === 'learned' || encoding === 'sinusoidal' ? onRows(model, encoding) : [];
}

/**
 * The rows of a table that is added to the embeddings.
 *
 * @param {Model} model
 * @param {'learned' | 'sinusoidal'} encoding
 * @returns {Remark[]}
 */
function onRows(model, encoding) {
  const {hidden, root, family} = model;
  const table = tableIn(model);
  if (!table) return [];
  const {rows, first: offset} = table;
  const fields = ['n_positions', 'max_position_embeddings', 'max_target_positions', 'image_size'];
  const field = root.nameOf(fields) ?? 'positions';
  const kind =
    encoding === 'learned' ? 'A learned table' : 'A table of sines and cosines, not learned,';
  const says = `${kind} of ${formatNumber(rows)} rows of ${hidden} numbers, added once to the embeddings`;
  if (family?.tokens !== undefined) {
    const text = `${says}: a row for each patch${family.tokens ? `, and ${family.tokens} before them` : ''}. For pictures of another size the rows are interpolated, or the picture is refused.`;
    return [{level: 'note', field, text}];
  }
  if (encoding === 'sinusoidal') {
    const text = `${says}.${offset ? ` The first token has the sines of position ${offset}, not of 0.` : ''} Code may order the columns as all sines, then all cosines, or in turns: the file does not say.`;
    return [{level: offset ? 'warning' : 'note', field, text}];
  }
  if (offset === 0) {
    const text = `${says}. There is no row for position ${formatNumber(rows)}.`;
    return [{level: 'note', field, text}];
  }
  const unread =
    offset === 1
      ? 'row 0 is no position'
      : `rows 0 ${offset === 2 ? 'and' : 'to'} ${offset - 1} are no positions`;
  return [
    {
      level: 'warning',
      field,
      text: `${says}. The first token reads row ${offset}, ${unread}: the table holds ${formatNumber(rows - offset)} tokens. Ids that start at 0 read rows ${offset} too low, and nothing stops.`,
      source: 'huggingface/transformers#1363',
    },
  ];
}

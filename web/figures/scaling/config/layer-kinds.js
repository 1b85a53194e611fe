// @ts-check
// What each layer sees: all tokens, a window, a chunk, or, in a recurrent layer, a state. Files say it in
// a dozen ways.

import {isFields, show} from './fields.js';

/** @import {Reader} from './fields.js' */
/** @import {Family} from './families.js' */
/** @import {Remark} from './rules.js' */

/**
 * @typedef {'full' | 'sliding' | 'chunked' | 'compressed' | 'recurrent' | 'image' | 'no attention' | 'unknown'} Sees
 * @typedef {{sees: Sees[], words: string[], field: string}} Kinds words: as the file names each layer's type;
 *   field: where it does, or ''
 */

/** @type {[Sees, string][]} */
const WORDS = [
  [
    'full',
    'full_attention attention attn global global_attention full hybrid minicpm4 sparse_attention deepseek_sparse_attention G g *',
  ],
  ['sliding', 'sliding_attention local_attention local sliding swa hybrid_sliding L'],
  ['chunked', 'chunked_attention'],
  ['compressed', 'compressed_sparse_attention heavily_compressed_attention compressed_attention'],
  [
    'recurrent',
    'linear_attention lightning lightning_attn lightning-attn mamba mamba2 recurrent rglru conv ssm kda gated_deltanet jet M m',
  ],
  ['image', 'cross_attention'],
  ['no attention', 'mlp moe - E'],
];
/** @type {Map<string, Sees>} */
const SEES = new Map(
  WORDS.flatMap(([sees, words]) =>
    words.split(' ').map((word) => /** @type {const} */ ([word, sees])),
  ),
);
const FULL = 'full_attention';
const SLIDING = 'sliding_attention';
const LINEAR = 'linear_attention';

/**
 * @param {Reader} root
 * @param {number} nLayers
 * @param {Family} family
 * @param {Remark[]} remarks
 * @returns {Kinds}
 */
export function layerKinds(root, nLayers, family, remarks) {
  if (family.isRecurrent) {
    const words = Array(nLayers).fill('recurrent');
    return {words, field: '', sees: words.map(() => 'recurrent')};
  }
  const kinds = layersOf(root, nLayers, family, remarks);
  return family.lastFull ? withFullLast(kinds, root, remarks) : kinds;
}

/**
 * Gemma 4's code makes the last layer see everything.
 *
 * @param {Kinds} kinds
 * @param {Reader} root
 * @param {Remark[]} remarks
 * @returns {Kinds}
 */
function withFullLast({sees, words, field}, root, remarks) {
  const last = sees.length - 1;
  if (sees[last] === 'full') return {sees, words, field};
  remarks.push({
    level: 'warning',
    field: field || root.path('layer_types'),
    text: `The last layer is ${words[last]} by the file, and the family’s code makes it see all tokens: that is shown.`,
  });
  return {sees: sees.with(last, 'full'), words: words.with(last, FULL), field};
}

/**
 * @param {Reader} root
 * @param {number} nLayers
 * @param {Family} family
 * @param {Remark[]} remarks
 * @returns {Kinds}
 */
function layersOf(root, nLayers, family, remarks) {
  const listed = listedWords(root, nLayers);
  if (listed) {
    const {field, words} = listed;
    if (words.length < nLayers) {
      const text = `It names ${words.length} of ${nLayers} layers; what the others are, the file does not say.`;
      remarks.push({level: 'warning', field, text});
    }
    if (words.length > nLayers) {
      const text = `It names ${words.length} layers, and the file has ${nLayers}: the last ${words.length - nLayers} are left out.`;
      remarks.push({level: 'warning', field, text});
    }
    const all = Array.from({length: nLayers}, (_, k) => words[k] ?? 'not in the file');
    const sees = seesOf(all, field, remarks);
    return {words: all, field, sees: family.isLocal ? sees.map(localOf) : sees};
  }
  const counted = countedWords(root, nLayers, family, remarks);
  return {...counted, sees: counted.words.map((word) => SEES.get(word) ?? 'unknown')};
}

/** Fields that list the numbers of some layers: what those are, and what the others are. */
const PICKED = /** @type {const} */ ([
  ['full_attn_idxs', FULL, 'conv'],
  ['attn_layer_indices', FULL, 'mamba'],
  ['sliding_window_layers', SLIDING, FULL],
  ['cross_attention_layers', 'cross_attention', FULL],
  ['local_layer_ids', SLIDING, FULL],
  ['global_attn_idx', FULL, SLIDING],
  ['gqa_layers', FULL, LINEAR],
  ['window_layer_ids', SLIDING, LINEAR], // as own-names.js has attn.layers
]);

/**
 * A search over architectures leaves the attention of some layers out: {"attention": {"no_op": true}}.
 *
 * @param {Reader} root
 */
function searchedWords(root) {
  const blocks = root.value('block_configs');
  if (!Array.isArray(blocks) || blocks.length === 0) return null;
  const attention = blocks.map((block) => (isFields(block) ? block.attention : undefined));
  if (!attention.every(isFields)) return null;
  return attention.map(({no_op, replace_with_linear: linear}) =>
    no_op === true || linear === true ? '-' : FULL,
  );
}

/** GPT-Neo's list of patterns, each with how often it comes: [[["global", "local"], 12]]. @param {Reader} root */
function blockWords(root) {
  const blocks = root.value('attention_types');
  if (!Array.isArray(blocks)) return null;
  const words = blocks.flatMap((block) => {
    const [pattern, times] = Array.isArray(block) ? block : [];
    const isBlock = Array.isArray(pattern) && Number.isInteger(times) && times > 0 && times <= 4096;
    return isBlock ? Array(times).fill(pattern).flat() : [null];
  });
  if (words.length > 0 && words.every((word) => typeof word === 'string')) return words;
  throw new RangeError(
    `${root.path('attention_types')} must be a list of [["global", "local"], times], got ${show(blocks)}.`,
  );
}

/** @param {Sees} sees @returns {Sees} */
const localOf = (sees) => (sees === 'full' ? 'sliding' : sees);

/** @param {string[]} words @param {string} field @param {Remark[]} remarks @returns {Sees[]} */
function seesOf(words, field, remarks) {
  const strange = [...new Set(words.filter((word) => !SEES.has(word)))];
  for (const word of strange.filter((one) => one !== 'not in the file')) {
    const text = `“${word}” is no type of layer that is known here: nothing is said of its positions.`;
    remarks.push({level: 'warning', field, text});
  }
  for (const word of new Set(words.filter((one) => one.endsWith('sparse_attention')))) {
    const text = `Layers of type ${word} see, of all tokens, some that an indexer chooses. Which, no file says; the strip shows all.`;
    if (SEES.get(word) === 'full') remarks.push({level: 'note', field, text});
  }
  return words.map((word) => SEES.get(word) ?? 'unknown');
}

/**
 * Types that a file lists, one per layer or in a pattern that repeats.
 *
 * @param {Reader} root
 * @param {number} n
 * @returns {{field: string, words: string[]} | null}
 */
function listedWords(root, n) {
  for (const name of ['layer_types', 'layers_block_type', 'attention_layers', 'mixer_types']) {
    const words = root.texts(name);
    if (words && words.length > 0) return {field: root.path(name), words};
  }
  for (const name of ['block_types', '_block_types']) {
    const words = root.texts(name);
    if (words && words.length > 0) return {field: root.path(name), words: repeated(words, n)};
  }
  for (const name of ['hybrid_override_pattern', 'sliding_window_pattern']) {
    const value = root.value(name);
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
    if (typeof value !== 'string' && !isList) continue;
    const words = [.../** @type {Iterable<string>} */ (value)];
    const isPattern = name === 'sliding_window_pattern';
    if (words.length > 0) {
      return {field: root.path(name), words: isPattern ? repeated(words, n) : words};
    }
  }
  const searched = searchedWords(root);
  if (searched) return {field: root.path('block_configs'), words: searched};
  const blocks = blockWords(root);
  if (blocks) return {field: root.path('attention_types'), words: blocks};
  return numberedWords(root);
}

/** @param {string[]} words @param {number} n */
const repeated = (words, n) => Array.from({length: n}, (_, k) => words[k % words.length]);

/**
 * Types that a file lists as numbers.
 *
 * @param {Reader} root
 * @returns {{field: string, words: string[]} | null}
 */
function numberedWords(root) {
  const names = /** @type {const} */ ([
    ['hybrid_layer_pattern', (/** @type {number} */ v) => (v === 1 ? SLIDING : FULL)],
    ['sliding_window_layout', (/** @type {number} */ v) => (v === 1 ? SLIDING : FULL)],
    ['attn_type_list', (/** @type {number} */ v) => (v === 1 ? FULL : LINEAR)],
    ['compress_ratios', (/** @type {number} */ v) => (v > 1 ? 'compressed_attention' : SLIDING)],
  ]);
  for (const [name, wordOf] of names) {
    const list = root.list(name, 0);
    if (list && list.length > 0) return {field: root.path(name), words: list.map(wordOf)};
  }
  return null;
}

/**
 * Types that follow from a number in the file, or from the family's code.
 *
 * @param {Reader} root
 * @param {number} n
 * @param {Family} family
 * @param {Remark[]} remarks
 * @returns {{words: string[], field: string}}
 */
function countedWords(root, n, family, remarks) {
  const every = (/** @type {number} */ step, /** @type {number} */ at, other = SLIDING) =>
    Array.from({length: n}, (_, k) => (k % step === at ? FULL : other));
  for (const name of ['sliding_window_pattern', '_sliding_window_pattern']) {
    const step = root.integer(name);
    if (step !== undefined) return {field: root.path(name), words: every(step, step - 1)};
  }
  const interval = root.integer('full_attention_interval');
  if (interval !== undefined) {
    const field = root.path('full_attention_interval');
    return {field, words: every(interval, interval - 1, LINEAR)};
  }
  const size = root.integer('layer_group_size');
  if (size !== undefined) {
    // what does not fill a group sees all, too
    const words = every(size, size - 1, LINEAR).fill(FULL, Math.floor(n / size) * size);
    return {field: root.path('layer_group_size'), words};
  }
  const ofState = root.integer('gqa_interval');
  if (ofState !== undefined && !root.has('gqa_layers')) {
    return {field: root.path('gqa_interval'), words: every(ofState + 1, 0, LINEAR)};
  }
  const global = root.integer('global_attn_every_n_layers');
  if (global !== undefined) {
    const at = family.fullEvery && !family.fullFirst ? global - 1 : 0;
    return {field: root.path('global_attn_every_n_layers'), words: every(global, at)};
  }
  const period = root.integer('attn_layer_period');
  if (period !== undefined) {
    const offset = root.integer('attn_layer_offset', 0) ?? 0;
    return {field: root.path('attn_layer_period'), words: every(period, offset, 'mamba')};
  }
  return linearOrPlain(root, n, family, remarks);
}

/**
 * @param {Reader} root
 * @param {number} n
 * @param {Family} family
 * @param {Remark[]} remarks
 * @returns {{words: string[], field: string}}
 */
function linearOrPlain(root, n, family, remarks) {
  for (const [name, inside, outside] of PICKED) {
    const picked = root.list(name, 0);
    if (!picked) continue;
    const words = Array.from({length: n}, (_, k) => (picked.includes(k) ? inside : outside));
    return {field: root.path(name), words};
  }
  const stepped = steppedWords(root, n);
  if (stepped) return stepped;
  const linear = root.object('linear_attn_config');
  const kda = linear?.list('kda_layers', 0); // counted from 1
  if (linear && kda) {
    const words = Array.from({length: n}, (_, k) => (kda.includes(k + 1) ? 'kda' : FULL));
    return {field: linear.path('kda_layers'), words};
  }
  const {fullEvery, fullFirst = false, needsWindow} = family;
  if (fullEvery && !(needsWindow && root.value('sliding_window') === null)) {
    const other = family.window === undefined ? LINEAR : SLIDING;
    remarks.push({
      level: 'note',
      field: root.path('layer_types'),
      text: `It is missing. This family's code makes the ${fullFirst ? 'first' : 'last'} of every ${fullEvery} layers see all tokens, and that is shown.`,
    });
    const at = fullFirst ? 0 : fullEvery - 1;
    return {
      field: '',
      words: Array.from({length: n}, (_, k) => (k % fullEvery === at ? FULL : other)),
    };
  }
  return {field: '', words: windowedWords(root, n, family, remarks)};
}

/**
 * PLaMo 2: in each group of mamba_step layers the middle one has attention, within a window if it is not listed.
 *
 * @param {Reader} root
 * @param {number} n
 */
function steppedWords(root, n) {
  const step = root.integer('mamba_step');
  if (step === undefined) return null;
  const full = root.list('full_attention_idx', 0) ?? [];
  const isOn = root.flag('mamba_enabled') ?? true;
  const middle = Math.floor(step / 2);
  const isMamba = (/** @type {number} */ k) => (n <= middle ? k !== n - 1 : k % step !== middle);
  const words = Array.from({length: n}, (_, k) =>
    isOn && isMamba(k) ? 'mamba' : full.includes(k) ? FULL : SLIDING,
  );
  return {field: root.path('mamba_step'), words};
}

/**
 * A window for all layers, or, as in Qwen 2, from a layer on; none where it is switched off.
 *
 * @param {Reader} root
 * @param {number} n
 * @param {Family} family
 * @param {Remark[]} remarks
 * @returns {string[]}
 */
function windowedWords(root, n, family, remarks) {
  const others = Array(n).fill(family.otherwise ?? FULL);
  const field = windowField(root);
  const isMissing = family.isWindowed && root.value('sliding_window') === undefined;
  if (field === undefined && !isMissing) return others;
  const isOn = root.flag('use_sliding_window');
  if (isOn === false) return others;
  if (family.windowSwitch && isOn === undefined) {
    const text =
      'It is missing, and false by the family’s code: sliding_window has no effect, and no layer has a window.';
    remarks.push({level: /* t */ 'note', field: root.path('use_sliding_window'), text});
    return others;
  }
  const isFromLayer = isOn === true || family.windowFrom !== undefined;
  const from = isFromLayer ? (root.integer('max_window_layers', 0) ?? family.windowFrom ?? 0) : 0;
  return Array.from({length: n}, (_, k) => (k < from ? FULL : SLIDING));
}

/** The field with the width of the window. @param {Reader} root */
export function windowField(root) {
  const names = [
    'sliding_window',
    'sliding_window_size',
    'attention_window_size',
    'local_attention',
    'window_size',
  ];
  const name = root.nameOf(names);
  const width = name && root.value(name);
  return typeof width === 'number' && width <= 0 ? undefined : name; // some files say -1 or 0 for none
}

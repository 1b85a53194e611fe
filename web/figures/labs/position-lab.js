// @ts-check
import {formatNumber, formatPower} from '../../draw/format.js';
import {onGitHub} from '../frame/faults.js';
import {gridMeters, gridNote, idsPanel} from './grid.js';
import {Lab} from './lab.js';
import {edited, gridIds, idsOf, readStrip} from './strip.js';
import {changeOf, METHODS} from './strip-methods.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Action, BarsPanel, Cell, CellsPanel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Act} from '../../views/cells-view.js' */
/** @import {GridRule} from './grid.js' */
/** @import {IdRule, MaskRule, Token} from './strip.js' */
/** @import {StripMethod} from './strip-methods.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const LIMIT = 1e-5; // the rounding of a product whose angles are others
const FLOOR = 1e-7; // of the bars

/** @type {Record<string, Partial<Settings>>} */
const FAULT_SETTINGS = {
  'slot-ids': {ids: 'slots'},
  'no-mask': {ids: 'reset', mask: 'pads'},
  'no-reset': {ids: 'tokens', mask: 'documents'},
  'flat-ids': {grid: 'flat'},
  'next-by-count': {grid: 'count'},
};

/** @type {readonly Action[]} */
const ACTIONS = [
  {name: 'pad', label: 'Padding before it', key: '_'},
  {name: 'cut', label: 'New document here, or join', key: '|'},
  {name: 'remove', label: 'Take it out', key: /* t */ 'Delete'},
];

/**
 * @param {readonly Token[]} tokens
 * @param {string[]} ids one per token, as they are shown
 * @param {MaskRule} mask
 * @returns {CellsPanel}
 */
function cellsPanel(tokens, ids, mask) {
  /** @type {Cell[]} */
  const cells = tokens.map(({word, document, image}, k) => {
    const isPad = document < 0;
    const isPatch = image !== undefined;
    const owner = isPad ? 'padding' : `document ${document + 1}`;
    return {
      above: isPad ? '' : isPatch ? 'image' : `doc ${document + 1}`,
      text: isPad ? 'pad' : word,
      below: ids[k],
      tone: isPad ? undefined : isPatch ? document + 1 : document,
      faint: isPad && mask !== 'none',
      says: `Place ${k}: ${isPad ? 'padding' : `“${word}”`}, ${isPad ? '' : `${owner}, `}id ${ids[k]}`,
    };
  });
  return {
    kind: 'cells',
    title: 'the strip: document, token, position id',
    cells,
    actions: ACTIONS,
    help: 'Choose a token by pointer or arrow keys, then edit it by button or key; or write the whole strip in the field above.',
    columns: ['place', 'token', 'document', 'id'],
    rows: tokens.map(({word, document}, k) => [
      k,
      word,
      document < 0 ? 'padding' : document + 1,
      ids[k],
    ]),
  };
}

/** @typedef {{name: string, ids: IdRule, mask: MaskRule}} Way */

/** What can be done about padding, and about documents. @type {readonly Way[]} */
const PADDED = [
  {name: 'ids count the padding', ids: 'slots', mask: 'pads'},
  {name: 'ids skip it', ids: 'tokens', mask: 'pads'},
];
/** @type {readonly Way[]} */
const PACKED = [
  {name: 'neither', ids: 'tokens', mask: 'pads'},
  {name: 'reset', ids: 'reset', mask: 'pads'},
  {name: 'mask', ids: 'tokens', mask: 'documents'},
  {name: 'both', ids: 'reset', mask: 'documents'},
];

/**
 * The ways that are compared, the chosen one among them.
 *
 * @param {number} nDocuments
 * @param {Settings} settings
 * @returns {{ways: Way[], chosen: number}}
 */
function waysOf(nDocuments, {ids, mask}) {
  const ways = [...(nDocuments > 1 ? PACKED : PADDED)];
  const at = ways.findIndex((way) => way.ids === ids && way.mask === mask);
  return at >= 0
    ? {ways, chosen: at}
    : {ways: [...ways, {name: 'this one', ids, mask}], chosen: ways.length};
}

/** @typedef {Record<StripMethod, number>} Changes */

/** @param {Way[]} ways @param {Changes[]} changes @param {number} chosen @returns {BarsPanel} */
function changesPanel(ways, changes, chosen) {
  const names = /** @type {StripMethod[]} */ (Object.keys(METHODS));
  return {
    kind: 'bars',
    title: 'what the strip changes in a document’s output',
    groups: names.map((name) => METHODS[name]),
    series: ways.map((way, k) => ({
      name: k === chosen ? `${way.name} (chosen)` : way.name,
      values: names.map((name) => Math.max(FLOOR, changes[k][name])),
      text: names.map((name) => shown(changes[k][name])),
    })),
    x: {label: 'method'},
    y: {label: 'largest change', scale: 'log', domain: [FLOOR, 10]},
    from: FLOOR,
    aspect: 0.34,
  };
}

/** @param {number} change */
const shown = (change) =>
  change > 0 && change <= LIMIT ? formatPower(change, 0) : formatNumber(change);

/** @param {Changes} changes @returns {Meter[]} */
function changeMeters(changes) {
  const measured = /** @type {StripMethod[]} */ (['learned', 'sinusoidal', 'rope', 'alibi']);
  return measured.map((name) => ({
    name,
    label: `${METHODS[name]}: each document as if alone`,
    value: changes[name],
    limit: LIMIT,
  }));
}

/** @param {Changes} changes @param {Settings} settings @param {readonly Token[]} tokens */
function stripNote(changes, {ids, mask}, tokens) {
  const nDocuments = countOf(tokens);
  const hasPads = tokens.some(({document}) => document < 0);
  const isRight = changes.rope <= LIMIT;
  if (nDocuments > 1 && mask !== 'documents') {
    return 'Without the mask a later document reads the earlier ones. Resetting the ids does not stop that. With the mask, RoPE is right whether they are reset or not.';
  }
  if (hasPads && mask === 'none')
    return 'Padding is seen like any token, and takes its share of every row.';
  if (changes.learned > LIMIT && isRight) {
    return 'A document that does not start at 0 is another text to a learned or sinusoidal table. RoPE and ALiBi see distances, and those are the same: to rounding, which a bfloat16 table makes visible.';
  }
  if (!isRight)
    return 'Padding inside a document is a gap: the ids step over it, or the distances grow.';
  if (changes.alibi > LIMIT)
    return 'ALiBi counts places of the strip, and padding inside a document is one.';
  const how = ids === 'reset' ? 'start anew in each document' : 'count what is no padding';
  return `Nothing changes: ids ${how}, and no document sees another.`;
}

/**
 * One strip of tokens that the reader edits: padding, packed documents, an image; its position ids, and what
 * they change for learned, sinusoidal, rotary and ALiBi positions.
 *
 * Attributes: tokens (words; _ padding, | a new document, [2x3] an image), view (methods, grid), ids
 * (slots, tokens, reset), mask (none, pads, documents), grid (grid, flat, count), seed.
 */
export class PositionLab extends Lab {
  static tag = 'position-lab';

  static settings = /** @type {Schema} */ ({
    view: {
      type: 'choice',
      default: 'methods',
      options: {methods: 'four methods', grid: 'M-RoPE'},
      label: 'View',
    },
    tokens: {
      type: 'text',
      default: '_ _ _ the cat sat on the mat',
      maxLength: 120,
      label: 'Strip (_ padding, | new document, [2x3] image)',
    },
    ids: {
      type: 'choice',
      default: 'tokens',
      options: {
        slots: 'the place in the strip',
        tokens: 'counted without padding',
        reset: 'from 0 in each document',
      },
      label: 'Position ids',
    },
    mask: {
      type: 'choice',
      default: 'pads',
      options: {
        none: 'causal only',
        pads: 'and padding hidden',
        documents: 'and other documents hidden',
      },
      label: 'Mask',
    },
    grid: {
      type: 'choice',
      default: 'grid',
      options: {
        grid: 'time, height, width',
        flat: 'one count for all three',
        count: 'grid, then one step a patch',
      },
      label: 'Ids',
    },
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'left-padding': {
      title: 'Three tokens of padding on the left: who notices?',
      short: 'padding',
      controls: ['tokens', 'ids', 'mask', 'seed'],
      faults: ['slot-ids'],
    },
    packing: {
      title: 'Three documents in one strip: reset, mask, both, or neither',
      short: 'packing',
      settings: {
        tokens: 'the cat sat | a dog ran home | the end',
        ids: 'reset',
        mask: 'documents',
      },
      controls: ['tokens', 'ids', 'mask', 'seed'],
      faults: ['no-mask', 'no-reset'],
    },
    'mrope-grid': {
      title: 'An image between words: three ids per token, and where the text goes on',
      short: 'image',
      settings: {view: 'grid', tokens: 'look at [2x3] and say why'},
      controls: ['tokens', 'grid'],
      faults: ['flat-ids', 'next-by-count'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    'slot-ids': {
      label: 'ids that count the padding',
      source: onGitHub('huggingface/transformers#22161'),
      breaks: 'learned',
      says: 'The ids count every place of the strip, padding included, so a document no longer starts at 0.',
    },
    'no-mask': {
      label: 'ids reset, but documents not hidden from each other',
      source: onGitHub('huggingface/nanoVLM#201'),
      breaks: 'rope',
      says: 'The ids start anew in each document, but nothing hides one document from the next.',
    },
    'no-reset': {
      label: 'documents hidden, but ids not reset',
      source: onGitHub('NVIDIA/Megatron-LM#453'),
      breaks: 'learned',
      says: 'Documents are hidden from each other, but the ids run on from one to the next.',
    },
    'flat-ids': {
      label: 'one running count for patches too',
      source: onGitHub('alibaba/MNN#3345'),
      breaks: 'grid',
      says: 'Patches get one running count, like words, instead of a row and a column.',
    },
    'next-by-count': {
      label: 'text after the image goes on at the number of patches',
      source: onGitHub('kekzl/imp#1173'),
      breaks: 'next',
      says: ({value}) =>
        `The text after the image goes on at the number of patches: its ids are off by ${value('next')}.`,
    },
  });

  /** @param {Core} core @param {Settings} given @param {string} fault @returns {Drawing} */
  static compute(core, given, fault) {
    const settings = /** @type {Settings} */ ({...given, ...FAULT_SETTINGS[fault]});
    const tokens = readStrip(settings.tokens);
    return settings.view === 'grid'
      ? gridDrawing(core, settings, tokens)
      : methodsDrawing(core, settings, tokens);
  }

  /** @param {Act} act */
  act({name, at}) {
    try {
      const text = edited(readStrip(this.currentSettings().settings.tokens), name, at);
      readStrip(text); // not past the ends: then the strip stays as it is
      this.change('tokens', text);
    } catch (error) {
      this.report(error instanceof Error ? error.message : String(error));
    }
  }
}

/** @param {Core} core @param {Settings} settings @param {Token[]} tokens @returns {Drawing} */
function methodsDrawing(core, settings, tokens) {
  const ids = /** @type {IdRule} */ (settings.ids);
  const mask = /** @type {MaskRule} */ (settings.mask);
  const {seed} = settings;
  const names = /** @type {StripMethod[]} */ (Object.keys(METHODS));
  const {ways, chosen} = waysOf(countOf(tokens), settings);
  const changes = ways.map(
    (way) =>
      /** @type {Changes} */ (
        Object.fromEntries(
          names.map((method) => {
            return [method, changeOf(core, tokens, {method, ids: way.ids, mask: way.mask, seed})];
          }),
        )
      ),
  );
  return {
    panels: [
      cellsPanel(tokens, idsOf(tokens, ids).map(String), mask),
      changesPanel(ways, changes, chosen),
    ],
    meters: changeMeters(changes[chosen]),
    note: stripNote(changes[chosen], settings, tokens),
  };
}

/** Documents of a strip. @param {readonly Token[]} tokens */
const countOf = (tokens) =>
  new Set(tokens.map(({document}) => document).filter((d) => d >= 0)).size;

/** @param {Core} core @param {Settings} settings @param {Token[]} tokens @returns {Drawing} */
function gridDrawing(core, settings, tokens) {
  const rule = /** @type {GridRule} */ (settings.grid);
  const ids = gridIds(tokens, rule);
  const texts = tokens.map((_, k) => `${ids.t[k]} ${ids.h[k]} ${ids.w[k]}`);
  return {
    panels: [cellsPanel(tokens, texts, 'none'), idsPanel(tokens, ids)],
    meters: gridMeters(core, tokens, ids),
    note: gridNote(tokens, ids, rule),
  };
}

// @ts-check
import {maxAbsDiff, normError} from '../../core/linalg.js';
import {formatNumber} from '../../draw/format.js';
import {onGitHub} from '../frame/faults.js';
import {slice} from '../shared/tensors.js';
import {Lab} from './lab.js';
import {
  contentOf,
  conversion,
  logitsOf,
  nameOf,
  placeOf,
  plainLogits,
  readOrder,
  reordered,
  rotated,
  spokenName,
} from './pairing.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {BarsPanel, Cell, CellsPanel, HeatmapPanel} from '../../draw/panel.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Swap} from '../../views/cells-view.js' */
/** @import {Code, Content} from './pairing.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Schema, Settings} from '../frame/settings.js' */

const DIM = 8;
const TOKENS = 12;
const SHIFT = 100;
const LIMIT = 1e-6; // a converted checkpoint differs by rounding only

const LAYOUTS = {interleaved: 'interleaved, 2i and 2i + 1', half: 'half-split, i and i + 4'};
const IDENTITY = Array.from({length: DIM}, (_, k) => k).join(' ');

/** @type {Record<string, Partial<Settings>>} */
const FAULT_SETTINGS = {unconverted: {code: 'half'}, mixed: {code: 'mixed'}};

/**
 * @param {number[]} order
 * @param {Code} trained
 * @param {Code} code
 * @returns {CellsPanel}
 */
function cellsPanel(order, trained, code) {
  const solved = conversion(DIM, trained, code);
  /** @type {Cell[]} */
  const cells = order.map((channel, slot) => {
    const [from, to] = [placeOf(channel, DIM, trained), placeOf(slot, DIM, code)];
    const isRight = solved[slot] === channel;
    return {
      above: nameOf(from),
      text: String(channel),
      below: `as ${nameOf(to)}`,
      tone: from.pair,
      frame: to.pair,
      right: isRight,
      says:
        `Place ${slot}: channel ${channel}, trained as ${spokenName(from)}, ` +
        `rotated as ${spokenName(to)}${isRight ? ', right' : ''}`,
    };
  });
  return {
    kind: 'cells',
    title: 'channels of a query and a key, in the order in which our code gets them',
    wide: true,
    cells,
    isMovable: true,
    help: 'Drag a channel onto another: they change places. By keyboard: Space picks up, arrow keys move, Enter puts down. Above: the pair it was trained in. Below: the pair our code rotates it in.',
    columns: ['place', 'channel', 'trained as', 'rotated as'],
    rows: order.map((channel, slot) => [
      slot,
      channel,
      nameOf(placeOf(channel, DIM, trained)),
      nameOf(placeOf(slot, DIM, code)),
    ]),
  };
}

/**
 * @param {string} title
 * @param {Tensor} logits (1, n, n)
 * @returns {HeatmapPanel}
 */
function logitsPanel(title, logits) {
  return {
    kind: 'heatmap',
    title,
    tensor: slice(logits, 0),
    x: {label: 'key position'},
    y: {label: 'query position'},
    value: {label: 'logit'},
    colour: {map: 'signed', domain: [-1.2, 1.2]},
    bar: false,
    aspect: 1,
  };
}

/**
 * @param {number[]} differences layer by layer
 * @param {number[]} largest logit of each
 * @param {readonly boolean[]} isRotated
 * @returns {BarsPanel}
 */
function layersPanel(differences, largest, isRotated) {
  return {
    kind: 'bars',
    title: 'largest change of a logit, layer by layer',
    groups: isRotated.map((is, k) => `${k + 1}${is ? '' : ', no RoPE'}`),
    series: [
      {
        name: 'change against the checkpoint’s own code',
        values: differences,
        text: differences.map((value) => (value < LIMIT ? '0' : formatNumber(value))),
      },
      {name: 'for comparison: the largest logit', values: largest, text: largest.map(formatNumber)},
    ],
    x: {label: 'layer'},
    y: {label: 'logit'},
    aspect: 0.7,
  };
}

/**
 * The laws of rotation itself, which hold for a wrong pairing too, and not for a mixed one.
 *
 * @param {Core} core
 * @param {Content} content
 * @param {Code} code
 * @returns {Meter[]}
 */
function rotationMeters(core, content, code) {
  const here = logitsOf(core, content, code);
  const there = logitsOf(core, content, code, SHIFT);
  return [
    {
      name: 'norm',
      label: 'rotating keeps every length',
      value: normError(core, {x: content.q, y: rotated(core, content.q, code, 0)}),
      limit: 1e-5,
    },
    {
      name: 'distance',
      label: `a shift of all positions by ${SHIFT} changes no logit`,
      value: maxAbsDiff(core, {a: here, b: there}),
      limit: 1e-4,
    },
  ];
}

/** @param {boolean} isSame @param {Settings} settings @param {number[]} order */
function noteOf(isSame, {view, trained, code}, order) {
  const isMoved = order.some((channel, slot) => channel !== slot);
  if (code === 'mixed')
    return 'Two tables for half-split pairs, read at neighbouring elements: the two rows of a block are rotated by different angles. No order of the channels repairs that.';
  if (view === 'layers') {
    return isSame
      ? 'Every layer gives the logits that it was trained to give.'
      : 'Queries and keys are in one order, right or wrong. Their plain product does not depend on it, so layers without RoPE look perfect.';
  }
  if (isSame && isMoved)
    return 'Converted: each pair of the checkpoint is rotated as a pair again, at its own frequency.';
  if (isSame) return 'Our code pairs the channels as the code of training did.';
  const [now, then] = [code, trained].map((name) => (name === 'half' ? 'half-split' : name));
  return `Trained with ${then} pairs, rotated in ${now} ones. Lengths are kept and distance still counts: only the checkpoint’s own logits tell.`;
}

/**
 * Two ways to pair the channels of a head, and the permutation between them, dragged into place.
 *
 * Attributes: view (convert, layers), trained (interleaved, half), code (interleaved, half, mixed),
 * order (the checkpoint's channel at each place, 8 numbers), every (each so many-th layer has no RoPE),
 * seed.
 */
export class PairingLab extends Lab {
  static tag = 'pairing-lab';

  static settings = /** @type {Schema} */ ({
    view: {
      type: 'choice',
      default: 'convert',
      options: {convert: 'one layer', layers: 'eight layers'},
      label: 'View',
    },
    trained: {
      type: 'choice',
      default: 'interleaved',
      options: LAYOUTS,
      label: 'Trained with pairs',
    },
    code: {
      type: 'choice',
      default: 'interleaved',
      options: {...LAYOUTS, mixed: 'mixed up'},
      label: 'Our code rotates pairs',
    },
    order: {type: 'text', default: IDENTITY, maxLength: 60, label: 'Order of the channels'},
    every: {type: 'int', default: 4, min: 2, max: 8, label: 'No RoPE in every n-th layer, n ='},
    seed: {type: 'int', default: 42, min: 0, max: 9999, label: 'Seed'},
  });

  static presets = {
    'pairing-convert': {
      title: 'One checkpoint, two ways to pair its channels',
      short: 'one layer',
      controls: ['trained', 'code', 'order', 'seed'],
    },
    'pairing-nope': {
      title: 'Eight layers, some without RoPE: where the wrong pairing cannot be seen',
      short: 'eight layers',
      settings: {view: 'layers'},
      controls: ['trained', 'code', 'order', 'every', 'seed'],
    },
  };

  static faults = /** @type {Record<string, Fault>} */ ({
    unconverted: {
      label: 'weights of interleaved code, as they are, in half-split code',
      source: onGitHub('huggingface/transformers#25199'),
      breaks: 'agree',
      says: ({value}) =>
        `The weights are loaded unchanged into code that pairs the channels in another way: a logit is off by up to ${value('agree')}.`,
    },
    mixed: {
      label: 'half-split tables read as interleaved pairs',
      source: onGitHub('raiyanyahya/how-to-train-your-gpt#6'),
      breaks: 'norm',
      says: ({value}) =>
        `A length is off by up to ${value('norm')} of itself, and a shift of all positions changes a logit by up to ${value('distance')}.`,
    },
  });

  /** @param {Core} core @param {Settings} given @param {string} fault @returns {Drawing} */
  static compute(core, given, fault) {
    const settings = /** @type {Settings} */ ({...given, ...FAULT_SETTINGS[fault]});
    const {view, trained, code, seed} = settings;
    const order = readOrder(settings.order, DIM);
    const nLayers = view === 'layers' ? 8 : 1;
    const isRotated = Array.from(
      {length: nLayers},
      (_, k) => view === 'convert' || (k + 1) % settings.every !== 0,
    );
    const content = contentOf(core, {seed, nLayers, n: TOKENS, dim: DIM});
    const ours = {q: reordered(content.q, order), k: reordered(content.k, order)};
    const pair = [logitsOf(core, ours, code), logitsOf(core, content, trained)];
    const plain = [plainLogits(core, ours), plainLogits(core, content)];
    const differences = isRotated.map((is, k) => {
      const [a, b] = (is ? pair : plain).map((logits) => slice(logits, k));
      return maxAbsDiff(core, {a, b});
    });
    const value = Math.max(...differences);
    const pictures =
      view === 'layers'
        ? [layersPanel(differences, largestOf(pair[1], plain[1], isRotated), isRotated)]
        : [logitsPanel('our logits', pair[0]), logitsPanel('the checkpoint’s own', pair[1])];
    return {
      panels: [cellsPanel(order, trained, code), ...pictures],
      columns: pictures.length,
      least: 200,
      meters: [
        {
          name: 'agree',
          label: 'logits are those of the checkpoint’s own code',
          value,
          limit: LIMIT,
        },
        ...nopeMeters(differences, isRotated),
        ...rotationMeters(core, ours, code),
      ],
      note: noteOf(value <= LIMIT, settings, order),
    };
  }

  /** @param {Swap} swap */
  swap({from, to}) {
    try {
      const order = readOrder(this.currentSettings().settings.order, DIM);
      [order[from], order[to]] = [order[to], order[from]];
      this.change('order', order.join(' '));
    } catch {
      // the picture shows an older order than the field holds, and the notice says so
    }
  }
}

/**
 * @param {number[]} differences
 * @param {readonly boolean[]} isRotated
 * @returns {Meter[]}
 */
function nopeMeters(differences, isRotated) {
  const plain = differences.filter((_, k) => !isRotated[k]);
  if (plain.length === 0) return [];
  const label = 'layers without RoPE show no difference, whatever the order';
  return [{name: 'nope', label, value: Math.max(...plain), limit: LIMIT}];
}

/**
 * @param {Tensor} pair logits (nLayers, n, n) of layers with RoPE
 * @param {Tensor} plain of those without
 * @param {readonly boolean[]} isRotated
 */
const largestOf = (pair, plain, isRotated) =>
  isRotated.map((is, k) => Math.max(...slice(is ? pair : plain, k).data.map(Math.abs)));

// @ts-check
import {formatBytes} from '../../../core/bytes.js';
import {formatNumber} from '../../../draw/format.js';
import {lines, pairAxis} from '../../shared/curves.js';
import {positionsFrom} from '../../shared/tensors.js';
import {cachedNumbers, cachedTotal, keepsKeys, NUMBER_BYTES, uncompressedNumbers} from './cache.js';
import {COLUMNS, tableRow} from './group-words.js';

/** @import {LinesPanel, Series, TablePanel} from '../../../draw/panel.js' */
/** @import {Pairing} from './families.js' */
/** @import {Remark} from './rules.js' */
/** @import {FigureData} from './figure-data.js' */
/** @import {Model} from './model.js' */

const BANDS = /** @type {const} */ (['kept', 'blended', 'divided']);

/** @param {ArrayLike<number>} frequencies in positions a rotate */
const waves = (frequencies) => Array.from(frequencies, (w) => (2 * Math.PI) / w);

/**
 * @param {FigureData} figure
 * @returns {LinesPanel}
 */
export function wavePanel({model, training, plain, used}) {
  const pairs = positionsFrom(0, plain.length);
  const after = waves(used.invFreq.data);
  const before = waves(plain);
  /** @type {Series[]} */
  const series = BANDS.flatMap((band, colour) => {
    const x = pairs.filter((pair) => used.band[pair] === band);
    const y = x.map((pair) => after[pair]);
    return x.length > 0 ? [{name: band, x, y, style: /** @type {const} */ ('points'), colour}] : [];
  });
  series.push({name: 'without a rule', x: pairs, y: before, reference: 'dashes'});
  const isLonger = model.maxPosition !== training;
  return lines({
    title: 'Wavelength of each pair',
    series,
    x: {...pairAxis(plain.length), label: 'pair index: fast to slow'},
    y: {label: 'positions per turn', scale: 'log'},
    rules: [
      {axis: 'y', at: training, label: `training: ${formatNumber(training)}`},
      ...(isLonger
        ? [
            /** @type {const} */ ({
              axis: 'y',
              at: model.maxPosition,
              label: `file: ${formatNumber(model.maxPosition)}`,
            }),
          ]
        : []),
    ],
    aspect: 0.7,
  });
}

/**
 * @param {FigureData} figure
 * @param {boolean} isFaulty
 * @returns {LinesPanel}
 */
export function ratioPanel({plain, right, used}, isFaulty) {
  const x = positionsFrom(0, plain.length);
  const share = (/** @type {ArrayLike<number>} */ w) => Array.from(w, (v, pair) => v / plain[pair]);
  const ratios = share(used.invFreq.data);
  /** @type {Series[]} */
  const series = [{name: isFaulty ? 'this reader' : 'after the rule', x, y: ratios, style: 'both'}];
  const wanted = share(right.invFreq.data);
  if (isFaulty) series.push({name: 'the model', x, y: wanted, dashed: true});
  const all = [...ratios, ...wanted];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return lines({
    title: 'Frequency over the frequency without a rule',
    series,
    x: {...pairAxis(plain.length), label: 'pair index: fast to slow'},
    y: {
      label: 'ratio of frequency',
      scale: 'log',
      domain: [Math.min(least / 1.25, 0.8), Math.max(most * 1.1, 1.1)],
    },
    aspect: 0.7,
  });
}

/** @param {number} factor */
const times = (factor) => (Number.isInteger(factor) ? formatNumber(factor) : factor.toFixed(4));

/**
 * Pairs of each band, in ranges.
 *
 * @param {readonly string[]} band
 */
export function bandsText(band) {
  const parts = BANDS.flatMap((name) => {
    const [first, last] = [band.indexOf(name), band.lastIndexOf(name)];
    if (first < 0) return [];
    return [`${name} ${first === last ? first : `${first} to ${last}`}`];
  });
  return parts.join(', ');
}

/** Which elements of a head make a pair. @type {Record<Pairing, (rotaryDim: number) => string>} */
const PAIRS = {
  halves: (rotaryDim) => `i and i + ${rotaryDim / 2}`,
  neighbours: () => '2i and 2i + 1',
};

/** @param {FigureData} figure @returns {string[][]} */
function widthRows({model, isRotated}) {
  const {headDim, rotaryDim, heads, hidden, hasHeadField, latent, base, rule, pairing} = model;
  const divided =
    headDim * heads === hidden ? `${formatNumber(hidden)} / ${heads} heads` : 'the family’s code';
  const source = latent ? 'qk_nope_head_dim + qk_rope_head_dim' : 'head_dim';
  const sections = rule.sections
    ? [
        [
          'pairs by time, height, width',
          rule.sections.join(', '),
          rule.interleaved ? 'by turns' : 'one after the other',
        ],
      ]
    : [];
  const width = ['width of a head', String(headDim), hasHeadField ? source : divided];
  if (!isRotated) return [width, ['elements that are rotated', `none of ${headDim}`, '']];
  return [
    width,
    ['elements that are rotated', `${rotaryDim} of ${headDim}`, model.spanField || 'all'],
    ...sections,
    [
      'the two of a pair',
      pairing.pairing ? PAIRS[pairing.pairing](rotaryDim) : 'not in the file',
      pairing.field || (pairing.pairing ? 'the family’s code' : ''),
    ],
    ['base', formatNumber(base), model.baseField || 'the default'],
  ];
}

/** @param {FigureData} figure @returns {string[][]} */
function ruleRows({model, training, right, used, reach, plain, isRotated}) {
  const {rule, maxPosition, window} = model;
  const windowRow = window === null ? [] : [['window of a layer', formatNumber(window), 'tokens']];
  if (!isRotated)
    return [['length in the file', formatNumber(maxPosition), 'tokens'], ...windowRow];
  const {factor, kind} = rule.settings;
  const slow = waves(plain).filter((wave) => wave > training).length;
  const longest = waves(used.invFreq.data);
  const isScaled = kind !== 'default';
  const name = isScaled && factor !== undefined ? `${kind}, factor ${formatNumber(factor)}` : kind;
  const logits = used.attentionFactor ** 2 * used.softmax;
  return [
    ['rule', name, rule.word ? `“${rule.word}” in the file` : 'none in the file'],
    ['pairs', bandsText(used.band), 'by the rule'],
    ['length of training', formatNumber(training), 'tokens'],
    ['length in the file', formatNumber(maxPosition), 'tokens'],
    ['effective context', formatNumber(Math.round(reach)), 'no slow pair leaves known angles'],
    ...windowRow,
    ['pairs without a whole turn in training', `${slow} of ${plain.length}`, ''],
    ['slowest wave', formatNumber(Math.round(longest[longest.length - 1])), 'positions per turn'],
    ['on cosine and sine', times(used.attentionFactor), 'attention factor'],
    ...(right.softmax === 1 ? [] : [['on the softmax', times(used.softmax), 'mscale_all_dim']]),
    ['on the logits, all told', times(logits), ''],
  ];
}

/**
 * @param {FigureData} figure
 * @param {string} bytes a key of NUMBER_BYTES
 * @returns {string[][]}
 */
function cacheRows({model, seqLen}, bytes) {
  const {heads, latent} = model;
  const numbers = cachedNumbers(model);
  if (numbers === 0) return [['cache', 'none', 'a state of one size in each layer']];
  const each = NUMBER_BYTES[bytes];
  const total = cachedTotal(model, seqLen);
  const share = uncompressedNumbers(model) / numbers;
  const content = latent ? 'a vector and a rotary key a layer' : 'a key and a value each';
  return [
    ['cache a token', formatBytes(numbers * each), `${shapeText(model)} × ${each} bytes`],
    [
      `cache at ${formatNumber(seqLen)} tokens`,
      formatBytes(total * each),
      total < numbers * seqLen ? keptText(model, seqLen) : content,
    ],
    ...(share === 1
      ? []
      : [
          [
            `with ${heads} heads of their own`,
            formatBytes(total * share * each),
            `${formatNumber(Number(share.toPrecision(3)))} times as much`,
          ],
        ]),
  ];
}

/** What a token's numbers are made of: a term for each shape of layer. @param {Model} model */
function shapeText({groups, latent}) {
  /** @type {Map<string, number>} */
  const terms = new Map();
  for (const {layers, layer} of groups.filter((group) => keepsKeys(group.layer))) {
    const {kvHeads, headDim} = layer;
    const term = latent
      ? `(${latent.rank} + ${latent.rope})`
      : `2 × ${kvHeads} ${kvHeads === 1 ? 'head' : /* t */ 'heads'} × ${headDim}`;
    terms.set(term, (terms.get(term) ?? 0) + layers.length);
  }
  const texts = [...terms].map(([term, n]) => `${n} layers × ${term}`);
  return texts.length === 1 ? texts[0] : `(${texts.join(' + ')})`;
}

/** @param {Model} model @param {number} seqLen */
function keptText({list}, seqLen) {
  const kept = list.filter(keepsKeys).map(({window}) => Math.min(window ?? seqLen, seqLen));
  const short = kept.filter((n) => n < seqLen);
  const last = `the last ${formatNumber(Math.min(...short))} tokens`;
  return short.length === kept.length
    ? last
    : `${last} in ${short.length} of ${kept.length} layers`;
}

/**
 * @param {FigureData} figure
 * @param {string} bytes
 * @param {boolean} isFaulty
 * @returns {TablePanel}
 */
export function factsPanel(figure, bytes, isFaulty) {
  return {
    kind: 'table',
    title: isFaulty ? 'What this reader makes of the file' : 'What the file says',
    columns: ['what', 'value', 'from'],
    rows: [...widthRows(figure), ...ruleRows(figure), ...cacheRows(figure, bytes)],
  };
}

/**
 * A row for each group of equal layers.
 *
 * @param {Model} model
 * @returns {TablePanel}
 */
export function layersPanel({groups, layers}) {
  const n = groups.length;
  return {
    kind: 'table',
    title:
      n === 1
        ? `All ${layers} layers are alike`
        : `The ${layers} layers, in ${n} groups of equal ones`,
    columns: COLUMNS,
    rows: groups.map(tableRow),
  };
}

/**
 * @param {Remark[]} remarks
 * @returns {TablePanel}
 */
export function remarksPanel(remarks) {
  const nWarnings = remarks.filter(({level}) => level === 'warning').length;
  const count = nWarnings === 1 ? '1 warning' : `${nWarnings || 'no'} warnings`;
  const rows = remarks.map(({level, field, text, source}) => [
    level,
    `${field}: ${text}${source ? ` (${source})` : ''}`,
  ]);
  return {
    kind: 'table',
    title: 'What to know before using it',
    columns: ['kind', 'remark'],
    rows: rows.length > 0 ? rows : [['note', 'Lengths, names and factors agree.']],
    says: `This file gives ${count}.`,
  };
}

// @ts-check
import {formatBytes} from '../../../core/bytes.js';
import {formatNumber} from '../../../draw/format.js';
import {lines, pairAxis} from '../../shared/curves.js';
import {positionsFrom} from '../../shared/tensors.js';
import {cachedNumbers, cachedTokens, NUMBER_BYTES, uncompressedNumbers} from './cache.js';

/** @import {LinesPanel, Series, TablePanel} from '../../../draw/panel.js' */
/** @import {Remark} from './rules.js' */
/** @import {FigureData} from './figure-data.js' */

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
    y: {label: 'positions a turn', scale: 'log'},
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
    title: 'Speed over the speed without a rule',
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

/** @param {FigureData} figure @returns {string[][]} */
function widthRows({model}) {
  const {headDim, rotaryDim, heads, hidden, hasHeadField, latent, base, rule} = model;
  const divided = `${formatNumber(hidden)} / ${heads} heads`;
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
  return [
    ['width of a head', String(headDim), hasHeadField ? source : divided],
    ['elements that turn', `${rotaryDim} of ${headDim}`, model.spanField || 'all'],
    ...sections,
    ['base', formatNumber(base), model.baseField || 'the default'],
  ];
}

/** @param {FigureData} figure @returns {string[][]} */
function ruleRows({model, training, right, used, reach, plain}) {
  const {rule, maxPosition, window} = model;
  const {factor, kind} = rule.settings;
  const slow = waves(plain).filter((wave) => wave > training).length;
  const longest = waves(used.invFreq.data);
  const isScaled = kind !== 'default';
  const name = isScaled && factor !== undefined ? `${kind}, factor ${formatNumber(factor)}` : kind;
  const logits = used.attentionFactor ** 2 * used.softmax;
  const windowRow = window === null ? [] : [['window of a layer', formatNumber(window), 'tokens']];
  return [
    ['rule', name, rule.word ? `“${rule.word}” in the file` : 'none in the file'],
    ['pairs', bandsText(used.band), 'by the rule'],
    ['length of training', formatNumber(training), 'tokens'],
    ['length in the file', formatNumber(maxPosition), 'tokens'],
    ['effective context', formatNumber(Math.round(reach)), 'no slow pair leaves known angles'],
    ...windowRow,
    ['pairs without a whole turn in training', `${slow} of ${plain.length}`, ''],
    ['slowest wave', formatNumber(Math.round(longest[longest.length - 1])), 'positions a turn'],
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
  const {layers, kvHeads, heads, headDim, latent} = model;
  const numbers = cachedNumbers(model);
  const kept = cachedTokens(model, seqLen);
  const each = NUMBER_BYTES[bytes];
  const shape = latent
    ? `${layers} layers × (${latent.rank} + ${latent.rope})`
    : `${layers} layers × 2 × ${kvHeads} ${kvHeads === 1 ? 'head' : 'heads'} × ${headDim}`;
  const share = uncompressedNumbers(model) / numbers;
  const content = latent ? 'a vector and a rotary key a layer' : 'a key and a value each';
  const at = kept < seqLen ? `the last ${formatNumber(kept)} tokens` : content;
  return [
    ['cache a token', formatBytes(numbers * each), `${shape} × ${each} bytes`],
    [`cache at ${formatNumber(seqLen)} tokens`, formatBytes(numbers * each * kept), at],
    ...(share === 1
      ? []
      : [
          [
            `with ${heads} heads of their own`,
            formatBytes(uncompressedNumbers(model) * each * kept),
            `${formatNumber(Number(share.toPrecision(3)))} times as much`,
          ],
        ]),
  ];
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
 * @param {Remark[]} remarks
 * @returns {TablePanel}
 */
export function remarksPanel(remarks) {
  const nWarnings = remarks.filter(({level}) => level === 'warning').length;
  const count = nWarnings === 1 ? '1 warning' : `${nWarnings || 'no'} warnings`;
  const rows = remarks.map(({level, field, text}) => [level, `${field}: ${text}`]);
  return {
    kind: 'table',
    title: 'What to know before using it',
    columns: ['kind', 'remark'],
    rows: rows.length > 0 ? rows : [['note', 'Lengths, names and factors agree.']],
    says: `This file gives ${count}.`,
  };
}

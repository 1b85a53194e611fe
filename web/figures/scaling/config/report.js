// @ts-check
// What a file says of positions, as data, as Markdown, and against another file.

import {ropeScaling} from '../../../core/pe.js';
import {formatNumber} from '../../../draw/format.js';
import {cachedNumbers} from './cache.js';
import {rangesText} from './encodings.js';
import {COLUMNS, tableRow} from './group-words.js';
import {hasFrequencies} from './model.js';
import {remarksOn} from './remarks.js';

/** @import {Core} from '../../../core/core.js' */
/** @import {Layer} from './layers.js' */
/** @import {Model} from './model.js' */
/** @import {Remark} from './rules.js' */

/**
 * `layers` of a group are counted from 0; frequencies are in radians per position, `amplitude` is on cosine and
 * sine, both at the length of the file.
 *
 * @typedef {Omit<Layer, 'rule' | 'hasHeadField' | 'spanField' | 'baseField'> & {layers: number[],
 *   rule: Record<string, unknown>, frequencies: number[], amplitude: number}} ReportGroup
 * @typedef {{modelType: string, nLayers: number, nHeads: number, maxPosition: number, pairing: string | null,
 *   cachedNumbersPerToken: number, groups: ReportGroup[], remarks: Remark[]}} Report
 */

/**
 * @param {Core} core
 * @param {Model} model
 * @returns {Report} for JSON
 */
export function reportOf(core, model) {
  const {type, layers, heads, maxPosition, pairing, groups} = model;
  return {
    modelType: type,
    nLayers: layers,
    nHeads: heads,
    maxPosition,
    pairing: pairing.pairing,
    cachedNumbersPerToken: cachedNumbers(model),
    groups: groups.map(({layers: numbers, layer}) => {
      const {rule, hasHeadField: _, spanField: _span, baseField: _base, ...rest} = layer;
      const {frequencies, amplitude} = frequenciesOf(core, layer, maxPosition);
      return {layers: numbers, ...rest, rule: {...rule.settings}, frequencies, amplitude};
    }),
    remarks: remarksOn(core, model),
  };
}

/**
 * @param {Core} core
 * @param {Layer} layer
 * @param {number} seqLen
 * @returns {{frequencies: number[], amplitude: number}}
 */
function frequenciesOf(core, layer, seqLen) {
  if (!hasFrequencies(layer)) return {frequencies: [], amplitude: 1};
  const {rotaryDim: dim, base, rule} = layer;
  const {invFreq, attentionFactor} = ropeScaling(core, {...rule.settings, dim, base, seqLen});
  return {frequencies: [...invFreq.data], amplitude: attentionFactor};
}

/** A cell of a Markdown table. @param {string | number} value */
const cell = (value) =>
  String(value).replace(/\\/g, '\\\\').replace(/\|/g, '\\|').replace(/\s+/g, ' ');

/** @param {readonly string[]} columns @param {readonly (readonly (string | number)[])[]} rows */
function markdownTable(columns, rows) {
  const line = (/** @type {readonly (string | number)[]} */ values) =>
    `| ${values.map(cell).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A public thread as a link. @param {string | undefined} source owner/name#number */
function linkTo(source) {
  if (source === undefined) return '';
  const [repository, number] = source.split('#');
  return ` ([${source}](https://github.com/${repository}/issues/${number}))`;
}

/**
 * @param {Core} core
 * @param {Model} model
 * @returns {string} with a heading, the layers, the remarks
 */
export function markdownOf(core, model) {
  const {type, layers, heads, maxPosition, pairing} = model;
  const remarks = remarksOn(core, model).map(
    ({level, field, text, source}) =>
      `- **${level}**, \`${field}\`: ${cell(text)}${linkTo(source)}`,
  );
  return [
    `# Positions of ${type ? `\`${cell(type)}\`` : 'a config.json'}`,
    `${layers} layers, ${heads} heads, ${formatNumber(maxPosition)} tokens. The two numbers of a pair: ${pairing.pairing ?? 'not in the file'}.`,
    '## Layers',
    markdownTable(COLUMNS, model.groups.map(tableRow)),
    '## Remarks',
    remarks.length > 0 ? remarks.join('\n') : 'Lengths, names and factors agree.',
    '',
  ].join('\n\n');
}

/**
 * What differs between two files in positions: the file as a whole, then layer by layer.
 *
 * @param {Core} core
 * @param {Model} a
 * @param {Model} b
 * @returns {string[][]} rows: what, in the one, in the other
 */
export function differences(core, a, b) {
  const facts = (/** @type {Model} */ {type, layers, heads, maxPosition, pairing}) => ({
    model_type: type || 'none',
    layers: String(layers),
    heads: String(heads),
    'length in the file': formatNumber(maxPosition),
    'the two of a pair': pairing.pairing ?? 'not in the file',
  });
  const [of, other] = [facts(a), facts(b)];
  const rows = /** @type {(keyof typeof of)[]} */ (Object.keys(of))
    .filter((name) => of[name] !== other[name])
    .map((name) => [name, of[name], other[name]]);
  return [...rows, ...layerDifferences(core, a, b)];
}

/**
 * @param {Core} core
 * @param {Model} a
 * @param {Model} b
 * @returns {string[][]}
 */
function layerDifferences(core, a, b) {
  /** @type {Map<string, {numbers: number[], at: [Layer | undefined, Layer | undefined]}>} */
  const found = new Map();
  for (let k = 0; k < Math.max(a.layers, b.layers); k++) {
    /** @type {[Layer | undefined, Layer | undefined]} */
    const at = [a.list[k], b.list[k]];
    const key = JSON.stringify(at.map((layer) => layer && identity(layer)));
    const known = found.get(key);
    if (known) known.numbers.push(k);
    else found.set(key, {numbers: [k], at});
  }
  return [...found.values()].flatMap(({numbers, at: [one, other]}) => {
    if (one && other && identity(one) === identity(other)) return [];
    const name = `${numbers.length === 1 ? 'layer' : 'layers'} ${rangesText(numbers)}`;
    const row = [name, one ? wordsOf(one) : 'not there', other ? wordsOf(other) : 'not there'];
    const apart = one && other ? apartText(core, {one, other, a, b}) : '';
    return apart ? [row, [`${name}: frequencies`, ...apart]] : [row];
  });
}

/** All of a layer that is about positions, as a key. @param {Layer} layer */
const identity = ({hasHeadField: _, spanField: _span, baseField: _base, rule, ...rest}) =>
  JSON.stringify([rest, rule.settings, rule.sections, rule.interleaved]);

/** @param {Layer} layer */
function wordsOf(layer) {
  const [, , sees, positions, base, rule, rotated, also] = tableRow({layers: [0], layer}, 0);
  const rope = layer.encoding === 'rope' ? `, base ${base}, rule: ${rule}, ${rotated}` : '';
  return `${positions}${rope}; sees ${sees}${also === '–' ? '' : `; ${also}`}; ${layer.kvHeads} keys of ${layer.headDim}`;
}

/**
 * How far the frequencies of two layers are apart, if they have as many.
 *
 * @param {Core} core
 * @param {{one: Layer, other: Layer, a: Model, b: Model}} layers
 * @returns {string[] | ''}
 */
function apartText(core, {one, other, a, b}) {
  const left = frequenciesOf(core, one, a.maxPosition).frequencies;
  const right = frequenciesOf(core, other, b.maxPosition).frequencies;
  if (left.length === 0 || left.length !== right.length) return '';
  const ratios = left.map((w, pair) => w / right[pair]);
  const far = ratios.reduce(
    (best, ratio, pair) =>
      Math.abs(Math.log(ratio)) > Math.abs(Math.log(ratios[best])) ? pair : best,
    0,
  );
  if (Math.abs(ratios[far] - 1) < 1e-9) return '';
  const rad = (/** @type {number} */ w) => `${formatNumber(w)} rad per position`;
  return [
    `pair ${far}: ${rad(left[far])}`,
    `${rad(right[far])}, ${formatNumber(Math.max(ratios[far], 1 / ratios[far]))} times apart`,
  ];
}

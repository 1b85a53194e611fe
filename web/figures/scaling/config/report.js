// @ts-check
// What a file says of positions, as data, as Markdown, and against another file.

import {ropeScaling} from '../../../core/pe.js';
import {formatNumber} from '../../../draw/format.js';
import {cachedNumbers, keepsKeys} from './cache.js';
import {rangesText} from './encodings.js';
import {COLUMNS, tableRow} from './group-words.js';
import {hasFrequencies} from './model.js';
import {remarksOn} from './remarks.js';
import {tableIn} from './tables.js';

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
 *   table: ReturnType<typeof tableIn>, latent: Model['latent'], cachedNumbersPerToken: number, groups: ReportGroup[],
 *   remarks: Remark[], differences?: string[][]}} Report differences: rows of what differs from a second file
 */

/**
 * @param {Core} core
 * @param {Model} model
 * @param {Model | null} [second] a file to compare with
 * @returns {Report} for JSON
 */
export function reportOf(core, model, second = null) {
  const {type, layers, heads, maxPosition, pairing, groups} = model;
  return {
    modelType: type,
    nLayers: layers,
    nHeads: heads,
    maxPosition,
    pairing: pairing.pairing,
    table: tableIn(model),
    latent: model.latent,
    cachedNumbersPerToken: cachedNumbers(model),
    groups: groups.map(({layers: numbers, layer}) => {
      const {rule, hasHeadField: _, spanField: _span, baseField: _base, ...rest} = layer;
      const {frequencies, amplitude} = frequenciesOf(core, layer, maxPosition);
      const axes = rule.sections
        ? {mropeSection: rule.sections, mropeInterleaved: rule.interleaved}
        : {};
      const about = {...rule.settings, ...axes};
      return {layers: numbers, ...rest, rule: about, frequencies, amplitude};
    }),
    remarks: remarksOn(core, model),
    ...(second ? {differences: differences(core, model, second)} : {}),
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

/** Columns of the table of differences. */
export const DIFFERENCES = /* t */ ['what', 'this file', 'the second'];

/**
 * @param {Core} core
 * @param {Model} model
 * @param {Model | null} [second] a file to compare with
 * @returns {string} with a heading, the layers, the remarks, and what differs from the second file
 */
export function markdownOf(core, model, second = null) {
  const {type, layers, heads, maxPosition, pairing} = model;
  const remarks = remarksOn(core, model).map(
    ({level, field, text, source}) =>
      `- **${level}**, \`${field}\`: ${cell(text)}${linkTo(source)}`,
  );
  return [
    `# Positions of ${type ? `\`${cell(type)}\`` : 'a config.json'}`,
    `${layers} layers, ${heads} heads, ${formatNumber(maxPosition)} tokens.${rotates(model) ? ` The two numbers of a pair: ${pairing.pairing ?? 'not in the file'}.` : ''}`,
    '## Layers',
    markdownTable(COLUMNS, model.groups.map(tableRow)),
    '## Remarks',
    remarks.length > 0 ? remarks.join('\n') : 'Lengths, names and factors agree.',
    ...(second ? differencesIn(core, model, second) : []),
    '',
  ].join('\n\n');
}

/** Whether any layer has RoPE. @param {Model} model */
const rotates = ({groups}) => groups.some(({layer}) => layer.encoding === 'rope');

/** @param {Core} core @param {Model} model @param {Model} second */
function differencesIn(core, model, second) {
  const rows = differences(core, model, second);
  return [
    `## What differs from ${second.type ? `\`${cell(second.type)}\`` : 'the second file'}`,
    rows.length > 0 ? markdownTable(DIFFERENCES, rows) : 'The two files say the same of positions.',
  ];
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
  const facts = (/** @type {Model} */ model) => ({
    model_type: model.type || 'none',
    layers: String(model.layers),
    heads: String(model.heads),
    length: `${formatNumber(model.maxPosition)}${model.hasLength ? '' : ', not in the file'}`,
    'the two of a pair': rotates(model)
      ? (model.pairing.pairing ?? 'not in the file')
      : 'nothing is paired',
    'table of positions': tableText(model),
    'numbers cached per token': formatNumber(cachedNumbers(model)),
  });
  const [of, other] = [facts(a), facts(b)];
  const rows = /** @type {(keyof typeof of)[]} */ (Object.keys(of))
    .filter((name) => of[name] !== other[name])
    .map((name) => [name, of[name], other[name]]);
  return [...rows, ...layerDifferences(core, a, b)];
}

/** @param {Model} model */
function tableText(model) {
  const table = tableIn(model);
  if (!table) return 'none';
  const {rows, first, isLearned} = table;
  return `${formatNumber(rows)} rows, ${isLearned ? 'learned' : 'of sines'}; the first token has row ${first}`;
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
    const row = [
      name,
      one ? wordsOf(one, a) : 'not there',
      other ? wordsOf(other, b) : 'not there',
    ];
    const apart = one && other ? apartText(core, {one, other, a, b}) : '';
    return apart ? [row, [`${name}: frequencies`, ...apart]] : [row];
  });
}

/** All of a layer that is about positions, as a key. @param {Layer} layer */
const identity = ({hasHeadField: _, spanField: _span, baseField: _base, rule, ...rest}) =>
  JSON.stringify([rest, rule.settings, rule.sections, rule.interleaved]);

/** @param {Layer} layer @param {Model} model that it is of */
function wordsOf(layer, {latent}) {
  const [, , sees, positions, base, rule, rotated, also] = tableRow({layers: [0], layer}, 0);
  const rope = layer.encoding === 'rope' ? `, base ${base}, rule: ${rule}, ${rotated}` : '';
  const keys = layer.kvHeads === 1 ? 'one key head' : `${layer.kvHeads} key heads`;
  const what = latent
    ? `a latent vector of ${latent.rank} and a key of ${latent.rope}`
    : `${keys} of ${layer.headDim}`;
  const kept = keepsKeys(layer) ? `; ${what}` : '';
  return `${positions}${rope}; sees ${sees}${also === '–' ? '' : `; ${also}`}${kept}`;
}

/**
 * How far the frequencies of two layers are apart; of another number, how many, and the slowest.
 *
 * @param {Core} core
 * @param {{one: Layer, other: Layer, a: Model, b: Model}} layers
 * @returns {string[] | ''}
 */
function apartText(core, {one, other, a, b}) {
  const left = frequenciesOf(core, one, a.maxPosition).frequencies;
  const right = frequenciesOf(core, other, b.maxPosition).frequencies;
  if (left.length === 0 || right.length === 0) return '';
  if (left.length !== right.length) return [left, right].map(slowestText);
  const ratios = left.map((w, pair) => w / right[pair]);
  const far = ratios.reduce(
    (best, ratio, pair) =>
      Math.abs(Math.log(ratio)) > Math.abs(Math.log(ratios[best])) ? pair : best,
    0,
  );
  if (Math.abs(ratios[far] - 1) < 1e-9) return '';
  return [
    `pair ${far}: ${rad(left[far])}`,
    `${rad(right[far])}, ${formatNumber(Math.max(ratios[far], 1 / ratios[far]))} times apart`,
  ];
}

/** @param {number} w */
const rad = (w) => `${formatNumber(w)} rad per position`;

/** @param {readonly number[]} frequencies */
const slowestText = (frequencies) =>
  `${frequencies.length} pairs, the slowest by ${rad(Math.min(...frequencies))}`;

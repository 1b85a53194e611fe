// @ts-check
// What a configuration says of frequencies: its old words and its new ones, as a rule of the core.

/** @import {ScalingSettings} from '../../../core/pe.js' */
/** @import {Reader} from './fields.js' */

/**
 * What a reader of the file should know: a warning where people went wrong with such a file, or a note.
 *
 * @typedef {{level: 'warning' | 'note', field: string, text: string}} Remark
 */

/**
 * @typedef {object} Rule
 * @property {string} word what the file calls it, or ''
 * @property {ScalingSettings & {kind: string}} settings
 * @property {number | null} original the length of training, where the file tells one
 * @property {number | null} factor as it stands in the file
 * @property {number[] | null} sections of M-RoPE
 * @property {boolean} interleaved whether its axes take turns
 */

/** The words of files, and the core's. @type {Record<string, string>} */
const KINDS = {
  default: 'default',
  mrope: 'default',
  linear: 'linear',
  dynamic: 'dynamic',
  yarn: 'yarn',
  longrope: 'longrope',
  su: 'longrope',
  llama3: 'llama3',
  proportional: 'proportional',
};
const ORIGINAL = 'original_max_position_embeddings';

/**
 * The object that holds the rule, under its newer name or its older one, and remarks on that.
 *
 * @param {Reader} root
 * @param {Remark[]} remarks
 * @returns {Reader | undefined}
 */
export function ruleObject(root, remarks) {
  const older = root.object('rope_scaling');
  const newer = root.object('rope_parameters');
  if (!newer) return older;
  if (older) {
    remarks.push({
      level: 'warning',
      field: root.path('rope_parameters'),
      text: 'It stands beside rope_scaling, its older name. Only rope_parameters is read here; other readers may take the other.',
    });
  }
  return perLayer(newer, remarks);
}

/**
 * Some models have a rule for each kind of layer: that of layers that see all is the one for long texts.
 *
 * @param {Reader} rule
 * @param {Remark[]} remarks
 */
function perLayer(rule, remarks) {
  if (!rule.has('full_attention')) return rule;
  const whole = rule.object('full_attention');
  const base = rule.object('sliding_attention')?.number('rope_theta');
  const other = base === undefined ? '' : ` Layers with a sliding window have base ${base}.`;
  remarks.push({
    level: 'note',
    field: rule.path('full_attention'),
    text: `Each kind of layer has its own frequencies. Those of layers that see everything are shown.${other}`,
  });
  return whole;
}

/**
 * @param {Reader | undefined} object
 * @param {{root: Reader, maxPosition: number, rotaryDim: number, headDim: number}} model
 * @param {Remark[]} remarks
 * @returns {Rule}
 */
export function readRule(object, model, remarks) {
  const plain = {word: '', original: null, factor: null, sections: null, interleaved: false};
  if (!object) return {...plain, settings: {kind: 'default'}};
  const word = wordOf(object, remarks);
  const sections = sectionsOf(object, model.rotaryDim);
  const interleaved = object.flag('mrope_interleaved') ?? false;
  const kind = KINDS[word] ?? 'default';
  if (!Object.hasOwn(KINDS, word)) {
    const known = Object.keys(KINDS).join(', ');
    remarks.push({
      level: 'warning',
      field: object.path(object.has('rope_type') ? 'rope_type' : 'type'),
      text: `“${word}” is no rule that is known here (${known}). The frequencies are shown as if nothing were scaled, and a reader that does not know it does the same or stops.`,
    });
  }
  const own = object.integer(ORIGINAL, 2) ?? model.root.integer(ORIGINAL, 2) ?? null;
  const factor = object.number('factor') ?? null;
  const settings = settingsOf(kind, {object, model, original: own, factor}, remarks);
  return {word, settings, original: own, factor, sections, interleaved};
}

/**
 * @param {Reader} object
 * @param {Remark[]} remarks
 */
function wordOf(object, remarks) {
  const [older, newer] = [object.text('type'), object.text('rope_type')];
  if (newer === undefined && older !== undefined) {
    remarks.push({
      level: 'note',
      field: object.path('type'),
      text: 'This is the older name of rope_type. A reader that asks only for the newer one finds no rule.',
    });
  }
  if (newer !== undefined && older !== undefined && newer !== older) {
    remarks.push({
      level: 'warning',
      field: object.path('rope_type'),
      text: `It says “${newer}”, and type, its older name, says “${older}”. rope_type is read here.`,
    });
  }
  return newer ?? older ?? 'default';
}

/** @param {Reader} object @param {number} rotaryDim @returns {number[] | null} */
function sectionsOf(object, rotaryDim) {
  const sections = object.list('mrope_section', 0);
  if (!sections) return null;
  const sum = sections.reduce((a, b) => a + b, 0);
  if (sections.every(Number.isInteger) && sum === rotaryDim / 2) return sections;
  const expected = `whole numbers that sum to ${rotaryDim / 2}, the pairs of a head`;
  const got = JSON.stringify(sections);
  throw new RangeError(`${object.path('mrope_section')} must be ${expected}, got ${got}.`);
}

/**
 * @typedef {{object: Reader, original: number | null, factor: number | null,
 *   model: {maxPosition: number, rotaryDim: number, headDim: number}}} Found
 */

/**
 * @param {string} kind
 * @param {Found} found
 * @param {Remark[]} remarks
 * @returns {ScalingSettings & {kind: string}}
 */
function settingsOf(kind, found, remarks) {
  const {object, original, model} = found;
  if (kind === 'default') return {kind};
  if (kind === 'linear') return {kind, factor: factorOf(found)};
  if (kind === 'proportional') return {kind, factor: found.factor ?? 1, headDim: model.headDim};
  if (kind === 'dynamic') {
    return {kind, factor: factorOf(found), maxPosition: original ?? model.maxPosition};
  }
  const length = original ?? model.maxPosition;
  if (original === null) missingLength(object, kind, length, remarks);
  if (kind === 'longrope') return longrope(found, length);
  return kind === 'llama3' ? llama3(found, length) : yarn(found, length);
}

/** @param {Found} found @param {number} length @returns {ScalingSettings & {kind: 'yarn'}} */
function yarn(found, length) {
  const {object} = found;
  const [fast = 32, slow = 1] = ['beta_fast', 'beta_slow'].map((name) => object.number(name));
  if (fast < slow) {
    const name = object.path('beta_fast');
    const why = `at least beta_slow = ${slow}: both count turns, and fast pairs have many`;
    throw new RangeError(`${name} must be ${why}, got ${fast}.`);
  }
  return {
    kind: 'yarn',
    factor: factorOf(found),
    originalMaxPosition: length,
    betaFast: fast,
    betaSlow: slow,
    ...given({
      truncate: object.flag('truncate'),
      mscale: object.weight('mscale'),
      mscaleAllDim: object.weight('mscale_all_dim'),
      attentionFactor: object.number('attention_factor'),
    }),
  };
}

/** @template {Record<string, unknown>} T @param {T} values @returns {Partial<T>} those that are there */
function given(values) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return /** @type {Partial<T>} */ (Object.fromEntries(entries));
}

/** @param {Found} found @returns {number} */
function factorOf({object, factor}) {
  if (factor !== null && factor >= 1) return factor;
  const got = factor === null ? 'nothing' : String(factor);
  throw new RangeError(`${object.path('factor')} must be a number >= 1, got ${got}.`);
}

/**
 * @param {Reader} object
 * @param {string} kind
 * @param {number} length
 * @param {Remark[]} remarks
 */
function missingLength(object, kind, length, remarks) {
  remarks.push({
    level: 'warning',
    field: object.path(ORIGINAL),
    text: `It is missing, and ${kind} counts turns or tokens against the length of training. max_position_embeddings = ${length} is taken for it, as libraries do: right only if that is not the stretched length.`,
  });
}

/** @param {Found} found @param {number} length @returns {ScalingSettings & {kind: 'longrope'}} */
function longrope({object, factor, model: {maxPosition, rotaryDim}}, length) {
  const lists = ['short_factor', 'long_factor'].map((name) => {
    const list = object.list(name, Number.MIN_VALUE);
    if (list?.length === rotaryDim / 2) return list;
    const got = list ? `${list.length}` : 'nothing';
    const expected = `a list of ${rotaryDim / 2} numbers, one a pair`;
    throw new RangeError(`${object.path(name)} must be ${expected}, got ${got}.`);
  });
  return {
    kind: 'longrope',
    factor: factor ?? maxPosition / length,
    originalMaxPosition: length,
    shortFactor: lists[0],
    longFactor: lists[1],
    ...given({attentionFactor: object.number('attention_factor')}),
  };
}

/** @param {Found} found @param {number} length @returns {ScalingSettings & {kind: 'llama3'}} */
function llama3(found, length) {
  const {object} = found;
  const [low, high] = ['low_freq_factor', 'high_freq_factor'].map((name) => {
    const value = object.number(name);
    if (value !== undefined) return value;
    throw new RangeError(`${object.path(name)} must be a number > 0, got nothing.`);
  });
  if (high <= low) {
    const name = object.path('high_freq_factor');
    const why = `above low_freq_factor = ${low}: both count turns, and fast pairs have many`;
    throw new RangeError(`${name} must be ${why}, got ${high}.`);
  }
  return {
    kind: 'llama3',
    factor: factorOf(found),
    originalMaxPosition: length,
    lowFreqFactor: low,
    highFreqFactor: high,
  };
}

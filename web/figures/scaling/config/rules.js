// @ts-check
// What a configuration says of frequencies: its old words and its new ones, as a rule of the core.

/** @import {ScalingSettings} from '../../../core/pe.js' */
/** @import {Reader} from './fields.js' */

/**
 * What a reader of the file should know: a warning where people went wrong with such a file, or a note.
 *
 * @typedef {{level: 'warning' | 'note', field: string, text: string, source?: string}} Remark source: the public
 *   thread in which it went wrong
 */

/**
 * @typedef {object} Rule
 * @property {string} word what the file calls it, or ''
 * @property {ScalingSettings & {kind: string}} settings
 * @property {number | null} original the length of training, where the file tells one
 * @property {number | null} factor as the file has it
 * @property {number[] | null} sections of M-RoPE
 * @property {boolean} interleaved whether its axes take turns
 */

/** The words of files, and the core's. @type {Record<string, string>} */
const KINDS = {
  default: /* t */ 'default',
  mrope: 'default',
  linear: 'linear',
  dynamic: 'dynamic',
  yarn: 'yarn',
  deepseek_yarn: 'yarn',
  xdrope: 'default',
  longrope: 'longrope',
  su: 'longrope',
  llama3: 'llama3',
  proportional: 'proportional',
};
const ORIGINAL = 'original_max_position_embeddings';

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
  const sections = sectionsOf(object, model.rotaryDim, remarks);
  const interleaved = object.flag('mrope_interleaved') ?? false;
  // with alpha the base is raised at every length (layers.js), and nothing is left to the rule
  const kind = object.has('alpha') && word === 'dynamic' ? 'default' : (KINDS[word] ?? 'default');
  if (!Object.hasOwn(KINDS, word)) {
    const known = Object.keys(KINDS).join(', ');
    remarks.push({
      level: 'warning',
      field: object.path(object.has('rope_type') ? 'rope_type' : 'type'),
      text: `“${word}” is no rule that is known here (${known}). The frequencies are shown as if nothing were scaled, and a reader that does not know it does the same or stops.`,
    });
  }
  const own = originalOf(object, model.root, remarks);
  const factor = object.number('factor') ?? null;
  const settings = settingsOf(kind, {object, model, original: own, factor}, remarks);
  return {word, settings, original: own, factor, sections, interleaved};
}

/**
 * The length of training; where the top level has it too, as in Phi-3, libraries take that one.
 *
 * @param {Reader} object
 * @param {Reader} root
 * @param {Remark[]} remarks
 * @returns {number | null}
 */
function originalOf(object, root, remarks) {
  const [inner, outer] = [object, root].map((reader) => reader.integer(ORIGINAL, 2));
  if (inner !== undefined && outer !== undefined && inner !== outer) {
    remarks.push({
      level: 'warning',
      field: root.path(ORIGINAL),
      text: `At the top it says ${outer}, and inside the rule ${inner}. The one at the top is used, as libraries do.`,
    });
  }
  return outer ?? inner ?? null;
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

/**
 * @param {Reader} object
 * @param {number} rotaryDim
 * @param {Remark[]} remarks
 * @returns {number[] | null}
 */
function sectionsOf(object, rotaryDim, remarks) {
  const name = object.has('xdrope_section') ? 'xdrope_section' : 'mrope_section';
  const sections = object.list(name, 0);
  if (!sections) return null;
  const sum = sections.reduce((a, b) => a + b, 0);
  if (sections.every(Number.isInteger) && sum === rotaryDim / 2) return sections;
  remarks.push({
    level: 'warning',
    field: object.path(name),
    text: `It must be whole numbers that sum to ${rotaryDim / 2}, the rotated pairs of a head, and it is ${JSON.stringify(sections)}, which sums to ${sum}. It is left out here.`,
  });
  return null;
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
  if (kind === 'linear') return {kind, factor: factorOf(found, remarks)};
  if (kind === 'proportional') return {kind, factor: found.factor ?? 1, headDim: model.headDim};
  if (kind === 'dynamic') {
    return {
      kind,
      factor: factorOf(found, remarks),
      maxPosition: original ?? model.maxPosition,
    };
  }
  const length = original ?? model.maxPosition;
  if (original === null) missingLength(object, kind, length, remarks);
  if (kind === 'longrope') return longrope(found, length);
  return kind === 'llama3' ? llama3(found, length, remarks) : yarn(found, length, remarks);
}

/**
 * @param {Found} found
 * @param {number} length
 * @param {Remark[]} remarks
 * @returns {ScalingSettings & {kind: 'yarn'}}
 */
function yarn(found, length, remarks) {
  const {object} = found;
  const [fast = 32, slow = 1] = ['beta_fast', 'beta_slow'].map((name) => object.number(name));
  if (fast < slow) {
    remarks.push({
      level: 'warning',
      field: object.path('beta_fast'),
      text: `It is ${fast}, below beta_slow = ${slow}. Both count rotations within the length of training, and fast pairs have many. A library that only warns blends the wrong way round; what is shown here has the two exchanged.`,
      source: 'pytorch/torchtitan#3787',
    });
  }
  const factor = factorOf(found, remarks);
  const isUnscaled = object.flag('apply_yarn_scaling') === false;
  if (isUnscaled) {
    const other = (0.1 * Math.log(Math.max(factor, 1)) + 1).toFixed(4);
    remarks.push({
      level: 'warning',
      field: object.path('apply_yarn_scaling'),
      text: `It is false: cosine and sine keep the amplitude 1, and the softmax gets no factor. A reader that does not know this field takes ${other}, by the factor.`,
    });
  }
  return {
    kind: 'yarn',
    factor,
    originalMaxPosition: length,
    betaFast: Math.max(fast, slow),
    betaSlow: Math.min(fast, slow),
    ...given({
      truncate: object.flag('truncate'),
      mscale: isUnscaled ? undefined : object.weight('mscale'),
      mscaleAllDim: isUnscaled ? undefined : object.weight('mscale_all_dim'),
      attentionFactor: object.number('attention_factor') ?? (isUnscaled ? 1 : undefined),
    }),
  };
}

/** @template {Record<string, unknown>} T @param {T} values @returns {Partial<T>} those that are there */
function given(values) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return /** @type {Partial<T>} */ (Object.fromEntries(entries));
}

/** @param {Found} found @param {Remark[]} remarks @returns {number} */
function factorOf({object, factor}, remarks) {
  const field = object.path('factor');
  if (factor === null) throw new RangeError(`${field} must be a number >= 1, got nothing.`);
  if (factor < 1) {
    const text = `It is ${factor}, and a factor below 1 shortens the waves. Libraries warn and go on, and so does this page.`;
    remarks.push({level: 'warning', field, text});
  }
  return factor;
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
    const expected = `a list of ${rotaryDim / 2} numbers, one per pair`;
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

const STEP = 1 + 1e-9; // the narrowest ramp that is still one

/**
 * @param {Found} found
 * @param {number} length
 * @param {Remark[]} remarks
 * @returns {ScalingSettings & {kind: 'llama3'}}
 */
function llama3(found, length, remarks) {
  const {object} = found;
  const [low, high] = ['low_freq_factor', 'high_freq_factor'].map((name) => {
    const value = object.number(name);
    if (value !== undefined) return value;
    throw new RangeError(`${object.path(name)} must be a number > 0, got nothing.`);
  });
  if (high <= low) {
    const how =
      high === low
        ? `equals low_freq_factor = ${low}`
        : `is ${high}, below low_freq_factor = ${low}`;
    remarks.push({
      level: high === low ? 'note' : 'warning',
      field: object.path('high_freq_factor'),
      text: `It ${how}, so no pair is blended: those with waves longer than ${length} / ${low} positions are divided, all others kept, in one step.`,
    });
  }
  return {
    kind: 'llama3',
    factor: factorOf(found, remarks),
    originalMaxPosition: length,
    lowFreqFactor: low,
    highFreqFactor: Math.max(high, low * STEP),
  };
}

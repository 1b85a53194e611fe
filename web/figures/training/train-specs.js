// @ts-check
// What the experiments of chapters 7 and 8 train: one place, so that figures that ask for the same
// run share it. A run is known by the JSON of its spec, so the builders always write the same keys in the
// same order. All settings were chosen so that a run takes seconds and its result is clear.

import {placeOf} from '../../draw/method-colours.js';

/** @import {MethodSpec, TestSettings, TrainSpec} from '../../workers/protocol.js' */

/**
 * What people call a method: the core's names for it, and its place in the palette, which is the
 * same in every figure.
 *
 * settings: those of its methods that differ from the core's own, the layers in which they act among them.
 *
 * @typedef {{key: string, name: string, list: string[], settings?: Omit<Exclude<MethodSpec, string>, 'name'>,
 *   colour: number}} Method
 */

/** @type {Omit<Method, 'colour'>[]} */
const NAMED = [
  {key: 'none', name: 'none', list: []},
  {key: 'sinusoidal', name: 'sinusoidal', list: ['sinusoidal']},
  {key: 'learned', name: 'learned', list: ['learned']},
  {key: 'rope', name: 'RoPE', list: ['rope-half']},
  {key: 'alibi', name: 'ALiBi', list: ['alibi']},
  {key: 't5', name: 'T5', list: ['t5']},
  {key: 'shaw', name: 'Shaw', list: ['shaw-keys', 'shaw-values']},
  {key: 'clipped', name: 'clipped bias', list: ['clipped-bias']},
  {key: 'rope-alibi', name: 'RoPE + ALiBi', list: ['rope-half', 'alibi']},
  {key: 'sinusoidal-alibi', name: 'sinusoidal + ALiBi', list: ['sinusoidal', 'alibi']},
  {key: 'rope-interleaved', name: 'RoPE, interleaved', list: ['rope-interleaved']},
  {key: 'rope-log-n', name: 'RoPE + log-N', list: ['rope-half', 'log-n']},
  {
    key: 'rope-alternate',
    name: 'RoPE, every second layer',
    list: ['rope-half'],
    settings: {layers: {every: 2}},
  },
  {
    key: 'p-rope',
    name: 'p-RoPE, half of the pairs',
    list: ['rope-half'],
    settings: {scaling: {kind: 'proportional', partial: 0.5}},
  },
  {key: 'xpos', name: 'xPos', list: ['xpos']},
  {key: 'kerple-log', name: 'KERPLE, log', list: ['kerple-log']},
  {key: 'kerple-power', name: 'KERPLE, power', list: ['kerple-power']},
  {key: 'fire', name: 'FIRE', list: ['fire']},
  {key: 'cope', name: 'CoPE', list: ['cope']},
  {key: 'fox', name: 'FoX', list: ['fox']},
  {key: 'rope-fox', name: 'RoPE + FoX', list: ['rope-half', 'fox']},
  {key: 'pope', name: 'PoPE', list: ['pope']},
  {key: 'rope-sink', name: 'RoPE + learned sink', list: ['rope-half', 'sink']},
  {key: 'rope-temperature', name: 'RoPE + temperature', list: ['rope-half', 'temperature']},
  {key: 'stick-breaking', name: 'stick-breaking', list: ['stick-breaking']},
  {key: 'rope-values', name: 'RoPE, values too', list: ['rope-half', 'rope-values']},
  {key: 'mla-rope', name: 'MLA with RoPE', list: ['mla-rope'], settings: {width: 16}},
  {key: 'mla-nope', name: 'MLA without positions', list: ['mla-nope'], settings: {width: 16}},
  {key: 'path', name: 'PaTH', list: ['path']},
  {key: 'path-fox', name: 'PaTH + FoX', list: ['path', 'fox']},
  {key: 'transformer-xl', name: 'Transformer-XL', list: ['transformer-xl']},
  {key: 'deberta', name: 'DeBERTa', list: ['deberta']},
  {key: 'multiplicative', name: 'multiplicative', list: ['multiplicative']},
  {key: 'floater', name: 'FLOATER', list: ['floater']},
  {key: 'floater-recurrent', name: 'FLOATER, recurrent', list: ['floater-recurrent']},
];

/** @type {Method[]} */
export const METHODS = NAMED.map((method) => ({...method, colour: placeOf(method.key)}));

/** The methods of the default race. */
export const RACE_METHODS = ['none', 'sinusoidal', 'learned', 'rope', 'alibi', 't5', 'shaw'];

/** The setting by which a reader picks methods; at first those of the race. */
export const METHODS_SETTING = {
  type: 'set',
  default: RACE_METHODS,
  options: Object.fromEntries(METHODS.map(({key, name}) => [key, name])),
  label: 'Methods',
};

/** Steps of the race, and of those that learn more slowly: from random position ids, or on a grid. */
export const [RACE_STEPS, LONG_STEPS] = [400, 600];
/** The peak of its learning rate, and how many sequences a step has. */
export const [RACE_RATE, RACE_BATCH] = [5e-3, 64];

/**
 * The seeds of an experiment: as many as chosen, from the first one on.
 *
 * @param {import('../frame/settings.js').Settings} settings seed, the first, and seeds, how many
 * @returns {number[]}
 */
export const seedsOf = ({seed, seeds}) => Array.from({length: Number(seeds)}, (_, k) => seed + k);

/** Tokens of a step of the race of the rules: enough to learn the task at its own length. */
const RULES_TOKENS = {'order-2': 384, induction: 768};

/** The lengths at which a race is measured. */
export const RACE_LENGTHS = [6, 12, 24, 48, 96];

/** Rows of a learned table where none are chosen: enough for every length of the race. */
export const TABLE_ROWS = 128;

/**
 * @param {string} key
 * @returns {Method}
 */
export function methodOf(key) {
  const method = METHODS.find((one) => one.key === key);
  if (method) return method;
  const known = METHODS.map((one) => one.key).join(', ');
  throw new RangeError(`method must be one of ${known}, got "${key}".`);
}

/**
 * Settings that an experiment chooses, by the core's names: the rows of a table that acts on the input, or the
 * length of training, where log-N and the first step of a temperature begin, and past which CoPE does not count, so
 * that it meets no row that was never trained.
 *
 * @type {Record<string, {setting: 'maxLen' | 'trainLen' | 'interval', from: 'rows' | 'seqLen'}>}
 */
export const CHOSEN = {
  learned: {setting: 'maxLen', from: 'rows'},
  multiplicative: {setting: 'maxLen', from: 'rows'},
  'log-n': {setting: 'trainLen', from: 'seqLen'},
  temperature: {setting: 'interval', from: 'seqLen'},
  cope: {setting: 'maxLen', from: 'seqLen'},
};

/**
 * @param {MethodSpec} method
 * @param {'rows' | 'seqLen'} from
 * @param {number} value
 * @returns {MethodSpec} with the setting that is chosen so, unless it has settings already
 */
function withChosen(method, from, value) {
  const chosen = typeof method === 'string' ? CHOSEN[method] : undefined;
  if (typeof method !== 'string' || chosen?.from !== from) return method;
  return {name: method, [chosen.setting]: value};
}

/**
 * The core's list of a method, with a learned table of so many rows.
 *
 * @param {string} key of METHODS
 * @param {number} [rows]
 * @returns {MethodSpec[]}
 */
export function listOf(key, rows = TABLE_ROWS) {
  const {list, settings} = methodOf(key);
  if (settings) return list.map((name) => ({name, ...settings}));
  return list.map((name) => withChosen(name, 'rows', rows));
}

/**
 * The methods with what depends on the length of training.
 *
 * @param {readonly MethodSpec[]} methods
 * @param {number} seqLen
 * @returns {MethodSpec[]}
 */
const trainedAt = (methods, seqLen) =>
  methods.map((method) => withChosen(method, 'seqLen', seqLen));

/** The model of every experiment: two layers, as small as still learns the tasks. */
const MODEL = {nLayers: 2, nHeads: 4, dModel: 64, dFf: 256};

/**
 * The length race: next token of a language in which the last two tokens decide, trained at one
 * length and measured at many.
 *
 * @param {{methods: MethodSpec[], task?: string, seqLen?: number, seed?: number, steps?: number,
 *   lr?: number, batch?: number, lengths?: readonly number[]}} options methods: the core's list, of
 *   listOf()
 * @returns {TrainSpec}
 */
export function raceSpec({
  methods,
  task = 'order-2',
  seqLen = 6,
  seed = 1,
  steps = RACE_STEPS,
  lr = RACE_RATE,
  batch = RACE_BATCH,
  lengths = RACE_LENGTHS,
}) {
  return {
    kind: 'train',
    task,
    seqLen,
    batch,
    steps,
    lr,
    warmup: Math.min(50, Math.floor(steps / 10)),
    weightDecay: 0.01,
    seed,
    model: {...MODEL, methods: trainedAt(methods, seqLen), causal: true, readout: 'each'},
    evaluate: {lengths: [...lengths], sequences: 256},
  };
}

/** Longer than any text: log-N is there and does nothing. */
const NEVER = 2 ** 20;

/**
 * The race of the rules: one RoPE model, trained short, and tested under other settings of its methods.
 * log-N is in its list from the beginning, so that a test can switch it on.
 *
 * @param {{scalings: readonly TestSettings[], task?: 'order-2' | 'induction', seqLen: number,
 *   seed?: number, steps?: number, lengths: readonly number[], base?: number, passage?: number}} options base: of the
 *   model, where it is not RoPE's own; passage: tokens at the end of each text that count, where not all do
 * @returns {TrainSpec}
 */
export function scalingSpec(options) {
  const {scalings, task = 'order-2', seqLen, seed, steps, lengths, base, passage} = options;
  const rope = base ? {name: 'rope-half', base} : 'rope-half';
  const methods = [rope, {name: 'log-n', trainLen: NEVER}];
  const batch = Math.max(1, Math.round(RULES_TOKENS[task] / seqLen));
  const spec = raceSpec({methods, task, seqLen, seed, steps, batch, lengths});
  const tests = {lengths: [...lengths], sequences: 256, ...(passage && {passage}), scalings};
  return {...spec, evaluate: tests};
}

/** Tokens of a sentence of the toy grammar, and steps of training. */
export const [GRAMMAR_LENGTH, GRAMMAR_STEPS] = [12, 240];

/**
 * Next word of the toy grammar (bidirectional: without a mask, so that a model may see the word that it is to
 * say; its targets are what a figure makes of them).
 *
 * @param {{methods: MethodSpec[], causal?: boolean, seed?: number, steps?: number,
 *   before?: string[], take?: string[], probe?: TrainSpec['probe']}} options
 * @returns {TrainSpec}
 */
export function grammarSpec({
  methods,
  causal = true,
  seed = 1,
  steps = GRAMMAR_STEPS,
  before,
  take,
  probe,
}) {
  return {
    kind: 'train',
    task: 'grammar',
    seqLen: GRAMMAR_LENGTH,
    batch: 32,
    steps,
    lr: 5e-3,
    warmup: Math.min(50, Math.floor(steps / 10)),
    weightDecay: 0.01,
    seed,
    model: {...MODEL, methods: trainedAt(methods, GRAMMAR_LENGTH), causal, readout: 'each'},
    evaluate: {lengths: [GRAMMAR_LENGTH], sequences: 512},
    ...(before && {before}),
    ...(take && {take}),
    ...(probe && {probe}),
  };
}

/**
 * Enough for every method that can learn the task, with margin at three seeds. A learned table finds the place of X
 * late: among twelve, one seed of three has not found it after as many steps.
 *
 * @type {Record<string, {seqLen: number, steps: number, lr: number, batch?: number}>}
 */
const CLASS_TASKS = {
  'order-2': {seqLen: 2, steps: 250, lr: 5e-3},
  before: {seqLen: 6, steps: 100, lr: 5e-3},
  index: {seqLen: 8, steps: 400, lr: 5e-3, batch: 32},
  successor: {seqLen: 6, steps: 100, lr: 5e-3},
  pronoun: {seqLen: 5, steps: 200, lr: 5e-3},
};

/**
 * One answer per sequence, read from the mean over its tokens: a class (before, index), or the token after
 * the last, which even a model that sees both sides may have to predict: its input does not hold it.
 *
 * @param {{task: string, methods: MethodSpec[], causal?: boolean, seqLen?: number, seed?: number,
 *   steps?: number, readout?: 'mean' | 'last'}} options
 * @returns {TrainSpec}
 */
export function classSpec(options) {
  const {task, methods, causal = false, seqLen, seed = 1, steps, readout = 'mean'} = options;
  const settings = CLASS_TASKS[task] ?? {seqLen: 12, steps: 500, lr: 3e-3};
  const length = seqLen ?? settings.seqLen;
  const n = steps ?? settings.steps;
  return {
    kind: 'train',
    task,
    seqLen: length,
    batch: settings.batch ?? 64,
    steps: n,
    lr: settings.lr,
    warmup: Math.min(50, Math.floor(n / 10)),
    weightDecay: 0.01,
    seed,
    model: {...MODEL, methods: trainedAt(methods, length), causal, readout},
    evaluate: {lengths: [length], sequences: 1024},
  };
}

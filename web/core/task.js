// @ts-check
import {allocateStream} from './base.js';
import {requireIntegers, requireList, requireShape, show} from './check.js';

/** @import { Core } from './core.js' */

/**
 * What the tiny models learn. The rules of the tasks are in src/model/task/task.h, with the
 * meaning of each number.
 *
 * @typedef {'grammar' | 'order-2' | 'successor' | 'copy' | 'reverse' | 'before' | 'index' | 'induction' | 'pronoun' | 'first' | 'addition' | 'diagonal'} TaskName
 * @typedef {'each' | 'mean' | 'last'} Readout
 *   each: an answer at every token; mean, last: one answer a sequence, which for a task of tokens
 *   is the token after the last
 *
 * @typedef {object} Task
 * @property {TaskName} name
 * @property {string} title
 * @property {string} about a sentence
 * @property {'each' | 'mean'} readout how it is meant
 * @property {number} vocabSize
 * @property {number} minLen least tokens of a sequence
 *
 * @typedef {object} TaskInfo
 * @property {number} vocabSize
 * @property {number} nOut answers there are
 * @property {Readout} readout
 * @property {number} counted targets of a sequence that count
 * @property {number} chance accuracy of guessing uniformly among all answers
 * @property {number} mostFrequent accuracy of always giving the likeliest single answer
 * @property {number} best expected accuracy of a model that knows the task's law
 * @property {number} bestPerplexity e^loss of that model
 * @property {number} chancePerplexity of guessing uniformly
 * @property {string} note what chance and best mean here, in words
 *
 * @typedef {object} TaskBatch
 * @property {Int32Array} tokens (batch, seqLen)
 * @property {Int32Array} targets (batch, seqLen), or (batch) where the readout is not 'each';
 *   -1 does not count
 * @property {Float32Array} best as targets: probability of the likeliest answer given the tokens so
 *   far; 0 where it does not count
 * @property {Float32Array} prob as targets: probability of the target; 0 where it does not count
 */

/** @type {Record<TaskName, {title: string, about: string, note: string}>} */
const PROSE = {
  grammar: {
    title: 'Toy grammar',
    about:
      'Sentences of 100 words around "the cat sat on the mat", one after the other; predict the next word. The verb agrees with the first noun, and who did it to whom decides the reason.',
    note: 'The grammar leaves words open: no model can know which animal comes next. Test sentences were never in the training corpus.',
  },
  'order-2': {
    title: 'Order-2 language',
    about:
      'Sixteen symbols. Nine times in ten a fixed table gives the next one from the last two, otherwise it is random. Predict the next symbol.',
    note: 'One symbol of ten is random, and one random symbol of sixteen is right by luck: 0.9 + 0.1 / 16. The first two are not asked for.',
  },
  successor: {
    title: 'Next letter',
    about: 'The alphabet from a random letter on, Z followed by A; predict the next letter.',
    note: 'The last letter alone decides: order is not needed.',
  },
  copy: {
    title: 'Copy',
    about: 'Random symbols, a separator, and the same symbols again; predict the second half.',
    note: 'Only the second half counts. Guessing among the letters alone, never the separator, is right one time in 16.',
  },
  reverse: {
    title: 'Reverse',
    about: 'Random symbols, a separator, and the same symbols backwards; predict the second half.',
    note: 'Only the second half counts. Guessing among the letters alone, never the separator, is right one time in 16.',
  },
  before: {
    title: 'Is A before B?',
    about: 'A and B each occur once among other letters; say whether A comes first.',
    note: 'Yes and no are equally frequent.',
  },
  index: {
    title: 'Where is X?',
    about: 'X occurs once among other letters; say at which place. Each place is one class.',
    note: 'All places are equally frequent.',
  },
  induction: {
    title: 'Induction',
    about: 'Random symbols; one of them occurs twice. What followed it first follows it again.',
    note: 'Only the symbol after the repeated one counts.',
  },
  pronoun: {
    title: 'Who is meant?',
    about:
      'Sentences such as “Tom thanked Ann because she”; say which of eight names the pronoun means.',
    note: 'In half of the sentences the pronoun fits both names; there the verb and the order decide.',
  },
  first: {
    title: 'What came first?',
    about:
      'Random symbols, and one mark at any place; after the mark comes the symbol that the sequence began with.',
    note: 'Only the symbol after the mark counts. Guessing among the symbols alone, never the mark, is right one time in 16.',
  },
  addition: {
    title: 'Addition',
    about:
      'Two numbers of equally many random digits and their sum, such as 521+348=8690 for 125 + 843 = 968: each with its least significant digit first.',
    note: 'The digits of the sum count, the last of which is the carry: 0 or 1.',
  },
  diagonal: {
    title: 'Which letter is on my diagonal?',
    about:
      'A square grid of cells, row by row. On each diagonal, from the top left to the bottom right, one cell has a letter; every other cell has to say which.',
    note: 'Cells with a letter do not count. Guessing among the letters alone is right one time in 8.',
  },
};

/** @type {Readout[]} */
const READOUTS = ['each', 'mean', 'last'];

/** @type {WeakMap<Core, Task[]>} */
const known = new WeakMap();

/** All tasks, in the core's order. @param {Core} core @returns {Task[]} */
export function tasks(core) {
  let list = known.get(core);
  if (!list) {
    list = [];
    for (let id = 0; core.number('model_task_min_len', id) > 0; id++) list.push(describe(core, id));
    known.set(core, list);
  }
  return list.map((task) => ({...task}));
}

/** @param {Core} core @param {number} id @returns {Task} */
function describe(core, id) {
  const name = /** @type {TaskName} */ (core.text('model_task_name', id));
  return {
    name,
    title: PROSE[name].title,
    about: PROSE[name].about,
    readout: asks(core, id) & 1 ? 'each' : 'mean',
    vocabSize: words(core, id).length,
    minLen: core.number('model_task_min_len', id),
  };
}

/** Bits of the questions that the task has. @param {Core} core @param {number} id */
const asks = (core, id) => core.number('model_task_asks', id);

/** @param {Core} core @param {number} id @returns {string[]} */
const words = (core, id) => core.text('model_task_words', id).split(' ');

/**
 * The names of a task's tokens, by number.
 *
 * @param {Core} core
 * @param {{task: string}} options
 * @returns {string[]}
 * @throws {RangeError} naming the argument, its value and what was expected
 */
export function taskWords(core, {task}) {
  return words(core, requireTask(core, task).id);
}

/**
 * What can be reached at sequences of this length.
 *
 * @param {Core} core
 * @param {{task: string, seqLen: number, readout?: Readout}} options
 *   readout: the model's; default: the task's own
 * @returns {TaskInfo}
 * @throws {RangeError} naming the argument, its value and what was expected
 */
export function taskInfo(core, {task, seqLen, readout}) {
  const {id, name, asked} = requireQuestions(core, {task, seqLen, readout});
  const key = `${id} ${asked} ${seqLen}`;
  const infos = reached.get(core) ?? new Map();
  reached.set(core, infos);
  if (!infos.has(key)) infos.set(key, infoOf(core, {id, asked, seqLen}));
  return {...infos.get(key), note: PROSE[name].note};
}

/**
 * What has been computed: the laws of a long sequence take milliseconds, and figures ask often.
 *
 * @type {WeakMap<Core, Map<string, Omit<TaskInfo, 'note'>>>}
 */
const reached = new WeakMap();

/** @param {Core} core @param {{id: number, asked: Readout, seqLen: number}} options */
function infoOf(core, {id, asked, seqLen}) {
  const names = core.text('model_task_info_names').trim().split(' ');
  const values = core.scratch((mem) => {
    const info = mem.f64(names.length);
    core.call('model_task_info', info.ptr, id, asked === 'each' ? 1 : 0, seqLen);
    return info.copy();
  });
  const info = /** @type {any} */ (Object.fromEntries(names.map((key, k) => [key, values[k]])));
  return {...info, readout: asked, chancePerplexity: info.nOut};
}

/**
 * Sequences index * batch .. (index + 1) * batch - 1 of a split. The same seed, split and index
 * give the same sequences on every machine.
 *
 * @param {Core} core
 * @param {{task: string, seed: number | bigint, split?: 'train' | 'test', index?: number,
 *   batch: number, seqLen: number, readout?: Readout}} options
 *   readout: the model's; default: the task's own
 * @returns {TaskBatch}
 * @throws {RangeError} naming the argument, its value and what was expected
 */
export function taskBatch(core, options) {
  const {task, seed, split = 'train', index = 0, batch, seqLen, readout} = options;
  const {id, asked} = requireQuestions(core, {task, seqLen, readout});
  const splitId = ['train', 'test'].indexOf(split);
  if (splitId < 0) throw new RangeError(`split must be 'train' or 'test', got ${show(split)}.`);
  requireIntegers({index}, 0);
  requireShape(core, {batch, seqLen});
  const isEach = asked === 'each';
  const nTargets = isEach ? batch * seqLen : batch;
  return core.scratch((mem) => {
    const [, , seedLo, seedHi] = allocateStream(mem, {seed, name: ''});
    const tokens = mem.i32(batch * seqLen);
    const targets = mem.i32(nTargets);
    const [best, prob] = [mem.f32(nTargets), mem.f32(nTargets)];
    const outputs = [tokens, targets, best, prob].map(({ptr}) => ptr);
    const place = {split: splitId, index, batch, seqLen};
    const which = {task: id, each: isEach ? 1 : 0, seedLo, seedHi, ...place};
    core.call('model_task_batch', ...outputs, mem.struct('ModelTaskBatch', which).ptr);
    return {
      tokens: tokens.copy(),
      targets: targets.copy(),
      best: best.copy(),
      prob: prob.copy(),
    };
  });
}

/**
 * The true probability of each word of the grammar after some words.
 *
 * @param {Core} core
 * @param {{past: ArrayLike<number>}} options words from the start of a sequence on, by number
 * @returns {Float64Array} one a word
 * @throws {TypeError | RangeError} naming the first that is no word, or that the grammar does not allow there
 */
export function grammarNext(core, {past}) {
  requireList('past', past);
  const names = taskWords(core, {task: 'grammar'});
  const last = names.length - 1;
  for (let k = 0; k < past.length; k++) requireIntegers({[`past[${k}]`]: past[k]}, 0, last);
  return core.scratch((mem) => {
    const prob = mem.f64(names.length);
    const next = (/** @type {number} */ n) =>
      core.number('model_task_grammar_next', prob.ptr, block.ptr, n);
    const block = mem.i32(past);
    if (next(past.length) === 0) return prob.copy();
    const wrong = Array.from(past).findIndex((_, k) => next(k + 1) !== 0);
    const text = Array.from(past, (word) => names[word]).join(' ');
    throw new RangeError(
      `past must be words that the grammar can say, got '${names[past[wrong]]}' in '${text}'.`,
    );
  });
}

/** @param {Core} core @param {unknown} name */
function requireTask(core, name) {
  const list = tasks(core);
  const id = list.findIndex((task) => task.name === name);
  if (id >= 0) return {id, asks: asks(core, id), ...list[id]};
  const names = list.map((task) => `'${task.name}'`).join(', ');
  throw new RangeError(`task must be one of ${names}, got ${show(name)}.`);
}

/**
 * A task, and the readout of its questions.
 *
 * @param {Core} core
 * @param {{task: string, seqLen: number, readout?: Readout}} options
 */
function requireQuestions(core, {task, seqLen, readout}) {
  const found = requireTask(core, task);
  const asked = readout ?? found.readout;
  const readouts = READOUTS.filter((_, k) => (k === 0 ? found.asks & 1 : found.asks & 2));
  if (!readouts.includes(asked)) {
    const names = readouts.map((name) => `'${name}'`).join(' or ');
    throw new RangeError(`readout of task '${found.name}' must be ${names}, got ${show(asked)}.`);
  }
  requireShape(core, {seqLen});
  if (seqLen < found.minLen) {
    const expected = `at least ${found.minLen} for task '${found.name}'`;
    throw new RangeError(`seqLen must be ${expected}, got ${seqLen}.`);
  }
  return {...found, asked};
}

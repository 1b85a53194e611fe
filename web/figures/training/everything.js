// @ts-check
// All experiments as one list: what each of them needs, and how far it has come.
import {isActive, isOver, specKey} from '../../workers/protocol.js';

/** @import {TablePanel} from '../../draw/panel.js' */
/** @import {RunState, Spec} from '../../workers/protocol.js' */

/**
 * What an experiment trains: first `specs`, then what `follow` makes of their results.
 *
 * `judge`: what the meters of its figure say of the runs, when all are done.
 *
 * @typedef {{title: string, specs: readonly Spec[], follow: (runs: readonly RunState[]) => readonly Spec[],
 *   judge?: (runs: readonly RunState[]) => Verdict}} Item
 * @typedef {{nLaws: number, broken: readonly string[]}} Verdict the laws that do not hold, by their labels
 */

/** @type {WeakMap<Spec, string>} a spec may hold a tensor, and a list is drawn eight times a second */
const keys = new WeakMap();

/** @param {Spec} spec */
function keyOf(spec) {
  const known = keys.get(spec) ?? specKey(spec);
  keys.set(spec, known);
  return known;
}

/**
 * Each spec once, where several experiments ask for the same.
 *
 * @param {readonly Spec[]} specs
 * @returns {Spec[]}
 */
export const distinct = (specs) => [...new Map(specs.map((spec) => [keyOf(spec), spec])).values()];

/**
 * The runs of some specs, out of all.
 *
 * @param {readonly Spec[]} specs
 * @param {readonly RunState[]} runs
 * @returns {RunState[]} fewer, where some are not there yet
 */
export function runsOf(specs, runs) {
  const byKey = new Map(runs.map((run) => [keyOf(run.spec), run]));
  return specs.flatMap((spec) => byKey.get(keyOf(spec)) ?? []);
}

/**
 * What the experiments still want when all their first runs are done.
 *
 * @param {readonly Item[]} items
 * @param {readonly RunState[]} runs
 * @returns {Spec[]}
 */
export const followers = (items, runs) =>
  distinct(items.flatMap((item) => [...followOf(item, runsOf(item.specs, runs))]));

/** @type {WeakMap<RunState, WeakMap<Item, readonly Spec[]>>} what followed, by the last of the runs */
const followed = new WeakMap();

/**
 * An experiment's second runs, made once of the same first ones.
 *
 * @param {Item} item
 * @param {readonly RunState[]} runs its own, all done
 */
function followOf(item, runs) {
  const last = runs[runs.length - 1];
  const known = followed.get(last) ?? new WeakMap();
  followed.set(last, known);
  const specs = known.get(item) ?? item.follow(runs);
  known.set(item, specs);
  return specs;
}

/**
 * The runs of an experiment that there are so far.
 *
 * @param {Item} item
 * @param {readonly RunState[]} runs
 */
function ownRuns(item, runs) {
  const first = runsOf(item.specs, runs);
  if (first.length < item.specs.length || first.some(({state}) => state !== 'done')) return first;
  return [...first, ...runsOf(followOf(item, first), runs)];
}

/**
 * In a word, where an experiment stands.
 *
 * @param {readonly RunState[]} runs
 */
export function conditionOf(runs) {
  const states = runs.map(({state}) => state);
  const first = /** @type {const} */ (['failed', 'running', 'paused', 'waiting', 'stopped']).find(
    (state) => states.includes(state),
  );
  if (first) return first;
  if (states.length > 0 && states.every((state) => state === 'done')) return 'done';
  return states.includes('done') ? /* t */ 'in part' : /* t */ 'idle';
}

/** @param {number} ms */
export function timeText(ms) {
  const s = Math.round(ms / 1000);
  return s < 60 ? `${s} s` : `${Math.floor(s / 60)} min ${s % 60} s`;
}

/**
 * How long the steps of some runs took, added up: several of them may have run side by side.
 *
 * @param {readonly RunState[]} runs
 */
const trainedMs = (runs) => runs.reduce((sum, {msPerStep, step}) => sum + msPerStep * step, 0);

/** @type {WeakMap<RunState, WeakMap<Item, Verdict>>} judged once, by the last of the runs */
const judged = new WeakMap();

/**
 * Pass or fail, when all runs of an experiment are done.
 *
 * @param {Item} item
 * @param {readonly RunState[]} own
 */
function verdictOf(item, own) {
  if (!item.judge || conditionOf(own) !== 'done') return '–';
  const last = own[own.length - 1];
  const known = judged.get(last) ?? new WeakMap();
  judged.set(last, known);
  const verdict = known.get(item) ?? item.judge(own);
  known.set(item, verdict);
  const {nLaws, broken} = verdict;
  return broken.length === 0 ? `pass, all ${nLaws}` : `fail: ${broken.join('; ')}`;
}

/** @param {readonly RunState[]} runs */
const fraction = (runs) =>
  runs.length === 0 ? 0 : runs.reduce((sum, run) => sum + run.fraction, 0) / runs.length;

/**
 * @param {readonly Item[]} items
 * @param {readonly RunState[]} runs
 * @param {number} elapsedMs while something ran
 * @returns {{panel: TablePanel, note: string}}
 */
export function everything(items, runs, elapsedMs) {
  const rows = items.map((item) => {
    const own = ownRuns(item, runs);
    const done = own.filter(({state}) => state === 'done').length;
    return [
      item.title,
      `${conditionOf(own)}, ${done} of ${own.length}`,
      `${Math.floor(100 * fraction(own))} %`,
      trainedMs(own) > 0 ? timeText(trainedMs(own)) : '–',
      verdictOf(item, own),
    ];
  });
  const done = runs.filter(({state}) => state === 'done').length;
  const failed = runs.filter(({state}) => state === 'failed').length;
  const lost = failed > 0 ? `, ${failed} failed` : '';
  const asked = items.reduce((sum, {specs}) => sum + specs.length, 0);
  const first = distinct(items.flatMap(({specs}) => [...specs])).length;
  const isFinished = runs.length > 0 && runs.every(isOver);
  const time = elapsedMs > 0 ? ` ${isFinished ? 'Took' : 'So far'} ${timeText(elapsedMs)}.` : '';
  const standing = `${done} of ${runs.length} runs are done${lost}.${time}`;
  const isBusy = runs.some(isActive);
  return {
    panel: {
      kind: 'table',
      title: 'Experiments',
      columns: ['experiment', 'models done', 'progress', 'time of its steps', 'laws'],
      rows,
      says: isBusy ? '' : standing, // is read aloud, so not while it changes
    },
    note:
      `The ${items.length} experiments ask for ${asked} models; ${asked - first} of these occur more than once and are ` +
      `trained only once, which leaves ${first}. What is done shows in its own figure too. The time adds up the training steps of all models of an experiment, in this browser; ` +
      `an experiment passes when every meter of its figure holds.` +
      (isBusy ? ` ${standing}` : ''),
  };
}

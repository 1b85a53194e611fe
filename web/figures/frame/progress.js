// @ts-check
// How far some runs have come, in words and for the buttons.

/** @import {TransportView} from '../../controls/transport.js' */
/** @import {RunGroup} from '../../workers/run-group.js' */
/** @import {RunState, TrainSpec} from '../../workers/protocol.js' */

/** @param {TrainSpec} spec @returns {string} which positions its model may attend to */
export const maskName = ({model}) =>
  model.causal === false ? /* t */ 'bidirectional' : /* t */ 'causal';

/** @param {number} ms @returns {string} */
export function formatTime(ms) {
  const seconds = Math.round(ms / 1000);
  if (seconds < 1) return 'under 1 s';
  if (seconds < 90) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** @param {readonly RunState[]} runs @returns {string} */
function steps(runs) {
  const done = runs.reduce((sum, {step}) => sum + step, 0);
  const all = runs.reduce((sum, run) => sum + run.steps, 0);
  return `step ${done} of ${all}`;
}

/** @param {readonly RunState[]} runs @returns {string} */
function runsDone(runs) {
  const nDone = runs.filter(({state}) => state === 'done').length;
  return runs.length > 1 ? `${nDone} of ${runs.length} runs done` : '';
}

/**
 * @param {Pick<RunGroup, 'states' | 'condition' | 'timeLeftMs'>} handle
 * @returns {string}
 */
export function progressText({states, condition, timeLeftMs}) {
  const parts = [runsDone(states), steps(states)].filter(Boolean);
  if (condition === 'idle') {
    const open = states.filter(({state}) => state !== 'done');
    const done = open.length < states.length ? `${runsDone(states)}, ` : '';
    return `${done}not run yet: ${countOf(open)}`;
  }
  if (condition === 'done') {
    return states.some(({isLoaded}) => isLoaded) ? 'done, with a loaded model' : 'done';
  }
  if (condition === 'running' || condition === 'waiting') {
    const left = Number.isFinite(timeLeftMs) ? `about ${formatTime(timeLeftMs)} left` : '';
    return [...parts, left].filter(Boolean).join(', ');
  }
  return `${condition}: ${parts.join(', ')}`;
}

/** @param {readonly RunState[]} runs */
function countOf(runs) {
  const all = runs.reduce((sum, run) => sum + run.steps, 0);
  return `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}, ${all} steps`;
}

/**
 * Names without the parts that all of them have.
 *
 * @param {readonly string[]} names parts with commas between them
 */
export function briefNames(names) {
  const lists = names.map((name) => name.split(', '));
  const isShared = lists[0]?.map((part, k) => lists.every((list) => list[k] === part)) ?? [];
  if (lists.some(({length}) => length !== isShared.length) || !isShared.includes(false))
    return names;
  return lists.map((list) => list.filter((_, k) => !isShared[k]).join(', '));
}

/**
 * What is wrong with some runs, each cause once.
 *
 * @param {readonly RunState[]} runs
 * @param {readonly string[]} names of all of them
 */
export function problemText(runs, names) {
  /** @type {Map<string, string[]>} */
  const byMessage = new Map();
  for (const [k, {state, error}] of runs.entries()) {
    if (state !== 'failed') continue;
    const message = error?.message ?? 'It failed.';
    byMessage.set(message, [...(byMessage.get(message) ?? []), names[k]]);
  }
  const lines = [...byMessage].map(([message, own]) => {
    if (own.length < runs.length) return `${own.join('; ')}: ${message}`;
    return runs.length === 1 ? message : `All ${runs.length} runs: ${message}`;
  });
  return lines.join(' ');
}

/** @type {Record<RunGroup['condition'], TransportView['main']>} */
const MAIN = {
  idle: 'run',
  waiting: 'pause',
  running: 'pause',
  paused: 'resume',
  stopped: 'again',
  failed: 'again',
  done: 'done',
};

/**
 * What the first button does. A model out of a file can be exchanged for one that is trained here.
 *
 * @param {Pick<RunGroup, 'states' | 'condition'>} handle
 */
export const mainOf = ({states, condition}) =>
  condition === 'done' && states.some(({isLoaded}) => isLoaded) ? 'again' : MAIN[condition];

/**
 * What is said aloud: each change of condition, and each quarter of the way.
 *
 * @param {Pick<RunGroup, 'states' | 'condition' | 'timeLeftMs' | 'fraction'>} handle
 * @returns {string} the same while there is nothing new to say
 */
export function spokenText(handle) {
  const {condition, fraction} = handle;
  if (condition === 'idle') return '';
  if (condition === 'running' || condition === 'waiting') {
    const quarter = 25 * Math.floor(4 * fraction);
    return quarter > 0 ? `${quarter} % trained` : 'training';
  }
  return progressText(handle);
}

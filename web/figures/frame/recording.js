// @ts-check
// The recorded runs of a figure: its file, and which of them stand for runs that have not been started here.
import {labFile} from '../../core/lab-files.js';
import {NotRecorded, recordedStates} from '../../workers/recorded.js';

/** @import {Recording} from '../../workers/recorded.js' */
/** @import {RunState, Spec} from '../../workers/protocol.js' */
/** @import {Settings} from './settings.js' */

const PATIENCE_MS = 5000;

/** @type {Map<string, Promise<Recording | null>>} */
const files = new Map();

/**
 * The file of a preset.
 *
 * @param {string} preset
 * @returns {Promise<Recording | null>} null where it did not come: the figure then waits for Run
 */
export function loadRecording(preset) {
  const known = files.get(preset) ?? fetched(preset).catch(() => null);
  files.set(preset, known);
  return known;
}

/** @param {string} preset @returns {Promise<Recording | null>} */
async function fetched(preset) {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await labFile(`runs/${preset}.json`, {signal});
  return response.ok ? response.json() : null;
}

/**
 * All that a figure would have run with these settings, as it was recorded.
 *
 * @param {Recording} recording
 * @param {{runs: (settings: Settings) => Spec[],
 *   follow: (settings: Settings, runs: readonly RunState[]) => Spec[]}} figure
 * @param {Settings} settings
 * @returns {RunState[] | null} null where a part of it was not recorded
 */
export function recordedRuns(recording, figure, settings) {
  try {
    const first = recordedStates(recording, figure.runs(settings));
    const others = first && recordedStates(recording, figure.follow(settings, first));
    return others && [...first, ...others];
  } catch (error) {
    if (error instanceof NotRecorded) return null;
    throw error;
  }
}

/** Whether the reader has begun to train: nothing recorded stands for such runs. @param {readonly RunState[]} runs */
export const isBegun = (runs) =>
  runs.some(({state, isLoaded}) => isLoaded || (state !== 'idle' && state !== 'done'));

/**
 * The runs of here where they are done, and recorded ones in place of those that have not begun.
 *
 * @param {readonly RunState[]} runs that have not begun, or are done
 * @param {readonly RunState[]} recorded
 * @returns {RunState[]}
 */
export const filled = (runs, recorded) =>
  recorded.map((run, k) => (runs[k]?.state === 'done' ? runs[k] : run));

/**
 * What a figure says of the recorded runs that it shows.
 *
 * @param {readonly RunState[]} recorded
 * @returns {string}
 */
export function recordedText(recorded) {
  const seeds = recorded.flatMap(({spec}) => (spec.kind === 'train' ? [spec.seed] : []));
  const [low, high] = [Math.min(...seeds), Math.max(...seeds)];
  return `recorded · seed ${low === high ? low : `${low}–${high}`}`;
}

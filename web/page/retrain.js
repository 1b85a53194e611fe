// @ts-check
// Trains the runs of a recording again, in the workers of this page, so that claims can be compared with them.
import elements from 'elements:all';

import {sharedPool} from '../workers/pool.js';
import {RunGroup} from '../workers/run-group.js';

/** @import {Recording} from '../workers/recorded.js' */
/** @import {RunState, Spec} from '../workers/protocol.js' */
/** @typedef {{stop: () => void, done: Promise<Recording>}} Training */

/**
 * The class of the figure that trains a recording.
 *
 * @param {string} tag
 * @returns {Promise<{runs: (settings: object) => Spec[], nameOf: (spec: Spec) => string,
 *   follow: (settings: object, runs: readonly RunState[]) => Spec[]}>}
 */
async function figureClass(tag) {
  if (!Object.hasOwn(elements, tag)) throw new Error(`no figure has the tag ${tag}`);
  await elements[tag]();
  return /** @type {any} */ (await customElements.whenDefined(tag));
}

/**
 * Starts to train what a recording holds.
 *
 * @param {Recording} recording as it is in its file: its figure and settings say what to train
 * @param {(fraction: number) => void} onProgress 0..1
 * @returns {Promise<Training>} `done` gives a recording of here, and is rejected where a run fails or is stopped
 */
export async function trainAgain(recording, onProgress) {
  const Figure = await figureClass(/** @type {any} */ (recording).element);
  const {settings} = recording;
  /** @type {(recording: Recording) => void} */
  let resolve = () => {};
  /** @type {(error: Error) => void} */
  let reject = () => {};
  /** @type {Promise<Recording>} */
  const done = new Promise((...both) => {
    [resolve, reject] = both;
  });
  const group = new RunGroup(sharedPool(), Figure.runs(settings), changed, (runs) =>
    Figure.follow(settings, runs),
  );

  function changed() {
    onProgress(group.fraction);
    const {condition, states} = group;
    if (!['done', 'failed', 'stopped'].includes(condition)) return;
    group.close();
    const error = states.find((state) => state.error)?.error;
    if (condition !== 'done') return reject(new Error(error?.message ?? 'It was stopped.'));
    const runs = states.map(({spec, nParams, evaluations}) => ({
      of: '',
      name: Figure.nameOf(spec),
      nParams,
      every: 1,
      losses: [],
      evaluations: [...evaluations],
    }));
    resolve({...recording, runs});
  }

  group.start();
  return {stop: () => group.stop(), done};
}

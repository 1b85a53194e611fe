// @ts-check
// The exercises by their names, each a chunk of its own. The list is made by the bundler from the
// folders of bank/.

// @ts-expect-error made at build time, see web/build/bank.js
import loaders, {titles} from 'bank:all';

/** @import {Exercise} from './ui/exercise-panel.js' */

/** The title of each exercise, by its id. */
export const exerciseTitles = /** @type {Record<string, string>} */ (titles);

/** @param {string} id @returns {Promise<Exercise>} */
export async function loadExercise(id) {
  const load = Object.hasOwn(loaders, id) ? loaders[id] : undefined;
  if (load) return (await load()).default;
  throw new RangeError(`exercise must be one of ${Object.keys(loaders).join(', ')}; got '${id}'`);
}

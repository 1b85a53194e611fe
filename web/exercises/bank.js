// @ts-check
// The exercises by their names, each a chunk of its own. The list is made by the bundler from the
// folders of bank/.

// @ts-expect-error made at build time, see web/build/bank.js
import loaders, {titles} from 'bank:all';

/** @import {Exercise} from './ui/exercise-panel.js' */

/** The title of each exercise, by its id. */
export const exerciseTitles = /** @type {Record<string, string>} */ (titles);

/** Those of an open lesson. @type {Map<string, Exercise>} */
const added = new Map();

/** An exercise that is not of the bank, until the page is left. @param {Exercise} exercise */
export const addExercise = (exercise) => added.set(exercise.about.id, exercise);

/** @param {string} id @returns {Promise<Exercise>} */
export async function loadExercise(id) {
  const own = added.get(id);
  if (own) return own;
  const load = Object.hasOwn(loaders, id) ? loaders[id] : undefined;
  if (load) return (await load()).default;
  throw new RangeError(`exercise must be one of ${Object.keys(loaders).join(', ')}; got '${id}'`);
}

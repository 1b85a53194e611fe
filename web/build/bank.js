// @ts-check
// For the bundler: `bank:all` is the list of exercises, `bank:ID` one of them: its facts, starter and
// solution as text, what checks it, and, loaded after a pass, another way and the questions that follow.
// Known mistakes are loaded after a check that failed.
import {existsSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import path from 'node:path';

import {WEB} from './paths.js';

/** @import {Plugin} from 'esbuild' */

const BANK = path.join(WEB, 'exercises/bank');

/** @returns {Promise<string[]>} names of the exercises, sorted */
export async function exerciseIds() {
  const entries = await readdir(BANK, {withFileTypes: true});
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({name}) => name)
    .sort();
}

/** @type {Plugin} */
export const exerciseBank = {
  name: 'exercise-bank',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^bank:/}, ({path: name}) => ({path: name.slice(5), namespace: 'bank'}));
    onLoad({filter: /^all$/, namespace: 'bank'}, async () => {
      const rows = (await exerciseIds()).map((id) => `'${id}': () => import('bank:${id}'),`);
      return {contents: `export default {\n${rows.join('\n')}\n};`, resolveDir: BANK};
    });
    const lazily = (/** @type {string} */ file) =>
      existsSync(path.join(BANK, file)) ? `() => import('./${file}')` : 'undefined';
    onLoad({filter: /.*/, namespace: 'bank'}, ({path: id}) => ({
      contents: `import about from './${id}/exercise.json';
import starter from './${id}/starter.py';
import solution from './${id}/solution.py';
import * as check from './${id}/check.js';
export default {about, starter, solution, check,
  other: ${lazily(`${id}/other.py`)}, after: ${lazily(`${id}/after.json`)}, mistakes: ${lazily(`${id}/mistakes.py`)}};`,
      resolveDir: BANK,
    }));
  },
};

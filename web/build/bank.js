// @ts-check
// For the bundler: `bank:all` is the list of exercises, `bank:ID` one of them: its facts, starter and
// solution as text, what checks it, and, loaded after a pass, another way and the questions that follow.
// Known mistakes are loaded after a check that failed.
import {existsSync} from 'node:fs';
import {readdir, readFile} from 'node:fs/promises';
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

/** @param {string} id @returns {Promise<string>} */
async function titleOf(id) {
  return JSON.parse(await readFile(path.join(BANK, id, 'exercise.json'), 'utf8')).title;
}

/** @type {Plugin} */
export const exerciseBank = {
  name: 'exercise-bank',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^bank:/}, ({path: name}) => ({path: name.slice(5), namespace: 'bank'}));
    onLoad({filter: /^all$/, namespace: 'bank'}, async () => {
      const ids = await exerciseIds();
      const rows = ids.map((id) => `'${id}': () => import('bank:${id}'),`);
      const titles = await Promise.all(ids.map(titleOf));
      const record = JSON.stringify(Object.fromEntries(ids.map((id, k) => [id, titles[k]])));
      return {
        contents: `export const titles = ${record};\nexport default {\n${rows.join('\n')}\n};`,
        resolveDir: BANK,
      };
    });
    const lazily = (/** @type {string} */ file) =>
      existsSync(path.join(BANK, file)) ? `() => import('./${file}')` : 'undefined';
    onLoad({filter: /.*/, namespace: 'bank'}, async ({path: id}) => {
      // each by its name: for a namespace esbuild needs a helper, which would be a file more for every page
      const text = await readFile(path.join(BANK, id, 'check.js'), 'utf8');
      const checks = [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name).join();
      const contents = `import about from './${id}/exercise.json';
import starter from './${id}/starter.py';
import solution from './${id}/solution.py';
import {${checks}} from './${id}/check.js';
export default {about, starter, solution, check: {${checks}},
  other: ${lazily(`${id}/other.py`)}, after: ${lazily(`${id}/after.json`)}, mistakes: ${lazily(`${id}/mistakes.py`)}};`;
      return {contents, resolveDir: BANK};
    });
  },
};

// @ts-check
// The example of a lesson: its files as HTML, for the page that says how to write one, and the one file that they make.
import {readFileSync} from 'node:fs';
import path from 'node:path';

import {FILES, readLesson} from '../exercises/lesson/lesson.js';
import {escapeHtml} from './html.js';
import {lessonText} from './lesson.js';
import {WEB} from './paths.js';

const EXAMPLE = path.join(WEB, 'exercises/lesson/example');

/** The example as the page of exercises opens it: JSON. @throws where it is not as a lesson should be */
export async function exampleLesson() {
  const text = await lessonText(EXAMPLE);
  readLesson(text);
  return text;
}

/** @returns {string} each file under its name */
export function exampleHtml() {
  const [folder] = JSON.parse(readFileSync(path.join(EXAMPLE, 'lesson.json'), 'utf8')).exercises;
  const names = [...FILES.needed, ...FILES.possible].filter((name) => name !== 'after.json');
  return ['lesson.json', ...names.map((name) => `${folder}/${name}`)]
    .map((name) => {
      const text = readFileSync(path.join(EXAMPLE, name), 'utf8');
      return `<details><summary><code>${name}</code></summary>\n<pre tabindex="0"><code>${escapeHtml(text)}</code></pre></details>`;
    })
    .join('\n');
}

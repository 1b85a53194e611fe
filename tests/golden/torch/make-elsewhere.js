// Writes web/python/torch/_elsewhere.py: what PyTorch has and the page's torch has not; and _places.py beside it:
// which names of the page's torch PyTorch's modules hold. Needs dist/lab/python/.
//
//     node tests/golden/torch/make-elsewhere.js
import {writeFile} from 'node:fs/promises';

import {missing, places} from './missing.js';

const WIDTH = 100;

/** @param {string[]} names @returns {string} lines of at most WIDTH */
function lines(names) {
  /** @type {string[]} */
  const out = [''];
  for (const name of names) {
    const line = out[out.length - 1];
    if (line.length + name.length + 5 > WIDTH) out.push(name);
    else out[out.length - 1] = line ? `${line} ${name}` : name;
  }
  return out.map((line) => `    ${line}`).join('\n');
}

/**
 * @param {string} file @param {string} title @param {string} variable
 * @param {Record<string, string[]>} table
 */
async function write(file, title, variable, table) {
  const parts = Object.entries(table).map(
    ([key, names]) => `    "${key}": """\n${lines(names)}\n    """,\n`,
  );
  const text = `"""${title}

Made by tests/golden/torch/make-elsewhere.js.
"""

${variable} = {
${parts.join('')}}
`;
  await writeFile(new URL(`../../../web/python/torch/${file}`, import.meta.url), text);
}

const absent = await missing();
const held = await places();
await write('_elsewhere.py', 'What PyTorch has and this torch has not, by owner.', 'NAMES', absent);
await write(
  '_places.py',
  'Which names of an owner here PyTorch keeps in which module: defined, | imported.',
  'PLACES',
  held,
);

// Writes web/python/torch/_elsewhere.py: what PyTorch has and the page's torch has not. Needs dist/lab/python/.
//
//     node tests/golden/torch/make-elsewhere.js
import {writeFile} from 'node:fs/promises';

import {missing} from './missing.js';

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

const parts = Object.entries(await missing()).map(
  ([owner, names]) => `    "${owner}": """\n${lines(names)}\n    """,\n`,
);
const text = `"""What PyTorch has and this torch has not, by owner.

Made by tests/golden/torch/make-elsewhere.js.
"""

NAMES = {
${parts.join('')}}
`;
await writeFile(new URL('../../../web/python/torch/_elsewhere.py', import.meta.url), text);

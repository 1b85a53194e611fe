// The README follows one number from a transformer to the rotation of RoPE, one call per line: each function of that
// list calls the next one, and there are at most six calls.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import {ROOT} from '../../web/build/paths.js';

const MOST_CALLS = 6;

/** @param {string} file */
const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');

const lines = [...read('README.md').matchAll(/^(\w+) +(src\/\S+\.c) +\S.*$/gm)].map(
  ([, name, file]) => ({name, file, text: read(file)}),
);

/** @param {{name: string, file: string, text: string}} line @returns {string} the body of its function */
function bodyOf({name, file, text}) {
  const found = new RegExp(`^\\w[\\w *]*\\b${name}\\([^;{]*\\) \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(
    text,
  );
  assert.ok(found, `${file} defines ${name}`);
  return found[1];
}

test('the README names the calls from a transformer to the rotation', () => {
  assert.equal(lines[0]?.name, 'model_transformer_forward');
  assert.equal(lines.at(-1)?.name, 'rotate_split');
  assert.ok(lines.length - 1 <= MOST_CALLS, `${lines.length - 1} calls`);
});

for (const [k, {name, text}] of lines.slice(1).entries()) {
  const caller = lines[k];
  test(`${caller.name} calls ${name}`, () => {
    // by its name, or through the field of the table of methods that holds it
    const field = new RegExp(`\\.(\\w+) = ${name}\\b`).exec(text)?.[1];
    const called = field ? `(?:\\b${name}|->${field}\\b[^;]*)\\(` : `\\b${name}\\(`;
    assert.match(bodyOf(caller), new RegExp(called));
  });
}

// Our own Python: every file compiles, imports nothing that it does not use, has no tabs and no blanks at
// the ends of lines.
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import test from 'node:test';

import {readText, runPython} from '../support/python.js';

const FOLDER = new URL('../../web/python/', import.meta.url);
// What these import is for those who import them.
const GIVES_ON = /(__init__|nn\/functional|realm_support)\.py$/;

const CODE = `
import ast

def unused(text, name):
    tree = ast.parse(text, name)
    names = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    imports = [n for n in ast.walk(tree) if isinstance(n, (ast.Import, ast.ImportFrom))]
    bound = [(a.asname or a.name).split(".")[0] for n in imports for a in n.names]
    return ", ".join(sorted(n for n in bound if n not in names))
`;

test('our Python compiles, and imports nothing that it does not use', async () => {
  const files = readdirSync(FOLDER, {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.py'))
    .sort();
  assert.ok(files.length > 10);
  const texts = files.map((name) => readText(new URL(name, FOLDER)));
  texts.forEach((text, k) => {
    assert.doesNotMatch(text, /\t|[ \t]+$/m, files[k]);
  });
  const {error, results} = await runPython({
    code: CODE,
    steps: files.map((name, k) => ({
      op: 'call',
      target: 'unused',
      args: [texts[k], name],
      get: true,
      goOn: true,
    })),
  });
  assert.equal(error, null, error?.traceback);
  files.forEach((name, k) => {
    const {kind, value, traceback} = results[k];
    assert.equal(kind, 'text', traceback);
    if (!GIVES_ON.test(name)) assert.equal(value, '', `${name} imports and does not use ${value}`);
  });
});

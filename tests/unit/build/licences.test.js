import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';

import {licences} from '../../../web/build/licences.js';

const OUTPUTS = /** @type {any} */ ({
  'dist/lab/a.js': {
    inputs: {
      'web/elements.js': {},
      'node_modules/@codemirror/state/dist/index.js': {},
      'node_modules/d3-array/src/min.js': {},
      'node_modules/d3-array/src/max.js': {},
    },
  },
});

test('each package of a bundle is there once, with its version and its text', async () => {
  const text = await licences(OUTPUTS);
  assert.match(text, /^poslab\n\n/);
  assert.equal([...text.matchAll(/^d3-array \d+\.\d+\.\d+$/gm)].length, 1);
  assert.match(text, /^@codemirror\/state \d+\.\d+\.\d+\n\n(MIT|.*MIT License)/im);
});

test('Python’s two licences are whole, and say where the sources are', async () => {
  const text = await licences({});
  const {version} = JSON.parse(
    readFileSync(new URL('../../../node_modules/pyodide/package.json', import.meta.url), 'utf8'),
  );
  assert.ok(text.includes(`source: pyodide ${version}`));
  assert.match(text, /Mozilla Public License Version 2\.0/);
  assert.match(text, /Exhibit B - "Incompatible With Secondary Licenses" Notice/);
  assert.match(text, /PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2/);
  assert.match(text, /CNRI LICENSE AGREEMENT FOR PYTHON 1\.6\.1/);
});

test('a package without a licence is refused', async () => {
  const outputs = /** @type {any} */ ({a: {inputs: {'node_modules/pyodide/pyodide.mjs': {}}}});
  await assert.rejects(licences(outputs), /pyodide has no licence file/);
});

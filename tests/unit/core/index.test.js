// The public JavaScript API: what web/core/index.js exports is all that wrappers offer, and every name of it
// is documented in the reference.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import {ROOT} from '../../../web/build/paths.js';
import {jsExports, referenceHtml} from '../../../web/build/reference.js';
import * as api from '../../../web/core/index.js';
import {WRAPPERS} from '../../support/wrappers.js';

const FOLDER = path.join(ROOT, 'web/core');

/** Every export of web/core with its JSDoc, by the module's name and its own. */
const documented = new Map(
  readdirSync(FOLDER, {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.js'))
    .flatMap((file) =>
      jsExports(readFileSync(path.join(FOLDER, file), 'utf8')).map((entry) => [
        entry.name,
        {...entry, id: `${path.basename(file, '.js')}:${entry.name}`},
      ]),
    ),
);

test('every name of the public API is in the reference, with its contract and its types', async () => {
  const page = await referenceHtml();
  const names = Object.keys(api);
  assert.ok(names.length > 100, `${names.length} names`);
  for (const name of names) {
    const entry = documented.get(name);
    assert.ok(entry, `${name} is exported where it is defined`);
    assert.ok(page.includes(`id="${entry.id}"`), `${name} is in the reference`);
    const isClass = entry.signature.startsWith('class ');
    const contract = entry.doc || entry.methods.map(({doc}) => doc).join('');
    assert.ok(contract.length > 20, `${name} says what it does`);
    const hasParameters = !isClass && /\(.+\)$/.test(entry.signature);
    if (hasParameters) assert.match(entry.doc, /@param \{/, `${name} has types`);
  }
});

test('every wrapper that the tests know is public', () => {
  // a few are there several times: `Tsne from random places`
  const names = new Set(WRAPPERS.map(([title]) => title.match(/^\w+/)?.[0] ?? title));
  assert.deepEqual(
    [...names].filter((name) => !(name in api)),
    [],
  );
});

// The documents of the repository name files that exist.
import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import {ROOT} from '../../web/build/paths.js';

const DOCUMENTS = [
  'README.md',
  ...readdirSync(path.join(ROOT, '.github'), {recursive: true}).map((name) => `.github/${name}`),
].filter((name) => name.endsWith('.md'));

test('every link, picture and path of a file in the documents leads to a file', () => {
  const missing = DOCUMENTS.flatMap((name) => {
    const text = readFileSync(path.join(ROOT, name), 'utf8');
    const linked = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, to]) =>
      path.join(path.dirname(name), to),
    );
    const inCode = [...text.matchAll(/`((?:src|web|tests|\.github)\/[\w./-]+)`/g)];
    return [...linked, ...inCode.map(([, to]) => to).filter((to) => !/NAME/.test(to))]
      .filter((to) => !existsSync(path.join(ROOT, to)))
      .map((to) => `${name}: ${to}`);
  });
  assert.deepEqual(missing, []);
});

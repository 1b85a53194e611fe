// Where a file of web/figures belongs, and what it may import.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import {WEB} from '../../web/build/paths.js';

const FIGURES = path.join(WEB, 'figures');
const MAX_ARROWS = 50;

const files = readdirSync(FIGURES, {recursive: true, encoding: 'utf8'})
  .filter((name) => name.endsWith('.js'))
  .map((name) => name.split(path.sep).join('/'));
const textOf = (/** @type {string} */ file) => readFileSync(path.join(FIGURES, file), 'utf8');

/** A folder of web/figures, or a file that is in none. @param {string} file */
const folderOf = (file) => file.split('/')[0];

/** What a file imports of web/figures, types included. @param {string} file @param {string} text */
function importsOf(file, text) {
  const names = [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)['"](\.[^'"]+)['"]/g)];
  return names
    .map(([, name]) => path.posix.join(path.posix.dirname(file), name))
    .filter((target) => !target.startsWith('..'));
}

/** Pairs of different folders of which one imports the other. @param {Map<string, string>} texts by file */
function arrowsOf(texts) {
  const pairs = [...texts].flatMap(([file, text]) =>
    importsOf(file, text).map((target) => [folderOf(file), folderOf(target)]),
  );
  return new Set(pairs.filter(([from, to]) => from !== to).map((pair) => pair.join(' -> ')));
}

const texts = new Map(files.map((file) => [file, textOf(file)]));

test(`at most ${MAX_ARROWS} import arrows join the folders of web/figures`, () => {
  const arrows = arrowsOf(texts);
  assert.ok(arrows.size > 5, 'the imports were found');
  assert.ok(arrows.size <= MAX_ARROWS, [...arrows].join('\n'));
});

test('the families join only through frame/ and shared/, and these import no family', () => {
  for (const arrow of arrowsOf(texts)) {
    const [from, to] = arrow.split(' -> ');
    assert.ok(['frame', 'shared'].includes(to), arrow);
    if (from === 'frame') assert.fail(arrow);
    if (from === 'shared') assert.equal(to, 'frame', arrow);
  }
});

test('what is in shared/ is used by two families', () => {
  for (const file of files.filter((name) => folderOf(name) === 'shared')) {
    const families = new Set(
      [...texts]
        .filter(([other, text]) => importsOf(other, text).includes(file) && other !== file)
        .map(([other]) => folderOf(other)),
    );
    assert.ok(families.size >= 2, `${file} is used by ${[...families].join() || 'nothing'}`);
  }
});

test('no script stands loose in web/figures but an index', () => {
  assert.deepEqual(
    files.filter((name) => !name.includes('/') && name !== 'index.js'),
    [],
  );
});

test('every element is the only one of its file, which is named as its tag', () => {
  let n = 0;
  for (const [file, text] of texts) {
    const tags = [...text.matchAll(/static tag = '([\w-]+)'/g)].map(([, tag]) => tag);
    n += tags.length;
    if (tags.length > 0) assert.deepEqual(tags, [path.posix.basename(file, '.js')]);
  }
  assert.ok(n > 40, 'the elements were found');
});

test('what a reader sees of a mistake names no paper of ours', () => {
  for (const [file, text] of texts) assert.doesNotMatch(text, /\b(E\d{3}|XS)-\d+/, file);
});

test('arrows are found in imports of every kind', () => {
  const found = arrowsOf(
    new Map([
      ['a/x.js', "import {b} from '../b/y.js';\nconst c = await import('../c/z.js');"],
      ['a/y.js', "/** @import {D} from '../d/d.js' */\nimport {x} from './x.js';"],
      ['loose.js', "import '../draw/x.js';\nimport './a/x.js';"],
    ]),
  );
  assert.deepEqual([...found].sort(), ['a -> b', 'a -> c', 'a -> d', 'loose.js -> a']);
});

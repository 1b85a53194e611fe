// A checkout whose path has characters that a URL escapes.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import test from 'node:test';

import {DIST, ROOT} from '../../web/build/paths.js';

/** @param {string} folder @returns {string[]} files below it, relative to it, sorted */
const filesBelow = (folder) =>
  readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

test('a checkout in a folder with a blank and a percent sign in its name builds its pages', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pos lab 100%25 '));
  t.after(() => rmSync(folder, {recursive: true}));
  for (const name of [
    'web',
    '.cache/bundle.json',
    '.cache/atlas.json',
    'package.json',
    'LICENSE',
    'src',
    '.github',
  ]) {
    cpSync(path.join(ROOT, name), path.join(folder, name), {recursive: true});
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  mkdirSync(path.join(folder, 'dist/lab/python'), {recursive: true});
  // one computes the numbers of the pages, the other is what their policy lets run
  for (const made of ['lab/core.wasm', 'lab/python/frame.js']) {
    cpSync(path.join(DIST, made), path.join(folder, 'dist', made));
  }
  for (const script of ['bundle.js', 'element-schema.js', 'social.js', 'pages.js', 'offline.js']) {
    const run = spawnSync(
      process.execPath,
      ['--preserve-symlinks', path.join(folder, 'web/build', script)],
      {
        cwd: tmpdir(),
        encoding: 'utf8',
      },
    );
    assert.equal(run.status, 0, run.stderr);
  }
  // the names of chunks depend on where the packages are, and from-folder.js is made of what was compiled
  const isCompared = (/** @type {string} */ name) =>
    !/\.wasm$|^lab\/(python\/|chunk-|from-folder)/.test(name);
  const built = filesBelow(path.join(folder, 'dist')).filter(isCompared);
  assert.deepEqual(built, filesBelow(DIST).filter(isCompared));
});

// Checks that take seconds and depend on files alone: one that has passed is not made again before a file changes.
import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';

import {CACHE, ROOT} from '../../web/build/paths.js';

/** @returns {string[]} every file that git keeps or would keep, relative to the repository */
export function listedFiles() {
  const {stdout} = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const files = stdout.split('\n').filter((file) => file && existsSync(path.join(ROOT, file)));
  if (files.length < 500) throw new Error(`git lists ${files.length} files`);
  return files;
}

/** What is written by hand, settings included: every file of the repository but data. @returns {string[]} relative to it */
export function textFiles() {
  return listedFiles().filter(
    (file) => !/^web\/runs\/|\/data\/|\/corpus\/|\.(?:png|woff2)$/.test(file),
  );
}

/**
 * @param {string} name
 * @param {string[]} files all that the result depends on
 * @param {() => void} check throws what is wrong
 */
export function checkChanged(name, files, check) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(path.join(ROOT, file)));
  const passed = path.join(CACHE, 'lint', `${name}-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(passed)) return;
  check();
  mkdirSync(path.dirname(passed), {recursive: true});
  writeFileSync(passed, '');
}

// Checks that take seconds and look at each file on its own: a file that has passed is not checked again before it changes.
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

/** What is written by hand: every file of the repository but data. @returns {string[]} relative to it */
export function textFiles() {
  return listedFiles().filter(
    (file) => !/^web\/runs\/|\/data\/|\/corpus\/|\.(?:png|woff2)$/.test(file),
  );
}

/** @param {string} file relative to the repository */
const hashOf = (file) =>
  createHash('sha256')
    .update(readFileSync(path.join(ROOT, file)))
    .digest('hex')
    .slice(0, 16);

/**
 * @param {string} name
 * @param {string[]} files each of which passes or fails on its own
 * @param {string[]} settings files that change what passes: when one is another than before, all are checked
 * @param {(changed: string[]) => void} check throws what is wrong
 */
export function checkChanged(name, files, settings, check) {
  const place = path.join(CACHE, 'lint', `${name}.json`);
  const key = settings.map(hashOf).join();
  const known = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {};
  const before = known.key === key ? known.passed : {};
  const passed = Object.fromEntries(files.map((file) => [file, hashOf(file)]));
  const changed = files.filter((file) => before[file] !== passed[file]);
  if (changed.length === 0) return;
  check(changed);
  mkdirSync(path.dirname(place), {recursive: true});
  writeFileSync(place, JSON.stringify({key, passed}));
}

// The npm packages, packed and installed into an empty project without a network.
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

import {CACHE, ROOT} from '../../web/build/paths.js';

/** @typedef {{folder: string, tarballs: string[], remove: () => void}} Project */

/** @param {string} folder where it runs @param {...string} args @returns {string} what it prints */
export const npm = (folder, ...args) =>
  execFileSync('npm', ['--offline', '--loglevel=error', '--no-audit', '--no-fund', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {...process.env, npm_config_cache: path.join(CACHE, 'npm')},
  });

/** Packs both packages, which builds them, and installs them. @returns {Project} */
export function installPackages() {
  const folder = mkdtempSync(path.join(tmpdir(), 'poslab-project-'));
  npm(ROOT, 'pack', '--pack-destination', folder);
  npm(path.join(CACHE, 'poslab-python'), 'pack', '--pack-destination', folder);
  const tarballs = readdirSync(folder)
    .filter((name) => name.endsWith('.tgz'))
    .sort();
  const manifest = {name: 'empty', private: true, type: 'module'};
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  npm(folder, 'install', ...tarballs.map((name) => `./${name}`));
  return {folder, tarballs, remove: () => rmSync(folder, {recursive: true, force: true})};
}

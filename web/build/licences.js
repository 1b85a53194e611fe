// @ts-check
// The licences of all that dist/ ships, as one text.
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';

import {ROOT, WEB} from './paths.js';

/** @import {Metafile} from 'esbuild' */

const RULE = `\n${'-'.repeat(80)}\n\n`;

/** @param {string} name @returns {Promise<string>} the version that is installed */
async function versionOf(name) {
  const file = path.join(ROOT, 'node_modules', name, 'package.json');
  return JSON.parse(await readFile(file, 'utf8')).version;
}

/** @param {string} name a package whose code is in a bundle */
async function packageLicence(name) {
  const folder = path.join(ROOT, 'node_modules', name);
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} has no licence file`);
  return `${name} ${await versionOf(name)}\n\n${await readFile(path.join(folder, file), 'utf8')}`;
}

/**
 * Pyodide's package has no licence file, so its text and Python's are in licences/.
 *
 * @returns {Promise<string[]>}
 */
async function pythonLicences() {
  const version = await versionOf('pyodide');
  const text = (/** @type {string} */ name) =>
    readFile(path.join(WEB, 'build/licences', `${name}.txt`), 'utf8');
  const mozilla = `pyodide ${version} (lab/python/python.wasm, and parts of lab/python/worker.js)

Under the Mozilla Public License 2.0. Of the files in its package the exports that nothing here uses are left out, and
the functions that only they reach: web/build/pyodide.js does it.
source: pyodide ${version}, https://github.com/pyodide/pyodide/tree/${version}

`;
  const python = `CPython, in pyodide ${version} (lab/python/python.wasm, lab/python/library.bin)

Under the Python Software Foundation License 2.0. Of its standard library a part is shipped, compiled
and otherwise unchanged.
source: pyodide ${version}, python_stdlib.zip; https://github.com/python/cpython

`;
  return [mozilla + (await text('MPL-2.0')), python + (await text('PSF-2.0'))];
}

/**
 * @param {Metafile['outputs']} outputs of the bundles
 * @param {{hasPython?: boolean}} [options] false: Python is not among what is shipped
 * @returns {Promise<string>}
 */
export async function licences(outputs, {hasPython = true} = {}) {
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
  const names = inputs.flatMap(
    (file) => file.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? [],
  );
  const own = `poslab\n\n${await readFile(path.join(ROOT, 'LICENSE'), 'utf8')}`;
  const others = await Promise.all([...new Set(names)].sort().map(packageLicence));
  return [own, ...others, ...(hasPython ? await pythonLicences() : [])].join(RULE);
}

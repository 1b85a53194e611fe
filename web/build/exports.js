// @ts-check
// Prints what a module of the core exports, as flags for the linker:
//
//   node web/build/exports.js all DEFINES PATH...   every prototype below the paths that carries API
//   node web/build/exports.js figures               those of core.wasm that a figure names which does not
//                                                   load the whole core, by the bundles in dist/lab/
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

import {loadCore} from '../core/core.js';
import {CACHE, DIST, ROOT} from './paths.js';

/** @import {Metafile} from 'esbuild' */

const WHOLE = 'web/core/full-core.js'; // what has it loads core.wasm

/**
 * The names of the prototypes that carry API.
 *
 * @param {string} text C
 * @param {boolean} isTesting whether CORE_TESTING is defined
 * @returns {string[]}
 */
export function markedNames(text, isTesting) {
  const code = text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .replace(/^[ \t]*#[ \t]*define.*(\\\n.*)*/gm, '');
  const compiled = isTesting ? code : code.replace(/^#ifdef CORE_TESTING$[\s\S]*?^#endif$/gm, '');
  return [...compiled.matchAll(/\bAPI\b[^;{(]*?(\w+)\s*\(/g)].map(([, name]) => name);
}

/**
 * The names among `known` that a script holds, in strings or elsewhere.
 *
 * @param {string} script
 * @param {ReadonlySet<string>} known
 * @returns {string[]}
 */
export function namesIn(script, known) {
  const words = new Set([...script.matchAll(/\w+/g)].map(([word]) => word));
  return [...known].filter((name) => words.has(name));
}

/** @param {string} folder @returns {Promise<string[]>} */
async function cFiles(folder) {
  const names = await readdir(folder, {recursive: true});
  return names.filter((name) => /\.[ch]$/.test(name)).map((name) => path.join(folder, name));
}

/**
 * @param {string} defines
 * @param {string[]} paths
 */
async function allNames(defines, paths) {
  const files = (await Promise.all(paths.map(cFiles))).flat();
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return texts.flatMap((text) => markedNames(text, defines.includes('CORE_TESTING')));
}

async function figureNames() {
  const core = await loadCore(await readFile(path.join(DIST, 'lab/core.wasm')));
  const known = new Set(core.exportNames.filter((name) => /^[a-z]+_/.test(name)));
  const {outputs} = /** @type {Metafile} */ (
    JSON.parse(await readFile(path.join(CACHE, 'bundle.json'), 'utf8'))
  );
  const scripts = Object.keys(outputs).filter(
    (name) => outputs[name].entryPoint?.startsWith('tag:') && !outputs[name].inputs[WHOLE],
  );
  const texts = await Promise.all(scripts.map((name) => readFile(path.join(ROOT, name), 'utf8')));
  return texts.flatMap((text) => namesIn(text, known));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , kind, defines, ...paths] = process.argv;
  const names = kind === 'all' ? await allNames(defines, paths) : await figureNames();
  console.log(
    [...new Set(names)]
      .sort()
      .map((name) => `-Wl,--export=${name}`)
      .join('\n'),
  );
}

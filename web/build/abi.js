// @ts-check
// The version of the interface between the C core and its wrappers: a hash of what JavaScript relies on, so that
// it changes by itself.
//
//   node web/build/abi.js              prints it
//   node web/build/abi.js stamp FILE   writes it into a .wasm, as a custom section "abi"
import {createHash} from 'node:crypto';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

import {ROOT} from './paths.js';

/**
 * What a C file says to JavaScript, in its order: every prototype that is marked API, and every list that
 * wasm_describe() reports (macros named ..._LIST, ..._FIELDS, ..._SETTINGS or ..._MEMORY). White space,
 * comments and what only test builds have do not count.
 *
 * @param {string} text C
 * @returns {string[]}
 */
export function interfaceOf(text) {
  const code = text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ' ')
    .replace(/^#ifdef CORE_TESTING$[\s\S]*?^#endif$/gm, '');
  const lists = code.match(/^#define \w+_(LIST|FIELDS|SETTINGS|MEMORY)\(X\)(.*\\\n)*.*/gm) ?? [];
  const plain = code.replace(/^[ \t]*#[ \t]*define.*(\\\n.*)*/gm, '');
  const prototypes = plain.match(/\bAPI\b[^;{]*;/g) ?? [];
  return [...lists, ...prototypes].map((one) => one.replaceAll(/[\s\\]+/g, ' ').trim());
}

/** The version of the sources: eight hexadecimal digits. @returns {string} */
export function abiVersion() {
  const folder = path.join(ROOT, 'src');
  const names = readdirSync(folder, {recursive: true, encoding: 'utf8'});
  const files = names.filter((name) => /\.[ch]$/.test(name)).map((name) => path.join(folder, name));
  const lines = files.flatMap((file) => interfaceOf(readFileSync(file, 'utf8'))).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 8);
}

/**
 * @param {Uint8Array} wasm
 * @param {string} version
 * @returns {Uint8Array} the same module with a custom section "abi"
 */
export function withVersion(wasm, version) {
  const bytes = new TextEncoder().encode(`\x03abi${version}`);
  return Uint8Array.from([...wasm, 0, bytes.length, ...bytes]);
}

/** What esbuild replaces in web/core/core.js. @returns {Record<string, string>} */
export const abiDefine = () => ({'globalThis.POSLAB_ABI': JSON.stringify(abiVersion())});

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , command, file] = process.argv;
  if (command === 'stamp') {
    writeFileSync(file, withVersion(readFileSync(file), abiVersion()));
  } else {
    console.log(abiVersion());
  }
}

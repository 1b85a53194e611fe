// @ts-check
// Writes figures.wasm into each figure's own script, deflated and in base64: node web/build/inline.js. Such a script is
// complete: it works inlined, from a data: or blob: address, from a folder that a bundler has moved it to, and
// under a policy without connect-src. The scripts that pages share load the file once for all.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {deflateSync} from 'node:zlib';

import {DIST} from './paths.js';

/** What esbuild puts where the core reads POSLAB_FIGURES_WASM. */
export const MARK = 'figures.wasm:';

/** @param {string} script @param {Uint8Array} wasm @returns {string} the script with the core in it, in place of any that it had */
export const inlined = (script, wasm) =>
  script.replace(
    new RegExp(`(["'\`])${MARK}[A-Za-z0-9+/=]*\\1`, 'g'),
    (_, quote) => quote + MARK + deflateSync(wasm, {level: 9}).toString('base64') + quote,
  );

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = path.join(DIST, 'lab');
  const wasm = readFileSync(path.join(folder, 'figures.wasm'));
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.js'))) {
    const file = path.join(folder, name);
    const script = readFileSync(file, 'utf8');
    const complete = inlined(script, wasm);
    if (complete !== script) writeFileSync(file, complete);
  }
}

// @ts-check
// Puts the built site into a folder that a server shows, so that whatever was opened or stored before keeps working:
// node web/build/deploy.js FOLDER
//
//   lab-<version>-<hash>/  the scripts, the core and Python of this deployment; older ones stay beside it, and none of
//                          their files ever changes (Cache-Control: immutable)
//   lab/                   for other sites, whose pages name it: its entries load those of the newest
//   everything else        the newest pages, which name the folder of their own version
import {createHash} from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

import {BANNER, PACKAGE} from './bundle.js';
import {MARK} from './inline.js';
import {makeOffline} from './offline.js';
import {DIST} from './paths.js';

/** @param {string} folder @returns {string[]} its files, relative to it, sorted */
const filesOf = (folder) =>
  readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .sort();

/** @param {string} folder @returns {string} of the names and contents of its files */
function hashOf(folder) {
  const hash = createHash('sha256');
  for (const name of filesOf(folder))
    hash.update(name).update(readFileSync(path.join(folder, name)));
  return hash.digest('hex').slice(0, 8);
}

/** Replaces a file as a whole: the server never sees a part of it. @param {string} file @param {string | Uint8Array} bytes */
function replaceFile(file, bytes) {
  mkdirSync(path.dirname(file), {recursive: true});
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
}

/**
 * What lab/ has of a file: an entry that loads other files is led to those of its own version. A figure with the core
 * in it is whole, and may be copied elsewhere.
 *
 * @param {string} name relative to lab/
 * @param {Buffer} bytes
 * @param {string} version the folder of it
 */
function lasting(name, bytes, version) {
  const isEntry = /^[\w-]+\.js$/.test(name) && !name.startsWith('chunk-') && name !== 'worker.js';
  if (!isEntry || bytes.includes(MARK)) return bytes;
  const address = JSON.stringify(`../${version}/${name}`);
  const hasDefault = /\bas default\b|\bexport default\b/.test(bytes.toString('utf8'));
  const named = `export * from ${address};\n`;
  return `${BANNER}\n${named}${hasDefault ? `export {default} from ${address};\n` : ''}`;
}

/**
 * @param {string} to the folder
 * @param {string} [from] what was built
 * @returns {string} the name of this deployment's folder
 */
export function deploy(to, from = DIST) {
  const lab = path.join(from, 'lab');
  const version = `lab-${PACKAGE.version}-${hashOf(lab)}`;
  mkdirSync(to, {recursive: true});
  // first what nothing names yet
  if (!existsSync(path.join(to, version))) {
    const begun = path.join(to, `${version}.new`);
    rmSync(begun, {recursive: true, force: true});
    cpSync(lab, begun, {recursive: true});
    renameSync(begun, path.join(to, version));
  }
  for (const name of filesOf(lab)) {
    const bytes = readFileSync(path.join(lab, name));
    replaceFile(path.join(to, 'lab', name), lasting(name, bytes, version));
  }
  // then the pages, and what is stored for use without a network
  const others = filesOf(from).filter((name) => !/^(lab|sw\.js$|offline\.json$)/.test(name));
  for (const name of others) {
    const bytes = readFileSync(path.join(from, name));
    const html = () =>
      bytes
        .toString('utf8')
        .replace(
          /((?:href|src)="(?:[^"#?]*\/)?)lab\/(?=[^"]*\.(?:js|css|woff2|wasm)")/g,
          `$1${version}/`,
        );
    replaceFile(path.join(to, name), name.endsWith('.html') ? html() : bytes);
  }
  const own = new Set(others);
  makeOffline(to, (name) => own.has(name) || name.startsWith(`${version}/`));
  return version;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = process.argv[2];
  if (!folder) throw new Error('node web/build/deploy.js FOLDER: the folder that a server shows');
  console.log(
    `${path.resolve(folder)} shows ${deploy(folder)}; older lab-* folders can be removed once no page of theirs is open`,
  );
}

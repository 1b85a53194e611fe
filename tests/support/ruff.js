#!/usr/bin/env node
// Our Python by Ruff's rules: what it finds, and how it would lay it out. node tests/support/ruff.js writes it
// out so.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {PositionEncoding, Workspace} from '@astral-sh/ruff-wasm-nodejs';

/** @import {Diagnostic} from '@astral-sh/ruff-wasm-nodejs' */
/** @typedef {{file: string, text: string, laidOut: string, findings: string[]}} Report */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

// Learners read the exercises in half a page, and the known mistakes keep what a mistake leaves behind.
const FOLDERS = {
  'web/python': {'line-length': 100, ignore: []},
  'web/build': {'line-length': 100, ignore: []},
  'web/exercises/bank': {'line-length': 88, ignore: ['F401', 'F841', 'I']},
  'tests/exercises/bank': {'line-length': 88, ignore: ['F401', 'F841', 'I']},
};
/** @type {Record<string, string[]>} */
const ALLOWED = {
  // a package's own file imports for those who import it
  '__init__.py': ['F401', 'F403'],
  // each mistake is beside the others and uses the names of the solution
  'mistakes.py': ['E402', 'F811', 'F821'],
};

/** @param {string} folder @returns {string[]} its files in Python */
const filesOf = (folder) =>
  readdirSync(path.join(ROOT, folder), {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.py'))
    .map((name) => path.join(folder, name));

/**
 * The text with its imports in order: the one rule whose mending is a matter of layout.
 *
 * @param {string} text
 * @param {Diagnostic[]} diagnostics
 */
function withImportsInOrder(text, diagnostics) {
  const lines = text.split('\n');
  const edits = diagnostics.flatMap(({code, fix}) => (code === 'I001' ? (fix?.edits ?? []) : []));
  for (const {content, location, end_location} of edits.reverse()) {
    const block = (content ?? '').replace(/\n$/, '').split('\n');
    lines.splice(location.row - 1, end_location.row - location.row, ...block);
  }
  return lines.join('\n');
}

/** Every file. */
export const sources = () => Object.keys(FOLDERS).flatMap(filesOf);

/** @param {string[]} [files] @returns {Report[]} */
export function reports(files = sources()) {
  return Object.entries(FOLDERS).flatMap(([folder, {ignore, ...layout}]) => {
    const workspace = new Workspace(
      {
        ...layout,
        'target-version': 'py313',
        lint: {select: ['E', 'F', 'I', 'W'], ignore, pycodestyle: {'max-line-length': 100}},
      },
      PositionEncoding.Utf16,
    );
    const wanted = filesOf(folder).filter((file) => files.includes(file));
    return wanted.map((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      const allowed = ALLOWED[path.basename(file)] ?? [];
      /** @type {Diagnostic[]} */
      const diagnostics = workspace.check(text);
      const findings = diagnostics
        .filter(({code}) => !allowed.includes(code ?? ''))
        .map(({start_location, code, message}) => `${start_location.row}: ${code} ${message}`);
      const laidOut = workspace.format(withImportsInOrder(text, diagnostics));
      return {file, text, laidOut, findings};
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const {file, text, laidOut} of reports()) {
    if (text !== laidOut) writeFileSync(path.join(ROOT, file), laidOut);
  }
  for (const {file, findings} of reports()) {
    for (const finding of findings) console.log(`${file}:${finding}`);
  }
}

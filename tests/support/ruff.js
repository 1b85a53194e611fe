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

// Learners read the exercises in half a page, and the planted mistakes keep what a mistake leaves behind.
const FOLDERS = {
  'web/python': {'line-length': 100, ignore: ['F401']},
  'web/build': {'line-length': 100, ignore: []},
  'web/exercises/bank': {'line-length': 88, ignore: ['F401', 'F841', 'I']},
};

/** @param {string} folder @returns {string[]} its files in Python */
const sources = (folder) =>
  readdirSync(path.join(ROOT, folder), {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.py'))
    .map((name) => path.join(folder, name));

/** @returns {Report[]} of every file */
export function reports() {
  return Object.entries(FOLDERS).flatMap(([folder, {ignore, ...layout}]) => {
    const workspace = new Workspace(
      {
        ...layout,
        'target-version': 'py313',
        lint: {
          select: ['E', 'F', 'I', 'W'],
          ignore,
          pycodestyle: {'max-line-length': 100},
        },
      },
      PositionEncoding.Utf16,
    );
    return sources(folder).map((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      const findings = workspace
        .check(text)
        .map(
          (/** @type {Diagnostic} */ one) =>
            `${one.start_location.row}: ${one.code} ${one.message}`,
        );
      return {file, text, laidOut: workspace.format(text), findings};
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const {file, text, laidOut, findings} of reports()) {
    if (text !== laidOut) writeFileSync(path.join(ROOT, file), laidOut);
    for (const finding of findings) console.log(`${file}:${finding}`);
  }
}

#!/usr/bin/env node
// node tests/hashes/figures.js [--update]: compares the numbers of every figure, preset and fault with
// tests/hashes/figures.json, or writes them there. A change must be explained in its commit.
import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

import {elementModules} from '../../web/build/bundle.js';
import {figureHashes} from '../support/figure-numbers.js';
import {knownDrawing, loadFigure} from '../support/figures.js';

const FILE = fileURLToPath(new URL('figures.json', import.meta.url));

/** @typedef {Record<string, Record<string, string>>} Hashes by tag, then by preset and fault */

/** @returns {Promise<Hashes>} as Node has them */
export async function computeFigureHashes() {
  /** @type {Hashes} */
  const all = {};
  for (const {tag, file} of elementModules()) {
    if (!file.startsWith('figures/')) continue;
    const Class = await loadFigure(tag);
    if (Class.compute) all[tag] = figureHashes(Class, knownDrawing);
  }
  return all;
}

/** @returns {Hashes} */
export const savedFigureHashes = () => JSON.parse(readFileSync(FILE, 'utf8'));

/** @param {Hashes} got @param {Hashes} want @returns {string[]} the pictures whose numbers differ */
export function differences(got, want) {
  const names = (/** @type {Hashes} */ one) =>
    Object.entries(one).flatMap(([tag, hashes]) => Object.keys(hashes).map((name) => [tag, name]));
  const keys = new Map([...names(got), ...names(want)].map((key) => [key.join(': '), key]));
  return [...keys]
    .filter(([, [tag, name]]) => got[tag]?.[name] !== want[tag]?.[name])
    .map(([text]) => text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const got = await computeFigureHashes();
  if (process.argv.includes('--update')) {
    writeFileSync(FILE, `${JSON.stringify(got, null, 2)}\n`);
  } else {
    const changed = differences(got, savedFigureHashes());
    for (const one of changed) console.log(`other numbers: ${one}`);
    process.exitCode = changed.length > 0 ? 1 : 0;
  }
}

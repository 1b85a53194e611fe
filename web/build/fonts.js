// @ts-check
// Of the variable font Inter the site loads what its style sheets use: weights from 400 to 700, and the features below.
// Its licence allows it: Inter has no reserved name.
import {readFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';

import {ROOT} from './paths.js';

/** @import {Plugin} from 'esbuild' */

const PACKAGE = path.join(ROOT, 'node_modules/@fontsource-variable/inter');
const KEPT = {
  variationAxes: {wght: {min: 400, max: 700}},
  keepFeatures: ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum'],
};

/** Every character of the file: those that its package names, U+0000-00FF, U+0131, ... */
function characters() {
  const {latin} = JSON.parse(readFileSync(path.join(PACKAGE, 'unicode.json'), 'utf8'));
  return latin
    .split(',')
    .flatMap((/** @type {string} */ range) => {
      const [first, last = first] = range
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return Array.from({length: last - first + 1}, (_, k) => String.fromCodePoint(first + k));
    })
    .join('');
}

/** @type {Plugin} */
export const lighterInter = {
  name: 'lighter-inter',
  setup({onLoad}) {
    onLoad({filter: /[\\/]inter-latin-wght-normal\.woff2$/}, async ({path: file}) => ({
      contents: await subsetFont(await readFile(file), characters(), {
        targetFormat: 'woff2',
        ...KEPT,
      }),
      loader: 'file',
    }));
  },
};

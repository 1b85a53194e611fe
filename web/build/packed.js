// @ts-check
// Files inside scripts, for where a script cannot load them.
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {deflateSync} from 'node:zlib';

import {DIST} from './paths.js';

/** @import {Plugin} from 'esbuild' */

const LAB = path.join(DIST, 'lab');

/** @param {string} file @returns {string} deflated, in base64 */
export const packed = (file) => deflateSync(readFileSync(file), {level: 9}).toString('base64');

/**
 * Tells web/core/lab-files.js where files are: `inside` in modules of their own, `beside` at addresses. A file may be in both.
 * Those of `kept` are in modules, whatever base-url says.
 *
 * @param {{inside?: string[], beside?: string[], kept?: string[]}} names
 * @returns {Plugin}
 */
export const filesPlugin = ({inside = [], beside = [], kept = []}) => ({
  name: 'files',
  setup({onLoad, onResolve}) {
    onLoad({filter: /\/core\/lab-files\.js$/}, ({path: file}) => {
      const entries = [...new Set([...inside, ...beside, ...kept])].map((name) => {
        const load = `load: () => import(${JSON.stringify(`packed:${name}`)})`;
        const url = `url: () => new URL('./${name}', import.meta.url)`;
        const isKept = kept.includes(name);
        const parts = [
          ...(inside.includes(name) || isKept ? [load] : []),
          ...(beside.includes(name) ? [url] : []),
          ...(isKept ? ['isKept: true'] : []),
        ];
        return `'${name}': {${parts}},`;
      });
      const text = readFileSync(file, 'utf8');
      const contents = text.replace(
        /\(globalThis\)\.POSLAB_FILES \?\? \{\}/,
        `({${entries.join(' ')}})`,
      );
      if (contents === text) throw new Error(`${file} asks for no POSLAB_FILES`);
      return {contents, loader: 'js'};
    });
    onResolve({filter: /^packed:/}, ({path: name}) => ({path: name.slice(7), namespace: 'packed'}));
    onLoad({filter: /.*/, namespace: 'packed'}, ({path: name}) => ({
      contents: `export default '${packed(path.join(LAB, name))}'`,
      loader: 'js',
    }));
  },
});

// @ts-check
// Fewer chunks of what most figures share. esbuild makes a chunk for each set of entries that reach a module, which is
// forty for ten figures; in their place a few files are smaller, and come in fewer requests.
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';

import {ROOT} from './paths.js';

/** @import {BuildOptions, Metafile, Plugin} from 'esbuild' */

/** What this part of the figures reaches is put together, so the others load it, too. */
const SHARED = 1 / 4;
/** Entries that pages without a figure load: what they reach stays apart from what only figures do. */
const APART = [/^web\/page\.js$/, /exercise-panel\.js$/, /^bank:/];

/**
 * The modules that are put together: a group is what many figures reach, and the same of the entries of `APART`. All
 * that a module of a group imports is reached at least as much, so no group imports modules that are in none.
 *
 * @param {Metafile} metafile of the bundle without groups
 * @returns {Map<string, number>} module of web/ -> its group
 */
function findGroups({inputs, outputs}) {
  const entries = Object.values(outputs).flatMap(({entryPoint}) => entryPoint ?? []);
  const figures = entries.filter((name) => name.startsWith('web/figures/'));
  /** @type {Map<string, {nFigures: number, apart: Set<number>}>} */
  const reached = new Map();
  for (const entry of entries) {
    const isFigure = figures.includes(entry);
    const apart = APART.findIndex((pattern) => pattern.test(entry));
    if (!isFigure && apart < 0) continue;
    for (const name of staticallyReached(inputs, entry)) {
      const one = reached.get(name) ?? {nFigures: 0, apart: new Set()};
      if (isFigure) one.nFigures++;
      else one.apart.add(apart);
      reached.set(name, one);
    }
  }
  const shared = [...reached].filter(
    ([name, {nFigures}]) => nFigures >= SHARED * figures.length && !entries.includes(name),
  );
  return new Map(
    shared.map(([name, {apart}]) => [name, [...apart].reduce((sum, bit) => sum + 2 ** bit, 0)]),
  );
}

/**
 * @param {Metafile['inputs']} inputs
 * @param {string} entry
 * @param {Set<string>} [reached] grows
 */
function staticallyReached(inputs, entry, reached = new Set()) {
  if (reached.has(entry)) return reached;
  reached.add(entry);
  for (const {path: name, kind, external} of inputs[entry].imports)
    if (kind === 'import-statement' && !external) staticallyReached(inputs, name, reached);
  return reached;
}

/**
 * Options with which esbuild puts each group into one chunk: a module outside a group that imports one of it gets an
 * import of them all, so that the same entries reach all of them.
 *
 * @param {BuildOptions} options of a bundle with chunks
 * @returns {Promise<BuildOptions>}
 */
export async function withGroups(options) {
  const {metafile} = await build({...options, write: false, metafile: true});
  const groups = findGroups(metafile);
  const isOwn = (/** @type {string} */ name) => name.startsWith('web/') && name.endsWith('.js');
  /** @type {Plugin} */
  const groupModules = {
    name: 'group-modules',
    setup({onLoad, onResolve}) {
      onResolve({filter: /^group:/}, ({path: group}) => ({path: group, namespace: 'group'}));
      onLoad({filter: /.*/, namespace: 'group'}, ({path: group}) => {
        const names = [...groups.keys()].filter(
          (name) => isOwn(name) && `group:${groups.get(name)}` === group,
        );
        const contents = names.map((name) => `import './${name}';`).join('\n');
        return {contents, resolveDir: ROOT};
      });
      onLoad({filter: /\/web\/.*\.js$/}, async ({path: file}) => {
        const name = path.relative(ROOT, file);
        const imports = metafile.inputs[name]?.imports ?? [];
        const wanted = new Set(imports.flatMap(({path: other}) => groups.get(other) ?? []));
        wanted.delete(groups.get(name) ?? NaN);
        if (!wanted.size) return;
        const lines = [...wanted].map((group) => `import ${JSON.stringify(`group:${group}`)};`);
        return {contents: [await readFile(file, 'utf8'), ...lines].join('\n'), loader: 'js'};
      });
    },
  };
  return {
    ...options,
    plugins: [...(options.plugins ?? []), groupModules],
    // the imports are for the chunks alone
    logOverride: {'ignored-bare-import': 'silent'},
  };
}

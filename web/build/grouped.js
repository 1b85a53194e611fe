// @ts-check
// Fewer chunks of what most figures share. esbuild makes a chunk for each set of entries that reach a module, which is
// forty for ten figures; in their place a few files are smaller, and come in fewer requests.
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';

import {ROOT} from './paths.js';

/** @import {BuildOptions, Metafile, Plugin} from 'esbuild' */

/** What this part of the figures' chunks reaches, the others load, too; and what is so small that a request costs more. */
const [SHARED, SMALL] = [1 / 3, 14_000];

/** What all scripts of a page may use, because it is there before them. */
const PAGE = 'web/page.js';

/**
 * The modules that are put together: what the script of every page shares with others, what many figures share, and
 * what the same few figures do. Whatever a module imports is reached at least as much as it is, so groups make no circle.
 *
 * @param {Metafile} metafile of the bundle without groups
 * @returns {Map<string, string>} module of web/ -> its group
 */
function findGroups({inputs, outputs}) {
  const entries = Object.values(outputs).flatMap(({entryPoint}) => entryPoint ?? []);
  const ofPages = entries.filter((name) => name.startsWith('figures:'));
  const figures = ofPages.length
    ? ofPages
    : entries.filter((name) => /^web\/figures\/(?!frame)/.test(name));
  /** @type {Map<string, string[]>} */
  const users = new Map();
  for (const entry of entries)
    for (const name of staticallyReached(inputs, entry))
      users.set(name, [...(users.get(name) ?? []), entry]);
  const groups = new Map(users.has(PAGE) ? [[PAGE, 'page']] : []);
  for (const [name, by] of users) {
    if (entries.includes(name) || by.length === 1) continue;
    const own = by.filter((entry) => figures.includes(entry));
    if (by.includes(PAGE)) groups.set(name, 'page');
    else if (own.length >= SHARED * figures.length) groups.set(name, 'figures');
    else if (own.length) groups.set(name, own.join());
  }
  for (const group of new Set(groups.values())) {
    const names = [...groups.keys()].filter((name) => groups.get(name) === group);
    const bytes = names.reduce((sum, name) => sum + inputs[name].bytes, 0);
    const others = names.flatMap((name) =>
      inputs[name].imports.map(({path: file}) => groups.get(file)),
    );
    const isAlone = others.every((other) => ['page', 'figures', group].includes(other ?? group));
    const isForMany = ofPages.length > 0 || group.includes(','); // a page shows most figures of its own, another site a few
    if (bytes <= SMALL && isAlone && isForMany && group !== 'page')
      for (const name of names) groups.set(name, 'figures');
  }
  return groups;
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
  // style sheets, and modules of packages, come with what imports them
  const isOwn = (/** @type {string} */ name) => /^web\/.*\.js$|^elements:/.test(name);
  /** @type {Plugin} */
  const groupModules = {
    name: 'group-modules',
    setup({onLoad, onResolve}) {
      onResolve({filter: /^group:/}, ({path: group}) => ({path: group, namespace: 'group'}));
      onLoad({filter: /.*/, namespace: 'group'}, ({path: group}) => {
        const names = [...groups.keys()].filter(
          (name) => isOwn(name) && `group:${groups.get(name)}` === group,
        );
        const lines = names.map(
          (name) => `import ${JSON.stringify(name.replace(/^web/, './web'))};`,
        );
        return {contents: lines.join('\n'), resolveDir: ROOT};
      });
      onLoad({filter: /\/web\/.*\.js$/}, async ({path: file}) => {
        const name = path.relative(ROOT, file);
        const imports = metafile.inputs[name]?.imports ?? [];
        const wanted = new Set(imports.flatMap(({path: other}) => groups.get(other) ?? []));
        wanted.delete(groups.get(name) ?? '');
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

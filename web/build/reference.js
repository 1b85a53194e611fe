// @ts-check
// The page of the core's functions, made from the sources: the prototypes in C with the contracts above them,
// and what web/core exports with its JSDoc.
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import {parse} from 'acorn';

import {escapeHtml} from './html.js';
import {ROOT} from './paths.js';

/** @typedef {{names: string[], prototypes: string[], contract: string}} Group prototypes of one contract */
/** @typedef {{name: string, signature: string, doc: string, methods: Entry[]}} Entry */

/** @param {string} folder @param {RegExp} pattern @returns {Promise<[string, string][]>} file and text, sorted */
async function sources(folder, pattern) {
  const names = await readdir(path.join(ROOT, folder), {recursive: true});
  const files = names.filter((name) => pattern.test(name)).map((name) => `${folder}/${name}`);
  return Promise.all(
    files
      .sort()
      .map(
        async (file) =>
          /** @type {const} */ ([file, await readFile(path.join(ROOT, file), 'utf8')]),
      ),
  );
}

/** @param {string} comment with its marks @returns {string} its lines */
const linesOf = (comment) =>
  comment
    .replace(/^\/\*+\s?|\s*\*\/$/g, '')
    .replace(/^[ \t]*(?:\* ?|\/\/ ?)/gm, '')
    .trim();

/**
 * The prototypes of a C file that are marked API, each with the comment above it. Prototypes without an empty
 * line between them share a comment. Those that only the test build has are left out.
 *
 * @param {string} text
 * @returns {Group[]}
 */
export function cFunctions(text) {
  const code = text
    .replace(/^[ \t]*#[ \t]*define.*(\\\n.*)*/gm, '')
    .replace(/^#ifdef CORE_TESTING$[\s\S]*?^#endif$/gm, '');
  /** @type {Group[]} */
  const groups = [];
  let contract = '';
  let isOpen = false;
  for (const [part] of code.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*|^API\b[^;{]*;|\n[ \t]*\n/gm)) {
    if (part.startsWith('API')) {
      const prototype = part.replace(/^API\s+/, '').replace(/\s+/g, ' ');
      const name = prototype.match(/(\w+)\s*\(/)?.[1] ?? '';
      if (!isOpen) groups.push({names: [], prototypes: [], contract});
      groups[groups.length - 1].names.push(name);
      groups[groups.length - 1].prototypes.push(prototype);
      isOpen = true;
    } else if (part.trim() === '') {
      contract = '';
      isOpen = false;
    } else {
      contract =
        part.startsWith('//') && contract && !isOpen
          ? `${contract}\n${linesOf(part)}`
          : linesOf(part);
      isOpen = false;
    }
  }
  return groups;
}

/**
 * What a module of web/core exports, with the JSDoc above it; of a class, its public methods too.
 *
 * @param {string} text
 * @returns {Entry[]}
 */
export function jsExports(text) {
  /** @type {any[]} */
  const comments = [];
  const tree = /** @type {any} */ (
    parse(text, {ecmaVersion: 'latest', sourceType: 'module', onComment: comments})
  );
  const docOf = (/** @type {any} */ node) => {
    const above = comments.find(
      ({end}) => end <= node.start && text.slice(end, node.start).trim() === '',
    );
    return above?.type === 'Block' && above.value.startsWith('*')
      ? linesOf(`/*${above.value}*/`)
      : '';
  };
  const head = (/** @type {string} */ name, /** @type {any} */ fn) => {
    const params = fn.params.map((/** @type {any} */ one) => text.slice(one.start, one.end));
    return `${name}(${params.join(', ').replace(/\s+/g, ' ')})`;
  };
  const methodsOf = (/** @type {any} */ node) =>
    (node.body?.body ?? [])
      .filter(
        (/** @type {any} */ one) =>
          one.type === 'MethodDefinition' && one.key.type === 'Identifier' && one.kind !== 'set',
      )
      .map((/** @type {any} */ one) => ({
        name: one.key.name,
        signature: one.kind === 'get' ? one.key.name : head(one.key.name, one.value),
        doc: docOf(one),
        methods: [],
      }));
  return tree.body.flatMap((/** @type {any} */ node) => {
    const {declaration} = node;
    if (node.type !== 'ExportNamedDeclaration' || !declaration) return [];
    const doc = docOf(node);
    if (declaration.type === 'FunctionDeclaration') {
      const name = declaration.id.name;
      return [{name, signature: head(name, declaration), doc, methods: []}];
    }
    if (declaration.type === 'ClassDeclaration') {
      const name = declaration.id.name;
      return [{name, signature: `class ${name}`, doc, methods: methodsOf(declaration)}];
    }
    return declaration.declarations.map((/** @type {any} */ {id, init}) => ({
      name: id.name,
      signature: init?.params ? head(id.name, init) : id.name,
      doc,
      methods: [],
    }));
  });
}

/** @param {string} file */
const idOf = (file) => file.replace(/[^\w]+/g, '-');

/** @param {string} text lines of a comment */
const contractHtml = (text) => (text ? `<pre class="contract">${escapeHtml(text)}</pre>` : '');

/** @param {Entry} entry @param {string} prefix of its id @returns {string} */
const entryHtml = (
  {name, signature, doc, methods},
  prefix,
) => `<div class="entry" id="${prefix}${name}">
<pre class="signature"><code>${escapeHtml(signature)}</code></pre>
${contractHtml(doc)}
${methods.map((method) => entryHtml(method, `${prefix}${name}.`)).join('\n')}
</div>`;

/** @param {Group} group */
const groupHtml = ({names, prototypes, contract}) => `<div class="entry" id="${names[0]}">
${prototypes
  .map(
    (text, k) =>
      `<pre class="signature"${k ? ` id="${names[k]}"` : ''}><code>${escapeHtml(text)}</code></pre>`,
  )
  .join('\n')}
${contractHtml(contract)}
</div>`;

/** @param {string} file @param {string} body */
const moduleHtml = (file, body) =>
  `<section class="module" aria-labelledby="${idOf(file)}">\n<h3 id="${idOf(file)}"><code>${file}</code></h3>\n${body}\n</section>`;

/** @returns {Promise<string>} the page's content, in HTML */
export async function referenceHtml() {
  const c = (await sources('src', /\.[ch]$/)).flatMap(([file, text]) => {
    const groups = cFunctions(text);
    if (groups.length === 0) return [];
    const intro = text.match(/^\s*\/\*[\s\S]*?\*\//)?.[0] ?? '';
    return [[file, contractHtml(linesOf(intro)) + groups.map(groupHtml).join('\n')]];
  });
  const js = (await sources('web/core', /\.js$/)).flatMap(([file, text]) => {
    const entries = jsExports(text);
    const prefix = `${path.basename(file, '.js')}:`;
    return entries.length ? [[file, entries.map((one) => entryHtml(one, prefix)).join('\n')]] : [];
  });
  const links = (/** @type {string[][]} */ modules) =>
    `<ul class="modules">${modules.map(([file]) => `<li><a href="#${idOf(file)}">${file}</a></li>`).join('\n')}</ul>`;
  const all = (/** @type {string[][]} */ modules) =>
    modules.map(([file, body]) => moduleHtml(file, body)).join('\n');
  return `<header class="chapter-head"><p class="kicker">poslab</p>
<h1>Reference</h1>
<p class="lede">The functions of the core in C, and the functions of <code>web/core</code> by which JavaScript calls them. This page is made from the sources.</p>
</header>
<div class="prose"><p>Shapes are in the order of memory: <code>(n_heads, n_query, n_key)</code> has the keys of one query side by side. Angles are in radians, sizes in elements; a name that ends in <code>_bytes</code> or <code>_ms</code> has its unit there. C functions return a <code>Status</code>, and write nothing unless it is <code>STATUS_OK</code>. Buffers belong to the caller.</p></div>
<section class="idea reference" aria-labelledby="javascript"><div class="prose"><h2 id="javascript">JavaScript</h2>
${links(js)}
${all(js)}</div></section>
<section class="idea reference" aria-labelledby="c"><div class="prose"><h2 id="c">C</h2>
${links(c)}
${all(c)}</div></section>`;
}

/** @param {string} text */
const inlineHtml = (text) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/**
 * The changelog as a page. Of Markdown it knows headings, lists whose items may go on in the next line, paragraphs
 * and `code`.
 *
 * @param {string} markdown
 * @returns {string}
 */
export function changelogHtml(markdown) {
  const blocks = markdown.trim().split(/\n\s*\n/);
  const [head, ...html] = blocks.map((block) => {
    const [, marks, title] = block.match(/^(#+) (.*)$/) ?? [];
    if (marks) return `<h${marks.length}>${inlineHtml(title)}</h${marks.length}>`;
    if (!block.startsWith('- ')) return `<p>${inlineHtml(block)}</p>`;
    const items = block.slice(2).split(/\n- /);
    return `<ul>\n${items.map((item) => `<li>${inlineHtml(item.replace(/\s+/g, ' '))}</li>`).join('\n')}\n</ul>`;
  });
  return `<header class="chapter-head"><p class="kicker">poslab</p>\n${head}</header>\n<div class="prose">${html.join('\n')}</div>`;
}

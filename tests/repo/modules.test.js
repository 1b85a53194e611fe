// Holds every #include and import to the table of modules: which may use which.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

// module: the modules it may use beside itself; packages as they are imported, <c> for the C library
/** @type {Record<string, string[]>} */
const MAY_USE = {
  'src/base': ['<c>'],
  'src/linalg': ['<c>', 'src/base'],
  'src/pe': ['<c>', 'src/base', 'src/linalg'],
  'src/nn': ['<c>', 'src/base', 'src/linalg'],
  'src/proj': ['<c>', 'src/base', 'src/linalg'],
  'src/model': ['<c>', 'src/base', 'src/linalg', 'src/pe', 'src/nn'],
  'src/wasm.c': ['<c>', 'src/base', 'src/linalg', 'src/pe', 'src/nn', 'src/proj', 'src/model'],
  'web/core': [],
  'web/workers': ['web/core'],
  'web/draw': ['web/strings', 'd3-'],
  'web/files': [],
  'web/style-sheet.js': [],
  'web/attribute-names.js': [],
  'web/dom.js': ['web/strings', 'web/style-sheet.js'],
  'web/page-scheme.js': ['web/style', 'web/style-sheet.js'],
  'web/save-file.js': ['web/dom.js'],
  'web/strings': [],
  'web/controls': ['web/dom.js'],
  'web/views': ['web/draw', 'web/dom.js'],
  'web/figures': [
    'web/core',
    'web/files',
    'web/workers',
    'web/draw',
    'web/views',
    'web/controls',
    'web/attribute-names.js',
    'web/dom.js',
    'web/page-scheme.js',
    'web/save-file.js',
    'web/style',
    'd3-',
    'modern-gif',
  ],
  'web/exercises': [
    'web/core',
    'web/python',
    'web/draw',
    'web/views',
    'web/attribute-names.js',
    'web/dom.js',
    'web/page-scheme.js',
    'web/save-file.js',
    'web/style',
    '@codemirror/',
    'diff',
    'node-diff3',
    '@lezer/',
    'pyodide',
    'bank:',
  ],
  'web/python': ['web/core'],
  'web/own-code': ['web/core'],
  'web/state.js': [],
  'web/claims': ['web/core', 'web/strings', 'web/workers'],
  'web/page': [
    'web/own-code',
    'web/teach',
    'web/dom.js',
    'web/save-file.js',
    'web/state.js',
    'web/strings',
    'web/claims',
    'web/core',
    'web/workers',
    'elements:',
  ],
  'web/from-file.js': [],
  'web/page.js': ['web/elements.js', 'web/core', 'web/page'],
  'web/elements.js': ['elements:', 'web/core', 'web/figures'],
  'web/from-folder.js': ['web/elements.js', 'web/page'],
  'web/embed': ['web/page-scheme.js', 'elements:'],
  'web/teach': [
    'web/embed',
    'web/exercises',
    'web/dom.js',
    'web/save-file.js',
    'web/style',
    'elements:',
  ],
  'web/recipes': [],
  'web/modules.d.ts': [],
  'web/build': [
    'web/strings',
    'web/own-code',
    'web/claims',
    'web/core',
    'web/figures',
    'web/workers',
    'web/exercises',
    'web/page',
    'web/recipes',
    'web/teach',
    'fflate',
    'node:',
    'acorn',
    'binaryen',
    'esbuild',
    'parse5',
    'pngjs',
    'pyodide',
    'temml',
    'subset-font',
    'terser',
    'bank:',
  ],
};
// Python's own loader is there, with what bounds its memory; the build makes Python smaller.
const SAYS_WEBASSEMBLY = /^web\/(core\/|exercises\/runtime\/|build\/pyodide\.js$)/;
const C_LIBRARY =
  /^(assert|float|limits|math|stdalign|stdbool|stddef|stdint|stdio|stdlib|string)\.h$/;

/** @param {string} file */
const moduleOf = (file) => file.split('/').slice(0, 2).join('/');

/**
 * The modules and packages that a file names, as `MAY_USE` writes them.
 *
 * @param {string} file relative to the root
 * @param {string} text
 */
function usedBy(file, text) {
  const isC = /\.[ch]$/.test(file);
  const pattern = isC
    ? /^[ \t]*#[ \t]*include[ \t]+(["<].*?[">])/gm
    : /(?:\bfrom\s+|(?<!-)\bimport\s*\(?\s*)['"]([^'"]+)['"]/g;
  return [...text.matchAll(pattern)].map(([, name]) => {
    if (isC && name.startsWith('<')) return C_LIBRARY.test(name.slice(1, -1)) ? '<c>' : name;
    if (!isC && !name.startsWith('.')) return name;
    const target = path.join(path.dirname(file), isC ? name.slice(1, -1) : name);
    return target.startsWith('..') ? target : moduleOf(target);
  });
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {string[]} a line for each use that the table does not have
 */
function violations(file, text) {
  const module = moduleOf(file);
  const allowed = MAY_USE[module];
  if (!allowed) return [`${file}: ${module} is not in the table of modules`];
  const mayUse = (/** @type {string} */ used) =>
    used === module ||
    allowed.some((name) => used === name || (isPackage(name) && used.startsWith(name)));
  const wrong = usedBy(file, text).filter((used) => !mayUse(used));
  const lines = wrong.map((used) => `${file} uses ${used}`);
  const isOutside = file.startsWith('web/') && !SAYS_WEBASSEMBLY.test(file);
  if (isOutside && /\bWebAssembly\./.test(text)) lines.push(`${file} says WebAssembly`);
  return lines;
}

/** A package, or a scope of packages: '@lezer/'. @param {string} name */
const isPackage = (name) => name !== '<c>' && (!name.includes('/') || /^@[^/]+\/$/.test(name));

test('every #include and import keeps to the table of modules', () => {
  const files = ['src', 'web'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), {recursive: true, encoding: 'utf8'})
      .filter((name) => /\.(c|h|js)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  assert.ok(files.length > 20, 'the sources were found');
  const wrong = files.flatMap((file) =>
    violations(file, readFileSync(path.join(ROOT, file), 'utf8')),
  );
  assert.deepEqual(wrong, []);
});

test('the table of modules refuses what it should', () => {
  const mutants = /** @type {const} */ ([
    ['src/pe/rope.c', '#include "../nn/softmax.h"', 'src/pe/rope.c uses src/nn'],
    ['src/base/rng.c', '#include <unistd.h>', 'src/base/rng.c uses <unistd.h>'],
    ['src/nn/x.h', '  #  include "../../tests/x.h"', 'src/nn/x.h uses tests/x.h'],
    ['src/nn/x.h', '#include "../pe/pe.h"', 'src/nn/x.h uses src/pe'],
    ['web/draw/x.js', "import {a} from '../core/pe.js';", 'web/draw/x.js uses web/core'],
    ['web/draw/x.js', "const a = await import('../core/pe.js');", 'web/draw/x.js uses web/core'],
    [
      'web/core/x.js',
      "/** @import {A} from '../figures/a.js' */",
      'web/core/x.js uses web/figures',
    ],
    ['web/figures/x.js', "import 'lodash';", 'web/figures/x.js uses lodash'],
    ['web/figures/x.js', 'WebAssembly.validate(x)', 'web/figures/x.js says WebAssembly'],
    ['web/exercises/x.js', 'WebAssembly.compile(x)', 'web/exercises/x.js says WebAssembly'],
    ['web/exercises/x.js', "import '@lezerx/a';", 'web/exercises/x.js uses @lezerx/a'],
    ['web/figures/x.js', "import 'bank:all';", 'web/figures/x.js uses bank:all'],
    ['src/new/x.c', '', 'src/new/x.c: src/new is not in the table of modules'],
  ]);
  for (const [file, text, message] of mutants) assert.deepEqual(violations(file, text), [message]);
  assert.deepEqual(
    violations('src/pe/rope.c', '#include "../linalg/vec.h"\n#include <math.h>'),
    [],
  );
  assert.deepEqual(violations('web/draw/x.js', "import {scaleLinear} from 'd3-scale';"), []);
  assert.deepEqual(violations('web/draw/x.js', "const a = {'dynamic-import': 'x'};"), []);
  assert.deepEqual(violations('web/exercises/x.js', "import {a} from '@lezer/highlight';"), []);
});

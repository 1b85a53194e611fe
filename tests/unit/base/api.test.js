// The mark API on a prototype is the export list: nothing else goes out, nothing comes in.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

import {coreBytes} from '../../support/core.js';

const SRC = fileURLToPath(new URL('../../../src', import.meta.url));
// What the compiler's own start-up and stack add; which of them depends on its version.
const COMPILERS_OWN =
  /^(memory|_initialize|__indirect_function_table|__errno_location|_?_?emscripten_.*|stack(Save|Restore|Alloc))$/;

/**
 * Names whose prototypes carry the mark.
 *
 * @param {string} text C
 * @param {boolean} isTesting whether CORE_TESTING is defined
 */
function marked(text, isTesting) {
  const code = text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .replace(/^[ \t]*#[ \t]*define.*(\\\n.*)*/gm, '');
  const seen = isTesting ? code : code.replace(/^#ifdef CORE_TESTING$[\s\S]*?^#endif$/gm, '');
  return [...seen.matchAll(/\bAPI\b[^;{(]*?(\w+)\s*\(/g)].map(([, name]) => name);
}

/** @param {boolean} isTesting */
function prototypes(isTesting) {
  const files = readdirSync(SRC, {recursive: true, encoding: 'utf8'}).filter((name) =>
    /\.[ch]$/.test(name),
  );
  const names = files.flatMap((name) =>
    marked(readFileSync(path.join(SRC, name), 'utf8'), isTesting),
  );
  return [...new Set(names)].sort();
}

test('the mark is read from prototypes, and not from comments, macros or test-only parts', () => {
  const text = [
    '#define API __attribute__((used))',
    '// API Status in_a_comment(int x);',
    '/* API Status in_another(int x); */',
    'API Status pe_one(float *out,',
    '                  int32_t n);',
    'API const char *pe_two(void);',
    'static int pe_three(void);',
    '#ifdef CORE_TESTING',
    'API Status pe_one_ref(float *out, int32_t n);',
    '#endif',
  ].join('\n');
  assert.deepEqual(marked(text, false), ['pe_one', 'pe_two']);
  assert.deepEqual(marked(text, true), ['pe_one', 'pe_two', 'pe_one_ref']);
});

for (const build of /** @type {const} */ (['release', 'test'])) {
  const module = new WebAssembly.Module(coreBytes(build));

  test(`the ${build} core exports what the headers mark with API, and nothing else`, () => {
    const exported = WebAssembly.Module.exports(module)
      .map(({name}) => name)
      .filter((name) => !COMPILERS_OWN.test(name));
    assert.deepEqual(exported.sort(), prototypes(build === 'test'));
  });

  test(`the ${build} core imports nothing`, () => {
    assert.deepEqual(WebAssembly.Module.imports(module), []);
  });
}

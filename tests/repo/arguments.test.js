// No function of C takes more than eight arguments: past that, callers mix them up. What takes more belongs
// into a struct; src/wasm.c describes those that JavaScript fills.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import test from 'node:test';

const SRC = new URL('../../src/', import.meta.url);
const MOST = 8;

/**
 * Every function that a C text declares or defines, with the number of its arguments.
 *
 * @param {string} text
 * @returns {{name: string, n: number}[]}
 */
function functionsOf(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').replace(/^[ \t]*#.*(\\\n.*)*/gm, '');
  const found = [...code.matchAll(/^[\w ]*[\w*] \**(\w+)\(([^(){};]*)\)\s*[;{]/gm)];
  return found.map(([, name, list]) => ({name, n: list.split(',').length}));
}

test('arguments are counted in prototypes and definitions, over several lines', () => {
  const text =
    'static Status *one(int a, // b, c\n    int d) {\n  call(1, 2, 3);\n}\nAPI void two(void);\n';
  assert.deepEqual(functionsOf(text), [
    {name: 'one', n: 2},
    {name: 'two', n: 1},
  ]);
});

test('no function of C takes more than eight arguments', () => {
  const files = readdirSync(SRC, {recursive: true, encoding: 'utf8'});
  const all = files
    .filter((file) => /\.[ch]$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, SRC), 'utf8');
      return functionsOf(text).map((one) => ({file, ...one}));
    });
  assert.ok(all.length > 700, `${all.length} functions`);
  const long = all.filter(({n}) => n > MOST);
  assert.deepEqual(
    long.map(({file, name, n}) => `${file}: ${name} has ${n}`),
    [],
  );
});

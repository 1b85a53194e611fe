// The mark API on a prototype is the export list: nothing else goes out, nothing comes in.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

import {abiVersion, interfaceOf, withVersion} from '../../../web/build/abi.js';
import {markedNames, namesIn} from '../../../web/build/exports.js';
import {loadCore} from '../../../web/core/core.js';
import {sinusoidal} from '../../../web/core/pe.js';
import {coreBytes, loadCore as loadFull} from '../../support/core.js';

const SRC = fileURLToPath(new URL('../../../src', import.meta.url));
// What the compiler's own start-up and stack add; which of them depends on its version.
const COMPILERS_OWN =
  /^(memory|_initialize|__indirect_function_table|__errno_location|_?_?emscripten_.*|stack(Save|Restore|Alloc))$/;

/** @param {boolean} isTesting */
function prototypes(isTesting) {
  const files = readdirSync(SRC, {recursive: true, encoding: 'utf8'}).filter((name) =>
    /\.[ch]$/.test(name),
  );
  const names = files.flatMap((name) =>
    markedNames(readFileSync(path.join(SRC, name), 'utf8'), isTesting),
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
  assert.deepEqual(markedNames(text, false), ['pe_one', 'pe_two']);
  assert.deepEqual(markedNames(text, true), ['pe_one', 'pe_two', 'pe_one_ref']);
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

test('the interface version is that of every prototype and list, whatever comments and spaces there are', () => {
  const text = (/** @type {string} */ type) =>
    [
      `API Status pe_one(${type} *out, // the result`,
      '                  int32_t n);',
      '#define PE_KIND_LIST(X) \\',
      '    X(PE_A, "a")',
      '#ifdef CORE_TESTING',
      'API Status pe_one_ref(float *out);',
      '#endif',
    ].join('\n');
  assert.deepEqual(interfaceOf(text('float')), [
    '#define PE_KIND_LIST(X) X(PE_A, "a")',
    'API Status pe_one(float *out, int32_t n);',
  ]);
  assert.notDeepEqual(interfaceOf(text('float')), interfaceOf(text('double')));
  assert.match(abiVersion(), /^[0-9a-f]{8}$/);
});

test('a core of another interface version, or of none, is refused with both versions', async () => {
  const bytes = coreBytes('release');
  await loadCore(bytes, abiVersion());
  await loadCore(new WebAssembly.Module(bytes), abiVersion());
  const other = loadCore(bytes, '01234567');
  await assert.rejects(other, new RegExp(`version ${abiVersion()}, .* built for 01234567`));
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  await assert.rejects(loadCore(empty, '01234567'), /version none, .* built for 01234567/);
  const stamped = withVersion(empty, '89abcdef');
  await assert.rejects(loadCore(stamped, '01234567'), /version 89abcdef, .* for 01234567/);
});

test('every bundle that loads the core holds its interface version', () => {
  const lab = new URL('../../../dist/lab/', import.meta.url);
  for (const name of ['worker.js', 'python/worker.js', 'pe-heatmap.js']) {
    assert.ok(readFileSync(new URL(name, lab), 'utf8').includes(abiVersion()), name);
  }
});

test('a name is found in a script where it stands alone, and only if it is known', () => {
  const known = new Set(['pe_one', 'pe_two', 'pe_three']);
  assert.deepEqual(namesIn('c.call("pe_one",x);c.call(y?"pe_three":z,"pe_two_b")', known), [
    'pe_one',
    'pe_three',
  ]);
});

test('figures.wasm has some of the whole core, needs nothing, and computes the same bits', async () => {
  const bytes = readFileSync(new URL('../../../dist/lab/figures.wasm', import.meta.url));
  assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(bytes)), []);
  const [some, whole] = [await loadCore(bytes), await loadFull()];
  const ours = some.exportNames.filter((name) => !COMPILERS_OWN.test(name));
  assert.deepEqual(
    ours.filter((name) => !whole.exportNames.includes(name)),
    [],
  );
  assert.ok(ours.length > 20, 'the figures call the core');
  assert.ok(!ours.some((name) => name.endsWith('_backward')), 'no figure trains by itself');
  const headers = readdirSync(SRC, {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.h'))
    .map((name) => readFileSync(path.join(SRC, name), 'utf8'))
    .join('\n');
  const taken = [...headers.matchAll(/^API\b[^;{]*?(\w+)\(([^;]*?)\);/gm)]
    .filter(([, name]) => ours.includes(name))
    .flatMap(([, , list]) => [...list.matchAll(/const (\w+) \*/g)].map(([, struct]) => struct))
    .filter((struct) => struct in whole.describe.structs);
  assert.ok(taken.includes('PeRotation'), 'the structs were found');
  for (const struct of taken) {
    assert.deepEqual(some.describe.structs[struct], whole.describe.structs[struct], struct);
  }
  const table = {nPos: 37, dModel: 50};
  assert.deepEqual(sinusoidal(some, table), sinusoidal(whole, table));
});

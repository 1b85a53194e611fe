// The tools that read the sources, each as a test that shows what its tool said.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {readdirSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import {ROOT} from '../../web/build/paths.js';
import {checkChanged, textFiles} from '../support/check-changed.js';
import {reports, sources} from '../support/ruff.js';

/**
 * @param {string} program
 * @param {string[]} args
 */
function assertSilent(program, args) {
  const {status, stdout, stderr, error} = spawnSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  assert.ifError(error);
  assert.equal(status, 0, `${program} ${args.slice(0, 4).join(' ')}\n${stdout}${stderr}`);
}

/** @param {string} folder @returns {string[]} */
const cFiles = (folder) =>
  readdirSync(path.join(ROOT, folder), {recursive: true, encoding: 'utf8'})
    .filter((name) => /\.[ch]$/.test(name))
    .map((name) => path.join(folder, name));

test('biome finds nothing in the JavaScript and the style sheets', () => {
  const files = textFiles().filter((file) => /\.(?:js|css|json)$/.test(file));
  checkChanged('biome', files, ['biome.json', 'package-lock.json'], (changed) =>
    assertSilent('node_modules/.bin/biome', [
      ...['check', '--max-diagnostics=100', '--colors=off', '--no-errors-on-unmatched'],
      ...changed,
    ]),
  );
});

test('tsc --strict finds nothing in the types that JSDoc gives', () => {
  assertSilent('node_modules/.bin/tsc', [
    ...['--project', '.', '--pretty', 'false'],
    ...['--incremental', '--tsBuildInfoFile', '.cache/types.json'],
  ]);
});

test('ruff finds nothing in the Python, and would change nothing', () => {
  const files = sources();
  assert.ok(files.length > 100, String(files.length));
  checkChanged('ruff', files, ['tests/support/ruff.js', 'package-lock.json'], (changed) => {
    for (const {file, text, laidOut, findings} of reports(changed)) {
      assert.deepEqual(findings, [], file);
      assert.equal(text, laidOut, `${file}: node tests/support/ruff.js lays it out`);
    }
  });
});

test('clang-format would change nothing in the C', () => {
  const program = process.env.CLANG_FORMAT ?? 'clang-format';
  const version = spawnSync(program, ['--version'], {encoding: 'utf8'}).stdout;
  const files = [...cFiles('src'), ...cFiles('tests')];
  checkChanged(`clang-format-${version?.match(/[\d.]+/)}`, files, ['.clang-format'], (changed) =>
    assertSilent(program, ['--dry-run', '-Werror', ...changed]),
  );
});

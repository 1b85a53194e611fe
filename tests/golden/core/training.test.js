// The topic `training` compares what it says it does: each kind of number, spoiled alone, fails.
import assert from 'node:assert/strict';
import {copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

import {loadCore} from '../../support/core.js';
import {runFolder} from '../run.js';
import {decode} from './compare.js';
import {compare, run} from './topics/training.js';

/** @import {TrainingCase} from './topics/training.js' */

const DATA = fileURLToPath(new URL('data', import.meta.url));
const core = await loadCore();
const golden = JSON.parse(readFileSync(path.join(DATA, 'training.json'), 'utf8'));
/** @param {string} id @returns {TrainingCase} */
const caseOf = (id) => structuredClone(golden.cases.find((/** @type {any} */ c) => c.id === id));

test('every method of the file is there, two with whole gradients', () => {
  const whole = golden.cases.filter((/** @type {any} */ item) => item.full_gradients);
  assert.deepEqual([golden.cases.length, whole.length], [12, 2]);
});

const got = run(core, /** @type {any} */ (decode(/** @type {any} */ (caseOf('shaw')))), DATA);
const NAME = 'layers.1.attn.shaw_key';

for (const [what, spoil] of /** @type {[string, (item: any) => void][]} */ ([
  ['value', (item) => (item.grads[NAME].value[3] += 1.5 * item.grads[NAME].tol.value_atol)],
  ['absmax', (item) => (item.grads[NAME].absmax += 1.5 * item.grads[NAME].tol.value_atol)],
  ['l2', (item) => (item.grads[NAME].l2 += 1.5 * item.grads[NAME].tol.proj_atol)],
  ['sum', (item) => (item.grads[NAME].sum += 1.5 * item.grads[NAME].tol.proj_atol)],
  ['proj', (item) => (item.grads[NAME].proj[2] += 1.5 * item.grads[NAME].tol.proj_atol)],
  ['loss0', (item) => (item.loss0.f64 += 3e-6)],
  ['adam', (item) => (item.adam.loss_f64[50] += 7e-6)],
  ['adamw', (item) => (item.adamw.loss_f64[50] += 1.4e-5)],
  ['was not computed', (item) => (item.grads.unheard_of = item.grads[NAME])],
  ['is not in the golden file', (item) => delete item.grads[NAME]],
])) {
  test(`a spoiled case fails: ${what}`, () => {
    const item = caseOf('shaw');
    spoil(item);
    const decoded = /** @type {any} */ (decode(/** @type {any} */ (item)));
    const problems = compare(decoded.out, got, decoded);
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.ok(problems[0].includes(what), problems[0]);
  });
}

test('a byte of a file of whole gradients that is wrong fails its case', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'golden-'));
  try {
    const item = caseOf('rope_half');
    writeFileSync(path.join(folder, 'training.json'), JSON.stringify({...golden, cases: [item]}));
    const file = path.join(folder, /** @type {any} */ (item.full_gradients).file);
    copyFileSync(path.join(DATA, path.basename(file)), file);
    assert.deepEqual((await runFolder(core, folder)).lines, []);
    const bytes = readFileSync(file);
    bytes.writeFloatLE(bytes.readFloatLE(bytes.length - 4) + 1e-6, bytes.length - 4);
    writeFileSync(file, bytes);
    const {failed, lines} = await runFolder(core, folder);
    assert.equal(failed, 1);
    assert.match(lines[0], /^failed training rope_half: grads\.head\.bias whole\[99\]/);
  } finally {
    rmSync(folder, {recursive: true});
  }
});

test('weights of an unknown seed are an error, not a comparison', () => {
  const item = caseOf('none');
  item.init[0].first.data[0] += 0.5;
  const decoded = /** @type {any} */ (decode(/** @type {any} */ (item)));
  assert.throws(() => run(core, decoded, DATA), /the seed of its weights is not known/);
});

import assert from 'node:assert/strict';
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

import {loadBothCores} from '../../support/core.js';
import {runFolder} from '../run.js';

/** @import {Core} from '../../../web/core/core.js' */

const DATA = fileURLToPath(new URL('data', import.meta.url));
const cores = await loadBothCores();
const [, core] = cores[0];

/**
 * What the runner says of a folder of these files.
 *
 * @param {Record<string, unknown>} files name to text, or to what JSON makes a text of
 */
async function outcomeOf(files) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'golden-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      writeFileSync(path.join(folder, name), text);
    }
    return await runFolder(core, folder);
  } finally {
    rmSync(folder, {recursive: true});
  }
}

/** A case of every kind from the folder, to be spoiled. @param {string} topic */
const golden = (topic) => JSON.parse(readFileSync(path.join(DATA, `${topic}.json`), 'utf8'));

/** @type {Record<string, {without: readonly string[], least: number}>} */
const RUNS = {
  release: {without: [], least: 184},
  // 1,200 steps take seconds; that both builds train to the same bits is in transformer-bits.test.js.
  test: {without: ['training'], least: 172},
};
for (const [build, each] of cores) {
  const {without, least} = RUNS[build];
  const but = without.length > 0 ? ` but of ${without}` : '';
  test(`the ${build} core passes every golden case${but}, and none is skipped`, async () => {
    const {passed, failed, skipped, lines} = await runFolder(each, DATA, {without});
    assert.deepEqual({failed, skipped, lines}, {failed: 0, skipped: 0, lines: []});
    assert.ok(passed >= least, `only ${passed} passed`);
  });
}

test('an array that is off by more than its tolerance fails its case and is named', async () => {
  for (const file of readdirSync(DATA).filter((name) => name.endsWith('.json'))) {
    const topic = path.basename(file, '.json');
    const spoiled = golden(topic);
    const [first] = spoiled.cases;
    spoiled.cases = [first];
    const [name] = Object.keys(first.out);
    const {data} = first.out[name];
    const at = data.findIndex((/** @type {unknown} */ value) => typeof value === 'number');
    data[at] += 1;
    const {failed, lines} = await outcomeOf({[file]: spoiled});
    assert.equal(failed, 1, `${topic} passes a spoiled case`);
    assert.match(lines[0], new RegExp(`^failed ${topic} ${first.id}: ${name}`));
  }
});

test('an array that the core does not compute fails its case', async () => {
  const spoiled = golden('alibi');
  spoiled.cases = [spoiled.cases[0]];
  spoiled.cases[0].out.unheard_of = spoiled.cases[0].out.slopes;
  const {lines} = await outcomeOf({'alibi.json': spoiled});
  assert.deepEqual(lines, ['failed alibi slopes_1: unheard_of was not computed']);
});

test('a file that is no JSON, has no cases or lies about a shape is a failure', async () => {
  const bent = golden('cosine');
  bent.cases[0].in.x.shape = [3, 3];
  const {failed, lines} = await outcomeOf({
    'broken.json': '{"schema": "golden/1", "topic"',
    'empty.json': {schema: 'golden/1', topic: 'rng'},
    'bent.json': bent,
  });
  assert.equal(failed, 3);
  assert.match(lines[0], /^failed cosine sinusoidal_21_64: threw in\.x has 1344 elements/);
});

test('a folder that is not there is a failure', async () => {
  const {failed} = await runFolder(core, path.join(DATA, 'nowhere'));
  assert.equal(failed, 1);
});

test('a topic that the core does not have is skipped by name, an index of files is passed over', async () => {
  const {passed, failed, skipped, lines} = await outcomeOf({
    'wavelets.json': {
      schema: 'golden/1',
      topic: 'wavelets',
      cases: [{id: 'a'}, {id: 'b'}],
    },
    'manifest.json': {files: []},
  });
  assert.deepEqual([passed, failed, skipped], [0, 0, 2]);
  assert.deepEqual(lines, ['skipped wavelets']);
});

test('a folder without any golden case is a failure, not a silent success', async () => {
  const {failed, lines} = await outcomeOf({'manifest.json': {files: []}});
  assert.equal(failed, 1);
  assert.match(lines[0], /holds no golden case$/);
});

test('a case that lacks an input, a parameter, an id or a tolerance says which', async () => {
  /** @param {string} topic @param {(item: any) => void} spoil */
  const lineOf = async (topic, spoil) => {
    const spoiled = golden(topic);
    spoiled.cases = [spoiled.cases[0]];
    spoil(spoiled.cases[0]);
    return (await outcomeOf({[`${topic}.json`]: spoiled})).lines[0];
  };
  const remove = (/** @type {any} */ object, /** @type {string} */ name) => delete object[name];
  for (const [topic, spoil, message] of /** @type {[string, (item: any) => void, RegExp][]} */ ([
    ['sinusoidal', (item) => remove(item.in, 'positions'), /: threw has no in\.positions$/],
    ['rope_apply', (item) => remove(item.in, 'positions'), /: threw has no in\.positions$/],
    ['attention_rope_half', (item) => remove(item.params, 'rope'), /: threw has no params\.rope$/],
    ['pca', (item) => remove(item.out, 'components'), /: threw has no out\.components$/],
    ['rng', (item) => remove(item.params, 'base_hex'), /: threw base_hex is no number/],
    ['cosine', (item) => remove(item, 'id'), /^failed cosine case 0: threw has no id$/],
    ['cosine', (item) => Object.assign(item.tol.similarity, {atol: 'nan'}), /has no tolerance/],
    ['cosine', (item) => Object.assign(item.tol.similarity, {atol: null}), /has no tolerance/],
  ])) {
    assert.match(await lineOf(topic, spoil), message);
  }
});

// The same seed and the same calls give the same bits: in wasm, in the build with asserts at another
// level of optimisation, and natively, where tests/native/transformer.c prints a hash a setup.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

import {Transformer} from '../../../web/core/transformer.js';
import {loadBothCores} from '../../support/core.js';
import {hashOf} from '../../support/training-hashes.js';

/** @import {Core} from '../../../web/core/core.js' */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const [VOCAB, N_OUT, BATCH, SEQ_LEN, STEPS] = [13, 11, 3, 7, 5];
const SETTINGS = {
  ...{base: 50, clip: 2, nBuckets: 6, maxDistance: 5, maxLen: 9},
  ...{width: 5, trainLen: 4, scaleBase: 16, interval: 2},
};

/** As in tests/native/transformer.c. @type {Record<string, {causal?: boolean, readout?: 'mean' | 'last'}>} */
const SETUPS = {
  'shaw-keys+shaw-values': {causal: false, readout: 'mean'},
  'rope-half+alibi': {readout: 'last'},
  'rope-half+fox+cope': {readout: 'mean'},
  'rope-half+pope+sink': {readout: 'mean', causal: false},
  'path+fox+sink': {readout: 'mean', causal: false},
  'sinusoidal+alibi': {causal: false, readout: 'mean'},
  'learned+t5': {causal: false},
  'multiplicative+xpos+deberta+cope': {causal: false},
  'floater+log-n+transformer-xl+fire': {causal: false},
};

/** @param {number} n @param {number} times @param {number} modulus */
const integers = (n, times, modulus) =>
  Int32Array.from({length: n}, (_, i) => (i * times + 3) % modulus);

/** @param {Core} core @param {string} name of a setup */
function modelOf(core, name) {
  const list = name === 'no-method' ? [] : name.split('+');
  return new Transformer(core, {
    ...{vocabSize: VOCAB, nOut: N_OUT, nLayers: 2, nHeads: 2, dModel: 20, dFf: 22, seed: 1},
    ...{batch: BATCH, seqLen: SEQ_LEN, ...SETUPS[name]},
    methods: list.map((method) => {
      const [own, layer] = method.split('@');
      return {name: own, ...SETTINGS, ...(layer && {layers: [Number(layer)]})};
    }),
  });
}

/** @param {Transformer} model some steps */
function learn(model, nSteps = STEPS) {
  const tokens = integers(BATCH * SEQ_LEN, 7, VOCAB);
  const targets = integers(model.config.readout === 'each' ? tokens.length : BATCH, 5, N_OUT);
  targets[1] = -1;
  return Array.from({length: nSteps}, () => model.step({tokens, targets, lr: 0.01}));
}

/** @returns {[string, string][]} setup and hash, as the native program prints them */
function nativeHashes() {
  const built = spawnSync('./build.sh', ['--quiet', 'sanitize'], {cwd: ROOT, encoding: 'utf8'});
  assert.equal(built.status, 0, built.stderr);
  const program = path.join(ROOT, '.cache/native/transformer');
  const {stdout} = spawnSync(program, {encoding: 'utf8'});
  return [...stdout.matchAll(/^# bits (\S+) ([0-9a-f]{8})$/gm)].map(([, name, hash]) => [
    name,
    hash,
  ]);
}

const native = nativeHashes();

test('the native program trained every method of the table', async () => {
  const [[, core]] = await loadBothCores();
  const names = native.map(([name]) => name);
  for (const {name} of core.describe.methods) assert.ok(names.includes(name), name);
  assert.ok(names.length > core.describe.methods.length);
});

for (const [build, core] of await loadBothCores()) {
  for (const [name, hash] of native) {
    test(`five steps of ${name} end with the same bits in wasm and natively (${build})`, () => {
      const model = modelOf(core, name);
      learn(model);
      assert.equal(hashOf(model), hash);
      model.close();
    });
  }
}

test('the hash sees one bit, and another seed another model', async () => {
  const [[, core]] = await loadBothCores();
  const model = modelOf(core, 't5');
  const before = hashOf(model);
  const head = model.tensor('head.bias');
  head.data[10] = 2 ** -149;
  model.setTensor('head.bias', head);
  assert.notEqual(hashOf(model), before);
  model.close();
  const other = new Transformer(core, {...model.config, seed: 2});
  assert.notEqual(hashOf(other), before);
  other.close();
});

test('steps with other work in between, or taken up from a copy, give the losses of one run', async () => {
  const [[, core]] = await loadBothCores();
  const whole = modelOf(core, 'learned+t5');
  const losses = learn(whole, 6);
  whole.close();

  const first = modelOf(core, 'learned+t5');
  const early = learn(first, 3);
  first.evaluate({
    tokens: integers(40 * 9, 5, VOCAB),
    targets: integers(40 * 9, 3, N_OUT),
    batch: 40,
    seqLen: 9,
  });
  const second = modelOf(core, 'learned+t5');
  for (const {name, kind} of first.tensors) {
    if (kind === 'act') continue;
    second.setTensor(name, first.tensor(name));
    for (const which of /** @type {const} */ (['m', 'v'])) {
      second.setMoment(name, which, first.moment(name, which));
    }
  }
  second.nSteps = first.nSteps;
  assert.deepEqual([...early, ...learn(second, 3)], losses);
  second.close();
  assert.deepEqual([...early, ...learn(first, 3)], losses);
  first.close();
});

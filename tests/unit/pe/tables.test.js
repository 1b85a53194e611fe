// The learned table, clipped relative positions, the memory that methods keep, and their table.
import assert from 'node:assert/strict';
import test from 'node:test';

import {randomNormal} from '../../../web/core/base.js';
import {METHOD_TEXTS} from '../../../web/core/pe/method-texts.js';
import {
  alibiBias,
  clippedBias,
  learnedInit,
  learnedLookup,
  memoryBytes,
  methods,
  relativeMatrix,
} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {randomTensor} from '../../support/random.js';

const cores = await loadBothCores();
const [, core] = cores[0];

for (const [build, each] of cores) {
  test(`${build}: a learned table starts with the given sigma, and its seed decides it`, () => {
    const options = {maxLen: 512, dModel: 64, sigma: 0.02, seed: 7};
    const {data, shape} = learnedInit(each, options);
    assert.deepEqual(shape, [512, 64]);
    const mean = data.reduce((a, b) => a + b, 0) / data.length;
    const sigma = Math.sqrt(data.reduce((a, b) => a + (b - mean) ** 2, 0) / data.length);
    assert.ok(Math.abs(mean) < 4e-4 && Math.abs(sigma - 0.02) < 2e-4, `${mean} ${sigma}`);
    assert.deepEqual(learnedInit(each, options).data, data);
    assert.notDeepEqual(learnedInit(each, {...options, seed: 8}).data, data);
    const stream = {seed: 7, name: 'learned', shape: [512, 64]};
    assert.deepEqual(randomNormal(each, {...stream, sigma: 0.02}).data, data);
    assertClose(
      learnedInit(each, {...options, sigma: 1}).data,
      data.map((v) => 50 * v),
      {rtol: 1e-6},
    );
  });

  test(`${build}: a lookup gives the requested rows, in their order`, () => {
    const table = randomTensor(each, 'table', [9, 5]);
    const {data, shape} = learnedLookup(each, {table, positions: [8, 0, 3, 3]});
    assert.deepEqual(shape, [4, 5]);
    assert.deepEqual(
      [...data],
      [8, 0, 3, 3].flatMap((p) => [...table.data.slice(5 * p, 5 * p + 5)]),
    );
  });

  test(`${build}: relative positions are key minus query, clipped`, () => {
    const {data} = relativeMatrix(each, {nQuery: 8, nKey: 8, clip: 5});
    for (let i = 0; i < 8; i++) {
      for (let j = 0; j < 8; j++) assert.equal(data[8 * i + j], Math.max(-5, Math.min(5, j - i)));
    }
    const late = relativeMatrix(each, {nQuery: 2, nKey: 5, clip: 9}).data;
    assert.deepEqual([...late], [-3, -2, -1, 0, 1, -4, -3, -2, -1, 0]);
  });

  test(`${build}: a clipped bias reads its table at the clipped position`, () => {
    const table = randomTensor(each, 'table', [2, 7]);
    const {data, shape} = clippedBias(each, {table, nQuery: 6, nKey: 9, clip: 3});
    const at = relativeMatrix(each, {nQuery: 6, nKey: 9, clip: 3}).data;
    assert.deepEqual(shape, [2, 6, 9]);
    data.forEach((value, k) => {
      const head = Math.floor(k / 54);
      assert.equal(value, table.data[7 * head + at[k % 54] + 3]);
    });
  });
}

test('a clipped bias knows offsets on both sides, wider than any tile', () => {
  const [n, clip] = [300, 150];
  const table = {
    data: Float32Array.from({length: 2 * clip + 1}, (_, k) => k - clip),
    shape: [1, 2 * clip + 1],
  };
  const {data} = clippedBias(core, {table, nQuery: n, nKey: n, clip});
  const want = Array.from(data, (_, at) => (at % n) - Math.floor(at / n));
  assert.deepEqual(
    [...data],
    want.map((offset) => Math.min(Math.max(offset, -clip), clip)),
  );
});

test('a position past the learned table is refused by its name, value and the table’s length', () => {
  const table = randomTensor(core, 'table', [128, 2]);
  assert.throws(() => learnedLookup(core, {table, positions: [0, 128]}), {
    name: 'RangeError',
    message:
      'positions[1] must be an integer from 0 to 127, since the table has 128 rows, got 128.',
  });
});

test('memory is what the tensors weigh', () => {
  const bytes = (/** @type {string} */ method, /** @type {object} */ sizes) =>
    memoryBytes(core, {method, seqLen: 8192, ...sizes});
  assert.equal(bytes('none', {}), 0);
  assert.equal(bytes('sinusoidal', {dModel: 64}), 2 * 1024 ** 2);
  assert.equal(bytes('learned', {dModel: 64}), 2 * 1024 ** 2);
  assert.equal(bytes('rope-half', {dHead: 16}), 512 * 1024);
  assert.equal(bytes('rope-interleaved', {dHead: 16}), 512 * 1024);
  assert.equal(bytes('alibi', {nHeads: 4}), 1024 ** 3);
  const {data} = alibiBias(core, {nHeads: 3, nQuery: 10, nKey: 10});
  assert.equal(memoryBytes(core, {method: 'alibi', seqLen: 10, nHeads: 3}), data.byteLength);
  assert.ok(bytes('clipped-bias', {nHeads: 4, clip: 5}) === 1024 ** 3 + 4 * 11 * 4);
  assert.equal(bytes('t5', {nHeads: 4}), 1024 ** 3);
  for (const name of ['kerple-log', 'kerple-power', 'fire', 'deberta']) {
    assert.equal(bytes(name, {nHeads: 4}), 1024 ** 3, name);
  }
  for (const name of ['multiplicative', 'floater-recurrent', 'floater']) {
    assert.equal(bytes(name, {dModel: 64}), 2 * 1024 ** 2, name);
  }
  assert.equal(bytes('cope', {dHead: 16}), 512 * 1024);
  assert.equal(bytes('log-n', {}), 0);
  assert.equal(bytes('temperature', {}), 0);
  assert.equal(bytes('transformer-xl', {dModel: 64}), 4 * (2 * 8192 - 1) * 64);
  assert.equal(bytes('xpos', {dHead: 16}), bytes('rope-half', {dHead: 16}));
  for (const name of ['shaw-keys', 'shaw-values']) {
    assert.equal(bytes(name, {dHead: 16, clip: 5}), 4 * 11 * 16, name);
  }
});

test('the table of methods says where each acts, what it learns and its paper', () => {
  const acts = Object.fromEntries(methods(core).map(({name, actsOn}) => [name, actsOn]));
  assert.deepEqual(acts, {
    none: 'nowhere',
    sinusoidal: 'input',
    learned: 'input',
    'rope-half': 'qk',
    'rope-interleaved': 'qk',
    alibi: 'logits',
    'clipped-bias': 'logits',
    t5: 'logits',
    'shaw-keys': 'logits',
    'shaw-values': 'output',
    'kerple-log': 'logits',
    'kerple-power': 'logits',
    fire: 'logits',
    cope: 'logits',
    'log-n': 'qk',
    multiplicative: 'input',
    'floater-recurrent': 'input',
    floater: 'input',
    'transformer-xl': 'logits',
    deberta: 'logits',
    xpos: 'qk',
    temperature: 'qk',
    fox: 'logits',
    pope: 'logits',
    sink: 'weights',
    'stick-breaking': 'weights',
    'rope-values': 'values',
    'mla-rope': 'kv',
    'mla-nope': 'kv',
    path: 'logits',
    'rope-mixed': 'qk',
  });
  const names = methods(core).map(({name}) => name);
  assert.deepEqual(Object.keys(METHOD_TEXTS), names);
  for (const {name, learns, paper} of methods(core)) {
    assert.ok(learns.length > 0, name);
    if (name !== 'none') assert.match(paper, /\d{4}/, name);
  }
});

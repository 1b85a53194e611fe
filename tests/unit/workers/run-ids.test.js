// Position ids of a run: drawn from its seed alone, of the range that its spec names.
import assert from 'node:assert/strict';
import test from 'node:test';

import {idsOf} from '../../../web/workers/run-ids.js';
import {TrainRun} from '../../../web/workers/train-run.js';
import {loadCore} from '../../support/core.js';

/** @import {TrainSpec} from '../../../web/workers/protocol.js' */

const core = await loadCore();
const N_IDS = 40;

/** @param {Partial<TrainSpec>} [more] @returns {TrainSpec} */
const spec = (more = {}) => ({
  kind: 'train',
  task: 'order-2',
  seqLen: 6,
  batch: 4,
  steps: 8,
  lr: 0.01,
  warmup: 3,
  weightDecay: 0.01,
  seed: 5,
  model: {nLayers: 1, nHeads: 2, dModel: 16, dFf: 32, causal: true, methods: ['rope-half']},
  evaluate: {lengths: [6, 13], sequences: 10},
  ...more,
});

/** @param {'randomized' | 'pose'} rule */
const ruled = (rule) => ({ids: {rule, nIds: N_IDS}});

/** @param {TrainSpec} of */
async function finished(of) {
  const run = new TrainRun(await loadCore(), of);
  while (run.advance());
  return run;
}

test('randomized ids ascend within their range, differ from batch to batch, and reach every id', () => {
  const of = spec(ruled('randomized'));
  const reached = new Set();
  const drawn = new Set();
  for (let step = 0; step < 100; step++) {
    const ids = [...(idsOf(core, of, 'train', step, 6) ?? [])];
    assert.equal(ids.length, 6);
    for (const [k, id] of ids.entries()) {
      assert.ok(id < N_IDS && id > (ids[k - 1] ?? -1), String(ids));
      reached.add(id);
    }
    drawn.add(String(ids));
  }
  assert.equal(reached.size, N_IDS);
  assert.ok(drawn.size > 95);
  const again = idsOf(core, of, 'train', 3, 6);
  assert.deepEqual(idsOf(core, of, 'train', 3, 6), again);
  assert.notDeepEqual(idsOf(core, of, 'test', 3, 6), again);
  assert.notDeepEqual(idsOf(core, {...of, seed: 6}, 'train', 3, 6), again);
});

test('PoSE has one jump after a cut, of every size, and tests are plain', () => {
  const of = spec(ruled('pose'));
  const [cuts, jumps] = [new Set(), new Set()];
  for (let step = 0; step < 500; step++) {
    const ids = [...(idsOf(core, of, 'train', step, 6) ?? [])];
    assert.equal(ids[0], 0);
    const steps = ids.slice(1).map((id, k) => id - ids[k] - 1);
    assert.ok(steps.filter((jump) => jump > 0).length <= 1, String(ids));
    const at = steps.findIndex((jump) => jump > 0);
    if (at >= 0) cuts.add(at);
    jumps.add(ids[5] - 5);
  }
  assert.deepEqual([...cuts].sort(), [0, 1, 2, 3, 4]);
  assert.deepEqual([Math.min(...jumps), Math.max(...jumps)], [0, N_IDS - 6]);
  assert.equal(idsOf(core, of, 'test', 0, 13), undefined);
  assert.equal(idsOf(core, spec(), 'train', 0, 6), undefined);
});

test('a run with ids is the same twice, and another than the plain one, for every method', async () => {
  for (const {name} of core.describe.methods) {
    const model = {...spec().model, methods: [{name, maxLen: N_IDS, trainLen: 4, interval: 2}]};
    const results = [];
    for (const more of [{}, ruled('randomized'), ruled('randomized'), ruled('pose')]) {
      const run = await finished(spec({model, ...more}));
      results.push([...run.losses, ...run.evaluations.map((one) => Object.values(one).join())]);
    }
    const [plain, randomized, again, pose] = results;
    assert.deepEqual(randomized, again);
    const isPlain = ['none', 'cope', 'fox', 'sink', 'stick-breaking'].includes(name);
    assert[isPlain ? 'deepEqual' : 'notDeepEqual'](randomized, plain, name);
    assert[isPlain ? 'deepEqual' : 'notDeepEqual'](pose, plain, name);
  }
});

test('a rule that cannot be is refused by its name, before anything is trained', () => {
  const begin = (/** @type {any} */ ids) => new TrainRun(core, spec({ids}));
  assert.throws(
    () => begin({rule: 'other', nIds: 40}),
    /ids\.rule must be one of randomized, pose/,
  );
  for (const nIds of [12, 0, 1.5, undefined]) {
    assert.throws(() => begin({rule: 'randomized', nIds}), /ids\.nIds/);
  }
  assert.throws(() => begin({rule: 'pose', nIds: 5}), /ids\.nIds/);
  assert.throws(
    () => new TrainRun(core, spec({...ruled('pose'), model: {...spec().model, methods: [{name: 'learned', maxLen: 20}]}})), // biome-ignore format: one thought
    /20 rows/,
  );
});

// Position ids of a run: drawn from its seed alone, of the range that its spec names.
import assert from 'node:assert/strict';
import test from 'node:test';

import {taskBatch} from '../../../web/core/task.js';
import {idsOf} from '../../../web/workers/run-ids.js';
import {TrainRun} from '../../../web/workers/train-run.js';
import {loadCore} from '../../support/core.js';
import {finished, trainSpec} from '../../support/training.js';

/** @import {TrainSpec} from '../../../web/workers/protocol.js' */

const core = await loadCore();
const N_IDS = 40;

/** @param {Partial<TrainSpec>} [more] */
const spec = (more = {}) => trainSpec({steps: 8, ...more});

/** @param {'randomized' | 'pose'} rule */
const ruled = (rule) => ({ids: {rule, nIds: N_IDS}});

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

/** @param {'abacus' | 'coupled'} rule @param {number} [digits] @param {Partial<TrainSpec>} [more] */
const placed = (rule, digits = 4, more = {}) =>
  spec({
    task: 'addition',
    seqLen: 3 * digits + 2,
    ids: {rule, nIds: N_IDS},
    evaluate: {lengths: [3 * digits + 2, 6 * digits + 2], sequences: 10},
    ...more,
  });

/**
 * Ids by place value, read off the tokens of an addition: the digit of place value 10^p has p + 1, each in its number.
 *
 * @param {readonly number[]} tokens
 * @param {'abacus' | 'coupled'} rule
 */
function placesOf(tokens, rule) {
  /** @type {number[]} */
  const ids = [];
  let place = 0;
  for (const token of tokens) {
    place = token < 10 ? place + 1 : 0;
    ids.push(place);
  }
  // a sign takes the id before that of the digit that follows it; the abacus has one for all signs
  return rule === 'abacus' ? ids : ids.map((id, t) => (tokens[t] < 10 ? id : 0));
}

test('ids of places tell the place value of each digit, from a random start in training alone', () => {
  for (const rule of /** @type {const} */ (['abacus', 'coupled'])) {
    for (const digits of [1, 4, 9]) {
      const of = placed(rule, digits);
      const {task, seed, seqLen} = of;
      const {tokens} = taskBatch(core, {task, seed, split: 'test', index: 0, batch: 1, seqLen});
      const want = placesOf([...tokens], rule);
      assert.deepEqual([...(idsOf(core, of, 'test', 3, seqLen) ?? [])], want, rule);
      const starts = new Set();
      for (let step = 0; step < 400; step++) {
        const ids = [...(idsOf(core, of, 'train', step, seqLen) ?? [])];
        const start = ids[0] - 1;
        starts.add(start);
        const moved = want.map((id, t) => (rule === 'abacus' && tokens[t] > 9 ? 0 : id + start));
        assert.deepEqual(ids, moved, rule);
        assert.ok(Math.max(...ids) < N_IDS);
      }
      assert.equal(starts.size, N_IDS - digits, 'every start there is');
    }
  }
});

test('ids of places are refused for other tasks and other lengths', () => {
  const begin = (/** @type {Partial<TrainSpec>} */ more) =>
    new TrainRun(core, placed('abacus', 4, more));
  assert.throws(() => begin({task: 'copy'}), /ids\.rule 'abacus'.*'copy' at 14/);
  assert.throws(() => begin({seqLen: 15}), /'addition' at 15/);
  assert.throws(
    () => begin({evaluate: {lengths: [14, 16], sequences: 1}}),
    /numbers of n digits, got 'addition' at 16/,
  );
  assert.throws(() => begin({ids: {rule: 'abacus', nIds: 8}}), /ids\.nIds/);
  assert.throws(() => begin({model: {...spec().model, methods: ['alibi']}}).advance(), /ids/);
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
    const isPlain = ['none', 'cope', 'fox', 'sink', 'stick-breaking', 'mla-nope', 'path'].includes(
      name,
    );
    assert[isPlain ? 'deepEqual' : 'notDeepEqual'](randomized, plain, name);
    assert[isPlain ? 'deepEqual' : 'notDeepEqual'](pose, plain, name);
  }
});

test('a rule that cannot be is refused by its name, before anything is trained', () => {
  const begin = (/** @type {any} */ ids) => new TrainRun(core, spec({ids}));
  assert.throws(
    () => begin({rule: 'other', nIds: 40}),
    /ids\.rule must be one of randomized, pose, abacus, coupled/,
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

test('PoSE moves texts of two tokens too', () => {
  const of = spec(ruled('pose'));
  const jumps = new Set();
  for (let step = 0; step < 200; step++) jumps.add((idsOf(core, of, 'train', step, 2) ?? [])[1]);
  assert.ok(jumps.size > 20, `${jumps.size} second ids`);
  assert.equal(idsOf(core, of, 'train', 0, 1), undefined);
});

test('of several lengths that are no additions the first is named', () => {
  assert.throws(
    () => new TrainRun(core, placed('abacus', 4, {evaluate: {lengths: [16, 18], sequences: 1}})),
    /got 'addition' at 16/,
  );
});

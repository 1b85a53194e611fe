// Runs out of a file: matched by their specs, with their tensors to the bit, and none made up.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {idleState} from '../../../web/workers/protocol.js';
import {digestOf, NotRecorded, recordedStates} from '../../../web/workers/recorded.js';

/** @import {Recording} from '../../../web/workers/recorded.js' */
/** @import {TrainSpec} from '../../../web/workers/protocol.js' */

/** @param {number} seed @returns {TrainSpec} */
const specOf = (seed) => ({
  kind: 'train',
  task: 'copy',
  seqLen: 4,
  batch: 2,
  steps: 5,
  lr: 0.01,
  warmup: 1,
  weightDecay: 0,
  seed,
  model: {methods: []},
  take: ['pos_emb', 'tok_emb'],
});

const VALUES = Float32Array.of(1.5, -0, 3.4e38, 1e-45);

/** @param {TrainSpec} spec @returns {Recording} */
const recordingOf = (spec) => ({
  figure: 'one',
  element: 'a-b',
  core: '00000000',
  settings: {},
  runs: [
    {
      of: digestOf(spec),
      name: 'none',
      nParams: 7,
      every: 2,
      losses: [3, 2, 1],
      evaluations: [{seqLen: 4, missing: 'no such position'}],
      tensors: {
        pos_emb: {shape: [2, 2], data: Buffer.from(VALUES.buffer).toString('base64')},
      },
    },
  ],
});

test('a recorded run is a run that is done', () => {
  const spec = specOf(1);
  const [run] = recordedStates(recordingOf(spec), [spec]) ?? [];
  assert.deepEqual(Object.keys(run), Object.keys(idleState(spec)));
  assert.equal(run.state, 'done');
  assert.equal(run.step, 5);
  assert.deepEqual([...run.losses], [3, 3, 2, 2, 1]);
  assert.deepEqual(run.evaluations, [{seqLen: 4, missing: 'no such position'}]);
  assert.equal(run.nParams, 7);
});

test('a recorded tensor is the same to the bit', () => {
  const spec = specOf(1);
  const [run] = recordedStates(recordingOf(spec), [spec]) ?? [];
  const {data, shape} = run.tensors.pos_emb;
  assert.deepEqual(shape, [2, 2]);
  assert.deepEqual(new Uint32Array(data.buffer), new Uint32Array(VALUES.buffer));
});

test('a tensor that a spec promises and the file has not kept is refused, not missing', () => {
  const spec = specOf(1);
  const [run] = recordedStates(recordingOf(spec), [spec]) ?? [];
  assert.throws(() => run.tensors.tok_emb, NotRecorded);
  assert.equal(run.tensors.other, undefined);
});

test('specs are all recorded, or none is', () => {
  const recording = recordingOf(specOf(1));
  assert.equal(recordedStates(recording, [specOf(2)]), null);
  assert.equal(recordedStates(recording, [specOf(1), specOf(2)]), null);
  assert.equal(recordedStates(recording, [specOf(1), specOf(1)])?.length, 2);
});

test('the digest of a spec hears every field, and no order of them', () => {
  const spec = specOf(1);
  const {kind, ...others} = spec;
  assert.equal(digestOf({...others, kind}), digestOf(spec));
  const changed = [
    {...spec, seed: 2},
    {...spec, lr: 0.02},
    {...spec, model: {methods: ['alibi']}},
    {...spec, take: ['tok_emb', 'pos_emb']},
  ];
  assert.equal(new Set([spec, ...changed].map(digestOf)).size, 5);
  assert.match(digestOf(spec), /^[0-9a-f]{16}$/);
});

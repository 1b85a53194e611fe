import assert from 'node:assert/strict';
import test from 'node:test';

import {learnedInit} from '../../../web/core/pe.js';
import {taskInfo} from '../../../web/core/task.js';
import {meterHolds} from '../../../web/figures/frame/meters.js';
import {readSettings} from '../../../web/figures/frame/settings.js';
import {
  randomContrast,
  rowChanges,
  rowMeters,
  shrinkage,
  structure,
} from '../../../web/figures/training/learned-laws.js';
import {idleState} from '../../../web/workers/protocol.js';
import {assertClose} from '../../support/close.js';
import {loadCore} from '../../support/core.js';
import {doneRun} from '../../support/fake-runs.js';
import {loadFigure} from '../../support/figures.js';

/** @import {Tensor} from '../../../web/core/core.js' */

const core = await loadCore();
const LearnedTable = await loadFigure('learned-table');
const TRAINED = 12;

const before = learnedInit(core, {maxLen: 24, dModel: 64, seed: 3});

/**
 * The table with its first rows moved, row r by r + 1 in its first number, and the others scaled.
 *
 * @param {number} [factor]
 * @returns {Tensor}
 */
function moved(factor = 1) {
  const data = before.data.slice();
  for (let row = 0; row < TRAINED; row++) data[64 * row] += row + 1;
  for (let k = 64 * TRAINED; k < data.length; k++) data[k] = Math.fround(factor * data[k]);
  return {data, shape: before.shape};
}

/** @param {import('../../../web/figures/frame/meters.js').Meter[]} meters */
const states = (meters) => Object.fromEntries(meters.map((m) => [m.name, meterHolds(m)]));

/** @param {Record<string, any>} attributes @param {string} preset */
const settingsOf = (attributes, preset) =>
  readSettings(
    LearnedTable.settings,
    LearnedTable.presets[preset].settings ?? {},
    (a) => attributes[a] ?? null,
  ).settings;

/** @param {string} preset @param {Record<string, string>} [attributes] @param {Tensor} [after] */
function drawn(preset, attributes = {}, after = moved()) {
  const settings = settingsOf(attributes, preset);
  const [spec] = LearnedTable.runs(settings);
  const run = doneRun(spec, [], {before: {pos_emb: before}, tensors: {pos_emb: after}});
  return LearnedTable.compute(core, settings, '', [run]);
}

test('a row moves by the Euclidean length of its change', () => {
  const expected = Array.from({length: 24}, (_, row) => (row < TRAINED ? row + 1 : 0));
  assertClose(rowChanges(before, moved()), expected, {rtol: 1e-6});
});

test('one number of one untrained row that moved breaks the law, and nothing else does', () => {
  const options = {trained: TRAINED, weightDecay: 0};
  assert.deepEqual(states(rowMeters(before, moved(), options)), {
    'untrained-rows': true,
    'trained-rows': true,
  });
  const wrong = moved();
  wrong.data[64 * 20 + 7] = Math.fround(wrong.data[64 * 20 + 7] + 1e-6);
  assert.equal(states(rowMeters(before, wrong, options))['untrained-rows'], false);
  const still = moved();
  still.data.set(before.data.subarray(64 * 5, 64 * 6), 64 * 5);
  assert.equal(states(rowMeters(before, still, options))['trained-rows'], false);
});

test('rows that decay all shrink by one factor, and one that does not is found', () => {
  const options = {trained: TRAINED, weightDecay: 0.1};
  const {factor, error} = shrinkage(before, moved(0.9), TRAINED);
  assertClose([factor], [0.9], {rtol: 1e-6});
  assert.ok(error < 1e-6, String(error));
  assert.equal(states(rowMeters(before, moved(0.9), options))['untrained-rows'], true);
  assert.equal(
    states(rowMeters(before, moved(0.9), {...options, weightDecay: 0}))['untrained-rows'],
    false,
    'without decay they must not shrink',
  );
  const wrong = moved(0.9);
  wrong.data[64 * 23 + 63] = before.data[64 * 23 + 63];
  assert.equal(states(rowMeters(before, wrong, options))['untrained-rows'], false);
});

test('a table of which every row was trained has no law for the others', () => {
  const first = {data: before.data.subarray(0, 64 * TRAINED), shape: [TRAINED, 64]};
  const after = {data: moved().data.subarray(0, 64 * TRAINED), shape: [TRAINED, 64]};
  const names = rowMeters(first, after, {trained: TRAINED, weightDecay: 0}).map((m) => m.name);
  assert.deepEqual(names, ['trained-rows']);
});

test('structure: rows on a quarter of a circle, whose cosines are known', () => {
  const n = 5;
  const angle = (/** @type {number} */ k) => (k * Math.PI) / 8;
  const data = Float32Array.from({length: 2 * n}, (_, k) =>
    k % 2 ? Math.sin(angle(k >> 1)) : Math.cos(angle(k >> 1)),
  );
  const {near, far, contrast} = structure(core, {data, shape: [n, 2]});
  assertClose([near], [Math.cos(Math.PI / 8)], {rtol: 1e-6});
  // distances 3 (twice) and 4 (once) are at least 5 / 2
  assertClose([far], [(2 * Math.cos((3 * Math.PI) / 8)) / 3], {atol: 1e-6});
  assert.equal(contrast, near - far);
});

test('noise is less structured than the strongest of the noise it is measured by', () => {
  const most = randomContrast(core, {nPos: TRAINED, dModel: 64});
  assert.ok(most > 0.05 && most < 0.5, String(most));
});

test('all presets ask for one run, with a table of 24 rows that does not decay', () => {
  const specs = Object.keys(LearnedTable.presets).map((name) =>
    LearnedTable.runs(settingsOf({}, name)),
  );
  for (const list of specs) assert.deepEqual(list, specs[0]);
  const [spec] = specs[0];
  assert.equal(spec.weightDecay, 0);
  assert.equal(spec.seqLen, TRAINED);
  assert.deepEqual(spec.model.methods, [{name: 'learned', maxLen: 24}]);
  assert.deepEqual([spec.before, spec.take], [['pos_emb'], ['pos_emb']]);
  assert.equal(
    LearnedTable.runs(settingsOf({'weight-decay': '0.1'}, 'learned-loss'))[0].weightDecay,
    0.1,
  );
});

test('the tables: six positions of each, and the change of all 24 rows', () => {
  const {panels, meters} = drawn('toy-pe-heatmaps-trained');
  const maps = panels.filter((/** @type {any} */ p) => p.kind === 'heatmap');
  assert.deepEqual(
    maps.map((/** @type {any} */ p) => [p.title, p.tensor.shape]),
    [
      ['sinusoidal', [6, 64]],
      ['learned, before training', [6, 64]],
      ['learned, after 240 steps', [6, 64]],
    ],
  );
  assert.deepEqual(maps[1].colour, maps[2].colour, 'before and after on one scale');
  assert.notDeepEqual(maps[0].colour, maps[1].colour);
  assert.equal(maps[2].tensor.data[64 * 2], moved().data[64 * 2]);
  const change = panels.find((/** @type {any} */ p) => p.series?.[0].style === 'bars');
  assert.equal(change.series[0].y.length, 24);
  assertClose([change.series[0].y[11], change.series[0].y[12]], [12, 0], {rtol: 1e-6});
  assert.ok(Object.values(states(meters)).every(Boolean));
});

test('one colour scale for all three with scale=shared', () => {
  const {panels} = drawn('toy-pe-heatmaps-trained', {scale: 'shared'});
  assert.deepEqual(panels[0].colour, panels[2].colour);
});

test('the components: trained rows on a path, untrained ones beside it', () => {
  const {panels, note} = drawn('pe-pca-3d-trained', {'n-pos': '20'});
  const after = panels[2];
  assert.deepEqual(
    after.paths.map((/** @type {any} */ p) => [p.points.length, p.line ?? true]),
    [
      [12, true],
      [8, false],
    ],
  );
  assert.equal(panels[0].paths.length, 1, 'the sinusoidal rows are all alike');
  assert.match(note, /after 240 steps 100 %/); // one direction holds nearly all: what was added
});

test('the verdict on structure follows from the numbers', () => {
  const angle = (/** @type {number} */ k) => (k * Math.PI) / 24;
  const near = {data: new Float32Array(before.data.length), shape: before.shape};
  const apart = {data: new Float32Array(before.data.length), shape: before.shape};
  for (let row = 0; row < 24; row++) {
    near.data.set([Math.cos(angle(row)), Math.sin(angle(row))], 64 * row);
    // of two neighbours one is always turned round
    const sign = row % 2 ? -1 : 1;
    apart.data.set([sign, 0.02 * row], 64 * row);
  }
  const note = (/** @type {Tensor} */ after) =>
    drawn('pe-similarity-matrix-trained', {}, after).note;
  assert.match(note(near), /have come to be more alike/);
  assert.match(note(before), /nearness is not what this table has learned/);
  assert.match(note(apart), /have come to be less alike/);
});

test('a model out of a file has no before, and so no law about it', () => {
  const settings = settingsOf({}, 'toy-pe-heatmaps-trained');
  const run = doneRun(LearnedTable.runs(settings)[0], [], {
    isLoaded: true,
    losses: new Float32Array(0),
    before: {pos_emb: moved()},
    tensors: {pos_emb: moved()},
  });
  const {panels, meters} = LearnedTable.compute(core, settings, '', [run]);
  assert.deepEqual(
    panels.map((/** @type {any} */ p) => p.title),
    ['sinusoidal', 'learned, out of a file', 'Loss while it trains'],
  );
  assert.deepEqual(meters, []);
});

test('before it has run, each preset draws what is known and says what Run will do', () => {
  for (const preset of Object.keys(LearnedTable.presets)) {
    const settings = settingsOf({}, preset);
    const {panels, meters, note} = LearnedTable.compute(
      core,
      settings,
      '',
      LearnedTable.runs(settings).map(idleState),
    );
    const loss = panels[panels.length - 1];
    assert.deepEqual(
      loss.series.map((/** @type {any} */ s) => s.name),
      ['learned', 'chance', 'best possible'],
    );
    assertClose(loss.series[1].y, [Math.log(100), Math.log(100)], {rtol: 1e-6});
    const {bestPerplexity} = taskInfo(core, {task: 'grammar', seqLen: TRAINED});
    assertClose(loss.series[2].y, Array(2).fill(Math.log(bestPerplexity)), {rtol: 1e-6});
    assert.deepEqual(meters, []);
    assert.match(note, /Run trains one model.*seed 1.*chance 0\.010, best possible 0\.5/);
  }
});

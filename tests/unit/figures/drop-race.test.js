// The race of models that lose RoPE: what it asks for, and what it says of results.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {readSettings} from '../../../web/figures/frame/settings.js';
import {loadCore} from '../../support/core.js';
import {doneRun, measured} from '../../support/fake-runs.js';
import {loadFigure} from '../../support/figures.js';

/** @import {TrainSpec} from '../../../web/workers/protocol.js' */

const core = await loadCore();
const DropRace = await loadFigure('drop-race');
const LengthRace = await loadFigure('length-race');

/** @param {Record<string, string>} [given] attributes */
const settingsOf = (given = {}) =>
  readSettings(DropRace.settings, {}, (name) => given[name] ?? null).settings;

suite('the race of models that lose RoPE', () => {
  test('all have as many steps; those that keep what they have are runs of the length race', () => {
    const specs = /** @type {TrainSpec[]} */ (DropRace.runs(settingsOf()));
    assert.equal(specs.length, 5 * 3);
    assert.ok(specs.every(({steps}) => steps === 400));
    const keyOf = (/** @type {TrainSpec} */ spec) => JSON.stringify(spec);
    const race = readSettings(LengthRace.settings, {seeds: '3'}, () => null).settings;
    const known = new Set(LengthRace.runs(race).map(keyOf));
    const kept = specs.filter(({second}) => !second);
    assert.ok(kept.length === 6 && kept.every((spec) => known.has(keyOf(spec))));
    const removed = specs.filter(({second}) => second);
    assert.deepEqual(
      removed.filter(({seed}) => seed === 1).map(({second}) => second),
      [
        {after: 400, methods: [], warmup: 0},
        {after: 375, methods: [], warmup: 2},
        {after: 200, methods: [], warmup: 20},
      ],
    );
    assert.ok(removed.every(({model}) => String(model.methods) === 'rope-half'));
    assert.equal(new Set(specs.map((spec) => DropRace.nameOf(spec))).size, specs.length);
  });

  test('leaves out what would be removed before the first step', () => {
    const specs = DropRace.runs(settingsOf({steps: '200', seeds: '1', 'steps-after': '0,200'}));
    assert.deepEqual(
      specs.map((/** @type {TrainSpec} */ {second}) => second?.after),
      [undefined, undefined, 200],
    );
  });

  test('says in numbers what each model has reached, and draws each as a line of its own', () => {
    const settings = settingsOf({seeds: '1', 'steps-after': '0,100'});
    const far = [0.3, 0.4, 0.2, 0.35];
    const runs = DropRace.runs(settings).map((/** @type {TrainSpec} */ spec, /** @type {number} */ k) =>
      doneRun(
        spec,
        (spec.evaluate?.lengths ?? []).map((length) => measured(length, length === 6 ? 0.9 : far[k])),
      ),
    ); // biome-ignore format: one thought
    const {panels, note} = DropRace.compute(core, settings, '', runs);
    const [accuracy, loss, table] = panels;
    assert.equal(
      table.says,
      'Accuracy at 6 and at 96 tokens.\nRoPE: 0.900 and 0.300.\nnone: 0.900 and 0.400.\n' +
        'RoPE, removed at the end: 0.900 and 0.200.\nRoPE, removed 100 steps before the end: 0.900 and 0.350.',
    );
    for (const {series} of [accuracy, loss]) {
      const lines = series.filter((/** @type {any} */ {reference}) => !reference);
      assert.equal(new Set(lines.map((/** @type {any} */ {colour}) => colour)).size, 4);
    }
    assert.match(note, /begin anew/);
    assert.equal(DropRace.compute(core, settings, '', []).panels[2].says, '');
  });
});

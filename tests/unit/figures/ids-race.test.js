// The race of position ids: what it asks for, and what it says of results.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {readSettings} from '../../../web/figures/frame/settings.js';
import {loadCore} from '../../support/core.js';
import {doneRun, measured} from '../../support/fake-runs.js';
import {loadFigure} from '../../support/figures.js';

/** @import {TrainSpec} from '../../../web/workers/protocol.js' */

const core = await loadCore();
const IdsRace = await loadFigure('ids-race');
const LengthRace = await loadFigure('length-race');

/** @param {Record<string, string>} [given] attributes */
const settingsOf = (given = {}) =>
  readSettings(IdsRace.settings, {}, (name) => given[name] ?? null).settings;

suite('the race of position ids', () => {
  test('trains each method with each rule and seed; the plain ones are those of a length race of as many steps', () => {
    const specs = /** @type {TrainSpec[]} */ (IdsRace.runs(settingsOf()));
    assert.equal(specs.length, 4 * 3 * 3);
    const keyOf = (/** @type {TrainSpec} */ spec) => JSON.stringify(spec);
    assert.equal(new Set(specs.map(keyOf)).size, specs.length);
    const race = readSettings(LengthRace.settings, {seeds: '3', steps: 600}, () => null).settings;
    const known = new Set(LengthRace.runs(race).map(keyOf));
    const plain = specs.filter(({ids}) => ids === undefined);
    assert.ok(plain.length === 12 && plain.every((spec) => known.has(keyOf(spec))));
    const rules = specs.flatMap(({ids}) => (ids ? [ids] : []));
    assert.deepEqual(rules.slice(0, 3), Array(3).fill({rule: 'randomized', nIds: 128}));
    assert.equal(new Set(specs.map((spec) => IdsRace.nameOf(spec))).size, specs.length);
  });

  test('has no text longer than its range, and a table with a row for each id', () => {
    const given = {'n-ids': '32', methods: 'learned', seeds: '1'};
    const [spec] = IdsRace.runs(settingsOf(given));
    assert.deepEqual(spec.evaluate.lengths, [6, 12, 24]);
    assert.deepEqual(spec.model.methods, [{name: 'learned', maxLen: 32}]);
  });

  test('adds numbers of one digit up to those of the longest text, and of more in tests, with ids of places', () => {
    const given = {task: 'addition', methods: 'rope', ids: 'plain,abacus,coupled', seeds: '1'};
    const specs = IdsRace.runs(settingsOf({...given, 'seq-len': '12', 'n-ids': '64'}));
    assert.deepEqual(
      specs.map((/** @type {TrainSpec} */ {ids}) => ids?.rule),
      [undefined, 'abacus', 'coupled'],
    );
    for (const {seqLen, lengths, evaluate} of specs) {
      assert.deepEqual([seqLen, lengths, evaluate.lengths], [11, [5, 8, 11], [11, 14, 17, 20]]);
    }
    const settings = settingsOf({...given, 'seq-len': '12'});
    const {note} = IdsRace.compute(core, settings, '', []);
    assert.match(note, /Abacus ids count.*Coupled ids are equal/);
    const near = IdsRace.runs(settingsOf({...given, task: 'copy'}));
    assert.equal(near.length, 1, 'no ids of places where there are no numbers');
  });

  test('says in numbers what each rule has reached, and draws each as a line of its own', () => {
    const settings = settingsOf({methods: 'rope,alibi', seeds: '1'});
    /** @type {Record<string, number>} */
    const accuracies = {plain: 0.3, randomized: 0.5, pose: 0.45};
    const runs = IdsRace.runs(settings).map((/** @type {TrainSpec} */ spec) =>
      doneRun(
        spec,
        (spec.evaluate?.lengths ?? []).map((length) =>
          measured(length, length === 6 ? 0.9 : accuracies[spec.ids?.rule ?? 'plain']),
        ),
      ),
    );
    const {panels, note} = IdsRace.compute(core, settings, '', runs);
    const [accuracy, table] = panels;
    assert.equal(
      table.says,
      'Accuracy at 6 and at 96 tokens.\nRoPE: plain 0.900 and 0.300; randomized 0.900 and 0.500; PoSE 0.900 and 0.450.\n' +
        'ALiBi: plain 0.900 and 0.300; randomized 0.900 and 0.500; PoSE 0.900 and 0.450.',
    );
    const lines = accuracy.series.filter((/** @type {any} */ {reference}) => !reference);
    assert.equal(new Set(lines.map((/** @type {any} */ {colour}) => colour)).size, 6);
    assert.match(note, /sorted numbers below 128/);
    const none = IdsRace.compute(core, settings, '', []);
    assert.equal(none.panels[1].says, '');
  });
});

// One passage at many places: what the figure asks for, and what it says of results.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {readSettings} from '../../../web/figures/frame/settings.js';
import {loadCore} from '../../support/core.js';
import {doneRun, measured} from '../../support/fake-runs.js';
import {loadFigure} from '../../support/figures.js';

/** @import {TrainSpec} from '../../../web/workers/protocol.js' */

const core = await loadCore();
const PassagePlaces = await loadFigure('passage-places');

/** @param {Record<string, string>} [given] attributes */
const settingsOf = (given = {}) =>
  readSettings(PassagePlaces.settings, {}, (name) => given[name] ?? null).settings;

suite('one passage at many places', () => {
  test('one model per seed, with the base that is set, reads the end of each text in each way', () => {
    const specs = /** @type {TrainSpec[]} */ (PassagePlaces.runs(settingsOf()));
    assert.deepEqual(
      specs.map(({seed}) => seed),
      [1, 2, 3],
    );
    const [{seqLen, model, evaluate}] = specs;
    assert.equal(seqLen, 32);
    assert.deepEqual(model.methods[0], {name: 'rope-half', base: 500_000});
    assert.deepEqual([evaluate?.passage, evaluate?.lengths], [8, [8, 16, 32, 64, 128, 256]]);
    const of = (/** @type {string} */ key) =>
      evaluate?.scalings?.find(({name}) => name === key)?.methods[0];
    assert.deepEqual(of('lost-base'), {name: 'rope-half', base: 10_000});
    assert.deepEqual(of('linear'), {name: 'rope-half', scaling: {kind: 'linear', factor: 4}});
    assert.deepEqual(of('lost-linear'), {...of('linear'), base: 10_000});
    assert.equal(of('none'), undefined);
  });

  test('says the perplexity at both ends, and has a line for each reading that is set', () => {
    const settings = settingsOf({readings: 'none,lost-base', seeds: '1'});
    const runs = PassagePlaces.runs(settings).map((/** @type {TrainSpec} */ spec) =>
      doneRun(
        spec,
        [undefined, 'lost-base'].flatMap((scaling) =>
          (spec.evaluate?.lengths ?? []).map((length) =>
            measured(length, 0.5, {scaling, loss: Math.log(scaling ? 2 + length : 2)}),
          ),
        ),
      ),
    );
    const {panels, note} = PassagePlaces.compute(core, settings, '', runs);
    const [perplexity, table] = panels;
    assert.equal(
      table.says,
      'Perplexity of the passage with nothing and with 248 tokens before it.\n' +
        'as it was trained: 2.00 and 2.00.\nbase lost: 10.00 and 258.00.',
    );
    const [none, lost, best] = perplexity.series;
    assert.deepEqual(none.x, [0, 8, 24, 56, 120, 248]);
    assert.ok(lost.y.every((/** @type {number} */ y, /** @type {number} */ k) => Math.abs(y - 10 - none.x[k]) < 1e-9)); // biome-ignore format: one thought
    assert.equal(best.reference, 'dashes');
    assert.match(note, /passage of 8 tokens/);
    assert.equal(PassagePlaces.compute(core, settings, '', []).panels[1].says, '');
  });
});

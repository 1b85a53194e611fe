// The race on a grid: what it asks for, how a grid is read, and what it says of results.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {methodQk} from '../../../web/core/pe.js';
import {Transformer} from '../../../web/core/transformer.js';
import {readSettings} from '../../../web/figures/frame/settings.js';
import {fitGrid} from '../../../web/workers/test-settings.js';
import {loadCore} from '../../support/core.js';
import {doneRun, measured} from '../../support/fake-runs.js';
import {loadFigure} from '../../support/figures.js';

/** @import {TrainSpec} from '../../../web/workers/protocol.js' */

const core = await loadCore();
const GridRace = await loadFigure('grid-race');

const NAMES = ['none', 'RoPE along the rows', 'axial RoPE', 'RoPE-Mixed'];

/** @param {Record<string, string>} [given] attributes */
const settingsOf = (given = {}) =>
  readSettings(GridRace.settings, {}, (name) => given[name] ?? null).settings;

/** @param {Record<string, string>} [given] @returns {TrainSpec[]} */
const specsOf = (given) => GridRace.runs(settingsOf(given));

/** An accuracy that tells method, seed and length apart. @param {number} k of the run @param {number} length */
const accuracyOf = (k, length) => 0.9 - 0.1 * Math.floor(k / 3) + 0.01 * (k % 3) - length / 1000;

/** @param {Record<string, string>} [given] */
function drawn(given = {}) {
  const settings = settingsOf(given);
  const runs = specsOf(given).map((spec, k) =>
    doneRun(
      spec,
      (spec.evaluate?.lengths ?? []).map((length) => measured(length, accuracyOf(k, length))),
    ),
  );
  return GridRace.compute(core, settings, '', runs);
}

suite('the race on a grid', () => {
  test('trains each method with each seed, in the order of its table, on square grids without a mask', () => {
    const specs = specsOf();
    assert.deepEqual(
      specs.map(({model, seed}) => [JSON.stringify(model.methods), seed]),
      [
        [],
        ['rope-half'],
        [{name: 'rope-half', base: 100, columns: 6}],
        [{name: 'rope-mixed', base: 10, columns: 6}],
      ].flatMap((methods) => [1, 2, 3].map((seed) => [JSON.stringify(methods), seed])),
    );
    for (const {task, seqLen, batch, model, steps, evaluate} of specs) {
      assert.deepEqual([task, seqLen, batch, steps], ['diagonal', 36, 16, 600]);
      assert.equal(model.causal, false);
      assert.deepEqual(evaluate, {lengths: [36, 49, 64, 100, 144], sequences: 256});
    }
    assert.equal(new Set(specs.map((spec) => GridRace.nameOf(spec))).size, specs.length);
    const names = specs.map((spec) => GridRace.nameOf(spec));
    const onGrid = names.map((name) => name.endsWith(', on a grid'));
    assert.deepEqual(
      onGrid,
      [0, 0, 1, 1].flatMap((is) => [is, is, is].map(Boolean)),
    );
    assert.deepEqual([GridRace.settings.side.min, GridRace.settings.side.max], [4, 8]);
    const [mixed] = specsOf({methods: 'mixed', side: '4', seeds: '1', seed: '7'});
    assert.deepEqual(mixed.model.methods, [{name: 'rope-mixed', base: 10, columns: 4}]);
    assert.deepEqual([mixed.seqLen, mixed.seed], [16, 7]);
    assert.deepEqual(mixed.evaluate?.lengths, [16, 25, 36, 64], 'each grid once');
  });

  test('reads each tested grid by its own columns, and goes back to those of training', () => {
    for (const method of ['axial', 'mixed']) {
      const [spec] = specsOf({methods: method, seeds: '1'});
      const model = new Transformer(core, {...spec.model, vocabSize: 9, batch: 1, seqLen: 144});
      const columns = () => model.config.methods.map((one) => one.columns);
      for (const side of [7, 8, 10, 12]) {
        const restore = fitGrid(model, side * side);
        assert.deepEqual(columns(), [side], method);
        restore();
        assert.deepEqual(columns(), [6], method);
      }
      model.close();
      const methods = spec.model.methods?.map((one) => ({.../** @type {any} */ (one), columns: 1}));
      const narrow = new Transformer(core, {...spec.model, methods, vocabSize: 9, batch: 1, seqLen: 49}); // biome-ignore format: one thought
      fitGrid(narrow, 49);
      assert.equal(narrow.config.methods[0].columns, 7, 'one column is a grid too');
      narrow.close();
    }
  });

  test('the first half of the axial pairs follows the columns, the second the rows', () => {
    const [method] = /** @type {any[]} */ (
      specsOf({methods: 'axial', seeds: '1'})[0].model.methods
    );
    const [n, dHead, nPairs] = [12, 8, 4]; // two rows of a grid
    const ones = {data: new Float32Array(n * dHead).fill(1), shape: [1, n, dHead]};
    const {name, ...settings} = method;
    const {data} = methodQk(core, {method: name, ...settings, q: ones, k: ones}).k;
    const pairsOf = (/** @type {number} */ token, /** @type {number} */ first) => [
      ...data.subarray(token * dHead + first, token * dHead + first + nPairs / 2),
    ];
    for (let token = 0; token < n; token++) {
      const [column, row] = [token % 6, Math.floor(token / 6)];
      assert.deepEqual(pairsOf(token, 0), pairsOf(column, 0), 'by the column alone');
      assert.deepEqual(pairsOf(token, 2), pairsOf(6 * row, 2), 'by the row alone');
    }
    assert.notDeepEqual(pairsOf(0, 0), pairsOf(1, 0));
    assert.notDeepEqual(pairsOf(0, 2), pairsOf(6, 2));
  });

  test('says the accuracy of each method on its own grid and on one of two columns more', () => {
    const {panels, note} = drawn();
    const table = panels[panels.length - 1];
    assert.equal(
      table.says,
      'Accuracy on grids of 6 by 6 cells, as in training, and of 8 by 8.\nnone: 0.874 and 0.846.\n' +
        'RoPE along the rows: 0.774 and 0.746.\naxial RoPE: 0.674 and 0.646.\nRoPE-Mixed: 0.574 and 0.546.',
    );
    assert.match(note, /Grids of 6, 7, 8, 10, 12 columns have 36, 49, 64, 100, 144 cells\./);
    assert.match(note, /Task: Which letter is on my diagonal\?/);
    assert.equal(GridRace.compute(core, settingsOf(), '', []).panels.at(-1).says, '');
    const few = drawn({methods: 'mixed,none', side: '5'}).panels.at(-1).says;
    assert.match(few, /5 by 5 cells, as in training, and of 7 by 7\.\nnone: .*\nRoPE-Mixed: /);
  });

  test('each method is a line and a row of its own, from the smallest grid to the largest', () => {
    const {panels} = drawn();
    const [accuracy] = panels;
    const table = panels[panels.length - 1];
    const lines = accuracy.series.filter((/** @type {any} */ {reference}) => !reference);
    assert.deepEqual(
      lines.map((/** @type {any} */ {name}) => name),
      NAMES,
    );
    assert.equal(new Set(lines.map((/** @type {any} */ {colour}) => colour)).size, 4);
    assert.deepEqual(
      table.rows.map((/** @type {string[]} */ [name]) => name),
      NAMES,
    );
    for (const [k, row] of table.rows.entries()) {
      const wanted = [36, 49, 64, 100, 144].map((cells) => {
        const [low, middle, high] = [0, 1, 2].map((seed) => accuracyOf(3 * k + seed, cells).toFixed(3)); // biome-ignore format: one thought
        return `${middle} (${low} to ${high})`;
      });
      assert.deepEqual(row.slice(3), wanted);
    }
  });
});

// The tables that follow a block, dropout, a product of positions and RoPE by hand, against numbers made here.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {meterHolds} from '../../../web/figures/frame/meters.js';
import {readSettings} from '../../../web/figures/frame/settings.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

const core = await loadCore();
const Readout = await loadFigure('pe-readout');
const MultipliedRows = await loadFigure('multiplied-rows');

/** @param {string} demo @param {Record<string, any>} [changes] */
function table(demo, changes = {}) {
  const preset = {...Readout.presets[demo].settings, ...changes};
  const {settings} = readSettings(Readout.settings, preset, () => null);
  const {panels, meters = []} = Readout.compute(core, settings, '');
  for (const meter of meters) assert.ok(meterHolds(meter), `${demo}: ${meter.name}`);
  return {rows: panels[0].rows, columns: panels[0].columns};
}

/** @param {string} text '(0.75, −1)' @returns {number[]} */
const numbersOf = (text) =>
  (text.match(/−?\d+(\.\d+)?/g) ?? []).map((one) => Number(one.replace('−', '-')));

/** @param {number[]} pair @param {number} angle */
const rotate = ([x, y], angle) => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
];

suite('RoPE by hand', () => {
  for (const [m, n] of [
    [7, 3],
    [0, 0],
    [2, 90],
  ])
    test(`query at ${m}, key at ${n}: every number is what sine and cosine give`, () => {
      const {rows} = table('worked-pairs', {position: m, keyPosition: n});
      const w = [1, 0.1];
      const q = [
        [1, 0],
        [1, 1],
      ].map((pair, k) => rotate(pair, m * w[k]));
      const k = [
        [1, 1],
        [0, 2],
      ].map((pair, i) => rotate(pair, n * w[i]));
      const parts = [0, 1].map((i) => q[i][0] * k[i][0] + q[i][1] * k[i][1]);
      const close = (/** @type {string} */ text, /** @type {number[]} */ expected) => {
        for (const [i, value] of numbersOf(text).entries())
          assert.ok(Math.abs(value - expected[i]) < 2e-4, `${text} is not ${expected}`);
      };
      for (const pair of [0, 1]) {
        close(rows[5][1 + pair], q[pair]);
        close(rows[7][1 + pair], k[pair]);
        close(rows[8][1 + pair], [parts[pair]]);
        close(rows[10][1 + pair], [parts[pair]]);
      }
      close(rows[8][3], [parts[0] + parts[1]]);
      assert.equal(rows[3][3], '3.0000');
    });
});

test('the block multiplies the embedding by the root of the width, and layer norm ends at that length', () => {
  for (const dModel of [64, 16]) {
    const {rows} = table('post-norm-block', {dModel});
    const lengths = rows.map((/** @type {string[]} */ row) => Number(row[2]));
    assert.ok(Math.abs(lengths[1] / lengths[0] - Math.sqrt(dModel)) < 0.02, `${lengths}`);
    assert.ok(Math.abs(lengths[5] - Math.sqrt(dModel)) < 0.01, `${lengths}`);
  }
});

test('dropout drops about its share, and nothing at 0 percent', () => {
  const share = (/** @type {number} */ percent) =>
    Number(/^(\d+) of/.exec(table('dropout', {percent}).rows[0][1])?.[1]) / 1280;
  assert.equal(share(0), 0);
  assert.ok(Math.abs(share(10) - 0.1) < 0.03);
  assert.ok(Math.abs(share(50) - 0.5) < 0.05);
});

test('a product keeps a zero, a sum does not', () => {
  const {panels, meters} = MultipliedRows.compute(core, {seed: 42});
  for (const meter of meters) assert.ok(meterHolds(meter), meter.name);
  for (const [position, , product, sum] of panels[0].rows) {
    assert.equal(numbersOf(product)[1], 0, `position ${position}`);
    assert.notEqual(numbersOf(sum)[1], 0);
  }
});

test('a reader chooses the lengths of the call', () => {
  const {columns, rows} = table('longer-than-the-table', {maxLen: 20, lengths: [20, 30, 100]});
  assert.deepEqual(columns, ['20 rows', 'length 20', 'length 30', 'length 100']);
  assert.deepEqual(rows[0], ['learned table', '(20, 128)', 'refused', 'refused']);
  assert.deepEqual(rows[2].slice(1), ['(20, 128)', '(30, 128)', '(100, 128)']);
  const narrow = table('longer-than-the-table', {maxLen: 64, lengths: [64, 128], dModel: 32});
  assert.deepEqual(narrow.rows[1].slice(1), ['(64, 32)', 'refused']);
});

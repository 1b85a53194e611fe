// The figures of chapter 9 that take a logit apart, and the numbers that its prose states.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {randomNormal} from '../../../web/core/base.js';
import {toeplitzSpread} from '../../../web/core/linalg.js';
import {debertaBuckets} from '../../../web/core/pe.js';
import {meterHolds} from '../../../web/figures/frame/meters.js';
import {readSettings} from '../../../web/figures/frame/settings.js';
import {queriesAndKeys, weightOf} from '../../../web/figures/relative/sentence-content.js';
import {assertClose} from '../../support/close.js';
import {loadCore} from '../../support/core.js';
import {settingsOf} from '../../support/figure-numbers.js';
import {loadFigure} from '../../support/figures.js';

/** @import {Meter} from '../../../web/figures/frame/meters.js' */

const core = await loadCore();
const figures = Object.fromEntries(
  await Promise.all(
    ['four-terms', 'deberta-terms', 'xpos-decay', 'cope-gates', 'floater-steps'].map(
      async (tag) => [tag, await loadFigure(tag)],
    ),
  ),
);

/**
 * @param {string} tag
 * @param {Record<string, unknown>} [given]
 * @param {string} [fault]
 * @param {string} [preset]
 */
function drawn(tag, given = {}, fault = '', preset = Object.keys(figures[tag].presets)[0]) {
  const figure = figures[tag];
  const {settings} = readSettings(
    figure.settings,
    figure.presets[preset].settings ?? {},
    () => null,
  );
  const drawing = figure.compute(core, {...settings, ...given}, fault);
  const meter = (/** @type {string} */ name) =>
    drawing.meters.find((/** @type {Meter} */ one) => one.name === name);
  const broken = (drawing.meters ?? [])
    .filter((/** @type {Meter} */ one) => !meterHolds(one))
    .map((/** @type {Meter} */ {name}) => name);
  return {...drawing, meter, broken};
}

suite('four-terms', () => {
  const maps = (/** @type {any} */ drawing) =>
    drawing.panels.slice(0, 5).map((/** @type {any} */ {tensor}) => tensor);
  const spread = (/** @type {any} */ x) => toeplitzSpread(core, {x});

  test('with a flat content leaves the table alone: rows, columns, and a term of its own', () => {
    const [cc, cp, pc] = maps(drawn('four-terms', {content: 'flat'}));
    const n = cc.shape[0];
    for (let k = 0; k < n * n; k++) {
      assert.ok(Math.abs(cc.data[k] - cc.data[0]) < 1e-5, 'content · content is one number');
      assert.ok(Math.abs(cp.data[k] - cp.data[k % n]) < 1e-5, 'content · position: by key alone');
      assert.ok(Math.abs(pc.data[k] - pc.data[k - (k % n)]) < 1e-5, 'position · content: by query');
    }
  });

  test('a sinusoidal last term is of the distance alone without projections, and only then', () => {
    const last = (/** @type {Record<string, unknown>} */ given) =>
      maps(drawn('four-terms', given))[3];
    assert.ok(spread(last({weights: 'none'})) < 1e-5);
    assert.ok(spread(last({weights: 'random'})) > 0.1);
    assert.ok(spread(last({weights: 'none', table: 'learned'})) > 0.1);
  });

  test('a later beginning changes three of four absolute terms, and no relative one', () => {
    const both = (/** @type {string} */ kind, /** @type {number} */ first) =>
      maps(drawn('four-terms', {kind, first}));
    const moved = (/** @type {string} */ kind) => {
      const [here, there] = [both(kind, 0), both(kind, 30)];
      return [0, 1, 2, 3].map((k) =>
        here[k].data.some(
          (/** @type {number} */ v, /** @type {number} */ at) =>
            Math.abs(v - there[k].data[at]) > 1e-5,
        ),
      );
    };
    assert.deepEqual(moved('absolute'), [false, true, true, true]);
    assert.deepEqual(moved('relative'), [false, false, false, false]);
  });

  test('a stale position in the last term breaks the shift and the diagonals, not the sum', () => {
    const relative = 'four-terms-relative';
    assert.deepEqual(drawn('four-terms', {}, '', relative).broken, []);
    assert.deepEqual(drawn('four-terms', {}, 'stale', relative).broken, ['shift', 'distance-only']);
  });

  test('refuses a sentence that cannot be seen', () => {
    for (const text of ['one', 'a b c d e f g h i j k l m n o p q']) {
      assert.throws(() => drawn('four-terms', {text}), /must have 2 to 16 words/);
    }
  });
});

suite('deberta-terms', () => {
  const rows = (/** @type {any} */ {panels}) =>
    panels.slice(4).map((/** @type {any} */ {tensor}) => Array.from(tensor.data));

  test('both terms read the row of the pair’s own distance', () => {
    for (const given of [{}, {buckets: 4, maxDistance: 32}, {buckets: 16}]) {
      const drawing = drawn('deberta-terms', given);
      assert.deepEqual(drawing.broken, []);
      const [c2p, p2c] = rows(drawing);
      assert.deepEqual(c2p, p2c);
    }
    const [c2p] = rows(drawn('deberta-terms'));
    assert.deepEqual(c2p.slice(0, 10), [8, 7, 6, 5, 4, 3, 3, 2, 2, 2]);
    assert.deepEqual(c2p.slice(90), [14, 14, 14, 13, 13, 12, 11, 10, 9, 8]);
  });

  test('the paper’s form: one table, projected once for queries and once for keys', () => {
    const settings = settingsOf(figures['deberta-terms'], 'deberta-terms');
    const {buckets, dModel: d, seed} = /** @type {Record<string, any>} */ (settings);
    const {panels} = drawn('deberta-terms');
    const {q, k} = queriesAndKeys(core, settings);
    const n = q.shape[1];
    const positions = randomNormal(core, {seed, name: 'positions', shape: [2 * buckets, d]});
    /** @type {(x: Float32Array, at: number, row: number, name: string) => number} x[at] · (positions[row] W) */
    const term = (x, at, row, name) => {
      const w = weightOf(core, settings, name).data;
      let sum = 0;
      for (let i = 0; i < d; i++)
        for (let j = 0; j < d; j++)
          sum += positions.data[row * d + i] * w[i * d + j] * x[at * d + j];
      return sum / Math.sqrt(3 * d);
    };
    for (const [i, j] of [
      [0, 0],
      [3, 5],
      [9, 1],
      [2, 9],
    ]) {
      // biome-ignore format: one thought
      const row = panels[4].tensor.data[i * n + j];
      assertClose([panels[1].tensor.data[i * n + j]], [term(q.data, i, row, 'position keys')], {atol: 1e-5}); // biome-ignore format: one thought
      assertClose([panels[2].tensor.data[i * n + j]], [term(k.data, j, row, 'position queries')], {atol: 1e-5}); // biome-ignore format: one thought
    }
    const two = drawn('deberta-terms', {rows: 'two'});
    assert.deepEqual(two.broken, []);
    assert.notDeepEqual(two.panels[1].tensor.data, panels[1].tensor.data);
    assert.deepEqual(rows(two), rows({panels}));
  });

  test('the swapped gather reads the mirrored row for every pair but those on the diagonal', () => {
    const {broken, meter, panels} = drawn('deberta-terms', {}, 'swapped');
    assert.deepEqual(broken, ['rows']);
    assert.equal(meter('rows').value, 90); // of 100
    const [c2p, p2c] = rows({panels});
    const n = 10;
    const relative = Array.from({length: n * n}, (_, at) => (at % n) - Math.floor(at / n));
    const {data} = debertaBuckets(core, {
      relative: relative.map((offset) => -offset),
      nBuckets: 8,
      maxPosition: 16,
    });
    assert.deepEqual(
      p2c,
      Array.from(data, (bucket) => bucket + 8),
    );
    assert.notDeepEqual(c2p, p2c);
  });
});

suite('xpos-decay', () => {
  test('pair 0 fades to 0.286 at 512 and to 4.4e-5 at 4,096; a key of the future grows 2.2e4-fold', () => {
    const {panels, broken} = drawn('xpos-decay', {}, 'encoder');
    const [{series}] = panels;
    const {x, y} = series[0];
    const at = (/** @type {number} */ distance) => y[x.indexOf(distance)];
    assert.ok(Math.abs(at(512) - 0.2857) < 5e-4);
    assert.ok(Math.abs(at(4096) - 4.44e-5) < 5e-7);
    assert.ok(Math.abs(at(-4096) - 2.25e4) < 50);
    assert.equal(at(0), 1);
    assert.deepEqual(broken, ['bounded']);
  });

  test('behind a mask nothing grows, and the slowest pair fades least', () => {
    const {panels, broken, note} = drawn('xpos-decay');
    assert.deepEqual(broken, []);
    const ends = panels[0].series.map((/** @type {any} */ {y}) => y[y.length - 1]);
    assert.deepEqual(
      ends,
      [...ends].sort((a, b) => a - b),
    );
    assert.match(note, /0\.286 at distance 512/);
  });
});

suite('cope-gates', () => {
  test('a head that counts full stops puts a sentence at one position', () => {
    const {panels, broken} = drawn('cope-gates');
    assert.deepEqual(broken, []);
    const last = Array.from(panels[1].tensor.data.slice(-13), Math.round);
    assert.deepEqual(last, [3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1]);
  });

  test('half-open gates count half: position 3 is the sixth token', () => {
    const {panels} = drawn('cope-gates', {sharpness: 0});
    const last = panels[1].tensor.data.slice(-13);
    assert.ok(Math.abs(last[13 - 6] - 3) < 1e-5);
  });

  test('gates before the mask count what has not been seen', () => {
    const {broken, panels} = drawn('cope-gates', {}, 'unmasked');
    assert.deepEqual(broken, ['own', 'count']);
    assert.ok(Math.abs(panels[1].tensor.data[0] - 3) < 0.02); // the first token knows of three stops
  });

  test('the scale decides how far a gate opens', () => {
    const gate = (/** @type {number} */ sharpness) =>
      Math.max(...drawn('cope-gates', {sharpness}).panels[0].tensor.data);
    assert.equal(gate(4).toFixed(2), '0.98'); // q · k = 4 as it is
    assert.equal(gate(4 / Math.sqrt(64)).toFixed(2), '0.62'); // and scaled, width 64
  });
});

suite('floater-steps', () => {
  test('half the step halves the recurrence’s error and divides Runge-Kutta’s by 16', () => {
    const {panels, broken} = drawn('floater-steps');
    assert.deepEqual(broken, []);
    const [euler, rungeKutta] = panels[1].series.map((/** @type {any} */ {y}) => y);
    for (let k = 0; k < 3; k++) assert.ok(Math.abs(euler[k] / euler[k + 1] - 2) < 0.06);
    assert.ok(Math.abs(rungeKutta[0] / rungeKutta[1] - 16) < 1);
    assert.equal(euler[0].toFixed(2), '0.98');
    assert.equal(rungeKutta[0].toFixed(4), '0.0001');
  });

  test('the recurrence is not the solution', () => {
    assert.deepEqual(drawn('floater-steps', {}, 'recurrence').broken, ['solution']);
  });

  test('the cost counts steps that wait: 255 and 1,020 for 256 positions', () => {
    const {panels} = drawn('floater-steps', {}, '', 'floater-cost');
    const steps = panels[1].rows.map((/** @type {any[]} */ row) => row[1]);
    assert.deepEqual(steps, [1, 1, 255, 1020]);
    for (const row of panels[1].rows) assert.equal(row[3], '—', 'nothing is timed unasked');
  });
});

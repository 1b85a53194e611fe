import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {drawTensor} from '../../../web/figures/files/tensor-panels.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

/** @import {Shown} from '../../../web/figures/files/tensor-panels.js' */

const core = await loadCore();
const ModelFiles = await loadFigure('model-files');
const SETTINGS = {sample: 'table', view: 'maps', sides: 'both', maxDistance: 128};

/** @param {Partial<Shown> & {data: ArrayLike<number>}} shown @param {object} [settings] */
const draw = ({data, shape = [data.length], ...rest}, settings = {}) =>
  /** @type {any} */ (
    drawTensor(
      core,
      {name: 'x', kind: 'other', nRows: shape[0], ...rest, data, shape},
      {...SETTINGS, ...settings},
    )
  );
/** @param {any} drawing @param {string} name */
const meter = (drawing, name) =>
  drawing.meters.find((/** @type {any} */ one) => one.name === name)?.value;

suite('a table', () => {
  const n = 300;
  const d = 8;
  const data = Float32Array.from({length: n * d}, (_, k) => (k < 2 * d ? 0 : Math.sin(k)));
  const kinds = (/** @type {any} */ drawing) =>
    drawing.panels.map((/** @type {any} */ one) => one.kind);
  test('is thinned out, and rows that no token reads are named', () => {
    const drawing = draw({kind: 'table', data, shape: [n, d], maxPosition: n - 2});
    assert.deepEqual(kinds(drawing), ['heatmap', 'heatmap']);
    assert.deepEqual(drawing.panels[0].tensor.shape, [100, 8]);
    assert.deepEqual(drawing.panels[1].tensor.shape, [100, 100]);
    assert.match(drawing.note, /one row in 3/);
    assert.match(drawing.note, /2 are shorter than a tenth of that \(0, 1\)/);
    assert.match(drawing.note, /says 298 positions, and the table has 2 rows more/);
  });

  test('in space, with its spectrum; or the length of each row', () => {
    const table = {kind: /** @type {const} */ ('table'), data, shape: [n, d]};
    assert.deepEqual(kinds(draw(table, {view: 'space'})), ['scene', 'lines']);
    const [{series}] = draw(table, {view: 'lengths'}).panels;
    assert.deepEqual([series[0].y.length, series[0].y[0]], [n, 0]);
  });

  test('with a number that is none shows its numbers alone', () => {
    const bad = data.slice();
    bad[100] = NaN;
    for (const view of ['maps', 'space']) {
      const drawing = draw({kind: 'table', data: bad, shape: [n, d]}, {view});
      assert.deepEqual(kinds(drawing), ['heatmap']);
      assert.equal(meter(drawing, 'finite'), 1);
    }
  });

  test('of more rows than buckets are is no bias by distance, however few its columns', () => {
    const long = {
      kind: /** @type {const} */ ('buckets'),
      data: new Float32Array(5000 * 2),
      shape: [5000, 2],
    };
    assert.ok(!kinds(draw(long)).includes('lines'), `${kinds(draw(long))}`);
  });

  test('of T5: a bias by distance', () => {
    const table = Float32Array.from({length: 32 * 2}, (_, k) => k);
    const {panels} = draw({kind: 'buckets', data: table, shape: [32, 2]});
    const {x, y} = panels[1].series[1];
    assert.equal(y[x.indexOf(0)], 1); // bucket 0, head 1
    assert.equal(y[x.indexOf(-3)], 2 * 3 + 1);
    assert.equal(y[x.indexOf(3)], 2 * (16 + 3) + 1);
    const causal = draw({kind: 'buckets', data: table, shape: [32, 2]}, {sides: 'before'})
      .panels[1];
    assert.equal(Math.max(...causal.series[0].x), 0);
    assert.equal(causal.series[0].y[causal.series[0].x.indexOf(-15)], 2 * 15);
  });
});

suite('lists', () => {
  const good = Float32Array.from({length: 32}, (_, k) => 10000 ** (-k / 32));
  test('frequencies with one ratio tell their base', () => {
    const drawing = draw({kind: 'frequencies', data: good});
    assert.ok(drawing.meters.every((/** @type {any} */ one) => one.value <= one.limit));
    assert.match(drawing.note, /the base is 10,?000\b/);
  });

  for (const [name, data, broken] of /** @type {[string, Float32Array, string[]][]} */ ([
    ['zeros', new Float32Array(32), ['first', 'falling', 'ratio']],
    ['the same number', new Float32Array(32).fill(1), ['falling']],
    ['a rule for longer texts', good.map((w, k) => (k > 20 ? w / 8 : w)), ['ratio']],
    ['any memory', good.map((_, k) => Math.abs(Math.sin(k + 1))), ['first', 'falling', 'ratio']],
  ])) {
    test(`three checks: ${name}`, () => {
      const drawing = draw({kind: 'frequencies', data});
      const red = drawing.meters.filter((/** @type {any} */ one) => !(one.value <= one.limit));
      assert.deepEqual(
        red.map((/** @type {any} */ one) => one.name),
        broken,
      );
    });
  }

  test('slopes are compared with the published rule', () => {
    const data = Float32Array.from({length: 8}, (_, k) => 2 ** -(k + 1));
    assert.ok(meter(draw({kind: 'slopes', data}), 'published') < 1e-6);
    assert.ok(meter(draw({kind: 'slopes', data: data.map((s) => 2 * s)}), 'published') > 0.1);
  });

  test('bytes of bfloat16 in a buffer of float32: finite, and found by the first number', () => {
    const settings = {...SETTINGS, sample: 'frequencies'};
    const right = ModelFiles.compute(core, settings, '');
    assert.equal(meter(right, 'first'), 0);
    const wrong = ModelFiles.compute(core, settings, 'as-bytes');
    assert.equal(meter(wrong, 'finite'), undefined);
    assert.ok(Number(meter(wrong, 'first')) > 0.1);
  });
});

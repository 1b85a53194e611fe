import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {clippedBias, methodTensors} from '../../../web/core/pe.js';
import {meterHolds} from '../../../web/figures/frame/meters.js';
import {readSettings} from '../../../web/figures/frame/settings.js';
import {diagonalsOf, hideFuture, sideDifference} from '../../../web/figures/relative/diagonals.js';
import {
  contentOf,
  D_HEAD,
  effectOf,
  effectOfWrongSign,
  N_HEADS,
  RELATIVE,
  tensorsOf,
} from '../../../web/figures/relative/effects.js';
import {slice} from '../../../web/figures/shared/tensors.js';
import {assertClose} from '../../support/close.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

const core = await loadCore();
const RelativeFamily = await loadFigure('relative-family');

/** @param {string} preset @param {Record<string, string>} [attributes] */
const settingsOf = (preset, attributes = {}) =>
  readSettings(
    RelativeFamily.settings,
    RelativeFamily.presets[preset].settings ?? {},
    (name) => attributes[name] ?? null,
  ).settings;

/** @param {string} preset @param {string} [fault] @param {Record<string, string>} [attributes] */
const drawn = (preset, fault = '', attributes = {}) =>
  RelativeFamily.compute(core, settingsOf(preset, attributes), fault);

/** @param {{meters: import('../../../web/figures/frame/meters.js').Meter[]}} drawing */
const broken = ({meters}) => meters.filter((meter) => !meterHolds(meter)).map(({name}) => name);

const settings = settingsOf('relative-family');
const content = contentOf(core, {content: 'constant', n: 24, seed: 42});

suite('the relative family', () => {
  for (const preset of Object.keys(RelativeFamily.presets)) {
    test(`${preset}: its laws hold`, () => assert.deepEqual(broken(drawn(preset)), []));
  }

  for (const [fault, {breaks}] of Object.entries(RelativeFamily.faults)) {
    test(`${fault} breaks ${breaks} wherever it is offered`, () => {
      for (const [preset, {faults}] of Object.entries(RelativeFamily.presets)) {
        if (faults.includes(fault))
          assert.ok(broken(drawn(preset, fault)).includes(breaks), preset);
      }
    });
  }

  test('one method alone has the law of its kind, and not the other', () => {
    for (const [method, {isEven, name}] of Object.entries(RELATIVE)) {
      const {meters} = drawn('relative-family', '', {methods: method});
      const sided = meters.filter((/** @type {any} */ meter) => /^(even|sides)$/.test(meter.name));
      assert.deepEqual(
        sided.map((/** @type {any} */ meter) => [meter.name, meter.label.split(': ')[1]]),
        [[isEven ? 'even' : 'sides', name]],
      );
    }
  });

  test('draws every method once, on one scale, and up to eight in one chart', () => {
    const {panels: maps} = drawn('relative-family');
    assert.deepEqual(
      maps.map((/** @type {any} */ {title}) => title),
      Object.values(RELATIVE).map(({name}) => name),
    );
    assert.equal(new Set(maps.map((/** @type {any} */ {colour}) => colour)).size, 1);
    const methods = Object.keys(RELATIVE).slice(0, 8).join();
    const {panels} = drawn('relative-family', '', {methods});
    assert.equal(panels.length, 9);
    assert.equal(panels.at(-1).series.length, 8);
  });

  test('names in a law the methods that it is about, or those that it is not', () => {
    const labelOf = (/** @type {string} */ preset) =>
      drawn(preset).meters.find((/** @type {any} */ {name}) => name === 'distance-only').label;
    assert.equal(labelOf('relative-family'), 'depends on the distance only: all but CoPE');
    assert.equal(labelOf('relative-by-distance'), 'depends on the distance only: all');
    const two = drawn('relative-family', '', {methods: 'alibi,cope'}).meters;
    assert.ok(two.some((/** @type {any} */ {label}) => label.endsWith('only: ALiBi')));
  });

  test('has the formulas of the papers, for those that have one', () => {
    const formulas = /** @type {Record<string, (d: number) => number>} */ ({
      alibi: (d) => -0.125 * d, // the third of eight heads
      'kerple-log': (d) => -Math.log(1 + d),
      'kerple-power': (d) => -0.5 * d ** 0.5,
    });
    for (const [method, formula] of Object.entries(formulas)) {
      const {data} = slice(effectOf(core, method, settings, content), 2);
      const want = Float32Array.from(data, (_, at) =>
        formula(Math.abs((at % 24) - Math.floor(at / 24))),
      );
      assertClose(data, want, {rtol: 1e-5, atol: 1e-6});
    }
  });

  test('asks with a cache for what the last queries would get without one', () => {
    const attributes = {methods: Object.keys(RELATIVE).join(), content: 'random'};
    assert.deepEqual(broken(drawn('relative-cached', '', attributes)), []);
  });

  test('without the cached keys query 0 sees only itself', () => {
    const row = (/** @type {string} */ fault) =>
      drawn('relative-cached', fault).panels[0].tensor.data.subarray(0, 24);
    assert.equal(row('').filter(Number.isFinite).length, 19);
    assert.equal(row('top-left').filter(Number.isFinite).length, 1);
  });

  test('RoPE adds nothing at distance 0, and what it adds is bounded by what there was', () => {
    const {data} = slice(effectOf(core, 'rope-half', settings, content), 0);
    for (let i = 0; i < 24; i++) assert.ok(Math.abs(data[25 * i]) < 1e-5);
  });

  test('a wrong sign reads the table of a clipped bias backwards', () => {
    const [{name}] = methodTensors(core, {method: 'clipped-bias', nHeads: N_HEADS, dHead: D_HEAD});
    const table = tensorsOf(core, 'clipped-bias', settings)[name];
    const width = table.shape[1];
    const data = Float32Array.from(table.data, (_, at) => {
      const row = Math.floor(at / width);
      return table.data[row * width + width - 1 - (at % width)];
    });
    const backwards = {data, shape: table.shape};
    const want = clippedBias(core, {table: backwards, nQuery: 24, nKey: 24, clip: settings.clip});
    const got = effectOfWrongSign(core, 'clipped-bias', settings, content);
    assert.deepEqual(got.data, want.data);
  });

  test('says that FIRE depends on the query from its threshold on', () => {
    const meters = (/** @type {string} */ threshold) =>
      drawn('relative-fire', '', {threshold}).meters.map(
        (/** @type {{label: string}} */ {label}) => label,
      );
    assert.ok(meters('23').includes('depends on the distance only: KERPLE log, FIRE'));
    assert.ok(meters('22').includes('depends on more, as it should: FIRE'));
    assert.deepEqual(broken(drawn('relative-fire', '', {threshold: '23'})), []);
  });

  test('CoPE counts alike tokens: under a mask it then depends on the distance only', () => {
    const {meters} = drawn('relative-family', '', {methods: 'cope', causal: 'true'});
    assert.deepEqual(
      meters.map((/** @type {{name: string}} */ {name}) => name),
      ['rows', 'distance-only'],
    );
    assert.deepEqual(broken({meters}), []);
  });
});

suite('diagonals', () => {
  test('of a matrix with keys before its first query are counted from the last', () => {
    // queries 2 and 3 of keys 0..3: i - j beside each
    const matrix = {data: Float32Array.of(2, 1, 0, -1, 3, 2, 1, 0), shape: [2, 4]};
    const {offsets, mean, low, high} = diagonalsOf(matrix);
    assert.deepEqual(offsets, [-3, -2, -1, 0, 1]);
    assert.deepEqual(mean, [3, 2, 1, 0, -1]);
    assert.deepEqual([low, high], [mean, mean]);
  });

  test('leave hidden keys out', () => {
    const matrix = hideFuture({data: Float32Array.of(1, 2, 3, 5), shape: [2, 2]}, 0);
    assert.deepEqual([...matrix.data], [1, -Infinity, 3, 5]);
    const {offsets, mean, low, high} = diagonalsOf(matrix);
    assert.deepEqual(
      [offsets, mean, low, high],
      [
        [-1, 0],
        [3, 3],
        [3, 1],
        [3, 5],
      ],
    );
  });

  test('the sides of a row are compared at equal distances', () => {
    const data = Float32Array.of(0, 1, 2, 3, 7, 0, 4, 5, 5, 6, 0, 7, 8, 9, 1, 0);
    assert.equal(sideDifference({data, shape: [4, 4]}), 3);
  });
});

// What the axes say against the numbers along them: the sign of a distance, the unit of a frequency, which side is
// the query's. Expected values are from the methods' definitions, not from the figures.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {elementModules} from '../../../web/build/bundle.js';
import {settingsOf} from '../../support/figure-numbers.js';
import {knownDrawing, loadFigure} from '../../support/figures.js';

/** The panels of a preset. @param {string} tag @param {string} preset @returns {Promise<{panels: any[], settings: any}>} */
async function drawn(tag, preset) {
  const Class = await loadFigure(tag);
  return {...knownDrawing(Class, preset), settings: settingsOf(Class, preset)};
}

/** @param {number} actual @param {number} expected */
const assertNear = (actual, expected) =>
  assert.ok(
    Math.abs(actual - expected) <= 1e-4 * Math.abs(expected) + 1e-9,
    `${actual}, not ${expected}`,
  );

suite('alibi-bias', () => {
  test('the bias falls with the distance from key to query, by the slope of the head', async () => {
    const {panels} = await drawn('alibi-bias', 'alibi-slope-curves');
    const [{x, y, series}] = panels;
    assert.equal(x.label, 'distance, query position − key position');
    assert.equal(y.label, 'bias (added to a logit)');
    for (const [head, one] of series.entries()) {
      const slope = 2 ** -(head + 1); // eight heads
      for (const [k, distance] of one.x.entries()) assertNear(one.y[k], -slope * distance);
    }
    assert.equal(panels[1].y.label, 'slope');
    panels[1].series[0].y.forEach((/** @type {number} */ slope, /** @type {number} */ head) => {
      assertNear(slope, 2 ** -panels[1].series[0].x[head]);
    });
  });
});

suite('rope-bands', () => {
  test('wavelengths are in positions per turn, and the ramp against turns in the original length', async () => {
    const {panels, settings} = await drawn('rope-bands', 'rope-bands');
    const {dim, original} = settings;
    const wavelength = (/** @type {number} */ pair) =>
      2 * Math.PI * Number(settings.base) ** ((2 * pair) / dim);
    assert.deepEqual([panels[0].x.label, panels[0].y.label], ['pair index', 'positions per turn']);
    for (const {name, x, y} of panels[0].series.slice(0, -1)) {
      assert.notEqual(name, 'after the rule');
      x.forEach((/** @type {number} */ pair, /** @type {number} */ k) => {
        assertNear(y[k], wavelength(pair));
      });
    }
    assert.deepEqual(
      panels.slice(1).map(({x}) => x.label),
      ['pair index', 'turns in the original length'],
    );
    panels[2].series[0].x.forEach(
      (/** @type {number} */ revolutions, /** @type {number} */ pair) => {
        assertNear(revolutions, original / wavelength(pair));
      },
    );
    for (const {y} of panels[1].series)
      for (const share of y)
        assert.ok(share > -1e-6 && share < 1 + 1e-6, 'a share of the division');
  });
});

suite('pe-curves', () => {
  const frequency = (/** @type {number} */ pair) => 10000 ** (-pair / 32); // of 64 dimensions

  test('frequencies are in radians per position, wavelengths in positions per turn', async () => {
    for (const preset of ['sin-frequency-spectrum', 'rope-frequency-spectrum']) {
      const {panels} = await drawn('pe-curves', preset);
      assert.match(panels[0].y.label, /rad per position/);
      assert.equal(panels[0].x.label, 'pair index');
      for (const pair of [0, 5, 31]) assertNear(panels[0].series[0].y[pair], frequency(pair));
      if (!panels[1]) continue;
      assert.equal(panels[1].y.label, 'positions per turn');
      for (const pair of [0, 5, 31])
        assertNear(panels[1].series[0].y[pair], (2 * Math.PI) / frequency(pair));
    }
  });

  test('turns are counted within the context that the axis names', async () => {
    const {panels, settings} = await drawn('pe-curves', 'rope-frequency-bands');
    assert.equal(panels[0].y.label, 'turns within 4,096 positions');
    assert.equal(settings.context, 4096);
    for (const pair of [0, 5, 31])
      assertNear(panels[0].series[0].values[pair], (4096 * frequency(pair)) / (2 * Math.PI));
  });
});

suite('rope-logits', () => {
  test('the offset counts from the query to the key', async () => {
    const {panels} = await drawn('rope-logits', 'rope-score-vs-offset');
    assert.equal(panels[0].x.label, 'offset, key position − query position');
    const [first, other] = panels[0].series;
    assert.deepEqual([first.name, first.x[0]], ['query 0', 0]);
    assert.deepEqual([other.name, other.x[0]], ['query 5', -5]); // key 0
    assertNear(other.y[5], first.y[0]); // offset 0
  });
});

suite('pe-heatmap', () => {
  test('positions run along the axis that says so', async () => {
    for (const [preset, axis] of [
      ['sin-heatmap-000', 0],
      ['sin-heatmap-001', 1],
    ]) {
      const {panels, settings} = await drawn('pe-heatmap', /** @type {string} */ (preset));
      const {x, y, tensor} = panels[0];
      const labels = [y.label, x.label];
      assert.equal(labels[Number(axis)], 'position');
      assert.equal(labels[1 - Number(axis)], 'dimension');
      assert.equal(tensor.shape[Number(axis)], settings.nPos);
      assert.equal(tensor.shape[1 - Number(axis)], settings.dims);
      const [, nCols] = tensor.shape;
      assertNear(tensor.data[axis === 0 ? nCols : 1], Math.sin(1)); // position 1, dimension 0
    }
  });
});

test('in every map of queries and keys, what a causal mask hides is a later key of its query', async () => {
  let nMaps = 0;
  for (const {tag, file} of elementModules()) {
    if (!file.startsWith('figures/')) continue;
    const Class = await loadFigure(tag);
    for (const preset of Class.compute ? Object.keys(Class.presets) : []) {
      const {panels} = await drawn(tag, preset);
      for (const panel of panels) {
        const isMap = panel.kind === 'heatmap' && /^query/.test(panel.y.label);
        if (!isMap || panel.tensor.data.every(Number.isFinite)) continue;
        assert.match(panel.x.label, /^key/, `${tag}, ${preset}`);
        const [nQuery, nKey] = panel.tensor.shape;
        if (nQuery !== nKey) continue;
        nMaps++;
        panel.tensor.data.forEach((/** @type {number} */ value, /** @type {number} */ k) => {
          if (!Number.isFinite(value))
            assert.ok(k % nKey > Math.floor(k / nKey), `${tag}, ${preset}: cell ${k} is hidden`);
        });
      }
    }
  }
  assert.ok(nMaps > 5, `${nMaps} maps`);
});

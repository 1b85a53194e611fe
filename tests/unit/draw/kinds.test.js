import assert from 'node:assert/strict';
import test from 'node:test';

import {addKind, frameOf, KINDS, kindOf} from '../../../web/draw/kinds.js';

const X = {label: 'x'};
const LINES = /** @type {import('../../../web/draw/panel.js').LinesPanel} */ ({
  kind: 'lines',
  series: [{name: 'a', x: [0, 1], y: [0, 1]}],
  x: X,
  y: X,
});
const SCENE = /** @type {import('../../../web/draw/panel.js').ScenePanel} */ ({
  kind: 'scene',
  axes: ['x', 'y', 'z'],
  paths: [],
});
for (const name of ['plane', 'scene', 'strip']) // as the views that are loaded do
  addKind(name, await import(`../../../web/draw/${name}.js`));
const HEATMAP = /** @type {import('../../../web/draw/panel.js').HeatmapPanel} */ ({
  kind: 'heatmap',
  tensor: {data: new Float32Array(4), shape: [2, 2]},
  x: X,
  y: X,
  value: X,
  colour: {map: 'weight', domain: [0, 1]},
});

test('each kind of panel has the functions of its own module', () => {
  const names = ['bars', 'heatmap', 'lines', 'plane', 'scene', 'strip'];
  assert.deepEqual(Object.keys(KINDS).sort(), names); // in the order in which they were loaded
  for (const [name, kind] of Object.entries(KINDS)) {
    assert.equal(kindOf(/** @type {any} */ ({kind: name})), kind);
    for (const part of /** @type {const} */ ([
      'draw',
      'extent',
      'locate',
      'margins',
      'read',
      'table',
    ]))
      assert.equal(typeof kind[part], 'function', `${name}.${part}`);
  }
});

test('an unknown kind is refused with the known ones', () => {
  for (const kind of ['pie', undefined])
    assert.throws(() => kindOf(/** @type {any} */ ({kind})), {
      name: 'TypeError',
      message: `panel.kind must be one of ${Object.keys(KINDS)}, got ${kind}.`,
    });
});

test('the plot is as high as its aspect says, or the default of its kind', () => {
  const ratio = (/** @type {any} */ panel) => {
    const {left, right, top, bottom} = frameOf(panel, 1000);
    return (bottom - top) / (right - left);
  };
  assert.ok(Math.abs(ratio(LINES) - 0.6) < 1e-9);
  assert.ok(Math.abs(ratio(SCENE) - 0.8) < 1e-9);
  for (const panel of [LINES, SCENE, HEATMAP])
    assert.ok(Math.abs(ratio({...panel, aspect: 0.3}) - 0.3) < 1e-9, panel.kind);
});

test('the frame has the width given, and margins around the plot', () => {
  const {width, height, left, top, right, bottom} = frameOf(LINES, 500);
  assert.equal(width, 500);
  const margins = kindOf(LINES).margins(LINES, 500);
  assert.deepEqual(
    [left, 500 - right, top, height - bottom],
    [margins.left, margins.right, margins.top, margins.bottom],
  );
});

test('curves and bars stay 190 pixels high on a telephone, others do not', () => {
  const high = (/** @type {any} */ panel) => frameOf(panel, 300).bottom - frameOf(panel, 300).top;
  assert.equal(high({...LINES, aspect: 0.2}), 190);
  const bars = {
    kind: 'bars',
    groups: ['a'],
    series: [{name: 's', values: [1]}],
    x: X,
    y: X,
    aspect: 0.2,
  };
  assert.equal(high(bars), 190);
  assert.ok(high({...HEATMAP, aspect: 0.2}) < 60);
  const {left, right, top, bottom} = frameOf({...LINES, aspect: 0.2}, 150);
  assert.equal(bottom - top, right - left, 'not higher than wide');
});

test('a plot is never narrower than 40 pixels', () => {
  const {left, right} = frameOf(HEATMAP, 60);
  assert.equal(right - left, 40);
});

test('strips are as high as there are strips, at every width', () => {
  const strip = {name: 'a', y: [0, 1]};
  const of = (/** @type {number} */ n) => ({
    kind: 'strip',
    series: Array(n).fill(strip),
    range: [0, 1],
    x: X,
    y: X,
  });
  const high = (/** @type {any} */ panel, width = 400) => {
    const {top, bottom} = frameOf(panel, width);
    return bottom - top;
  };
  assert.equal(high(of(3)), 3 * high(of(1)));
  assert.equal(high(of(3)), high(of(3), 900));
});

import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import * as plane from '../../../web/draw/plane.js';
import {shadeOf} from '../../../web/draw/theme.js';
import {drawPanel, LETTER_PX, THEME} from '../../support/canvas.js';

/** @typedef {import('../../../web/draw/panel.js').PlanePanel} PlanePanel */

/** @param {PlanePanel['arrows']} arrows @param {Partial<PlanePanel>} [more] @returns {PlanePanel} */
const panelOf = (arrows, more = {}) => ({
  kind: 'plane',
  arrows,
  limit: 2,
  x: {label: 'dimension 0'},
  y: {label: 'dimension 1'},
  ...more,
});

/** @param {import('../../support/canvas.js').RecordingContext} context the shafts, in order */
const shaftsOf = ({strokes}) =>
  strokes.filter(
    ({width, circles, colour}) => width >= 2 && !circles.length && colour !== THEME.grid,
  );

/** @param {number} value @param {number} expected @param {string} [what] */
const isAt = (value, expected, what = '') =>
  assert.ok(Math.abs(value - expected) < 0.01, `${what} at ${value}, not ${expected}`);

suite('a plane', () => {
  const arrows = [
    {x: 2, y: 0, name: 'east'},
    {x: 0, y: 2, name: 'north'},
    {x: -1, y: -1, name: 'south-west', series: 2},
  ];

  test('has equal units, its origin in the middle, y upwards', async () => {
    for (const aspect of [0.4, 1, 1.8]) {
      const {context, frame} = await drawPanel(panelOf(arrows, {aspect}));
      const centre = {x: (frame.left + frame.right) / 2, y: (frame.top + frame.bottom) / 2};
      const unit = Math.min(frame.right - frame.left, frame.bottom - frame.top) / 4;
      const shafts = shaftsOf(context).map(({paths}) => paths[0].points);
      assert.equal(shafts.length, 3);
      arrows.forEach(({x, y, name}, k) => {
        const [from, to] = shafts[k];
        isAt(from.x, centre.x, name);
        isAt(from.y, centre.y, name);
        isAt(to.x, centre.x + x * unit, `x of ${name}`);
        isAt(to.y, centre.y - y * unit, `y of ${name}`);
      });
    }
  });

  test('has a head at each tip that points outwards', async () => {
    const {context} = await drawPanel(panelOf(arrows));
    const shafts = shaftsOf(context);
    assert.equal(context.fills.length, 3);
    context.fills.forEach(({paths, colour}, k) => {
      const [tip, left, right] = paths[0].points;
      const [from, to] = shafts[k].paths[0].points;
      assert.deepEqual(tip, to);
      assert.equal(colour, shafts[k].colour);
      const length = (/** @type {{x: number, y: number}} */ point) =>
        Math.hypot(point.x - from.x, point.y - from.y);
      assert.ok(length(left) < length(to) && length(right) < length(to));
      isAt(length(left), length(right), 'the head is symmetric');
    });
  });

  test('colours arrows by series, or by their place on a map that can be told from the paper', async () => {
    const plain = await drawPanel(panelOf(arrows));
    assert.deepEqual(
      shaftsOf(plain.context).map(({colour}) => colour),
      ['series-1', 'series-1', 'series-3'],
    );
    const shaded = [0, 0.5, 1].map((shade) => ({x: 1, y: shade, name: `${shade}`, shade}));
    const light = shaftsOf((await drawPanel(panelOf(shaded))).context).map(({colour}) => colour);
    assert.deepEqual(
      light,
      [0, 0.5, 1].map((shade) => shadeOf(shade, 'series-1', 'ink')),
    );
  });

  test('draws faint arrows without names, unless the cursor is on one', async () => {
    const arrows = [
      {x: 1, y: 1, name: 'a', faint: true},
      {x: -1, y: 1, name: 'b'},
    ];
    const {context} = await drawPanel(panelOf(arrows));
    const [faint, other] = shaftsOf(context);
    assert.ok(faint.alpha < 0.5 && other.alpha === 1);
    assert.ok(!context.texts.some(({text}) => text === 'a'));
    const marked = await drawPanel(panelOf(arrows), {cursor: {row: 0, col: 0}});
    const [shown] = shaftsOf(marked.context);
    assert.ok(shown.alpha === 1 && shown.width > other.width);
    assert.ok(marked.context.textOf('a'));
  });

  test('writes names beyond the tips and none over another', async () => {
    const close = [1, 2, 3, 4].map((k) => ({x: 1.5, y: 0.01 * k, name: `arrow ${k}`}));
    const {context} = await drawPanel(panelOf([...close, {x: 0, y: -1, name: 'down'}]));
    const names = context.texts.filter(({text}) => text.startsWith('arrow'));
    const [tip] = shaftsOf(context).map(({paths}) => paths[0].points[1]);
    for (const {x, text} of names) assert.ok(x - (LETTER_PX * text.length) / 2 > tip.x);
    names.forEach((a, k) => {
      for (const b of names.slice(k + 1))
        assert.ok(Math.abs(a.y - b.y) >= 12, `${a.text} ${b.text}`);
    });
    const down = shaftsOf(context)[4].paths[0].points[1];
    assert.ok(context.textOf('down').y > down.y);
    assert.ok(
      context.fills.every(({order}) => order < names[0].order),
      'names are drawn last',
    );
  });

  test('draws a circle of the radius that it is given', async () => {
    const {context, frame} = await drawPanel(panelOf(arrows, {circle: 1}));
    const [{circles}] = context.strokes.filter((stroke) => stroke.circles.length);
    isAt(circles[0].r, Math.min(frame.right - frame.left, frame.bottom - frame.top) / 4);
    isAt(circles[0].x, (frame.left + frame.right) / 2);
  });

  test('has its labels and numbers beside their axes', async () => {
    const {context, frame} = await drawPanel(panelOf(arrows, {aspect: 1}));
    const [x, y] = [context.textOf('dimension 0'), context.textOf('dimension 1')];
    assert.ok(x.y > frame.bottom && x.angle_rad === 0);
    assert.ok(y.x < frame.left && y.angle_rad === -Math.PI / 2);
    const ones = context.texts.filter(({text}) => text === '1');
    const unit = (frame.right - frame.left) / 4;
    const [below, beside] = ones[0].y > frame.bottom ? ones : [ones[1], ones[0]];
    isAt(below.x, (frame.left + frame.right) / 2 + unit, '1 below');
    isAt(beside.y, (frame.top + frame.bottom) / 2 - unit, '1 beside');
  });

  test('finds the arrow whose tip is nearest', async () => {
    const panel = panelOf(arrows);
    const {context, frame} = await drawPanel(panel);
    const tips = shaftsOf(context).map(({paths}) => paths[0].points[1]);
    tips.forEach(({x, y}, col) => {
      assert.deepEqual(plane.locate(panel, frame, x + 5, y - 5), {row: 0, col});
    });
    assert.equal(plane.locate(panel, frame, tips[0].x, tips[1].y), null);
  });

  test('reads components and angle, and lists the components', () => {
    const panel = panelOf(
      [
        {x: -1, y: 1, name: '3'},
        {x: 0, y: -2, name: '4'},
      ],
      {named: 'position'},
    );
    assert.equal(plane.read(panel, {row: 0, col: 0}), 'position 3: (−1, 1), angle 135°');
    assert.equal(plane.read(panel, {row: 0, col: 1}), 'position 4: (0, −2), angle −90°');
    assert.deepEqual(plane.table(panel), {
      columns: ['position', 'dimension 0', 'dimension 1'],
      rows: [
        ['3', -1, 1],
        ['4', 0, -2],
      ],
    });
    assert.deepEqual(plane.extent(panel), {rows: 1, cols: 2});
  });
});

import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {
  DASHES,
  dashOf,
  FAINT,
  locate,
  margins,
  markOf,
  REFERENCE_DASHES,
  read,
  table,
} from '../../../web/draw/lines.js';
import {N_SERIES} from '../../../web/draw/theme.js';
import {drawPanel, THEME} from '../../support/canvas.js';

/** @typedef {import('../../../web/draw/panel.js').LinesPanel} LinesPanel */
/** @typedef {import('../../../web/draw/panel.js').Series} Series */
/** @typedef {import('../../support/canvas.js').RecordingContext} RecordingContext */

const X = {label: 'position', domain: /** @type {const} */ ([0, 10])};
const Y = {label: 'loss', domain: /** @type {const} */ ([-1, 3])};

/** @param {Series[]} series @param {Partial<LinesPanel>} [more] @returns {LinesPanel} */
const panelOf = (series, more = {}) => ({kind: 'lines', series, x: X, y: Y, ...more});

/** @param {number} value @param {number} expected @param {string} [what] */
const isAt = (value, expected, what = '') =>
  assert.ok(Math.abs(value - expected) < 0.01, `${what} at ${value}, not ${expected}`);

/** Strokes in a colour of the palette or in grey: curves. @param {RecordingContext} context */
const curvesOf = ({strokes, clips}) =>
  strokes.filter(({order, colour}) => order > clips[0].order && colour !== THEME.ink);

suite('curves', () => {
  test('go through their points, upwards for greater values', async () => {
    const {context, frame} = await drawPanel(panelOf([{name: 'a', x: [0, 5, 10], y: [-1, 1, 3]}]));
    const [curve] = curvesOf(context);
    assert.equal(curve.paths.length, 1);
    const middle = {x: (frame.left + frame.right) / 2, y: (frame.top + frame.bottom) / 2};
    const expected = [{x: frame.left, y: frame.bottom}, middle, {x: frame.right, y: frame.top}];
    curve.paths[0].points.forEach((point, k) => {
      isAt(point.x, expected[k].x, `x of ${k}`);
      isAt(point.y, expected[k].y, `y of ${k}`);
    });
    assert.deepEqual(
      context.clips.map(({x, y}) => [x, y]),
      [[frame.left - 4, frame.top - 4]],
    );
  });

  test('have gaps where there is no value', async () => {
    const {context} = await drawPanel(
      panelOf([{name: 'a', x: [0, 1, 2, 3, 4], y: [0, 1, NaN, 1, 0]}]),
    );
    const [curve] = curvesOf(context);
    assert.deepEqual(
      curve.paths.map(({points}) => points.length),
      [2, 2],
    );
  });

  test('lie on powers of ten at equal distances on a logarithmic axis, labelled there', async () => {
    const series = [{name: 'a', x: [0, 1, 2, 3], y: [1, 10, 100, 1000]}];
    const y = {
      label: 'y',
      domain: /** @type {const} */ ([1, 1000]),
      scale: /** @type {const} */ ('log'),
    };
    const {context, frame} = await drawPanel(panelOf(series, {y}));
    const [{paths}] = curvesOf(context);
    const step = (frame.bottom - frame.top) / 3;
    for (const [k, {y: at}] of paths[0].points.entries())
      isAt(at, frame.bottom - k * step, `10^${k}`);
    for (const [k, text] of ['1', '10', '100', '1,000'].entries()) {
      const all = context.texts.filter((one) => one.text === text && one.align === 'right');
      assert.equal(all.length, 1, text);
      isAt(all[0].y, frame.bottom - k * step, text);
      assert.ok(all[0].x < frame.left);
    }
  });

  test('on a logarithmic axis of x too; a value of zero has no point', async () => {
    const x = {label: 'x', scale: /** @type {const} */ ('log')};
    const y = {label: 'y', scale: /** @type {const} */ ('log')};
    const {context, frame} = await drawPanel(
      panelOf([{name: 'a', x: [1, 10, 100], y: [0, 2, 30], style: 'points'}], {x, y}),
    );
    assert.equal(context.fills.length, 2);
    isAt(context.fills[0].circles[0].x, (frame.left + frame.right) / 2);
    isAt(context.fills[1].circles[0].x, frame.right);
  });

  test('use the whole plot where the axis has no domain of its own, with nothing outside', async () => {
    const series = [
      {name: 'a', x: [3, 17], y: [0.13, 0.21]},
      {name: 'b', x: [5, 29], y: [NaN, 0.48], spread: {low: [NaN, 0.4], high: [NaN, 0.93]}},
    ];
    const {context, frame} = await drawPanel(panelOf(series, {x: {label: 'x'}, y: {label: 'y'}}));
    const points = curvesOf(context).flatMap(({paths}) => paths.flatMap((path) => path.points));
    for (const {x, y} of points) {
      assert.ok(x >= frame.left - 4.01 && x <= frame.right + 4.01, `x ${x}`);
      assert.ok(y >= frame.top - 0.01 && y <= frame.bottom + 0.01, `y ${y}`);
    }
    const highest = Math.min(...points.map(({y}) => y));
    assert.ok(highest < frame.top + 0.2 * (frame.bottom - frame.top), 'the ends of spreads count');
  });

  test('of one value are not at infinity', async () => {
    for (const scale of /** @type {const} */ (['linear', 'log'])) {
      const y = {label: 'y', scale};
      const {context, frame} = await drawPanel(
        panelOf([{name: 'a', x: [2], y: [5], style: 'points'}], {x: {label: 'x'}, y}),
      );
      const [{circles}] = context.fills;
      assert.ok(circles[0].x >= frame.left && circles[0].x <= frame.right);
      assert.ok(circles[0].y >= frame.top && circles[0].y <= frame.bottom);
    }
  });
});

suite('axes of curves', () => {
  test('have their labels below and, rotated, on the left', async () => {
    const {context, frame} = await drawPanel(panelOf([{name: 'a', x: [0], y: [0]}]));
    const [x, y] = [context.textOf('position'), context.textOf('loss')];
    assert.ok(x.y > frame.bottom && x.angle_rad === 0);
    assert.ok(y.x < frame.left && y.angle_rad === -Math.PI / 2);
  });

  test('have numbers and grid lines at their values', async () => {
    const {context, frame} = await drawPanel(panelOf([{name: 'a', x: [0], y: [0]}]));
    const grid = context.strokes.find(({colour}) => colour === THEME.grid);
    const lines = grid?.paths.map(({points}) => points) ?? [];
    for (const value of [0, 2, 4, 6, 8, 10]) {
      const at = frame.left + (value / 10) * (frame.right - frame.left);
      const text = context.texts.find((one) => one.text === String(value) && one.y > frame.bottom);
      isAt(text?.x ?? 0, Math.min(at, frame.width - 4), `text ${value}`);
      assert.ok(
        lines.some(([from, to]) => from.x === to.x && Math.abs(from.x - at) < 1),
        `line ${value}`,
      );
    }
    for (const value of [-1, 0, 1, 2, 3]) {
      const at = frame.bottom - ((value + 1) / 4) * (frame.bottom - frame.top);
      const name = String(value).replace('-', '−');
      const text = context.texts.find((one) => one.text === name && one.x < frame.left);
      isAt(text?.y ?? 0, at, `text ${value}`);
      assert.ok(
        lines.some(([from, to]) => from.y === to.y && Math.abs(from.y - at) < 1),
        `line ${value}`,
      );
    }
    assert.ok(grid && curvesOf(context).every(({order}) => order > grid.order));
  });

  test('have the ticks that they ask for, with their names', async () => {
    const x = {
      label: 'x',
      domain: /** @type {const} */ ([0, 10]),
      at: [0, 4, 10],
      names: ['first', 'fourth', 'last'],
    };
    const {context, frame} = await drawPanel(panelOf([{name: 'a', x: [0], y: [0]}], {x}));
    isAt(context.textOf('fourth').x, frame.left + 0.4 * (frame.right - frame.left));
    assert.ok(context.textOf('first') && context.textOf('last'));
    assert.equal(
      context.texts.filter(({y}) => y > frame.bottom && y < frame.bottom + 10).length,
      3,
    );
  });

  test('leave out numbers that would touch, at equal steps', async () => {
    const x = {label: 'x', domain: /** @type {const} */ ([0, 100_000]), ticks: 30};
    const {context, frame} = await drawPanel(panelOf([{name: 'a', x: [0], y: [0]}], {x}), {
      width: 250,
    });
    const texts = context.texts.filter(({y}) => y > frame.bottom && y < frame.bottom + 10);
    assert.ok(texts.length > 2);
    const gaps = texts.slice(1).map(({x: at}, k) => at - texts[k].x);
    assert.ok(Math.min(...gaps) > 24, `${gaps}`);
    assert.ok(Math.max(...gaps.slice(0, -1)) - Math.min(...gaps.slice(0, -1)) < 0.01, `${gaps}`);
  });

  test('have a margin as wide as their longest number', () => {
    const of = (/** @type {number} */ high) =>
      margins(panelOf([{name: 'a', x: [0], y: [0]}], {y: {label: 'y', domain: [0, high]}})).left;
    assert.ok(of(0.0003) > of(10) + 5);
  });

  test('a rule is a dashed line across the plot at its value, with its label', async () => {
    const rules = /** @type {const} */ ([
      {axis: 'y', at: 1, label: 'chance'},
      {axis: 'x', at: 2.5, label: 'trained'},
    ]);
    const {context, frame} = await drawPanel(panelOf([{name: 'a', x: [0], y: [0]}], {rules}));
    const [flat, upright] = context.strokes.filter(({colour}) => colour === THEME.ink);
    const middle = (frame.top + frame.bottom) / 2;
    assert.deepEqual(flat.paths[0].points, [
      {x: frame.left, y: middle},
      {x: frame.right, y: middle},
    ]);
    const x = frame.left + 0.25 * (frame.right - frame.left);
    assert.deepEqual(upright.paths[0].points, [
      {x, y: frame.top},
      {x, y: frame.bottom},
    ]);
    assert.ok(flat.dash.length > 0);
    const label = context.textOf('chance');
    assert.ok(label.y > middle && label.y < middle + 15 && label.x < frame.left + 20);
    const plate = context.rects.find(
      ({y, fill}) => fill === THEME.paper && Math.abs(y - label.y) < 3,
    );
    assert.ok(plate && plate.order < label.order && plate.width >= 6 * 'chance'.length);
  });
});

suite('series', () => {
  const many = Array.from({length: 11}, (_, k) => ({
    name: `s${k}`,
    x: [0, 10],
    y: [k / 5, k / 5],
  }));

  test('have the colours of the palette in order, and a dash of their own', async () => {
    const {context} = await drawPanel(panelOf(many));
    const curves = curvesOf(context);
    assert.deepEqual(
      curves.map(({colour}) => colour),
      many.map((_, k) => THEME.series[k % N_SERIES]),
    );
    assert.deepEqual(
      curves.map(({dash}) => dash),
      DASHES,
    );
    assert.equal(new Set(DASHES.map(String)).size, 11);
    assert.deepEqual(DASHES[0], []);
  });

  test('take colour, dash and mark of the place that they ask for', async () => {
    const {context} = await drawPanel(
      panelOf([{name: 'a', x: [0, 10], y: [0, 1], colour: 5, style: 'both'}]),
    );
    const [curve] = curvesOf(context);
    assert.equal(curve.colour, 'series-6');
    assert.deepEqual(curve.dash, DASHES[5]);
    assert.ok(context.fills.every(({colour}) => colour === 'series-6'));
    assert.ok(context.fills.every(({paths}) => paths[0]?.points.length === 12)); // a cross
  });

  test('that share a colour have another mark', () => {
    const of = (/** @type {number} */ k) => markOf({}, k);
    for (let k = 0; k < N_SERIES; k++)
      assert.equal(
        new Set([0, 1, 2, 3, 4].map((round) => of(k + round * N_SERIES))).size,
        5,
        `${k}`,
      );
    assert.deepEqual([0, 1, 2, 3].map(of), [0, 1, 2, 3]);
    assert.equal(markOf({mark: 6}, 2), 6);
  });

  test('every mark has its own outline around its point', async () => {
    const marks = Array.from({length: 7}, (_, mark) => ({
      name: `m${mark}`,
      x: [5],
      y: [1],
      mark,
      style: /** @type {const} */ ('points'),
    }));
    const {context, frame} = await drawPanel(panelOf(marks));
    const middle = {x: (frame.left + frame.right) / 2, y: (frame.top + frame.bottom) / 2};
    const outlines = context.fills.map(({paths, circles}) =>
      JSON.stringify([paths.map(({points}) => points.length), circles.length, paths[0]?.points[0]]),
    );
    assert.equal(new Set(outlines).size, 7);
    for (const {paths, circles} of context.fills) {
      for (const {x, y} of [...circles, ...paths.flatMap(({points}) => points)]) {
        assert.ok(Math.hypot(x - middle.x, y - middle.y) < 5);
      }
      for (const {points, isClosed} of paths) {
        assert.ok(isClosed);
        const mean = points.reduce((sum, {y}) => sum + y, 0) / points.length;
        assert.ok(Math.abs(mean - middle.y) < 1.5);
      }
    }
    const [, , up, , down] = context.fills.map(({paths}) => paths[0]?.points ?? []);
    assert.ok(up[0].y < middle.y - 3 && up.length === 3, 'a triangle points up');
    assert.ok(down[0].y > middle.y + 3 && down.length === 3, 'another points down');
  });

  test('a reference is grey, dashed or dotted; a dashed series has one dash for all', () => {
    assert.deepEqual(dashOf({reference: 'dots'}, 3), REFERENCE_DASHES.dots);
    assert.deepEqual(dashOf({reference: 'dashes'}, 3), REFERENCE_DASHES.dashes);
    assert.deepEqual(dashOf({dashed: true}, 0), [5, 4]);
  });

  test('a reference is drawn in grey', async () => {
    const {context} = await drawPanel(
      panelOf([{name: 'a', x: [0, 10], y: [0, 1], reference: 'dots'}]),
    );
    const [curve] = curvesOf(context);
    assert.deepEqual([curve.colour, curve.dash], [THEME.muted, [2, 5]]);
  });

  test('marks are filled, or rings where they are open', async () => {
    const points = {x: [1, 2], y: [0, 1], style: /** @type {const} */ ('points')};
    const {context} = await drawPanel(
      panelOf([
        {name: 'a', ...points},
        {name: 'b', ...points, open: true},
      ]),
    );
    assert.equal(context.fills.length, 2);
    const rings = curvesOf(context).filter(({circles}) => circles.length > 0);
    assert.deepEqual(
      rings.map(({colour, circles}) => [colour, circles[0].r]),
      [
        ['series-2', 6],
        ['series-2', 6],
      ],
    );
  });

  test('points have the colours that are given for them', async () => {
    const {context} = await drawPanel(
      panelOf([{name: 'a', x: [1, 2, 3], y: [0, 1, 2], style: 'points', colours: [2, 0, 7]}]),
    );
    assert.deepEqual(
      context.fills.map(({colour}) => colour),
      ['series-3', 'series-1', 'series-2'],
    );
  });

  test('of points have no curve, and of a curve no points', async () => {
    const points = await drawPanel(panelOf([{name: 'a', x: [1, 2], y: [0, 1], style: 'points'}]));
    assert.equal(curvesOf(points.context).length, 0);
    const curve = await drawPanel(panelOf([{name: 'a', x: [1, 2], y: [0, 1]}]));
    assert.equal(curve.context.fills.length, 0);
    const both = await drawPanel(panelOf([{name: 'a', x: [1, 2], y: [0, 1], style: 'both'}]));
    assert.deepEqual([curvesOf(both.context).length, both.context.fills.length], [1, 2]);
  });

  test('stems begin at zero', async () => {
    const {context, frame} = await drawPanel(
      panelOf([{name: 'a', x: [2, 4], y: [2, -1], style: 'bars'}]),
    );
    const zero = frame.bottom - (frame.bottom - frame.top) / 4;
    const stems = curvesOf(context).map(({paths}) => paths[0].points);
    assert.equal(stems.length, 2);
    for (const [from] of stems) isAt(from.y, zero, 'foot');
    isAt(stems[0][1].y, frame.bottom - 0.75 * (frame.bottom - frame.top));
    isAt(stems[1][1].y, frame.bottom);
    assert.equal(context.fills.length, 2);
  });

  test('spreads reach from the least to the greatest', async () => {
    const spread = {low: [0, 1, NaN], high: [2, 1, 1]};
    const {context, frame} = await drawPanel(
      panelOf([{name: 'a', x: [2, 4, 6], y: [1, 1, 1], spread}]),
    );
    const {paths} = curvesOf(context)[1];
    assert.equal(paths.length, 3); // one upright line with two caps; equal ends and missing ones have none
    const at = (/** @type {number} */ y) =>
      frame.bottom - ((y + 1) / 4) * (frame.bottom - frame.top);
    isAt(paths[0].points[0].y, at(0));
    isAt(paths[0].points[1].y, at(2));
    for (const cap of paths.slice(1)) isAt(cap.points[1].x - cap.points[0].x, 8);
  });

  test('positions that cannot have a value are crossed out at the bottom', async () => {
    const {context, frame} = await drawPanel(panelOf([{name: 'a', x: [2], y: [1], missing: [8]}]));
    const cross = curvesOf(context)[1].paths;
    assert.equal(cross.length, 2);
    for (const {points} of cross) {
      isAt((points[0].x + points[1].x) / 2, frame.left + 0.8 * (frame.right - frame.left));
      isAt((points[0].y + points[1].y) / 2, frame.bottom - 7);
    }
    assert.notEqual(
      Math.sign(cross[0].points[1].y - cross[0].points[0].y),
      Math.sign(cross[1].points[1].y - cross[1].points[0].y),
    );
  });

  test('of a crowd one mark per pixel is drawn, and of few points every one', async () => {
    const same = (/** @type {number} */ n) => ({
      name: 'a',
      x: new Float32Array(n).fill(5),
      y: new Float32Array(n).fill(1),
      style: /** @type {const} */ ('points'),
    });
    assert.equal((await drawPanel(panelOf([same(199)]))).context.fills.length, 199);
    const crowds = await drawPanel(panelOf([same(1000), same(1000)]));
    assert.equal(crowds.context.fills.length, 2, 'one per series');
    const apart = {...same(1000), x: Float32Array.from({length: 1000}, (_, k) => k / 100)};
    const n = (await drawPanel(panelOf([apart]))).context.fills.length;
    assert.ok(n > 300 && n < 400, `${n} for 344 pixels`);
  });
});

suite('the cursor of curves', () => {
  const panel = panelOf([
    {name: 'a', x: [0, 5, 10], y: [0, 1, 2]},
    {
      name: 'b',
      x: [0, 5],
      y: [2, -1],
      labels: ['zero', 'five'],
      spread: {low: [2, -2], high: [2, 0]},
    },
  ]);

  test('is a ring around its point', async () => {
    const {context, frame} = await drawPanel(panel, {cursor: {row: 1, col: 1}});
    const [ring] = context.strokes.filter(
      ({colour, circles}) => colour === THEME.ink && circles.length,
    );
    isAt(ring.circles[0].x, (frame.left + frame.right) / 2);
    isAt(ring.circles[0].y, frame.bottom);
    const none = await drawPanel(panel, {cursor: {row: 1, col: 2}}); // the other series is longer
    assert.equal(none.context.strokes.filter(({circles}) => circles.length).length, 0);
  });

  test('goes to the nearest point of any series', async () => {
    const {frame} = await drawPanel(panel);
    const [width, height] = [frame.right - frame.left, frame.bottom - frame.top];
    const at = (/** @type {number} */ x, /** @type {number} */ y) =>
      locate(panel, frame, frame.left + (x / 10) * width, frame.bottom - ((y + 1) / 4) * height);
    assert.deepEqual(at(5.2, 1.1), {row: 0, col: 1});
    assert.deepEqual(at(5.2, -0.9), {row: 1, col: 1});
    assert.deepEqual(at(9.9, 2), {row: 0, col: 2});
    assert.equal(at(2.5, -1), null); // more than 40 pixels from all
  });

  test('reads series, axis and value', () => {
    assert.equal(read(panel, {row: 0, col: 2}), 'a, position 10: loss 2');
    assert.equal(read(panel, {row: 1, col: 0}), 'b, position zero: loss 2');
    assert.equal(read(panel, {row: 1, col: 1}), 'b, position five: loss −1 (−2 to 0)');
    assert.equal(read(panel, {row: 1, col: 9}), 'b, position five: loss −1 (−2 to 0)');
    assert.equal(read(panelOf([{name: 'c', x: [], y: []}]), {row: 0, col: 0}), 'c: no values yet');
  });
});

suite('the table of curves', () => {
  test('has one column per series where all share x', () => {
    const shared = [
      {name: 'a', x: [0, 5], y: [1, 2]},
      {name: 'b', x: [0, 5], y: [3, 4]},
    ];
    assert.deepEqual(table(panelOf(shared)), {
      columns: ['position', 'a', 'b'],
      rows: [
        [0, 1, 3],
        [5, 2, 4],
      ],
    });
  });

  test('has one row per point where values of x differ', () => {
    const series = [
      {name: 'a', x: [0, 5], y: [1, 2]},
      {name: 'b', x: [0, 6], y: [3, 4]},
    ];
    assert.equal(table(panelOf(series)).rows.length, 4);
  });

  test('has one row per point otherwise, with what is missing', () => {
    const series = [
      {name: 'a', x: [0, 5], y: [1, 2]},
      {name: 'b', x: [0, 6], y: [3, 4], labels: ['p', 'q'], missing: [9]},
    ];
    assert.deepEqual(table(panelOf(series)), {
      columns: ['series', 'position', 'loss'],
      rows: [
        ['a', 0, 1],
        ['a', 5, 2],
        ['b', 'p', 3],
        ['b', 'q', 4],
        ['b', 9, 'no such position'],
      ],
    });
  });
});

suite('names at the ends of curves', () => {
  const three = panelOf([
    {name: 'high', x: [0, 10], y: [0, 2]},
    {name: 'higher', x: [0, 10], y: [0, 2.01]},
    {name: 'low', x: [0, 5], y: [0, -1]},
  ]);
  /** @param {RecordingContext} context */
  const namesOf = ({texts}) =>
    texts.filter(({text}) => three.series.some(({name}) => name === text));

  test('are in the order of the curves, and none is over another', async () => {
    const {context, frame} = await drawPanel(three, {width: 600});
    const names = namesOf(context);
    assert.deepEqual(
      names.map(({text}) => text),
      ['higher', 'high', 'low'],
    );
    for (const [k, {x, y}] of names.entries()) {
      assert.ok(x > frame.right && x < frame.width, `${x}`);
      if (k > 0) assert.ok(y - names[k - 1].y >= 12, `${y} after ${names[k - 1].y}`);
      assert.ok(y >= frame.top && y <= frame.bottom, `${y}`);
    }
  });

  test('have a piece of their curve in front of them, in its colour', async () => {
    const {context, frame} = await drawPanel(three, {width: 600});
    for (const {text, x, y, baseline, align} of namesOf(context)) {
      assert.deepEqual([baseline, align], ['middle', 'left']);
      const colour = `series-${three.series.findIndex(({name}) => name === text) + 1}`;
      const pieces = context.strokes.filter(
        ({paths}) => paths[0].points[0].y === y && paths[0].points[0].x > frame.right,
      );
      assert.deepEqual(
        pieces.map((piece) => [piece.colour, piece.paths.length]),
        [[colour, 1]],
        text,
      );
      const [from, to] = pieces[0].paths[0].points;
      assert.ok(from.x < to.x && to.x < x && to.y === y, text);
    }
  });

  test('are not in a narrow picture, nor where there are too many or one is long', async () => {
    assert.deepEqual(namesOf((await drawPanel(three, {width: 400})).context), []);
    const many = Array.from({length: 10}, (_, k) => ({name: `${k}`, x: [0, 1], y: [0, k]}));
    const long = [...three.series, {name: 'a name of many more letters than fit', x: [0], y: [0]}];
    for (const series of [many, long]) {
      const {context, frame} = await drawPanel({...three, series}, {width: 600});
      assert.deepEqual(namesOf(context), []);
      assert.equal(frame.width - frame.right, 12);
    }
    const {frame} = await drawPanel({...three, series: many.slice(1)}, {width: 600});
    assert.ok(frame.width - frame.right > 12, 'nine are not too many');
  });

  test('are not where the margin was made without them, in a plot that came out higher', async () => {
    const series = Array.from({length: 6}, (_, k) => ({name: `curve ${k}`, x: [0, 10], y: [0, k]}));
    const {context, frame} = await drawPanel(panelOf(series, {aspect: 0.2}), {width: 480});
    assert.ok(frame.bottom - frame.top > 6 * 12, 'there is a line for each');
    assert.equal(frame.width - frame.right, 12);
    const right = context.strokes.flatMap(({paths}) => paths.flatMap(({points}) => points));
    assert.ok(right.every(({x}) => x < frame.right + 2)); // a grid line is half a pixel further
  });

  test('stay where they are while a curve is alone', async () => {
    const series = three.series.map((one) => ({...one, faint: one.name !== 'low'}));
    const [all, alone] = [three, {...three, series}].map((panel) => margins(panel, 600));
    assert.deepEqual(alone, all);
  });
});

test('under the pointer a curve is plain and the others are faint, and not under the keys', async () => {
  const two = panelOf([
    {name: 'a', x: [0, 10], y: [0, 1]},
    {name: 'b', x: [0, 10], y: [0, 2]},
  ]);
  const alphas = async (/** @type {boolean | undefined} */ isPointed) => {
    const {context} = await drawPanel(two, {cursor: {row: 1, col: 0, isPointed}});
    return curvesOf(context).map(({alpha}) => alpha);
  };
  assert.deepEqual(await alphas(true), [FAINT, 1]);
  assert.deepEqual(await alphas(undefined), [1, 1]);
});

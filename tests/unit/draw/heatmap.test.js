import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {colourFor, colourScale} from '../../../web/draw/colour.js';
import * as heatmap from '../../../web/draw/heatmap.js';
import {drawPanel, THEME} from '../../support/canvas.js';

/** @typedef {import('../../../web/draw/panel.js').HeatmapPanel} HeatmapPanel */

const [ROWS, COLS] = [3, 5];
const DATA = Float64Array.from({length: ROWS * COLS}, (_, k) => k - 4);

/** Three queries and five keys: nothing is as long as it is wide. @param {Partial<HeatmapPanel>} [more] @returns {HeatmapPanel} */
const panelOf = (more = {}) => ({
  kind: 'heatmap',
  tensor: {data: DATA, shape: [ROWS, COLS]},
  x: {label: 'key'},
  y: {label: 'query'},
  value: {label: 'logit'},
  colour: colourFor('signed', DATA),
  ...more,
});

const CELLS = Array.from({length: ROWS * COLS}, (_, k) => ({
  row: Math.floor(k / COLS),
  col: k % COLS,
}));

suite('a heatmap whose cells all look like the paper', () => {
  /** @param {number} most @param {Partial<HeatmapPanel>} [more] */
  const drawn = (most, more = {}) =>
    drawPanel(
      panelOf({
        tensor: {data: DATA.map((value) => (value * most) / 10), shape: [ROWS, COLS]},
        colour: {...colourFor('signed', DATA), domain: [-1, 1]},
        ...more,
      }),
    );

  test('says in its middle within what range they are', async () => {
    const {context, frame} = await drawn(1e-6);
    const {x, y} = context.textOf('±10⁻⁶');
    assert.deepEqual([x, y], [(frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2]);
    const zero = await drawn(0, {
      y: {label: 'query', names: ['a', 'b', 'c']},
      x: {label: 'key', names: ['d', 'e', 'f', 'g', 'h']},
      bar: false,
    });
    assert.equal(zero.context.textOf('0').x, (zero.frame.left + zero.frame.right) / 2);
  });

  test('says nothing where a cell can be seen, and reads no masked cell', async () => {
    const {context} = await drawn(1 / 128);
    assert.throws(() => context.textOf('±0.00781'));
    const masked = DATA.map((_, k) => (k === 0 ? Number.NaN : 1e-6));
    const {context: other} = await drawn(0, {tensor: {data: masked, shape: [ROWS, COLS]}});
    assert.ok(other.textOf('±10⁻⁶'));
  });
});

suite('a heatmap of a matrix that is not square', () => {
  test('has the label of the columns below and that of the rows, rotated, on the left', async () => {
    const {context, frame} = await drawPanel(panelOf());
    const [key, query] = [context.textOf('key'), context.textOf('query')];
    assert.ok(key.y > frame.bottom && key.y < frame.height);
    assert.equal(key.x, (frame.left + frame.right) / 2);
    assert.equal(key.angle_rad, 0);
    assert.ok(query.x < frame.left && query.x > 0);
    assert.equal(query.y, (frame.top + frame.bottom) / 2);
    assert.equal(query.angle_rad, -Math.PI / 2);
  });

  test('names the columns below their middles and the rows beside theirs, the first row at the top', async () => {
    const {context, frame} = await drawPanel(
      panelOf({
        x: {label: 'key', names: ['k0', 'k1', 'k2', 'k3', 'k4']},
        y: {label: 'query', names: ['q0', 'q1', 'q2']},
      }),
    );
    const [width, height] = [(frame.right - frame.left) / COLS, (frame.bottom - frame.top) / ROWS];
    for (let col = 0; col < COLS; col++) {
      const {x, y} = context.textOf(`k${col}`);
      assert.ok(Math.abs(x - (frame.left + (col + 0.5) * width)) < 0.01, `k${col} at ${x}`);
      assert.ok(y >= frame.bottom);
    }
    for (let row = 0; row < ROWS; row++) {
      const {x, y, align} = context.textOf(`q${row}`);
      assert.ok(Math.abs(y - (frame.top + (row + 0.5) * height)) < 0.01, `q${row} at ${y}`);
      assert.ok(x < frame.left && align === 'right');
    }
  });

  test('colours the cell of each value, row by row', async () => {
    const panel = panelOf();
    const {context, frame} = await drawPanel(panel);
    const [image] = context.images;
    assert.deepEqual([image.cols, image.rows], [COLS, ROWS]);
    assert.deepEqual(
      [image.x, image.y, image.width, image.height],
      [frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top],
    );
    assert.equal(image.isSmooth, false); // cells stay sharp
    const {css} = colourScale(panel.colour, THEME.paper);
    for (const {row, col} of CELLS) {
      const [r, g, b] = image.cells?.[row * COLS + col] ?? [];
      assert.equal(`rgb(${r} ${g} ${b})`, css(DATA[row * COLS + col]), `${row}, ${col}`);
    }
  });

  test('reads the value of the cell that the pointer is on', async () => {
    const panel = panelOf();
    const {frame} = await drawPanel(panel);
    for (const {row, col} of CELLS) {
      for (const [across, down] of [
        [0.05, 0.05],
        [0.5, 0.5],
        [0.95, 0.95],
      ]) {
        const x = frame.left + ((col + across) * (frame.right - frame.left)) / COLS;
        const y = frame.top + ((row + down) * (frame.bottom - frame.top)) / ROWS;
        assert.deepEqual(heatmap.locate(panel, frame, x, y), {row, col});
      }
      const value = String(DATA[row * COLS + col]).replace('-', '−');
      assert.equal(heatmap.read(panel, {row, col}), `query ${row}, key ${col}: logit ${value}`);
    }
    const {left, right, top, bottom} = frame;
    for (const [x, y] of [
      [left - 1, top + 1],
      [right + 1, top + 1],
      [left + 1, top - 1],
      [left + 1, bottom + 1],
    ])
      assert.equal(heatmap.locate(panel, frame, x, y), null);
  });

  test('has a table with one row per row, under the names of the columns', () => {
    const {columns, rows} = heatmap.table(
      panelOf({x: {label: 'key', names: [10, 11, 12, 13, 14]}}),
    );
    assert.deepEqual(columns, ['query \\ key', '10', '11', '12', '13', '14']);
    assert.deepEqual(rows, [
      ['0', -4, -3, -2, -1, 0],
      ['1', 1, 2, 3, 4, 5],
      ['2', 6, 7, 8, 9, 10],
    ]);
    assert.deepEqual(heatmap.extent(panelOf()), {rows: ROWS, cols: COLS});
  });

  test('frames the cell of the cursor', async () => {
    const {context, frame} = await drawPanel(panelOf(), {cursor: {row: 2, col: 1}});
    const [width, height] = [(frame.right - frame.left) / COLS, (frame.bottom - frame.top) / ROWS];
    const edges = context.frames.filter(({fill}) => fill === THEME.grid);
    assert.equal(edges.length, 2, 'the matrix and its bar end where zeros do not show it');
    const {left, right, top, bottom} = frame;
    const [{x, y, width: across, height: down}] = edges; // a line of 1 px, just outside the cells
    assert.deepEqual([x, y], [left - 0.5, top - 0.5]);
    assert.deepEqual([x + across, y + down], [right + 0.5, bottom + 0.5]);
    const marks = context.frames.filter(({fill}) => fill !== THEME.grid);
    assert.equal(marks.length, 2); // ink on a rim of paper
    for (const box of marks) {
      assert.ok(Math.abs(box.x - (frame.left + width)) < 0.01);
      assert.ok(Math.abs(box.y - (frame.top + 2 * height)) < 0.01);
      assert.ok(Math.abs(box.width - width) < 0.01 && Math.abs(box.height - height) < 0.01);
    }
    assert.deepEqual(
      marks.map(({fill}) => fill),
      [THEME.paper, THEME.ink],
    );
    assert.ok(marks[0].width_px > marks[1].width_px);
  });

  test('draws a rule before the cell that it names', async () => {
    const rules = /** @type {const} */ ([
      {axis: 'x', at: 2, label: 'trained'},
      {axis: 'y', at: 1, label: ''},
    ]);
    const {context, frame} = await drawPanel(panelOf({rules}));
    const lines = context.strokes.filter(
      ({colour, dash}) => colour === THEME.ink && dash.length > 0,
    );
    const [[from, to], [start, end]] = lines.map(({paths}) => paths[0].points);
    const x = frame.left + (2 / COLS) * (frame.right - frame.left);
    const y = frame.top + (1 / ROWS) * (frame.bottom - frame.top);
    assert.deepEqual(
      [from, to],
      [
        {x, y: frame.top},
        {x, y: frame.bottom},
      ],
    );
    assert.deepEqual(
      [start, end],
      [
        {x: frame.left, y},
        {x: frame.right, y},
      ],
    );
    assert.ok(context.textOf('trained').x > x);
  });
});

suite('masked cells', () => {
  test('are transparent over a hatch that fills the plot', async () => {
    const data = Float64Array.from(DATA);
    data[1] = NaN;
    data[7] = -Infinity;
    const {context, frame} = await drawPanel(panelOf({tensor: {data, shape: [ROWS, COLS]}}));
    const [image] = context.images;
    const clear = (image.cells ?? []).flatMap(([, , , alpha], k) => (alpha === 0 ? [k] : []));
    assert.deepEqual(clear, [1, 7]);
    const hatch = context.strokes.find(({colour}) => colour === THEME.hatch);
    assert.ok(hatch && hatch.order < image.order, 'the hatch is under the cells');
    assert.ok(hatch.paths.length > 20, `${hatch.paths.length} strokes`);
    const [clip] = context.clips;
    assert.deepEqual([clip.x, clip.y], [frame.left, frame.top]);
    assert.deepEqual([clip.x + clip.width, clip.y + clip.height], [frame.right, frame.bottom]);
  });

  test('are read as what they are', () => {
    const data = Float64Array.from(DATA);
    data[7] = -Infinity;
    data[8] = NaN;
    const panel = panelOf({tensor: {data, shape: [ROWS, COLS]}});
    assert.equal(heatmap.read(panel, {row: 1, col: 2}), 'query 1, key 2: logit −∞ (masked)');
    assert.equal(heatmap.read(panel, {row: 1, col: 3}), 'query 1, key 3: logit not a number');
  });
});

suite('the colour bar', () => {
  test('has the greatest value at the top, in its colour, and the least at the bottom', async () => {
    const panel = panelOf({colour: {map: 'weight', domain: [-4, 10]}});
    const {context, frame} = await drawPanel(panel);
    const {css} = colourScale(panel.colour, THEME.paper);
    const [bar] = context.images.filter(({x}) => x > frame.right);
    assert.ok(bar.rows > 50 && bar.cols === 1, `${bar.rows} × ${bar.cols}`);
    const [edge] = context.frames.filter(({x}) => x > frame.right); // a line of 1 px, just outside the bar
    assert.deepEqual([edge.x, edge.y], [bar.x - 0.5, frame.top - 0.5]);
    assert.deepEqual([edge.width, edge.height], [bar.width + 1, frame.bottom - frame.top + 1]);
    const texts = context.texts.filter(({x}) => x > frame.right);
    assert.equal(bar.x - frame.right, 10);
    assert.deepEqual(
      texts.map(({x, align}) => [x, align]),
      texts.map(() => [bar.x + bar.width + 4, 'left']),
    );
    const most = texts[0].maxWidth ?? Number.POSITIVE_INFINITY;
    assert.ok(texts[0].x + most <= frame.width, `numbers of ${most} px at ${texts[0].x}`);
    assert.deepEqual([bar.y, bar.height], [frame.top, frame.bottom - frame.top]);
    const colours = (bar.cells ?? []).map(([r, g, b]) => `rgb(${r} ${g} ${b})`);
    assert.equal(colours[0], css(10));
    assert.equal(colours[(bar.rows - 1) / 2], css(3));
    assert.equal(colours.at(-1), css(-4));
    const [high, middle, low] = ['10', '3', '−4'].map((text) =>
      context.texts.filter((one) => one.text === text && one.x > frame.right),
    );
    assert.deepEqual(
      [high, middle, low].map((texts) => texts.map(({y}) => y)),
      [[frame.top], [(frame.top + frame.bottom) / 2], [frame.bottom]],
    );
  });

  test('is left out where panels share one', async () => {
    const {context, frame} = await drawPanel(panelOf({bar: false}));
    assert.deepEqual(context.rects, []);
    assert.ok(frame.right > 380);
  });
});

suite('texts in cells', () => {
  const text = CELLS.map(({row, col}) => `r${row}c${col}`);

  test('are in the middle of their cells, light on dark and dark on light', async () => {
    const colour = /** @type {const} */ ({map: 'weight', domain: [-4, 10]});
    const {context, frame} = await drawPanel(panelOf({text, colour}));
    for (const {row, col} of CELLS) {
      const {x, y, align, baseline} = context.textOf(`r${row}c${col}`);
      assert.ok(
        Math.abs(x - (frame.left + ((col + 0.5) * (frame.right - frame.left)) / COLS)) < 0.01,
      );
      assert.ok(
        Math.abs(y - (frame.top + ((row + 0.5) * (frame.bottom - frame.top)) / ROWS)) < 0.01,
      );
      assert.deepEqual([align, baseline], ['center', 'middle']);
    }
    assert.equal(context.textOf('r0c0').fill, '#000'); // paper
    assert.equal(context.textOf('r2c4').fill, '#fff'); // dark blue
  });

  test('are all left out where one does not fit, and in masked cells', async () => {
    const long = [...text.slice(0, 14), 'a long text for a cell'];
    const {context} = await drawPanel(panelOf({text: long}));
    assert.equal(context.texts.filter((one) => text.includes(one.text)).length, 0);
    const data = Float64Array.from(DATA);
    data[0] = NaN;
    const masked = await drawPanel(panelOf({text, tensor: {data, shape: [ROWS, COLS]}}));
    assert.equal(masked.context.texts.filter((one) => one.text === 'r0c0').length, 0);
    assert.ok(masked.context.textOf('r0c1'));
  });
});

suite('names of cells', () => {
  test('are slanted where they are wider than their cells, and all there', async () => {
    const names = ['attention', 'embedding', 'position', 'rotation', 'frequency'];
    const {context, frame} = await drawPanel(panelOf({x: {label: 'key', names}}), {width: 300});
    for (const name of names) {
      const {angle_rad, align, y} = context.textOf(name);
      assert.equal(angle_rad, -Math.PI / 4);
      assert.equal(align, 'right'); // it ends at its cell
      assert.ok(y > frame.bottom);
    }
    const high = frame.height - frame.bottom;
    assert.ok(high > 60, `${high} pixels below the plot`);
  });

  test('that are slanted need 12 pixels each, of whatever length they are', async () => {
    const names = Array.from({length: 20}, (_, k) => `a long name ${k}`);
    const tensor = {data: new Float64Array(20), shape: [1, 20]};
    const {context, frame} = await drawPanel(
      panelOf({tensor, x: {label: 'key', names}, y: {label: 'query', names: ['q']}}),
      {width: 420},
    );
    const space = (frame.right - frame.left) / 20;
    assert.ok(space > 12 && space < 24, `${space} pixels`);
    for (const name of names) assert.ok(context.textOf(name));
  });

  test('of rows that are too low for all are every second or third, from the last row up', async () => {
    const names = Array.from({length: 24}, (_, k) => `row ${k}`);
    const tensor = {data: new Float64Array(24), shape: [24, 1]};
    const {context} = await drawPanel(
      panelOf({tensor, y: {label: 'query', names}, x: {label: 'key', names: ['k']}, aspect: 0.5}),
      {width: 300},
    );
    const shown = names.filter((name) => context.texts.some(({text}) => text === name));
    assert.ok(shown.length > 3 && shown.length < 24, `${shown}`);
    assert.equal(shown.at(-1), 'row 23');
  });

  test('of many counted cells are round numbers at the middles of theirs', async () => {
    const n = 40;
    const tensor = {data: new Float64Array(n * n), shape: [n, n]};
    const {context, frame} = await drawPanel(panelOf({tensor, aspect: 1}));
    const width = (frame.right - frame.left) / n;
    const shown = context.texts.filter(
      ({x, y}) => y > frame.bottom && x > frame.left && y < frame.bottom + 12,
    );
    assert.ok(shown.length >= 3 && shown.length <= 9, `${shown.map(({text}) => text)}`);
    for (const {text, x} of shown) {
      assert.equal(Number(text) % 5, 0);
      assert.ok(
        Math.abs(x - (frame.left + (Number(text) + 0.5) * width)) < 0.01,
        `${text} at ${x}`,
      );
    }
  });

  test('of few counted cells are whole numbers', async () => {
    for (const n of [1, 2, 3]) {
      const tensor = {data: new Float64Array(n), shape: [1, n]};
      const {context, frame} = await drawPanel(panelOf({tensor, bar: false}));
      const texts = context.texts.filter(({x, y}) => y > frame.bottom && x > frame.left);
      const shown = texts.map(({text}) => text).filter((text) => text !== 'key');
      assert.deepEqual(shown, ['0', '1', '2'].slice(0, n));
    }
  });

  test('cells that are smaller than a pixel are averaged', async () => {
    const n = 1000;
    const tensor = {data: new Float64Array(n), shape: [1, n]};
    const {context} = await drawPanel(panelOf({tensor}));
    assert.equal(context.images[0].isSmooth, true);
  });
});

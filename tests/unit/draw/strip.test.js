import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {colourScale} from '../../../web/draw/colour.js';
import * as strip from '../../../web/draw/strip.js';
import {drawPanel, THEME} from '../../support/canvas.js';

/** @typedef {import('../../../web/draw/panel.js').StripPanel} StripPanel */

const RIGHT = [0, 1, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4];
const WRONG = [0, 1, 2, 3, 3, 4, 4, 4, 4, 4, 4, 4];

/** @param {Partial<StripPanel>} [more] @returns {StripPanel} */
const panelOf = (more = {}) => ({
  kind: 'strip',
  series: [
    {name: 'published', y: RIGHT},
    {name: 'with a slip', y: WRONG, against: 0},
  ],
  range: [0, 4],
  x: {label: 'distance'},
  y: {label: 'bucket'},
  ...more,
});

/** @param {number} value @param {number} expected @param {string} [what] */
const isAt = (value, expected, what = '') =>
  assert.ok(Math.abs(value - expected) < 0.01, `${what} at ${value}, not ${expected}`);

suite('strips of buckets', () => {
  test('have one band per run of a bucket, in its colour, on a scale of log(1 + distance)', async () => {
    const {context, frame} = await drawPanel(panelOf());
    const bands = context.rects.filter(({height}) => height === 30);
    const {css} = colourScale({map: 'index', domain: [0, 4]}, THEME.paper);
    assert.deepEqual(
      bands.map(({fill}) => fill),
      [0, 1, 2, 3, 4, 0, 1, 2, 3, 4].map(css),
    );
    const xOf = (/** @type {number} */ distance) =>
      frame.left + ((frame.right - frame.left) * Math.log(1 + distance)) / Math.log(13);
    for (const [k, from] of [0, 1, 2, 3, 6].entries()) isAt(bands[k].x, xOf(from), `bucket ${k}`);
    isAt(bands[9].x, xOf(5), 'bucket 4 of the second');
    assert.equal(bands[0].y, bands[4].y);
    assert.ok(bands[5].y > bands[0].y + 30);
    isAt(bands[4].x + bands[4].width, frame.right - 1, 'the last ends at the right, after a gap');
  });

  test('have the bucket written in bands that are wide enough, and the name above', async () => {
    const {context} = await drawPanel(panelOf());
    const [first, second] = [context.textOf('published'), context.textOf('with a slip')];
    const bands = context.rects.filter(({height}) => height === 30);
    assert.ok(first.y < bands[0].y && second.y < bands[5].y && second.y > bands[0].y + 30);
    for (const [k, band] of bands.entries()) {
      const inside = context.texts.filter(
        ({x, y}) => x > band.x && x < band.x + band.width && y > band.y && y < band.y + 30,
      );
      assert.deepEqual(
        inside.map(({text}) => text),
        [String(k % 5)],
      );
    }
  });

  test('leave narrow bands without a number', async () => {
    const y = Array.from({length: 200}, (_, k) => 1000 + k);
    const {context} = await drawPanel(panelOf({series: [{name: 'a', y}], range: [1000, 1199]}));
    const numbers = context.texts.filter(({text}) => /^1,\d{3}$/.test(text));
    assert.ok(numbers.length > 0 && numbers.length < 12, `${numbers.map(({text}) => text)}`);
  });

  test('mark a distance in another bucket than the right one, with its number', async () => {
    const {context, frame} = await drawPanel(panelOf());
    assert.equal(context.fills.length, 1);
    const [{points}] = context.fills[0].paths;
    const perLog = (frame.right - frame.left) / Math.log(13);
    isAt(points[0].x, frame.left + (perLog * (Math.log(6) + Math.log(7))) / 2, 'distance 5');
    assert.equal(context.fills[0].colour, THEME.bad);
    const number = context.texts.find(({text, fill}) => text === '5' && fill === THEME.bad);
    assert.ok(number && number.x > points[0].x);
  });

  test('mark many slips with a line instead of numbers', async () => {
    const y = Array.from({length: 40}, (_, k) => k % 3);
    const wrong = y.map((bucket) => (bucket + 1) % 3);
    const series = [
      {name: 'a', y},
      {name: 'b', y: wrong, against: 0},
    ];
    const {context} = await drawPanel(panelOf({series, range: [0, 2]}));
    assert.equal(context.fills.length, 0);
    assert.equal(
      context.rects.filter(({height, fill}) => height === 4 && fill === THEME.bad).length,
      40,
    );
  });

  test('show a bucket outside the range as wrong', async () => {
    const {context} = await drawPanel(
      panelOf({series: [{name: 'a', y: [0, 1, 9, -1]}], range: [0, 1]}),
    );
    const bands = context.rects.filter(({height}) => height === 30);
    assert.deepEqual(
      bands.map(({fill}) => fill === THEME.bad),
      [false, false, true, true],
    );
  });

  test('number distances in the middle of their cells', async () => {
    const {context, frame} = await drawPanel(panelOf());
    const perLog = (frame.right - frame.left) / Math.log(13);
    const ticks = context.texts.filter(({y, text}) => y > frame.bottom && /^\d+$/.test(text));
    assert.ok(ticks.length >= 5);
    for (const {text, x} of ticks) {
      const distance = Number(text);
      isAt(x, frame.left + (perLog * (Math.log(1 + distance) + Math.log(2 + distance))) / 2, text);
    }
    assert.ok(context.textOf('distance').y > ticks[0].y);
  });

  test('find the distance and the strip under the pointer', async () => {
    const panel = panelOf();
    const {context, frame} = await drawPanel(panel);
    const bands = context.rects.filter(({height}) => height === 30);
    assert.deepEqual(strip.locate(panel, frame, bands[3].x + 1, bands[3].y + 15), {row: 0, col: 3});
    assert.deepEqual(strip.locate(panel, frame, bands[9].x + 1, bands[9].y + 15), {row: 1, col: 5});
    assert.equal(strip.locate(panel, frame, frame.left - 5, bands[0].y), null);
    assert.equal(strip.locate(panel, frame, frame.right + 5, bands[0].y), null);
    assert.equal(strip.locate(panel, frame, frame.left + 5, frame.bottom + 20), null);
  });

  test('frame the cell of the cursor', async () => {
    const {context, frame} = await drawPanel(panelOf(), {cursor: {row: 1, col: 0}});
    const bands = context.rects.filter(({height}) => height === 30);
    for (const box of context.frames) {
      isAt(box.x, frame.left);
      isAt(box.y, bands[5].y - 1);
    }
    assert.deepEqual(
      context.frames.map(({fill}) => fill),
      [THEME.paper, THEME.ink],
    );
  });

  test('read a distance, its bucket, the bucket’s distances, and where it belongs', () => {
    const panel = panelOf();
    assert.equal(
      strip.read(panel, {row: 0, col: 4}),
      'published, distance 4: bucket 3, which holds 3 to 5',
    );
    assert.equal(
      strip.read(panel, {row: 0, col: 1}),
      'published, distance 1: bucket 1, which holds 1 alone',
    );
    assert.equal(
      strip.read(panel, {row: 0, col: 11}),
      'published, distance 11: bucket 4, which holds 6 and on',
    );
    assert.equal(
      strip.read(panel, {row: 1, col: 5}),
      'with a slip, distance 5: bucket 4, which holds 5 and on; wrong, it belongs in 3',
    );
  });

  test('list their runs', () => {
    const {columns, rows} = strip.table(panelOf({series: [{name: 'a', y: [2, 2, 7]}]}));
    assert.deepEqual(columns, [
      'strip',
      'bucket',
      'first distance',
      'last distance shown',
      'distances',
    ]);
    assert.deepEqual(rows, [
      ['a', 2, 0, 1, 2],
      ['a', 7, 2, 2, 1],
    ]);
    assert.deepEqual(strip.extent(panelOf()), {rows: 2, cols: 12});
  });
});

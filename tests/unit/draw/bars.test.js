import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import * as bars from '../../../web/draw/bars.js';
import {drawPanel, THEME} from '../../support/canvas.js';

/** @typedef {import('../../../web/draw/panel.js').BarsPanel} BarsPanel */

/** @param {Partial<BarsPanel>} [more] @returns {BarsPanel} */
const panelOf = (more = {}) => ({
  kind: 'bars',
  groups: ['none', 'rope', 'alibi'],
  series: [
    {name: 'short', values: [1, 2, 3]},
    {name: 'long', values: [4, null, 2]},
  ],
  x: {label: 'method'},
  y: {label: 'accuracy', domain: [0, 4]},
  ...more,
});

/** @param {number} value @param {number} expected @param {string} [what] @param {number} [atol] */
const isAt = (value, expected, what = '', atol = 0.6) =>
  assert.ok(Math.abs(value - expected) <= atol, `${what} at ${value}, not ${expected}`);

/** @param {import('../../support/canvas.js').RecordingContext} context */
const barsOf = ({rects}) => rects.filter(({fill}) => fill.startsWith('series-'));

suite('bars', () => {
  test('a value is written above the spread of its bar', async () => {
    const spread = {low: [0.5, 1.5, 2.5], high: [1.5, 2.5, 3.5]};
    const {context} = await drawPanel(
      panelOf({series: [{name: 'short', values: [1, 2, 3], spread}]}),
    );
    const plain = await drawPanel(panelOf({series: [{name: 'short', values: [1, 2, 3]}]}));
    const unit = (plain.frame.bottom - plain.frame.top) / 4;
    const [text] = context.texts.filter((one) => one.text === '2' && one.fill === 'ink');
    const [below] = plain.context.texts.filter((one) => one.text === '2' && one.fill === 'ink');
    isAt(below.y - text.y, unit / 2, 'a text');
  });

  test('start at zero, are as high as their values, and have the colour of their series', async () => {
    const {context, frame} = await drawPanel(panelOf());
    const unit = (frame.bottom - frame.top) / 4;
    const drawn = barsOf(context);
    assert.deepEqual(
      drawn.map(({fill}) => fill),
      ['series-1', 'series-1', 'series-1', 'series-2', 'series-2'],
    );
    [1, 2, 3, 4, 2].forEach((value, k) => {
      isAt(drawn[k].height, value * unit, `height of ${k}`);
      isAt(drawn[k].y + drawn[k].height, frame.bottom, `foot of ${k}`);
    });
  });

  test('are side by side within their group, and groups in order over their names', async () => {
    const {context, frame} = await drawPanel(panelOf());
    const [a0, a1, a2, b0, b2] = barsOf(context).map(({x, width}) => [x, x + width]);
    const order = [a0, b0, a1, a2, b2].flat();
    assert.ok(
      order.every((x, k) => k === 0 || x > order[k - 1]),
      `${order}`,
    );
    assert.ok(order[0] > frame.left && order[order.length - 1] < frame.right);
    for (const [name, from, to] of /** @type {const} */ ([
      ['none', a0[0], b0[1]],
      ['alibi', a2[0], b2[1]],
    ])) {
      const text = context.textOf(name);
      assert.ok(text.y > frame.bottom);
      isAt(text.x, (from + to) / 2, name);
    }
  });

  test('hang from zero where they are negative', async () => {
    const series = [{name: 'a', values: [2, -1]}];
    const {context, frame} = await drawPanel(
      panelOf({groups: ['p', 'q'], series, y: {label: 'y', domain: [-2, 2]}}),
    );
    const zero = (frame.top + frame.bottom) / 2;
    const [up, down] = barsOf(context);
    isAt(up.y, frame.top, 'top of 2');
    isAt(up.y + up.height, zero, 'foot of 2');
    isAt(down.y, zero, 'top of -1');
    isAt(down.height, (frame.bottom - frame.top) / 4, 'height of -1');
  });

  test('have zero on their axis, whatever the values', async () => {
    const series = [{name: 'a', values: [900, 950]}];
    const {context, frame} = await drawPanel(
      panelOf({groups: ['p', 'q'], series, y: {label: 'y'}}),
    );
    const [low, high] = barsOf(context);
    isAt(low.height / high.height, 900 / 950, 'ratio of heights', 0.01);
    assert.ok(context.texts.some(({text, y}) => text === '0' && Math.abs(y - frame.bottom) < 1));
  });

  test('begin where the panel says, and on a logarithmic axis at its lower end', async () => {
    const y = {
      label: 'y',
      domain: /** @type {const} */ ([1, 1000]),
      scale: /** @type {const} */ ('log'),
    };
    const series = [{name: 'a', values: [10, 1000]}];
    const log = await drawPanel(panelOf({groups: ['p', 'q'], series, y}));
    const [ten, thousand] = barsOf(log.context);
    isAt(thousand.height / ten.height, 3, 'three decades against one', 0.05);
    const from = await drawPanel(
      panelOf({
        groups: ['p', 'q'],
        series: [{name: 'a', values: [0.5, 2]}],
        y: {label: 'y', domain: [0, 2]},
        from: 1,
      }),
    );
    const [below, above] = barsOf(from.context);
    const middle = (from.frame.top + from.frame.bottom) / 2;
    isAt(below.y, middle, 'top of what is below');
    isAt(above.y + above.height, middle, 'foot of what is above');
  });

  test('of zero have no height on a logarithmic axis', async () => {
    const y = {
      label: 'y',
      domain: /** @type {const} */ ([1, 1000]),
      scale: /** @type {const} */ ('log'),
    };
    const series = [{name: 'a', values: [0, 1000]}];
    const {context, frame} = await drawPanel(panelOf({groups: ['p', 'q'], series, y}));
    const [zero] = barsOf(context);
    assert.equal(zero.height, 1);
    isAt(zero.y, frame.bottom);
  });

  test('a value that has not been measured has no bar and no text, and is read as such', async () => {
    const panel = panelOf();
    const {context} = await drawPanel(panel);
    assert.equal(barsOf(context).length, 5);
    assert.ok(!context.texts.some(({text}) => text.includes('measured')));
    assert.equal(bars.read(panel, {row: 1, col: 1}), 'long, rope: accuracy not measured yet');
    assert.equal(bars.read(panel, {row: 1, col: 0}), 'long, none: accuracy 4');
  });

  test('a bar of zero is a line that can be seen', async () => {
    const {context, frame} = await drawPanel(panelOf({series: [{name: 'a', values: [0, 0, 0]}]}));
    for (const {height, y} of barsOf(context)) {
      assert.equal(height, 1);
      isAt(y, frame.bottom);
    }
  });
});

suite('texts of bars', () => {
  test('are above their bars, horizontal, where all fit', async () => {
    const series = [{name: 'a', values: [1, 2, 3], text: ['one', 'two', 'three']}];
    const {context} = await drawPanel(panelOf({series}));
    ['one', 'two', 'three'].forEach((name, k) => {
      const [text, bar] = [context.textOf(name), barsOf(context)[k]];
      isAt(text.x, bar.x + bar.width / 2, name);
      assert.ok(text.y < bar.y && text.y > bar.y - 15, `${name} at ${text.y}, bar at ${bar.y}`);
      assert.equal(text.angle_rad, 0);
    });
  });

  test('are the values where a series has none, and below bars that hang', async () => {
    const {context} = await drawPanel(
      panelOf({series: [{name: 'a', values: [1.5, -2.25, 3]}], y: {label: 'y', domain: [-4, 4]}}),
    );
    assert.ok(context.textOf('1.5'));
    const bar = barsOf(context)[1];
    const text = context.textOf('−2.25');
    assert.ok(text.y > bar.y + bar.height);
  });

  test('are rotated where one does not fit, inside long bars and beyond short ones', async () => {
    const series = [
      {name: 'a', values: [4, 0.5, 3], text: ['a very long text', 'another long text', 'x']},
    ];
    const {context} = await drawPanel(panelOf({series, aspect: 1}));
    const [long, short] = [context.textOf('a very long text'), context.textOf('another long text')];
    for (const text of [long, short]) assert.equal(text.angle_rad, -Math.PI / 2);
    const [first, second] = barsOf(context);
    assert.ok(long.y > first.y && long.fill === THEME.paper);
    assert.ok(short.y < second.y && short.fill === THEME.ink);
    const rims = context.halos.map(({text, fill}) => [text, fill]);
    assert.deepEqual(rims.slice(0, 2), [
      ['a very long text', 'series-1'], // the colour of its bar
      ['another long text', THEME.paper],
    ]);
  });

  test('of many narrow bars are left out', async () => {
    const values = Array.from({length: 30}, (_, k) => 1000.25 + k);
    const {context} = await drawPanel(
      panelOf({groups: values.map((_, k) => k), series: [{name: 'a', values}], y: {label: 'y'}}),
    );
    assert.ok(!context.texts.some(({text}) => text.includes('.25')));
  });
});

suite('around bars', () => {
  test('labels and numbers are beside their axes', async () => {
    const {context, frame} = await drawPanel(panelOf());
    assert.ok(context.textOf('method').y > frame.bottom);
    const label = context.textOf('accuracy');
    assert.ok(label.x < frame.left && label.angle_rad === -Math.PI / 2);
    const two = context.texts.find(({text, x}) => text === '2' && x < frame.left);
    isAt(two?.y ?? 0, (frame.top + frame.bottom) / 2, 'the number 2');
  });

  test('spreads reach from the least to the greatest, in the middle of their bar', async () => {
    const series = [
      {name: 'a', values: [2, 2, 2], spread: {low: [1, 2, null], high: [3, 2, null]}},
    ];
    const {context, frame} = await drawPanel(panelOf({series}));
    const strokes = context.strokes.filter(({colour}) => colour === THEME.ink);
    assert.equal(strokes.length, 1);
    const [{points}] = strokes[0].paths;
    const [bar] = barsOf(context);
    isAt(points[0].x, bar.x + bar.width / 2, 'x');
    isAt(points[0].y, frame.bottom - (frame.bottom - frame.top) / 4, 'least');
    isAt(points[1].y, frame.bottom - (3 * (frame.bottom - frame.top)) / 4, 'greatest');
  });

  test('a rule is at its value', async () => {
    const {context, frame} = await drawPanel(
      panelOf({rules: [{axis: 'y', at: 3, label: 'chance'}]}),
    );
    const [rule] = context.strokes.filter(({colour}) => colour === THEME.ink);
    isAt(rule.paths[0].points[0].y, frame.bottom - (3 * (frame.bottom - frame.top)) / 4, 'rule');
    assert.ok(context.textOf('chance'));
  });

  test('names that would touch are slanted', async () => {
    const groups = ['sinusoidal table', 'learned table', 'rotary embedding'];
    const {context, frame} = await drawPanel(panelOf({groups}), {width: 260});
    for (const name of groups) assert.equal(context.textOf(name).angle_rad, -Math.PI / 4);
    assert.ok(frame.height - frame.bottom > 90);
  });

  test('the pointer finds the bar above or below it', async () => {
    const panel = panelOf();
    const {context, frame} = await drawPanel(panel);
    const [, a1, , b0] = barsOf(context);
    assert.deepEqual(bars.locate(panel, frame, a1.x + 1), {row: 0, col: 1});
    assert.deepEqual(bars.locate(panel, frame, b0.x + b0.width - 1), {
      row: 1,
      col: 0,
    });
    assert.equal(bars.locate(panel, frame, frame.left), null);
    assert.deepEqual(bars.extent(panel), {rows: 2, cols: 3});
  });

  test('the cursor frames its bar', async () => {
    const {context} = await drawPanel(panelOf(), {cursor: {row: 0, col: 2}});
    const bar = barsOf(context)[2];
    const [box] = context.frames;
    isAt(box.x + box.width / 2, bar.x + bar.width / 2, 'x');
    assert.ok(box.y <= bar.y && box.y + box.height >= bar.y + bar.height);
    assert.equal(box.fill, THEME.ink);
  });

  test('the table has groups as rows and series as columns', () => {
    assert.deepEqual(bars.table(panelOf()), {
      columns: ['method', 'short', 'long'],
      rows: [
        ['none', 1, 4],
        ['rope', 2, 'not measured yet'],
        ['alibi', 3, 2],
      ],
    });
    assert.equal(
      bars.read(panelOf({series: [{name: 'a', values: [1, 2, 3], text: ['', 'two!', '']}]}), {
        row: 0,
        col: 1,
      }),
      'rope: accuracy two!',
    );
  });
});

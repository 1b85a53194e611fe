import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {colourScale} from '../../../web/draw/colour.js';
import {DASHES} from '../../../web/draw/lines.js';
import * as scene from '../../../web/draw/scene.js';
import {drawPanel, LETTER_PX, THEME} from '../../support/canvas.js';

/** @typedef {import('../../../web/draw/panel.js').ScenePanel} ScenePanel */
/** @typedef {import('../../support/canvas.js').RecordingContext} RecordingContext */
/** @typedef {[number, number, number]} Point */

const AXES = /** @type {const} */ (['east', 'north', 'up']);
/** The corners of a cube, and its middle. */
const CORNERS = /** @type {Point[]} */ (
  [0, 1].flatMap((z) => [0, 1].flatMap((y) => [0, 1].map((x) => [x, y, z])))
);
const FRONT = {azimuth_rad: 0, elevation_rad: 0};

/** @param {Point[]} points @param {Partial<ScenePanel>} [more] @returns {ScenePanel} */
const pointsPanel = (points, more = {}) => ({
  kind: 'scene',
  axes: AXES,
  paths: [{name: 'corner', points, labels: points.map((_, k) => `p${k}`), line: false}],
  ...more,
});

/** @param {number[][]} rows @param {Partial<ScenePanel>} [more] @returns {ScenePanel} */
const surfacePanel = (rows, more = {}) => ({
  kind: 'scene',
  axes: ['key', 'query', 'weight'],
  paths: [],
  surface: {
    tensor: {data: Float32Array.from(rows.flat()), shape: [rows.length, rows[0].length]},
    x: {label: 'key'},
    y: {label: 'query'},
    colour: {map: 'weight', domain: [0, 1]},
  },
  ...more,
});

/** The marks that are drawn, in the order of the points. @param {ScenePanel} panel @param {number} [width] */
async function marksOf(panel, width) {
  const {context, frame} = await drawPanel(panel, {width});
  const marks = context.fills.map(({paths, circles, order}) => {
    if (circles.length) return {x: circles[0].x, y: circles[0].y, order};
    const {points} = paths[0];
    const mean = (/** @type {'x' | 'y'} */ axis) =>
      points.reduce((sum, point) => sum + point[axis], 0) / points.length;
    return {x: mean('x'), y: mean('y'), order};
  });
  return {marks, frame, context};
}

/** @param {number} value @param {number} expected @param {string} [what] */
const isAt = (value, expected, what = '') =>
  assert.ok(Math.abs(value - expected) < 0.01, `${what} at ${value}, not ${expected}`);

/** Every direction to look from, by about 25 degrees. */
const VIEWS = Array.from({length: 14}, (_, a) =>
  [-90, -60, -25, 0, 25, 60, 90].map((degrees) => ({
    azimuth_rad: -Math.PI + (a * 2 * Math.PI) / 14,
    elevation_rad: (degrees * Math.PI) / 180,
  })),
).flat();

suite('projection', () => {
  test('from the front, east is to the right, up is up, and what is north is smaller', async () => {
    const {marks, frame} = await marksOf(pointsPanel(CORNERS, {view: FRONT, equal: true}));
    const sorted = [...marks].sort((a, b) => a.order - b.order);
    assert.deepEqual(sorted, marks);
    // the far four are painted first: north is 1
    const [far, near] = [marks.slice(0, 4), marks.slice(4)];
    const middle = {x: (frame.left + frame.right) / 2, y: (frame.top + frame.bottom) / 2};
    const size = (/** @type {typeof marks} */ four) =>
      Math.max(...four.map(({x}) => x)) - Math.min(...four.map(({x}) => x));
    assert.ok(size(far) < 0.75 * size(near), `${size(far)} ${size(near)}`);
    for (const four of [far, near]) {
      isAt(four.reduce((sum, {x}) => sum + x, 0) / 4, middle.x);
      isAt(four.reduce((sum, {y}) => sum + y, 0) / 4, middle.y);
      isAt(
        Math.max(...four.map(({y}) => y)) - Math.min(...four.map(({y}) => y)),
        size(four),
        'a cube stays a cube',
      );
    }
  });

  test('each point is where its coordinates say', async () => {
    const at = async (/** @type {Point} */ point, view = FRONT) => {
      const panel = pointsPanel([...CORNERS, point], {view, equal: true, paths: []});
      panel.paths = [
        {name: 'box', points: CORNERS, labels: CORNERS.map(String), line: false},
        {name: 'one', points: [point], labels: ['one'], line: false, marked: [0]},
      ];
      const {context} = await drawPanel(panel);
      const [ring] = context.strokes.filter(
        ({colour, width, paths}) => colour === THEME.ink && width === 2 && paths.length === 1,
      );
      const {points} = ring.paths[0];
      return {
        x: (Math.min(...points.map(({x}) => x)) + Math.max(...points.map(({x}) => x))) / 2,
        y: (Math.min(...points.map(({y}) => y)) + Math.max(...points.map(({y}) => y))) / 2,
      };
    };
    const middle = await at([0.5, 0.5, 0.5]);
    const [east, up] = [await at([0.9, 0.5, 0.5]), await at([0.5, 0.5, 0.9])];
    assert.ok(east.x > middle.x + 20);
    isAt(east.y, middle.y);
    assert.ok(up.y < middle.y - 20);
    isAt(up.x, middle.x);
    isAt(east.x - middle.x, middle.y - up.y, 'one unit');
    const north = await at([0.5, 0.9, 0.5]);
    isAt(north.x, middle.x);
    isAt(north.y, middle.y);
    // from above: north is up; from the right, a quarter of a revolution on: north is to the right
    const above = {azimuth_rad: 0, elevation_rad: Math.PI / 2};
    assert.ok((await at([0.5, 0.9, 0.5], above)).y < (await at([0.5, 0.5, 0.5], above)).y - 20);
    const right = {azimuth_rad: Math.PI / 2, elevation_rad: 0};
    assert.ok((await at([0.5, 0.9, 0.5], right)).x > (await at([0.5, 0.5, 0.5], right)).x + 20);
    const raised = {azimuth_rad: 0, elevation_rad: 0.5};
    assert.ok((await at([0.5, 0.9, 0.5], raised)).y < (await at([0.5, 0.5, 0.5], raised)).y - 5);
  });

  test('from above, the top of a cube is nearer and larger than its floor; from below, the floor', async () => {
    for (const side of [1, -1]) {
      const view = {azimuth_rad: 0, elevation_rad: (side * Math.PI) / 2};
      const {marks} = await marksOf(pointsPanel(CORNERS, {view, equal: true}));
      const [far, near] = [marks.slice(0, 4), marks.slice(4)].map(
        (four) => Math.max(...four.map(({x}) => x)) - Math.min(...four.map(({x}) => x)),
      );
      assert.ok(near > 1.3 * far, `${near} ${far}`); // painted last: nearer
      const {context} = await drawPanel(
        pointsPanel(CORNERS, {
          view,
          equal: true,
          paths: [{name: 'top', points: CORNERS, labels: [], line: false, marked: [7]}],
        }),
      );
      const order = context.fills.findIndex(({circles}) => circles[0].r > 5);
      assert.equal(order > 3, side > 0, 'corner 7 is on the top');
    }
  });

  test('stays in the frame from every side, at every width', async () => {
    const spread = /** @type {Point[]} */ ([
      [0, 0, 0],
      [10, 1, 0.2],
      [3, -4, 5],
      [-7, 2, 1],
    ]);
    for (const width of [260, 400, 900]) {
      for (const points of [CORNERS, spread]) {
        for (const equal of [true, false]) {
          for (const view of VIEWS) {
            const {marks, frame} = await marksOf(pointsPanel(points, {view, equal}), width);
            for (const {x, y} of marks) {
              assert.ok(
                x > 50 && x < frame.width - 50,
                `${JSON.stringify(view)}: x ${x} of ${width}`,
              );
              assert.ok(y > 20 && y < frame.height - 20, `${JSON.stringify(view)}: y ${y}`);
            }
          }
        }
      }
    }
  });

  test('uses the frame: across or along, little is left', async () => {
    const {marks, frame} = await marksOf(pointsPanel(CORNERS));
    const [xs, ys] = [marks.map(({x}) => x), marks.map(({y}) => y)];
    const across = (Math.max(...xs) - Math.min(...xs)) / (frame.width - 2 * 56);
    const along = (Math.max(...ys) - Math.min(...ys)) / (frame.height - 2 * 26);
    assert.ok(Math.max(across, along) > 0.9, `${across} ${along}`);
  });

  test('keeps its size when it is rotated about the upright axis', async () => {
    const widths = [];
    for (const view of VIEWS.filter(({elevation_rad}) => elevation_rad === 0)) {
      const {context} = await drawPanel(
        pointsPanel(
          [
            [0, 0, 0],
            [0, 0, 1],
          ],
          {view},
        ),
      );
      const [a, b] = context.fills.map(({circles}) => circles[0]);
      widths.push(Math.abs(a.y - b.y));
    }
    for (const width of widths) isAt(width, widths[0]);
  });

  test('gives each axis its own unit, or all one where they are equal', async () => {
    const flat = /** @type {Point[]} */ ([
      [0, 0, 0],
      [10, 0, 0],
      [0, 0, 1],
    ]);
    const [own, same] = await Promise.all(
      [false, true].map((equal) => marksOf(pointsPanel(flat, {equal, view: FRONT}))),
    );
    const ratio = ({marks: [o, x, z]} = own) => (o.y - z.y) / (x.x - o.x);
    isAt(ratio(own), 1);
    isAt(ratio(same), 0.1);
  });

  test('survives one point, none, and values that are not finite', async () => {
    const one = await marksOf(pointsPanel([[3, 3, 3]]));
    isAt(one.marks[0].x, one.frame.width / 2);
    await drawPanel(pointsPanel([]));
    await drawPanel({...pointsPanel([]), paths: []});
    const path = /** @type {Point[]} */ ([
      [0, 0, 0],
      [NaN, 1, 1],
      [1, 1, 1],
      [1, Infinity, 1],
      [2, 0, 1],
    ]);
    const {context} = await drawPanel({
      ...pointsPanel([]),
      paths: [{name: 'a', points: path, labels: [0, 1, 2, 3, 4]}],
    });
    assert.equal(context.fills.length, 3);
    assert.equal(
      context.strokes.filter(({colour}) => colour === 'series-1').length,
      0,
      'no segment next to a gap',
    );
    for (const {x, y} of context.texts) assert.ok(Number.isFinite(x + y));
  });
});

suite('paths', () => {
  const spiral = Array.from(
    {length: 30},
    (_, k) => /** @type {Point} */ ([Math.cos(k / 3), Math.sin(k / 3), k]),
  );
  const panel = /** @type {ScenePanel} */ ({
    kind: 'scene',
    axes: AXES,
    paths: [
      {name: 'first', points: spiral, labels: spiral.map((_, k) => k)},
      {
        name: 'second',
        points: spiral.map(([x, y, z]) => /** @type {Point} */ ([x / 2, y / 2, z])),
        labels: spiral.map((_, k) => k),
      },
    ],
  });

  test('have every segment and every mark, from back to front', async () => {
    const {context} = await drawPanel(panel);
    for (const colour of ['series-1', 'series-2']) {
      const segments = context.strokes.filter((stroke) => stroke.colour === colour);
      assert.equal(segments.length, 29);
      for (const {paths} of segments)
        assert.deepEqual(
          paths.map(({points}) => points.length),
          [2],
        );
      assert.equal(context.fills.filter((fill) => fill.colour === colour).length, 30);
    }
  });

  test('have colours, dashes and marks like curves, and dashes that go on along the path', async () => {
    const {context} = await drawPanel(panel);
    const second = context.strokes.filter(({colour}) => colour === 'series-2');
    assert.ok(second.every(({dash}) => dash === DASHES[1]));
    assert.ok(
      context.strokes
        .filter(({colour}) => colour === 'series-1')
        .every(({dash}) => dash.length === 0),
    );
    const offsets = second.map(({dashOffset}) => dashOffset);
    assert.equal(new Set(offsets).size, 29);
    const lengths = second.map(
      ({
        paths: [
          {
            points: [a, b],
          },
        ],
      }) => Math.hypot(a.x - b.x, a.y - b.y),
    );
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const last = offsets.indexOf(Math.max(...offsets));
    isAt(offsets[last] + lengths[last], total, 'the end of the path');
    const fills = context.fills.filter(({colour}) => colour === 'series-2');
    assert.ok(
      fills.every(({paths}) => paths[0].points.length === 4),
      'squares',
    );
    assert.ok(
      context.fills
        .filter(({colour}) => colour === 'series-1')
        .every(({circles}) => circles.length === 1),
    );
  });

  test('have their marks over their own segments', async () => {
    const flat = Array.from({length: 9}, (_, k) => /** @type {Point} */ ([k, 0, 0]));
    const {context} = await drawPanel(
      pointsPanel(flat, {
        view: FRONT,
        paths: [{name: 'a', points: flat, labels: flat.map(String)}],
      }),
    );
    // seen from the front, the middle of each segment is as far away as its ends, or nearer
    const segments = context.strokes.filter(({colour}) => colour === 'series-1');
    assert.equal(segments.length, 8);
    const first = Math.min(...context.fills.map(({order}) => order));
    assert.ok(segments.every(({order}) => order < first));
  });

  test('are points alone where they have no line', async () => {
    const {context} = await drawPanel(pointsPanel(CORNERS));
    assert.equal(context.strokes.filter(({colour}) => colour.startsWith('series')).length, 0);
    assert.equal(context.fills.length, 8);
  });

  test('are painted so that what is nearer hides what is farther', async () => {
    const line = Array.from({length: 20}, (_, k) => /** @type {Point} */ ([0.5, 1 - k / 19, 0.5]));
    const shuffled = [...line].reverse();
    const {context} = await drawPanel(
      pointsPanel(shuffled, {
        view: {azimuth_rad: 0, elevation_rad: 0.3},
        paths: [{name: 'a', points: shuffled, labels: shuffled.map((_, k) => k), line: false}],
      }),
    );
    // seen from above, what is nearer is lower in the picture
    const ys = context.fills.map(({circles}) => circles[0].y);
    for (let k = 1; k < ys.length; k++) assert.ok(ys[k] > ys[k - 1], `${ys}`);
  });

  test('have larger marks with a rim where they are marked, and names of marked points first', async () => {
    const {context} = await drawPanel(
      pointsPanel(CORNERS, {
        paths: [
          {
            name: 'a',
            points: CORNERS,
            labels: CORNERS.map((_, k) => `p${k}`),
            line: false,
            marked: [6],
          },
        ],
      }),
    );
    const radii = context.fills.map(({circles}) => circles[0].r);
    assert.equal(radii.filter((r) => r > 5).length, 1);
    const rims = context.strokes.filter(
      ({circles, colour}) => circles.length && colour === THEME.ink,
    );
    assert.equal(rims.length, 1);
    const names = context.texts.filter(({text}) => /^p\d$/.test(text));
    assert.equal(names[0].text, 'p6');
  });

  test('have names close to their points, thinned on long paths', async () => {
    const {context, marks} = await marksOf(pointsPanel(CORNERS));
    for (const {text, x, y} of context.texts.filter(({text}) => /^p\d$/.test(text))) {
      const width = LETTER_PX * text.length;
      const near = marks.filter(
        (mark) => Math.abs(mark.x - (x + width / 2)) < 20 && Math.abs(mark.y - y) < 12,
      );
      assert.ok(near.length > 0, text);
    }
    const {context: long} = await drawPanel({...panel, paths: [panel.paths[0]]});
    const names = long.texts.filter(({fill}) => fill === THEME.ink).map(({text}) => Number(text));
    assert.ok(names.length > 5 && names.length <= 12, `${names}`);
    assert.ok(
      names.every((k) => k % 3 === 0),
      `${names}`,
    );
  });
});

suite('texts in space', () => {
  test('none lies on another or outside the frame, from any side', async () => {
    const panel = pointsPanel(CORNERS, {
      paths: [
        {
          name: 'a',
          points: CORNERS,
          labels: CORNERS.map((_, k) => `point ${k}`),
          line: false,
          marked: [0, 5],
        },
      ],
    });
    for (const view of VIEWS) {
      const {context, frame} = await drawPanel({...panel, view}, {width: 330});
      const boxes = context.texts.map(({text, x, y, align}) => {
        assert.equal(align, 'left');
        return {text, left: x, right: x + LETTER_PX * text.length, top: y - 6, bottom: y + 6};
      });
      boxes.forEach((a, k) => {
        assert.ok(
          a.left >= 0 && a.right <= frame.width && a.top >= 0 && a.bottom <= frame.height,
          a.text,
        );
        for (const b of boxes.slice(k + 1)) {
          const apart =
            a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
          assert.ok(apart, `${a.text} lies on ${b.text} from ${JSON.stringify(view)}`);
        }
      });
    }
  });

  test('do not leave the frame, even where they are long', async () => {
    const labels = CORNERS.map((_, k) => `a point with a long name ${k}`);
    const panel = pointsPanel(CORNERS, {
      paths: [{name: 'a', points: CORNERS, labels, line: false}],
    });
    let n = 0;
    for (const view of VIEWS) {
      const {context, frame} = await drawPanel({...panel, view}, {width: 330});
      for (const {text, x} of context.texts) {
        assert.ok(x >= 0 && x + LETTER_PX * text.length <= frame.width, text);
        if (text.length > 20) n++;
      }
    }
    assert.ok(n > VIEWS.length, 'some names have place');
  });

  test('do not cover a marked point', async () => {
    const close = /** @type {Point[]} */ ([
      [0, 0, 0],
      [1, 1, 1],
      [0.5, 0.5, 0.5],
      [0.56, 0.5, 0.5],
      [0.6, 0.5, 0.52],
    ]);
    const paths = [
      {
        name: 'a',
        points: close,
        labels: close.map((_, k) => `point ${k}`),
        line: false,
        marked: [2, 3, 4],
      },
    ];
    for (const view of VIEWS) {
      const {context} = await drawPanel(pointsPanel(close, {view, paths}));
      const marked = context.fills.flatMap(({circles}) => circles.filter(({r}) => r > 5));
      assert.equal(marked.length, 3);
      for (const {text, x, y} of context.texts) {
        for (const mark of marked) {
          const isOver =
            mark.x > x && mark.x < x + LETTER_PX * text.length && Math.abs(mark.y - y) < 6;
          assert.ok(!isOver, `${text} covers a point from ${JSON.stringify(view)}`);
        }
      }
    }
  });

  test('have a rim of paper and are drawn after all lines and marks', async () => {
    const {context} = await drawPanel(pointsPanel(CORNERS));
    assert.deepEqual(
      context.halos.map(({text, fill}) => [text, fill]),
      context.texts.map(({text}) => [text, THEME.paper]),
    );
    const last = Math.max(
      ...context.strokes.map(({order}) => order),
      ...context.fills.map(({order}) => order),
    );
    assert.ok(context.texts.every(({order}) => order > last));
  });
});

suite('axes in space', () => {
  const box = /** @type {Point[]} */ ([
    [-1, 10, 100],
    [2, 30, 104],
  ]);

  test('are named, each beside its own edge, with the least and the greatest value at its ends', async () => {
    for (const view of VIEWS.filter(
      ({elevation_rad}) => Math.abs(Math.abs(elevation_rad) - 0.436) < 0.01,
    )) {
      const panel = pointsPanel(box, {view});
      const {context} = await drawPanel(panel, {width: 600});
      const edges = context.strokes
        .filter(({colour}) => colour === THEME.muted)
        .map(({paths}) => paths[0].points);
      assert.equal(edges.length, 3, JSON.stringify(view));
      for (const [axis, [low, high]] of [
        ['−1', '2'],
        ['10', '30'],
        ['100', '104'],
      ].entries()) {
        const distance = (
          /** @type {{x: number, y: number, text: string}} */ {x, y, text},
          /** @type {{x: number, y: number}} */ at,
        ) => Math.hypot(Math.max(at.x - x - LETTER_PX * text.length, x - at.x, 0), y - at.y);
        const [name] = context.texts.filter(({text}) => text === AXES[axis]);
        const middles = edges.map(([a, b]) => ({x: (a.x + b.x) / 2, y: (a.y + b.y) / 2}));
        const nearest = middles.map((at) => distance(name, at));
        const own = nearest.indexOf(Math.min(...nearest));
        assert.ok(nearest[own] < 20, `${AXES[axis]}: ${nearest}`);
        for (const text of [low, high]) {
          const found = context.texts.find((one) => one.text === text);
          if (!found) continue; // it would lie on another text
          const ends = edges[own].map((at) => distance(found, at));
          assert.ok(Math.min(...ends) < 25, `${text} of ${AXES[axis]}: ${ends}`);
        }
      }
    }
  });

  test('have the numbers of their own ends', async () => {
    // from the front the first axis runs to the right, the third upwards
    const {context} = await drawPanel(
      pointsPanel(box, {view: {azimuth_rad: 0.3, elevation_rad: 0.3}}),
      {width: 600},
    );
    assert.ok(context.textOf('−1').x < context.textOf('2').x);
    assert.ok(context.textOf('100').y > context.textOf('104').y);
    assert.ok(
      context.textOf('10').x < context.textOf('30').x &&
        context.textOf('10').y > context.textOf('30').y,
    );
    assert.ok(
      context.textOf('up').x < context.textOf('east').x &&
        context.textOf('east').x < context.textOf('north').x,
    );
    const floor = context.textOf('east').y;
    assert.ok(floor > context.textOf('up').y);
  });

  test('run along the outline: no point of the box is beyond their names', async () => {
    // straight from a side, that side hides the edges of the floor that run away from the eye
    const isOblique = ({azimuth_rad, elevation_rad} = FRONT) =>
      Math.abs(Math.sin(2 * azimuth_rad)) > 0.5 &&
      Math.abs(elevation_rad) > 0.3 &&
      Math.abs(elevation_rad) < 1.2;
    const views = VIEWS.filter(isOblique);
    assert.equal(views.length, 32);
    for (const view of views) {
      const {marks, context} = await marksOf(pointsPanel(CORNERS, {view, equal: true}), 500);
      const edges = context.strokes
        .filter(({colour}) => colour === THEME.muted)
        .map(({paths}) => paths[0].points);
      for (const [from, to] of edges) {
        const side = (/** @type {{x: number, y: number}} */ {x, y}) =>
          (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
        const sides = marks.map(side).filter((value) => Math.abs(value) > 1);
        assert.ok(
          sides.every((value) => value > 0) || sides.every((value) => value < 0),
          JSON.stringify(view),
        );
      }
    }
  });

  test('are three of the twelve edges of a faint box behind everything', async () => {
    const {context} = await drawPanel(pointsPanel(CORNERS));
    const faint = context.strokes.filter(({colour}) => colour === THEME.grid);
    assert.equal(faint.length, 9);
    const first = Math.min(...context.fills.map(({order}) => order));
    assert.ok(
      context.strokes
        .filter(({colour}) => [THEME.grid, THEME.muted].includes(colour))
        .every(({order}) => order < first),
    );
  });

  test('of a surface have the names of its cells', async () => {
    const panel = surfacePanel([
      [0, 0.5, 1],
      [1, 0, 0],
    ]);
    const {context} = await drawPanel(panel, {width: 600});
    assert.ok(context.textOf('2'), 'key 2');
    const named = surfacePanel([
      [0, 0.5, 1],
      [1, 0, 0],
    ]);
    if (named.surface)
      named.surface = {...named.surface, x: {label: 'key', names: ['the', 'cat', 'sat']}};
    const {context: words} = await drawPanel(named, {width: 600});
    assert.ok(words.textOf('the').x < words.textOf('sat').x);
    assert.ok(!words.texts.some(({text}) => text === 'cat'));
  });
});

suite('a surface', () => {
  const rows = [
    [0, 0.2, 0.4, 0.1],
    [0.9, 1, 0.3, 0],
    [0.5, 0.6, 0, 0.8],
  ];

  test('has two triangles per square, coloured by value from corner to corner', async () => {
    const {context} = await drawPanel(surfacePanel(rows));
    assert.equal(context.fills.length, 2 * 2 * 3);
    const {css} = colourScale({map: 'weight', domain: [0, 1]}, THEME.paper);
    const values = new Set(rows.flat().map((value) => css(Math.fround(value))));
    for (const {colour, paths} of context.fills) {
      assert.equal(paths[0].points.length, 3);
      assert.ok(paths[0].isClosed);
      const {stops} = /** @type {import('../../support/canvas.js').Gradient} */ (
        /** @type {unknown} */ (colour)
      );
      assert.deepEqual(
        stops.map(([at]) => at),
        [0, 0.25, 0.5, 0.75, 1],
      );
      assert.ok(values.has(stops[0][1]) && values.has(stops[4][1]));
    }
  });

  test('has at each corner the colour of its value', async () => {
    const {css} = colourScale({map: 'weight', domain: [0, 1]}, THEME.paper);
    const step = [
      [0, 0],
      [0, 1],
    ]; // one corner is high
    const {context} = await drawPanel(surfacePanel(step));
    const [flat, sloped] = context.fills
      .map(({colour}) => colour)
      .sort((_, b) => (typeof b === 'string' ? 1 : -1));
    assert.equal(flat, css(0));
    const gradient = /** @type {import('../../support/canvas.js').Gradient} */ (
      /** @type {unknown} */ (sloped)
    );
    const triangle =
      context.fills.find(({colour}) => /** @type {unknown} */ (colour) === gradient)?.paths[0]
        .points ?? [];
    const along = triangle.map(({x, y}) => {
      const [dx, dy] = [gradient.x1 - gradient.x0, gradient.y1 - gradient.y0];
      return ((x - gradient.x0) * dx + (y - gradient.y0) * dy) / (dx ** 2 + dy ** 2);
    });
    assert.deepEqual(
      along
        .map((part) => Math.round(part * 1e6) / 1e6)
        .map(Math.abs)
        .sort(),
      [0, 0, 1],
    );
    const top = triangle[along.indexOf(Math.max(...along))];
    assert.ok(
      triangle.every(({y}) => y >= top.y),
      'the high corner is the highest',
    );
    assert.equal(gradient.stops[4][1], css(1));
  });

  test('has the colours of all three values, also where they differ', async () => {
    const values = [
      [0, 0.5],
      [0.25, 1],
    ];
    const {context} = await drawPanel(
      surfacePanel(values, {view: {azimuth_rad: 0.4, elevation_rad: 0.9}}),
    );
    // the corners of each triangle, in the order in which they are drawn
    const expected = [
      [1, 0.25, 0.5],
      [0.5, 0, 0.25],
    ];
    assert.equal(context.fills.length, 2);
    for (const {colour, paths} of context.fills) {
      const {x0, y0, x1, y1} = /** @type {import('../../support/canvas.js').Gradient} */ (
        /** @type {unknown} */ (colour)
      );
      const [dx, dy] = [x1 - x0, y1 - y0];
      const along = paths[0].points.map(
        ({x, y}) => ((x - x0) * dx + (y - y0) * dy) / (dx ** 2 + dy ** 2),
      );
      const isMatch = expected.some((corners) => {
        const [low, high] = [Math.min(...corners), Math.max(...corners)];
        return corners.every((value, k) => Math.abs(low + along[k] * (high - low) - value) < 1e-6);
      });
      assert.ok(isMatch, `${along}`);
    }
  });

  test('has a line along each row', async () => {
    const {context} = await drawPanel(surfacePanel(rows));
    const lines = context.strokes.filter(({colour, width}) => colour === THEME.ink && width < 1);
    const keys = new Set(
      lines.map(({paths}) =>
        paths[0].points
          .map(({x, y}) => `${x.toFixed(3)},${y.toFixed(3)}`)
          .sort()
          .join(' '),
      ),
    );
    assert.equal(keys.size, 3 * 3);
  });

  test('leaves out what is masked', async () => {
    const masked = rows.map((row) => [...row]);
    masked[0][0] = -Infinity;
    const {context} = await drawPanel(surfacePanel(masked));
    assert.equal(context.fills.length, 11);
    masked[1][1] = NaN;
    const {context: less} = await drawPanel(surfacePanel(masked));
    assert.equal(less.fills.length, 5); // six triangles meet at an inner cell
  });

  test('hides what is behind it: the nearest triangle is painted last', async () => {
    const ramp = Array.from({length: 6}, () => [0, 0, 0, 0]);
    ramp[5] = [1, 1, 1, 1];
    const panel = surfacePanel(ramp, {view: {azimuth_rad: 0, elevation_rad: 0.5}});
    const {context} = await drawPanel(panel);
    // query 0 is in front: seen from above, what is nearer is lower
    const lowest = context.fills.map(({paths}) => Math.max(...paths[0].points.map(({y}) => y)));
    assert.equal(Math.max(...lowest), lowest[lowest.length - 1]);
  });
});

suite('the cursor in space', () => {
  test('is a ring around its point, over everything, with the name of the point', async () => {
    const panel = pointsPanel(CORNERS, {view: {azimuth_rad: 0.4, elevation_rad: 0.3}});
    const {marks} = await marksOf(panel);
    for (let col = 0; col < 8; col++) {
      const {context, frame} = await drawPanel(panel, {cursor: {row: 0, col}});
      const rings = context.strokes.filter(({circles}) => circles.length > 0);
      assert.deepEqual(
        rings.map(({colour}) => colour),
        [THEME.paper, THEME.ink],
      );
      const [{x, y}] = rings[0].circles;
      assert.ok(marks.some((mark) => Math.hypot(mark.x - x, mark.y - y) < 0.01));
      assert.deepEqual(scene.locate(panel, frame, x, y), {row: 0, col});
      assert.ok(rings[0].order > Math.max(...context.fills.map(({order}) => order)));
      assert.ok(context.textOf(`p${col}`));
    }
  });

  test('finds the point under the pointer, from any side', async () => {
    const panel = pointsPanel(CORNERS);
    for (const view of VIEWS.filter(({elevation_rad}) => Math.abs(elevation_rad) < 1.2)) {
      const rotated = {...panel, view};
      const {context, frame} = await drawPanel(rotated, {cursor: {row: 0, col: 3}});
      const [{circles}] = context.strokes.filter((stroke) => stroke.circles.length > 0);
      const found = scene.locate(rotated, frame, circles[0].x, circles[0].y);
      const at = await drawPanel(rotated, {cursor: found});
      const [{circles: same}] = at.context.strokes.filter((stroke) => stroke.circles.length > 0);
      assert.ok(Math.hypot(same[0].x - circles[0].x, same[0].y - circles[0].y) < 1e-6);
    }
    const {frame} = await drawPanel(panel);
    assert.equal(scene.locate(panel, frame, 0, 0), null);
  });

  test('takes the point in front where two are at one place', async () => {
    const panel = pointsPanel([...CORNERS, [0.5, 0, 0.5], [0.5, 1, 0.5]], {
      view: FRONT,
      equal: true,
    });
    const {frame} = await drawPanel(panel);
    const [x, y] = [(frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2];
    assert.deepEqual(scene.locate(panel, frame, x, y), {row: 0, col: 8});
    const reversed = pointsPanel([[0.5, 1, 0.5], [0.5, 0, 0.5], ...CORNERS], {
      view: FRONT,
      equal: true,
    });
    assert.deepEqual(scene.locate(reversed, frame, x, y), {row: 0, col: 1});
  });

  test('reads the name and all three values', () => {
    const panel = pointsPanel([
      [0.5, -1, 2],
      [3, 4, 5],
    ]);
    assert.equal(scene.read(panel, {row: 0, col: 0}), 'corner, p0: east 0.5, north −1, up 2');
    assert.equal(scene.read(panel, {row: 0, col: 9}), 'corner, p1: east 3, north 4, up 5');
    const surface = surfacePanel([
      [0.1, 0.2, 0.3],
      [0.4, 0.5, 0.6],
    ]);
    assert.equal(
      scene.read(surface, {row: 1, col: 0}),
      'query 1, key 0: key 0, query 1, weight 0.4',
    );
    assert.equal(
      scene.read(surface, {row: 0, col: 2}),
      'query 0, key 2: key 2, query 0, weight 0.3',
    );
    const empty = {...panel, paths: [{name: 'none', points: [], labels: []}]};
    assert.equal(scene.read(empty, {row: 0, col: 0}), 'none: no values yet');
  });

  test('moves through rows and columns of all lists', () => {
    assert.deepEqual(scene.extent(pointsPanel(CORNERS)), {rows: 1, cols: 8});
    assert.deepEqual(
      scene.extent(
        surfacePanel([
          [1, 2, 3],
          [4, 5, 6],
        ]),
      ),
      {rows: 2, cols: 3},
    );
  });

  test('has a table of every point', () => {
    assert.deepEqual(
      scene.table(
        pointsPanel([
          [1, 2, 3],
          [4, 5, 6],
        ]),
      ),
      {
        columns: ['point', 'east', 'north', 'up'],
        rows: [
          ['corner, p0', 1, 2, 3],
          ['corner, p1', 4, 5, 6],
        ],
      },
    );
    const {columns, rows} = scene.table(
      surfacePanel([
        [0, 0.5],
        [1, 0.25],
      ]),
    );
    assert.deepEqual(columns, ['point', 'key', 'query', 'weight']);
    assert.deepEqual(rows, [
      ['query 0, key 0', 0, 0, 0],
      ['query 0, key 1', 1, 0, 0.5],
      ['query 1, key 0', 0, 1, 1],
      ['query 1, key 1', 1, 1, 0.25],
    ]);
  });

  test('names its point on a path above a surface', async () => {
    const points = Array.from({length: 30}, (_, k) => /** @type {Point} */ ([k / 15, k / 30, 1]));
    const panel = {
      ...surfacePanel([
        [0, 0, 0],
        [0, 0, 0],
      ]),
      paths: [{name: 'above', points, labels: points.map((_, k) => `p${k}`)}],
    };
    const without = await drawPanel(panel, {cursor: {row: 0, col: 1}});
    assert.ok(!without.context.texts.some(({text}) => text === 'p1'));
    const {context} = await drawPanel(panel, {cursor: {row: 2, col: 1}});
    assert.ok(context.textOf('p1'));
  });

  test('is found on the rows of a surface and on the paths above it', async () => {
    const panel = {
      ...surfacePanel([
        [0, 0, 0],
        [0, 0, 0],
      ]),
      paths: [
        {
          name: 'above',
          points: /** @type {Point[]} */ ([
            [0, 0, 1],
            [2, 1, 1],
          ]),
          labels: ['a', 'b'],
        },
      ],
    };
    assert.deepEqual(scene.extent(panel), {rows: 3, cols: 3});
    assert.match(scene.read(panel, {row: 2, col: 1}), /^above, b: /);
    const {context, frame} = await drawPanel(panel, {cursor: {row: 2, col: 1}});
    const [{circles}] = context.strokes.filter(
      ({colour, circles}) => circles.length && colour === THEME.paper,
    );
    assert.deepEqual(scene.locate(panel, frame, circles[0].x, circles[0].y), {row: 2, col: 1});
  });
});

test('a scene of one point has one column, and its path is drawn as wide as any curve in space', async () => {
  assert.deepEqual(scene.extent(pointsPanel([[0, 0, 0]])), {rows: 1, cols: 1});
  assert.deepEqual(scene.extent(pointsPanel([])), {rows: 1, cols: 1});
  const path = pointsPanel(CORNERS);
  const {context} = await drawPanel({...path, paths: [{...path.paths[0], line: true}]});
  const own = context.strokes.filter(({colour}) => colour === THEME.series[0]);
  assert.equal(own.length, CORNERS.length - 1);
  assert.deepEqual([...new Set(own.map(({width}) => width))], [1.6]);
});

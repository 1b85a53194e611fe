// @ts-check
// Points, paths and a surface in space: rotated, projected with perspective, and painted from back to
// front on the canvas of the other panels, so that it is as sharp and follows the theme.
import {FONT_PX, setFont} from './axes.js';
import {colourScale} from './colour.js';
import {cellName, formatNumber} from './format.js';
import {dashOf, markOf, traceMark} from './lines.js';

/** @import {Cursor, Frame, ScenePanel, SceneView, Table} from './panel.js' */
/** @import {Theme} from './theme.js' */
/** @typedef {readonly [number, number, number]} Point in the units of the panel's axes */
/** @typedef {{x: number, y: number, depth: number}} Projected pixels, and the distance from the eye */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/** Seen from the right, a little from above. @type {Readonly<SceneView>} */
export const FIRST_VIEW = {azimuth_rad: 0.68, elevation_rad: 0.43};
// From the eye to the middle of the scene, which reaches from -1 to 1: a mild perspective.
const DISTANCE = 5.1;
// Pixels that the axes' names and numbers take beside and below the scene.
const MARGIN = {x: 56, y: 26};
// A point's name is to the right above it; where another text is, below, beside it or to the left.
const NAME_OFFSETS = [-8, 10, 1].flatMap((dy) => [
  {dx: 8, dy},
  {dx: -8, dy},
]);
const [POINT_PX, MARK_PX] = [3.5, 6]; // radius of a point, and of a marked one
const MAX_NAMES = 12; // of a path: every point of a short one, every second, third ... of a longer

export const aspect = 0.8;
export const margins = () => ({left: 0, right: 0, top: 0, bottom: 0});

/**
 * The rows that a cursor moves through: the rows of the surface, then the paths.
 *
 * @param {ScenePanel} panel
 * @returns {{name: string, points: readonly Point[], labels: readonly (string | number)[]}[]}
 */
function listsOf({surface, paths}) {
  if (!surface) return [...paths];
  const {tensor, x, y} = surface;
  const [rows, cols] = tensor.shape;
  const labels = Array.from({length: cols}, (_, col) => `${x.label} ${cellName(x, col)}`);
  const ridges = Array.from({length: rows}, (_, row) => ({
    name: `${y.label} ${cellName(y, row)}`,
    points: Array.from(
      tensor.data.subarray(row * cols, (row + 1) * cols),
      (value, col) => /** @type {Point} */ ([col, row, value]),
    ),
    labels,
  }));
  return [...ridges, ...paths];
}

/** @param {ScenePanel} panel */
export function extent(panel) {
  const lists = listsOf(panel);
  return {rows: lists.length, cols: Math.max(1, ...lists.map((list) => list.points.length))};
}

/**
 * The least and the greatest finite value of each axis; of none, 0 and 0.
 *
 * @param {ScenePanel} panel
 */
function boundsOf(panel) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const {points} of listsOf(panel)) {
    for (const point of points) {
      if (!point.every(Number.isFinite)) continue;
      point.forEach((value, axis) => {
        low[axis] = Math.min(low[axis], value);
        high[axis] = Math.max(high[axis], value);
      });
    }
  }
  return low[0] <= high[0] ? {low, high} : {low: [0, 0, 0], high: [0, 0, 0]};
}

/**
 * From the units of the axes to pixels. The size depends on the elevation of the eye, not on its
 * azimuth: a scene that is rotated keeps its size and never leaves the frame.
 *
 * @param {ScenePanel} panel
 * @param {Frame} frame
 * @returns {(point: readonly number[]) => Projected}
 */
function projectionOf(panel, frame) {
  const {azimuth_rad, elevation_rad} = panel.view ?? FIRST_VIEW;
  const [sinA, cosA] = [Math.sin(azimuth_rad), Math.cos(azimuth_rad)];
  const [sinE, cosE] = [Math.sin(elevation_rad), Math.cos(elevation_rad)];

  // each axis from -1 to 1; where all share one unit, the longest
  const {low, high} = boundsOf(panel);
  const sizes = high.map((value, axis) => value - low[axis]);
  const units = sizes.map((size) => (panel.equal ? Math.max(...sizes) : size) || 1);
  const half = sizes.map((size, axis) => size / units[axis]);

  // the eye's own axes: across and up in the picture, and the depth along its line of sight
  const see = (
    /** @type {number} */ along,
    /** @type {number} */ away,
    /** @type {number} */ up,
  ) => {
    const depth = DISTANCE + away * cosE - up * sinE;
    return {across: along / depth, up: (up * cosE + away * sinE) / depth, depth};
  };

  // the corners of the box describe two circles when it is rotated: both have to fit
  const radius = Math.hypot(half[0], half[1]);
  const corners = Array.from({length: 32}, (_, k) => (k * Math.PI) / 16).flatMap((angle_rad) =>
    [-half[2], half[2]].map((up) =>
      see(radius * Math.cos(angle_rad), radius * Math.sin(angle_rad), up),
    ),
  );
  const widest = Math.max(...corners.map(({across}) => across)) || 1;
  const lowest = Math.min(...corners.map(({up}) => up));
  const highest = Math.max(...corners.map(({up}) => up));
  const [width, height] = [frame.right - frame.left, frame.bottom - frame.top];
  const scale = Math.min(
    (width / 2 - MARGIN.x) / widest,
    (height - 2 * MARGIN.y) / (highest - lowest || 1),
  );
  const middle = {
    x: (frame.left + frame.right) / 2,
    y: (frame.top + frame.bottom) / 2 + (scale * (lowest + highest)) / 2,
  };

  return (point) => {
    const [x, y, z] = point.map((v, k) => (2 * v - low[k] - high[k]) / units[k]);
    const {across, up, depth} = see(x * cosA + y * sinA, y * cosA - x * sinA, z);
    return {x: middle.x + scale * across, y: middle.y - scale * up, depth};
  };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {ScenePanel} panel
 * @param {Frame} frame
 * @param {Theme} theme
 * @param {Cursor | null} cursor
 */
export function draw(context, panel, frame, theme, cursor) {
  const project = projectionOf(panel, frame);
  const axes = axesOf(panel, project);

  // the box is behind everything
  setFont(context, theme);
  context.lineWidth = 1;
  for (const {edge, isNamed} of axes.edges) {
    context.strokeStyle = isNamed ? theme.muted : theme.grid;
    strokeLine(context, edge);
  }

  // from the farthest to the nearest: what is in front hides what is behind it
  const items = [
    ...surfaceItems(context, panel, theme, project),
    ...pathItems(context, panel, theme, project),
  ];
  items.sort((a, b) => b.depth - a.depth);
  for (const {paint} of items) paint();

  if (cursor) drawCursor(context, panel, theme, project, cursor);

  // texts last: nothing is drawn over one, and none over another or over a marked point
  const taken = markedBoxes(panel, project);
  context.textBaseline = 'middle';
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.strokeStyle = theme.paper;
  context.fillStyle = theme.muted;
  for (const text of axes.texts) writeText(context, taken, text, frame);
  context.fillStyle = theme.ink;
  for (const {text, x, y} of pointNames(panel, project, cursor)) {
    const places = NAME_OFFSETS.map(({dx, dy}) => ({text, x: x + dx, y: y + dy, side: dx}));
    places.some((place) => writeText(context, taken, place, frame)); // the first free one, or none
  }
}

/** @typedef {{text: string, x: number, y: number, side: number}} PlacedText `side`: on which side of x it is, by its sign */

/**
 * The edges of the box around the scene. Three are axes, each on the outline of the box as it is
 * seen now, with its name outside the middle and the ends of its values outside its ends.
 *
 * @param {ScenePanel} panel
 * @param {(point: readonly number[]) => Projected} project
 */
function axesOf(panel, project) {
  const {low, high} = boundsOf(panel);
  const {azimuth_rad, elevation_rad} = panel.view ?? FIRST_VIEW;
  const isAbove = elevation_rad >= 0;
  const corner = (/** @type {boolean[]} */ isHigh) => isHigh.map((h, k) => (h ? high[k] : low[k]));
  // the nearer edges of the floor for the first two axes; seen from below, the farther ones
  const isHighX = Math.sin(azimuth_rad) >= 0 === isAbove;
  const isHighY = Math.cos(azimuth_rad) < 0 === isAbove;
  const sides = [false, true].flatMap((x) => [false, true].map((y) => [x, y]));
  const xs = sides.map((side) => project(corner([...side, false])).x);
  const leftmost = sides[xs.indexOf(Math.min(...xs))];
  /** @type {(isEnd: boolean) => boolean[][]} the corner where each axis begins or ends */
  const axisCorners = (isEnd) => [
    [isEnd, isHighY, false],
    [isHighX, isEnd, false],
    [...leftmost, isEnd],
  ];
  const starts = axisCorners(false).map(corner);
  const ends = axisCorners(true).map(corner);

  const centre = project(low.map((value, k) => (value + high[k]) / 2));
  /** @type {PlacedText[]} */
  const names = [];
  /** @type {PlacedText[]} */
  const numbers = [];
  panel.axes.forEach((name, axis) => {
    const [from, to] = [project(starts[axis]), project(ends[axis])];
    const middle = {x: (from.x + to.x) / 2, y: (from.y + to.y) / 2};
    const [dx, dy] = [middle.x - centre.x, middle.y - centre.y];
    const size = Math.hypot(dx, dy) || 1;
    const [outX, outY] = [dx / size, dy / size];
    /** @param {string} text @param {{x: number, y: number}} at @param {number} gap pixels */
    const outside = (text, at, gap) => ({
      text,
      x: at.x + gap * outX,
      y: at.y + gap * outY,
      side: Math.abs(outX) < 0.2 ? 0 : outX,
    });
    // numbers a little inside the ends: two axes that share a corner have two numbers there
    const inward = Math.min(0.25, 10 / (Math.hypot(to.x - from.x, to.y - from.y) || 1));
    const between = (/** @type {number} */ part) => ({
      x: from.x + part * (to.x - from.x),
      y: from.y + part * (to.y - from.y),
    });
    names.push(outside(name, between(0.5), 14));
    numbers.push(outside(valueName(panel, axis, high[axis]), between(1 - inward), 9));
    if (high[axis] > low[axis])
      numbers.push(outside(valueName(panel, axis, low[axis]), between(inward), 9));
  });

  const edges = [0, 1, 2].flatMap((axis) =>
    sides.map((side) => {
      const [from, to] = [false, true].map((isEnd) =>
        corner([...side.slice(0, axis), isEnd, ...side.slice(axis)]),
      );
      const isNamed = from.every((value, k) => value === starts[axis][k]);
      return {edge: [project(from), project(to)], isNamed};
    }),
  );
  return {texts: [...names, ...numbers], edges};
}

/**
 * @param {ScenePanel} panel
 * @param {number} axis
 * @param {number} value
 */
function valueName({surface}, axis, value) {
  if (surface && axis < 2) return cellName(axis === 0 ? surface.x : surface.y, value);
  return formatNumber(Number(value.toPrecision(3)));
}

/** @param {CanvasRenderingContext2D} context @param {readonly Projected[]} points */
function strokeLine(context, points) {
  context.beginPath();
  for (const {x, y} of points) context.lineTo(x, y);
  context.stroke();
}

/** Whether all are on the screen: a value may be infinite or not a number. @param {readonly Projected[]} points */
const areFinite = (points) => points.every(({x, y}) => Number.isFinite(x) && Number.isFinite(y));

/** @param {readonly Projected[]} points */
const meanDepth = (points) => points.reduce((sum, {depth}) => sum + depth, 0) / points.length;

/** @typedef {{depth: number, paint: () => void}} Item */

/**
 * The colours of a triangle whose value is known at its corners and linear between them.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {readonly Projected[]} points the corners
 * @param {readonly number[]} values
 * @param {(value: number) => string} css
 */
function gradientOf(context, [p, q, r], values, css) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  // how the value grows per pixel to the right and down, by Cramer's rule
  const [dq, dr] = [values[1] - values[0], values[2] - values[0]];
  const area = (q.x - p.x) * (r.y - p.y) - (r.x - p.x) * (q.y - p.y);
  const right = (dq * (r.y - p.y) - dr * (q.y - p.y)) / area;
  const down = (dr * (q.x - p.x) - dq * (r.x - p.x)) / area;
  const perPixel = right ** 2 + down ** 2;
  if (!(perPixel > 0) || !Number.isFinite(perPixel)) return css((low + high) / 2);
  const [from, to] = [low, high].map((value) => (value - values[0]) / perPixel);
  const gradient = context.createLinearGradient(
    p.x + from * right,
    p.y + from * down,
    p.x + to * right,
    p.y + to * down,
  );
  for (const part of [0, 0.25, 0.5, 0.75, 1])
    gradient.addColorStop(part, css(low + part * (high - low)));
  return gradient;
}

/**
 * Two triangles per square of four cells, coloured by value, each with its part of the line that runs
 * along the rows.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {ScenePanel} panel
 * @param {Theme} theme
 * @param {(point: readonly number[]) => Projected} project
 * @returns {Item[]}
 */
function surfaceItems(context, {surface}, theme, project) {
  if (!surface) return [];
  const {data, shape} = surface.tensor;
  const [rows, cols] = shape;
  const {css} = colourScale(surface.colour, theme.paper);
  const cells = Array.from(data, (value, k) => project([k % cols, Math.floor(k / cols), value]));
  /** @type {Item[]} */
  const items = [];
  for (let row = 1; row < rows; row++) {
    for (let col = 1; col < cols; col++) {
      const k = row * cols + col;
      // the first two corners of each are neighbours in a row
      for (const corners of [
        [k, k - 1, k - cols],
        [k - cols, k - cols - 1, k - 1],
      ]) {
        const points = corners.map((corner) => cells[corner]);
        if (!areFinite(points)) continue;
        const values = corners.map((corner) => data[corner]);
        const paint = () => {
          context.fillStyle = gradientOf(context, points, values, css);
          context.strokeStyle = context.fillStyle;
          context.lineWidth = 1; // closes the seam between two triangles
          context.beginPath();
          for (const {x, y} of points) context.lineTo(x, y);
          context.closePath();
          context.fill();
          context.stroke();
          context.strokeStyle = theme.ink;
          context.lineWidth = 0.7;
          strokeLine(context, points.slice(0, 2));
        };
        items.push({depth: meanDepth(points), paint});
      }
    }
  }
  return items;
}

/**
 * The segments and the marks of the paths, each path with the colour, dash and mark that a curve at
 * its place would have.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {ScenePanel} panel
 * @param {Theme} theme
 * @param {(point: readonly number[]) => Projected} project
 * @returns {Item[]}
 */
function pathItems(context, {paths}, theme, project) {
  /** @type {Item[]} */
  const items = [];
  paths.forEach((path, row) => {
    const colour = theme.series[row % theme.series.length];
    const places = path.points.map(project);
    let length = 0; // of the path so far, so that its dashes go on from segment to segment
    places.forEach((place, k) => {
      if (!areFinite([place])) return;
      const isMarked = path.marked?.includes(k) ?? false;
      const paintMark = () => {
        context.fillStyle = colour;
        context.strokeStyle = theme.ink;
        context.lineWidth = 2;
        traceMark(context, [place.x, place.y], isMarked ? MARK_PX : POINT_PX, markOf({}, row));
        context.fill();
        if (isMarked) context.stroke();
      };
      items.push({depth: place.depth - 0.02, paint: paintMark}); // in front of its own segments
      const segment = [places[k - 1], place];
      if (k === 0 || path.line === false || !areFinite(segment)) return;
      const offset = length;
      length += Math.hypot(place.x - segment[0].x, place.y - segment[0].y);
      const paintSegment = () => {
        context.strokeStyle = colour;
        context.lineWidth = 1.6;
        context.setLineDash(dashOf({}, row));
        context.lineDashOffset = offset;
        strokeLine(context, segment);
        context.setLineDash([]);
        context.lineDashOffset = 0;
      };
      items.push({depth: meanDepth(segment), paint: paintSegment});
    });
  });
  return items;
}

/**
 * A ring around the point of the cursor.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {ScenePanel} panel
 * @param {Theme} theme
 * @param {(point: readonly number[]) => Projected} project
 * @param {Cursor} cursor
 */
function drawCursor(context, panel, theme, project, {row, col}) {
  const points = listsOf(panel)[row]?.points ?? [];
  if (points.length === 0) return;
  const {x, y} = project(points[Math.min(col, points.length - 1)]);
  for (const [colour, width] of /** @type {const} */ ([
    [theme.paper, 4],
    [theme.ink, 2],
  ])) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    context.arc(x, y, 6, 0, 2 * Math.PI);
    context.stroke();
  }
}

/**
 * The names of points that are marked or under the cursor, then of every so many others.
 *
 * @param {ScenePanel} panel
 * @param {(point: readonly number[]) => Projected} project
 * @param {Cursor | null} cursor
 * @returns {{text: string, x: number, y: number}[]}
 */
function pointNames(panel, project, cursor) {
  const firstRow = panel.surface?.tensor.shape[0] ?? 0;
  const names = panel.paths.flatMap(({points, labels, marked}, path) => {
    const every = Math.ceil(points.length / MAX_NAMES);
    return points.flatMap((point, k) => {
      const isCursor = cursor?.row === firstRow + path && cursor.col === k;
      const isFirst = isCursor || (marked?.includes(k) ?? false);
      const place = project(point);
      if ((!isFirst && k % every !== 0) || !areFinite([place])) return [];
      return [{text: String(labels[k]), x: place.x, y: place.y, isFirst}];
    });
  });
  return names.sort((a, b) => Number(b.isFirst) - Number(a.isFirst));
}

/**
 * @param {ScenePanel} panel
 * @param {(point: readonly number[]) => Projected} project
 * @returns {Box[]}
 */
const markedBoxes = ({paths}, project) =>
  paths.flatMap(({points, marked = []}) =>
    marked.map((k) => {
      const {x, y} = project(points[k]);
      return {left: x - MARK_PX, top: y - MARK_PX, right: x + MARK_PX, bottom: y + MARK_PX};
    }),
  );

/**
 * Writes a text on a rim of paper, unless it would lie on another one or leave the frame.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Box[]} taken boxes of the texts so far; this one's is added
 * @param {PlacedText} text
 * @param {Frame} frame
 * @returns {boolean} whether there was place for it
 */
function writeText(context, taken, {text, x, y, side}, frame) {
  const {width} = context.measureText(text);
  const left = side > 0 ? x : side < 0 ? x - width : x - width / 2;
  const box = {left, top: y - FONT_PX / 2, right: left + width, bottom: y + FONT_PX / 2};
  const isOutside = left < 0 || box.right > frame.width || box.top < 0 || box.bottom > frame.height;
  const isOnAnother = taken.some(
    (other) =>
      box.right > other.left &&
      box.left < other.right &&
      box.bottom > other.top &&
      box.top < other.bottom,
  );
  if (isOutside || isOnAnother) return false;
  taken.push(box);
  context.textAlign = 'left';
  context.strokeText(text, left, y);
  context.fillText(text, left, y);
  return true;
}

/**
 * The point that is drawn nearest to a place; of two on one place, the one in front.
 *
 * @param {ScenePanel} panel
 * @param {Frame} frame
 * @param {number} x
 * @param {number} y
 * @returns {Cursor | null} null where none is within 24 pixels
 */
export function locate(panel, frame, x, y) {
  const project = projectionOf(panel, frame);
  let best = null;
  let least = 24 ** 2;
  let leastDepth = Infinity;
  listsOf(panel).forEach(({points}, row) => {
    points.forEach((point, col) => {
      const place = project(point);
      const far = (place.x - x) ** 2 + (place.y - y) ** 2;
      if (!(far < least || (far === least && place.depth < leastDepth))) return;
      least = far;
      leastDepth = place.depth;
      best = {row, col};
    });
  });
  return best;
}

/**
 * @param {ScenePanel} panel
 * @param {Cursor} cursor
 */
export function read(panel, {row, col}) {
  const list = listsOf(panel)[row];
  if (list.points.length === 0) return `${list.name}: no values yet`;
  const k = Math.min(col, list.points.length - 1);
  const values = list.points[k].map((value, axis) => `${panel.axes[axis]} ${formatNumber(value)}`);
  return `${list.name}, ${list.labels[k]}: ${values.join(', ')}`;
}

/**
 * @param {ScenePanel} panel
 * @returns {Table}
 */
export function table(panel) {
  return {
    columns: ['point', ...panel.axes],
    rows: listsOf(panel).flatMap((list) =>
      list.points.map((point, k) => [`${list.name}, ${list.labels[k]}`, ...point]),
    ),
  };
}

/** The functions of this kind of panel. */
export default {aspect, margins, extent, draw, locate, read, table};

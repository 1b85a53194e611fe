// @ts-check
// Points, paths and a surface in space. three.js projects and sorts; its SVG renderer draws, so that
// a scene is as sharp as the other panels, follows the theme, and needs no WebGL.
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Scene,
  Vector3,
} from 'three';
import {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';
import {SVGObject, SVGRenderer} from 'three/examples/jsm/renderers/SVGRenderer.js';
import {colourScale} from './colour.js';
import {cellName, formatNumber} from './format.js';

/** @import {Cursor, ScenePanel, Table} from './panel.js' */
/** @import {Theme} from './theme.js' */
/** @typedef {[number, number, number]} Point */

const SVG = 'http://www.w3.org/2000/svg';
const CAMERA = /** @type {Point} */ ([2.9, 2.1, 3.6]);
// The room that the names of the axes take beside and below the cube, in CSS pixels.
const MARGIN = {x: 52, y: 22};
// A point's name stands to the right above it; where another name is, below or to the left.
const PLACES = [
  {dx: 7, dy: -5, 'text-anchor': 'start'},
  {dx: 7, dy: 14, 'text-anchor': 'start'},
  {dx: -7, dy: -5, 'text-anchor': 'end'},
  {dx: -7, dy: 14, 'text-anchor': 'end'},
];
const LETTER = {width: 6.8, height: 12};

/**
 * The points of a panel as one list a path; a surface's are its cells, row by row.
 *
 * @param {ScenePanel} panel
 * @returns {{name: string, points: readonly (readonly [number, number, number])[], labels: readonly (string | number)[]}[]}
 */
function listsOf(panel) {
  if (!panel.surface) return [...panel.paths];
  const {tensor, x, y} = panel.surface;
  const [rows, cols] = tensor.shape;
  return Array.from({length: rows}, (_, row) => ({
    name: `${y.label} ${cellName(y, row)}`,
    points: Array.from(
      {length: cols},
      (_c, col) => /** @type {Point} */ ([col, row, tensor.data[row * cols + col]]),
    ),
    labels: Array.from({length: cols}, (_c, col) => `${x.label} ${cellName(x, col)}`),
  }));
}

/** @param {ScenePanel} panel */
export function extent(panel) {
  const lists = listsOf(panel);
  return {rows: lists.length, cols: Math.max(1, ...lists.map((list) => list.points.length))};
}

/**
 * @param {ScenePanel} panel
 * @param {Cursor} cursor
 */
export function read(panel, {row, col}) {
  const list = listsOf(panel)[row];
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

/**
 * From the panel's units to a cube of side 2 around the origin; three's y is up, the panel's third
 * axis. Axes share one unit where the panel says so.
 *
 * @param {ScenePanel} panel
 */
function cubeOf(panel) {
  const points = listsOf(panel).flatMap((list) => list.points);
  const low = [0, 1, 2].map((axis) => Math.min(...points.map((p) => p[axis])));
  const high = [0, 1, 2].map((axis) => Math.max(...points.map((p) => p[axis])));
  const sizes = high.map((h, axis) => h - low[axis] || 1);
  const widest = Math.max(...sizes);
  const unit = panel.equal ? [widest, widest, widest] : sizes;
  /** @param {readonly number[]} point @returns {Point} */
  const place = (point) => {
    const [x, y, z] = point.map((v, axis) => (2 * (v - (low[axis] + high[axis]) / 2)) / unit[axis]);
    return [x, z, -y];
  };
  return {low, high, place};
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
function svg(tag, attributes, text) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/**
 * @param {Scene} scene
 * @param {Point} at
 * @param {SVGElement} node
 */
function addNode(scene, at, node) {
  const object = new SVGObject(node);
  object.position.set(...at);
  scene.add(object);
}

/**
 * @param {Scene} scene
 * @param {Point[]} points
 * @param {string} colour
 * @param {number} width
 */
function addLine(scene, points, colour, width) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(points.flat(), 3));
  scene.add(new Line(geometry, new LineBasicMaterial({color: colour, linewidth: width})));
}

/**
 * Three edges of the cube with their names and ends.
 *
 * @param {Scene} scene
 * @param {ScenePanel} panel
 * @param {ReturnType<typeof cubeOf>} cube
 * @param {Theme} theme
 */
function addAxes(scene, panel, {low, high, place}, theme) {
  for (const axis of [0, 1, 2]) {
    // the second axis runs along the right side, where a surface does not hide it
    const start = axis === 1 ? [high[0], low[1], low[2]] : [...low];
    const end = start.map((v, k) => (k === axis ? high[k] : v));
    addLine(scene, [place(start), place(end)], theme.muted, 1);
    const middle = start.map((v, k) => (v + end[k]) / 2);
    const style = {
      fill: theme.muted,
      'text-anchor': axis === 1 ? 'start' : 'end',
      dy: axis === 2 ? 0 : 16,
      dx: axis === 1 ? 6 : -6,
    };
    addNode(scene, place(middle), svg('text', style, panel.axes[axis]));
    addNode(
      scene,
      place(end),
      svg('text', {...style, dy: 4}, formatNumber(Number(high[axis].toPrecision(3)))),
    );
  }
}

/**
 * @param {Scene} scene
 * @param {ScenePanel} panel
 * @param {ReturnType<typeof cubeOf>} cube
 * @param {Theme} theme
 * @param {Cursor | null} cursor
 */
function addPaths(scene, panel, cube, theme, cursor) {
  panel.paths.forEach((path, row) => {
    const colour = theme.series[row % theme.series.length];
    const places = path.points.map(cube.place);
    if (path.line !== false) addLine(scene, places, colour, 1.6);
    const every = Math.ceil(places.length / 12);
    places.forEach((at, k) => {
      const isMarked = path.marked?.includes(k) || (cursor?.row === row && cursor.col === k);
      const r = isMarked ? 6 : 3.5;
      addNode(
        scene,
        at,
        svg('circle', {r, fill: colour, stroke: isMarked ? theme.ink : 'none', 'stroke-width': 2}),
      );
      if (!isMarked && k % every !== 0) return;
      const name = svg('text', {fill: theme.ink, ...PLACES[0]}, String(path.labels[k]));
      name.dataset.moves = 'true';
      addNode(scene, at, name);
    });
  });
}

/**
 * @param {Scene} scene
 * @param {NonNullable<ScenePanel['surface']>} surface
 * @param {ReturnType<typeof cubeOf>} cube
 * @param {Theme} theme
 */
function addSurface(scene, {tensor, colour}, cube, theme) {
  const [rows, cols] = tensor.shape;
  const {table: bytes, at} = colourScale(colour);
  const positions = [];
  const colours = [];
  const faces = [];
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const value = tensor.data[row * cols + col];
      positions.push(...cube.place([col, row, value]));
      colours.push(...bytes.subarray(at(value), at(value) + 3).map((v) => v));
      if (row === 0 || col === 0) continue;
      const k = row * cols + col;
      faces.push(k, k - 1, k - cols, k - 1, k - cols - 1, k - cols);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute(
    'color',
    new Float32BufferAttribute(
      colours.map((v) => (v / 255) ** 2.2),
      3,
    ),
  );
  geometry.setIndex(new BufferAttribute(Uint16Array.from(faces), 1));
  scene.add(new Mesh(geometry, new MeshBasicMaterial({vertexColors: true, side: DoubleSide})));
  for (let row = 0; row < rows; row++) {
    const ridge = Array.from({length: cols}, (_, col) =>
      cube.place([col, row, tensor.data[row * cols + col]]),
    );
    addLine(scene, ridge, theme.ink, 0.7);
  }
}

/**
 * How far the camera may zoom so that the cube stays on the stage all the way round, and how far
 * down its middle is then drawn, in pixels.
 *
 * @param {PerspectiveCamera} camera
 * @param {number} width
 * @param {number} height
 */
function fitOf(camera, width, height) {
  const corners = Array.from({length: 16}, (_, k) => (k * Math.PI) / 8).flatMap((angle_rad) =>
    [-1, 1].map((y) =>
      new Vector3(Math.SQRT2 * Math.cos(angle_rad), y, Math.SQRT2 * Math.sin(angle_rad)).project(
        camera,
      ),
    ),
  );
  const right = Math.max(...corners.map(({x}) => Math.abs(x)));
  const [low, high] = [Math.min(...corners.map(({y}) => y)), Math.max(...corners.map(({y}) => y))];
  const zoom = Math.min(
    (1 - (2 * MARGIN.x) / width) / right,
    (2 - (4 * MARGIN.y) / height) / (high - low),
  );
  return {zoom, shift: (-zoom * height * (low + high)) / 4};
}

/**
 * Moves names of points that would lie on another name, and hides those that find no place: the
 * read-out has them all.
 *
 * @param {SVGElement} drawing
 */
function partNames(drawing) {
  /** @type {{left: number, top: number, right: number, bottom: number}[]} */
  const taken = [];
  for (const text of drawing.querySelectorAll('text')) {
    const at = /translate\(([-\d.e]+),\s*([-\d.e]+)\)/.exec(text.getAttribute('transform') ?? '');
    if (!at) continue;
    const boxAt = (/** @type {{[name: string]: string | number | null}} */ place) => {
      const width = LETTER.width * (text.textContent?.length ?? 0);
      const left = Number(at[1]) + Number(place.dx) - (place['text-anchor'] === 'end' ? width : 0);
      const bottom = Number(at[2]) + Number(place.dy);
      return {left, top: bottom - LETTER.height, right: left + width, bottom};
    };
    const isFree = (/** @type {ReturnType<typeof boxAt>} */ box) =>
      taken.every(
        (other) =>
          box.right <= other.left ||
          box.left >= other.right ||
          box.bottom <= other.top ||
          box.top >= other.bottom,
      );
    if (!text.dataset.moves) {
      const names = ['dx', 'dy', 'text-anchor'];
      taken.push(boxAt(Object.fromEntries(names.map((name) => [name, text.getAttribute(name)]))));
      continue;
    }
    const place = PLACES.find((candidate) => isFree(boxAt(candidate)));
    text.style.visibility = place ? '' : 'hidden';
    if (!place) continue;
    for (const [name, value] of Object.entries(place)) text.setAttribute(name, String(value));
    taken.push(boxAt(place));
  }
}

/** A scene on the page: drag or turn() to look around, show() to change what is seen. */
export class SceneDrawing {
  #renderer = new SVGRenderer();
  #camera = new PerspectiveCamera(38, 1, 0.1, 20);
  #scene = new Scene();
  #controls;
  /** @type {{cursor: Cursor, at: Vector3}[]} */
  #places = [];
  #size = {width: 1, height: 1};

  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.#camera.position.set(...CAMERA);
    stage.append(this.#renderer.domElement);
    this.#controls = new OrbitControls(this.#camera, stage);
    this.#controls.enableZoom = false; // the wheel belongs to the page
    this.#controls.enablePan = false;
    this.#controls.listenToKeyEvents = () => {};
    stage.style.touchAction = 'pan-y';
    this.#controls.addEventListener('change', () => this.render());
  }

  /**
   * @param {ScenePanel} panel
   * @param {Theme} theme
   * @param {Cursor | null} cursor
   */
  show(panel, theme, cursor) {
    this.#scene = new Scene();
    const cube = cubeOf(panel);
    this.#places = listsOf(panel).flatMap((list, row) =>
      list.points.map((point, col) => ({
        cursor: {row, col},
        at: new Vector3(...cube.place(point)),
      })),
    );
    addAxes(this.#scene, panel, cube, theme);
    if (panel.surface) {
      addSurface(this.#scene, panel.surface, cube, theme);
      if (cursor) addCursor(this.#scene, panel, cube, theme, cursor);
    }
    addPaths(this.#scene, panel, cube, theme, cursor);
    this.render();
  }

  /**
   * @param {number} width CSS pixels
   * @param {number} height
   */
  resize(width, height) {
    this.#size = {width, height};
    this.#camera.clearViewOffset();
    this.#camera.zoom = 1;
    this.#camera.aspect = width / height;
    this.#camera.lookAt(0, 0, 0);
    this.#camera.updateMatrixWorld();
    this.#camera.updateProjectionMatrix();
    const {zoom, shift} = fitOf(this.#camera, width, height);
    this.#camera.zoom = zoom;
    this.#camera.setViewOffset(width, height, 0, shift, width, height);
    this.#renderer.setSize(width, height);
    this.render();
  }

  /**
   * The point that is drawn nearest to a place of the stage.
   *
   * @param {number} x CSS pixels
   * @param {number} y
   * @returns {Cursor | null}
   */
  locate(x, y) {
    const {width, height} = this.#size;
    let best = null;
    let least = 24 ** 2;
    for (const {cursor, at} of this.#places) {
      const {x: u, y: v} = at.clone().project(this.#camera);
      const far = (((u + 1) * width) / 2 - x) ** 2 + (((1 - v) * height) / 2 - y) ** 2;
      if (far >= least) continue;
      least = far;
      best = cursor;
    }
    return best;
  }

  render() {
    this.#renderer.render(this.#scene, this.#camera);
    partNames(this.#renderer.domElement);
  }

  /**
   * Turns the view about the upright axis.
   *
   * @param {number} angle_rad
   */
  turn(angle_rad) {
    const {x, z} = this.#camera.position;
    const [c, s] = [Math.cos(angle_rad), Math.sin(angle_rad)];
    this.#camera.position.x = c * x - s * z;
    this.#camera.position.z = s * x + c * z;
    this.#controls.update();
    this.render();
  }

  remove() {
    this.#controls.dispose();
  }
}

/**
 * @param {Scene} scene
 * @param {ScenePanel} panel
 * @param {ReturnType<typeof cubeOf>} cube
 * @param {Theme} theme
 * @param {Cursor} cursor
 */
function addCursor(scene, panel, cube, theme, {row, col}) {
  const at = cube.place(listsOf(panel)[row].points[col]);
  addNode(scene, at, svg('circle', {r: 6, fill: 'none', stroke: theme.ink, 'stroke-width': 2}));
}

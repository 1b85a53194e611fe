// @ts-check
// The one registry of panel kinds: which view shows a panel, for figures and exercises alike.
import {PanelView} from './panel-view.js';
import {TableView} from './table-view.js';

/** @import {Cursor, Panel, Table} from '../draw/panel.js' */
/** @import {Theme} from '../draw/theme.js' */

/**
 * Shows the panels of one kind in `element`; which kind that is, the registry below says. `redraw` is for other
 * colours, `pause` for what can no longer be seen, `remove` frees what watches the page, `table` gives the numbers,
 * `fold` hides what is no picture until the reader unfolds it, `mark` is for the place of another view's cursor.
 *
 * @typedef {{element: HTMLElement, show(panel: Panel, theme?: Theme): void, redraw(pixels?: number, theme?: Theme): void, pause?(): void,
 *   remove(): void, table(panel: Panel): Table, fold?(): void, mark?(cursor: Cursor): void}} View
 */

/**
 * @typedef {new (probe: HTMLElement, onRead: (text: string, cursor?: Cursor) => void) => View} ViewClass
 *   probe: of draw/theme.js; onRead is called with the words of what the cursor is on
 */

/**
 * A kind whose view is in every bundle has a `View`. The others have a `load`, because most figures never show
 * them: with all of them one figure alone would weigh 6 kB (gzip) more.
 *
 * @type {Record<Panel['kind'], {View?: ViewClass, load?: () => Promise<ViewClass>}>}
 */
export const views = {
  bars: {View: PanelView},
  heatmap: {View: PanelView},
  lines: {View: PanelView},
  table: {View: TableView},
  cells: {load: async () => (await import('./cells-view.js')).CellsView},
  curve: {load: async () => (await import('./curve-view.js')).CurveView},
  plane: {load: async () => (await import('./plane-view.js')).PlaneView},
  scene: {load: async () => (await import('./scene-view.js')).SceneView},
  strip: {load: async () => (await import('./strip-view.js')).StripView},
  grid: {load: async () => (await import('./grid-view.js')).GridView},
};

/** @param {Panel['kind']} kind */
function entryOf(kind) {
  if (Object.hasOwn(views, kind)) return views[kind];
  throw new TypeError(`panel.kind must be one of ${Object.keys(views).join(', ')}, got ${kind}.`);
}

/**
 * Loads what makeView() needs for some panels.
 *
 * @param {readonly Panel[]} panels
 * @returns {Promise<unknown> | null} null where all is there; rejected where a module cannot be had, and the
 *   next call tries again
 */
export function loadViews(panels) {
  const missing = [...new Set(panels.map(({kind}) => entryOf(kind)))].filter(({View}) => !View);
  if (missing.length === 0) return null;
  return Promise.all(
    missing.map(async (entry) => {
      entry.View = await entry.load?.();
    }),
  );
}

/**
 * @param {Panel['kind']} kind one that is loaded
 * @param {HTMLElement} probe
 * @param {(text: string, cursor?: Cursor) => void} onRead
 * @returns {View}
 */
export function makeView(kind, probe, onRead) {
  const {View} = entryOf(kind);
  if (!View) throw new Error(`The view of ${kind} is used before loadViews() has loaded it.`);
  return new View(probe, onRead);
}

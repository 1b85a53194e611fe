// @ts-check
// What a figure passes to web/draw: plain data with the names and units of its axes. A panel does not
// know where its numbers come from; each kind is drawn, read aloud and tabulated by the module of the
// same name.

/** @typedef {{data: Float32Array | Float64Array, shape: readonly number[]}} Tensor row-major */
/** @typedef {readonly (number | string)[]} Names */

/**
 * An axis of cells or a continuous one. `names` are the labels of the cells, their index where
 * missing; `domain` and `scale` are for continuous axes.
 *
 * @typedef {{label: string, names?: Names, domain?: readonly [number, number],
 *   scale?: 'linear' | 'log', ticks?: number,
 *   at?: readonly number[]}} Axis `at`: ticks, exactly there
 */

/**
 * `map`: of which quantity the colours are (draw/colour.js).
 *
 * @typedef {{map: 'signed' | 'weight' | 'penalty' | 'error' | 'index', domain: readonly [number, number]}} Colour
 */

/**
 * A matrix as coloured cells. Values that are not finite are hatched: they are masked.
 * `aspect` is height over width; a matrix over one axis twice is square. `text`, one per cell, is
 * written into the cells where all of it fits.
 *
 * @typedef {{kind: 'heatmap', title?: string, tensor: Tensor, x: Axis, y: Axis, value: {label: string},
 *   colour: Colour, aspect?: number, bar?: boolean, text?: readonly string[],
 *   rules?: readonly {axis: 'x' | 'y', at: number, label: string}[]}} HeatmapPanel
 */

/**
 * `bars` are stems with a mark at the end. `colour` is a place in the palette, with its dash and its
 * mark; without it the series' own place. `open` marks are rings around those of another series.
 * An ordered series, one of several heads or lengths, has a `shade` from 0 to 1 in place of a colour.
 * `mark` is the place of its mark where that is another. `colours` has one place in the palette per
 * point: then marks distinguish the series, and colours something else. `spread` is the least and the
 * greatest of the values that a point is the mean of. `missing` are values of x that can have no value
 * of y: a cross at the bottom of the plot. A `reference`, in grey, is what other curves are compared with. What is
 * `faint` is in no legend; it comes before the others, to lie beneath them.
 *
 * @typedef {{name: string, x: ArrayLike<number>, y: ArrayLike<number>,
 *   style?: 'line' | 'points' | 'both' | 'bars',
 *   dashed?: boolean,
 *   spread?: {low: ArrayLike<number>, high: ArrayLike<number>}, missing?: readonly number[],
 *   labels?: Names, colour?: number, shade?: number, open?: boolean, mark?: number, colours?: ArrayLike<number>,
 *   reference?: 'dashes' | 'dots', faint?: boolean}} Series
 */

/**
 * Curves or points over continuous axes; `rules` are labelled reference lines. A `wide` panel takes
 * a whole row of the figure. A plot with a `height` has so many pixels in place of its aspect.
 *
 * @typedef {{kind: 'lines', title?: string, series: readonly Series[], x: Axis, y: Axis,
 *   aspect?: number, height?: number, wide?: boolean,
 *   rules?: readonly {axis: 'x' | 'y', at: number, label: string}[]}} LinesPanel
 */

/**
 * Grouped bars. The `text` of a series is above its bars; without it their values are, where they fit.
 * `colour` is a place in the palette, by default the series' own; `colours` has one per group,
 * and `shade` is that of an ordered series.
 * A value that is null has not been measured: no bar. Those that are `isFaint` are of other runs than the rest. Bars start at `from`, by default 0, or on a
 * logarithmic axis its lower end. A rule of the x axis is at so many groups after the first.
 *
 * @typedef {{kind: 'bars', title?: string, groups: Names, series: readonly {name: string,
 *   values: ArrayLike<number | null>, text?: readonly string[], colour?: number,
 *   colours?: readonly number[], shade?: number, isFaint?: readonly boolean[],
 *   spread?: {low: ArrayLike<number | null>, high: ArrayLike<number | null>}}[],
 *   x: Axis, y: Axis, from?: number,
 *   aspect?: number, wide?: boolean, rules?: readonly {axis: 'x' | 'y', at: number, label: string}[]}} BarsPanel
 */

/**
 * Arrows from the origin of a plane with equal units on both axes. An arrow has the colour of its series
 * or, where it has a `shade` from 0 to 1, of that place on a colour map; a faint one has its name only while the cursor is on it.
 * `named` says what the names are: "position" reads as "position 3". With `radPerStep`, by how much a step of some
 * setting rotates them, the arrows can be dragged.
 *
 * @typedef {{kind: 'plane', title?: string, arrows: readonly {x: number, y: number, name: string,
 *   series?: number, shade?: number, faint?: boolean}[], named?: string, limit: number, x: Axis,
 *   y: Axis, circle?: number, aspect?: number, radPerStep?: number}} PlanePanel
 */

/**
 * Points, paths and a surface in space, with a unit per axis or, where `equal`, one for all three.
 * `view` is where the eye is: the azimuth around the third axis, the elevation above the floor.
 *
 * @typedef {{azimuth_rad: number, elevation_rad: number}} SceneView
 * @typedef {{kind: 'scene', title?: string, axes: readonly [string, string, string],
 *   paths: readonly {name: string, points: readonly (readonly [number, number, number])[],
 *     labels: Names, line?: boolean, marked?: readonly number[]}[],
 *   surface?: {tensor: Tensor, x: Axis, y: Axis, colour: Colour}, equal?: boolean,
 *   view?: SceneView, aspect?: number}} ScenePanel
 */

/**
 * A table of numbers; the sentence `says` is announced when it changes.
 *
 * @typedef {{kind: 'table', title?: string, columns: readonly string[],
 *   rows: readonly (string | number)[][], says?: string, aspect?: number, wide?: boolean}} TablePanel
 */

/**
 * Distances 0, 1, 2, ... as strips, one per series, coloured by the bucket that holds them; `y` are the
 * buckets by distance, all within `range`. The axis is logarithmic in distance + 1. Distances whose bucket is
 * not that of the series `against` are marked.
 *
 * @typedef {{name: string, y: ArrayLike<number>, against?: number}} Strip
 * @typedef {{kind: 'strip', title?: string, series: readonly Strip[], range: readonly [number, number], x: Axis, y: Axis,
 *   aspect?: number, wide?: boolean}} StripPanel
 */

/**
 * A matrix whose cells are read and edited: a number, a note below it, the row that it came from
 * (`tone`, 0 to 5, a colour; the note names it too), and whether it is padding, hidden or wrong.
 *
 * @typedef {{text: string, note: string, tone: number | null, state?: 'pad' | 'hidden' | 'wrong',
 *   isEditable?: boolean}} GridCell
 * @typedef {{kind: 'grid', title: string, x: Axis, y: Axis, columns: readonly string[],
 *   lines: readonly {name: string, cells: readonly GridCell[]}[], aspect?: number, wide?: boolean}} GridPanel
 */

/**
 * Curves of which one is the reader's: `points` are positions on its x axis, and their heights. Both axes then have
 * a domain, and x is logarithmic.
 *
 * @typedef {{x: readonly number[], y: readonly number[], names: readonly string[]}} Points
 * @typedef {Omit<LinesPanel, 'kind'> & {kind: 'curve', points?: Points}} CurvePanel
 */

/**
 * One cell of a row. `says` is its name for those who hear it; `tone` a place in the palette; `frame` that of
 * its border, where it differs; a faint cell is there, but hidden from the model.
 *
 * @typedef {{text: string, above?: string, below?: string, says: string, tone?: number,
 *   frame?: number, faint?: boolean, right?: boolean}} Cell
 */

/**
 * What can be done to the focused cell by button or key.
 *
 * @typedef {{name: string, label: string, key: string}} Action
 */

/**
 * A row of cells that the reader moves or edits. `isMovable`: a cell can be dragged, or picked up and moved by
 * keys, and changes places with the one that it is put on. Actions are offered as buttons and as keys. `columns` and
 * `rows` are its table.
 *
 * @typedef {{kind: 'cells', title?: string, cells: readonly Cell[], isMovable?: boolean,
 *   actions?: readonly Action[], help: string, columns: readonly string[],
 *   rows: readonly (string | number)[][], aspect?: number, wide?: boolean}} CellsPanel
 */

/**
 * @typedef {TablePanel | HeatmapPanel | LinesPanel | BarsPanel | PlanePanel | ScenePanel | StripPanel
 *   | GridPanel | CellsPanel | CurvePanel} Panel
 */

/**
 * The rectangle of a panel in CSS pixels and the plot's inside it.
 *
 * @typedef {{width: number, height: number, left: number, top: number, right: number,
 *   bottom: number}} Frame
 */

/** Where the reader looks; `isPointed` while the pointer is there. @typedef {{row: number, col: number, isPointed?: boolean}} Cursor */
/** @typedef {{columns: string[], rows: (string | number)[][]}} Table */

/**
 * What each kind's module exports. The height of the plot is `height` in pixels, or the panel's `aspect`
 * (else the kind's, else 0.6) times its width, and at least `leastHeight` unless the plot is narrower. A kind that
 * `keepsAspect` becomes narrower where it may not be that high: its cells stay square, its angles right.
 *
 * @template {Panel} P
 * @typedef {{
 *   height?(panel: P): number | undefined,
 *   aspect?: number,
 *   leastHeight?: number,
 *   keepsAspect?: boolean,
 *   margins(panel: P, width: number, cap?: number): {left: number, right: number, top: number, bottom: number},
 *   draw(context: CanvasRenderingContext2D, panel: P, frame: Frame, theme: import('./theme.js').Theme,
 *     cursor: Cursor | null): void,
 *   extent(panel: P): {rows: number, cols: number},
 *   locate(panel: P, frame: Frame, x: number, y: number): Cursor | null,
 *   read(panel: P, cursor: Cursor): string,
 *   table(panel: P): Table
 * }} Kind
 */

export {};

// @ts-check
// What pyplot recorded, as the panels that the page draws.
import {colourFor, rangeOf} from '../../draw/colour.js';

/** @import {Panel} from '../../draw/panel.js' */

const [MOST_CELLS, MOST_POINTS, MOST_PANELS] = [4e6, 2e5, 24];
const [MOST_SERIES, MOST_BARS, MOST_RULES] = [60, 2000, 60];
const [LEAST, MOST] = [1e-37, 3e38]; // what float32 holds without loss: nearer to 0 is drawn as 0
const N_STEPS = 6; // colours of points: as many as the palette has
const SIGNED = /^(rdbu|coolwarm|bwr|seismic|brbg|prgn|piyg|rdylbu|spectral)/i;

/** @param {any} value */
const isNumber = (value) => typeof value === 'number' && Math.abs(value) <= MOST;

/** @param {number} value */
const drawn = (value) => (Math.abs(value) < LEAST ? 0 : value);

/** Our scale that is nearest to one of matplotlib's. @param {any} part @param {Float32Array} data */
function coloursOf({cmap, vmin, vmax}, data) {
  const isSigned = SIGNED.test(cmap ?? '');
  const domain = isSigned ? colourFor('signed', data).domain : rangeOf([data]);
  const [low, high] = [isNumber(vmin) ? vmin : domain[0], isNumber(vmax) ? vmax : domain[1]];
  return {map: isSigned ? 'signed' : 'weight', domain: low < high ? [low, high] : domain};
}

/** @param {any} names @param {number} n */
const namesOf = (names, n) => (names?.length === n ? {names: names.map(String)} : {});

/**
 * The words of cells: texts at whole places.
 *
 * @param {any[]} texts @param {number} nRows @param {number} nCols @param {boolean} isFromBelow
 */
function cellTexts(texts, nRows, nCols, isFromBelow) {
  const isPlace = (/** @type {number} */ at, /** @type {number} */ n) =>
    Number.isInteger(at) && at >= 0 && at < n;
  const inside = texts.filter(({x, y}) => isPlace(x, nCols) && isPlace(y, nRows));
  if (inside.length === 0) return {}; // an image may have millions of cells
  const cells = Array(nRows * nCols).fill('');
  for (const {x, y, text} of inside)
    cells[(isFromBelow ? nRows - 1 - y : y) * nCols + x] = String(text);
  return {text: cells};
}

/** @param {any} part @param {any} axes @param {any[]} texts @returns {Panel} */
function imagePanel(part, axes, texts) {
  const isFromBelow = (part.origin === 'lower') !== Boolean(axes.isInverted);
  const rows = isFromBelow ? [...part.rows].reverse() : part.rows;
  const data = Float32Array.from(rows.flat(), (v) => (isNumber(v) ? drawn(v) : Number.NaN));
  const [nRows, nCols] = [rows.length, rows[0]?.length ?? 0];
  const given = namesOf(axes.yticklabels, nRows).names;
  const fromBelow = given ?? Array.from({length: nRows}, (_, k) => String(k));
  const names = isFromBelow ? {names: fromBelow.reverse()} : given && {names: given};
  return /** @type {any} */ ({
    kind: 'heatmap',
    title: axes.title,
    tensor: {data, shape: [nRows, nCols]},
    x: {label: axes.xlabel || 'column', ...namesOf(axes.xticklabels, nCols)},
    y: {label: axes.ylabel || 'row', ...names},
    value: {label: part.colorbar || 'value'},
    colour: coloursOf(part, data),
    ...cellTexts(texts, nRows, nCols, isFromBelow),
    ...(part.aspect === 'equal' ? {aspect: nRows / Math.max(1, nCols)} : {}),
  });
}

/** @param {string} label @param {any} scale @param {any} limits */
const axisOf = (label, scale, limits) => ({
  label,
  ...(scale === 'log' ? {scale: 'log'} : {}),
  ...(limits?.length === 2 && limits.every(isNumber) && limits[0] < limits[1]
    ? {domain: limits}
    : {}),
});

/** Places in the palette by key of colour: Cn the n-th, every other one of its own. @param {any[]} keys */
function placesOf(keys) {
  const names = new Set(keys.flat().map(String));
  const numbers = [...names].flatMap((name) => /^C(\d+)$/.exec(name)?.[1] ?? []).map(Number);
  let free = 0;
  const next = () => {
    while (numbers.includes(free)) free++;
    return free++;
  };
  const places = new Map(
    [...names].map((name) => [name, /^C\d+$/.test(name) ? Number(name.slice(1)) : next()]),
  );
  return (/** @type {any} */ key) => /** @type {number} */ (places.get(String(key)));
}

/** What has no colour takes the next of the palette. @param {any[]} parts */
function keysOf(parts) {
  let n = 0;
  return parts.map(({colour}) => (colour?.length ? colour : `C${n++}`));
}

/**
 * Points whose colours say something, as a series for each: a class, a colour, or a sixth of the range.
 *
 * @param {any} part @returns {any[]}
 */
function byColour(part) {
  const {values, colour, x, y, label, colorbar} = part;
  if (part.kind !== 'points' || !(values ?? Array.isArray(colour))) return [part];
  const given = (values ?? colour).filter((/** @type {any} */ v) => v !== null);
  const classes = [...new Set(given)].sort((a, b) => (a < b ? -1 : 1));
  const isScale = values && classes.length > N_STEPS;
  const low = isScale && isNumber(part.vmin) ? part.vmin : classes[0];
  const high = isScale && isNumber(part.vmax) ? part.vmax : classes[classes.length - 1];
  const step = (high - low) / N_STEPS;
  const edge = (/** @type {number} */ k) => Number((low + k * step).toPrecision(3));
  const place = (/** @type {any} */ v) =>
    isScale ? Math.min(N_STEPS - 1, Math.max(0, Math.floor((v - low) / step))) : classes.indexOf(v);
  const names = isScale
    ? Array.from({length: N_STEPS}, (_, k) => `${edge(k)} to ${edge(k + 1)}`)
    : classes.map(String);
  const made = names.map((name, k) => ({
    ...part,
    x: /** @type {any[]} */ ([]),
    y: /** @type {any[]} */ ([]),
    label: [colorbar || label, name].filter(Boolean).join(' '),
    colour: isScale ? 'by value' : values ? null : classes[k],
    ...(isScale ? {shade: k / (N_STEPS - 1)} : {}),
  }));
  for (const [i, v] of (values ?? colour).entries()) {
    if (v === null) continue;
    made[place(v)].x.push(x[i]);
    made[place(v)].y.push(y[i]);
  }
  return made;
}

/** A band is the middle of its edges, with both as its spread; a text is a point with its words as its name. @param {any} part */
function asSeries(part) {
  const {kind, x, y, low, high, text} = part;
  if (kind === 'text') return {...part, x: [x], y: [y], label: text, kind: 'points'};
  if (kind !== 'band') return part;
  return {
    ...part,
    y: low.map((/** @type {any} */ v, /** @type {number} */ k) => (v + high[k]) / 2),
  };
}

/** @param {any} part @returns {'points' | 'bars' | 'both' | 'line'} */
function styleOf({kind, isBare, marker}) {
  if (kind === 'stems') return 'bars';
  return kind === 'points' || isBare ? 'points' : marker ? 'both' : 'line';
}

/** @param {any[]} parts @param {any} axes @returns {Panel} */
function linesPanel(parts, axes) {
  const points = (/** @type {any} */ {x, y, low = y, high = y}) =>
    x
      .map((/** @type {any} */ v, /** @type {number} */ k) => [v, y[k], low[k], high[k]])
      .filter((/** @type {any[]} */ place) => place.every(isNumber))
      .map((/** @type {number[]} */ place) => place.map(drawn));
  const keys = keysOf(parts);
  const place = placesOf(keys);
  return /** @type {any} */ ({
    kind: 'lines',
    title: axes.title,
    series: parts.map((part, k) => {
      const xy = points(part);
      return {
        name: part.label ?? `line ${k + 1}`,
        x: Float64Array.from(xy, ([a]) => a),
        y: Float64Array.from(xy, ([, b]) => b),
        colour: place(keys[k]),
        ...(part.shade === undefined ? {} : {shade: part.shade}),
        dashed: Boolean(part.isDashed),
        style: styleOf(part),
        ...(part.low
          ? {
              spread: {
                low: Float64Array.from(xy, ([, , v]) => v),
                high: Float64Array.from(xy, ([, , , v]) => v),
              },
            }
          : {}),
      };
    }),
    x: axisOf(axes.xlabel || 'x', axes.xscale, axes.xlim),
    y: axisOf(axes.ylabel || 'y', axes.yscale, axes.ylim),
    rules: rulesOf(axes),
  });
}

/** @param {any} axes */
const rulesOf = ({parts}) =>
  parts
    .filter(
      (/** @type {any} */ {kind, at}) => (kind === 'vline' || kind === 'hline') && isNumber(at),
    )
    .map((/** @type {any} */ {kind, at, label = ''}) => ({
      axis: kind === 'vline' ? 'x' : 'y',
      at,
      label,
    }))
    .slice(0, MOST_RULES);

/** Bars that stand side by side have each a place of their own; their group is in the middle. @param {any[]} parts */
function groupsOf(parts) {
  const longest = parts.reduce((one, other) => (other.x.length > one.x.length ? other : one));
  return longest.x.map((/** @type {any} */ at, /** @type {number} */ k) => {
    const places = parts.map(({x}) => x[k]).filter(isNumber);
    if (places.length === 0) return String(at);
    return String(
      Number(
        (places.reduce((a, b) => a + b) / places.length).toPrecision(longest.x.length > 8 ? 2 : 3),
      ),
    );
  });
}

/** @param {any[]} parts @param {any} axes @returns {Panel} */
function barsPanel(parts, axes) {
  const groups = groupsOf(parts);
  const keys = keysOf(parts);
  const place = placesOf(keys);
  const isSideways = parts.every((part) => part.isSideways);
  const [along, ticks, height] = isSideways
    ? [axes.ylabel, axes.yticklabels, axes.xlabel]
    : [axes.xlabel, axes.xticklabels, axes.ylabel];
  return /** @type {any} */ ({
    kind: 'bars',
    title: axes.title,
    groups: namesOf(ticks, groups.length).names ?? groups,
    series: parts.map((part, k) => ({
      name: part.label ?? `bars ${k + 1}`,
      values: groups.map((/** @type {string} */ _, /** @type {number} */ i) =>
        isNumber(part.y[i]) ? drawn(part.y[i]) : null,
      ),
      ...(Array.isArray(keys[k])
        ? {
            colours: groups.map((/** @type {string} */ _, /** @type {number} */ i) =>
              place(keys[k][i % keys[k].length]),
            ),
          }
        : {colour: place(keys[k])}),
    })),
    x: {label: along || ''},
    y: {label: height || 'value'},
  });
}

/** Whether the page can draw it at once. @param {any} part */
function isLarge({kind, rows, x, y}) {
  if (kind === 'image') return rows.length * (rows[0]?.length ?? 0) > MOST_CELLS;
  const n = Math.max(x?.length ?? 0, y?.length ?? 0);
  return n > (kind === 'bars' ? MOST_BARS : MOST_POINTS);
}

/** @param {any} part an image */
const isEmpty = ({rows}) => rows.length === 0 || rows[0].length === 0;

/**
 * The first of many; that there are more is said.
 *
 * @param {any[]} parts @param {number} most @param {Set<string>} missing
 */
function firstOf(parts, most, missing) {
  if (parts.length > most) missing.add(`${parts.length - most} of ${parts.length} series`);
  return parts.slice(0, most);
}

/**
 * @param {any} axes
 * @param {Set<string>} missing
 * @returns {Panel | null}
 */
function panelOf(axes, missing) {
  const parts = axes.parts.filter((/** @type {any} */ part) => {
    if (isLarge(part)) missing.add(`${part.kind} (too large)`);
    return !isLarge(part);
  });
  const of = (/** @type {string[]} */ ...kinds) =>
    parts.filter((/** @type {any} */ {kind}) => kinds.includes(kind));
  if (of('legend entry').length > 0) missing.add('an entry of the legend that is drawn nowhere');
  const curves = of('line', 'stems', 'points', 'arrow', 'band', 'text').map(asSeries);
  const [lines, bars] = [curves.flatMap(byColour), of('bars')].map((all) =>
    firstOf(all, MOST_SERIES, missing),
  );
  const images = of('image').filter((/** @type {any} */ image) => !isEmpty(image));
  if (images.length < of('image').length) missing.add('an image without numbers');
  const over = images.length ? 'an image' : bars.length ? 'bars' : '';
  for (const {kind} of over ? of('line', 'stems', 'points', 'arrow', 'band') : [])
    missing.add(`${kind} over ${over}`);
  if (over === 'bars' && of('text').length > 0) missing.add('text over bars');
  if (images.length) return imagePanel(images[images.length - 1], axes, of('text'));
  if (bars.length) return barsPanel(bars, axes);
  return lines.length ? linesPanel(lines, axes) : null;
}

/**
 * The panels of all figures of a run. What cannot be drawn is said in `missing`. The figures come from the
 * learner's Python, so that nothing holds of them.
 *
 * @param {any} figures as web/python/matplotlib/pyplot.py records them
 * @returns {{panels: Panel[], titles: string[], missing: string[]}}
 */
export function pyplotPanels(figures) {
  /** @type {Panel[]} */
  const panels = [];
  const missing = new Set();
  const all = Array.isArray(figures) ? figures : [];
  for (const axes of all.flatMap((figure) => figure?.axes ?? [])) {
    try {
      const panel = panelOf(axes, missing);
      if (panel && panels.length < MOST_PANELS) panels.push(panel);
      else if (panel) missing.add(`more than ${MOST_PANELS} pictures`);
    } catch {
      missing.add('a picture that is none');
    }
  }
  const titles = all.map((figure) => String(figure?.suptitle ?? '')).filter(Boolean);
  return {panels, titles: titles.slice(0, MOST_PANELS), missing: [...missing]};
}

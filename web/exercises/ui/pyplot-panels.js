// @ts-check
// What pyplot recorded, as the panels that the page draws.
import {colourFor, rangeOf} from '../../draw/colour.js';

/** @import {Panel} from '../../draw/panel.js' */

const [MOST_CELLS, MOST_POINTS, MOST_PANELS] = [4e6, 2e5, 24];
const [MOST_SERIES, MOST_BARS, MOST_RULES] = [60, 2000, 60];
const [LEAST, MOST] = [1e-37, 3e38]; // what float32 holds without loss: nearer to 0 is drawn as 0
const N_STEPS = 6; // colours of points: as many as the palette has
const SIGNED =
  /^(rdbu|coolwarm|bwr|seismic|brbg|prgn|piyg|puor|rdgy|rdylbu|rdylgn|spectral|vlag|icefire)/i;

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
 * One axis of an image: which of its cells are seen, from the left or from the top, and where a place is among them.
 * Without limits all are seen, from `start` to `end`.
 *
 * @param {number} n @param {number} start of the first cell, where that is seen first @param {number} end
 * @param {any} limits @param {any} isFlipped
 */
function cellsAlong(n, start, end, limits, isFlipped) {
  const step = (end - start) / n;
  const [from, to] = [limits?.[0] ?? start, limits?.[1] ?? end];
  const isBackwards = (to - from) * step < 0 !== Boolean(isFlipped);
  const low = Math.max(0, Math.round((Math.min(from, to) - Math.min(start, end)) / Math.abs(step)));
  const high = Math.min(
    n,
    Math.round((Math.max(from, to) - Math.min(start, end)) / Math.abs(step)),
  );
  const [first, last] = step > 0 ? [low, high] : [n - high, n - low];
  const cells = Array.from({length: Math.max(0, last - first)}, (_, k) => first + k);
  if (isBackwards) cells.reverse();
  return {
    cells,
    isPlain: cells.length === n && !isBackwards,
    /** @param {number} k */
    middle: (k) => start + (k + 0.5) * step,
    /** @param {number} at */
    place: (at) => {
      const k = (at - start) / step - 0.5;
      return isBackwards ? last - 1 - k : k - first;
    },
  };
}

/** @typedef {ReturnType<typeof cellsAlong>} Along */

/**
 * The ticks of an image's axis: a name for each cell, or words at some places.
 *
 * @param {Along} along @param {any} part @param {any} axes @param {'x' | 'y'} axis @param {Set<string>} missing
 */
function cellNames({cells, isPlain, middle, place}, part, axes, axis, missing) {
  const [ticks, labels] = [axes[`${axis}ticks`], axes[`${axis}ticklabels`]];
  const step = axes[`${axis}step`];
  const n = part.size[axis];
  const isCounted = part.isCounted || !part.extent;
  const number = (/** @type {number} */ at) => String(Number(at.toPrecision(3)));
  const own = isCounted
    ? isPlain && axis === 'x'
      ? {}
      : isPlain && part.origin !== 'lower'
        ? {}
        : {names: cells.map(String)}
    : {names: cells.map((k) => Number(middle(k).toPrecision(3)))};
  const isEach =
    labels?.length === n &&
    (!ticks || ticks.every((/** @type {number} */ at, /** @type {number} */ k) => Math.abs(at - middle(k)) < 1e-6)); // biome-ignore format: one thought
  if (isEach) return {names: cells.map((k) => String(labels[k]))};
  // a locator begins one step before the axis, and so do the names
  const stepped = step && Array.from({length: Math.ceil(n / step) + 2}, (_, k) => (k - 1) * step);
  const at = ticks ?? stepped;
  if (!at) {
    if (labels?.length) missing.add(`names of ${axis === 'x' ? 'columns' : 'rows'}: they are ${labels.length}, not ${n}`); // biome-ignore format: one sentence
    return labels?.length === 0 ? {...own, at: []} : own;
  }
  const shown = at
    .map((/** @type {number} */ one, /** @type {number} */ k) => ({
      at: place(one),
      text: String(labels ? (labels[k] ?? '') : number(one)),
    }))
    .filter((/** @type {any} */ one) => one.at > -0.51 && one.at < cells.length - 0.49)
    .sort((/** @type {any} */ a, /** @type {any} */ b) => a.at - b.at);
  return {
    ...own,
    at: shown.map((/** @type {any} */ one) => one.at),
    texts: shown.map((/** @type {any} */ one) => one.text),
  };
}

/**
 * The words of cells: texts in their middles.
 *
 * @param {any[]} texts @param {Along} x @param {Along} y @param {Set<string>} missing
 */
function cellTexts(texts, x, y, missing) {
  if (texts.length === 0) return {}; // an image may have millions of cells
  const [nRows, nCols] = [y.cells.length, x.cells.length];
  const words = Array(nRows * nCols).fill('');
  const cell = (/** @type {number} */ at, /** @type {number} */ n) =>
    Math.abs(at - Math.round(at)) < 0.3 && at > -0.5 && at < n - 0.5 ? Math.round(at) : -1;
  for (const {x: atX, y: atY, text, isShare} of texts) {
    const [col, row] = isShare
      ? [cell(atX * nCols - 0.5, nCols), cell((1 - atY) * nRows - 0.5, nRows)]
      : [cell(x.place(atX), nCols), cell(y.place(atY), nRows)];
    if (col < 0 || row < 0) missing.add('text between the cells of a map');
    else words[row * nCols + col] = String(text);
  }
  return words.some(Boolean) ? {text: words} : {};
}

/** @param {any} given @param {any} axes @param {any[]} texts @param {Set<string>} missing @returns {Panel | null} */
function imagePanel(given, axes, texts, missing) {
  if (!given.rows.every(Array.isArray)) throw new TypeError('rows of numbers');
  const [nY, nX] = [given.rows.length, given.rows[0].length];
  const part = {...given, size: {x: nX, y: nY}};
  const isLower = part.origin === 'lower';
  const [left, right, bottom, top] =
    part.extent ?? (isLower ? [-0.5, nX - 0.5, -0.5, nY - 0.5] : [-0.5, nX - 0.5, nY - 0.5, -0.5]);
  const x = cellsAlong(nX, left, right, axes.xlim, axes.isReversed);
  // from the top down
  const [yFrom, yTo] = axes.ylim ?? [];
  const limits = axes.ylim && [yTo ?? top, yFrom ?? bottom];
  const y = isLower
    ? cellsAlong(nY, bottom, top, limits ?? [top, bottom], axes.isInverted)
    : cellsAlong(nY, top, bottom, limits, axes.isInverted);
  const [nRows, nCols] = [y.cells.length, x.cells.length];
  if (nRows === 0 || nCols === 0) {
    missing.add('a map outside its limits');
    return null;
  }
  const data = new Float32Array(nRows * nCols);
  for (const [row, i] of y.cells.entries())
    for (const [col, j] of x.cells.entries()) {
      const value = part.rows[i][j];
      data[row * nCols + col] = isNumber(value) ? drawn(value) : Number.NaN;
    }
  const aspect = axes.aspect ?? part.aspect;
  const cellHeight = Math.abs(((top - bottom) / nY) * (nX / (right - left)));
  const shape = aspect === 'equal' ? cellHeight : isNumber(aspect) ? aspect * cellHeight : null;
  return /** @type {any} */ ({
    kind: 'heatmap',
    title: axes.title,
    tensor: {data, shape: [nRows, nCols]},
    x: {label: axes.xlabel || 'column', ...cellNames(x, part, axes, 'x', missing)},
    y: {label: axes.ylabel || 'row', ...cellNames(y, part, axes, 'y', missing)},
    value: {label: part.colorbar || 'value'},
    colour: coloursOf(part, data),
    ...cellTexts(texts, x, y, missing),
    ...(shape ? {aspect: (shape * nRows) / nCols} : {}),
    rules: rulesOf(axes).map((/** @type {any} */ rule) => ({
      ...rule,
      at: (rule.axis === 'x' ? x : y).place(rule.at) + 0.5,
    })),
    along: {x, y},
  });
}

/** The least and the greatest of what is on an axis. @param {any[]} values @param {boolean} isLog */
function spanOf(values, isLog) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!isNumber(value) || (isLog && value <= 0)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low < high ? [low, high] : low === high ? [low - 0.5, low + 0.5] : [0, 1];
}

/**
 * An axis with its limits, ticks and categories. `isWhole`: the picture needs limits in any case.
 *
 * @param {'x' | 'y'} axis @param {any} axes @param {any[]} values @param {string[]} categories @param {boolean} isWhole
 * @param {Set<string>} missing
 */
function axisOf(axis, axes, values, categories, isWhole, missing) {
  const isLog = axes[`${axis}scale`] === 'log';
  const span = spanOf(values, isLog);
  const limits = axes[`${axis}lim`];
  const isFlipped = Boolean(axis === 'x' ? axes.isReversed : axes.isInverted);
  let domain = limits?.map((/** @type {any} */ end, /** @type {number} */ k) => end ?? span[k]);
  if (domain && isLog && Math.min(...domain) <= 0) {
    missing.add(`limits of a logarithmic axis: ${domain.join(' to ')}`);
    domain = undefined;
  }
  if (domain && (!domain.every(isNumber) || domain[0] === domain[1])) domain = undefined;
  if (!domain && (isFlipped || isWhole)) domain = span;
  if (domain && isFlipped) domain = [...domain].reverse();
  const ticks = axes[`${axis}ticks`]?.filter(isNumber);
  const at = ticks ?? (categories.length ? categories.map((_, k) => k) : undefined);
  const labels = axes[`${axis}ticklabels`];
  if (labels && !ticks) {
    if (categories.length !== labels.length) missing.add(`names of ticks along ${axis}, which have no places`); // biome-ignore format: one sentence
  }
  const texts = labels ?? (ticks ? undefined : categories);
  return {
    label: axes[`${axis}label`] || axis,
    ...(isLog ? {scale: 'log'} : {}),
    ...(domain ? {domain} : {}),
    ...(at ? {at, ...(texts?.length === at.length ? {texts: texts.map(String)} : {})} : {}),
  };
}

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

/** What has no colour takes the next of the palette, but for words and arrows. @param {any[]} parts */
function keysOf(parts) {
  let n = 0;
  /** @type {any} */
  let last;
  return parts.map(({kind, colour, isMark}) => {
    const isText = kind === 'words' || kind === 'arrows';
    if (!isMark) last = colour?.length ? colour : isText ? 'black' : `C${n++}`;
    return last;
  });
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

/** A band is the middle of its edges, with both as its spread. @param {any} part */
function asSeries(part) {
  const {kind, low, high} = part;
  if (kind !== 'band') return part;
  return {
    ...part,
    y: low.map((/** @type {any} */ v, /** @type {number} */ k) =>
      v === null || high[k] === null ? null : (v + high[k]) / 2,
    ),
  };
}

const STYLES = {stems: 'bars', band: 'band', points: 'points', arrows: 'arrows', words: 'words'};

/** @param {any} part */
function styleOf({kind, isBare, marker}) {
  const style = STYLES[/** @type {keyof typeof STYLES} */ (kind)];
  return style ?? (isBare ? 'points' : marker ? 'both' : 'line');
}

/** Categories become their numbers. @param {any[]} parts @param {'x' | 'y'} axis */
function numbered(parts, axis) {
  const values = parts.flatMap((part) => part[axis]);
  const categories = [...new Set(values.filter((value) => typeof value === 'string'))];
  const number = (/** @type {any} */ v) => (typeof v === 'string' ? categories.indexOf(v) : v);
  const made = categories.length
    ? parts.map((part) => ({...part, [axis]: [part[axis]].flat().map(number)}))
    : parts;
  return {made, categories};
}

/**
 * Words and their arrows as parts: shares of the axes and distances in pixels as places.
 *
 * @param {any[]} texts @param {any} axes @param {any[]} curves
 */
function wordsOf(texts, axes, curves) {
  const range = (/** @type {'x' | 'y'} */ axis) => {
    const values = curves.flatMap((part) => [...part[axis], ...(axis === 'y' ? [...(part.low ?? []), ...(part.high ?? [])] : [])]); // biome-ignore format: one thought
    const span = spanOf(values, axes[`${axis}scale`] === 'log');
    return span.map((end, k) => axes[`${axis}lim`]?.[k] ?? end);
  };
  const ranges = {x: range('x'), y: range('y')};
  const at = (/** @type {'x' | 'y'} */ axis, /** @type {any} */ value, /** @type {any} */ isShare, share = 0) => {
    const [low, high] = ranges[axis];
    if (axes[`${axis}scale`] !== 'log') {
      return (isShare ? low + value * (high - low) : value) + share * (high - low);
    }
    const ratio = high / low;
    return (isShare ? low * ratio ** value : value) * ratio ** share;
  }; // biome-ignore format: one thought
  const parts = /** @type {any[]} */ ([]);
  const groups = new Map();
  for (const {x, y, isShare, beside = [0, 0], text, align, to, heads, colour} of texts) {
    const place = [at('x', x, isShare, beside[0]), at('y', y, isShare, beside[1])];
    if (to) {
      const end = [at('x', to[0], to[2]), at('y', to[1], to[2])];
      parts.push({kind: 'arrows', x: [place[0], end[0]], y: [place[1], end[1]], label: text, heads, colour, isNote: true}); // biome-ignore format: one thought
    }
    const group = groups.get(align) ?? {
      kind: 'words',
      x: [],
      y: [],
      words: [],
      label: 'text',
      align,
    };
    group.x.push(place[0]);
    group.y.push(place[1]);
    group.words.push(text);
    groups.set(align, group);
  }
  return [...parts, ...groups.values()];
}

/** Numbers that can be drawn; a gap in a curve stays one. @param {any} part @returns {any[][]} */
function placesIn(part) {
  const {x, y, low = y, high = y, words = x} = part;
  const isCurve = ['line', 'both', 'band'].includes(styleOf(part));
  const all = x.map((/** @type {any} */ v, /** @type {number} */ k) => {
    const place = [v, y[k], low[k], high[k]];
    const isWhole = place.every(isNumber);
    return isWhole ? [...place.map(drawn), words[k]] : isCurve ? Array(4).fill(Number.NaN) : null;
  });
  const isPlace = (/** @type {any} */ place) => place && !Number.isNaN(place[0]);
  const last = all.findLastIndex(isPlace);
  return all.slice(Math.max(0, all.findIndex(isPlace)), last + 1).filter(Boolean);
}

/**
 * Whether a part is in the legend. Where the learner calls for one, what has no name is in none; else only what is no
 * curve.
 *
 * @param {any} part @param {any} axes
 */
function listing({kind, label, words, isMark, isNote}, {legend}) {
  if ((words && kind !== 'bars') || isMark || isNote) return {unlisted: true};
  if (legend) return label ? {listed: true} : {unlisted: true};
  return (kind === 'arrows' || kind === 'band') && !label ? {unlisted: true} : {};
}

/** @param {any[]} curves @param {any} axes @param {any[]} texts @param {Set<string>} missing @returns {Panel} */
function linesPanel(curves, axes, texts, missing) {
  const {made: byX, categories: names} = numbered(curves, 'x');
  const {made, categories} = numbered(byX, 'y');
  const parts = [...made, ...wordsOf(texts, axes, made)];
  const keys = keysOf(parts);
  const place = placesOf(keys);
  const series = parts.map((part, k) => {
    const xy = placesIn(part);
    const column = (/** @type {number} */ i) => Float64Array.from(xy, (at) => at[i]);
    return {
      name: part.label ?? (part.kind === 'arrows' ? 'arrow' : `line ${k + 1}`),
      x: column(0),
      y: column(1),
      colour: place(keys[k]),
      ...(part.shade === undefined ? {} : {shade: part.shade}),
      dashed: Boolean(part.isDashed),
      style: styleOf(part),
      ...(part.words ? {words: xy.map((at) => at[4]), labels: xy.map((at) => at[4]), align: part.align} : {}), // biome-ignore format: one thought
      ...listing(part, axes),
      ...(part.heads ? {heads: part.heads} : {}),
      ...(part.low ? {spread: {low: column(2), high: column(3)}} : {}),
    };
  });
  const values = (/** @type {any} */ {y, spread}) => [...y, ...(spread?.low ?? []), ...(spread?.high ?? [])]; // biome-ignore format: one thought
  const isWhole = axes.aspect === 'equal' || isNumber(axes.aspect);
  const x = axisOf('x', axes, series.flatMap((one) => [...one.x]), names, isWhole, missing); // biome-ignore format: one row
  const y = axisOf('y', axes, series.flatMap(values), categories, isWhole, missing);
  const length = (/** @type {any} */ {domain}) => Math.abs(domain[1] - domain[0]);
  const ratio = isWhole && (axes.aspect === 'equal' ? 1 : axes.aspect);
  return /** @type {any} */ ({
    kind: 'lines',
    title: axes.title,
    series,
    x,
    y,
    rules: rulesOf(axes),
    ...(ratio ? {aspect: Math.min(2, Math.max(0.1, (ratio * length(y)) / length(x)))} : {}),
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

/**
 * A text at a bar is what is written at its end.
 *
 * @param {any[]} parts @param {any[]} texts @param {boolean} isSideways @param {Set<string>} missing
 */
function barWords(parts, texts, isSideways, missing) {
  const words = parts.map(({words: given}) => (given ? [...given] : []));
  const middle = (/** @type {any} */ {x}, /** @type {number} */ k) => (isNumber(x[k]) ? x[k] : k);
  const bars = parts.flatMap((part, row) =>
    part.x.map((/** @type {any} */ _, /** @type {number} */ k) => ({row, k, at: middle(part, k)})),
  );
  const places = bars.map(({at}) => at).sort((a, b) => a - b);
  const steps = places.slice(1).map((at, k) => at - places[k]).filter((step) => step > 0); // biome-ignore format: one thought
  const near = 0.3 * Math.min(1, ...steps);
  for (const text of texts) {
    const at = isSideways ? text.y : text.x;
    const bar = bars.find((one) => !text.isShare && Math.abs(one.at - at) <= near);
    if (bar) words[bar.row][bar.k] = String(text.text);
    else missing.add('text over bars');
  }
  return words;
}

/** Where one bar stands upon another, those of the same places share a slot. @param {any[]} parts */
function slotsOf(parts) {
  if (!parts.some(({base}) => base)) return null;
  const places = parts.map(({x}) => JSON.stringify(x));
  return places.map((place) => places.indexOf(place));
}

/** @param {any[]} parts @param {any} axes @param {any[]} texts @param {Set<string>} missing @returns {Panel} */
function barsPanel(parts, axes, texts, missing) {
  const groups = groupsOf(parts);
  const keys = keysOf(parts);
  const place = placesOf(keys);
  const isSideways = parts.every((part) => part.isSideways);
  const [along, up] = isSideways ? ['y', 'x'] : ['x', 'y'];
  const words = barWords(parts, texts, isSideways, missing);
  const each = (/** @type {any[]} */ of) =>
    groups.map((/** @type {string} */ _, /** @type {number} */ i) =>
      isNumber(of[i]) ? drawn(of[i]) : null,
    );
  const numbers = parts.reduce((a, b) => (b.x.length > a.x.length ? b : a)).x;
  const [first, step] = [numbers[0], numbers[1] - numbers[0]];
  const rules = rulesOf(axes).map((/** @type {any} */ {axis, at, label}) =>
    axis === up ? {axis: 'y', at, label} : {axis: 'x', at: isNumber(first) && step ? (at - first) / step : at, label},
  ); // biome-ignore format: one thought
  const limits = axes[`${up}lim`];
  const slots = slotsOf(parts);
  const tops = parts.flatMap(({y, base = []}) =>
    y.map((/** @type {number} */ v, /** @type {number} */ k) => v + (base[k] ?? 0)),
  );
  const domain = limits && [limits[0] ?? 0, limits[1] ?? Math.max(...tops)];
  if (axes[`${along}lim`]) missing.add('limits along bars');
  if (axes.isReversed || (axes.isInverted && !isSideways))
    missing.add('an axis of bars that is turned round');
  return /** @type {any} */ ({
    kind: 'bars',
    title: axes.title,
    groups: namesOf(axes[`${along}ticklabels`], groups.length).names ?? groups,
    series: parts.map((part, k) => ({
      name: part.label ?? `bars ${k + 1}`,
      ...(axes.legend ? listing(part, axes) : {}),
      values: each(part.y),
      ...(slots ? {slot: slots[k], base: each(part.base ?? part.y.map(() => 0))} : {}),
      ...(words[k].length ? {text: words[k]} : {}),
      ...(part.low ? {spread: {low: each(part.low), high: each(part.high)}} : {}),
      ...(Array.isArray(keys[k])
        ? {
            colours: groups.map((/** @type {string} */ _, /** @type {number} */ i) =>
              place(keys[k][i % keys[k].length]),
            ),
          }
        : {colour: place(keys[k])}),
    })),
    x: {label: axes[`${along}label`] || ''},
    y: {
      label: axes[`${up}label`] || 'value',
      ...(axes[`${up}scale`] === 'log' ? {scale: 'log'} : {}),
      ...(domain && domain[0] < domain[1] ? {domain} : {}),
    },
    rules,
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
    return !isLarge(part) && !part.isNew && !part.isBase;
  });
  const of = (/** @type {string[]} */ ...kinds) =>
    parts.filter((/** @type {any} */ {kind}) => kinds.includes(kind));
  for (const what of axes.unsaid ?? []) missing.add(String(what));
  const images = of('image').filter((/** @type {any} */ image) => !isEmpty(image));
  if (images.length < of('image').length) missing.add('an image without numbers');
  if (axes.view) missing = new Set(); // what has limits and looks is drawn as it is, whatever can be read of it
  if (of('legend entry').length > 0) missing.add('an entry of the legend that is drawn nowhere');
  const curves = of('line', 'stems', 'points', 'arrows', 'band').map(asSeries);
  const [lines, bars] = [curves.flatMap(byColour), of('bars')].map((all) =>
    firstOf(all, MOST_SERIES, missing),
  );
  const over = images.length ? 'an image' : bars.length ? 'bars' : '';
  for (const {kind} of over ? of('line', 'stems', 'points', 'arrows', 'band') : [])
    missing.add(`${kind} over ${over}`);
  if (images.length && bars.length) missing.add('bars over an image');
  if (images.length > 1) missing.add('an image under another');
  const texts = of('text');
  if (images.length) return imagePanel(images[images.length - 1], axes, texts, missing);
  if (bars.length) return barsPanel(bars, axes, texts, missing);
  const isAny =
    lines.length + texts.length ||
    (axes.view && parts.some((/** @type {any} */ {kind}) => kind !== 'image'));
  return isAny ? linesPanel(lines, axes, texts, missing) : null;
}

/** Of the k-th picture of a figure that savefig() named; the page makes PNG. @param {string} name @param {number} k */
function fileName(name, k) {
  const stem = name.replace(/\.\w{1,5}$/, '').slice(0, 80);
  return `${stem}${k ? `-${k + 1}` : ''}.png`;
}

/** Axes with those that share their place. @param {any[]} all */
function withTwins(all) {
  return all.flatMap((axes) => {
    if (axes?.isTwin) return [];
    const twins = all.slice(all.indexOf(axes) + 1);
    const own = twins.findIndex((/** @type {any} */ other) => !other?.isTwin);
    return [[axes, ...twins.slice(0, own < 0 ? twins.length : own)]];
  });
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
  const groups = all.flatMap((figure) =>
    withTwins([figure?.axes ?? []].flat()).map((records, k) => ({
      records,
      saved: [figure.saved ?? []].flat().map((name) => fileName(String(name), k)),
    })),
  );
  for (const {records, saved} of groups) {
    try {
      const [panel] = records.flatMap((axes) => panelOf(axes, missing) ?? []);
      if (panel && records[0].view) Object.assign(panel, {records, saved});
      if (panel && panels.length < MOST_PANELS) panels.push(panel);
      else if (panel) missing.add(`more than ${MOST_PANELS} pictures`);
    } catch {
      missing.add('a picture that is none');
    }
  }
  const titles = all.map((figure) => String(figure?.suptitle ?? '')).filter(Boolean);
  return {panels, titles: titles.slice(0, MOST_PANELS), missing: [...missing]};
}

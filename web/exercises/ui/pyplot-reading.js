// @ts-check
// What a reader who moves through a picture hears, and where each of it is: row by row, for curves a row each, for maps
// one for each row of cells.
import {formatNumber} from '../../draw/format.js';
import {barRect, numbered} from './pyplot-parts.js';

/** @import {Pen} from './pyplot-pen.js' */

/** @typedef {{x: number, y: number, width: number, height: number}} Box pixels; of a point, without a size */
/**
 * `say`: the words of the k-th value; `box`: its place, where it has one; `y`: where all of the row is.
 *
 * @typedef {{n: number, record: any, say: (k: number) => string, box?: (k: number, pen: Pen) => Box,
 *   y?: (pen: Pen) => [number, number]}} Row
 */

/** The curves and their like, and what each is called without a name. @type {Record<string, string>} */
const NAMES = {line: 'line', stems: 'stems', points: 'points', band: 'band', arrows: 'arrow', bars: '', reading: ''}; // biome-ignore format: one row

/** @param {any} v */
const isPlace = (v) => v !== null && v !== undefined;

/** @param {any} v */
const number = (v) => (typeof v === 'number' ? formatNumber(v) : isPlace(v) ? String(v) : 'not a number'); // biome-ignore format: one thought

/**
 * The words of a tick at a place, where it has others than its number.
 *
 * @param {any} view @param {number} at @param {string} [plain]
 */
function nameAt(view, at, plain = formatNumber(Number(at.toPrecision(6)))) {
  const {ticks, texts, offset, names} = view;
  const near = 1e-6 * Math.max(1, Math.abs(at));
  const k = ticks.findIndex((/** @type {number} */ tick) => Math.abs(tick - at) < near);
  const text = names?.[at] ?? ((!offset && texts[k]) || plain);
  return Math.abs(Number(text.replace('\u2212', '-')) - at) < near ? plain : text;
}

/**
 * The middles along an axis that are seen, in the order in which they are.
 *
 * @param {number[]} middles @param {number[]} limits
 */
function shown(middles, [from, to]) {
  const far = 1e-9 * Math.abs(to - from);
  return middles
    .map((at, k) => ({at, k}))
    .filter(({at}) => at >= Math.min(from, to) - far && at <= Math.max(from, to) + far)
    .sort((a, b) => (a.at - b.at) * Math.sign(to - from));
}

/** A map, from the top down. @param {any} part @param {any} record @returns {Row[]} */
function rowsOfMap(part, record) {
  const {view, xlabel, ylabel} = record;
  const [nX, nY] = [part.rows[0].length, part.rows.length];
  const {extent, origin, xs, ys, isCounted} = part;
  const isLower = origin === 'lower';
  const [left, right, bottom, top] =
    extent ?? (isLower ? [-0.5, nX - 0.5, -0.5, nY - 0.5] : [-0.5, nX - 0.5, nY - 0.5, -0.5]);
  const [first, last] = isLower ? [bottom, top] : [top, bottom];
  const middles = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ n) =>
    Array.from({length: n}, (_, k) => from + ((k + 0.5) * (to - from)) / n);
  const columns = shown(xs ?? middles(left, right, nX), view.x.lim);
  const [low, high] = view.y.lim;
  const rows = shown(ys ?? middles(first, last, nY), [high, low]);
  const [halfX, halfY] = xs ? [0, 0] : [(right - left) / nX / 2, (last - first) / nY / 2];
  const name = (/** @type {any} */ axis, /** @type {{at: number, k: number}} */ {at, k}) =>
    nameAt(axis, at, isCounted ? String(k) : undefined);
  const what = part.bar?.label || 'value';
  return rows.map((row) => ({
    n: columns.length,
    record,
    say: (k) =>
      `${ylabel || 'row'} ${name(view.y, row)}, ${xlabel || 'column'} ${name(view.x, columns[k])}: ${what} ${number(part.rows[row.k][columns[k].k])}`,
    box: (k, pen) => between(pen, columns[k].at, row.at, halfX, halfY),
    y: (pen) => ends(pen.y(row.at - halfY), pen.y(row.at + halfY)),
  }));
}

/** @param {number} a @param {number} b @returns {[number, number]} */
const ends = (a, b) => [Math.min(a, b), Math.max(a, b)];

/** @param {Pen} pen @param {number} x @param {number} y @param {number} halfX @param {number} halfY @returns {Box} */
function between(pen, x, y, halfX, halfY) {
  const [x0, x1] = ends(pen.x(x - halfX), pen.x(x + halfX));
  const [y0, y1] = ends(pen.y(y - halfY), pen.y(y + halfY));
  return {x: x0, y: y0, width: x1 - x0, height: y1 - y0};
}

/** @param {any} part @param {any} record @param {string} name @returns {Row} */
function rowOfBars(part, record, name) {
  const {view, xlabel, ylabel} = record;
  const [along, up] = part.isSideways ? [view.y, xlabel] : [view.x, ylabel];
  const own = numbered(record, part);
  return {
    n: part.x.length,
    record,
    say: (k) => `${name}${name && ', '}${nameAt(along, own.x[k])}: ${up || 'value'} ${part.words?.[k] ?? number(part.y[k])}${spreadOf(part, k)}`, // biome-ignore format: one thought
    box: (k, pen) => barRect(own, k, pen),
  };
}

/** @param {any} part @param {number} k */
function spreadOf({low, high}, k) {
  if (!isPlace(low?.[k]) || !isPlace(high?.[k]) || low[k] === high[k]) return '';
  return ` (${number(low[k])} to ${number(high[k])})`;
}

/** Curves, points, stems, bands and the ends of arrows. @param {any} part @param {any} record @param {string} name @returns {Row} */
function rowOfCurve(part, record, name) {
  const {view, xlabel, ylabel} = record;
  const [xs, ys] = part.places ?? [numbered(record, part).x, part.y ?? middlesOf(part)];
  const shown = [...xs.keys()].filter((k) => isPlace(xs[k]) && isPlace(ys[k]));
  const {values} = part;
  const what = part.bar?.label || 'value';
  return {
    n: shown.length,
    record,
    say: (i) => {
      const k = shown[i];
      const shade = values ? `, ${what} ${number(values[k % values.length])}` : '';
      return `${name}, ${xlabel || 'x'} ${nameAt(view.x, xs[k])}: ${ylabel || 'y'} ${number(ys[k])}${spreadOf(part, k)}${shade}`;
    },
    box: (i, pen) => ({x: pen.x(xs[shown[i]]), y: pen.y(ys[shown[i]]), width: 0, height: 0}),
  };
}

/** A band is read at the middle of its edges. @param {any} band */
const middlesOf = ({low, high}) =>
  low.map((/** @type {any} */ v, /** @type {number} */ k) => isPlace(v) && isPlace(high[k]) ? (v + high[k]) / 2 : null); // biome-ignore format: one thought

/** What stands for a drawing whose shape says less than its numbers. @param {any} part @param {any} record @param {string} name @returns {Row} */
const rowOfNumbers = ({x, y, words}, record, name) => ({
  n: x.length,
  record,
  say: (k) => `${name}${name && ', '}${number(x[k])}: ${words?.[k] ?? number(y[k])}`,
});

/** @param {any[]} texts @param {any} record @returns {Row[]} */
const rowsOfTexts = (texts, record) => texts.length ? [{n: texts.length, record, say: (k) => `text: ${texts[k].text}`}] : []; // biome-ignore format: one thought

/** @param {any} rule @param {any} record @returns {Row} */
const rowOfRule = ({kind, at, span, label}, record) => ({
  n: 1,
  record,
  say: () => `${label}: ${kind === 'vline' ? record.xlabel || 'x' : record.ylabel || 'y'} ${(span ?? [at]).map(number).join(' to ')}`, // biome-ignore format: one thought
});

/** All that can be read of one pair of axes. @param {any} record @returns {Row[]} */
function rowsOfOne(record) {
  let n = 0;
  const isOne = record.parts.filter((/** @type {any} */ {kind}) => kind === 'bars').length === 1;
  const rows = record.parts.flatMap((/** @type {any} */ part) => {
    const {kind, label, isUnread} = part;
    if (isUnread) return [];
    if (kind === 'image' || kind === 'contour') return rowsOfMap(part, record);
    if ((kind === 'vline' || kind === 'hline') && label) return [rowOfRule(part, record)];
    if (!(kind in NAMES)) return [];
    n++;
    if (kind === 'reading') return [rowOfNumbers(part, record, label ?? '')];
    if (kind === 'bars') return [rowOfBars(part, record, isOne ? '' : (label ?? `bars ${n}`))];
    return [rowOfCurve(part, record, label ?? `${NAMES[kind]} ${n}`)];
  });
  const texts = record.parts.filter((/** @type {any} */ {kind}) => kind === 'text');
  return [...rows, ...rowsOfTexts(texts, record)].filter(({n}) => n > 0);
}

/** @param {any[]} records axes at one place @returns {Row[]} */
export const rowsOf = (records) => records.flatMap(rowsOfOne);

const MARK_PX = 6; // around a point: there it is read before what lies below it

/**
 * The nearest of what can be read, at most `most` pixels away.
 *
 * @param {Row[]} rows @param {(record: any) => Pen} penOf @param {number} x @param {number} y @param {number} most
 */
export function nearest(rows, penOf, x, y, most) {
  let [best, least] = [/** @type {{row: number, col: number} | null} */ (null), most ** 2];
  for (const [row, {n, record, box, y: rowEnds}] of rows.entries()) {
    if (!box) continue;
    const pen = penOf(record);
    const [top, bottom] = rowEnds?.(pen) ?? [-Infinity, Infinity];
    if (y < top - most || y > bottom + most) continue; // a map may have a million cells
    for (let col = 0; col < n; col++) {
      const at = box(col, pen);
      const dx = Math.max(at.x - x, 0, x - at.x - at.width);
      const dy = Math.max(at.y - y, 0, y - at.y - at.height);
      const far = dx * dx + dy * dy - (at.width ? 0 : MARK_PX ** 2);
      if (far < least) [best, least] = [{row, col}, far];
    }
  }
  return best;
}

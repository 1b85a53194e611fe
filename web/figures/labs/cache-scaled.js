// @ts-check
// A cache under dynamic NTK or LongRoPE: the frequencies of a query are those of the length at hand, and
// those of a cached key may be older.

import {formatNumber} from '../../draw/format.js';
import {LIMIT, linesPanel, range, stripPanel} from './cache-panels.js';
import {
  DIM,
  largestGap,
  logitsOf,
  markOf,
  rotatedRows,
  rowsFrom,
  rowsOf,
  rulesByLength,
} from './cached-keys.js';

/** @import {Core} from '../../core/core.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Settings} from '../frame/settings.js' */

/**
 * The newest query's logits at the last length, with keys rotated as it is and with keys rotated as they
 * came, and how far these are apart at every length up to it.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {ReturnType<typeof rulesByLength>} rules
 */
function grown(core, {seed, length, prompt}, rules) {
  const {q, k} = rowsOf(core, {seed, n: length});
  const together = Math.min(prompt, length); // the prompt is read at once
  const came = range(length).map((j) => rules[Math.max(together, j + 1)]);
  const cached = rotatedRows(
    core,
    k,
    came.map((scaling, position) => ({position, scaling})),
  );
  /** @type {number[]} */
  const errors = [];
  /** @type {{right: ArrayLike<number>, stale: ArrayLike<number>}} */
  let logits = {right: [], stale: []};
  for (let n = 1; n <= length; n++) {
    const scaling = rules[n];
    const rotations = range(n).map((position) => ({position, scaling}));
    const query = rotatedRows(core, {data: rowsFrom(q, n - 1), shape: [1, DIM]}, [
      rotations[n - 1],
    ]);
    const keys = rotatedRows(core, {data: rowsFrom(k, 0, n), shape: [n, DIM]}, rotations);
    const right = logitsOf(core, query.data, keys.data);
    const stale = logitsOf(core, query.data, rowsFrom(cached, 0, n));
    errors.push(n > together ? largestGap(right, stale) : 0);
    logits = {right, stale};
  }
  return {errors, came, ...logits};
}

/**
 * Dynamic NTK and LongRoPE: the frequencies of a query are those of the length at hand.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {boolean} byOffset
 * @returns {Drawing}
 */
export function scaledDrawing(core, settings, byOffset) {
  const {kind, length, trainLen, keep, factor} = settings;
  const n = Math.max(length, trainLen + 1);
  const rules = rulesByLength({kind, trainLen, factor, byOffset, n});
  const {errors, came, right, stale} = grown(core, settings, rules);
  const marks = rules.map((rule) => markOf(core, rule));
  const plain = markOf(core, rulesByLength({kind, trainLen, factor, byOffset: false, n: 0})[0]);
  const misses = Number(marks[trainLen] !== plain) + Number(marks[trainLen + 1] === plain);
  const isRotated = keep === 'rotated';
  const own = isRotated ? errors : errors.map(() => 0);
  const panels = scaledPanels(core, settings, {came, right, stale, errors}, marks[length]);
  return {
    panels,
    ...scaleOf(panels[0], kind),
    meters: [
      {
        name: 'agree',
        label: 'logits are those of a text read at once',
        value: own[length - 1],
        limit: LIMIT,
      },
      {
        name: 'boundary',
        label: `length ${trainLen} as trained, length ${trainLen + 1} not: misses`,
        value: misses,
        limit: 0,
      },
    ],
    note: scaledNote(settings, marks, own, misses),
  };
}

/**
 * The colour bar of a strip.
 *
 * @param {Drawing['panels'][number]} panel
 * @param {string} kind
 */
const scaleOf = (panel, kind) =>
  panel.kind === 'heatmap'
    ? {
        scale: {
          colour: panel.colour,
          label: kind === 'dynamic' ? 'base' : 'divisor of the slowest pair',
        },
      }
    : {};

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {ReturnType<typeof grown>} text
 * @param {number} mark of the newest query
 * @returns {Drawing['panels']}
 */
function scaledPanels(core, {kind, length, trainLen, keep}, {came, right, stale, errors}, mark) {
  const what = kind === 'dynamic' ? 'base' : 'divisor of the slowest pair';
  const x = range(length);
  const first = came.map((rule) => markOf(core, rule));
  const now = x.map(() => mark);
  const isThis = keep === 'rotated' ? ' (this one)' : '';
  const rules =
    length > trainLen
      ? [{axis: /** @type {const} */ ('x'), at: trainLen, label: `L = ${trainLen}`}]
      : [];
  return [
    stripPanel(`the ${what}, key by key`, [first, keep === 'rotated' ? first : now, now], {
      names: ['as it came', 'rotated by', 'query’s'],
      x: {label: 'key position'},
      value: what,
      rules: rules.map((rule) => ({...rule, label: ''})),
    }),
    linesPanel(
      `logits of the newest query, at length ${length}`,
      [
        {name: 'text read at once', x, y: right, style: 'both'},
        {name: `cache of rotated keys${isThis}`, x, y: stale, style: 'both', dashed: true},
      ],
      {x: 'key position', y: 'logit', rules},
    ),
    linesPanel(
      'their largest difference, as the text grows',
      [
        {name: 'text read at once', x: range(length, 1), y: errors.map(() => 0)},
        {name: `cache of rotated keys${isThis}`, x: range(length, 1), y: errors, dashed: true},
      ],
      {
        x: 'length of the text',
        y: 'difference',
        rules,
        domain: [0, Math.max(1, ...errors)],
      },
    ),
  ];
}

/** @param {Settings} settings @param {number[]} marks @param {number[]} errors @param {number} misses */
function scaledNote({kind, trainLen, length, keep}, marks, errors, misses) {
  const [at, after, end] = [trainLen, trainLen + 1, length].map((n) =>
    formatNumber(kind === 'dynamic' ? Math.round(marks[n]) : marks[n]),
  );
  const what = kind === 'dynamic' ? 'base' : 'divisor of the slowest pair';
  const words = `The ${what} is ${at} at ${trainLen}, ${after} at ${trainLen + 1} and ${end} at ${length}.`;
  if (misses > 0) {
    return `${words} The length is taken from the cache, which does not hold the newest token yet: the switch comes one token late.`;
  }
  const first = errors.findIndex((error) => error > LIMIT);
  if (first < 0 && keep === 'rotated')
    return `${words} Nothing is wrong yet: no key has been rotated by another rule than the query.`;
  if (first < 0)
    return `${words} Keys are kept as they were projected and rotated when they are read.`;
  return `${words} Up to ${first} tokens nothing is wrong. From ${first + 1} on each new query meets keys that were rotated for a shorter text.`;
}

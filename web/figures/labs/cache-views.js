// @ts-check
// The three stories of the cache lab, each as a drawing: frequencies that change with the length,
// attention sinks, and a table that is kept without its offset.

import {formatNumber} from '../../draw/format.js';
import {
  DIM,
  largestGap,
  logitsOf,
  markOf,
  plainTurn,
  rowsFrom,
  rowsOf,
  rulesByLength,
  turnedRows,
} from './cached-keys.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {HeatmapPanel, LinesPanel} from '../../draw/panel.js' */
/** @import {Drawing} from '../figure.js' */
/** @import {Settings} from '../settings.js' */

const LIMIT = 1e-5;

/** @param {number} n @param {number} [first] */
const range = (n, first = 0) => Array.from({length: n}, (_, k) => first + k);

/**
 * @param {string} title
 * @param {readonly (readonly number[])[]} rows
 * @param {{names: string[], x: HeatmapPanel['x'], value: string, rules?: HeatmapPanel['rules'],
 *   text?: boolean}} options
 * @returns {HeatmapPanel}
 */
function stripPanel(title, rows, {names, x, value, rules, text = false}) {
  const data = Float32Array.from(rows.flat());
  const [low, high] = [Math.min(...data), Math.max(...data)];
  return {
    kind: 'heatmap',
    title,
    tensor: {data, shape: [rows.length, rows[0].length]},
    ...(text ? {text: rows.flat().map(String)} : {}),
    x,
    y: {label: 'cache', names},
    value: {label: value},
    colour: {map: 'viridis', domain: [low, high > low ? high : low + 1]},
    rules,
    bar: false,
    aspect: rows.length === 2 ? 0.15 : 0.21, // so that a telephone names each row
  };
}

/**
 * @param {string} title
 * @param {LinesPanel['series']} series
 * @param {{x: string, y: string, rules?: LinesPanel['rules'], domain?: [number, number]}} options
 * @returns {LinesPanel}
 */
function linesPanel(title, series, {x, y, rules, domain}) {
  return {
    kind: 'lines',
    title,
    series,
    x: {label: x},
    y: {label: y, ...(domain ? {domain} : {})},
    rules,
    aspect: 0.3,
  };
}

// ------------------------------------------------------------ frequencies that go with the length

/**
 * The newest query's logits at the last length, with keys turned as it is and with keys turned as they
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
  const cached = turnedRows(
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
    const turns = range(n).map((position) => ({position, scaling}));
    const query = turnedRows(core, {data: rowsFrom(q, n - 1), shape: [1, DIM]}, [turns[n - 1]]);
    const keys = turnedRows(core, {data: rowsFrom(k, 0, n), shape: [n, DIM]}, turns);
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
  const isTurned = keep === 'turned';
  const own = isTurned ? errors : errors.map(() => 0);
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
  const isThis = keep === 'turned' ? ' (this one)' : '';
  const rules =
    length > trainLen
      ? [{axis: /** @type {const} */ ('x'), at: trainLen, label: `L = ${trainLen}`}]
      : [];
  return [
    stripPanel(`the ${what}, key by key`, [first, keep === 'turned' ? first : now, now], {
      names: ['as it came', 'turned by', 'query’s'],
      x: {label: 'key position'},
      value: what,
      rules: rules.map((rule) => ({...rule, label: ''})),
    }),
    linesPanel(
      `logits of the newest query, at length ${length}`,
      [
        {name: 'text read at once', x, y: right, style: 'both'},
        {name: `cache of turned keys${isThis}`, x, y: stale, style: 'both', dashed: true},
      ],
      {x: 'key position', y: 'logit', rules},
    ),
    linesPanel(
      'their largest difference, as the text grows',
      [
        {name: 'text read at once', x: range(length, 1), y: errors.map(() => 0)},
        {name: `cache of turned keys${isThis}`, x: range(length, 1), y: errors, dashed: true},
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
    return `${words} The length was asked of the cache, which does not hold the newest token yet: the switch comes one token late.`;
  }
  const first = errors.findIndex((error) => error > LIMIT);
  if (first < 0 && keep === 'turned')
    return `${words} Nothing is wrong yet: no key has been turned by another rule than the query.`;
  if (first < 0)
    return `${words} Keys are kept as they were projected and turned when they are read.`;
  return `${words} Up to ${first} tokens nothing is wrong. From ${first + 1} on each new query meets keys that were turned for a shorter text.`;
}

// ------------------------------------------------------------------------------ attention sinks

/**
 * What a rolling cache holds after `length` tokens: the first `sinks` of the text and the newest.
 *
 * @param {{sinks: number, window: number, length: number}} options
 * @returns {number[]} text positions, slot by slot
 */
export function heldTokens({sinks, window, length}) {
  if (length <= sinks + window) return range(length);
  return [...range(sinks), ...range(window, length - window)];
}

/**
 * The position that each slot's key is turned at, and the query's.
 *
 * @param {number[]} held
 * @param {'cache' | 'text' | 'arrival'} rule arrival: the slot at which the key came in, for good
 * @param {number} size slots of a full cache
 * @returns {{keys: number[], query: number}}
 */
export function slotPositions(held, rule, size) {
  const last = held.length - 1;
  if (rule === 'text') return {keys: held, query: held[last]};
  if (rule === 'arrival') return {keys: held.map((p) => Math.min(p, size - 1)), query: last};
  return {keys: held.map((_, slot) => slot), query: last};
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {'cache' | 'text' | 'arrival'} rule
 * @returns {Drawing}
 */
export function sinksDrawing(core, settings, rule) {
  const {sinks, window, length, seed} = settings;
  const size = sinks + window;
  const {keys, query} = slotPositions(heldTokens({sinks, window, length}), rule, size);
  const held = heldTokens({sinks, window, length});
  const distances = keys.map((key) => query - key);
  const {q, k} = rowsOf(core, {seed, n: 1});
  const lengths = range(length, 1);
  const sink = turnedRows(core, k, [plainTurn(0)]);
  const logits = lengths.map((n) => {
    const at = slotPositions(heldTokens({sinks, window, length: n}), rule, size).query;
    return logitsOf(core, turnedRows(core, q, [plainTurn(at)]).data, sink.data)[0];
  });
  const full = logits.slice(size - 1);
  const drift = full.length > 0 ? Math.max(...full) - Math.min(...full) : 0;
  const gaps = distances.map((distance, slot) => Math.abs(distance - (held.length - 1 - slot)));
  return {
    panels: [
      stripPanel('the cache, slot by slot', [held, keys], {
        names: ['in the text', 'turned at'],
        x: {label: 'slot'},
        value: 'position',
        text: true,
      }),
      linesPanel(
        'one query, the same at every length, with the first sink',
        [{name: 'logit', x: lengths, y: logits}],
        {
          x: 'length of the text',
          y: 'logit',
          rules: length > size ? [{axis: 'x', at: size, label: 'the cache is full'}] : [],
        },
      ),
    ],
    meters: [
      {
        name: 'reach',
        label: `no key is farther than the ${size} slots`,
        value: Math.max(...distances),
        limit: size - 1,
      },
      {
        name: 'still',
        label: 'once the cache is full, the sink’s logit stands still',
        value: drift,
        limit: LIMIT,
      },
      {
        name: 'order',
        label: 'neighbouring slots are one apart: off by',
        value: rule === 'text' ? 0 : Math.max(...gaps),
        limit: 0,
      },
    ],
    note: sinksNote(rule, held, keys, query),
  };
}

/** @param {'cache' | 'text' | 'arrival'} rule @param {number[]} held @param {number[]} keys @param {number} query */
function sinksNote(rule, held, keys, query) {
  const last = held.length - 1;
  if (rule === 'text') {
    return `The newest token stands at ${formatNumber(query)} and the first sink at ${keys[0]}: a distance of ${formatNumber(query - keys[0])}, which grows with the text and was never trained.`;
  }
  if (rule === 'arrival') {
    return `Each key keeps the turn that it got in the last slot, ${last}. All recent keys then stand where the query stands.`;
  }
  return `The text is at ${formatNumber(held[last])}, the query at ${query}. Keys move down a slot with every token, so they are kept unturned and turned when they are read.`;
}

// ------------------------------------------------------------------- a table without its offset

/**
 * Tokens come in chunks. A table that is kept by its number of rows alone is that of the first chunk for
 * all of them.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {boolean} hasOffset
 * @returns {Drawing}
 */
export function offsetDrawing(core, {chunk, length, seed}, hasOffset) {
  const places = range(length);
  const used = hasOffset ? places : usedPositions(length, chunk);
  const {q, k} = rowsOf(core, {seed, n: length});
  const newest = (/** @type {Tensor} */ x, /** @type {number[]} */ positions) =>
    rowsFrom(turnedRows(core, x, positions.map(plainTurn)), 0, length);
  const [right, got] = [places, used].map((positions) =>
    logitsOf(core, newest(q, positions).subarray((length - 1) * DIM), newest(k, positions)),
  );
  const value = largestGap(right, got);
  const nChunks = Math.ceil(length / chunk);
  return {
    panels: [
      stripPanel('positions', [places, used], {
        names: ['in the text', 'turned at'],
        x: {label: 'token'},
        value: 'position',
        text: true,
      }),
      linesPanel(
        'logits of the newest query',
        [
          {name: 'read at once', x: places, y: right, style: 'both'},
          {name: `in chunks of ${chunk}`, x: places, y: got, style: 'both', dashed: true},
        ],
        {x: 'key position', y: 'logit'},
      ),
    ],
    meters: [
      {name: 'chunks', label: 'chunks give what one pass gives', value, limit: LIMIT},
      {
        name: 'first',
        label: 'the first chunk is right',
        value: largestGap(places.slice(0, chunk), used.slice(0, chunk)),
        limit: 0,
      },
    ],
    note: hasOffset
      ? `${nChunks} chunks, each with the rows of its own positions.`
      : 'The table was kept under its number of rows, and the offset was forgotten. A chunk of a length that was seen before gets the positions of the first such chunk.',
  };
}

/**
 * Positions by a table that is found again by its number of rows.
 *
 * @param {number} length
 * @param {number} chunk
 * @returns {number[]}
 */
function usedPositions(length, chunk) {
  /** @type {Map<number, number>} */
  const offsets = new Map();
  return range(length).map((place) => {
    const start = Math.floor(place / chunk) * chunk;
    const n = Math.min(chunk, length - start);
    const offset = offsets.get(n) ?? start;
    offsets.set(n, offset);
    return offset + place - start;
  });
}

// @ts-check
// A cache that rolls with attention sinks, and a table of angles that is kept without its offset: which
// position is a key rotated at?

import {formatNumber} from '../../draw/format.js';
import {LIMIT, linesPanel, range, stripPanel} from './cache-panels.js';
import {
  DIM,
  largestGap,
  logitsOf,
  plainRotation,
  rotatedRows,
  rowsFrom,
  rowsOf,
} from './cached-keys.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Drawing} from '../frame/figure.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {Settings} from '../frame/settings.js' */

/** @typedef {'cache' | 'text' | 'arrival'} SlotRule arrival: the slot at which a key came in, for good */

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
 * The position that each slot's key is rotated at, and the query's.
 *
 * @param {number[]} held
 * @param {SlotRule} rule arrival: the slot at which the key came in, for good
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
 * @param {SlotRule} rule
 * @returns {Drawing}
 */
export function sinksDrawing(core, settings, rule) {
  const {sinks, window, length} = settings;
  const size = sinks + window;
  const held = heldTokens({sinks, window, length});
  const {keys, query} = slotPositions(held, rule, size);
  const lengths = range(length, 1);
  const logits = sinkLogits(core, settings, rule);
  return {
    panels: [
      stripPanel('the cache, slot by slot', [held, keys], {
        names: ['in the text', 'rotated at'],
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
    meters: sinkMeters(keys, query, size, logits.slice(size - 1)),
    note: sinksNote(rule, held, keys, query),
  };
}

/**
 * One query's logit with the first sink, at every length of the text.
 *
 * @param {Core} core
 * @param {Settings} settings
 * @param {SlotRule} rule
 * @returns {number[]}
 */
function sinkLogits(core, {sinks, window, length, seed}, rule) {
  const {q, k} = rowsOf(core, {seed, n: 1});
  const sink = rotatedRows(core, k, [plainRotation(0)]);
  return range(length, 1).map((n) => {
    const held = heldTokens({sinks, window, length: n});
    const {query} = slotPositions(held, rule, sinks + window);
    return logitsOf(core, rotatedRows(core, q, [plainRotation(query)]).data, sink.data)[0];
  });
}

/**
 * @param {number[]} keys positions
 * @param {number} query
 * @param {number} size slots of a full cache
 * @param {number[]} full the sink's logit, from where the cache is full
 * @returns {Meter[]}
 */
function sinkMeters(keys, query, size, full) {
  const last = keys.length - 1;
  const gaps = keys.map((key, slot) => Math.abs(query - key - (last - slot)));
  return [
    {
      name: 'reach',
      label: `no key is farther than the ${size} slots`,
      value: Math.max(...keys.map((key) => query - key)),
      limit: size - 1,
    },
    {
      name: 'still',
      label: 'once the cache is full, the sink’s logit does not change',
      value: full.length > 0 ? Math.max(...full) - Math.min(...full) : 0,
      limit: LIMIT,
    },
    {
      name: 'order',
      label: 'each slot is at the distance that its place in the cache gives: off by',
      value: Math.max(...gaps),
      limit: 0,
    },
  ];
}

/** @param {SlotRule} rule @param {number[]} held @param {number[]} keys @param {number} query */
function sinksNote(rule, held, keys, query) {
  const last = held.length - 1;
  if (rule === 'text') {
    return `The newest token is at ${formatNumber(query)} and the first sink at ${keys[0]}: a distance of ${formatNumber(query - keys[0])}, which grows with the text and was never trained.`;
  }
  if (rule === 'arrival') {
    return `Each key keeps the rotation that it got in the last slot, ${last}. All recent keys then have the position of the query.`;
  }
  return `The text is at ${formatNumber(held[last])}, the query at ${query}. Keys move down a slot with every token, so they are kept without rotation and rotated when they are read.`;
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
    rowsFrom(rotatedRows(core, x, positions.map(plainRotation)), 0, length);
  const [right, got] = [places, used].map((positions) =>
    logitsOf(core, newest(q, positions).subarray((length - 1) * DIM), newest(k, positions)),
  );
  const value = largestGap(right, got);
  const nChunks = Math.ceil(length / chunk);
  return {
    panels: [
      stripPanel('positions', [places, used], {
        names: ['in the text', 'rotated at'],
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
      : 'A chunk of a length that was seen before gets the positions of the first such chunk.',
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

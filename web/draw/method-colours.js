// @ts-check
// One place in the palette per method, the same in every figure. A place says colour, dash and mark
// (draw/lines.js): places six apart share a colour and differ in the other two, so the palette has a
// colour per family, and a family's later members have places of their own.

/**
 * Places by the names that figures and the core give a method. Its families: sinusoids, learned rows,
 * rotations, penalties by distance, tables by distance, and the model without position.
 *
 * @type {Readonly<Record<string, number>>}
 */
export const METHOD_PLACES = {
  sinusoidal: 0,
  'transformer-xl': 6,
  floater: 12,
  'floater-recurrent': 18,
  'sinusoidal-alibi': 24,
  pope: 30,
  'rope-values': 36,
  learned: 1,
  cope: 7,
  fire: 13,
  'rope-sink': 19,
  'mla-rope': 25,
  'rope-temperature': 31,
  rope: 2,
  'rope-half': 2,
  'rope-interleaved': 8,
  xpos: 14,
  'rope-log-n': 20,
  'rope-alibi': 26,
  'rope-alternate': 32,
  'p-rope': 38,
  alibi: 3,
  'kerple-log': 9,
  'kerple-power': 15,
  fox: 21,
  'rope-fox': 27,
  'stick-breaking': 33,
  t5: 4,
  shaw: 10,
  'shaw-keys': 10,
  clipped: 16,
  'clipped-bias': 16,
  deberta: 22,
  multiplicative: 28,
  path: 34,
  'path-fox': 40,
  'rope-axial': 39,
  'rope-mixed': 37,
  none: 5,
  'mla-nope': 11,
};

/** Of what is no method: the reader's own curve, all heads together. */
export const NEUTRAL = METHOD_PLACES.none;

/**
 * @param {string} method
 * @returns {number} its place in the palette
 */
export function placeOf(method) {
  const place = METHOD_PLACES[method];
  if (place !== undefined) return place;
  const known = Object.keys(METHOD_PLACES).join(', ');
  throw new RangeError(
    `method must be one of ${known}, got "${method}"; give a new one a place in draw/method-colours.js.`,
  );
}

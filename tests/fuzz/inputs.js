// Inputs for a target: a seed that was damaged anywhere, and now and then anything.
import fc from 'fast-check';

/** @import {Target} from './targets.js' */

// What readers of numbers, of JSON, of addresses and of lists often get wrong.
const PIECES = [
  ...[
    '',
    '0',
    '-1',
    '1e309',
    '4294967296',
    '0.5',
    'NaN',
    'null',
    'true',
    '[]',
    '{}',
    '[[[[[[',
    '""',
    '"__proto__"',
  ],
  ...[
    'constructor',
    '%',
    '%ff',
    '&',
    '=',
    '#',
    '/',
    '<script>',
    '\\u0000',
    '\ud800',
    '😀',
    ',',
    ':',
    '\n',
  ],
].map((text) => [...new TextEncoder().encode(text)]);

const piece = fc.oneof(
  fc.constantFrom(...PIECES),
  fc.array(fc.oneof(fc.constantFrom(0, 1, 127, 128, 255), fc.nat(255)), {maxLength: 8}),
);
const change = fc.record({at: fc.nat(), remove: fc.nat(12), insert: piece});

/**
 * @param {Uint8Array} seed
 * @param {{at: number, remove: number, insert: number[]}[]} changes
 * @returns {Uint8Array}
 */
function damaged(seed, changes) {
  let bytes = [...seed];
  for (const {at, remove, insert} of changes) {
    const place = at % (bytes.length + 1);
    bytes = [...bytes.slice(0, place), ...insert, ...bytes.slice(place + remove)];
  }
  return Uint8Array.from(bytes);
}

/** @param {Target} target */
export function inputsOf({seeds}) {
  const bytes = seeds.map((seed) =>
    typeof seed === 'string' ? new TextEncoder().encode(seed) : seed,
  );
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(fc.constantFrom(...bytes), fc.array(change, {maxLength: 6}))
        .map(([seed, changes]) => damaged(seed, changes)),
    },
    {weight: 1, arbitrary: fc.uint8Array({maxLength: 64})},
    {weight: 1, arbitrary: fc.json().map((text) => new TextEncoder().encode(text))},
  );
}

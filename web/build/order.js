// @ts-check
// Orders the functions of a .wasm so that it compresses better: a function follows those that it is most like, which
// gzip then finds among the last 32,768 bytes. What the functions compute does not depend on their order.
//
//   node web/build/order.js FILE
import {readFileSync, writeFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import {gzipSync} from 'node:zlib';

const SECTION = {import: 2, functions: 3, exports: 7, start: 8, elements: 9, code: 10};

/**
 * What makes functions alike: the runs of `runBytes` bytes that one shares with the `nRecent` before it, of all that it
 * has and `extraRuns` besides, so that the shortest ones do not come first.
 *
 * @typedef {{runBytes: number, nRecent: number, extraRuns: number}} Likeness
 */

/** Each is tried. @type {Likeness[]} */
const TRIED = [
  {runBytes: 4, nRecent: 8, extraRuns: 2},
  {runBytes: 5, nRecent: 4, extraRuns: 20},
  {runBytes: 4, nRecent: 4, extraRuns: 20},
  {runBytes: 4, nRecent: 2, extraRuns: 2},
  {runBytes: 6, nRecent: 16, extraRuns: 60},
  {runBytes: 3, nRecent: 20, extraRuns: 20},
];
/** Calls have other numbers in another order, so that a second one can be better. */
const N_ROUNDS = 4;

/** Reads bytes from one place on. */
class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  get isAtEnd() {
    return this.at >= this.bytes.length;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** An unsigned number. */
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  /** @param {number} n */
  take(n) {
    this.at += n;
    return this.bytes.subarray(this.at - n, this.at);
  }

  /** @param {number} n how many numbers are skipped, of either sign */
  skipNumbers(n) {
    for (let k = 0; k < n; k++) this.number();
  }
}

/** @param {number} value @returns {number[]} */
function encoded(value) {
  return value < 128 ? [value] : [(value % 128) | 128, ...encoded(Math.floor(value / 128))];
}

/** @param {readonly (readonly number[] | Uint8Array)[]} parts */
const joined = (parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** A list as a module has it: how many, then one after the other. @param {readonly (readonly number[] | Uint8Array)[]} items */
const listed = (items) => joined([encoded(items.length), ...items]);

/** @param {number} opcode */
function unknown(opcode) {
  return new RangeError(
    `web/build/order.js does not know the instruction 0x${opcode.toString(16)}.`,
  );
}

/** Behind 0xfc: numbers, by instruction. Truncations have none. */
const NUMBERS_OF_MEMORY = [2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/** @param {Reader} body behind 0xfd */
function skipVector(body) {
  const opcode = body.number();
  const hasAddress = opcode <= 11 || (opcode >= 84 && opcode <= 93);
  if (hasAddress) body.skipNumbers(2);
  if (opcode === 12 || opcode === 13) body.take(16); // a constant; lanes
  if ((opcode >= 21 && opcode <= 34) || (opcode >= 84 && opcode <= 91)) body.byte(); // a lane
}

/**
 * Skips what follows an opcode, but for the function of a call.
 *
 * @param {Reader} body
 * @param {number} opcode
 */
function skipRest(body, opcode) {
  if ((opcode >= 0x02 && opcode <= 0x04) || opcode === 0x0c || opcode === 0x0d) {
    body.skipNumbers(1); // a block's type; a label
  } else if (opcode === 0x0e) {
    body.skipNumbers(body.number() + 1); // labels
  } else if (opcode === 0x11) {
    body.skipNumbers(2); // type and table
  } else if (opcode === 0x1c) {
    body.take(body.number()); // types
  } else if (opcode >= 0x20 && opcode <= 0x26) {
    body.skipNumbers(1); // a variable or table
  } else if (opcode >= 0x28 && opcode <= 0x3e) {
    body.skipNumbers(2); // alignment and offset
  } else if (opcode >= 0x3f && opcode <= 0x42) {
    body.skipNumbers(1); // a memory; an integer
  } else if (opcode === 0x43) {
    body.take(4);
  } else if (opcode === 0x44) {
    body.take(8);
  } else if (opcode === 0xfc) {
    const second = body.number();
    if (second > 17) throw unknown(opcode);
    if (second > 7) body.skipNumbers(NUMBERS_OF_MEMORY[second - 8]);
  } else if (opcode === 0xfd) {
    skipVector(body);
  } else if (opcode > 0xc4 || (opcode > 0x11 && opcode < 0x1a)) {
    throw unknown(opcode);
  }
}

/**
 * Code with other numbers of functions.
 *
 * @param {Uint8Array} code
 * @param {number} start where its instructions begin
 * @param {readonly number[]} numbers new ones, by the old
 */
function renumbered(code, start, numbers) {
  const body = new Reader(code);
  body.at = start;
  const parts = [];
  let from = 0;
  while (!body.isAtEnd) {
    const opcode = body.byte();
    if (opcode !== 0x10 && opcode !== 0xd2) {
      skipRest(body, opcode);
      continue;
    }
    parts.push(code.subarray(from, body.at), encoded(numbers[body.number()]));
    from = body.at;
  }
  return joined([...parts, code.subarray(from)]);
}

/** Where the instructions of a function begin: behind its local variables. @param {Uint8Array} code */
function instructionsAt(code) {
  const reader = new Reader(code);
  for (let left = reader.number(); left > 0; left--) reader.skipNumbers(2);
  return reader.at;
}

/** The runs of bytes of a function, as numbers. @param {Uint8Array} code @param {number} runBytes @returns {Set<number>} */
function runsOf(code, runBytes) {
  const runs = new Set();
  for (let at = 0; at + runBytes <= code.length; at++) {
    runs.add(code.subarray(at, at + runBytes).reduce((value, byte) => 256 * value + byte, 0));
  }
  return runs;
}

/**
 * From the longest function on, always the one that shares the greatest part of its runs with the last few.
 *
 * @param {readonly Uint8Array[]} codes
 * @param {Likeness} [likeness]
 * @returns {number[]} which function is first, second, ...
 */
export function orderOf(codes, {runBytes, nRecent, extraRuns} = TRIED[0]) {
  const runs = codes.map((code) => runsOf(code, runBytes));
  /** @type {Map<number, number[]>} */
  const having = new Map();
  runs.forEach((own, f) => {
    for (const run of own) having.set(run, [...(having.get(run) ?? []), f]);
  });
  const shared = codes.map(() => 0);
  /** @type {Map<number, number>} how many of the last few functions have a run */
  const recent = new Map();
  const count = (/** @type {number} */ f, /** @type {1 | -1} */ by) => {
    for (const run of runs[f]) {
      const n = recent.get(run) ?? 0;
      recent.set(run, n + by);
      if (n !== 0 && n + by !== 0) continue;
      for (const other of having.get(run) ?? []) shared[other] += by;
    }
  };
  const score = (/** @type {number} */ f) => shared[f] / (runs[f].size + extraRuns);
  const left = new Set(codes.keys());
  const order = [];
  let next = [...left].reduce((a, b) => (codes[b].length > codes[a].length ? b : a), 0);
  while (left.size > 0) {
    left.delete(next);
    order.push(next);
    count(next, 1);
    if (order.length > nRecent) count(order[order.length - 1 - nRecent], -1);
    next = [...left].reduce((a, b) => (score(b) > score(a) ? b : a), [...left][0]);
  }
  return order;
}

/** @param {Uint8Array} wasm @returns {{id: number, content: Uint8Array}[]} */
function sectionsOf(wasm) {
  const reader = new Reader(wasm);
  reader.take(8);
  const sections = [];
  while (!reader.isAtEnd) {
    const id = reader.byte();
    sections.push({id, content: reader.take(reader.number())});
  }
  return sections;
}

/** What is in a list, item by item. @param {Uint8Array} content @param {(reader: Reader) => Uint8Array} read */
function itemsOf(content, read) {
  const reader = new Reader(content);
  return Array.from({length: reader.number()}, () => read(reader));
}

/** @param {Uint8Array} content @param {readonly number[]} numbers */
function renumberedExports(content, numbers) {
  return listed(
    itemsOf(content, (reader) => {
      const from = reader.at;
      reader.take(reader.number());
      const kind = reader.byte();
      const name = reader.bytes.subarray(from, reader.at);
      const index = reader.number();
      return joined([name, encoded(kind === 0 ? numbers[index] : index)]);
    }),
  );
}

/** @param {Uint8Array} content @param {readonly number[]} numbers */
function renumberedElements(content, numbers) {
  return listed(
    itemsOf(content, (reader) => {
      const from = reader.at;
      if (reader.number() !== 0)
        throw new RangeError('web/build/order.js knows active tables alone.');
      if (reader.byte() !== 0x41) throw new RangeError('A table must begin at a constant.');
      reader.skipNumbers(1);
      reader.byte();
      const head = reader.bytes.subarray(from, reader.at);
      const all = Array.from({length: reader.number()}, () => encoded(numbers[reader.number()]));
      return joined([head, listed(all)]);
    }),
  );
}

/**
 * @param {Uint8Array} wasm without imports and without names of functions
 * @param {Likeness} [likeness]
 * @returns {Uint8Array} the same module, its functions in another order
 */
export function ordered(wasm, likeness = TRIED[0]) {
  const sections = sectionsOf(wasm);
  const content = (/** @type {number} */ id) => sections.find((one) => one.id === id)?.content;
  const [functions, code] = [content(SECTION.functions), content(SECTION.code)];
  if (!functions || !code) return wasm;
  if (content(SECTION.import) || content(SECTION.start)) {
    throw new RangeError('web/build/order.js knows no imports, and no function that starts.');
  }
  const codes = itemsOf(code, (reader) => reader.take(reader.number()));
  const types = itemsOf(functions, (reader) => Uint8Array.from(encoded(reader.number())));
  const order = orderOf(codes, likeness);
  /** @type {number[]} */
  const numbers = [];
  order.forEach((old, now) => {
    numbers[old] = now;
  });
  const changed = new Map([
    [SECTION.functions, () => listed(order.map((f) => types[f]))],
    [
      SECTION.code,
      () => {
        const bodies = order.map((f) => renumbered(codes[f], instructionsAt(codes[f]), numbers));
        return listed(bodies.map((body) => joined([encoded(body.length), body])));
      },
    ],
    [
      SECTION.exports,
      () => renumberedExports(content(SECTION.exports) ?? Uint8Array.of(0), numbers),
    ],
    [
      SECTION.elements,
      () => renumberedElements(content(SECTION.elements) ?? Uint8Array.of(0), numbers),
    ],
  ]);
  const parts = sections.map(({id, content: old}) => {
    const now = changed.get(id)?.() ?? old;
    return joined([[id], encoded(now.length), now]);
  });
  return joined([wasm.subarray(0, 8), ...parts]);
}

/** @param {Uint8Array} wasm @returns {Uint8Array} the smallest of the orders that are tried, or itself */
export function smallest(wasm) {
  const size = (/** @type {Uint8Array} */ bytes) => gzipSync(bytes, {level: 9}).length;
  let best = wasm;
  for (let round = 0; round < N_ROUNDS; round++) {
    const tries = TRIED.map((likeness) => ordered(best, likeness));
    best = [best, ...tries].reduce((a, b) => (size(b) < size(a) ? b : a));
  }
  return best;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = process.argv[2];
  writeFileSync(file, smallest(readFileSync(file)));
}

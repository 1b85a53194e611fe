// Files that were damaged anywhere: each is read, or refused with a message of its own; nothing else is thrown, and
// no more is read than there is.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import fc from 'fast-check';
import {FileError, Source} from '../../../web/files/bytes.js';
import {readGguf} from '../../../web/files/gguf.js';
import {readNpy} from '../../../web/files/npy.js';
import {readNpz} from '../../../web/files/npz.js';
import {readSafetensors} from '../../../web/files/safetensors.js';
import {MAX_NUMBERS} from '../../../web/files/tensor.js';
import {float32, writeGguf, writeSafetensors} from '../../support/model-files.js';

/** @import {FileTensor} from '../../../web/files/tensor.js' */

const RUNS = {numRuns: 400, seed: 42};
const NUMBERS = float32(Array.from({length: 12}, (_, k) => k));

/** @param {string} name */
const fixture = (name) =>
  Uint8Array.from(readFileSync(new URL(`../../fixtures/files/${name}`, import.meta.url)));

/** @type {[name: string, valid: Uint8Array, read: (source: Source) => Promise<FileTensor[]>][]} */
const FORMATS = [
  [
    'safetensors',
    writeSafetensors([{name: 'wpe.weight', shape: [3, 4], bytes: NUMBERS}], {format: 'pt'}),
    async (source) => (await readSafetensors(source)).tensors,
  ],
  [
    'gguf',
    writeGguf(
      {
        'general.architecture': ['text', 'gpt2'],
        'gpt2.context_length': ['u32', 64],
        'a.list': ['list', 'text', ['a', 'bc']],
        'a.numbers': ['list', 'f32', [1, 2]],
      },
      [
        {name: 'position_embd.weight', shape: [3, 4], bytes: NUMBERS},
        {name: 'q', type: 8, shape: [32], bytes: new Uint8Array(34)},
      ],
    ),
    async (source) => (await readGguf(source)).tensors,
  ],
  ['npy', fixture('f4.npy'), async (source) => [await readNpy(source)]],
  ['npy in Fortran order', fixture('fortran.npy'), async (source) => [await readNpy(source)]],
  ['stored npz', fixture('stored.npz'), readNpz],
  ['deflated npz', fixture('deflated.npz'), readNpz],
];

/** @typedef {{at: number, bytes: number[]}} Change */

/** Bytes written over, and what is cut off at the end. @param {number} size */
const damage = (size) =>
  fc.record({
    changes: fc.array(
      fc.record({
        at: fc.nat(size - 1),
        bytes: fc.array(fc.oneof(fc.constantFrom(0, 1, 127, 128, 255), fc.nat(255)), {
          minLength: 1,
          maxLength: 8,
        }),
      }),
      {maxLength: 4},
    ),
    end: fc.oneof({weight: 3, arbitrary: fc.constant(size)}, {weight: 1, arbitrary: fc.nat(size)}),
  });

/** @param {Uint8Array} valid @param {{changes: Change[], end: number}} how */
function damaged(valid, {changes, end}) {
  const bytes = valid.slice();
  for (const {at, bytes: over} of changes) bytes.set(over.slice(0, bytes.length - at), at);
  return bytes.subarray(0, end);
}

for (const [name, valid, read] of FORMATS) {
  test(`a damaged ${name} is read or refused, and nothing else`, async () => {
    await fc.assert(
      fc.asyncProperty(damage(valid.length), async (how) => {
        const bytes = damaged(valid, how);
        const source = new Source(new Blob([/** @type {any} */ (bytes)]), 'file');
        try {
          for (const tensor of await read(source)) {
            const {data, shape} = await tensor.read();
            assert.equal(
              data.length,
              shape.reduce((product, side) => product * side, 1),
            );
            assert.ok(data.length <= MAX_NUMBERS);
          }
        } catch (error) {
          if (!(error instanceof FileError)) throw error;
          assert.match(error.message, /^file: /);
        }
        assert.ok(source.nRead <= 20 * bytes.length + 64, `${source.nRead} of ${bytes.length}`);
      }),
      RUNS,
    );
  });
}

test('any JSON as the header of safetensors is read or refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue({maxDepth: 3})), async (header) => {
      const text = new TextEncoder().encode(JSON.stringify(header));
      const length = new Uint8Array(BigUint64Array.of(BigInt(text.length)).buffer);
      const source = new Source(new Blob([length, text]), 'file');
      await readSafetensors(source).catch((error) => {
        if (!(error instanceof FileError)) throw error;
      });
    }),
    RUNS,
  );
});

test('any text as the header of npy is read or refused', async () => {
  const piece = fc.constantFrom(
    ...[
      "'descr'",
      "'shape'",
      "'fortran_order'",
      ':',
      ',',
      '(',
      ')',
      '{',
      '}',
      '[',
      ']',
      ' ',
      '3',
      "'<f4'",
      'False',
      '\n',
    ],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, {maxLength: 40}), async (pieces) => {
      const text = new TextEncoder().encode(pieces.join(''));
      const head = Uint8Array.of(
        0x93,
        0x4e,
        0x55,
        0x4d,
        0x50,
        0x59,
        1,
        0,
        text.length & 255,
        text.length >> 8,
      );
      const source = new Source(new Blob([head, text, new Uint8Array(12)]), 'file');
      await readNpy(source).catch((error) => {
        if (!(error instanceof FileError)) throw error;
      });
    }),
    RUNS,
  );
});

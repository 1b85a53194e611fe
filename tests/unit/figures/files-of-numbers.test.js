// The files of numbers that a figure saves are read back as they were, and a meter holds nothing that is no number.
import assert from 'node:assert/strict';
import test from 'node:test';

import {meterHolds} from '../../../web/figures/frame/meters.js';
import {npyOf, npzOf} from '../../../web/figures/frame/npy-file.js';
import {Source} from '../../../web/files/bytes.js';
import {readNpy} from '../../../web/files/npy.js';

/** @param {Uint8Array} bytes */
const sourceOf = (bytes) =>
  new Source(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)]), 'a file');

test('an array of either type comes back from .npy, row by row', async () => {
  const numbers = [0, -1.5, 2, 1e-7, 3, 4];
  for (const [data, word] of /** @type {const} */ ([
    [Float32Array.from(numbers), '<f4'],
    [Float64Array.from(numbers), '<f8'],
  ])) {
    const bytes = npyOf({shape: [2, 3], data});
    assert.match(
      new TextDecoder('latin1').decode(bytes.subarray(0, 128)),
      /'fortran_order': False/,
    );
    const read = await readNpy(sourceOf(bytes));
    assert.equal(read.dtype, word);
    const got = await read.read();
    assert.deepEqual([[...got.data], got.shape], [[...data], [2, 3]]);
  }
});

test('two tensors of one name are two files of an .npz', () => {
  const tensor = (/** @type {number} */ value) => ({
    name: 'Same name',
    shape: [1],
    data: Float32Array.of(value),
  });
  const bytes = npzOf([tensor(1), tensor(2), tensor(3)], 'of a test');
  const text = new TextDecoder('latin1').decode(bytes);
  for (const name of ['same_name', 'same_name_2', 'same_name_3'])
    assert.equal(
      text.split(`${name}.npy`).length,
      3,
      `${name}: before its numbers, and in the directory`,
    );
});

test('no law holds where its value or its limit is NaN', () => {
  const meter = {name: 'a', label: 'a law', value: 1, limit: 2};
  assert.ok(meterHolds(meter));
  for (const bad of [{value: Number.NaN}, {limit: Number.NaN}])
    assert.ok(!meterHolds({...meter, ...bad, holds: true}));
});
